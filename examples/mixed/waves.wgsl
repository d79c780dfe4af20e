// A sheet of water. A procedure in assembly, wave.vsh, computes its waves.

struct Uniforms {
    projection: mat4x4f,
    // In seconds.
    time: f32,
}
@group(0) @binding(0) var<uniform> u: Uniforms;

struct VsOut {
    @builtin(position) position: vec4f,
    @location(0) color: vec4f,
}

// The height of a wave: a parabola from 0 over 1 to 0, again and again.
// picac: extern wave
fn wave(x: f32) -> f32 {
    let f = fract(x);
    return 4.0 * f * (1.0 - f);
}

@vertex
fn main(@location(0) position: vec3f) -> VsOut {
    let height = 0.5 * wave(position.x + u.time) + 0.25 * wave(2.0 * position.z);
    let moved = vec4f(position.x, position.y + height, position.z, 1.0);
    return VsOut(u.projection * moved, vec4f(height, height, 1.0, 1.0));
}
