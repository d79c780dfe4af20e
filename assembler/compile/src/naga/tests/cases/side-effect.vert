#version 450
layout(location = 0) in vec4 position;
float count = 0.0;
bool next() { count += 1.0; return count > 1.0; }
void main() {
    if (position.x > 0.0 && next()) count += 2.0;
    gl_Position = position * count;
}
