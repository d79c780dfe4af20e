//! Builds the shaders.

use pica200::build::{Build, BuildError};

fn main() -> Result<(), BuildError> {
    // Particles: a vertex shader and a geometry shader in one binary.
    let particles = Build::new("particles")
        .files(["shaders/particles.vsh", "shaders/particles.gsh"])
        .run()?;
    print!("{}", particles.cargo_instructions());

    // Models: a shader for each number of lights, with and without fog.
    let models = Build::new("models")
        .file("shaders/model.vsh")
        .variants("LIGHTS", [0, 1, 2, 4])
        .variants("FOG", [0, 1])
        .deny("warnings")
        .run()?;
    print!("{}", models.cargo_instructions());
    Ok(())
}
