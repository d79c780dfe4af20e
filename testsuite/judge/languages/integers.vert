#version 450
// The same shader is in three languages beside this file.
// input position vec4
// uniform number int
// uniform divisor int
layout(location = 0) in vec4 position;
layout(location = 0) out vec4 color;
layout(set = 0, binding = 0) uniform Uniforms {
    int number;
    int divisor;
};
void main() {
    int n = number + 9;
    int d = abs(divisor) + 2;
    int part = int(position.x * 4.0 + 8.0);
    gl_Position = position * float(n / d);
    color = vec4(float(n % d), float(part * 3 - d), float(max(part, n)), float(min(n, d) << 1));
}
