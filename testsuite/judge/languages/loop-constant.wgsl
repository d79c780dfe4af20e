struct Uniforms {
    step: vec4f,
}
@group(0) @binding(0) var<uniform> u: Uniforms;
struct Outputs {
    @builtin(position) position: vec4f,
    @location(0) color: vec4f,
}
@vertex
fn main(@location(0) position: vec4f) -> Outputs {
    var o: Outputs;
    var sum = position;
    for (var i = 0; i < 5; i++) {
        if i == 3 { continue; }
        sum = sum * 0.5 + u.step * f32(i);
    }
    o.position = sum;
    o.color = sum.wzyx;
    return o;
}
