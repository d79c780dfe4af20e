#version 450
// The same shader is in three languages beside this file.
// input position vec4
// uniform count int
// uniform factor float
layout(location = 0) in vec4 position;
layout(location = 0) out vec4 color;
layout(set = 0, binding = 0) uniform Uniforms {
    int count;
    float factor;
};
void main() {
    vec4 sum = vec4(0.0);
    float size = 1.0;
    for (int i = 0; i < count; i++) {
        sum += position * size;
        size *= factor;
        if (size < -1.0) break;
    }
    gl_Position = sum;
    color = vec4(size, float(count), 0.0, 1.0);
}
