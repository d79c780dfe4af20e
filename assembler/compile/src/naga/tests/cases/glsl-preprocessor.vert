#version 333
#define F(x) x
#if F(1
#endif
#elif
#error this is wrong
#nonsense
#define F(a, a) a
#undef
#ifdef
#endif
in vec4 a;
void main() { gl_Position = F(a, a) + F; }
#if 1
