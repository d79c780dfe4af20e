struct Uniforms {
    bones: array<vec4f, 6>,
}
@group(0) @binding(0) var<uniform> u: Uniforms;
struct Outputs {
    @builtin(position) position: vec4f,
    @location(0) color: vec4f,
}
@vertex
fn main(@location(0) position: vec4f, @location(1) index: vec2f, @location(2) weights: vec2f) -> Outputs {
    var o: Outputs;
    let offset = u.bones[i32(index.x)] * weights.x + u.bones[i32(index.y) + 3] * weights.y;
    o.position = position + offset;
    o.color = u.bones[2] * 0.5;
    return o;
}
