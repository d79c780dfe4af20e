//! Loads, layers, faces, sizes and samples.

use pica200_dxbc::program::{Dimension, ReturnType};
use pica200_dxbc_machine::{Image, Machine, NoObserver, Texture, Textures};

use super::{LEVEL_0, channel, from_bytes, near, picture, plain, result, sampled, texture_of};
use crate::common::{BUDGET, floats, load};

#[test]
fn loads() {
    let load = |line: &str, at: [i32; 4]| {
        let found = result(line, plain(), "point", &[at.map(i32::cast_unsigned)]);
        found.map(f32::from_bits)
    };
    let line = "ld o0.xyzw, v0.xyzw, t1.xyzw";
    assert_eq!(load(line, [3, 1, 7, 0]), from_bytes(channel(3, 1, 0).map(f32::from)));
    assert_eq!(
        load("ld_s o0.xyzw, r0.x, v0.xyzw, t1.xyzw", [1, 1, 7, 0]),
        from_bytes(channel(1, 1, 0).map(f32::from))
    );
    // (0 + 16) / 2 of the columns, (0 + 32) / 2 of the rows; 255, 254, 254 and 253.
    assert_eq!(load(line, [0, 0, 0, 1]), from_bytes([8.0, 16.0, 0.0, 254.0]));
    for outside in [
        [4, 0, 0, 0],
        [0, 2, 0, 0],
        [-1, 0, 0, 0],
        [2, 0, 0, 1],
        [0, 0, 0, 3],
        [0, 0, 0, -1],
        [i32::MIN, i32::MAX, 0, 0],
    ] {
        assert_eq!(load(line, outside), [0.0; 4], "{outside:?}");
    }
    let line = "ld_aoffimmi(-2;-1;0) o0.xyzw, v0.xyzw, t1.wzyx";
    let [x, y, z, w] = from_bytes(channel(1, 0, 0).map(f32::from));
    assert_eq!(load(line, [3, 1, 0, 0]), [w, z, y, x]);
    assert_eq!(load(line, [1, 1, 0, 0]), [0.0; 4]);
}

#[test]
fn layers_faces_and_slices() {
    let images: Vec<_> = (0..12).map(|layer| picture(2, 2, layer)).collect();
    let layer = |dimension: Dimension, count: usize, at: [f32; 4]| {
        let texture = texture_of(dimension, &images[..count]);
        sampled(LEVEL_0, texture, "point", at)[2] * 255.0 / 8.0
    };
    // The nearest layer, ties to even.
    for (address, expected) in [
        (0.5, 0.0),
        (1.5, 2.0),
        (1.6, 2.0),
        (-3.0, 0.0),
        (9.0, 2.0),
        (f32::NAN, 0.0),
    ] {
        let found = layer(Dimension::TEXTURE_2D_ARRAY, 3, [0.2, 0.2, address, 0.0]);
        assert_eq!(found.round(), expected, "{address}");
    }
    for (direction, face) in [
        ([2.0, 1.0, 1.0], 0.0),
        ([-2.0, 1.0, 1.0], 1.0),
        ([1.0, 2.0, -1.0], 2.0),
        ([1.0, -2.0, 1.0], 3.0),
        ([1.0, -1.0, 2.0], 4.0),
        ([0.1, 0.1, -2.0], 5.0),
    ] {
        let [x, y, z] = direction;
        assert_eq!(layer(Dimension::TEXTURE_CUBE, 6, [x, y, z, 0.0]).round(), face);
        assert_eq!(
            layer(Dimension::TEXTURE_CUBE_ARRAY, 12, [x, y, z, 0.9]).round(),
            face + 6.0
        );
    }
    // Slices: halfway between the first two of four.
    let texture = texture_of(Dimension::TEXTURE_3D, &images[..4]);
    let found = sampled(LEVEL_0, texture, "linear", [0.25, 0.25, 0.25, 0.0]);
    assert!((found[2] * 255.0 - 4.0).abs() < 1e-3, "{found:?}");
    let texture = texture_of(Dimension::TEXTURE_3D, &images[..4]);
    let found = result("ld o0.xyzw, v0.xyzw, t1.xyzw", texture, "point", &[[1, 0, 3, 0]]);
    assert_eq!(found.map(f32::from_bits), from_bytes(channel(1, 0, 3).map(f32::from)));
    // One row, and rows as layers.
    let texture = texture_of(Dimension::TEXTURE_1D, &[picture(4, 1, 0)]);
    assert_eq!(
        sampled(LEVEL_0, texture, "point", [0.6, 9.0, 9.0, 9.0])[0] * 255.0,
        32.0
    );
    let texture = texture_of(Dimension::TEXTURE_1D_ARRAY, &[picture(4, 3, 0)]);
    let found = sampled(LEVEL_0, texture, "point", [0.6, 2.2, 9.0, 9.0]);
    assert_eq!(found, from_bytes(channel(2, 2, 0).map(f32::from)));
}

