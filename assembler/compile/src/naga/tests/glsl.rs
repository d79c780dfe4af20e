//! Common GLSL, one kind in each test, against values worked out by hand.

use super::programs::{Run, check, glsl};
use crate::options::Language;

/// A shader of any version. Its first attribute is `a`, its colour `color`.
fn shader(source: &str, runs: &[Run]) {
    check(Language::Glsl, source, runs);
}

#[test]
fn versions_declare_attributes_and_outputs_in_their_ways() {
    for (head, attribute, output) in [
        ("", "attribute vec4 a;", "varying vec4 color;"),
        ("#version 110", "attribute highp vec4 a;", "varying mediump vec4 color;"),
        (
            "#version 100\nprecision highp float;",
            "attribute vec4 a;",
            "invariant varying vec4 color;",
        ),
        ("#version 130", "in vec4 a;", "flat out vec4 color;"),
        (
            "#version 300 es",
            "layout(location = 0) in vec4 a;",
            "smooth out highp vec4 color;",
        ),
        ("#version 330 core", "in vec4 a;", "noperspective out vec4 color;"),
        (
            "#version 450",
            "layout(location = 0) in vec4 a;",
            "layout(location = 0) out vec4 color;",
        ),
        (
            "#version 450",
            "in vec4 a;",
            "out gl_PerVertex { vec4 gl_Position; float gl_PointSize; };\nout vec4 color;",
        ),
        (
            "#version 450",
            "in vec4 a;",
            "layout(std140, row_major) uniform;\nlayout(std430) buffer;\nout vec4 color;",
        ),
        (
            "#version 450 compatibility",
            "in vec4 a;",
            "out vec4 color; invariant gl_Position, color; precise gl_Position;",
        ),
        (
            "#version 320 es\n#extension GL_EXT_x : enable",
            "in vec4 a;",
            "precise centroid out vec4 color;",
        ),
    ] {
        let source = format!("{head}\n{attribute}\n{output}\nvoid main(void) {{ gl_Position = a; color = a * 2.0; }}");
        shader(&source, &[([1.0, 2.0, 3.0, 4.0], [2.0, 4.0, 6.0, 8.0])]);
    }
}

#[test]
fn macros_tell_extensions() {
    for extension in ["GL_EXT_shader_integer_mix", "GL_OES_gpu_shader5"] {
        let source = format!(
            "#version 330
            #extension {extension} : enable
            #extension GL_ANY_other : require
            #extension GL_ANY_more : enable
            #if !defined {extension} || {extension} != 1 || GL_ANY_other != 1 || defined GL_ANY_more
            #error no extension
            #endif
            in vec4 a; out vec4 color;
            void main() {{ gl_Position = a; color = vec4(mix(1, 2, a.x > 0.0)); }}"
        );
        shader(&source, &[([1.0; 4], [2.0; 4]), ([-1.0; 4], [1.0; 4])]);
    }
}

#[test]
fn macros_tell_profiles() {
    for (head, defined, others) in [
        ("#version 100", "GL_ES == 1 && GL_es_profile", "GL_core_profile"),
        ("#version 310 es", "GL_ES && GL_es_profile == 1", "GL_core_profile"),
        ("#version 330", "GL_core_profile == 1", "GL_ES"),
        ("#version 450 core", "GL_core_profile", "GL_compatibility_profile"),
        (
            "#version 450 compatibility",
            "GL_compatibility_profile == 1",
            "GL_es_profile",
        ),
        ("#version 120", "1", "GL_core_profile"),
    ] {
        let [attribute, output] = match head {
            "#version 100" | "#version 120" => ["attribute", "varying"],
            _ => ["in", "out"],
        };
        let source = format!(
            "{head}
            #if !({defined}) || defined {others}
            #error another profile
            #endif
            {attribute} vec4 a; {output} vec4 color;
            void main() {{ gl_Position = a; color = a; }}"
        );
        shader(&source, &[([1.0; 4], [1.0; 4])]);
    }
}

#[test]
fn declarations_have_several_names() {
    shader(
        "attribute vec4 a, b[2];
        varying vec4 color, other;
        uniform float k, l;
        const int n = 2, m = n + 1;
        float x, y = 5.0;
        void main() {
            float u = 1.0, v[2], w = u + 1.0;
            v[0] = w; v[1] = 3.0;
            gl_Position = a;
            x = float(n * m);
            color = vec4(x, y, v[0] + v[1], k + l);
        }",
        &[([0.0; 4], [6.0, 5.0, 5.0, 4.0])],
    );
}

