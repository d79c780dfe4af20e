#version 450
// The same shader is in three languages beside this file.
// input position vec4
// uniform step vec4
layout(location = 0) in vec4 position;
layout(location = 0) out vec4 color;
layout(set = 0, binding = 0) uniform Uniforms {
    vec4 step;
};
void main() {
    vec4 sum = position;
    for (int i = 0; i < 5; i++) {
        if (i == 3) continue;
        sum = sum * 0.5 + step * float(i);
    }
    gl_Position = sum;
    color = sum.wzyx;
}
