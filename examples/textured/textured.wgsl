// textured.vsh in WGSL: a textured mesh for fragment lighting. The comments there explain the quaternion.
//
// Attributes of a vertex, in this order:
//   v0  position, 3 floats
//   v1  texture coordinate, 2 floats
//   v2  normal, 3 floats, of any length but 0

struct Uniforms {
    projection: mat4x4f,
    modelView: mat4x4f,
}
@group(0) @binding(0) var<uniform> u: Uniforms;

struct Output {
    @builtin(position) position: vec4f,
    @location(0) normalquat: vec4f,
    @location(1) texcoord0: vec2f,
    @location(2) view: vec3f,
}

// How near to -1 a normal's z may come.
const tiny = 0.001;

// The quaternion of the shortest turn from the z axis to a normal of length 1.
fn turn_to(normal: vec3f) -> vec4f {
    var quat = vec4f(-normal.y, normal.x, 0.0, 1.0 + normal.z);
    if quat.w <= tiny {
        // A normal that points straight away from the camera: half a turn about the x axis.
        quat = vec4f(1.0, 0.0, 0.0, 0.0);
    }
    return normalize(quat);
}

@vertex
fn main(
    @location(0) inPosition: vec3f,
    @location(1) inTexcoord: vec2f,
    @location(2) inNormal: vec3f,
) -> Output {
    // The last row of modelView is (0, 0, 0, 1), so that w stays 1.
    let position = (u.modelView * vec4f(inPosition, 1.0)).xyz;
    // A direction is only turned, not moved: its w is 0.
    let normal = normalize((u.modelView * vec4f(inNormal, 0.0)).xyz);

    var out: Output;
    out.position = u.projection * vec4f(position, 1.0);
    out.normalquat = turn_to(normal);
    out.texcoord0 = inTexcoord;
    out.view = -position;
    return out;
}
