#version 450
layout(location = 0) in vec4 place;
layout(location = 1) in uvec4 indices;
layout(binding = 0) uniform Skeleton {
    mat4 bones[40];
    mat4 projection;
};
void main() {
    vec4 sum = bones[indices.x] * place;
    sum += bones[indices.y] * place;
    sum += bones[indices.z] * place;
    gl_Position = projection * sum;
}
