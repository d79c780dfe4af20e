#version 450
// The same shader is in three languages beside this file.
// input position vec4
// uniform mode int
layout(location = 0) in vec4 position;
layout(location = 0) out vec4 color;
layout(set = 0, binding = 0) uniform Uniforms {
    int mode;
};
void main() {
    vec4 c = position;
    switch (mode) {
        case 0: c = position.yxwz; break;
        case 1:
        case 2: c *= 2.0; break;
        default: c = vec4(0.25); break;
    }
    gl_Position = position;
    color = c;
}
