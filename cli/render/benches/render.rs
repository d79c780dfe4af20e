//! Benchmarks of rendering: `cargo bench -p pica200-render`.
//!
//! Renders a grid of 10,000 triangles that fills 320x240 pixels, coloured and as a wireframe, with a shader of four dot
//! products. Reports the best of several iterations.

#![expect(clippy::print_stdout, reason = "a benchmark reports")]

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pica200_machine::{Program, ShaderChoice, Value, Vector};
use pica200_objfmt::isa::register::{Bank, Register};
use pica200_render::transform::perspective;
use pica200_render::{DisplayMode, Draw, Scene, Size, Vertices, png, render};

const SHADER: &str = "
.fvec projection[4]
.in inPosition
.in inColor
.out outPosition position
.out outColor color
.proc main
    dp4 outPosition.x, projection[0], inPosition
    dp4 outPosition.y, projection[1], inPosition
    dp4 outPosition.z, projection[2], inPosition
    dp4 outPosition.w, projection[3], inPosition
    mov outColor, inColor
    end
.end
";

/// Columns and rows of the grid, with two triangles per cell.
const COLUMNS: u16 = 100;
const ROWS: u16 = 50;

const ITERATIONS: usize = 20;

fn main() {
    let assembly = pica200_asm::assemble("grid.vsh", SHADER.as_bytes(), &Default::default());
    let input = pica200_link::Input {
        name: "grid.vsh".into(),
        object: assembly.object.expect("the shader has no errors"),
    };
    let linked = pica200_link::link(&[input], &Default::default());
    let shbin = linked.expect("the shader links").output.shbin;
    let program = Program::load(&shbin, ShaderChoice::Index(0)).expect("there is a shader");
    let size = Size::new(320, 240).expect("the size is small");
    for (name, vertices) in [("with indices", grid(true)), ("without", grid(false))] {
        let vertices = Arc::new(vertices);
        for show in [DisplayMode::Color, DisplayMode::Wireframe] {
            let mut scene = Scene::new(&program, size);
            let mut draw = Draw::new(Arc::clone(&vertices), show);
            draw.values = projection();
            scene.draws.push(draw);
            let time = best(|| drop(black_box(render(&scene).expect("it can be drawn"))));
            println!("10,000 triangles {name}, {show:?}: {time:.2?}");
        }
    }
    let mut scene = Scene::new(&program, size);
    let mut draw = Draw::new(Arc::new(grid(true)), DisplayMode::Color);
    draw.values = projection();
    scene.draws.push(draw);
    let picture = render(&scene).expect("it can be drawn");
    let rate = png::Rate { frames_per_second: 20 };
    let time = best(|| drop(black_box(png::write(std::slice::from_ref(&picture), rate))));
    println!("writing it as PNG: {time:.2?}");
}

/// Returns the best time of all iterations.
fn best(work: impl Fn()) -> Duration {
    let round = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..ITERATIONS).map(round).min().unwrap_or_default()
}

fn projection() -> Vec<(Register, Value)> {
    let rows = perspective(60.0, 4.0 / 3.0, 0.1, 10.0);
    let rows = rows.map(Value::Vector);
    let register = |number| Register {
        bank: Bank::Float,
        number,
    };
    (0..).map(register).zip(rows).collect()
}

/// Returns a bent grid, with or without indices. Vertices are only shared with indices.
fn grid(has_indices: bool) -> Vertices {
    let across = COLUMNS + 1;
    let place = |column: u16, row: u16| -> [Vector; 2] {
        let (x, y) = (f32::from(column) / f32::from(COLUMNS), f32::from(row) / f32::from(ROWS));
        let depth = -1.0 - (x - 0.5) * (x - 0.5);
        [[2.0 * x - 1.0, 2.0 * y - 1.0, depth, 1.0], [x, y, 1.0 - x, 1.0]]
    };
    let corners: Vec<_> = (0..=ROWS)
        .flat_map(|row| (0..across).map(move |column| place(column, row)))
        .collect();
    let cell = |column: u16, row: u16| {
        let at = row * across + column;
        [at, at + 1, at + across, at + 1, at + across + 1, at + across]
    };
    let indices: Vec<_> = (0..ROWS)
        .flat_map(|row| (0..COLUMNS).flat_map(move |column| cell(column, row)))
        .collect();
    let vertices: Vec<[Vector; 2]> = if has_indices {
        corners
    } else {
        indices.iter().map(|index| corners[usize::from(*index)]).collect()
    };
    let input = |number: u8| {
        let register = Register {
            bank: Bank::Input,
            number,
        };
        let values = vertices.iter().map(|vertex| vertex[usize::from(number)]);
        (register, values.collect())
    };
    Vertices {
        count: vertices.len(),
        inputs: vec![input(0), input(1)],
        indices: has_indices.then(|| indices.iter().map(|index| u32::from(*index)).collect()),
    }
}
