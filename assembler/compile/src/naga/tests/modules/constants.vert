#version 450
layout(location = 0) in vec4 a;
layout(location = 0) out vec4 color;
layout(constant_id = 3) const float SCALE = 1.5;
layout(constant_id = 4) const int STEPS = 4;
layout(constant_id = 5) const bool LIT = false;

void main() {
    gl_Position = a;
    float sum = 0.0;
    for (int i = 0; i < STEPS; i++) {
        sum += 1.0;
    }
    float lit = 0.0;
    if (LIT) {
        lit = 1.0;
    }
    color = vec4(SCALE, sum, lit, 1.0);
}
