#version 450
layout(location = 0) in vec4 a;
// picac: extern bend
float bend(inout vec4 x) { x = x * x; return x.y; }
// picac: extern shine
vec4 shine(vec4 x) { gl_Position = x; return x; }
void main() { vec4 b = a; float c = bend(b); gl_Position = shine(b) * c; }
