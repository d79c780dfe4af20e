#version 450
layout(location = 0) in vec4 position;
float f(float x) { return x < 0.0 ? x : f(x - 1.0); }
void main() { gl_Position = position * f(2.0); }
