#version 450
#include "common.glsl"
void main() { gl_Position = vec4(0.0); }
