//! Rust module generator for variations.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use bstr::BStr;

use super::{Binary, Contents, Entry, EntryTable, ShaderVariations};
use crate::Axis;
use crate::identifiers::{RUST_CONSTANTS, RUST_MODULES, RUST_VALUES, RUST_VARIATIONS};
use crate::literals;
use crate::model::{Location, Output};
use crate::rust::{
    ALIGNED, ALLOW, GENERATED, PREAMBLE, write_bytes, write_entry, write_index_of, write_locations, write_outputs,
    write_static,
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
            binaries,
        } = self.0;
        writeln!(f, "{GENERATED}")?;
        match binaries {
            None => {
                write_static(f, model.bytes)?;
                writeln!(f, "\n{ALIGNED}")?;
                write_bytes(f, model.bytes)?;
            }
            Some(binaries) => self.write_binaries(f, binaries)?,
        }
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

/// Writes a module with the values of each axis.
fn write_numbers(f: &mut Formatter<'_>, axes: &[Axis]) -> fmt::Result {
    writeln!(f, "\n/// The numbers and their values.\n{ALLOW}\npub mod numbers {{")?;
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
    /// Writes the binaries among which the variations are divided, and the binary and index of each shader.
    fn write_binaries(&self, f: &mut Formatter<'_>, binaries: &[Binary<'_>]) -> fmt::Result {
        let count = binaries.len();
        writeln!(f, "/// The shader binaries, each aligned to 4.\n{ALLOW}")?;
        writeln!(f, "pub static SHBINS: [&[u8]; {count}] = [")?;
        for number in 0..count {
            writeln!(f, "    &BYTES_{number}.0,")?;
        }
        writeln!(f, "];\n\n{ALIGNED}")?;
        for (number, Binary { bytes, .. }) in binaries.iter().enumerate() {
            let size = bytes.len();
            writeln!(f, "static BYTES_{number}: Aligned<{size}> = Aligned([")?;
            literals::bytes(f, bytes)?;
            writeln!(f, "]);")?;
        }
        let places = self.0.shader_locations().unwrap_or_default();
        let functions = [
            ("binary_of", "The binary, an index of [`SHBINS`], that has a shader"),
            ("dvle_of", "The index that a shader has in its binary"),
        ];
        for ((name, what), places) in functions.iter().zip(places) {
            let count = places.len();
            writeln!(
                f,
                "\n/// {what}. Shaders are counted over all binaries; `None` if there is no such shader.\n{ALLOW}"
            )?;
            writeln!(f, "pub const fn {name}(shader: usize) -> Option<usize> {{")?;
            writeln!(f, "    const PLACES: [u16; {count}] = {places:?};")?;
            writeln!(f, "    if shader < PLACES.len() {{")?;
            writeln!(f, "        Some(PLACES[shader] as usize)")?;
            writeln!(f, "    }} else {{\n        None\n    }}\n}}")?;
        }
        Ok(())
    }

    fn write_shader(&self, f: &mut Formatter<'_>, shader: &ShaderVariations<'_>, module: &str) -> fmt::Result {
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
        write_varying(f, ["uniforms", self.0.by_index()], &shader.uniforms, location)?;
        write_varying(f, ["inputs", self.0.by_index()], &shader.inputs, location)?;
        write_varying(f, ["outputs", self.0.by_index()], &shader.outputs, output)?;
        writeln!(f, "}}")
    }

    fn write_index(&self, f: &mut Formatter<'_>, shader: &ShaderVariations<'_>) -> fmt::Result {
        let count = shader.index.len();
        writeln!(f, "    /// The {} for each combination.", self.0.index_term())?;
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
            "    /// The {} for these values; `None` if the combination is excluded, or a value is not\n    /// listed for its number.",
            self.0.index_term()
        )?;
        writeln!(f, "    pub const fn index({parameters}) -> Option<usize> {{")?;
        writeln!(f, "        match super::combination({arguments}) {{")?;
        writeln!(f, "            Some(combination) => match INDICES[combination] {{")?;
        writeln!(f, "                Some(index) => Some(index as usize),")?;
        writeln!(f, "                None => None,")?;
        writeln!(f, "            }},\n            None => None,\n        }}\n    }}\n")
    }
}

fn location(location: &Location<'_>) -> String {
    let Location { name, first, len, .. } = location;
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

/// Writes the tables of entries that differ between variations.
fn write_varying<T: Entry>(
    f: &mut Formatter<'_>,
    [what, by]: [&str; 2],
    table: &EntryTable<T>,
    expression: impl Fn(&T) -> String,
) -> fmt::Result {
    let types: BTreeSet<_> = table.rows().map(|(first, _)| first.type_name()).collect();
    let constants = RUST_CONSTANTS.identifiers(table.rows().map(|(first, _)| first.name()));
    writeln!(
        f,
        "\n    /// Its {what} that differ between variations, {by}.\n    pub mod varying_{what} {{"
    )?;
    for name in types {
        writeln!(f, "        use super::super::{name};")?;
    }
    for ((first, row), constant) in table.rows().zip(constants) {
        let (shown, count) = (literals::comment(first.name()), row.len());
        let type_name = first.type_name();
        writeln!(f, "\n        /// {shown}.")?;
        writeln!(f, "        pub const {constant}: [Option<{type_name}>; {count}] = [")?;
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
