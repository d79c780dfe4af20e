#version 450
// Structs, matrices, components at computed places, selections and comparisons.
struct Inner {
    vec3 d;
    mat2 w;
};
struct Outer {
    vec4 p;
    float q[2];
    Inner inner[2];
};
layout(binding = 0) uniform Block {
    Outer all[3];
    int index;
    mat4 m;
};
layout(location = 0) in vec4 a;
layout(location = 1) in vec4 b;
layout(location = 2) in mat3 axes;
layout(location = 5, component = 0) in vec2 left;
layout(location = 5, component = 2) in vec2 right;
layout(location = 0) out Varying {
    vec4 color;
    vec2 uv[2];
} o;

Outer chosen(int i) {
    return all[i];
}

void change(inout Outer x, float k) {
    x.p *= k;
    x.q[1] += x.inner[1].d.y;
}

void main() {
    Outer copy = chosen(index);
    change(copy, 2.0);
    gl_Position = copy.p;
    o.color = vec4(copy.inner[1].w * a.xy, copy.q[0], copy.q[1]);
    mat2x3 tall = mat2x3(a.xyz, b.xyz);
    mat2x4 product = outerProduct(b, a.xy);
    o.color += vec4(tall * left, 1.0) + product * right + mat4(mat3(m))[2] + vec4(axes * a.xyz, 0.0);
    o.uv[0] = a.xyz * tall;
    vec4 swizzled = a;
    swizzled.zx = b.xy;
    swizzled[index] = 5.0;
    bvec4 less = lessThan(a, b);
    o.color += mix(swizzled, b, less);
    mat2 either = a.x > 1.0 ? mat2(a) : mat2(b);
    o.uv[1] = either * left + vec2(swizzled[index], b[index & 3]);
    if (bool(int(less.x)) ^^ less.z)
        o.uv[1] *= 2.0;
    if (any(equal(a, b)) || !(a.w >= b.w) || isnan(a.x) || a.z != b.z)
        o.uv[0] += 1.0;
}
