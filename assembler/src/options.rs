//! Assembly options.

use std::path::PathBuf;

use crate::lints::Lints;
use crate::preprocess::define::Define;

/// Assembly options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AssemblyOptions {
    /// True to insert padding NOPs where the hardware needs them, except in sources with `.nonop`. Otherwise each
    /// missing one triggers a warning.
    pub padding: bool,
    /// True to allow [pseudo-instructions](crate::PSEUDO_INSTRUCTIONS).
    pub pseudo: bool,
    /// True to allow numbers as operands. picasso has none: there, an operand without a letter is an error.
    pub number_operands: bool,
    /// True to report errors that picasso accepts and whose meaning is certain as warnings (`read-as-picasso`).
    pub lenient: bool,
    /// The enabled lints.
    pub lints: Lints,
    /// Directories searched for includes after the directory of the including file, in order.
    pub include_paths: Vec<PathBuf>,
    /// Numbers defined on the command line. The last definition of a name wins.
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
