struct Light {
    direction: vec3f,
    color: vec4f,
}
struct Uniforms {
    first: Light,
    second: Light,
}
@group(0) @binding(0) var<uniform> u: Uniforms;
struct Outputs {
    @builtin(position) position: vec4f,
    @location(0) color: vec4f,
}
fn lit(light: Light, n: vec3f) -> vec4f { return light.color * max(dot(light.direction, n), 0.0); }
@vertex
fn main(@location(0) position: vec4f) -> Outputs {
    var o: Outputs;
    o.position = position;
    var last = u.second;
    last.color *= 0.5;
    o.color = lit(u.first, position.xyz) + lit(last, position.yzx);
    return o;
}
