//! Random values for attributes and uniforms.

use pica200_testsuite::random::Random;

use crate::fixed;
use crate::gl::{Interface, Kind, Values, Variable};

/// Returns a number from `low` to `high`, with few digits.
#[expect(clippy::cast_precision_loss, reason = "the numbers are small")]
pub(crate) fn between(random: &mut Random, low: f32, high: f32) -> f32 {
    low + random.below(4097) as f32 / 4096.0 * (high - low)
}

/// The range of a variable's values.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Range {
    Floats(f32, f32),
    /// Integers in an inclusive range.
    Whole(i16, i16),
}

/// Substrings of names of float indices.
const INDICES: [&str; 5] = ["index", "indices", "joint", "bone_id", "inbone"];

/// Substrings of names of colors and weights.
const PARTS: [&str; 4] = ["weight", "color", "colour", "tint"];

/// Substrings of names of positive numbers.
const POSITIVE: [&str; 14] = [
    "near", "far", "radius", "range", "scale", "size", "atten", "height", "width", "power", "rough", "dist", "shin",
    "limit",
];

/// Returns the range that suits a name: small indices, weights and colors from 0 to 1, positive sizes.
fn range(variable: &Variable) -> Range {
    let name = variable.name.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    match variable.shape.kind {
        Kind::Bool => Range::Whole(0, 1),
        _ if has(&INDICES) && variable.shape.columns == 1 => Range::Whole(0, 2),
        Kind::Uint => Range::Whole(0, 3),
        Kind::Int if has(&["count", "number", "mode"]) => Range::Whole(0, 3),
        Kind::Int => Range::Whole(-3, 3),
        Kind::Float if has(&PARTS) => Range::Floats(0.0, 1.0),
        Kind::Float if has(&POSITIVE) => Range::Floats(0.3, 2.0),
        Kind::Float => Range::Floats(-1.5, 1.5),
    }
}

fn number(range: Range, random: &mut Random) -> f32 {
    match range {
        Range::Floats(low, high) => between(random, low, high),
        Range::Whole(low, high) => {
            let count = usize::from(high.abs_diff(low)) + 1;
            let chosen = i16::try_from(random.below(count)).unwrap_or(0);
            f32::from(low + chosen)
        }
    }
}

/// Returns values for all attributes and uniforms of a shader. `old` adds the OpenGL state that old GLSL reads.
pub(crate) fn draw(interface: &Interface, vertices: usize, old: bool, random: &mut Random) -> Values {
    let mut values = Values {
        vertices,
        ..Values::default()
    };
    if old {
        values.uniforms = fixed::uniforms(random);
    }
    for variable in &interface.attributes {
        let count = vertices * variable.size * variable.shape.components();
        let range = range(variable);
        let numbers = (0..count).map(|_| number(range, random)).collect();
        values.attributes.insert(variable.name.clone(), numbers);
    }
    for variable in &interface.uniforms {
        if values.uniforms.contains_key(&variable.name) {
            continue;
        }
        let count = variable.size * variable.shape.components();
        let range = range(variable);
        let numbers = (0..count).map(|_| number(range, random)).collect();
        values.uniforms.insert(variable.name.clone(), numbers);
    }
    values
}

/// Returns the values with each non-integer changed slightly, up or down.
pub(crate) fn moved(values: &Values, random: &mut Random) -> Values {
    let mut moved = values.clone();
    let tables = [&mut moved.attributes, &mut moved.uniforms];
    for number in tables.into_iter().flat_map(|table| table.values_mut()).flatten() {
        if number.fract().abs() > 0.0 {
            let step = if random.byte().is_multiple_of(2) { 1.0 } else { -1.0 };
            *number *= 1.0 + step / 32_768.0;
        }
    }
    moved
}
