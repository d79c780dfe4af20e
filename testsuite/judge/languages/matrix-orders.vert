#version 450
// The same shader is in three languages beside this file.
// input position vec4
// uniform a mat4
// uniform b mat4
// uniform scale float
layout(location = 0) in vec4 position;
layout(location = 0) out vec4 color;
layout(set = 0, binding = 0) uniform Uniforms {
    mat4 a;
    mat4 b;
    float scale;
};
void main() {
    gl_Position = a * b * position;
    color = position * a + a[1] * scale;
}
