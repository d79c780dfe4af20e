//! C++ header generator for variations.

use std::fmt::{self, Display, Formatter};

use bstr::BStr;

use super::{Binary, Contents, Entry, EntryTable, ShaderVariations, combination_expression, index_literal, literal};
use crate::Axis;
use crate::cpp::{PREAMBLE, write_beginning, write_entry, write_includes, write_locations, write_outputs};
use crate::identifiers::{CPP, CPP_GLOBAL, CPP_VALUES, CPP_VARIATIONS};
use crate::literals;
use crate::model::{Location, Output};

/// A header.
pub(crate) struct Header<'m> {
    contents: &'m Contents<'m>,
    namespace: String,
}

impl<'m> Header<'m> {
    pub(crate) fn new(contents: &'m Contents<'m>, namespace: &str) -> Self {
        Self {
            contents,
            namespace: CPP_GLOBAL.identifier(namespace.into()),
        }
    }
}

impl Display for Header<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Contents {
            model,
            axes,
            default,
            shaders,
            binaries,
        } = self.contents;
        let namespace = &self.namespace;
        match binaries {
            None => write_beginning(f, model.bytes, namespace)?,
            Some(binaries) => self.write_binaries(f, binaries)?,
        }
        f.write_str(PREAMBLE)?;
        let count = self.contents.count();
        writeln!(f, "\n/// The number of combinations, including excluded ones.")?;
        writeln!(f, "inline constexpr int combinations = {count};")?;
        writeln!(f, "/// The index of the combination of the default values.")?;
        writeln!(f, "inline constexpr int default_combination = {default};\n")?;
        let (names, parameters) = self.contents.parameters();
        writeln!(
            f,
            "/// The index of the combination with these values; -1 if a value is not listed for its number. Excluded combinations\n/// have an index, too."
        )?;
        writeln!(f, "constexpr int combination({parameters}) noexcept {{")?;
        writeln!(f, "    return {};\n}}", combination_expression(axes, &names))?;
        write_numbers(f, axes)?;
        let inner = CPP_VARIATIONS.identifiers(shaders.iter().map(|shader| shader.name));
        for (shader, namespace) in shaders.iter().zip(inner) {
            self.write_shader(f, shader, &namespace)?;
        }
        writeln!(f, "\n}}  // namespace {namespace}")
    }
}

/// Writes a namespace with the values of each axis.
fn write_numbers(f: &mut Formatter<'_>, axes: &[Axis]) -> fmt::Result {
    writeln!(f, "\n/// The numbers and their values.\nnamespace numbers {{")?;
    let namespaces = CPP.identifiers(axes.iter().map(|axis| axis.name.as_str().into()));
    for (axis, namespace) in axes.iter().zip(namespaces) {
        writeln!(f, "\n/// `{}`.\nnamespace {namespace} {{", axis.name)?;
        let values: Vec<_> = axis.values.iter().map(|value| literal(*value)).collect();
        writeln!(f, "/// All values, in order.")?;
        writeln!(f, "inline constexpr int values[] = {{{}}};", values.join(", "))?;
        if let Some(default) = values.get(axis.default) {
            writeln!(f, "/// The default value.")?;
            writeln!(f, "inline constexpr int default_value = {default};")?;
        }
        let named: Vec<_> = axis.named().collect();
        let constants = CPP_VALUES.identifiers(named.iter().map(|(name, _)| BStr::new(*name)));
        for ((name, value), constant) in named.iter().zip(constants) {
            writeln!(f, "/// `{name}`.")?;
            writeln!(f, "inline constexpr int {constant} = {};", literal(*value))?;
        }
        writeln!(f, "}}  // namespace {namespace}")?;
    }
    writeln!(f, "\n}}  // namespace numbers")
}

