@vertex
fn main(@location(0) p: vec4f) -> @builtin(position) vec4f {
    var a: array<array<vec4f, 1000>, 1000>;
    a[0][0] = p;
    return a[0][0];
}
