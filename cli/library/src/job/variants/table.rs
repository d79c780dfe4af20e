//! Tables of variants.

use super::{LinkedVariants, Variants};
use crate::job::LinkedFile;

/// Instruction limit of a counting run.
#[cfg(feature = "testing")]
const BUDGET: u64 = 1 << 16;

impl Variants {
    /// Formats a table: each row has the index of a combination, its values, and cells under headings.
    pub fn table(&self, headings: &[&str], cells: impl Iterator<Item = (usize, Vec<String>)>) -> String {
        let axes = self.axes();
        let names = axes.iter().map(|axis| axis.name.as_str());
        let headings = ["Index"].into_iter().chain(names).chain(headings.iter().copied());
        let mut rows: Vec<Vec<String>> = vec![headings.map(str::to_owned).collect()];
        rows.extend(cells.map(|(index, cells)| {
            let places = self.places(index).into_iter().zip(axes);
            let values = places.map(|(place, axis)| axis.shown(place));
            let index = std::iter::once(index.to_string());
            index.chain(values).chain(cells).collect()
        }));
        let columns = rows.first().map_or(0, Vec::len);
        let width = |column: usize| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<_> = (0..columns).map(width).collect();
        let mut text = String::new();
        for row in &rows {
            let cells = row.iter().zip(&widths);
            let cells: Vec<_> = cells.map(|(cell, width)| format!("{cell:width$}")).collect();
            text.push_str(format!("  {}", cells.join("  ")).trim_end());
            text.push('\n');
        }
        text
    }
}

impl LinkedVariants {
    /// Formats the variants for a map: indices, values, shaders in the binary, resource usage of each linked alone and,
    /// with the machine model, the instruction count of each shader.
    pub(crate) fn map_table(&self, file: &LinkedFile) -> String {
        let (instructions, places) = (instructions(file), places(file));
        let is_divided = file.rest.is_some();
        let cells = self.figures.iter().enumerate().map(|(index, figures)| {
            let Some(figures) = figures else {
                return (index, vec!["excluded".to_owned()]);
            };
            let shaders = self.shaders_of(index);
            let counts = instructions.as_ref().map(|counts| {
                let counts = shaders.iter().map(|shader| counts.get(*shader).copied());
                let counts: Vec<_> = counts
                    .map(|count| count.flatten().map_or_else(|| "-".to_owned(), |n| n.to_string()))
                    .collect();
                counts.join(",")
            });
            let found: Vec<_> = shaders.iter().filter_map(|number| places.get(*number)).collect();
            let shaders: Vec<_> = found.iter().map(|place| place.index.to_string()).collect();
            let binary = found.first().map_or_else(String::new, |place| place.binary.to_string());
            let mut cells = Vec::new();
            cells.extend(is_divided.then_some(binary));
            cells.extend([
                shaders.join(","),
                figures.words.to_string(),
                figures.descriptors.to_string(),
                figures.floats.to_string(),
            ]);
            cells.extend(counts);
            (index, cells)
        });
        let mut headings = Vec::new();
        headings.extend(is_divided.then_some("Binary"));
        headings.extend(["Shaders", "Words", "Descriptors", "Float registers"]);
        headings.extend(instructions.is_some().then_some("Instructions"));
        let table = self.variants.table(&headings, cells);
        format!("\nVariations, each linked alone\n{table}")
    }

    /// Returns the shaders of a combination, numbered over all binaries.
    pub(crate) fn shaders_of(&self, combination: usize) -> Vec<usize> {
        let shaders = self.shaders.iter();
        let index = shaders.filter_map(|shader| shader.index.get(combination).copied().flatten());
        index.collect()
    }
}

/// The location of a shader.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShaderPlace {
    /// Index of its binary.
    pub(crate) binary: usize,
    /// Index in the binary.
    pub(crate) index: usize,
}

/// Returns the locations of all shaders.
pub(crate) fn places(file: &LinkedFile) -> Vec<ShaderPlace> {
    let binaries = file.binaries().enumerate();
    let places = binaries.flat_map(|(binary, file)| {
        let count = file.output.shbin.shaders.len();
        (0..count).map(move |index| ShaderPlace { binary, index })
    });
    places.collect()
}

/// Returns, for each shader, the instruction count of a run in which all inputs and uniforms are 0, except for the
/// constants of the binary; `None` if the run does not end within [`BUDGET`].
#[cfg(feature = "testing")]
pub(crate) fn instructions(file: &LinkedFile) -> Option<Vec<Option<u64>>> {
    use pica200_machine::{Machine, Program, ShaderChoice};
    let count = |shbin, shader| {
        let program = Program::load(shbin, ShaderChoice::Index(shader)).ok()?;
        let run = Machine::new(&program).run(BUDGET).ok()?;
        Some(run.instructions)
    };
    let shbins = file.binaries().map(|file| &file.output.shbin);
    let counts = shbins.flat_map(|shbin| (0..shbin.shaders.len()).map(move |shader| count(shbin, shader)));
    Some(counts.collect())
}

/// Without the machine model, nothing can be run.
#[cfg(not(feature = "testing"))]
pub(crate) fn instructions(_: &LinkedFile) -> Option<Vec<Option<u64>>> {
    None
}