#[test]
fn blocks_may_have_instance_names() {
    shader(
        "#version 330
        in vec4 a;
        uniform First { float one; highp float two; };
        uniform Second { layout(offset = 16) float one; mat4 m; struct { vec2 v; } s[2]; } second;
        uniform Third { float one; } third[2];
        out Result { vec4 color; } result;
        float three() { return one + second.one; }
        void main() {
            gl_Position = a;
            vec4 color = vec4(third[1].one);
            result.color = vec4(three(), two, second.s[1].v.y, color.x);
        }",
        &[([0.0; 4], [4.0, 2.0, 3.0, 2.0])],
    );
}

#[test]
fn members_of_blocks_do_not_hide_other_names() {
    shader(
        "#version 330
        in vec4 a;
        in vec4 color;
        const float scale = 2.0;
        uniform Block { float scale; vec4 color; } u;
        out Result { vec4 color; vec4 a; } result;
        void main() {
            gl_Position = a;
            result.color = color * scale;
            result.color.w = u.scale + u.color.w;
        }",
        &[([1.0, 2.0, 3.0, 4.0], [2.0, 4.0, 6.0, 7.0])],
    );
}

#[test]
fn attributes_are_matrices_and_arrays() {
    shader(
        "#version 330
        layout(location = 0) in vec4 a;
        layout(location = 1) in mat4 m;
        layout(location = 5) in mat3x2 n;
        layout(location = 8) in vec2 list[3];
        layout(location = 11, component = 0) in vec2 low;
        layout(location = 11, component = 2) in vec2 high;
        layout(location = 12) in ivec2 whole;
        out vec4 color;
        void main() {
            gl_Position = a;
            color = vec4((m * a).x, (n * a.xyz).y, list[2].y, float(whole.y) + low.x + high.y);
        }",
        &[([1.0, 2.0, 3.0, 4.0], [10.0, 12.0, 2.0, 7.0])],
    );
}

#[test]
fn parameters_have_all_directions() {
    glsl(
        "void twice(const in float x, out float y, inout float z, const float w) { y = 2.0 * x; z += y + w; }
        void swap(inout vec2 v) { v = v.yx; }
        float first(in float list[2]) { list[0] += 1.0; return list[0]; }
        void nothing(void) {}
        vec4 f(vec4 a) {
            vec4 r = a;
            twice(a.x, r.y, r.z, 1.0);
            swap(r.xw);
            nothing();
            float list[2] = float[2](10.0, 20.0);
            r.y += first(list) + list[0];
            return r;
        }",
        &[([1.0, 2.0, 3.0, 4.0], [4.0, 23.0, 6.0, 1.0])],
    );
}

#[test]
fn functions_are_overloaded_and_hide_those_of_the_language() {
    glsl(
        "float f(float x);
        float g(int x) { return 1.0; }
        float g(uint x) { return 2.0; }
        float g(float x) { return 3.0; }
        float g(vec2 x) { return 4.0; }
        mat2 transpose(mat2 m) { return m; }
        vec2 round(vec2 v) { return floor(v + 0.5); }
        float f(float x) { return x + 1.0; }
        vec4 f(vec4 a) {
            mat2 m = transpose(mat2(1.0, 2.0, 3.0, 4.0));
            return vec4(g(1) + g(1u) + g(1.0) + g(a.xy), f(a.x), m[0].y, round(vec2(a.x + 0.75)).x);
        }",
        &[([1.0, 2.0, 3.0, 4.0], [10.0, 2.0, 2.0, 2.0])],
    );
}

#[test]
fn initialisers_are_those_of_c() {
    glsl(
        "struct Light { vec3 at; float power[2]; };
        const vec2 table[] = { vec2(1.0, 2.0), { 3.0, 4.0 } };
        const Light light = { { 1.0, 2.0, 3.0 }, float[](4.0, 5.0) };
        vec4 f(vec4 a) {
            Light lights[2] = Light[2](light, Light(vec3(7.0), float[2](8.0, 9.0)));
            mat2 m = { { 1.0, 2.0 }, { 3.0, 4.0 } };
            float list[] = float[](1.0, 2.0, 3.0,);
            float[2][3] grid = float[2][3](float[3](1.0, 2.0, 3.0), float[](4.0, 5.0, 6.0));
            return vec4(table[1].y + light.power[1], lights[1].power[0], m[1][0], grid[1][2] + float(list.length()));
        }"
        .replace("3.0,)", "3.0)")
        .as_str(),
        &[([0.0; 4], [9.0, 8.0, 3.0, 9.0])],
    );
}

