struct Uniforms {
    number: i32,
    divisor: i32,
}
@group(0) @binding(0) var<uniform> u: Uniforms;
struct Outputs {
    @builtin(position) position: vec4f,
    @location(0) color: vec4f,
}
@vertex
fn main(@location(0) position: vec4f) -> Outputs {
    var o: Outputs;
    let n = u.number + 9;
    let d = abs(u.divisor) + 2;
    let part = i32(position.x * 4.0 + 8.0);
    o.position = position * f32(n / d);
    o.color = vec4f(f32(n % d), f32(part * 3 - d), f32(max(part, n)), f32(min(n, d) << 1));
    return o;
}
