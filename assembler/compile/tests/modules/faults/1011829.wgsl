struct Light { direction: vec3<f32>, color: vec4<f32>, kind: i32 }
struct Uniforms { mvp: mat4x4f, params: vec4<f32>, scale: f32, count: i32, lit: u32, palette: array<mat4x4f, 4>, colors: array<vec4<f32>, 5>, grid: array<array<vec2<f32>, 3>, 2>, lights: array<Light, 3> }
@group(0) @binding(0) var<uniform> u: Uniforms;
@group(0) @binding(1) var<uniform> extra: array<mat4x3f, 3>;
struct Part { p: vec3<f32>, q: f32 }
struct Out { @builtin(position) position: vec4<f32>, @location(0) color: vec4<f32>, @location(2) texcoord0w: f32 }
@vertex fn main(@location(0) position: vec3<f32>, @location(1) a: vec4<f32>, @location(3) size: f32) -> Out {
    let v_1 = atan2(((mat2x3f(a.zzz, a.zzx) * mat4x2f(position.xz, extra[1][1].zx, a.xy, extra[i32(clamp(position.z, 0.0f, 2.5f))][1].xx)) * inverseSqrt((0.5f + abs(position.xyyy)))), cross((extra[min(min(4u, 0u), 2u)][clamp(0i, 0i, 3i)] / (0.5f + abs(vec3<f32>(size, 0.0f, extra[u32(saturate(1.5f) * 2.9f)][1][min((max(u.lit, u32(4u)) - min(u.lit, u32(4u))), 2u)])))), (a.wxy * position.x)));
    var v_2: i32 = min(max((-3i), 4i), ((-1i) >> u32(2u)));
    {
        v_2 = ((-v_2) - dot(vec4<i32>(v_2, (-2i), 3i, v_2), vec4<i32>(v_2, v_2, v_2, v_2)));
        var n_3 = 0i;
        while n_3 < 4i && true {
            n_3++;
            for (var i_4 = 0i; i_4 < clamp(v_2, 0i, 3i); i_4 += 2i) {
                var v_5: vec2<f32> = ((a.zz * vec2<f32>(0.7f, a.x)) / (0.5f + abs((vec2<f32>(position.z) % vec2<f32>(0.75f)))));
                v_5 = (vec2<f32>(a.z, v_5.y) * a.wz);
            }
            for (var i_6 = 0i; i_6 < 3i; i_6++) {
                v_2 = sign(abs((-3i)));
            }
            if (length(vec3<f32>(v_1.z)) == determinant(mat2x2f(vec2<f32>(extra[clamp(v_2, 0i, 2i)][1].z, size), vec2<f32>(size, (-2.5f))))) {
                let v_7 = vec2<f32>(0.25f, v_1[i32(clamp(3.3f, 0.0f, 2.5f))]).y;
                v_2 -= clamp(n_3, i32(-6), i32(6));
            } else {
                v_2 = (v_2 << u32(0u));
            }
        }
    }
    v_2 -= abs(v_2);
    v_2 -= abs(v_2);
    switch (v_2 / (abs(v_2) + i32(1i))) {
    case 1i, 3i: {
        v_2 -= (v_2 + v_2);
    }
    case default, 4i: {
        let v_8 = sign(v_1.yzxy);
    }
    }
    switch (0u + 3u) {
    case 0u: {
        {
            {
                v_2 -= select(v_2, (-2i), false);
                v_2 += clamp(((-3i) & i32(15i)), i32(-6), i32(6));
            }
        }
    }
    case 1u: {
        if any(vec4<bool>(false, false, false, true)) {
            var v_9: i32 = ((-2i) % i32(4i));
        }
    }
    default: {
        v_2 -= min(min(5i, v_2), select(v_2, v_2, true));
    }
    }
    {
        var n_11 = 0i;
        while n_11 < 4i && (!false) {
            n_11++;
            var v_12: vec2<f32> = mix(atan2((mat2x2f(v_1.yz, vec2<f32>(v_1.z, a.w)) * vec2<f32>(size)), select(vec2<f32>(u.params.y, a.z), v_1.zy, vec2<bool>(true, true))), position.yz, (radians(size) + length(a.zzx)));
            {
                var v_13: f32 = ((a.w - v_12.y) * dot(a, vec4<f32>(a.y, v_1[i32(clamp(size, 0.0f, 2.5f))], 3.3f, v_1.y)));
            }
            if select(false, true, true) {
                v_12[2u % 2u] *= sinh(clamp(f32(1u), f32(-2.0f), f32(2.0f)));
                v_12.y += (position.x * a.x);
            } else {
                v_12.y = position.x;
                if (!false) { break; }
                v_2 = select(n_11, select(v_2, n_11, false), (extra[2u % 3u][u32(saturate(a.x) * 3.9f)].y <= size));
            }
        }
    }
    return Out((vec4<f32>(extra[min(1u, 2u)][clamp((-3i), 0i, 3i)].z, 0.7f, extra[u32(saturate((v_1.x - position[2])) * 2.9f)][2].z, 1.5f) - normalize(position.zzxz + position.xxzz)), vec4f(a.z + v_1.y + f32(v_2), f32(v_2) + position.x + position.x, v_1.x + v_1.y + f32(v_2), f32(v_2) + v_1.x + position.x), acos(clamp(size, f32(-1.0f), f32(1.0f))));
}
