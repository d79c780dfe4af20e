#version 450
// Constants that the job can set, numbers of 16 and 64 bits, and mathematical functions.
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(constant_id = 0) const int N = 3;
layout(constant_id = 1) const float F = 2.5;
layout(constant_id = 2) const bool B = true;
const int ROUNDS = N * 2 + 1;
const float Q = B ? F : 1.0;
layout(location = 0) in vec4 a;
layout(location = 1) in vec4 b;
layout(location = 0) out vec4 color;
layout(location = 1) out vec2 texcoord0;
layout(binding = 0) uniform U {
    dvec4 d;
    dmat4 m;
    double s;
};

void main() {
    vec4 all[N];
    vec4 sum = vec4(0.0);
    for (int i = 0; i < ROUNDS; i++)
        sum += a;
    all[0] = sum;
    all[N - 1] = a;
    color = all[0] * Q;
    gl_Position = vec4(m * dvec4(a) + d * s) + all[N - 1];
    if (B)
        gl_Position *= float(ROUNDS & 6);
    f16vec4 halves = f16vec4(b) * float16_t(2.5);
    int64_t wide = int64_t(a.z * 5.0) * 3L;
    color += vec4(halves) + float(wide) + float(0.1LF);
    int exponent;
    color.x += frexp(b.x, exponent);
    color.y += ldexp(a.x, exponent);
    color.z += modf(b.y, texcoord0.x);
    color.w += length(a.x) + distance(a.y, b.y) + faceforward(a.x, b.x, a.y) + normalize(b.z);
    float infinity = 1.0 / 0.0;
    texcoord0.y = a.x < infinity ? mod(a.y, 3.0) : 0.0;
}
