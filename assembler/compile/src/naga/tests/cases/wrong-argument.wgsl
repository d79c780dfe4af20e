fn f(a: vec3f) -> f32 { return a.x; }

@vertex
fn main(@location(0) p: vec4f) -> @builtin(position) vec4f {
    return p * f(p);
}
