//! The text of a Rust module.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use bstr::BStr;

use super::{Contents, Entry, Parts, Varied};
use crate::Axis;
use crate::identifiers::{RUST_CONSTANTS, RUST_MODULES, RUST_VALUES, RUST_VARIATIONS};
use crate::literals;
use crate::model::{Location, Output};
use crate::rust::{
    ALIGNED, ALLOW, GENERATED, PREAMBLE, write_bytes, write_entry, write_index_of, write_locations,
    write_outputs, write_static,
};

/// A module.
pub(crate) struct Module<'m>(pub(crate) &'m Contents<'m>);

impl Display for Module<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Contents {
            model,
            axes,
            default,
            shaders,
        } = self.0;
        writeln!(f, "{GENERATED}")?;
        write_static(f, model.bytes)?;
        writeln!(f, "\n{ALIGNED}")?;
        write_bytes(f, model.bytes)?;
        let count = self.0.count();
        writeln!(
            f,
            "\n/// The number of combinations, including excluded ones.\n{ALLOW}\npub const COMBINATIONS: usize = {count};"
        )?;
        writeln!(
            f,
            "\n/// The index of the combination of the default values.\n{ALLOW}\npub const DEFAULT: usize = {default};\n"
        )?;
        writeln!(
            f,
            "/// The index of the combination with these values; `None` if a value is not listed for its number. Excluded combinations\n/// have an index, too.\n{ALLOW}"
        )?;
        write_index_of(f, "combination", axes)?;
        write!(f, "\n{PREAMBLE}")?;
        write_numbers(f, axes)?;
        let modules = RUST_VARIATIONS.identifiers(shaders.iter().map(|shader| shader.name));
        for (shader, module) in shaders.iter().zip(modules) {
            self.write_shader(f, shader, &module)?;
        }
        Ok(())
    }
}

/// A module for each number, with its values.
fn write_numbers(f: &mut Formatter<'_>, axes: &[Axis]) -> fmt::Result {
    writeln!(
        f,
        "\n/// The numbers and their values.\n{ALLOW}\npub mod numbers {{"
    )?;
    let modules = RUST_MODULES.identifiers(axes.iter().map(|axis| axis.name.as_str().into()));
    for (axis, module) in axes.iter().zip(modules) {
        let Axis { name, values, .. } = axis;
        let count = values.len();
        writeln!(f, "    /// `{name}`.\n    pub mod {module} {{")?;
        writeln!(f, "        /// All values, in order.")?;
        writeln!(f, "        pub const VALUES: [i32; {count}] = {values:?};")?;
        if let Some(default) = values.get(axis.default) {
            writeln!(f, "        /// The default value.")?;
            writeln!(f, "        pub const DEFAULT: i32 = {default};")?;
        }
        let named: Vec<_> = axis.named().collect();
        let constants = RUST_VALUES.identifiers(named.iter().map(|(name, _)| BStr::new(*name)));
        for ((name, value), constant) in named.iter().zip(constants) {
            writeln!(f, "        /// `{name}`.")?;
            writeln!(f, "        pub const {constant}: i32 = {value};")?;
        }
        writeln!(f, "    }}")?;
    }
    writeln!(f, "}}")
}

impl Module<'_> {
    fn write_shader(
        &self,
        f: &mut Formatter<'_>,
        shader: &Varied<'_>,
        module: &str,
    ) -> fmt::Result {
        let shown = literals::comment(shader.name);
        writeln!(
            f,
            "\n/// The shader that starts at {shown}, in all variations.\n{ALLOW}"
        )?;
        writeln!(f, "pub mod {module} {{")?;
        write_entry(f, shader.name, shader.stage, shader.geometry)?;
        self.write_index(f, shader)?;
        write_locations(f, "uniforms", &shader.uniforms.same)?;
        writeln!(f)?;
        write_locations(f, "inputs", &shader.inputs.same)?;
        writeln!(f)?;
        write_outputs(f, &shader.outputs.same)?;
        write_varying(f, "uniforms", &shader.uniforms, location)?;
        write_varying(f, "inputs", &shader.inputs, location)?;
        write_varying(f, "outputs", &shader.outputs, output)?;
        writeln!(f, "}}")
    }

    fn write_index(&self, f: &mut Formatter<'_>, shader: &Varied<'_>) -> fmt::Result {
        let count = shader.index.len();
        writeln!(
            f,
            "    /// The index in the shader binary for each combination."
        )?;
        writeln!(f, "    pub const INDICES: [Option<u16>; {count}] = [")?;
        for index in shader.index {
            match index {
                Some(index) => writeln!(f, "        Some({index}),")?,
                None => writeln!(f, "        None,")?,
            }
        }
        writeln!(f, "    ];\n")?;
        let names = self.0.axes.iter().map(|axis| axis.name.as_str().into());
        let names = RUST_MODULES.identifiers(names);
        let parameters: Vec<_> = names.iter().map(|name| format!("{name}: i32")).collect();
        let (parameters, arguments) = (parameters.join(", "), names.join(", "));
        writeln!(
            f,
            "    /// The index in the shader binary for these values; `None` if the combination is excluded, or a value is not\n    /// listed for its number."
        )?;
        writeln!(
            f,
            "    pub const fn index({parameters}) -> Option<usize> {{"
        )?;
        writeln!(f, "        match super::combination({arguments}) {{")?;
        writeln!(
            f,
            "            Some(combination) => match INDICES[combination] {{"
        )?;
        writeln!(f, "                Some(index) => Some(index as usize),")?;
        writeln!(f, "                None => None,")?;
        writeln!(
            f,
            "            }},\n            None => None,\n        }}\n    }}\n"
        )
    }
}

fn location(location: &Location<'_>) -> String {
    let Location {
        name, first, len, ..
    } = location;
    let (type_name, literal) = (location.type_name(), literals::rust(name));
    format!("{type_name} {{ name: {literal}, first: {first}, len: {len} }}")
}

fn output(output: &Output) -> String {
    let Output {
        name,
        property,
        register,
        mask,
    } = output;
    let (number, mask) = (register.number, mask.to_table_bits());
    format!("Output {{ name: \"{name}\", property: {property}, number: {number}, mask: {mask} }}")
}

/// The tables of entries that differ between variations.
fn write_varying<T: Entry>(
    f: &mut Formatter<'_>,
    what: &str,
    parts: &Parts<T>,
    expression: impl Fn(&T) -> String,
) -> fmt::Result {
    let types: BTreeSet<_> = parts.rows().map(|(first, _)| first.type_name()).collect();
    let constants = RUST_CONSTANTS.identifiers(parts.rows().map(|(first, _)| first.name()));
    writeln!(
        f,
        "\n    /// Its {what} that differ between variations, by the index in the shader binary.\n    pub mod varying_{what} {{"
    )?;
    for name in types {
        writeln!(f, "        use super::super::{name};")?;
    }
    for ((first, row), constant) in parts.rows().zip(constants) {
        let (shown, count) = (literals::comment(first.name()), row.len());
        let type_name = first.type_name();
        writeln!(f, "\n        /// {shown}.")?;
        writeln!(
            f,
            "        pub const {constant}: [Option<{type_name}>; {count}] = ["
        )?;
        for entry in row {
            match entry {
                Some(entry) => writeln!(f, "            Some({}),", expression(entry))?,
                None => writeln!(f, "            None,")?,
            }
        }
        writeln!(f, "        ];")?;
    }
    writeln!(f, "    }}")
}
