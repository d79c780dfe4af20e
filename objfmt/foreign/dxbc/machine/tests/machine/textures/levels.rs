//! Levels of detail.

use pica200_dxbc::program::RegisterKind;
use pica200_dxbc_machine::{NoObserver, Quad, Register, Textures};

use super::{channels, result, sampled};
use crate::common::{BUDGET, floats, load};

/// Levels of a texture of 4 x 2 texels, computed by hand: 2 x 1, then 1 x 1.
#[test]
fn levels() {
    let texture = || channels(4, 2, &[0, 100, 8, 16, 100, 201, 24, 33]);
    let at = |lod: f32, sampler: &str| {
        let line = format!("sample_l o0.xyzw, v0.xyzw, t1.xyzw, s2, l({lod:?})");
        sampled(&line, texture(), sampler, [0.2, 0.2, 0.0, 0.0])[0] * 255.0
    };
    // (0 + 100 + 100 + 201) / 4 is 100.25, (8 + 16 + 24 + 33) / 4 is 20.25; (100 + 20) / 2 is 60.
    for (lod, sampler, expected) in [
        (0.0, "point", 0.0),
        (-3.0, "point", 0.0),
        (0.4, "point", 0.0),
        (0.5, "point", 100.0),
        (1.5, "point", 60.0),
        (99.0, "point", 60.0),
        (1.25, "point,mip=linear", 90.0),
        (2.0, "point,mip=none", 0.0),
        (2.0, "point,max-lod=1", 100.0),
        (0.0, "point,min-lod=1.25,mip=linear", 90.0),
        // Magnification below level 0, minification above it: 0.2 of 4 columns is 0.3 past the center of the first, 0.2
        // of 2 rows 0.1 before the center of the first.
        (0.0, "mag=linear,min=point,mip=point", 30.0),
        (0.25, "mag=linear,min=point,mip=point", 0.0),
        (0.25, "mag=point,min=linear,mip=point", 30.0),
        (f32::NAN, "point", 0.0),
        (f32::INFINITY, "linear", 60.0),
        (f32::NEG_INFINITY, "linear", 30.0),
    ] {
        let found = at(lod, sampler);
        assert!((found - expected).abs() < 1e-3, "{lod}, {sampler}: {found}");
    }
    // An odd size leaves out the last texel, and all sizes end with 1.
    let narrow = channels(3, 1, &[10, 21, 200]);
    let found = sampled(
        "sample_l o0.xyzw, v0.xyzw, t1.xyzw, s2, l(1.0)",
        narrow,
        "point",
        [0.9; 4],
    );
    assert!((found[0] * 255.0 - 16.0).abs() < 1e-3, "{found:?}");
}

/// Derivatives of the coordinates determine the level; biases are added.
#[test]
fn levels_of_changes() {
    let texture = || channels(4, 2, &[0, 100, 8, 16, 100, 201, 24, 33]);
    let at = |line: &str, inputs: [[f32; 4]; 3]| {
        let inputs = inputs.map(floats);
        f32::from_bits(result(line, texture(), "point,mip=linear", &inputs)[0]) * 255.0
    };
    let gradients = "sample_d o0.xyzw, v0.xyzw, t1.xyzw, s2, v1.xyzw, v2.xyzw";
    let place = [0.1, 0.1, 0.0, 0.0];
    for (right, down, expected) in [
        // 1 texel: level 0. 2 texels: level 1. 4 texels along one axis, or both: level 2.
        ([0.25, 0.0], [0.0, 0.5], 0.0),
        ([0.5, 0.0], [0.0, 0.0], 100.0),
        ([0.0, 0.0], [0.0, 1.0], 100.0),
        ([0.0, 0.0], [-1.0, 0.0], 60.0),
        ([0.0, 0.0], [0.0, 0.0], 0.0),
        // 3 and 4 halves of texels: 2.5 texels.
        ([0.375, 1.0], [0.0, 0.0], 100.0 - 40.0 * 1.25f32.log2()),
    ] {
        let [right, down] = [right, down].map(|[u, v]: [f32; 2]| [u, v, 9.0, 9.0]);
        let found = at(gradients, [place, right, down]);
        assert!((found - expected).abs() < 1e-2, "{right:?}, {down:?}: {found}");
    }
    for (line, expected) in [
        ("sample o0.xyzw, v0.xyzw, t1.xyzw, s2", 0.0),
        ("sample_b o0.xyzw, v0.xyzw, t1.xyzw, s2, l(1.5)", 80.0),
        ("sample_b o0.xyzw, v0.xyzw, t1.xyzw, s2, l(-1.5)", 0.0),
        ("sample_cl_s o0.xyzw, r0.x, v0.xyzw, t1.xyzw, s2, l(1.0)", 100.0),
        (
            "sample_b_cl_s o0.xyzw, r0.x, v0.xyzw, t1.xyzw, s2, l(1.0), l(1.5)",
            80.0,
        ),
        (
            "sample_d_cl_s o0.xyzw, r0.x, v0.xyzw, t1.xyzw, s2, v1.xyzw, v2.xyzw, l(2.0)",
            60.0,
        ),
        ("sample_l_s o0.xyzw, r0.x, v0.xyzw, t1.xyzw, s2, l(1.0)", 100.0),
    ] {
        let found = at(line, [place, [0.0; 4], [0.0; 4]]);
        assert!((found - expected).abs() < 1e-3, "{line}: {found}");
    }
}

/// In a quad, the neighbors determine the level, and `lod` returns it.
#[test]
fn levels_of_quads() {
    let text = "ps_5_0\nsample o0.xyzw, v0.xyxx, t1.xyzw, s2\nlod o1.xyzw, v0.xyxx, t1.xyzw, s2\nret";
    let program = load(text).unwrap();
    for (step, mip, expected) in [
        (0.5, "linear", [100.0, 1.0, 1.0]),
        (4.0, "linear", [60.0, 2.0, 4.0]),
        (0.125, "linear", [0.0, 0.0, -1.0]),
        (0.6, "point", [100.0, 1.0, 2.4f32.log2()]),
    ] {
        let mut textures = Textures::default();
        textures.set_texture(1, channels(4, 2, &[0, 100, 8, 16, 100, 201, 24, 33]));
        textures.set_sampler(2, format!("point,mip={mip}").parse().unwrap());
        let mut quad = Quad::new(&program);
        let corners = [[0.0, 0.0], [step, 0.0], [0.0, step / 4.0], [step, step / 4.0]];
        for (pixel, [u, v]) in quad.pixels_mut().iter_mut().zip(corners) {
            pixel.set_input_register(0, floats([u, v, 0.0, 0.0])).unwrap();
        }
        quad.run_with(BUDGET, &mut textures, &mut [NoObserver; 4]).unwrap();
        let output = |number| {
            quad.pixels()[0]
                .register(Register::new(RegisterKind::OUTPUT, number))
                .unwrap()
        };
        let found = [output(0)[0], output(1)[0], output(1)[1]].map(f32::from_bits);
        let found = [found[0] * 255.0, found[1], found[2]];
        let close = found
            .iter()
            .zip(expected)
            .all(|(found, expected)| (found - expected).abs() < 1e-3);
        assert!(close, "{step}: {found:?}, {expected:?}");
    }
}
