#version 330
in vec4 a;
void main() {
    gl_Position = a;
