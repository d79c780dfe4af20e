@group(0) @binding(0) var<uniform> bones: array<vec4f, 97>;
@vertex
fn main(@location(0) p: vec4f, @location(1) bone: u32) -> @builtin(position) vec4f {
    return p + bones[bone];
}
