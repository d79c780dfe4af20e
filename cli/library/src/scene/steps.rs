//! Matrices described as a sequence of transformations.

use pica200_render::transform::{
    IDENTITY, Matrix, look_at, orthographic, perspective, product, rotation, scaling, translation,
};
use toml::de::DeValue;

use super::animation::between;
use crate::document::{Item, TomlError, array, noun};
use crate::shader::document::rows::{number, row};
use crate::shader::row::Row;
use crate::text::lists::listed;

/// Names of transformations.
const NAMES: [&str; 6] = ["translate", "scale", "rotate", "perspective", "orthographic", "look-at"];

/// Key for the number of rows.
const ROWS: &str = "rows";

/// A matrix: the product of transformations, and its number of rows.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Steps {
    list: Vec<Step>,
    /// Number of rows, if specified.
    rows: Option<usize>,
}

/// A transformation: its name and its arguments.
#[derive(Clone, PartialEq, Debug)]
struct Step {
    kind: usize,
    numbers: Vec<f32>,
}

/// Returns true if a value is a list of transformations.
pub(super) fn are_steps(item: &Item<'_>) -> bool {
    let items = item.get_ref().as_array();
    items.is_some_and(|items| items.iter().any(|item| item.get_ref().is_table()))
}

/// Reads a list of transformations.
pub(super) fn steps(item: &Item<'_>) -> Result<Steps, TomlError> {
    let mut read = Steps {
        list: Vec::new(),
        rows: None,
    };
    for item in array(item)? {
        let (name, value) = entry(item)?;
        match name {
            ROWS => read.rows = Some(rows(value)?),
            _ => read.list.push(step(item, name, value)?),
        }
    }
    Ok(read)
}

/// Reads the number of rows of a matrix.
fn rows(value: &Item<'_>) -> Result<usize, TomlError> {
    let rows = between(value, 1, 4).ok().map(usize::from);
    rows.ok_or_else(|| TomlError::new(value, "has a wrong step `rows`; expected a number from 1 to 4"))
}

/// Returns the name and the value of a transformation.
fn entry<'i>(item: &'i Item<'_>) -> Result<(&'i str, &'i Item<'i>), TomlError> {
    let Some(table) = item.get_ref().as_table() else {
        let why = format!("contains {} in its steps", noun(item));
        return Err(TomlError::new(item, why));
    };
    let mut entries = table.iter();
    let (Some((name, value)), None) = (entries.next(), entries.next()) else {
        let count = table.len();
        let why = format!("has a step with {count} keys; expected one of {}", names());
        return Err(TomlError::new(item, why));
    };
    Ok((name.get_ref().as_ref(), value))
}

/// Returns the names of all transformations, and the key for the number of rows.
fn names() -> String {
    listed(&[&NAMES[..], &[ROWS]].concat())
}

fn step(item: &Item<'_>, name: &str, value: &Item<'_>) -> Result<Step, TomlError> {
    let Some(kind) = NAMES.iter().position(|other| *other == name) else {
        let why = format!("has an unknown step `{name}`; expected one of {}", names());
        return Err(TomlError::new(item, why));
    };
    let numbers = numbers(name, value)?;
    let step = Step { kind, numbers };
    if step.matrix().is_none() {
        let why = format!("has a step `{name}` that has no matrix: {}", needs(name));
        return Err(TomlError::new(value, why));
    }
    Ok(step)
}

/// Describes the expected arguments of a transformation.
fn needs(name: &str) -> &'static str {
    match name {
        "look-at" => "the eye is at the target, or the up direction is parallel to the view",
        "perspective" => {
            "the angle is above 0 and below 180, the ratio and the distances are above 0, the planes differ"
        }
        _ => "width and height are not 0, the planes differ",
    }
}

