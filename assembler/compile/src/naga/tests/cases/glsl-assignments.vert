#version 330
in vec4 a;
uniform vec4 u;
const vec4 c = vec4(1.0);
void f(inout vec4 v) { v *= 2.0; }
void main() {
    a = vec4(1.0);
    a.x += 1.0;
    u = a;
    c.x = 1.0;
    1.0 = 2.0;
    (a + u).x = 1.0;
    const float k = 1.0;
    k = 2.0;
    vec4 v = a;
    v.xx = a.xy;
    v++;
    bool b = true;
    b++;
    f(u);
    f(a + a);
    gl_VertexID = 1;
    gl_Position = v;
}
