struct Light { direction: vec3<f32>, color: vec4<f32>, kind: i32 }
struct Uniforms { lit: u32, colors: array<vec4<f32>, 5>, weights: array<f32, 4>, grid: array<array<vec2<f32>, 3>, 2>, lights: array<Light, 3>, lamp: Light, tilt: mat3x2f }
@group(0) @binding(0) var<uniform> u: Uniforms;
@group(0) @binding(1) var<uniform> extra: array<mat4x3f, 3>;
const TABLE_1 = array<i32, 2>(5i, 4i);
struct Part { p: vec3<f32>, q: f32 }
struct Whole { part: Part, n: i32, m: mat2x2f }
var<private> shared_2: vec3f = vec3f(0.5f, 1.0f, -2.0f);
struct Out { @builtin(position) position: vec4<f32>, @location(0) color: vec4<f32>, @location(1) texcoord0: vec2<f32>, @location(4) normalquat: vec4<f32> }
@vertex fn main(@location(0) position: vec3<f32>, @location(1) a: vec4<f32>, @location(2) uv: vec2<f32>, @location(4) bones: vec2<u32>, @location(5) index: i32) -> Out {
    shared_2.x += 3.3f;
    if (distance(uv.yxx, uv.yxy) >= ldexp(extra[2][2][u32(saturate(select(shared_2.z, position.y, false)) * 2.9f)], clamp((-1i), i32(-3i), i32(3i)))) {
        shared_2.z = ((uv.x - extra[0][clamp(index, 0i, 3i)].y) - (a.y - 1.0f));
    } else {
        var v_3 = TABLE_1;
    }
    if all(vec3<bool>(true, true, true)) {
        var n_4 = 0i;
        loop {
            let w_5 = distance(vec3<f32>(shared_2.z, shared_2.y, 0.0f), cos(a.xxx));
                let v_6 = atan2(a.x, extra[2][0].x);
                shared_2 -= vec3<f32>((vec3<i32>(n_4, n_4, n_4) * vec3<i32>(3i, 2i, index)));
            continuing {
                n_4++;
                break if n_4 >= 4i || false;
            }
        }
        shared_2.y = (shared_2.z * position.z);
        for (var i_7 = 0i; i_7 < i32(min(4u, 4u)); i_7++) {
            shared_2.y -= ldexp((-1.0f), clamp(i_7, i32(-3i), i32(3i)));
            shared_2 *= (vec3<f32>(0.1f, uv.y, a.x) - vec3<f32>(2.0f, u.tilt[0].y, a[u.lit % 4u]));
            if any(vec3<bool>(false, false, false)) {
                shared_2 = (uv.xyy * mat3x3f(vec3<f32>(u.lights[u32(saturate(cosh(clamp(shared_2[2], f32(-2.0f), f32(2.0f)))) * 2.9f)].color.z), vec3<f32>(shared_2.z, position.y, position.y), vec3<f32>(a.z, a.w, position.z)));
            }
        }
    } else if (shared_2.z == 0.0f) {
        var v_8: u32;
        for (var i_9 = 0i; i_9 < i32(min(bones.y, 4u)); i_9++) {
            var v_10: mat2x2f = mat2x2f(shared_2.xy, uv);
            let v_11 = acos(clamp(extra[0][0][min(v_8, 2u)], f32(-1.0f), f32(1.0f)));
            let v_12 = distance(inverseSqrt((0.5f + abs(select(vec3<f32>(a.x, v_11, v_10[u32(saturate(shared_2.y) * 1.9f)].y), uv.xxx, false)))), refract(0.5f * (vec3<f32>(uv[i32(clamp(extra[1][0].y, 0.0f, 1.5f))], shared_2.x, v_10[0].y) * shared_2), 0.5f * vec3<f32>(position.x), 0.8f));
        }
    } else if bool(index) {
        shared_2.x *= determinant(mat2x2f(uv, shared_2.xy));
        shared_2.x -= f32(TABLE_1[2u % 2u]);
    } else {
        var v_13: array<vec3<f32>, 3> = array<vec3<f32>, 3>(((shared_2.xx / (0.5f + abs(vec2<f32>(uv[4u % 2u], shared_2.z)))) * transpose(mat2x3f(a.xzz, uv.yxx))), (exp2(clamp(vec3<f32>(a.x, uv.y, uv.x), vec3<f32>(-4.0f), vec3<f32>(4.0f))) + saturate(vec3<f32>(uv.y))), cross(mix(a.wyw, a.xxy, a.y), (extra[u32(saturate(0.1f) * 2.9f)][i32(clamp(abs(position.x), 0.0f, 3.5f))][min((bones.y + u.lit), 2u)] - shared_2)));
    }
    var n_14 = 0i;
    while n_14 < 2i && (ceil(0.1f) == (position.y * position.y)) {
        n_14++;
        if (bones[bones.y % 2u] == u.lit) {
            if (trunc(shared_2.z) <= (-position.x)) {
                var v_15: i32 = TABLE_1[min((max(bones.x, u32(4u)) - min(bones.y, u32(4u))), 1u)];
                v_15 += 0i;
            } else {
                var v_16: u32;
            }
            switch min(bones.y, bones.y) {
            case 1u, 3u: {
                shared_2 += vec3<f32>(position.x, extra[0][2].z, (-2.5f));
            }
            case 5u: {
                var v_17: Light = Light(vec3<f32>(uv.x, extra[i32(clamp(dot(shared_2.yyzy, extra[2][2].yxxz), 0.0f, 2.5f))][1].x, extra[i32(clamp(position.y, 0.0f, 2.5f))][2].y), shared_2.yyzx.rbra, (n_14 + n_14));
                shared_2 -= ldexp((v_17.color.wzy * shared_2), clamp(max(vec3<i32>(2i, 2i, 1i), vec3<i32>(index, index, n_14)), vec3<i32>(-3i), vec3<i32>(3i)));
            }
            case default, 6u: {
                shared_2 -= select(reflect(a.yxw, extra[min((2u / (1u + u32(1u))), 2u)][2]), vec3<f32>(vec3<i32>(n_14, n_14, TABLE_1[i32(clamp(position.x, 0.0f, 1.5f))])), (true != true));
            }
            }
        } else {
            if (!select(false, true, true)) {
                shared_2.z -= f32(4u);
            }
            shared_2 *= position;
            if (extra[u32(saturate(position.z) * 2.9f)][0].z >= distance(shared_2.xyyz, extra[1][1].yyxy)) { break; }
        }
        if (degrees(uv[clamp(n_14, 0i, 1i)]) == select(a.y, a.y, false)) {
            if (dot(vec4<f32>(shared_2.z), position.yxzx) == extra[u32(saturate((-position.z)) * 2.9f)][2].x) {
                shared_2 += (vec3<f32>(shared_2.x, a.y, a.y) - vec3<f32>(shared_2.z, position.x, a.x));
                shared_2.x *= (a.z + position.x);
            } else {
                shared_2.x += f32((false == true));
                var v_18 = TABLE_1;
            }
        } else if false {
            {
                shared_2 += shared_2;
                shared_2 -= (uv.yyy + a.w);
            }
        }
    }
    if (extra[u32(saturate(position.x) * 2.9f)][3].z < shared_2.x) {
        if (shared_2.y >= shared_2.z) {
            shared_2.z += (pow(abs(1.5f) + 0.125f, f32(4.0f)) * (-shared_2.y));
            if ((index - 1i) > i32(3u)) {
                shared_2 -= vec3<f32>(position.y);
                shared_2.z = (-a.z);
            }
            shared_2.y = length(pow(abs(position.zyzx) + 0.125f, vec4<f32>(3.0f)));
        }
    } else if (((-0.3f) - position.y) < extra[u32(saturate(shared_2.z) * 2.9f)][3].z) {
        switch (bones.x >> u32(1u)) {
        case 0u, 2u: {
            var v_19: vec2<f32> = cosh(clamp(asin(clamp(vec2<f32>(position.x, position.y), vec2<f32>(-1.0f), vec2<f32>(1.0f))), vec2<f32>(-2.0f), vec2<f32>(2.0f)));
        }
        default: {
            if all(vec4<bool>(false, true, true, false)) {
                shared_2.x -= trunc(uv.y);
                let v_20 = select((u32(clamp(0.5f, f32(-1.0f), f32(9.5f))) * (2u >> u32(2u))), (u32(clamp(3.3f, f32(-1.0f), f32(9.5f))) * (max(bones.y, u32(6u)) - min(bones.y, u32(6u)))), ((-uv[bones.y % 2u]) >= u.grid[min(bones.y, 1u)][bones[1] % 3u].y));
                shared_2.y = (-dot(shared_2.yy, vec2<f32>(a.w)));
            }
        }
        }
        if (max(bones.x, bones.x) < u32(abs(u.lamp.kind))) {
        }
    } else {
    }
    return Out((mat2x4f(vec4<f32>(shared_2[i32(clamp(position.z, 0.0f, 2.5f))], position.x, position.x, u.weights[2u % 4u]), uv.xxyx) * u.colors[(bones.x / (3u + u32(1u))) % 5u].zx), vec4f(f32(index) + position.x + f32(index), position.y + f32(bones.y) + position.y, uv.y + f32(index) + f32(index), f32(bones.x) + position.x + a.w), vec2<f32>((-0.7f), sinh(clamp(a.y, f32(-2.0f), f32(2.0f)))), smoothstep(vec4<f32>(-0.5f), vec4<f32>(1.5f), exp(clamp(vec4<f32>(position.y), vec4<f32>(-3.0f), vec4<f32>(3.0f)))));
}
