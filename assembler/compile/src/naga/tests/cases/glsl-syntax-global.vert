#version 330
in vec4 a
uniform mat4 m;
vec4 f(vec4 x { return x; }
float g(float x) { return x }
struct { float x };
int input = 1;
float filter(float class) { return 1.0; }
in = 3;
vec4 [ x;
void main() {
    gl_Position = m * a;
    if (a.x > 0.0 { gl_Position = a; }
}
