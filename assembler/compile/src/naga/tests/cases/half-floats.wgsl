enable f16;
@vertex
fn main(@location(0) p: vec4f) -> @builtin(position) vec4f {
    var half = f16(p.x);
    return p * f32(half);
}
