struct Uniforms {
    projection: mat4x4f,
    view: mat4x4f,
    model: mat4x3f,
    normals: mat3x3f,
}
@group(0) @binding(0) var<uniform> u: Uniforms;
struct Outputs {
    @builtin(position) position: vec4f,
    @location(0) color: vec4f,
}
@vertex
fn main(@location(0) position: vec4f, @location(1) normal: vec3f) -> Outputs {
    var o: Outputs;
    let world = u.model * position;
    o.position = u.projection * (u.view * vec4f(world, 1.0));
    o.color = vec4f(u.normals * normal, 1.0);
    return o;
}
