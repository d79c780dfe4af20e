//! Wavefront OBJ.

use pica200_machine::Vector;
use tobj::LoadOptions;

use super::{Attribute, MAX_VERTICES, Mesh, MeshError, Parts};

/// Reads a file. Faces become triangles; points, lines and materials are ignored.
pub(super) fn read(bytes: &[u8]) -> Result<Mesh, MeshError> {
    let text =
        std::str::from_utf8(bytes).map_err(|_| MeshError::File("it is neither glTF nor valid UTF-8".to_owned()))?;
    check(text)?;
    let text = triangle_lines(text);
    let options = LoadOptions {
        triangulate: true,
        single_index: true,
        ignore_points: true,
        ignore_lines: true,
    };
    let no_materials = |_: &std::path::Path| Err(tobj::LoadError::OpenFileFailed);
    let (models, _) = tobj::load_obj_buf(&mut text.as_bytes(), &options, no_materials)
        .map_err(|error| MeshError::File(error.to_string()))?;
    let mut parts = Parts::default();
    for model in models {
        parts.add(part(model.mesh)?)?;
    }
    Ok(parts.mesh)
}

/// The numbers of positions, texture coordinates and normals in the lines so far.
#[derive(Default)]
struct Counts {
    numbers: [i64; 3],
    /// True if positions have colours; `None` before the first one.
    colors: Option<bool>,
    /// Number of indices for the triangles.
    indices: usize,
}

/// Validates each line, so that errors have locations and each index refers to an earlier line. tobj neither reports
/// the line of an error nor detects all invalid indices.
fn check(text: &str) -> Result<(), MeshError> {
    let mut counts = Counts::default();
    for (line, words) in text.lines().enumerate() {
        let checked = check_line(words, &mut counts);
        checked.map_err(|why| MeshError::Line { line: line + 1, why })?;
        if counts.indices > MAX_VERTICES {
            return Err(MeshError::TooLarge);
        }
    }
    Ok(())
}

/// Returns the lines relevant to triangles. tobj treats lines of three corners as triangles, and rejects materials
/// without a name.
fn triangle_lines(text: &str) -> String {
    let is_kept = |line: &&str| {
        let keyword = line.split_whitespace().next();
        matches!(keyword, Some("v" | "vt" | "vn" | "f" | "o" | "g"))
    };
    let lines = text.lines().filter(is_kept);
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn check_line(line: &str, counts: &mut Counts) -> Result<(), String> {
    let mut words = line.split_whitespace();
    let keyword = words.next();
    if keyword == Some("f") {
        return check_face(words, counts);
    }
    let (number, least, what) = match keyword {
        Some("v") => (0, 3, "a place"),
        Some("vt") => (1, 2, "texture coordinates"),
        Some("vn") => (2, 3, "a normal"),
        _ => return Ok(()),
    };
    let numbers = words.map(number_of).collect::<Result<Vec<_>, _>>()?;
    let found = numbers.len();
    if found < least {
        return Err(format!("expected {least} numbers for {what}, found {found}"));
    }
    if keyword == Some("v") {
        check_position(&numbers, counts)?;
    }
    if let Some(count) = counts.numbers.get_mut(number) {
        *count += 1;
    }
    Ok(())
}

fn number_of(word: &str) -> Result<f32, String> {
    match word.parse::<f32>() {
        Ok(number) if number.is_finite() => Ok(number),
        // The names of infinity are not accepted as numbers.
        Ok(number) if number.is_infinite() && word.contains(|c: char| c.is_ascii_digit()) => {
            Err(format!("`{word}` is too large for a 32-bit number"))
        }
        _ => Err(format!("`{word}` is not a number")),
    }
}

/// Checks the values after the three coordinates of a position: nothing, a w component, or a colour.
fn check_position(numbers: &[f32], counts: &mut Counts) -> Result<(), String> {
    let has_color = match *numbers {
        [_, _, _] => false,
        [_, _, _, 0.0] => {
            return Err("the w component of a position is 0".to_owned());
        }
        [_, _, _, _] => false,
        [_, _, _, _, _, _] => true,
        _ => {
            return Err(format!(
                "expected 3 numbers for a position, 4 with w, or 6 with a color, found {}",
                numbers.len()
            ));
        }
    };
    // tobj keeps the colours in a list without gaps, and would assign them to other positions.
    match (counts.colors.replace(has_color), has_color) {
        (Some(true), false) => Err("the position has no color, unlike earlier ones".to_owned()),
        (Some(false), true) => Err("the position has a color, unlike earlier ones".to_owned()),
        _ => Ok(()),
    }
}

fn check_face<'t>(words: impl Iterator<Item = &'t str>, counts: &mut Counts) -> Result<(), String> {
    let mut corners = 0_usize;
    for word in words {
        for (number, index) in word.split('/').enumerate() {
            let Some(count) = counts.numbers.get(number) else {
                return Err(format!("`{word}` has more than three indices"));
            };
            // Indices after the first may be omitted: `1//2`.
            if index.is_empty() && number > 0 {
                continue;
            }
            let found = index.parse::<i64>().ok();
            let known = found.filter(|index| *index != 0 && index.unsigned_abs() <= count.unsigned_abs());
            if known.is_none() {
                let what = ["place", "texture coordinate", "normal"];
                let what = what.get(number).copied().unwrap_or_default();
                return Err(format!(
                    "`{index}` in `{word}` is not the index of an earlier {what}; there are {count}"
                ));
            }
        }
        corners += 1;
    }
    if corners < 3 {
        return Err(format!("expected at least 3 corners for a face, found {corners}"));
    }
    counts.indices = counts.indices.saturating_add(3 * (corners - 2));
    Ok(())
}

/// Converts the vertices of a model.
fn part(mesh: tobj::Mesh) -> Result<Mesh, MeshError> {
    let count = mesh.positions.len() / 3;
    let mut attributes = vec![(Attribute::Position, vectors::<3>(&mesh.positions))];
    let others = [
        (Attribute::Normal, vectors::<3>(&mesh.normals)),
        (Attribute::Texcoord, vectors::<2>(&mesh.texcoords)),
        (Attribute::Color, vectors::<3>(&mesh.vertex_color)),
    ];
    for (attribute, values) in others {
        if values.is_empty() {
            continue;
        }
        if values.len() != count {
            let name = attribute.name();
            let why = format!("only some corners of an object have a {name}");
            return Err(MeshError::File(why));
        }
        attributes.push((attribute, values));
    }
    Ok(Mesh {
        count,
        attributes,
        indices: mesh.indices,
    })
}

fn vectors<const N: usize>(numbers: &[f32]) -> Vec<Vector> {
    let vector = |numbers: &[f32]| {
        let mut vector = [0.0, 0.0, 0.0, 1.0];
        for (component, number) in vector.iter_mut().zip(numbers) {
            *component = *number;
        }
        vector
    };
    numbers.chunks_exact(N).map(vector).collect()
}
