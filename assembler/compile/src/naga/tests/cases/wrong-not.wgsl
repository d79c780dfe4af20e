@vertex
fn main(@location(0) p: vec4f) -> @builtin(position) vec4f {
    return select(p, -p, !p.x);
}
