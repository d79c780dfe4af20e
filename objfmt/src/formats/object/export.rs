//! Exports: the names of an object that other objects can refer to.

use std::fmt;

use super::{Object, UniformClass};

/// The separator of the namespace and the name in the symbol of a uniform or constant. No name contains it.
const SEPARATOR: char = ':';

/// A name that other objects can refer to. Procedures, uniforms and constants have separate namespaces.
///
/// `Display` writes its symbol in the index of an archive: `NAME`, `uniform:NAME` or `constant:NAME`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Export<'a> {
    /// A procedure, which other objects can call.
    Procedure(&'a str),
    /// A uniform, which other objects can refer to with `.extern`.
    Uniform(&'a str),
    /// A constant, which other objects can refer to with `.extern`.
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

/// Splits the symbol of an [`Export`] into its namespace and its name. Procedures have no namespace.
pub fn split_symbol(symbol: &str) -> (Option<&str>, &str) {
    match symbol.split_once(SEPARATOR) {
        Some((sort, name)) => (Some(sort), name),
        None => (None, symbol),
    }
}

impl Object {
    /// Returns the procedures, uniforms and constants, in this order, that other objects can refer to, each in source
    /// order. Excluded are the uniforms of private files and of geometry shaders with separate uniforms, and the
    /// constants of private files.
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
