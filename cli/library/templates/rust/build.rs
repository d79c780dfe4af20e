//! Compiles the shader.

fn main() -> Result<(), pica200::build::BuildError> {
    let built = pica200::Build::new("triangle").file("shaders/triangle.vert").run()?;
    print!("{}", built.cargo_instructions());
    Ok(())
}
