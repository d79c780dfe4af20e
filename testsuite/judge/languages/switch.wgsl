struct Uniforms {
    mode: i32,
}
@group(0) @binding(0) var<uniform> u: Uniforms;
struct Outputs {
    @builtin(position) position: vec4f,
    @location(0) color: vec4f,
}
@vertex
fn main(@location(0) position: vec4f) -> Outputs {
    var o: Outputs;
    var c = position;
    switch u.mode {
        case 0: { c = position.yxwz; }
        case 1, 2: { c *= 2.0; }
        default: { c = vec4f(0.25); }
    }
    o.position = position;
    o.color = c;
    return o;
}
