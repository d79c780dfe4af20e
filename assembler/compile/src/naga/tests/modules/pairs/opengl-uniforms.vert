#version 450
// Uniforms outside of blocks, and attributes of several registers.
struct Light {
    vec4 color;
    float powers[2];
    mat3 axes;
};
uniform Light light;
uniform Light lights[2];
uniform bool is_lit;
uniform int index;
uniform float scales[3];
uniform mat4 mvp;
uniform sampler2D map;
uniform bvec2 flags;
in vec4 place;
in dvec3 precise_place;
in vec2 pair[2];
out vec4 color;
out vec2 texcoord0;

vec4 lit(Light from, int i) {
    return from.color * from.powers[i];
}

void main() {
    vec4 dead = textureLod(map, pair[0], 0.0);
    color = is_lit ? light.color : lights[index & 1].color;
    color.xyz += lights[1].axes * place.xyz;
    color += lit(light, index & 1) + lit(lights[index & 1], 1);
    gl_Position = mvp * place * scales[index] + vec4(precise_place, 0.0);
    texcoord0 = pair[0];
    if (flags.x)
        texcoord0 *= pair[1];
}
