#version 150

// Set by the program before it draws.
uniform mat4 projection;

in vec3 position;
in vec3 color;

out vec4 tint;

void main() {
    gl_Position = projection * vec4(position, 1.0);
    tint = vec4(color, 1.0);
}
