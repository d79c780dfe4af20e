@vertex
fn main(@location(0) p: vec4f) -> @builtin(position) vec4f {
    return p * dot(p, vec3f(1.0));
}
