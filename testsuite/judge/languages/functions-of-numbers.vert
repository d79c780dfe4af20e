#version 450
// The same shader is in three languages beside this file.
// input position vec4
// uniform k vec4
layout(location = 0) in vec4 position;
layout(location = 0) out vec4 color;
layout(location = 1) out vec2 texcoord0;
layout(set = 0, binding = 0) uniform Uniforms {
    vec4 k;
};
void main() {
    gl_Position = vec4(sin(position.x), cos(position.y), exp2(position.z), sqrt(abs(position.w)));
    color = vec4(floor(k.x * 3.0 + 0.11), fract(k.y + 4.13), mix(k.z, k.w, 0.25), clamp(k.x, -0.5, 0.5));
    texcoord0 = vec2(smoothstep(-1.0, 1.0, k.y), sign(k.z));
}