#[test]
fn constants_are_evaluated() {
    glsl(
        "const int A = 3;
        const int B = A * 2 - (7 >> 1) % 2;
        const float HALF = float(A) / 6.0;
        #define COUNT (B - 1)
        const vec3 V = vec3(HALF, 1.0, sqrt(4.0));
        const vec3 W = V * 2.0 + V.zyx;
        float list[COUNT];
        vec4 f(vec4 a) {
            const int n = A > 2 ? 4 : 1;
            float local[n + 1];
            local[n] = 2.0;
            list[COUNT - 1] = local[4];
            float sum = 0.0;
            switch (B) { case A + 2: sum = 1.0; break; default: sum = 2.0; }
            return vec4(W.x, W.z, list[3] + float(list.length()), sum);
        }",
        &[([0.0; 4], [3.0, 4.5, 6.0, 1.0])],
    );
}

#[test]
fn loops_and_switches_have_all_forms() {
    glsl(
        "vec4 f(vec4 a) {
            float w = 0.0, x = 0.0, y = 0.0, z = 0.0;
            for (int i = 0, j = 10; i < 4; i++, j--) { if (i == 2) continue; x += float(j); }
            int n = 0;
            while (bool more = n < 3) { y += more ? 1.0 : 0.0; ++n; }
            do { z += 1.0; if (z > 5.0) break; } while (z < 3.0);
            for (;;) { w += 2.0; if (w > a.x) break; }
            switch (int(a.y)) {
                case 0:
                case 1: x += 100.0;
                default: x += 1000.0; break;
                case 7: { x = 0.0; }
            }
            if (a.z > 0.0) if (a.w > 0.0) y = 50.0; else y = 60.0;
            return vec4(x, y, z, w);
        }",
        &[
            ([3.0, 0.0, 0.0, 0.0], [1126.0, 3.0, 3.0, 4.0]),
            ([1.0, 2.0, 1.0, -1.0], [1026.0, 60.0, 3.0, 2.0]),
            ([1.0, 7.0, 1.0, 1.0], [0.0, 50.0, 3.0, 2.0]),
        ],
    );
}

#[test]
fn what_follows_a_jump_is_left_out() {
    glsl(
        "float g(float x) { return x; x = 5.0; return x + 1.0; }
        float h(float x) { for (int i = 0; i < 3; i++) { if (x > 0.0) { break; x = 9.0; } x += 1.0; continue; x = 4.0; } return x; }
        vec4 f(vec4 a) { return vec4(g(a.x), h(a.y), h(-10.0), 0.0); }",
        &[([1.0, 2.0, 0.0, 0.0], [1.0, 2.0, -7.0, 0.0])],
    );
}

#[test]
fn vectors_and_matrices_have_all_constructors() {
    glsl(
        "vec4 f(vec4 a) {
            mat2 small = mat2(a);
            mat3 m = mat3(small);
            mat4x3 wide = mat4x3(m);
            mat2 cut = mat2(wide);
            mat2x3 rows = mat2x3(vec3(1.0), vec3(2.0));
            vec4 v = vec4(a.xy, ivec2(3, 4));
            vec2 two = vec2(v);
            vec3 three = vec3(1, two);
            ivec3 whole = ivec3(a.xyz * 1.5);
            bvec2 truths = bvec2(a.xw);
            vec4 numbers = vec4(truths, true, 0);
            vec4 flat_matrix = vec4(mat2(5.0));
            return vec4(m[2][2] + wide[1].y, cut[1].x + rows[1].z, three.z + float(whole.y), numbers.x + numbers.z + flat_matrix.w);
        }",
        &[([1.0, 2.0, 3.0, 4.0], [5.0, 5.0, 5.0, 7.0])],
    );
}

#[test]
fn operators_work_by_components() {
    glsl(
        "vec4 f(vec4 a) {
            mat2 m = mat2(1.0, 2.0, 3.0, 4.0);
            mat2 n = m + 1.0 - m / 2.0 + -m * 2.0;
            m *= 2.0;
            m += mat2(1.0);
            vec2 v = a.xy * m;
            v /= 2.0;
            v -= 1.0;
            ivec2 i = ivec2(7, -7) % 4;
            bool same = m == mat2(3.0, 4.0, 6.0, 9.0) && a.xy == vec2(1.0, 2.0) && !(a.xy != a.xy) ^^ false;
            float steps = a.x;
            float before = steps++ + ++steps;
            return vec4(n[1].y, v.y, float(i.x) + float(same), before + steps);
        }",
        &[([1.0, 2.0, 3.0, 4.0], [-5.0, 11.0, 4.0, 7.0])],
    );
}

#[test]
fn integers_become_floats_by_themselves() {
    glsl(
        "uniform int whole;
        float half_of(float x) { return x / 2; }
        vec4 f(vec4 a) {
            float x = 1;
            vec2 v = ivec2(1, 2);
            uint u = 3;
            return vec4(half_of(3), max(x, whole), mix(0, 1, 0.5), v.y * u + 2 * a.x);
        }",
        &[([1.0, 2.0, 3.0, 4.0], [1.5, 2.0, 0.5, 8.0])],
    );
}

