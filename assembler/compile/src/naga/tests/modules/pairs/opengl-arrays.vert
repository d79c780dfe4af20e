#version 450
// Arrays of arrays and of structs, with indices that are computed.
uniform Values {
    vec4 a[2][3];
    mat2 m[2][2];
    layout(row_major) mat4x3 rows;
    int i;
    int j;
};
struct Part {
    vec2 x[2];
    float y;
};
const float FACTORS[2][2] = float[2][2](float[2](1.0, 2.0), float[2](3.0, 4.0));
const Part PARTS[2] = Part[2](Part(vec2[2](vec2(1, 2), vec2(3, 4)), 5.0), Part(vec2[2](vec2(6, 7), vec2(8, 9)), 10.0));
in vec4 p;
out vec4 color;
out vec2 texcoord0;

void change(const in vec4 x, out vec4 y, inout vec4 z[2], int k) {
    y = x * 2.0;
    z[k] += y;
    z[0].w = x.y;
}

void main() {
    gl_Position = a[i & 1][j] * FACTORS[i & 1][j & 1] + vec4(rows * p, 1.0);
    color = vec4(m[i & 1][1][0], PARTS[j & 1].y, m[0][j & 1][1].x);
    texcoord0 = PARTS[i & 1].x[j & 1];
    vec4 local[2][2];
    local[0][0] = vec4(0.0);
    local[0][1] = p;
    local[1][0] = p * 2.0;
    local[1][1] = vec4(1.0);
    gl_Position += local[1][j & 1];
    vec4 both[2] = vec4[](p, p.wzyx);
    vec4 y;
    change(p, y, both, j & 1);
    color += both[0] + both[1] + y;
}
