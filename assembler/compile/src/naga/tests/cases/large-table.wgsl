const TABLE = array<mat4x4f, 25>();
@vertex
fn main(@location(0) p: vec4f, @location(1) i: u32) -> @builtin(position) vec4f {
    return TABLE[i] * p;
}
