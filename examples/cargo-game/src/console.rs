//! Console-specific code: `citro3d` takes the bytes unchanged. This is only compiled for the console, so check it
//! against your version of `citro3d`.

use cargo_game::{PROJECTION, model_shader, particles};
use citro3d::shader::{Library, Program};

/// Loads the shaders.
pub(crate) fn run() {
    let library = Library::from_bytes(particles::SHBIN).expect("the linker has checked it");
    let vertex = library.get(particles::main::INDEX).expect("it is in the file");
    let geometry = library.get(particles::grow::INDEX).expect("it is in the file");
    let mut program = Program::new(vertex).expect("it is a vertex shader");
    program
        .set_geometry_shader(geometry, 0)
        .expect("it is a geometry shader");
    let _ = (program, model_shader(2, true), PROJECTION);
}
