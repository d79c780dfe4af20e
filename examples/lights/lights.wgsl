// lights.vsh in WGSL: several lights, computed for each vertex in a loop; parts of the shader can be switched off.
//
// Attributes of a vertex, in this order:
//   v0  position, 3 floats
//   v1  normal, 3 floats
//   v2  colour, 4 floats or normalised bytes; needed only with the switch vertexColors

struct Uniforms {
    projection: mat4x4f,
    modelView: mat4x4f,
    // Four lights of two registers each, in view space:
    //   lights[2n]     xyz: a place if w is 1; the direction towards the light if w is 0
    //   lights[2n + 1] rgb: the colour; w: how fast it fades with the square of the distance, 0 for not at all
    lights: array<vec4f, 8>,
    // The colour of the mesh where vertices have none.
    material: vec4f,
    // x: the number of lights to run through, minus 1.
    someLights: vec3u,
    // Switches. They are only compared with 0, so that they are boolean uniforms.
    lighting: u32,
    vertexColors: u32,
    everyLight: u32,
}
@group(0) @binding(0) var<uniform> u: Uniforms;

struct Output {
    @builtin(position) position: vec4f,
    @location(0) color: vec4f,
}

// What comes from a light to a surface.
fn from_light(n: u32, position: vec3f, normal: vec3f) -> vec3f {
    let place = u.lights[2 * n];
    let color = u.lights[2 * n + 1];
    // Towards the light: its place minus the vertex, or its direction as it is.
    let towards = place.xyz - place.w * position;
    let facing = max(dot(normalize(towards), normal), 0.0);
    let left = 1.0 / (1.0 + color.w * dot(towards, towards));
    return left * facing * color.rgb;
}

@vertex
fn main(@location(0) inPosition: vec3f, @location(1) inNormal: vec3f, @location(2) inColor: vec4f) -> Output {
    let position = (u.modelView * vec4f(inPosition, 1.0)).xyz;
    let normal = normalize((u.modelView * vec4f(inNormal, 0.0)).xyz);

    var surface = u.material;
    if u.vertexColors != 0 {
        surface = inColor;
    }

    if u.lighting != 0 {
        // The light that comes from everywhere: from below, and what comes from above on top of that.
        let above = 0.5 * (1.0 + normal.y);
        var light = vec3f(0.10, 0.08, 0.06) + above * vec3f(0.10, 0.14, 0.22);
        if u.everyLight != 0 {
            for (var n = 0u; n < 4; n++) {
                light += from_light(n, position, normal);
            }
        } else {
            for (var n = 0u; n <= u.someLights.x; n++) {
                light += from_light(n, position, normal);
            }
        }
        surface = vec4f(surface.rgb * light, surface.a);
    }

    var out: Output;
    out.position = u.projection * vec4f(position, 1.0);
    out.color = vec4f(min(surface.rgb, vec3f(1.0)), surface.a);
    return out;
}
