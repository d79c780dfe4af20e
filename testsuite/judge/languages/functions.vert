#version 450
// The same shader is in three languages beside this file.
// input position vec4
// input normal vec3
// uniform scale float
layout(location = 0) in vec4 position;
layout(location = 1) in vec3 normal;
layout(location = 0) out vec4 color;
layout(set = 0, binding = 0) uniform Uniforms {
    float scale;
};
float change(inout vec3 v, float by) {
    v = v.zxy * by;
    return v.x + v.y;
}
void split(vec4 v, out vec2 low, out vec2 high) {
    low = v.xy;
    high = v.zw;
}
void main() {
    vec3 n = normal;
    float sum = change(n, scale);
    sum += change(n, 0.5);
    vec2 low, high;
    split(position, low, high);
    gl_Position = vec4(high, low);
    color = vec4(n, sum);
}
