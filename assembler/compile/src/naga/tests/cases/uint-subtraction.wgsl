@vertex
fn main(@location(0) p: vec4f, @location(1) i: vec2u) -> @builtin(position) vec4f {
    return p * f32(i.x - i.y);
}
