struct Uniforms {
    limit: vec4f,
}
@group(0) @binding(0) var<uniform> u: Uniforms;
struct Outputs {
    @builtin(position) position: vec4f,
    @location(0) color: vec4f,
}
@vertex
fn main(@location(0) position: vec4f, @location(1) normal: vec3f) -> Outputs {
    var o: Outputs;
    let less = position < u.limit;
    o.position = vec4f(less);
    o.color = vec4f(select(0.0, 1.0, any(less)), select(0.0, 1.0, all(less)), select(0.25, 0.5, !less.x && less.y), select(3.0, 2.0, less.z == less.w));
    return o;
}
