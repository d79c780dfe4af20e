#version 450
// The same shader is in three languages beside this file.
// input position vec4
// uniform flags uint
// uniform mask uint
layout(location = 0) in vec4 position;
layout(location = 0) out vec4 color;
layout(set = 0, binding = 0) uniform Uniforms {
    uint flags;
    uint mask;
};
void main() {
    uint n = flags * 5u + mask;
    gl_Position = position * float(n & 7u);
    color = vec4(float(n >> 1), float(n / 3u), float(n % 4u), float(n << 2));
}
