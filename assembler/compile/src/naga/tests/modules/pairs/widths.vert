#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
// Constants of 16 and 64 bits, and computations with them.
layout(location = 0) in vec4 a;
layout(location = 0) out vec4 color;

void main() {
    f16vec4 b = f16vec4(1.5, -2.0, 0.0009765625, 65504.0);
    dvec2 c = dvec2(0.25, -1024.5);
    gl_Position = vec4(f16vec4(a) * float16_t(0.375) + b);
    color = a + vec4(c * 3.0LF, b.zx);
}
