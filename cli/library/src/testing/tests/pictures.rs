//! Expected images.

use super::*;

/// Returns the path of an example's file.
fn example(path: &str) -> String {
    format!("{}/../../examples/{path}", env!("CARGO_MANIFEST_DIR"))
}

fn triangle() -> Result<Shader, BuildError> {
    Shader::from_files([example("triangle/triangle.vsh")])
}

#[test]
fn pictures_are_compared_if_nothing_else_is_wrong() -> Result {
    let (scene, picture) = (
        example("triangle/triangle.scene.toml"),
        example("triangle/triangle.png"),
    );
    let shader = triangle()?;
    let case = shader.case().expect_picture(&scene, &picture, 0);
    case.check()?;
    // The values of the case replace the scene's: nothing is visible, but all pixels are within 255.
    let dark = case.clone().uniform("projection", [[0.0; 4]; 4]);
    let failed = dark.check().err().ok_or("the case passes")?;
    assert!(matches!(failed.problems(), [Problem::Picture(_)]));
    assert!(failed.last_instructions().is_empty());
    let text = failed.to_string().replace(&picture, "PICTURE");
    assert!(text.contains("`PICTURE`: 18990 pixels differ"), "{text}");
    let tolerant = shader.case().uniform("projection", [[0.0; 4]; 4]);
    tolerant.expect_picture(&scene, &picture, 255).check()?;
    let other = case.instructions(1);
    assert!(!failure(&other)?.contains("pixels"));
    Ok(())
}

#[test]
fn scenes_and_pictures_that_cannot_be_read_are_failures() -> Result {
    let scene = example("triangle/triangle.scene.toml");
    let shader = triangle()?;
    let of = |scene: &str, picture: &str| failure(&shader.case().expect_picture(scene, picture, 0));
    assert!(of("no-such.toml", "x.png")?.contains("cannot read `no-such.toml`: "));
    assert!(of(&scene, "no-such.png")?.contains("cannot read `no-such.png`: "));
    assert!(of(&scene, &scene)?.contains(".scene.toml`: "));
    assert!(of(&example("triangle/triangle.png"), "x.png")?.contains("not valid UTF-8"));
    Ok(())
}

#[test]
fn geometry_shaders_draw_behind_the_vertex_shader_of_the_case() -> Result {
    let files = ["particles/particles.vsh", "particles/particles.gsh"].map(example);
    let binary = Binary::from_files(files)?;
    let (scene, picture) = (
        example("particles/particles.scene.toml"),
        example("particles/particles.png"),
    );
    let vertex = binary.shader(0)?;
    let case = vertex.case().expect_picture(&scene, &picture, 0);
    case.check()?;
    let geometry = binary.shader(1)?;
    let case = geometry.case().expect_picture(&scene, &picture, 0);
    let text = "`picture`: only vertex shaders of the PICA200 draw pictures";
    assert!(failure(&case)?.contains(text), "{}", failure(&case)?);
    Ok(())
}
