#version 450
// The same shader is in three languages beside this file.
// input position vec4
// input index vec2
layout(location = 0) in vec4 position;
layout(location = 1) in vec2 index;
layout(location = 0) out vec4 color;
const vec4 TABLE[4] = vec4[4](vec4(1.0, 0.0, 0.5, 1.0), vec4(0.25, 2.0, 0.0, 1.0), vec4(-1.0), vec4(0.0, 0.5, 3.0, 0.75));
void main() {
    gl_Position = position * TABLE[int(index.x)];
    color = TABLE[int(index.y) + 1];
}
