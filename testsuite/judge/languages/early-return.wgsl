struct Uniforms {
    limit: f32,
}
@group(0) @binding(0) var<uniform> u: Uniforms;
struct Outputs {
    @builtin(position) position: vec4f,
    @location(0) color: vec4f,
}
fn shade(v: vec4f) -> vec4f {
    if v.x > u.limit { return v.wzyx; }
    var sum = v;
    for (var i = 0; i < 3; i++) {
        sum += v.yzwx * 0.5;
        if sum.y > 2.0 { return sum; }
    }
    return sum - v;
}
@vertex
fn main(@location(0) position: vec4f) -> Outputs {
    var o: Outputs;
    o.position = position;
    o.color = shade(position);
    return o;
}
