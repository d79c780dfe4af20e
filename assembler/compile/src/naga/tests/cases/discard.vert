#version 450
layout(location = 0) in vec4 position;
layout(location = 1) in float side;
void main() {
    gl_Position = position;
    gl_PointSize = side;
}
