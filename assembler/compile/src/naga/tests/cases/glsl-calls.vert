#version 330
in vec4 a;
uniform sampler2D map;
float f(float x);
float g(vec2 x) { return x.x; }
void h(out vec2 x) { x = a.xy; }
float g(vec2 y) { return 1.0; }
vec2 g(vec3 x) { return x.xy; }
int g(vec3 x);
float missing() { return f(1.0); }
float nothing() { return; }
void something() { return 1.0; }
float other() { return vec2(1.0); }
void main() {
    float x = lerp(1.0, 2.0, 0.5);
    x = saturate(x);
    x = nomralize(a.xyz).x;
    x = g(a);
    x = g();
    h(x);
    x = h(a.xy);
    x = sin();
    x = sin(true);
    x = dot(a, a.xy);
    x = cross(a.xy, a.yx).x;
    x = inverse(mat2x3(1.0))[0][0];
    x = clamp(a, a.xy, 1.0).x;
    x = any(a.xy);
    x = texture(x, a.xy).x;
    x = texture(map).x;
    x = map;
    x = map.x;
    x = main;
    x = undefinedName + gl_Positon.x;
    gl_FragColor = a;
    gl_Wrong = a;
    EmitVertex();
    barrier();
    imageStore(map, ivec2(0), a);
    x = 1.0.sin();
    x = a.size();
    gl_Position = a;
}
