#version 330
in vec4 a;
void main() {
    mat4 m = mat4(1.0);
    mat3x2 n = mat3x2(1.0);
    vec4 v = a + a.xyz;
    v = a + true;
    v = m * a.xyz;
    v = n * a;
    n = n * n;
    n = n + m;
    bool b = a < a;
    b = a.x && true;
    b = !a.x;
    b = 1.0 ^^ true;
    b = m < m;
    int i = 1 / 0;
    i = 5 % 0;
    i = 1.0 % 2.0;
    i = 1 << 40;
    i = 1.0 << 2;
    i = ~1.0;
    i = 1 & 1.5;
    i = -true;
    b = a == a.xy;
    b = true + false;
    uint u = 4294967296;
    float f = 1.2.3;
    f = 0x;
    gl_Position = v;
}
