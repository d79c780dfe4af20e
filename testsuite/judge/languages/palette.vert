#version 450
// The same shader is in three languages beside this file.
// input position vec4
// input index vec2
// input weights vec2
// uniform bones vec4 6
layout(location = 0) in vec4 position;
layout(location = 1) in vec2 index;
layout(location = 2) in vec2 weights;
layout(location = 0) out vec4 color;
layout(set = 0, binding = 0) uniform Uniforms {
    vec4 bones[6];
};
void main() {
    vec4 offset = bones[int(index.x)] * weights.x + bones[int(index.y) + 3] * weights.y;
    gl_Position = position + offset;
    color = bones[2] * 0.5;
}
