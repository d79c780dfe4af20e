#version 330
in vec4 a;
in vec4 a;
in Block { vec4 b; } block;
shared float s;
inout vec4 both;
subroutine uniform vec4 chosen;
struct Twice { float x; float x; };
block { float x; };
layout(location = -1) in vec4 negative;
layout(location = a) in vec4 computed;
const float k;
const int n = 2.5;
float list[0];
float huge[100000];
float computed_length[int(gl_Position.x)];
layout(constant_id = 1) const vec2 pair = vec2(1.0);
out vec4 gl_Nothing;
float f(float x) { float x = 1.0; return y; }
float recursive(float x) { return recursive(x); }
void a() {}
void main() {
    float b = 1.0;
    float b = 2.0;
    gl_Position = a;
}
