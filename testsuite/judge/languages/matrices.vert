#version 450
// The same shader is in three languages beside this file.
// input position vec4
// input normal vec3
// uniform projection mat4
// uniform view mat4
// uniform model mat4x3
// uniform normals mat3
layout(location = 0) in vec4 position;
layout(location = 1) in vec3 normal;
layout(location = 0) out vec4 color;
layout(set = 0, binding = 0) uniform Uniforms {
    mat4 projection;
    mat4 view;
    mat4x3 model;
    mat3 normals;
};
void main() {
    vec3 world = model * position;
    gl_Position = projection * (view * vec4(world, 1.0));
    color = vec4(normals * normal, 1.0);
}
