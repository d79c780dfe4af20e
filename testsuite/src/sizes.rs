//! Code size of compiled shaders, compared with handwritten programs for the same shader.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use pica200_asm::AssemblyOptions;
use pica200_compile::{Options, compile};
use pica200_link::LinkOptions;

use crate::case::CaseSource;
use crate::corpus::{file_name, files, folder, workspace};
use crate::run::run;

/// The code size of a shader in three forms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sizes {
    /// The file of the shader.
    pub name: String,
    /// The number of compiled words.
    pub translated: usize,
    /// The number of words compiled with `--strict-math`.
    pub strict: usize,
    /// The number of handwritten words.
    pub by_hand: usize,
}

/// A size table of compiled shaders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SizeTable {
    /// The title shown.
    pub title: &'static str,
    /// A row for each shader.
    pub rows: Vec<Sizes>,
}

impl SizeTable {
    /// Measures the golden WGSL and GLSL files with an assembly counterpart.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read, or a shader cannot be compiled or linked.
    pub fn golden() -> io::Result<Self> {
        let folders = ["golden/wgsl", "golden/glsl"].map(folder);
        Self::of("Golden files", folders.iter().map(AsRef::as_ref))
    }

    /// Measures the WGSL examples with an assembly counterpart. The assembly is written for readability: it calls
    /// procedures, and jumps over code that a vertex does not need.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read, or a shader cannot be compiled or linked.
    pub fn examples() -> io::Result<Self> {
        Self::of("Examples", [workspace().join("examples").as_path()])
    }

    fn of<'p>(title: &'static str, folders: impl IntoIterator<Item = &'p Path>) -> io::Result<Self> {
        let mut rows = Vec::new();
        for folder in folders {
            let sources = ["wgsl", "vert"].map(|suffix| files(folder, suffix));
            for path in sources.iter().flatten() {
                let by_hand = path.with_extension("vsh");
                if by_hand.exists() {
                    rows.push(sizes(path, &by_hand)?);
                }
            }
        }
        Ok(Self { title, rows })
    }

    /// Returns the sum of all shaders, with the name `sum`.
    pub fn sum(&self) -> Sizes {
        let sum = |words: fn(&Sizes) -> usize| self.rows.iter().map(words).sum();
        Sizes {
            name: "sum".to_owned(),
            translated: sum(|row| row.translated),
            strict: sum(|row| row.strict),
            by_hand: sum(|row| row.by_hand),
        }
    }
}

/// Measures a shader and its assembly counterpart.
fn sizes(path: &Path, by_hand: &Path) -> io::Result<Sizes> {
    let name = file_name(path);
    let bytes = fs::read(path)?;
    let translated = |strict_math| {
        let options = Options {
            strict_math,
            ..Options::default()
        };
        let lines = compile(&name, &bytes, &options).assembly;
        let lines = lines.ok_or_else(|| io::Error::other(format!("{name} has errors")))?;
        let text: String = lines.iter().map(|line| line.text.clone() + "\n").collect();
        words(&name, text.into_bytes())
    };
    Ok(Sizes {
        translated: translated(false)?,
        strict: translated(true)?,
        by_hand: words(&file_name(by_hand), fs::read(by_hand)?)?,
        name,
    })
}

/// Returns the number of words of an assembly program.
fn words(name: &str, text: Vec<u8>) -> io::Result<usize> {
    let source = CaseSource {
        name: name.to_owned(),
        text,
        ..CaseSource::default()
    };
    let options = LinkOptions::default();
    let outcome = run(&[source], &AssemblyOptions::default(), Some(&options));
    let output = outcome.output;
    let output = output.ok_or_else(|| io::Error::other(outcome.diagnostics))?;
    Ok(output.shbin.program.code.len())
}

/// Formats a ratio in hundredths, rounded to the nearest.
fn ratio(words: usize, by_hand: usize) -> String {
    let Some(hundredths) = (words * 200 + by_hand).checked_div(by_hand * 2) else {
        return "-".to_owned();
    };
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

impl fmt::Display for SizeTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = self.title;
        writeln!(f, "{title:<24} words  by hand  ratio  --strict-math  ratio")?;
        for row in self.rows.iter().chain([&self.sum()]) {
            let Sizes {
                name,
                translated,
                strict,
                by_hand,
            } = row;
            writeln!(
                f,
                "{name:<24} {translated:>5}  {by_hand:>7}  {:>5}  {strict:>13}  {:>5}",
                ratio(*translated, *by_hand),
                ratio(*strict, *by_hand),
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a shader that cannot be read fails")]

    use super::{SizeTable, Sizes, ratio};

    /// Checks that no shader exceeds `each`, and their sum does not exceed `all`: ratios in hundredths, rounded up.
    fn check(table: &SizeTable, words: fn(&Sizes) -> usize, all: usize, each: usize) {
        let sum = table.sum();
        assert!(sum.by_hand > 0, "{} has no rows", table.title);
        assert!(words(&sum) * 100 <= sum.by_hand * all, "{table}");
        for row in &table.rows {
            let most = (row.by_hand * each).div_ceil(100);
            assert!(words(row) <= most, "{}\n{table}", row.name);
        }
    }

    #[test]
    fn translations_are_almost_as_small_as_programs_by_hand() {
        let table = SizeTable::golden().unwrap();
        check(&table, |row| row.translated, 115, 140);
        check(&table, |row| row.strict, 135, 160);
    }

    #[test]
    fn all_examples_in_wgsl_are_in_the_table() {
        let table = SizeTable::examples().unwrap();
        let names: Vec<_> = table.rows.iter().map(|row| row.name.as_str()).collect();
        for name in ["lights", "particles", "skinning", "textured", "triangle"] {
            assert!(names.contains(&format!("{name}.wgsl").as_str()), "{table}");
        }
        let text = table.to_string();
        assert_eq!(text.lines().count(), table.rows.len() + 2, "{text}");
    }

    #[test]
    fn ratios_are_rounded() {
        assert_eq!(ratio(130, 119), "1.09");
        assert_eq!(ratio(1, 8), "0.13");
        assert_eq!(ratio(3, 0), "-");
    }
}
