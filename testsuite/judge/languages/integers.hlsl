cbuffer Uniforms : register(b0) {
    int number : packoffset(c0);
    int divisor : packoffset(c1);
};
struct Outputs {
    float4 position : SV_Position;
    float4 color : COLOR0;
};
Outputs main(float4 position : POSITION) {
    Outputs o;
    int n = number + 9;
    int d = abs(divisor) + 2;
    int part = int(position.x * 4.0 + 8.0);
    o.position = position * float(n / d);
    o.color = float4(float(n % d), float(part * 3 - d), float(max(part, n)), float(min(n, d) << 1));
    return o;
}
