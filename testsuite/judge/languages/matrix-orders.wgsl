struct Uniforms {
    a: mat4x4f,
    b: mat4x4f,
    scale: f32,
}
@group(0) @binding(0) var<uniform> u: Uniforms;
struct Outputs {
    @builtin(position) position: vec4f,
    @location(0) color: vec4f,
}
@vertex
fn main(@location(0) position: vec4f) -> Outputs {
    var o: Outputs;
    o.position = u.a * u.b * position;
    o.color = position * u.a + u.a[1] * u.scale;
    return o;
}
