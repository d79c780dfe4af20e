//! Primitive assembly: triangles from vertices in order, or from a geometry shader.

use pica200_machine::{FaultKind, Feed, FeedError, Machine, Program, Vector};
use pica200_objfmt::formats::shbin::GeometryMode;

use crate::corner::Corner;
use crate::error::{DrawError, MAX_TRIANGLES};
use crate::interface::Interface;
use crate::scene::{Draw, Scene, Topology, Vertices};
use crate::vertices::{Outputs, run, set};

/// A triangle: its corners in drawing order.
pub(crate) type Triangle = [Corner; 3];

/// Returns the triangles of a draw. Deducts the executed instructions from `budget`.
pub(crate) fn corners(
    scene: &Scene<'_>,
    draw: &Draw,
    interface: &Interface,
    budget: &mut u64,
) -> Result<Vec<Triangle>, DrawError> {
    let outputs = run(scene, draw, budget)?;
    let mut triangles = match scene.geometry {
        Some(geometry) => emitted(scene, geometry, draw, &outputs, interface, budget)?,
        None => assembled(scene, draw, &outputs, interface)?,
    };
    if interface.turns {
        for triangle in &mut triangles {
            turn_the_shorter_way(triangle);
        }
    }
    Ok(triangles)
}

/// Negates quaternions that point away from the first corner's.
fn turn_the_shorter_way([first, others @ ..]: &mut Triangle) {
    for other in others {
        let products = first.varyings.iter().zip(other.varyings).take(4);
        if products.map(|(a, b)| a * b).sum::<f32>() < 0.0 {
            other.varyings = other.varyings.map(|number| -number);
        }
    }
}

/// Returns the order of the vertices of a draw.
fn order(vertices: &Vertices) -> impl Iterator<Item = usize> {
    let listed = vertices.indices.as_ref();
    let counted = if listed.is_some() { 0 } else { vertices.count };
    let listed = listed.into_iter().flatten();
    let listed = listed.map(|index| usize::try_from(*index).unwrap_or(usize::MAX));
    listed.chain(0..counted)
}

/// Assembles vertices into triangles, in order. Leftover vertices are ignored.
fn assembled(
    scene: &Scene<'_>,
    draw: &Draw,
    outputs: &[Outputs],
    interface: &Interface,
) -> Result<Vec<Triangle>, DrawError> {
    let corner = |outputs: &Outputs| interface.corner(outputs, scene.tilt);
    let corners: Vec<_> = outputs.iter().map(corner).collect();
    let order: Vec<_> = order(&draw.vertices).collect();
    let triangles: Vec<[usize; 3]> = match draw.topology {
        Topology::Triangles => order.chunks_exact(3).filter_map(three).collect(),
        Topology::Strip => order
            .windows(3)
            .filter_map(three)
            .enumerate()
            // Every second triangle has the opposite winding.
            .map(
                |(number, [a, b, c])| {
                    if number % 2 == 0 { [a, b, c] } else { [b, a, c] }
                },
            )
            .collect(),
        Topology::Fan => {
            let first = order.first().copied().unwrap_or_default();
            let others = order.get(1..).unwrap_or_default().windows(2);
            others
                .filter_map(|pair| Some([first, *pair.first()?, *pair.get(1)?]))
                .collect()
        }
    };
    if triangles.len() > MAX_TRIANGLES {
        return Err(DrawError::TooManyTriangles);
    }
    let found = triangles.into_iter().filter_map(|[a, b, c]| {
        let corner = |number: usize| corners.get(number).copied();
        Some([corner(a)?, corner(b)?, corner(c)?])
    });
    Ok(found.collect())
}

fn three(vertices: &[usize]) -> Option<[usize; 3]> {
    vertices.try_into().ok()
}

/// Returns the registers of a vertex passed to the geometry shader: the outputs of the vertex shader, starting at `o0`.
fn passed(vertex: &Program) -> Vec<usize> {
    let outputs = vertex.outputs().iter();
    let mut registers: Vec<_> = outputs.map(|entry| usize::from(entry.register)).collect();
    registers.sort_unstable();
    registers.dedup();
    registers
}

/// Returns the triangles emitted by a geometry shader.
fn emitted(
    scene: &Scene<'_>,
    geometry: &Program,
    draw: &Draw,
    outputs: &[Outputs],
    interface: &Interface,
    budget: &mut u64,
) -> Result<Vec<Triangle>, DrawError> {
    let mut machine = Machine::with_precision(geometry, scene.precision);
    set(&mut machine, &draw.geometry_values)?;
    let passed = passed(scene.vertex);
    let count = u8::try_from(passed.len()).unwrap_or(u8::MAX);
    let stride = draw.stride.unwrap_or(count);
    let mut feed = Feed::new(geometry, stride, count).map_err(DrawError::Feed)?;
    let rows = |number: usize| -> Option<Vec<Vector>> {
        let outputs = outputs.get(number)?;
        Some(passed.iter().filter_map(|at| outputs.get(*at).copied()).collect())
    };
    let vertices: Vec<_> = order(&draw.vertices).filter_map(rows).collect();
    // Outside variable mode, each vertex makes at most a few primitives; their output is collected immediately.
    let at_once = match feed.mode() {
        GeometryMode::Variable { .. } => draw.primitive.unwrap_or(vertices.len()),
        GeometryMode::Point | GeometryMode::Fixed { .. } => 1,
    };
    let mut triangles = Vec::new();
    for vertices in vertices.chunks(at_once.max(1)) {
        let fed = feed.feed(&mut machine, vertices, *budget);
        let fed = fed.map_err(|error| feed_error(error, scene))?;
        *budget = budget.saturating_sub(fed.instructions);
        for triangle in machine.take_emitted().triangles {
            let corner = |vertex: [Vector; 7]| interface.corner(&vertex, scene.tilt);
            triangles.push(triangle.corners.map(corner));
        }
        if triangles.len() > MAX_TRIANGLES {
            return Err(DrawError::TooManyTriangles);
        }
    }
    match feed.waiting() {
        0 => Ok(triangles),
        waiting => Err(DrawError::LeftOver {
            size: feed.size(),
            waiting,
        }),
    }
}

/// Converts a feed error.
fn feed_error(error: FeedError, scene: &Scene<'_>) -> DrawError {
    match &error {
        FeedError::Fault { fault, .. } if matches!(fault.kind, FaultKind::BudgetUsedUp { .. }) => {
            DrawError::Budget { budget: scene.budget }
        }
        _ => DrawError::Feed(error),
    }
}
