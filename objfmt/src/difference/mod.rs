//! Semantic comparison of two shader binaries: code by procedure, and tables, but not layout.
//!
//! The comparison covers everything that a program on the console can observe by loading and running a shader. For each
//! shader, by its number:
//! - its kind, and for geometry shaders the mode and whether outputs are merged. Bytes that the mode does not use are
//!   ignored.
//! - its uniforms and inputs by name, in any order. Programs find them by name, and the first entry of a name wins.
//! - its outputs by register, in any order: loaders collect them by register, and of two entries for one register, the
//!   later one is added to the earlier one.
//! - its constants by value. The last entry of a register wins. A constant in a register with a name belongs to the
//!   name; other constants may be in any register, as long as the code reads the same values. Constants that no code
//!   reads are ignored.
//! - its code, starting at the entry point. Procedures are paired by the calls that reach them, regardless of their
//!   addresses. Unreachable words ([`crate::flow`]) are ignored, as is the end of the entry procedure, which no loader
//!   reads. Instructions are compared by their meaning ([`crate::isa::meaning`]) and their operands: a uniform or input
//!   that both files name *is* that name, so a moved uniform is one difference of the table, not one of each
//!   instruction. A constant is its value and, if it is read with a relative index, also its neighbours' values. All
//!   other registers are compared by number. Targets must be corresponding instructions.
//!
//! Versions, masks of used registers, labels, lines, file names, padding, and the order and number of descriptors are
//! ignored. Labels only name procedures in the messages.
//!
//! Comparisons of other file formats use the same building blocks: [`align`] aligns instructions, [`pair`] pairs table
//! entries, and [`Report`] lists differences.
//!
//! Any two models can be compared. Time and memory are bounded: a report lists a limited number of differences, and
//! code with too many calls is reported as different without being compared to its end.

mod align;
mod code;
mod pairs;
mod procedure;
mod registers;
mod report;
mod tables;

use std::fmt;

use crate::formats::shbin::{Shader, Shbin};
use registers::Registers;

pub use align::{Match, align};
pub use pairs::{Table, compare_texts, pair, table};
pub use report::Report;

/// A difference between two files: its location and the contents of both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The location: `DVLE 0`, `DVLE 1, procedure main, word 12`. Word numbers refer to the first file.
    pub location: String,
    /// The two sides: `mov o0, v0` in the first, `mov o0, v1` in the second.
    pub text: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.location, self.text)
    }
}

/// Returns all differences, in the order of the first file: shader by shader, tables before code.
pub fn differences(a: &Shbin, b: &Shbin) -> Vec<Difference> {
    if a == b {
        // Equal files have no differences, even if their code is too tangled to be compared.
        return Vec::new();
    }
    let mut report = Report::default();
    let counts = [a, b].map(|shbin| format!("{} DVLEs", shbin.shaders.len()));
    report.compare("DVLB", counts);
    let mut comparer = code::Comparer::new([&a.program, &b.program]);
    for (number, shaders) in a.shaders.iter().zip(&b.shaders).enumerate() {
        compare_shaders(&mut report, &mut comparer, number, shaders.into());
    }
    report.into_list("DVLB")
}

fn compare_shaders<'s>(
    report: &mut Report,
    comparer: &mut code::Comparer<'s>,
    number: usize,
    shaders: [&'s Shader; 2],
) {
    let location = format!("DVLE {number}");
    tables::compare_headers(report, &location, shaders);
    let reads = comparer.reads(shaders);
    let registers = Registers::new(shaders, &reads);
    tables::compare_uniforms(report, &location, &registers);
    tables::compare_constants(report, &location, &registers);
    tables::compare_outputs(report, &location, shaders);
    comparer.compare(report, &location, shaders, &registers);
}
