cbuffer Uniforms : register(b0) {
    float4 step : packoffset(c0);
};
struct Outputs {
    float4 position : SV_Position;
    float4 color : COLOR0;
};
Outputs main(float4 position : POSITION) {
    Outputs o;
    float4 sum = position;
    for (int i = 0; i < 5; i++) {
        if (i != 3) sum = sum * 0.5 + step * float(i);
    }
    o.position = sum;
    o.color = sum.wzyx;
    return o;
}
