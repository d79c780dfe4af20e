#version 330
in vec4 a;
void main() {
    break;
    continue;
    case 1: ;
    switch (a.x) { case 0: break; }
    switch (1) { float x = 1.0; case 0: break; }
    switch (1) { case 0: case 0: break; case 1.5: break; }
    int i = int(a.x);
    switch (1) { case i: break; }
    for (int j = 0; j; j++) {}
    do { } while (1.0);
    vec2 { 1.0 };
    gl_Position = a;
}
