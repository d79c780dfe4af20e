@group(0) @binding(0) var<storage, read> bones: array<mat4x4f>;
@vertex
fn main(@location(0) p: vec4f, @location(1) bone: u32) -> @builtin(position) vec4f {
    return bones[bone] * p * f32(arrayLength(&bones));
}
