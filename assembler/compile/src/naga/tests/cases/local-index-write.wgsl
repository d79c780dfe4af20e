@vertex
fn main(@location(0) p: vec4f, @location(1) i: u32) -> @builtin(position) vec4f {
    var history: array<f32, 17>;
    history[i] = p.x;
    return p * history[0];
}
