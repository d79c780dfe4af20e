//! Valid and invalid images and settings, and program declarations.

use pica200_dxbc::program::{Dimension, ReturnType};
use pica200_dxbc_machine::{Filter, Image, Program, Sampler, Texture, TextureError};

use super::picture;
use crate::common::load;

#[test]
fn pictures_that_are_no_texture() {
    assert_eq!(Image::new(2, 2, vec![[0; 4]; 3]), None);
    assert_eq!(Image::new(0, 2, Vec::new()), None);
    let make = |dimension, images: &[Image]| {
        Texture::new(dimension, ReturnType::FLOAT, 0, images)
            .unwrap_err()
            .to_string()
    };
    let (small, large) = (picture(2, 2, 0), picture(4, 2, 0));
    assert_eq!(make(Dimension::TEXTURE_2D, &[]), TextureError::Empty.to_string());
    for (dimension, images, expected) in [
        (
            Dimension::TEXTURE_2D,
            vec![small.clone(); 2],
            "a `texture2d` texture requires 1 picture; found 2",
        ),
        (
            Dimension::TEXTURE_CUBE,
            vec![small.clone(); 5],
            "a `texturecube` texture requires 6 pictures, one for each face; found 5",
        ),
        (
            Dimension::TEXTURE_CUBE_ARRAY,
            vec![small.clone(); 9],
            "a `texturecubearray` texture requires a multiple of 6 pictures, one for each face; found 9",
        ),
        (
            Dimension::TEXTURE_CUBE,
            vec![large.clone(); 6],
            "a `texturecube` texture requires square pictures; found 4 x 2 texels",
        ),
        (
            Dimension::TEXTURE_1D,
            vec![small.clone()],
            "a `texture1d` texture requires a picture with one row; found 2 x 2 texels",
        ),
        (
            Dimension::TEXTURE_2D_ARRAY,
            vec![small.clone(), large],
            "picture 1, counted from 0, has 4 x 2 texels, but the first one has 2 x 2",
        ),
        (
            Dimension::BUFFER,
            vec![small],
            "it is declared as `buffer`, which is not a texture",
        ),
    ] {
        assert_eq!(make(dimension, &images), expected);
    }
}

#[test]
fn samplers_are_read() {
    let read = |text: &str| text.parse::<Sampler>();
    assert_eq!(read("linear").unwrap(), Sampler::default());
    let sampler = read("point, mip = none, w=mirror-once,border-color=1/-2/0.5/1e3,max-lod=-1").unwrap();
    assert_eq!((sampler.minification, sampler.mip), (Filter::Point, None));
    assert_eq!((sampler.border, sampler.lod), ([1.0, -2.0, 0.5, 1000.0], [0.0, -1.0]));
    let messages: Vec<_> = [
        "trilinear",
        "point,",
        "foo=1",
        "u=linear",
        "min=none",
        "border-color=1/2/3",
        "max-lod=inf",
    ]
    .into_iter()
    .map(|text| read(text).unwrap_err().to_string())
    .collect();
    let forms = messages[0].split_once("; ").unwrap().1.to_owned();
    assert!(
        forms.starts_with("expected one of `point`, `linear`, `wrap`, "),
        "{forms}"
    );
    // The message lists all settings. Each of them can be parsed.
    let forms_read = forms.split('`').skip(1).step_by(2).map(|form| {
        let form = form.replace("FILTER", "point").replace("ADDRESS", "wrap");
        form.replace("R/G/B/A", "0/1/0/1").replace("=N", "=2")
    });
    let read_ones = forms_read.filter(|form| read(form).is_ok()).count();
    assert_eq!(read_ones, 24);
    assert_eq!(messages[0], format!("`trilinear` is not a sampler setting; {forms}"));
    assert_eq!(messages[1], format!("a sampler setting is empty; {forms}"));
    assert_eq!(messages[2], format!("`foo` is not a sampler setting; {forms}"));
    assert_eq!(
        messages[3],
        "`linear` is not a value of `u`; expected `wrap`, `mirror`, `clamp`, `border` or `mirror-once`"
    );
    assert_eq!(
        messages[4],
        "`none` is not a value of `min`; expected `point` or `linear`"
    );
    assert_eq!(
        messages[5],
        "`1/2/3` is not a value of `border-color`; expected four numbers: `0/0/0/1`"
    );
    assert_eq!(messages[6], "`inf` is not a value of `max-lod`; expected a number");
}

#[test]
fn declared_textures() {
    let program = load("ps_5_0\ndcl_sampler s3\ndcl_resource t1, 3, 5, 0\ndcl_resource t4, 4, 4, 8\nret").unwrap();
    let [first, second] = program.textures() else {
        panic!("two")
    };
    assert_eq!(
        (first.register, first.dimension, first.returns),
        (1, Dimension::TEXTURE_2D, ReturnType::FLOAT)
    );
    assert_eq!(
        (second.register, second.samples, second.returns),
        (4, 8, ReturnType::UINT)
    );
    assert_eq!(
        (program.samplers()[0].register, &program.samplers()[0].name),
        (3, &None)
    );
    let file = crate::golden::file("ps-textured");
    let program = Program::load(&file).unwrap();
    assert_eq!(program.textures()[0].name.as_ref().unwrap().to_string(), "tex");
    assert_eq!(program.samplers()[0].name.as_ref().unwrap().to_string(), "smp");
}
