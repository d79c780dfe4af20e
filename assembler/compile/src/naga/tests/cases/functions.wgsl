// All refusals in one run.
@group(0) @binding(0) var<uniform> u: vec4f;
@vertex
fn main(@location(0) p: vec4f, @location(1) i: vec2u) -> @builtin(position) vec4f {
    let a = p.x;
    let b = bitcast<f32>(i.x);
    let c = f32(reverseBits(i.x));
    let d = f32(i.x | i.y);
    let e = f32(i.x & (i.y >> i.x));
    let f = unpack4x8unorm(i.x);
    let g = u32(200000) + i.x;
    let h = quantizeToF16(p.x);
    return vec4f(a + b, c + d, e + f.x + h, f32(g)) + u;
}
