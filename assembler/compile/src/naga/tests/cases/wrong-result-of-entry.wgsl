@vertex
fn main(@location(0) p: vec4f) -> @builtin(position) vec4f {
    return p.xyz;
}
