// triangle.vsh in WGSL: a triangle with a colour at each corner.
//
// Attributes of a vertex: @location(0) is v0, @location(1) is v1.

// The uniform of the program is `projection`. It takes a register for each row, so that C3D_FVUnifMtx4x4 sets it.
@group(0) @binding(0) var<uniform> projection: mat4x4f;

// The name of an output says what the rasteriser takes it for.
struct Output {
    @builtin(position) position: vec4f,
    @location(0) color: vec4f,
}

@vertex
fn main(@location(0) inPosition: vec3f, @location(1) inColor: vec4f) -> Output {
    return Output(projection * vec4f(inPosition, 1.0), inColor);
}
