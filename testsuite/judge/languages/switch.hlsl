cbuffer Uniforms : register(b0) {
    int mode : packoffset(c0);
};
struct Outputs {
    float4 position : SV_Position;
    float4 color : COLOR0;
};
Outputs main(float4 position : POSITION) {
    Outputs o;
    float4 c = position;
    switch (mode) {
        case 0: c = position.yxwz; break;
        case 1:
        case 2: c *= 2.0; break;
        default: c = float4(0.25, 0.25, 0.25, 0.25); break;
    }
    o.position = position;
    o.color = c;
    return o;
}
