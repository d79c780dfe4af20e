@vertex
fn main(@location(0) p: vec4f) -> @builtin(position) vec4f {
    return p * select(vec4f(1.0), vec4f(vec2f(1.0, 2.0), 4.0, 2.0), vec4<bool>(false, true, true, false));
}
