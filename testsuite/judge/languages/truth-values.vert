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
    bvec4 less = lessThan(position, limit);
    gl_Position = vec4(less);
    color = vec4(any(less) ? 1.0 : 0.0, all(less) ? 1.0 : 0.0, !less.x && less.y ? 0.5 : 0.25, less.z == less.w ? 2.0 : 3.0);
}
