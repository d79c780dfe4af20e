struct Uniforms {
    scale: f32,
}
@group(0) @binding(0) var<uniform> u: Uniforms;
struct Outputs {
    @builtin(position) position: vec4f,
    @location(0) color: vec4f,
}
fn change(v: ptr<function, vec3f>, by: f32) -> f32 {
    *v = (*v).zxy * by;
    return (*v).x + (*v).y;
}
fn split(v: vec4f, low: ptr<function, vec2f>, high: ptr<function, vec2f>) {
    *low = v.xy;
    *high = v.zw;
}
@vertex
fn main(@location(0) position: vec4f, @location(1) normal: vec3f) -> Outputs {
    var o: Outputs;
    var n = normal;
    var sum = change(&n, u.scale);
    sum += change(&n, 0.5);
    var low: vec2f;
    var high: vec2f;
    split(position, &low, &high);
    o.position = vec4f(high, low);
    o.color = vec4f(n, sum);
    return o;
}
