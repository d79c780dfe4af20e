//! The names of an object that other objects can refer to.

use std::fmt;

use super::{Object, UniformClass};

/// The character between the sort and the name in the symbol of a uniform or constant. No name contains it.
const SEPARATOR: char = ':';

/// A name that other objects can refer to. Procedures, uniforms and constants can have the same name.
///
/// Its text is its symbol in the index of an archive: `NAME`, `uniform:NAME` or `constant:NAME`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Export<'a> {
    /// A procedure, which others can call.
    Procedure(&'a str),
    /// A uniform, which others can name with `.extern`.
    Uniform(&'a str),
    /// A constant, which others can name with `.extern`.
    Constant(&'a str),
}

impl fmt::Display for Export<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Procedure(name) => f.write_str(name),
            Self::Uniform(name) => write!(f, "uniform{SEPARATOR}{name}"),
            Self::Constant(name) => write!(f, "constant{SEPARATOR}{name}"),
        }
    }
}

/// The sort and the name of the symbol of an [`Export`]. Procedures have no sort.
pub fn split_symbol(symbol: &str) -> (Option<&str>, &str) {
    match symbol.split_once(SEPARATOR) {
        Some((sort, name)) => (Some(sort), name),
        None => (None, symbol),
    }
}

impl Object {
    /// The procedures, then the uniforms and the constants, that other objects can refer to, each in source order. The
    /// uniforms of private files and of geometry shaders with separate uniforms, and the constants of private files,
    /// are not among them.
    pub fn exports(&self) -> impl Iterator<Item = Export<'_>> {
        let uniforms = self.uniforms.iter().filter(|uniform| {
            let is_uniform = uniform.class != UniformClass::Input;
            is_uniform && !uniform.linkage.is_extern() && self.shares_uniforms()
        });
        let constants = self
            .constants
            .iter()
            .filter(|constant| !constant.is_unnamed() && !constant.linkage.is_extern() && !self.private);
        self.procedures()
            .map(Export::Procedure)
            .chain(uniforms.map(|uniform| Export::Uniform(&uniform.name)))
            .chain(constants.map(|constant| Export::Constant(&constant.name)))
    }
}
