#version 450
// The same shader is in three languages beside this file.
// input position vec4
// input normal vec3
// uniform k vec4
layout(location = 0) in vec4 position;
layout(location = 1) in vec3 normal;
layout(location = 0) out vec4 color;
layout(location = 1) out vec2 texcoord0;
layout(set = 0, binding = 0) uniform Uniforms {
    vec4 k;
};
void main() {
    vec4 v = position;
    v.zx = normal.yy * k.wx;
    v.w += v.y;
    v.xyz -= k.bgr;
    gl_Position = v.wwxy;
    color = vec4(v.zyx, k[2]);
    texcoord0 = v.yx * vec2(k.x, 0.5);
}