/// Returns the arguments of a transformation.
fn numbers(name: &str, value: &Item<'_>) -> Result<Vec<f32>, TomlError> {
    let is_number = matches!(value.get_ref(), DeValue::Integer(_) | DeValue::Float(_));
    let numbers = match name {
        "scale" if is_number => vec![number(value)?.to_f32(); 3],
        "look-at" => look(value)?,
        _ => in_row(value)?,
    };
    let (count, form) = match name {
        "translate" => (3, "[x, y, z]"),
        "scale" => (3, "[x, y, z], or one number"),
        "rotate" => (4, "[x, y, z, degrees]"),
        "perspective" => (4, "[degrees, width / height, near, far]"),
        "orthographic" => (4, "[width, height, near, far]"),
        _ => (9, "[[eye], [target], [up]], each of 3 numbers"),
    };
    if numbers.len() != count || !numbers.iter().all(|number| number.is_finite()) {
        let why = format!("has a wrong step `{name}`; expected {form}");
        return Err(TomlError::new(value, why));
    }
    Ok(numbers)
}

fn in_row(value: &Item<'_>) -> Result<Vec<f32>, TomlError> {
    Ok(floats(&row(value)?))
}

/// Returns the eye position, the target, and the up direction (default: y). Rows of other lengths are invalid.
fn look(value: &Item<'_>) -> Result<Vec<f32>, TomlError> {
    let rows: Vec<_> = array(value)?.iter().map(row).collect::<Result<_, _>>()?;
    if rows.iter().any(|row| row.numbers().len() != 3) {
        return Ok(Vec::new());
    }
    let mut numbers: Vec<_> = rows.iter().flat_map(floats).collect();
    if rows.len() == 2 {
        numbers.extend([0.0, 1.0, 0.0]);
    }
    Ok(numbers)
}

fn floats(row: &Row) -> Vec<f32> {
    row.numbers().iter().map(|number| number.to_f32()).collect()
}

impl Step {
    /// Interpolates between this transformation and another of the same kind.
    fn between(&self, other: &Self, part: f32) -> Self {
        let pairs = self.numbers.iter().zip(&other.numbers);
        Self {
            kind: self.kind,
            numbers: pairs.map(|(a, b)| a + (b - a) * part).collect(),
        }
    }

    /// Returns the matrix of a transformation; `None` if its arguments are degenerate.
    fn matrix(&self) -> Option<Matrix> {
        let matrix = match (NAMES.get(self.kind).copied()?, self.numbers.as_slice()) {
            ("translate", &[x, y, z]) => translation([x, y, z]),
            ("scale", &[x, y, z]) => scaling([x, y, z]),
            ("rotate", &[x, y, z, degrees]) => rotation([x, y, z], degrees),
            ("perspective", &[degrees, ratio, near, far]) => {
                let is_angle = degrees > 0.0 && degrees < 180.0;
                let has_depth = near > 0.0 && far > 0.0 && near != far;
                return (is_angle && ratio > 0.0 && has_depth).then(|| perspective(degrees, ratio, near, far));
            }
            ("orthographic", &[width, height, near, far]) => {
                let is_space = width != 0.0 && height != 0.0 && near != far;
                return is_space.then(|| orthographic(width, height, near, far));
            }
            (_, &[x, y, z, to_x, to_y, to_z, up_x, up_y, up_z]) => {
                return look_at([x, y, z], [to_x, to_y, to_z], [up_x, up_y, up_z]);
            }
            _ => return None,
        };
        Some(matrix)
    }
}

impl Steps {
    /// Returns true if both have the same transformations, except for their arguments.
    pub(super) fn are_alike(&self, other: &Self) -> bool {
        let kinds = |steps: &Self| steps.list.iter().map(|step| step.kind).collect::<Vec<_>>();
        kinds(self) == kinds(other) && self.rows == other.rows
    }

    /// Returns the rows of the matrix interpolated between this one and another: the specified number, or else `rows`.
    /// A degenerate transformation is the identity.
    pub(super) fn between(&self, to: &Self, part: f32, rows: usize) -> Vec<Row> {
        let pairs = self.list.iter().zip(&to.list);
        let matrix = pairs.fold(IDENTITY, |matrix, (from, to)| {
            let step = from.between(to, part).matrix().unwrap_or(IDENTITY);
            // The last transformation applies first.
            product(&matrix, &step)
        });
        let rows = self.rows.unwrap_or(rows);
        matrix.map(Row::from).into_iter().take(rows).collect()
    }
}
