struct Outputs {
    float4 position : SV_Position;
    float4 color : COLOR0;
};
static const float4 TABLE[4] = {float4(1.0, 0.0, 0.5, 1.0), float4(0.25, 2.0, 0.0, 1.0), float4(-1.0, -1.0, -1.0, -1.0), float4(0.0, 0.5, 3.0, 0.75)};
Outputs main(float4 position : POSITION, float2 index : NORMAL) {
    Outputs o;
    o.position = position * TABLE[int(index.x)];
    o.color = TABLE[int(index.y) + 1];
    return o;
}
