#version 450
// The same shader is in three languages beside this file.
// input position vec4
// input normal vec3
// uniform limit vec4
layout(location = 0) in vec4 position;
layout(location = 1) in vec3 normal;
layout(location = 0) out vec4 color;
layout(set = 0, binding = 0) uniform Uniforms {
    vec4 limit;
};
void main() {
    vec4 c = vec4(normal, 1.0);
    if (position.x > limit.x) {
        c.x = position.y;
    } else if (position.y > limit.y && position.z < limit.z) {
        c.y = position.x;
    } else {
        c.zw = normal.xy;
    }
    gl_Position = position.w < limit.w ? position : -position;
    color = c;
}
