#version 450
// The same shader is in three languages beside this file.
// input position vec4
// uniform limit float
layout(location = 0) in vec4 position;
layout(location = 0) out vec4 color;
layout(set = 0, binding = 0) uniform Uniforms {
    float limit;
};
vec4 shade(vec4 v) {
    if (v.x > limit) return v.wzyx;
    vec4 sum = v;
    for (int i = 0; i < 3; i++) {
        sum += v.yzwx * 0.5;
        if (sum.y > 2.0) return sum;
    }
    return sum - v;
}
void main() {
    gl_Position = position;
    color = shade(position);
}
