@group(0) @binding(0) var<uniform> m: mat4x4f;
@vertex
fn main(@location(0) p: vec4f) -> @builtin(position) vec4f {
    return p * determinant(m);
}