#[test]
fn functions_of_the_language_take_scalars_beside_vectors() {
    glsl(
        "vec4 f(vec4 a) {
            vec2 v = clamp(a.xy, 0.0, 1.5) + min(a.zw, 3.5) + mod(a.xy, 1.5) + step(1.5, a.xy) + smoothstep(0.0, 2.0, a.xy);
            bvec2 b = lessThan(a.xy, a.yx);
            vec2 picked = mix(a.xy, a.zw, b);
            float whole; float part = modf(2.75, whole);
            int exponent; float significand = frexp(12.0, exponent);
            float scalar = length(-3.0) + dot(2.0, 3.0) + distance(1.0, 4.0) + normalize(-5.0);
            return vec4(v.x + v.y, picked.x + picked.y + float(any(b)) + float(all(not(b))), part + whole * 10.0, scalar + float(exponent) + significand);
        }",
        &[([1.0, 2.0, 3.0, 4.0], [13.0, 6.0, 20.75, 15.75])],
    );
}

#[test]
fn names_that_later_versions_reserve_are_names() {
    glsl(
        "float sample(float smooth) { float buffer = smooth, flat = 1.0, patch = 2.0, shared = 3.0, texture = 4.0; return buffer + flat * patch + shared; }
        vec4 f(vec4 a) { vec4 precise = a; float sampler = sample(precise.x); return vec4(sampler); }",
        &[([1.0, 2.0, 3.0, 4.0], [6.0; 4])],
    );
}

#[test]
fn structs_are_values() {
    shader(
        "#version 330
        struct Inner { vec2 v; };
        struct Outer { Inner inner; float list[2]; mat2 m; };
        uniform struct Material { vec4 tint; Inner inner; sampler2D map; } material;
        uniform sampler2D maps[2];
        in vec4 a;
        out vec4 color;
        struct { float x; } nameless;
        Outer made(float x) { Outer o; o.inner.v = vec2(x); o.list[1] = 2.0; o.list[0] = 1.0; o.m = mat2(x); return o; }
        void main() {
            gl_Position = a;
            nameless.x = 1.0;
            Outer one = made(3.0), two = one;
            two.inner.v.y = 7.0;
            color = vec4(two.inner.v, float(one == two), material.inner.v.y + nameless.x + two.list[1]);
        }",
        &[([0.0; 4], [3.0, 7.0, 0.0, 6.0])],
    );
}

#[test]
fn textures_that_no_output_needs_are_left_out() {
    shader(
        "#version 330
        uniform sampler2D map;
        uniform samplerCubeShadow cube;
        in vec4 a;
        out vec4 color;
        vec4 looked_up(sampler2D s, vec2 at) { return texture(s, at) + textureLod(map, at, 0.0) * float(textureSize(s, 0).x); }
        void main() {
            gl_Position = a;
            vec4 unused = looked_up(map, a.xy) + texture(cube, a);
            unused = dFdx(a);
            color = a;
        }",
        &[([1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0])],
    );
}

#[test]
fn variables_outside_of_functions_have_first_values() {
    glsl(
        "float counter = 1.0;
        vec2 pair = vec2(counter + 1.0);
        float next() { return counter++; }
        vec4 f(vec4 a) { float x = next() + next() * 10.0; return vec4(x, counter, pair.x, 0.0); }",
        &[([0.0; 4], [21.0, 3.0, 2.0, 0.0])],
    );
}

#[test]
fn a_swizzle_is_a_place() {
    glsl(
        "vec4 f(vec4 a) {
            vec4 r = a;
            r.yx = r.xy;
            r.zw *= 2.0;
            r.wzyx.xy.x += 1.0;
            mat2 m = mat2(0.0);
            m[1].yx = a.xy;
            int i = 1;
            m[i][0] += 10.0;
            float x = 2.0;
            return r + m[1].xyxy + x.xxxx;
        }",
        &[([1.0, 2.0, 3.0, 4.0], [16.0, 4.0, 20.0, 12.0])],
    );
}

#[test]
fn elements_of_a_swizzle_are_places() {
    glsl(
        "void add(inout float x) { x += 1.0; }
        vec4 f(vec4 a) {
            int i = int(a.x);
            vec4 r = a;
            r.wz[0] = 10.0;
            r.zyx[i] += 5.0;
            mat2 m = mat2(1.0);
            m[1].yx[i] = 7.0;
            add(r.xw[i]);
            return r + vec4(m[1], r.yx[i], 0.0);
        }",
        &[
            ([1.0, 2.0, 3.0, 4.0], [8.0, 8.0, 4.0, 11.0]),
            ([0.0, 2.0, 3.0, 4.0], [1.0, 9.0, 10.0, 10.0]),
        ],
    );
}
