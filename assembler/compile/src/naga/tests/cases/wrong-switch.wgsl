@vertex
fn main(@location(0) p: vec4f) -> @builtin(position) vec4f {
    switch p.x { default: { return p; } }
}