/// The directions to the corners of faces, and their columns and rows.
#[test]
fn orientations_of_faces() {
    let images: Vec<_> = (0..6).map(|layer| picture(2, 2, layer)).collect();
    for (face, above_left, below_right) in [
        (0, [1.0, 0.5, 0.5], [1.0, -0.5, -0.5]),
        (1, [-1.0, 0.5, -0.5], [-1.0, -0.5, 0.5]),
        (2, [-0.5, 1.0, -0.5], [0.5, 1.0, 0.5]),
        (3, [-0.5, -1.0, 0.5], [0.5, -1.0, -0.5]),
        (4, [-0.5, 0.5, 1.0], [0.5, -0.5, 1.0]),
        (5, [0.5, 0.5, -1.0], [-0.5, -0.5, -1.0]),
    ] {
        for (direction, place) in [(above_left, 0), (below_right, 1)] {
            let [x, y, z] = direction;
            let texture = texture_of(Dimension::TEXTURE_CUBE, &images);
            for sampler in ["point", "linear"] {
                let found = sampled(LEVEL_0, texture.clone(), sampler, [x, y, z, 0.0]);
                let expected = from_bytes(channel(place, place, face).map(f32::from));
                assert!(near(found, expected), "{face}: {found:?}, {expected:?}");
            }
        }
    }
    // On the edge between +x and +z, the mean of texels of both faces; the third axis is at the center of a row.
    let texture = texture_of(Dimension::TEXTURE_CUBE, &images);
    let found = sampled(LEVEL_0, texture, "linear", [1.0, 0.5, 1.0, 0.0]);
    let [a, b] = [channel(0, 0, 0), channel(1, 0, 4)].map(|texel| texel.map(f32::from));
    let expected = from_bytes([0, 1, 2, 3].map(|component| (a[component] + b[component]) / 2.0));
    assert!(near(found, expected), "{found:?}, {expected:?}");
}

#[test]
fn integers_and_signs() {
    let image = Image::new(1, 1, vec![[200, 127, 128, 1]]).unwrap();
    let load = |returns: ReturnType| {
        let images = std::slice::from_ref(&image);
        let texture = Texture::new(Dimension::TEXTURE_2D, returns, 0, images).unwrap();
        result("ld o0.xyzw, v0.xyzw, t1.xyzw", texture, "point", &[[0; 4]])
    };
    assert_eq!(load(ReturnType::UINT), [200, 127, 128, 1]);
    assert_eq!(load(ReturnType::SINT).map(u32::cast_signed), [-56, 127, -128, 1]);
    let signed = load(ReturnType::SNORM).map(f32::from_bits);
    assert_eq!(signed, [-56.0 / 127.0, 1.0, -1.0, 1.0 / 127.0]);
    assert_eq!(load(ReturnType::UNORM), load(ReturnType::FLOAT));
    // The mean of -2 and 4.
    let image = Image::new(2, 1, vec![[254, 0, 0, 0], [4, 0, 0, 0]]).unwrap();
    let texture = Texture::new(Dimension::TEXTURE_2D, ReturnType::SINT, 0, &[image]).unwrap();
    let line = "sample_l o0.xyzw, v0.xyzw, t1.xyzw, s2, l(1.0)";
    assert_eq!(result(line, texture, "point", &[[0; 4]])[0], 1);
}

