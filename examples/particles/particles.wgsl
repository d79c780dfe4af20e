// particles.vsh in WGSL: the vertex shader of the particles. WGSL has no geometry shaders, so the second half stays
// particles.gsh: `picald particles.wgsl particles.gsh -o particles.shbin` links both.
//
// Attributes of a vertex, in this order:
//   v0  centre, 3 floats
//   v1  colour, 4 floats or normalised bytes

@group(0) @binding(0) var<uniform> modelView: mat4x4f;

// A geometry shader gets the position as its first input, and the other outputs in this order.
struct Output {
    @builtin(position) position: vec4f,
    @location(0) color: vec4f,
}

@vertex
fn main(@location(0) inCentre: vec3f, @location(1) inColor: vec4f) -> Output {
    // The last row of modelView is (0, 0, 0, 1).
    let centre = (modelView * vec4f(inCentre, 1.0)).xyz;
    return Output(vec4f(centre, 1.0), inColor);
}
