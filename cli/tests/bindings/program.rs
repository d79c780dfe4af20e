//! A program that uses the bindings of two binaries: one as a module file, one by `include!`.

mod particles;

mod variants;

mod odd {
    include!("odd.rs");
}

use particles::{GeometryMode, SHBIN, Stage, draw_square, main};

const LOCATION: u8 = draw_square::uniforms::SIZE.location();

fn main() {
    assert_eq!(SHBIN, include_bytes!("particles.shbin"));
    assert_eq!(SHBIN.as_ptr().align_offset(4), 0);
    assert_eq!((main::INDEX, main::STAGE), (0, Stage::Vertex));
    assert_eq!((draw_square::INDEX, draw_square::STAGE), (1, Stage::Geometry));
    assert_eq!(draw_square::ENTRY, "drawSquare");
    assert_eq!(draw_square::GEOMETRY_MODE, GeometryMode::Point);
    assert_eq!(LOCATION, 4);
    let projection = draw_square::uniforms::PROJECTION;
    assert_eq!((projection.name, projection.first, projection.len), ("projection", 0, 4));
    assert_eq!(main::inputs::IN_COLOR.first, 1);
    assert_eq!(main::outputs::DUMMY_2.number, 1);
    assert_eq!(draw_square::outputs::TEXCOORD0.mask, 0b0011);

    const INDEX: Option<usize> = variants::index_of(1, 0);
    assert_eq!(INDEX, Some(2));
    assert_eq!(variants::index_of(i32::MIN, 7), Some(1));
    assert_eq!((variants::index_of(1, 1), variants::index_of(0, 0)), (None, None));
    for (index, variant) in variants::VARIANTS.iter().enumerate() {
        let [first, second] = variant.values;
        assert_eq!(variants::index_of(first, second), Some(index));
        assert_eq!(variant.shbin.as_ptr().align_offset(4), 0);
    }
    assert_eq!(variants::VARIANTS[2].shbin, include_bytes!("triangle.shbin"));
    assert_eq!(variants::VARIANTS[3].shbin, odd::SHBIN);
    assert_eq!(variants::variant_2::main::uniforms::PROJECTION.len, 4);

    assert_eq!(odd::SHBIN.as_ptr().align_offset(4), 0);
    use odd::shader_0::uniforms;
    assert_eq!(uniforms::LAST_INTEGER.location(), 0x63);
    assert_eq!((uniforms::BITS.location(), uniforms::BITS.mask()), (0x69, 0b110));
    assert_eq!((uniforms::ALL_BITS.location(), uniforms::ALL_BITS.mask()), (0x68, 0xFFFF));
    assert_eq!(uniforms::UNNAMED.name, "\u{202E}\n\\\"{}");
}
