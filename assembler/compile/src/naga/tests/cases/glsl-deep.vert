#version 330
#define A(x) ((x))
#define B(x) A(A(A(A(A(A(A(A(x))))))))
#define C(x) B(B(B(B(B(B(B(B(B(B(B(B(B(B(B(x)))))))))))))))
in vec4 a;
void main() { gl_Position = C(a); }
