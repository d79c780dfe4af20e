#version 450
// The same shader is in three languages beside this file.
// input position vec4
// uniform first_direction vec3
// uniform first_color vec4
// uniform second_direction vec3
// uniform second_color vec4
layout(location = 0) in vec4 position;
layout(location = 0) out vec4 color;
struct Light {
    vec3 direction;
    vec4 color;
};
layout(set = 0, binding = 0) uniform Uniforms {
    Light first;
    Light second;
};
vec4 lit(Light light, vec3 n) { return light.color * max(dot(light.direction, n), 0.0); }
void main() {
    gl_Position = position;
    Light last = second;
    last.color *= 0.5;
    color = lit(first, position.xyz) + lit(last, position.yzx);
}
