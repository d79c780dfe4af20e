@vertex
fn main(@location(0) p: vec4f) -> @builtin(position) vec4f {
    if p.x { return p; }
    return -p;
}
