struct Out {
    @builtin(position) position: vec4f,
    @location(0) color: vec3f,
    @location(1) v_color: vec4f,
    @location(2) texcoord0: vec4f,
    @location(3) normal: vec3f,
}
@vertex
fn main(@location(0) p: vec4f) -> Out {
    return Out(p, p.xyz, p, p, p.xyz);
}
