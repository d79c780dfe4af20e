cbuffer Uniforms : register(b0) {
    float4x4 world : packoffset(c0);
    float3 direction : packoffset(c4);
    float4 ambient : packoffset(c5);
    float4 diffuse : packoffset(c6);
    float shininess : packoffset(c7);
};
struct Outputs {
    float4 position : SV_Position;
    float4 color : COLOR0;
};
Outputs main(float4 position : POSITION, float3 normal : NORMAL) {
    Outputs o;
    o.position = mul(position, world);
    float3 n = normalize(normal + float3(1.75, 1.75, 1.75));
    float lit = max(dot(n, normalize(direction + float3(1.75, 1.75, 1.75))), 0.0);
    float shine = lit > 0.5 ? pow(lit, abs(shininess) + 1.0) : 0.0;
    o.color = ambient + diffuse * lit + shine;
    return o;
}
