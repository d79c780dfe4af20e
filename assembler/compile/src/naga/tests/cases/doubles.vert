#version 450
layout(location = 0) in vec4 position;
void main() {
    double d = double(position.x);
    gl_Position = position * float(d);
}
