//! Generator of a Rust module with several binaries.

use std::fmt::{self, Display, Formatter};

use crate::model::Model;
use crate::rust::{ALIGNED, ALLOW, GENERATED, PREAMBLE, write_bytes, write_index_of, write_shaders, write_static};
use crate::{Axis, Variant};

/// The imports of a variant's module from its parent.
const IMPORTS: &str = "\
#[allow(unused_imports)]
use super::{
    Aligned, BooleanUniform, FloatUniform, GeometryMode, Input, IntegerUniform, Output, Stage,
};
";

/// A module.
pub(crate) struct Module<'v> {
    pub(crate) axes: &'v [Axis],
    pub(crate) variants: &'v [Variant<'v>],
}

impl Display for Module<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{GENERATED}")?;
        self.write_type(f)?;
        self.write_all(f)?;
        self.write_index(f)?;
        write!(f, "{ALIGNED}\n{PREAMBLE}")?;
        (0..self.variants.len()).try_for_each(|index| self.write_module(f, index))
    }
}

impl Module<'_> {
    fn write_type(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.axes.iter().map(|a| format!("`{}`", a.name)).collect();
        let count = self.axes.len();
        writeln!(f, "/// A variant of the shaders.\n{ALLOW}")?;
        writeln!(f, "#[derive(Clone, Copy, PartialEq, Eq, Debug)]")?;
        writeln!(f, "pub struct Variant {{")?;
        writeln!(f, "    /// The values of {}.", names.join(", "))?;
        writeln!(f, "    pub values: [i32; {count}],")?;
        writeln!(f, "    /// The shader binary, aligned to 4.")?;
        writeln!(f, "    pub shbin: &'static [u8],\n}}\n")
    }

    fn write_all(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let count = self.variants.len();
        writeln!(f, "/// All variants, by their index.\n{ALLOW}")?;
        writeln!(f, "pub static VARIANTS: [Variant; {count}] = [")?;
        for (index, variant) in self.variants.iter().enumerate() {
            let values = &variant.values;
            writeln!(f, "    Variant {{")?;
            writeln!(f, "        values: {values:?},")?;
            writeln!(f, "        shbin: variant_{index}::SHBIN,\n    }},")?;
        }
        writeln!(f, "];\n")
    }

    /// Writes a function from values to the index.
    fn write_index(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "/// The index of the variant with these values.\n{ALLOW}")?;
        write_index_of(f, "index_of", self.axes)?;
        writeln!(f)
    }

    fn write_module(&self, f: &mut Formatter<'_>, index: usize) -> fmt::Result {
        let Some((variant, earlier)) = self.variants.get(..=index).and_then(<[_]>::split_last) else {
            return Ok(());
        };
        let values = self.axes.iter().zip(&variant.values);
        let values: Vec<_> = values
            .map(|(axis, value)| format!("`{}` = {value}", axis.name))
            .collect();
        writeln!(f, "\n/// The variant with {}.\n{ALLOW}", values.join(", "))?;
        let is_same = |other: &Variant<'_>| {
            (other.binary.bytes, other.binary.entries) == (variant.binary.bytes, variant.binary.entries)
        };
        if let Some(same) = earlier.iter().position(is_same) {
            return writeln!(f, "pub use variant_{same} as variant_{index};");
        }
        let text = Contents(&Model::new(&variant.binary)).to_string();
        writeln!(f, "pub mod variant_{index} {{")?;
        for line in text.lines() {
            let margin = if line.is_empty() { "" } else { "    " };
            writeln!(f, "{margin}{line}")?;
        }
        writeln!(f, "}}")
    }
}

/// The contents of a variant's module.
struct Contents<'m>(&'m Model<'m>);

impl Display for Contents<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{IMPORTS}")?;
        write_static(f, self.0.bytes)?;
        writeln!(f)?;
        write_bytes(f, self.0.bytes)?;
        write_shaders(f, &self.0.shaders)
    }
}
