//! Scenes that exceed limits, and images that cannot be expected.

#![allow(clippy::unwrap_used, reason = "a test that cannot run fails")]

use std::sync::Arc;

use pica200_machine::{Program, ShaderChoice};
use pica200_objfmt::isa::register::{Bank, Register};
use pica200_render::{DisplayMode, Draw, Scene, Size, Topology, Vertices, render};

const SHADER: &str = "
.in inPosition
.out outPosition position
.out outColor color
.proc main
    mov outPosition, inPosition
    mov outColor, inPosition
    end
.end
";

fn program() -> Program {
    let assembly = pica200_asm::assemble("plain.vsh", SHADER.as_bytes(), &Default::default());
    let input = pica200_link::Input {
        name: "plain.vsh".into(),
        object: assembly.object.unwrap(),
    };
    let linked = pica200_link::link(&[input], &Default::default());
    Program::load(&linked.unwrap().output.shbin, ShaderChoice::Index(0)).unwrap()
}

/// Returns a triangle that covers the lower left half of an image, whose corners are drawn in this order.
fn half(indices: Vec<u32>, show: DisplayMode) -> Draw {
    let corners = [[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0]];
    let positions = corners.map(|[x, y]| [x, y, -0.5, 1.0]);
    let vertices = Vertices {
        count: 3,
        inputs: vec![(Register::new(Bank::Input, 0).unwrap(), positions.to_vec())],
        indices: Some(indices),
    };
    Draw::new(Arc::new(vertices), show)
}

/// Returns the error for a scene with these draws and a limit on covered pixels.
fn fault(draws: Vec<Draw>, pixels: u64) -> Option<String> {
    let program = program();
    let mut scene = Scene::new(&program, Size::new(8, 8).unwrap());
    scene.pixels = pixels;
    scene.draws = draws;
    render(&scene).err().map(|error| error.to_string())
}

#[test]
fn triangles_and_edges_cover_a_limited_number_of_pixels() {
    for (show, needed) in [(DisplayMode::Color, 64), (DisplayMode::Wireframe, 27)] {
        let draw = half(vec![0, 1, 2], show);
        assert_eq!(fault(vec![draw.clone()], needed), None, "{show:?}");
        let message = "the triangles of the picture cover more than 80 pixels together";
        let many = vec![draw; 3];
        assert_eq!(fault(many, 80).as_deref(), Some(message), "{show:?}");
    }
}

#[test]
fn a_draw_has_a_limited_number_of_triangles() {
    // The triangles have no area, so they cover nothing. A strip has two more vertices than triangles.
    let strip = Draw {
        topology: Topology::Strip,
        ..half(vec![0; (1 << 20) + 3], DisplayMode::Color)
    };
    let message = "there are more than 1048576 triangles";
    assert_eq!(fault(vec![strip], 0).as_deref(), Some(message));
}
