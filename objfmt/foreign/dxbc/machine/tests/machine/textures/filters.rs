//! Texel addressing: nearest texels, means, comparisons, faces and layers.

use pica200_dxbc::program::Dimension;
use pica200_dxbc_machine::Image;

use super::{LEVEL_0, channel, channels, from_bytes, near, plain, result, sampled, texture_of};
use crate::common::floats;

#[test]
fn nearest_texels() {
    for (u, v, x, y) in [
        (0.0, 0.0, 0, 0),
        (0.24, 0.49, 0, 0),
        (0.25, 0.5, 1, 1),
        (0.99, 0.99, 3, 1),
        // The last texel, past the edges.
        (1.0, 5.0, 3, 1),
        (-9.0, -0.1, 0, 0),
        (f32::NAN, f32::INFINITY, 0, 1),
        (f32::MAX, f32::MIN, 3, 0),
    ] {
        let found = sampled(LEVEL_0, plain(), "point", [u, v, 0.0, 0.0]);
        assert_eq!(found, from_bytes(channel(x, y, 0).map(f32::from)), "{u}, {v}");
    }
}

/// The column that each address mode selects for a texel index.
#[test]
fn addresses() {
    let columns = |mode: &str| {
        (-9..13)
            .map(|column: i16| {
                let u = (f32::from(column) + 0.5) / 4.0;
                let found = sampled(LEVEL_0, plain(), &format!("point,{mode}"), [u, 0.1, 0.0, 0.0]);
                (found[0] * 255.0 / 16.0).round() as i32
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(
        columns("wrap"),
        [3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0]
    );
    assert_eq!(
        columns("mirror"),
        [0, 0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 2, 3, 3]
    );
    assert_eq!(
        columns("clamp"),
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]
    );
    assert_eq!(
        columns("mirror-once"),
        [3, 3, 3, 3, 3, 3, 2, 1, 0, 0, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]
    );
    let border = columns("border,border-color=0.5/0/0/0");
    assert_eq!(border[8..14], [8, 0, 1, 2, 3, 8]);
    // Each axis has a separate mode.
    let found = sampled(
        LEVEL_0,
        plain(),
        "point,v=border,u=wrap,border-color=1/2/3/4",
        [1.3, 0.6, 0.0, 0.0],
    );
    assert_eq!(found, from_bytes(channel(1, 1, 0).map(f32::from)));
    let found = sampled(
        LEVEL_0,
        plain(),
        "point,v=border,u=wrap,border-color=1/2/3/4",
        [1.3, 1.1, 0.0, 0.0],
    );
    assert_eq!(found, [1.0, 2.0, 3.0, 4.0]);
}

/// Computed by hand: 0 and 100 in the first row, 200 and 40 in the second.
#[test]
fn means_of_four() {
    let at = |u: f32, v: f32, sampler: &str| {
        let texture = channels(2, 2, &[0, 100, 200, 40]);
        sampled(LEVEL_0, texture, sampler, [u, v, 0.0, 0.0])[0] * 255.0
    };
    for (u, v, sampler, expected) in [
        (0.5, 0.5, "linear", 85.0),
        (0.25, 0.25, "linear", 0.0),
        (0.75, 0.25, "linear", 100.0),
        (0.375, 0.25, "linear", 25.0),
        (
            0.375,
            0.625,
            "linear",
            (0.75 * 0.25) * 0.0 + (0.25 * 0.25) * 100.0 + (0.75 * 0.75) * 200.0 + (0.25 * 0.75) * 40.0,
        ),
        // At the edge: half of the texel on the other side, of the same texel, or of the border.
        (0.0, 0.25, "linear,wrap", 50.0),
        (1.0, 0.25, "linear,mirror", 100.0),
        (1.0, 0.25, "linear,border,border-color=1/0/0/0", 177.5),
        (1.0, 0.25, "linear,border", 50.0),
    ] {
        let found = at(u, v, sampler);
        assert!((found - expected).abs() < 1e-3, "{u}, {v}, {sampler}: {found}");
    }
}

/// An independent implementation: it adds the weights of all texels of a large repeated image, each by its distance.
fn mean(texture: &[[f32; 4]], size: [i64; 2], at: [f64; 2], wrap: bool) -> [f64; 4] {
    let mut sum = [0.0; 4];
    for y in -3 * size[1]..4 * size[1] {
        for x in -3 * size[0]..4 * size[0] {
            let distance = |number: i64, at: f64, side: i64| 1.0 - (number as f64 + 0.5 - at * side as f64).abs();
            let weight = distance(x, at[0], size[0]).max(0.0) * distance(y, at[1], size[1]).max(0.0);
            let within = |number: i64, side: i64| {
                if wrap {
                    (number % side + side) % side
                } else {
                    number.max(0).min(side - 1)
                }
            };
            let texel = texture[(within(y, size[1]) * size[0] + within(x, size[0])) as usize];
            for (sum, channel) in sum.iter_mut().zip(texel) {
                *sum += weight * f64::from(channel);
            }
        }
    }
    sum
}

#[test]
fn linear_filters_agree_with_a_second_implementation() {
    let (width, height) = (5, 3);
    let texels: Vec<_> = (0..height)
        .flat_map(|y| (0..width).map(move |x| channel(x * y % 7, x + y, 3)))
        .collect();
    let image = Image::new(width, height, texels.clone()).unwrap();
    let numbers: Vec<_> = texels.iter().map(|texel| from_bytes(texel.map(f32::from))).collect();
    let mut state = 12345u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (f64::from(state >> 8) / f64::from(1 << 24)) as f32 * 4.0 - 1.5
    };
    for _ in 0..300 {
        let (u, v) = (random(), random());
        for (sampler, wrap) in [("linear,wrap", true), ("linear,clamp", false)] {
            let texture = texture_of(Dimension::TEXTURE_2D, std::slice::from_ref(&image));
            let found = sampled(LEVEL_0, texture, sampler, [u, v, 0.0, 0.0]);
            let size = [i64::from(width), i64::from(height)];
            let expected = mean(&numbers, size, [u, v].map(f64::from), wrap);
            assert!(
                near(found, expected.map(|number| number as f32)),
                "{u}, {v}: {found:?}, {expected:?}"
            );
        }
    }
}

/// Each texel is compared before filtering.
#[test]
fn comparisons() {
    let texture = || channels(2, 2, &[0, 100, 200, 40]);
    for (comparison, expected) in [
        // The reference value is 100 / 255.
        ("never", [0.0; 4]),
        ("less", [0.0, 0.0, 1.0, 0.0]),
        ("equal", [0.0, 1.0, 0.0, 0.0]),
        ("less-equal", [0.0, 1.0, 1.0, 0.0]),
        ("greater", [1.0, 0.0, 0.0, 1.0]),
        ("not-equal", [1.0, 0.0, 1.0, 1.0]),
        ("greater-equal", [1.0, 1.0, 0.0, 1.0]),
        ("always", [1.0; 4]),
    ] {
        let inputs = [floats([0.5; 4]), floats([100.0 / 255.0; 4])];
        let one = |line: &str| {
            let found = result(line, texture(), &format!("linear,{comparison}"), &inputs);
            found.map(f32::from_bits)
        };
        let mean = expected.iter().sum::<f32>() / 4.0;
        for line in [
            "sample_c o0.xyzw, v0.xyzw, t1.xyzw, s2, v1.x",
            "sample_c_lz o0.xyzw, v0.xyzw, t1.xyzw, s2, v1.x",
            "sample_c_lz_s o0.xyzw, r0.x, v0.xyzw, t1.xyzw, s2, v1.x",
            "sample_c_cl_s o0.xyzw, r0.x, v0.xyzw, t1.xyzw, s2, v1.x, l(0.0)",
        ] {
            assert_eq!(one(line)[0], mean, "{line}, {comparison}");
        }
        // Bottom left, bottom right, top right, top left.
        let [a, b, c, d] = expected;
        for line in [
            "gather4_c o0.xyzw, v0.xyzw, t1.xyzw, s2.x, v1.x",
            "gather4_po_c o0.xyzw, v0.xyzw, l(0, 0, 0, 0), t1.xyzw, s2.x, v1.x",
        ] {
            assert_eq!(one(line), [c, d, b, a], "{line}, {comparison}");
        }
    }
    // Reference values are clamped to the range from 0 to 1.
    let white = channels(1, 1, &[255]);
    let line = "sample_c_lz o0.xyzw, v0.xyzw, t1.xyzw, s2, l(7.0)";
    assert_eq!(sampled(line, white, "less-equal", [0.5; 4])[0], 1.0);
}

#[test]
fn gathers_and_offsets() {
    let texels = |places: [(u32, u32); 4], component: usize| {
        from_bytes(places.map(|(x, y)| channel(x, y, 0)[component]).map(f32::from))
    };
    let at = [0.5, 0.5, 0.0, 0.0];
    let gather = |line: &str, sampler| sampled(line, plain(), sampler, at);
    // Around the corner of the texels in columns 1 and 2.
    let around = [(1, 1), (2, 1), (2, 0), (1, 0)];
    for (component, letter) in ["x", "y", "z", "w"].into_iter().enumerate() {
        let line = format!("gather4 o0.xyzw, v0.xyzw, t1.xyzw, s2.{letter}");
        assert_eq!(gather(&line, "point"), texels(around, component));
    }
    let line = "gather4_aoffimmi(1;-1;0) o0.xyzw, v0.xyzw, t1.xyzw, s2.x";
    assert_eq!(gather(line, "clamp"), texels([(2, 0), (3, 0), (3, 0), (2, 0)], 0));
    let line = "gather4_po o0.xyzw, v0.xyzw, l(-1, 0, 0, 0), t1.xyzw, s2.x";
    assert_eq!(gather(line, "clamp"), texels([(0, 1), (1, 1), (1, 0), (0, 0)], 0));
    // The lowest 6 bits: 33 is -31, which is a multiple of the width plus 1.
    let line = "gather4_po o0.xyzw, v0.xyzw, l(33, 0, 0, 0), t1.xyzw, s2.x";
    assert_eq!(gather(line, "wrap"), texels([(2, 1), (3, 1), (3, 0), (2, 0)], 0));
    let line = "sample_l_aoffimmi(-2;1;0) o0.xyzw, v0.xyzw, t1.xyzw, s2, l(0.0)";
    let found = sampled(line, plain(), "point,wrap", [0.3, 0.1, 0.0, 0.0]);
    assert_eq!(found, from_bytes(channel(3, 1, 0).map(f32::from)));
}
