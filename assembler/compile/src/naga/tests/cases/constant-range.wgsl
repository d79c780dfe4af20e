@vertex
fn main(@location(0) p: vec4f) -> @builtin(position) vec4f {
    return p + vec4f(normalize(vec3f(0.0)), sqrt(-1.0));
}
