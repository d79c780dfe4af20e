struct Light { direction: vec3<f32>, color: vec4<f32>, kind: i32 }
struct Uniforms { params: vec4<f32>, scale: f32, offset: vec2<i32>, weights: array<f32, 4>, grid: array<array<vec2<f32>, 3>, 2>, lamp: Light, normals: mat3x3f }
@group(0) @binding(0) var<uniform> u: Uniforms;
struct Part { p: vec3<f32>, q: f32 }
struct Whole { part: Part, n: i32, m: mat2x2f }
var<private> shared_1: vec3f = vec3f(0.5f, 1.0f, -2.0f);
fn function_2(p_3: ptr<function, vec4<f32>>) -> u32 {
    {
        if (0u > 0u) {
            var v_5: vec3<i32>;
            let v_6 = (-v_5.yz);
            if (!(v_6.x > v_5.y)) {
                shared_1.z -= u.grid[0][clamp(v_6.y, 0i, 2i)].y;
                shared_1[clamp(v_5.x, 0i, 2i)] -= shared_1.x;
            } else {
                shared_1.y += select((*p_3).x, shared_1.y, true);
                v_5.y = ((-1i) * v_6.y);
                v_5 = vec3<i32>(vec3<bool>(false, true, true));
            }
        } else {
            shared_1.z = (u.weights[i32(clamp(log((0.25f + abs(shared_1.x))), 0.0f, 3.5f))] * 0.7f);
            shared_1 = cosh(clamp(shared_1, vec3<f32>(-2.0f), vec3<f32>(2.0f)));
            var v_7: bool;
        }
    }
    return u32(clamp(f32(false), f32(-1.0f), f32(9.5f)));
}
fn function_8(p_9: vec4<f32>, p_10: ptr<function, Whole>, p_11: ptr<function, f32>) -> vec3<f32> {
    if (sign(p_9.z) > select(p_9.y, 0.0f, false)) {
        var n_12 = 0i;
        while n_12 < 3i && ((2.0f * (*p_11)) >= mix(u.params.w, shared_1.x, p_9[u32(saturate(u.params.w) * 3.9f)])) {
            n_12++;
            if (ldexp((*p_10).part.q, clamp((*p_10).n, i32(-3i), i32(3i))) > ((*p_10).m[1].y * 3.3f)) {
                shared_1.y += length(shared_1.zyyz);
                shared_1 += vec3<f32>(vec2<f32>(u.offset), 1.0f);
            } else {
                var v_14: vec2<f32> = (-(p_9.zx - p_9.yy));
                (*p_11) = (0.5f - (-2.5f));
            }
            var v_15: f32 = pow(abs((-dot(shared_1.zx, p_9.xw))) + 0.125f, f32(3.0f));
            var v_16: mat4x2f;
        }
        (*p_11) *= select((p_9.w - shared_1.y), (shared_1.x - p_9[min(1u, 3u)]), (2.0f != p_9.w));
    }
    if (((*p_11) <= shared_1.z) && (true || false)) {
        var n_17 = 0i;
        while n_17 < 3i && ((*p_11) >= shared_1.y) {
            n_17++;
            for (var i_18 = 0i; i_18 < i32(min(1u, 4u)); i_18++) {
                (*p_10) = Whole(Part(p_9.wxw, (*p_11)), i32(false), mat2x2f(shared_1.yx, vec2<f32>(p_9.x, p_9.x)));
            }
            {
                shared_1 += shared_1.xzxy.rgg;
                let v_19 = length(shared_1.zyxy);
            }
        }
    } else if (round((*p_11)) != determinant(mat2x2f(shared_1.xz, shared_1.zz))) {
        let v_20 = (5u / (5u + u32(1u)));
        return vec3<f32>(p_9.w, (*p_11), u.lamp.color[min(v_20, 3u)]);
    } else {
        switch clamp(3i, i32(-4), i32(4)) {
        case 0i: {
            (*p_11) -= determinant(mat2x2f(vec2<f32>(p_9.z, u.lamp.direction.z), p_9.xz));
        }
        case 2i: {
            if ((*p_11) == (*p_11)) {
                var v_21: f32 = tan(clamp(((0.5f + shared_1.y) * (shared_1.y - (*p_11))), f32(-1.0f), f32(1.0f)));
            } else if all(vec2<bool>(false, false)) {
                shared_1 -= cos(shared_1);
            } else {
                (*p_10).m += mat2x2f(shared_1.yz, p_9.xx);
            }
            if any(vec3<bool>(false, true, false)) {
                shared_1 -= select(cross(shared_1, p_9.yxw), smoothstep(vec3<f32>(-0.5f), vec3<f32>(1.5f), p_9.zzw), vec3<bool>(true, false, false));
            } else if (select((-1.0f), p_9.w, true) < (-p_9.x)) {
                return vec3<f32>(p_9.y, 1.0f, 2.0f);
            } else {
                (*p_10).m[clamp(3i, 0i, 1i)].x = modf(f32((*p_10).n)).whole;
                shared_1 -= vec3<f32>((-u.grid[i32(clamp((*p_11), 0.0f, 1.5f))][u32(saturate(0.7f) * 2.9f)]), select(shared_1.z, p_9.z, false));
            }
        }
        case 4i, 6i: {
            var v_22: mat3x3f;
        }
        default: {
            if select((0.5f != p_9.x), true, any(vec2<bool>(false, true))) {
                (*p_11) -= select((*p_11), p_9.y, false);
            }
        }
        }
        let v_23 = (vec3<f32>(p_9.w, (*p_11), p_9.x) * u.grid[i32(clamp(p_9.y, 0.0f, 1.5f))][clamp(((*p_10).n % i32(3i)), 0i, 2i)].yxy);
    }
    return (-vec3<f32>(p_9.w));
}
struct Out { @builtin(position) position: vec4<f32>, @location(0) color: vec4<f32>, @location(1) texcoord0: vec2<f32>, @location(3) view: vec3<f32> }
@vertex fn main(@location(0) position: vec3<f32>, @location(1) a: vec4<f32>, @location(2) uv: vec2<f32>, @location(4) bones: vec2<u32>, @location(5) index: i32) -> Out {
    let v_24 = (-a.w);
    let v_25 = vec2<f32>(sinh(clamp(max(v_24, u.weights[2]), f32(-2.0f), f32(2.0f))), (-(-shared_1.z)));
    if ((-(-2.5f)) < dot(shared_1.zz, v_25)) {
        let v_26 = (v_25.yyxx + vec4<f32>(uv.x));
        if (!false) {
            shared_1.z *= cos(v_25.y);
            var n_27 = 0i;
            while n_27 < 3i && select(false, false, true) {
                n_27++;
                shared_1 *= vec3<f32>(a.w);
                var v_28: Part = Part(vec3<f32>(v_25.y), (v_25.y + position.y));
                shared_1.x -= (-v_24);
            }
            let v_29 = ((mat3x2f(uv, vec2<f32>(v_25.y, v_26[u32(saturate(uv.x) * 3.9f)]), uv) * mat4x3f(uv.xyx, shared_1, position, uv.yyy)) * vec4<f32>(v_26.x, v_26[u32(saturate(v_26.w) * 3.9f)], (-0.3f), uv.x));
        }
    } else {
    }
    return Out(fma((position.y - a), select(a, vec4<f32>(a.w), false), pow(abs(a) + 0.125f, vec4<f32>(2.0f))), vec4f(v_25.y + f32(index) + f32(index), uv.x + v_25[i32(clamp(dot(position.xyzx, position.zzyy), 0.0f, 1.5f))] + f32(bones.x), uv.x + v_25[u32(saturate(v_24) * 1.9f)] + a.y, a.x + f32(bones.x) + v_24), reflect(exp(clamp(shared_1.xy, vec2<f32>(-3.0f), vec2<f32>(3.0f))), select(vec2<f32>(a.w, 3.3f), shared_1.zx, true)), atan(v_25.xxy));
}
