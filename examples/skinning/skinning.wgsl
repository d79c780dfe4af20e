// skinning.vsh in WGSL: a mesh that bones move, up to four for each vertex, lit by one directional light.
//
// Attributes of a vertex, in this order:
//   v0  position, 3 floats
//   v1  normal, 3 floats
//   v2  texture coordinate, 2 floats
//   v3  numbers of the bones, 4 unsigned bytes
//   v4  their weights, 4 unsigned bytes that sum up to 255; 0 for bones that are not used

struct Uniforms {
    projection: mat4x4f,
    // 24 bones from the mesh at rest to view space. A matrix of three rows takes three registers; the application sets
    // bone i with C3D_FVUnifMtx3x4, at the location of `bones` plus 3 * i.
    bones: array<mat4x3f, 24>,
    // Towards the light, in view space, of length 1; the colour of the light; the light that comes from everywhere.
    lightDirection: vec3f,
    lightColor: vec3f,
    ambient: vec3f,
}
@group(0) @binding(0) var<uniform> u: Uniforms;

struct Output {
    @builtin(position) position: vec4f,
    @location(0) color: vec4f,
    @location(1) texcoord0: vec2f,
}

@vertex
fn main(
    @location(0) inPosition: vec3f,
    @location(1) inNormal: vec3f,
    @location(2) inTexcoord: vec2f,
    @location(3) inBones: vec4u,
    @location(4) inWeights: vec4f,
) -> Output {
    let weights = inWeights / 255.0;
    var position = vec3f(0.0);
    var normal = vec3f(0.0);
    for (var i = 0; i < 4; i++) {
        // A bone of weight 0 is not worth its instructions.
        if weights[i] > 0.0 {
            let bone = inBones[i];
            position += weights[i] * (u.bones[bone] * vec4f(inPosition, 1.0));
            // Normals are not moved: their w is 0.
            normal += weights[i] * (u.bones[bone] * vec4f(inNormal, 0.0));
        }
    }

    // How much the surface faces the light. A mean of normals is shorter than they are.
    let facing = max(dot(u.lightDirection, normalize(normal)), 0.0);

    var out: Output;
    out.position = u.projection * vec4f(position, 1.0);
    out.color = vec4f(min(u.ambient + facing * u.lightColor, vec3f(1.0)), 1.0);
    out.texcoord0 = inTexcoord;
    return out;
}
