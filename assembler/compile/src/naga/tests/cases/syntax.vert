#version 450
layout(location = 0) in vec4 position;
void main() {
    vec4 p = position
    gl_Position = p;
}
