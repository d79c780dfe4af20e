#version 330
in vec4 position;
uniform sampler2D heights;
void main() {
    gl_Position = position + texture(heights, position.xy);
}
