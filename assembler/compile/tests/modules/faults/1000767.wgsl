struct Light { direction: vec3<f32>, color: vec4<f32>, kind: i32 }
struct Uniforms { mvp: mat4x4f, palette: array<mat4x4f, 4>, colors: array<vec4<f32>, 5>, weights: array<f32, 4>, grid: array<array<vec2<f32>, 3>, 2>, lamp: Light, tilt: mat3x2f }
@group(0) @binding(0) var<uniform> u: Uniforms;
@group(0) @binding(1) var<uniform> extra: array<mat4x3f, 3>;
const TABLE_1 = array<vec3<f32>, 6>(vec3f(0.5f), vec3<f32>(0.7f, 0.7f, 1.0f), vec3<f32>(2.0f, 0.1f, 3.3f), vec3<f32>(-0.3f), vec3<f32>(-0.3f), vec3<f32>(-0.3f));
struct Out { @builtin(position) position: vec4<f32>, @location(0) color: vec4<f32> }
@vertex fn main(@location(0) position: vec3<f32>, @location(1) a: vec4<f32>, @location(4) bones: vec2<u32>) -> Out {
    let v_10 = extra[1i][2].z - TABLE_1[bones.y];
    let v_18 = 3i;
    var v_19: f32 = TABLE_1[v_18].y;
    var v_20: array<vec2<f32>, 2> = array<vec2<f32>, 2>(vec2f(0.5f), abs(v_10.yz));
    return Out(a.y * u.mvp[0], vec4f(v_20[0].x + 0.5f + position.z, f32(bones.y) + 0.5f + a.z, f32(bones.x) + 0.5f + 0.5f, v_20[(~bones.y ^ 0xfffffff0u) % 2u].x + v_19 + v_10.x));
}