#[test]
fn sizes() {
    let images: Vec<_> = (0..12).map(|layer| picture(4, 4, layer)).collect();
    let wide = [picture(8, 4, 0), picture(8, 4, 1), picture(8, 4, 2)];
    let info = |name: &str, level: u32, texture: &Texture| {
        result(
            &format!("{name} o0.xyzw, l({level}), t1.xyzw"),
            texture.clone(),
            "point",
            &[],
        )
    };
    for (dimension, images, level, expected) in [
        (Dimension::TEXTURE_2D, &wide[..1], 0, [8, 4, 0, 4]),
        (Dimension::TEXTURE_2D, &wide[..1], 1, [4, 2, 0, 4]),
        (Dimension::TEXTURE_2D, &wide[..1], 3, [1, 1, 0, 4]),
        (Dimension::TEXTURE_2D, &wide[..1], 4, [0, 0, 0, 4]),
        (Dimension::TEXTURE_2D_ARRAY, &wide[..], 1, [4, 2, 3, 4]),
        (Dimension::TEXTURE_3D, &wide[..], 0, [8, 4, 3, 4]),
        (Dimension::TEXTURE_3D, &wide[..], 1, [4, 2, 1, 4]),
        (Dimension::TEXTURE_CUBE, &images[..6], 0, [4, 4, 0, 3]),
        (Dimension::TEXTURE_CUBE_ARRAY, &images[..], 1, [2, 2, 2, 3]),
        (Dimension::TEXTURE_1D_ARRAY, &wide[..1], 0, [8, 4, 0, 4]),
        (Dimension::TEXTURE_2D_MS, &wide[..1], 0, [8, 4, 0, 1]),
    ] {
        let texture = texture_of(dimension, images);
        assert_eq!(info("resinfo_uint", level, &texture), expected, "{dimension}");
        let as_floats = expected.map(|number: u32| (number as f32).to_bits());
        assert_eq!(info("resinfo", level, &texture), as_floats, "{dimension}");
    }
    let texture = texture_of(Dimension::TEXTURE_2D_ARRAY, &wide);
    let found = info("resinfo_rcpFloat", 1, &texture).map(f32::from_bits);
    assert_eq!(found, [0.25, 0.5, 3.0, 4.0]);
}

#[test]
fn samples() {
    let texture = || texture_of(Dimension::TEXTURE_2D_MS, &[picture(4, 2, 0)]);
    let found = |line: &str| result(line, texture(), "point", &[[3, 1, 9, 9]]);
    let texel = floats(from_bytes(channel(3, 1, 0).map(f32::from)));
    assert_eq!(found("ldms o0.xyzw, v0.xyzw, t1.xyzw, l(3)"), texel);
    assert_eq!(found("ldms_s o0.xyzw, r0.x, v0.xyzw, t1.xyzw, l(0)"), texel);
    assert_eq!(found("ldms o0.xyzw, v0.xyzw, t1.xyzw, l(4)"), [0; 4]);
    assert_eq!(found("sampleinfo_uint o0.xyzw, t1.xyzw"), [4, 0, 0, 0]);
    assert_eq!(found("sampleinfo o0.xyzw, t1.xyzw"), floats([4.0, 0.0, 0.0, 0.0]));
    assert_eq!(found("sampleinfo_uint o0.xyzw, rasterizer.xyzw"), [1, 0, 0, 0]);
    assert_eq!(found("samplepos o0.xyzw, rasterizer.xyzw, l(0)"), [0; 4]);
    let place = floats([0.375, -0.125, 0.0, 0.0]);
    assert_eq!(found("samplepos o0.xyzw, t1.xyzw, l(1)"), place);
    let image = [picture(1, 1, 0)];
    let three = Texture::new(Dimension::TEXTURE_2D_MS, ReturnType::FLOAT, 3, &image).unwrap();
    let program = load("ps_5_0\nsamplepos o0.xyzw, t1.xyzw, l(1)\nret").unwrap();
    let mut textures = Textures::default();
    textures.set_texture(1, three);
    let ended = Machine::new(&program).run_with(BUDGET, &mut textures, &mut NoObserver);
    assert!(ended.is_err());
}
