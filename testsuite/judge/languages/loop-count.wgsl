struct Uniforms {
    count: i32,
    factor: f32,
}
@group(0) @binding(0) var<uniform> u: Uniforms;
struct Outputs {
    @builtin(position) position: vec4f,
    @location(0) color: vec4f,
}
@vertex
fn main(@location(0) position: vec4f) -> Outputs {
    var o: Outputs;
    var sum = vec4f(0.0);
    var size = 1.0;
    for (var i = 0; i < u.count; i++) {
        sum += position * size;
        size *= u.factor;
        if size < -1.0 { break; }
    }
    o.position = sum;
    o.color = vec4f(size, f32(u.count), 0.0, 1.0);
    return o;
}
