struct In {
    @location(16) far: vec4f,
    @location(3) first: vec4f,
    @location(3) second: vec4f,
    @builtin(instance_index) number: u32,
}
@vertex
fn main(in: In) -> @builtin(position) vec4f {
    return in.far + in.first + in.second + vec4f(f32(in.number));
}