impl Header<'_> {
    /// Writes the beginning of a header for binaries among which the variations are divided, and the binary and index
    /// of each shader.
    fn write_binaries(&self, f: &mut Formatter<'_>, binaries: &[Binary<'_>]) -> fmt::Result {
        write_includes(f, &self.namespace)?;
        writeln!(f, "/// The bytes of the shader binaries, each aligned to 4.")?;
        writeln!(f, "namespace binaries {{")?;
        for (number, Binary { bytes, .. }) in binaries.iter().enumerate() {
            let size = bytes.len();
            writeln!(
                f,
                "alignas(4) inline constexpr std::uint8_t shbin_{number}[{size}] = {{"
            )?;
            literals::bytes(f, bytes)?;
            writeln!(f, "}};")?;
        }
        writeln!(f, "}}  // namespace binaries\n")?;
        writeln!(f, "/// A shader binary.\nstruct Shbin {{")?;
        writeln!(f, "    const std::uint8_t* bytes;")?;
        writeln!(f, "    std::size_t size;\n}};\n")?;
        writeln!(f, "/// The shader binaries.")?;
        writeln!(f, "inline constexpr Shbin shbins[{}] = {{", binaries.len())?;
        for number in 0..binaries.len() {
            let array = format!("binaries::shbin_{number}");
            writeln!(f, "    {{{array}, sizeof {array}}},")?;
        }
        writeln!(f, "}};\n")?;
        let functions = [
            ("binary_of", "The binary, an index of `shbins`, that has a shader"),
            ("dvle_of", "The index that a shader has in its binary"),
        ];
        let places = self.contents.shader_locations().unwrap_or_default();
        for ((name, what), places) in functions.iter().zip(places) {
            let count = places.len();
            writeln!(
                f,
                "/// {what}. Shaders are counted over all binaries; -1 if there is no such shader."
            )?;
            writeln!(f, "inline constexpr std::int16_t {name}_all[{count}] = {{")?;
            let places: Vec<_> = places.into_iter().map(Some).collect();
            write_indices(f, &places)?;
            writeln!(f, "}};")?;
            writeln!(f, "constexpr int {name}(int shader) noexcept {{")?;
            writeln!(
                f,
                "    return shader >= 0 && shader < {count} ? {name}_all[shader] : -1;\n}}\n"
            )?;
        }
        Ok(())
    }

    fn write_shader(&self, f: &mut Formatter<'_>, shader: &ShaderVariations<'_>, namespace: &str) -> fmt::Result {
        let shown = literals::comment(shader.name);
        writeln!(f, "\n/// The shader that starts at {shown}, in all variations.")?;
        writeln!(f, "namespace {namespace} {{\n")?;
        write_entry(f, shader.name, shader.stage, shader.geometry)?;
        self.write_index(f, shader)?;
        write_locations(f, "uniforms", &shader.uniforms.same)?;
        write_locations(f, "inputs", &shader.inputs.same)?;
        write_outputs(f, &shader.outputs.same)?;
        write_varying(f, ["uniforms", self.contents.by_index()], &shader.uniforms, location)?;
        write_varying(f, ["inputs", self.contents.by_index()], &shader.inputs, location)?;
        write_varying(f, ["outputs", self.contents.by_index()], &shader.outputs, output)?;
        writeln!(f, "\n}}  // namespace {namespace}")
    }

    fn write_index(&self, f: &mut Formatter<'_>, shader: &ShaderVariations<'_>) -> fmt::Result {
        writeln!(
            f,
            "/// The {} for each combination; -1 if it is excluded.",
            self.contents.index_term()
        )?;
        writeln!(f, "inline constexpr std::int16_t indices[{}] = {{", shader.index.len())?;
        write_indices(f, shader.index)?;
        writeln!(f, "}};")?;
        let (names, parameters) = self.contents.parameters();
        let arguments = names.join(", ");
        writeln!(
            f,
            "/// The {} for these values; -1 if the combination is excluded, or a value is not listed\n/// for its number.",
            self.contents.index_term()
        )?;
        writeln!(f, "constexpr int index({parameters}) noexcept {{")?;
        writeln!(
            f,
            "    return combination({arguments}) < 0 ? -1 : indices[combination({arguments})];\n}}"
        )
    }
}

/// Writes the indices of a table, -1 for a missing one.
fn write_indices(f: &mut Formatter<'_>, indices: &[Option<usize>]) -> fmt::Result {
    for line in indices.chunks(16) {
        let numbers: Vec<_> = line.iter().map(|index| index_literal(*index)).collect();
        writeln!(f, "    {},", numbers.join(", "))?;
    }
    Ok(())
}

fn location(location: &Location<'_>) -> String {
    let Location { name, first, len, .. } = location;
    format!("{{{}, {first}, {len}}}", literals::cpp(name))
}

fn output(output: &Output) -> String {
    let Output {
        name,
        property,
        register,
        mask,
    } = output;
    let (number, mask) = (register.number, mask.to_table_bits());
    format!("{{\"{name}\", {property}, {number}, {mask}}}")
}

/// Writes the tables of entries that differ between variations.
fn write_varying<T: Entry>(
    f: &mut Formatter<'_>,
    [what, by]: [&str; 2],
    table: &EntryTable<T>,
    initializer: impl Fn(&T) -> String,
) -> fmt::Result {
    let names = CPP.identifiers(table.rows().map(|(first, _)| first.name()));
    writeln!(
        f,
        "\n/// Its {what} that differ between variations, {by}. Where there is none, the name is\n/// null.\nnamespace varying_{what} {{"
    )?;
    for ((first, row), name) in table.rows().zip(names) {
        let (type_name, count) = (first.type_name(), row.len());
        writeln!(f, "inline constexpr {type_name} {name}[{count}] = {{")?;
        for entry in row {
            let text = entry.as_ref().map(&initializer);
            writeln!(f, "    {},", text.unwrap_or_else(|| "{}".to_owned()))?;
        }
        writeln!(f, "}};")?;
    }
    writeln!(f, "}}  // namespace varying_{what}")
}
