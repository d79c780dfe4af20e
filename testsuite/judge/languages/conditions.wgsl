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
    var c = vec4f(normal, 1.0);
    if position.x > u.limit.x {
        c.x = position.y;
    } else if position.y > u.limit.y && position.z < u.limit.z {
        c.y = position.x;
    } else {
        c.z = normal.x;
        c.w = normal.y;
    }
    o.position = select(-position, position, position.w < u.limit.w);
    o.color = c;
    return o;
}
