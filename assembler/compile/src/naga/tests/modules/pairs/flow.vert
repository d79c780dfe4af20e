#version 450
// Loops and branches that are left at several places.
layout(location = 0) in vec4 a;
layout(location = 1) in vec4 b;
layout(location = 0) out vec4 color;
layout(location = 1) out vec2 texcoord0;

float search(float x) {
    for (int i = 0; i < 5; i++) {
        if (x > 3.0)
            return x * float(i);
        x += 1.0;
        if (x < -2.0)
            break;
    }
    return x;
}

void main() {
    vec4 sum = vec4(0.0);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            if (i == j)
                continue;
            switch (i) {
            case 0:
                if (a.x > 0.0)
                    break;
                sum += b;
            default:
                sum += a;
            }
            if (sum.x > 10.0)
                break;
        }
    int rounds = 0;
    do {
        rounds++;
        if (rounds > 3)
            break;
    } while (float(rounds) < b.x);
    gl_Position = sum;
    color = vec4(search(a.x), search(b.y), rounds, 1);
    texcoord0 = b.xy;
    if (a.y > 0.5)
        return;
    texcoord0 += 1.0;
}
