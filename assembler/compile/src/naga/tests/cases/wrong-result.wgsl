fn f(a: vec4f) -> vec3f {
    return a;
}

@vertex
fn main(@location(0) p: vec4f) -> @builtin(position) vec4f {
    return vec4f(f(p), 1.0);
}
