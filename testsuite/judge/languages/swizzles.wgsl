struct Uniforms {
    k: vec4f,
}
@group(0) @binding(0) var<uniform> u: Uniforms;
struct Outputs {
    @builtin(position) position: vec4f,
    @location(0) color: vec4f,
    @location(1) texcoord0: vec2f,
}
@vertex
fn main(@location(0) position: vec4f, @location(1) normal: vec3f) -> Outputs {
    var o: Outputs;
    var v = position;
    let both = normal.yy * u.k.wx;
    v.z = both.x;
    v.x = both.y;
    v.w += v.y;
    v = vec4f(v.xyz - u.k.bgr, v.w);
    o.position = v.wwxy;
    o.color = vec4f(v.zyx, u.k[2]);
    o.texcoord0 = v.yx * vec2f(u.k.x, 0.5);
    return o;
}
