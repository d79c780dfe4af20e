//! The options of an assembly.

use std::path::PathBuf;

use crate::lints::Lints;
use crate::preprocess::define::Define;

/// The options of an assembly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AssemblyOptions {
    /// Whether padding NOPs are inserted where the hardware needs them, except for sources with `.nonop`. If not, each
    /// missing one draws a warning.
    pub padding: bool,
    /// Whether [pseudo-instructions](crate::PSEUDO_INSTRUCTIONS) are allowed.
    pub pseudo: bool,
    /// Whether numbers can be operands. picasso has none: there, an operand without a letter is an error.
    pub number_operands: bool,
    /// Whether mistakes that picasso accepts, and whose meaning is certain, draw warnings (`read-as-picasso`) instead
    /// of errors.
    pub lenient: bool,
    /// The lints that run.
    pub lints: Lints,
    /// The folders that are searched for includes after the folder of the including file, in order.
    pub include_paths: Vec<PathBuf>,
    /// Numbers that are defined outside the source. The last one of a name counts.
    pub defines: Vec<Define>,
}

impl Default for AssemblyOptions {
    fn default() -> Self {
        Self {
            padding: true,
            pseudo: true,
            number_operands: true,
            lenient: false,
            lints: Lints::default(),
            include_paths: Vec::new(),
            defines: Vec::new(),
        }
    }
}
