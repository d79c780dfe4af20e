struct Uniforms {
    world: mat4x4f,
    direction: vec3f,
    ambient: vec4f,
    diffuse: vec4f,
    shininess: f32,
}
@group(0) @binding(0) var<uniform> u: Uniforms;
struct Outputs {
    @builtin(position) position: vec4f,
    @location(0) color: vec4f,
}
@vertex
fn main(@location(0) position: vec4f, @location(1) normal: vec3f) -> Outputs {
    var o: Outputs;
    o.position = u.world * position;
    let n = normalize(normal + vec3f(1.75));
    let lit = max(dot(n, normalize(u.direction + vec3f(1.75))), 0.0);
    let shine = select(0.0, pow(lit, abs(u.shininess) + 1.0), lit > 0.5);
    o.color = u.ambient + u.diffuse * lit + vec4f(shine);
    return o;
}
