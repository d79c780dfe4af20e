#version 450
// The same shader is in three languages beside this file.
// input position vec4
// input normal vec3
// uniform world mat4
// uniform direction vec3
// uniform ambient vec4
// uniform diffuse vec4
// uniform shininess float
layout(location = 0) in vec4 position;
layout(location = 1) in vec3 normal;
layout(location = 0) out vec4 color;
layout(set = 0, binding = 0) uniform Uniforms {
    mat4 world;
    vec3 direction;
    vec4 ambient;
    vec4 diffuse;
    float shininess;
};
void main() {
    gl_Position = world * position;
    vec3 n = normalize(normal + vec3(1.75));
    float lit = max(dot(n, normalize(direction + vec3(1.75))), 0.0);
    float shine = lit > 0.5 ? pow(lit, abs(shininess) + 1.0) : 0.0;
    color = ambient + diffuse * lit + vec4(shine);
}
