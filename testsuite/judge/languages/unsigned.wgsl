struct Uniforms {
    flags: u32,
    mask: u32,
}
@group(0) @binding(0) var<uniform> u: Uniforms;
struct Outputs {
    @builtin(position) position: vec4f,
    @location(0) color: vec4f,
}
@vertex
fn main(@location(0) position: vec4f) -> Outputs {
    var o: Outputs;
    let n = u.flags * 5u + u.mask;
    o.position = position * f32(n & 7u);
    o.color = vec4f(f32(n >> 1u), f32(n / 3u), f32(n % 4u), f32(n << 2u));
    return o;
}
