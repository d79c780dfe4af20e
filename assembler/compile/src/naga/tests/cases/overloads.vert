#version 450
layout(location = 0) in vec4 a;
// picac: extern scale
float scale(float x) { return x * 2.0; }
vec4 scale(vec4 x) { return x * 2.0; }
void main() { gl_Position = scale(a) * scale(a.x); }
