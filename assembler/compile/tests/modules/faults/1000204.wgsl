struct Out { @builtin(position) position: vec4<f32>, @location(0) color: vec4<f32>, @location(3) view: vec3<f32> }
@vertex fn main(@location(0) position: vec3<f32>, @location(1) a: vec4<f32>, @location(2) uv: vec2<f32>, @location(4) bones: vec2<u32>, @location(5) index: i32) -> Out {
    var v_13: vec3<f32>;
    let v_17 = uv.yyyy;
    return Out(refract(0.5f * vec4f(0.5f), 0.5f * vec4f(0.5f), 0.8f), vec4f(f32(bones[bones.y % 2u]) + 0.5f + a.y, f32(bones.x) + 0.5f + uv[bones.x % 2u], position.y + v_13.z + 0.5f, a.x + uv.y + uv.x), round(v_17.zzy - uv.xyy));
}
