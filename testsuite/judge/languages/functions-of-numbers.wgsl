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
fn main(@location(0) position: vec4f) -> Outputs {
    var o: Outputs;
    o.position = vec4f(sin(position.x), cos(position.y), exp2(position.z), sqrt(abs(position.w)));
    o.color = vec4f(floor(u.k.x * 3.0 + 0.11), fract(u.k.y + 4.13), mix(u.k.z, u.k.w, 0.25), clamp(u.k.x, -0.5, 0.5));
    o.texcoord0 = vec2f(smoothstep(-1.0, 1.0, u.k.y), sign(u.k.z));
    return o;
}
