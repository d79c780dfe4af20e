#version 330
in vec4 place;
out vec4 color;
out vec2 texcoord0;
out float texcoord0w;
out vec2 texcoord1;
out vec2 texcoord2;
out vec4 normalquat;
out vec3 view;
void main() {
    gl_Position = place;
    color = place;
    texcoord0 = place.xy;
    texcoord0w = place.z;
    texcoord1 = place.yz;
    texcoord2 = place.zw;
    normalquat = place;
    view = place.xyz;
}
