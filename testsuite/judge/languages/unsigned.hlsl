cbuffer Uniforms : register(b0) {
    uint flags : packoffset(c0);
    uint mask : packoffset(c1);
};
struct Outputs {
    float4 position : SV_Position;
    float4 color : COLOR0;
};
Outputs main(float4 position : POSITION) {
    Outputs o;
    uint n = flags * 5u + mask;
    o.position = position * float(n & 7u);
    o.color = float4(float(n >> 1), float(n / 3u), float(n % 4u), float(n << 2));
    return o;
}
