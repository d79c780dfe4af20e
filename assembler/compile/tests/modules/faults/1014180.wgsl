struct Light { direction: vec3<f32>, color: vec4<f32> }
struct Uniforms { mvp: mat4x4f, params: vec4<f32>, count: i32, offset: vec2<i32>, lamp: Light }
@group(0) @binding(0) var<uniform> u: Uniforms;
@group(0) @binding(1) var<uniform> extra: array<mat4x3f, 3>;
const TABLE_1 = array<i32, 2>((-2i), (-2i));
const TABLE_2 = array<i32, 2>(0i, (-2i));
struct Part { p: vec3<f32>, q: f32 }
var<private> shared_3: vec3f = vec3f(0.5f, 1.0f, -2.0f);
fn function_4(p_5: vec2<f32>) -> vec4<f32> {
    {
        var v_6: f32;
        if ((-3i) < TABLE_1[min(2u, 1u)]) {
            var v_7: bool;
        } else if all(vec4<bool>(false, false, false, false)) {
            if ((u32(1u) & 1u) == 3u) {
                v_6 = (length(vec3<f32>(shared_3.x)) + log((0.25f + abs(shared_3.x))));
                v_6 += cos(p_5.x);
            } else {
                shared_3.y = fract((-v_6));
                shared_3 = p_5.yyy;
            }
            if (extra[2u % 3u][2].x > v_6) {
                v_6 += (select(extra[min(0u, 2u)][0].z, v_6, false) * p_5.y);
                return (shared_3.yx * mat4x2f(extra[min(3u, 2u)][3].xy, shared_3.zy, vec2<f32>(p_5.y), p_5));
            } else {
                shared_3.x = shared_3[clamp(TABLE_2[1], 0i, 2i)];
                v_6 += max(v_6, (-2.5f));
            }
        } else if (!(extra[2u % 3u][1].y == shared_3.y)) {
            for (var i_8 = 0i; i_8 < 1i; i_8++) {
                if (v_6 >= extra[0u % 3u][1].z) { continue; }
                var v_9: bool = select((!false), (shared_3.x != p_5.x), (v_6 > 2.0f));
                shared_3 += round(fract(shared_3));
            }
        }
    }
    var n_10 = 0i;
    while n_10 < 3i && bool((3u << u32(2u))) {
        n_10++;
        if (extra[min((5u % u32(6u)), 2u)][0].z != shared_3.y) {
            let v_11 = normalize(round(vec2<f32>(extra[0][1].x, p_5.y)) + p_5);
        } else {
            shared_3.x -= (shared_3.z * shared_3.z);
        }
        var v_12: f32;
        shared_3 -= fma(p_5.xxx, vec3<f32>(0.5f, shared_3.z, shared_3.x), vec3<f32>(shared_3[max(5u, 1u) % 3u]));
    }
    var v_13: vec3<f32>;
    return vec4<f32>(asinh(extra[i32(clamp(extra[1][0].z, 0.0f, 2.5f))][1].x), (mat3x3f(u.params.yyx, v_13, extra[1u % 3u][2]) * shared_3));
}
struct Out { @builtin(position) position: vec4<f32>, @location(0) color: vec4<f32>, @location(2) texcoord0w: f32, @location(4) normalquat: vec4<f32> }
@vertex fn main(@location(0) position: vec3<f32>, @location(1) a: vec4<f32>, @location(4) bones: vec2<u32>, @location(5) index: i32) -> Out {
    shared_3 *= refract(0.5f * u.mvp[min(5u, 3u)].yxz, 0.5f * a.yxy, 0.8f);
    shared_3.z = f32(i32(false));
    var n_14 = 0i;
    while n_14 < 2i && (4u > 1u) {
        n_14++;
        var v_15: bool;
        var n_16 = 0i;
        loop {
            let w_17 = (u.params * mat2x4f(shared_3.xzyz, vec4<f32>((-1.0f), 1.5f, a.z, shared_3.x))).y;
                for (var i_18 = 0i; i_18 < i32(min(bones.y, 4u)); i_18 += 2i) {
                    let v_19 = mix(extra[min(3u, 2u)][min(2u, 3u)].z, shared_3.x, a[clamp(n_16, 0i, 3i)]);
                    shared_3 += round(vec3<f32>(2.0f, shared_3.z, v_19));
                    v_15 = ((bones.x % u32(3u)) > (bones.y / (3u + u32(1u))));
                }
            continuing {
                n_16++;
                break if n_16 >= 1i || (max(position.y, (-2.5f)) == (w_17 / (0.5f + abs(extra[0][2].z))));
            }
        }
        var v_20: vec3<f32>;
    }
    if false {
        var n_21 = 0i;
        while n_21 < 1i && (a.y >= shared_3.y) {
            n_21++;
            shared_3 += ((-vec3<f32>(position.z, u.params.z, a.z)) + shared_3);
        }
        shared_3.x += f32(false);
    } else {
        var v_22: bool = false;
        shared_3.x = distance((-position.yx), vec2<f32>(a.w));
        for (var i_23 = 0i; i_23 < i32(min(bones.x, 4u)); i_23++) {
            var n_24 = 0i;
            while n_24 < 1i && any(vec4<bool>(v_22, true, true, false)) {
                n_24++;
                v_22 = true;
                var v_25: f32 = u.mvp[1].y;
            }
            var v_26: f32 = length(vec2<f32>(position.y, position.z));
        }
    }
    var v_27: f32 = floor(position[0u % 3u]);
    shared_3 -= (vec3<f32>(position.y, u.mvp[2].z, shared_3.z) + vec3<f32>(shared_3.z));
    {
        switch min(index, TABLE_2[bones.y % 2u]) {
        case 0i, 1i: {
            var v_28 = TABLE_1;
            var n_29 = 0i;
            loop {
                let w_30 = max(pow(abs(shared_3.x) + 0.125f, f32(4.0f)), select(position[u32(saturate((-2.5f)) * 2.9f)], 0.5f, false));
                    shared_3.z += acosh((1.0f + abs(select(1.0f, a.w, true))));
                    shared_3 -= (-shared_3);
                    var v_31: vec4<f32>;
                continuing {
                    n_29++;
                    v_27 = shared_3.z;
                    break if n_29 >= 1i || (atan2(w_30, a.z) == modf(a.w).whole);
                }
            }
        }
        case default, 2i: {
            if (TABLE_1[min(1u, 1u)] >= TABLE_2[bones[1] % 2u]) {
                v_27 = (vec2<f32>(v_27, a.w).y + clamp(v_27, f32(-0.7f), f32(1.3f)));
            } else {
                v_27 += smoothstep(f32(-0.5f), f32(1.5f), shared_3.x);
                shared_3.z = smoothstep(f32(-0.5f), f32(1.5f), 1.5f);
            }
            shared_3 *= (mat3x3f(vec3<f32>(a.w, shared_3.x, a.w), shared_3, vec3<f32>(1.5f, u.mvp[0][bones.x % 4u], position.x)) * atan2(position, shared_3));
        }
        }
    }
    return Out(vec4<f32>(v_27, a.w, v_27, position.z), vec4f(a[clamp(sign((-1i)), 0i, 3i)] + position.y + a.w, f32(bones.y) + f32(index) + v_27, f32(bones.x) + v_27 + a.x, f32(index) + f32(bones.y) + f32(index)), v_27, fract((vec4<f32>(shared_3.x, position.y, a.y, a.x) * u.lamp.color.y)));
}
