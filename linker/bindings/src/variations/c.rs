//! C header generator for variations.

use bstr::BStr;

use super::{Contents, Entry, EntryTable, ShaderVariations, combination_expression, index_literal, literal};
use crate::Axis;
use crate::c::{Binaries, Constant, Function, Group, Names, prefix, size_group};
use crate::identifiers::C;
use crate::literals;

/// The contents of a header: its constants and functions.
pub(crate) struct Header<'m> {
    contents: &'m Contents<'m>,
    /// The first part of all names.
    prefix: String,
}

impl<'m> Header<'m> {
    /// Creates the header for a file name without its suffix.
    pub(crate) fn new(contents: &'m Contents<'m>, file: &str) -> Self {
        Self {
            contents,
            prefix: prefix(file),
        }
    }

    /// Returns the whole header.
    pub(crate) fn text(&self) -> crate::c::Header<'m> {
        let shaders = &self.contents.shaders;
        let mut groups = match self.contents.binaries {
            None => vec![size_group(&self.prefix, self.contents.model.bytes)],
            Some(_) => Vec::new(),
        };
        groups.push(self.combinations());
        groups.extend(self.contents.axes.iter().map(|axis| self.values(axis)));
        groups.extend(shaders.iter().map(|shader| self.group(shader)));
        let mut functions = self.binary_functions();
        functions.push(self.combination());
        for shader in shaders {
            functions.push(self.index(shader));
            self.add_varying(shader, &mut functions);
        }
        crate::c::Header {
            binaries: match &self.contents.binaries {
                None => Binaries::One(self.contents.model.bytes),
                Some(all) => Binaries::Divided(all.iter().map(|binary| binary.bytes).collect()),
            },
            prefix: self.prefix.clone(),
            groups,
            functions,
        }
    }

    fn combinations(&self) -> Group {
        let prefix = &self.prefix;
        let constant = |name: &str, value: usize, comment: &str| Constant {
            name: format!("{prefix}_{name}").into(),
            comment: Some(comment.to_owned()),
            value: value.to_string(),
        };
        let count = "The number of combinations, including excluded ones.";
        let default = "The index of the combination of the default values.";
        let binaries = self.contents.binaries.as_ref();
        let binaries = binaries.map(|all| constant("binaries", all.len(), "The number of shader binaries."));
        let mut constants = vec![
            constant("combinations", self.contents.count(), count),
            constant("default_combination", self.contents.default, default),
        ];
        constants.extend(binaries);
        Group {
            comment: "The combinations of the numbers.".to_owned(),
            constants,
        }
    }

    /// Returns the functions for binaries among which the variations are divided.
    fn binary_functions(&self) -> Vec<Function> {
        let (Some(binaries), Some([of, dvles])) = (&self.contents.binaries, self.contents.shader_locations()) else {
            return Vec::new();
        };
        let sizes: Vec<_> = binaries.iter().map(|binary| binary.bytes.len()).collect();
        let counted = "Shaders are counted over all binaries; -1 if\n * there is no such shader.";
        let functions = [
            (
                "binary_size",
                "binary",
                "The size of a shader binary in bytes; -1 if there is none with this number.".to_owned(),
                "int32_t",
                sizes,
            ),
            (
                "binary_of",
                "shader",
                format!("The number of the binary that has a shader. {counted}"),
                "int16_t",
                of,
            ),
            (
                "dvle_of",
                "shader",
                format!("The index that a shader has in its binary. {counted}"),
                "int16_t",
                dvles,
            ),
        ];
        let function = |(name, parameter, comment, type_name, values): (&str, &str, _, _, Vec<_>)| {
            let count = values.len();
            let values: Vec<_> = values.iter().map(usize::to_string).collect();
            let table = table(type_name, "values", values.into_iter());
            Function {
                comment,
                name: format!("{}_{name}", self.prefix).into(),
                parameters: format!("int {parameter}"),
                body: format!(
                    "{table}    return {parameter} >= 0 && {parameter} < {count} ? values[{parameter}] : -1;\n"
                ),
            }
        };
        functions.map(function).into()
    }

    /// Returns the values of an axis: the default, and the named ones.
    fn values(&self, axis: &Axis) -> Group {
        let prefix = format!("{}_number_{}", self.prefix, C.identifier(axis.name.as_str().into()));
        let default = axis.values.get(axis.default).copied().unwrap_or_default();
        let mut constants = vec![Constant {
            name: format!("{prefix}_default").into(),
            comment: Some("The default value.".to_owned()),
            value: literal(default),
        }];
        constants.extend(axis.named().map(|(name, value)| Constant {
            name: format!("{prefix}_value_{}", C.identifier(name.into())).into(),
            comment: None,
            value: literal(value),
        }));
        Group {
            comment: format!("The values of `{}`.", axis.name),
            constants,
        }
    }

    /// Returns the constants of a shader.
    fn group(&self, shader: &ShaderVariations<'_>) -> Group {
        let mut names = Names::new(&self.prefix, shader.name);
        names.add_stage(shader.stage, shader.geometry);
        for location in &shader.uniforms.same {
            names.add_location("uniform", location);
        }
        for location in &shader.inputs.same {
            names.add_location("input", location);
        }
        for output in &shader.outputs.same {
            names.add_output(output);
        }
        Group {
            comment: format!(
                "The shader that starts at {}, in all variations.",
                literals::comment(shader.name)
            ),
            constants: names.constants,
        }
    }

    fn combination(&self) -> Function {
        let (names, parameters) = self.contents.parameters();
        Function {
            comment: "The index of the combination with these values; -1 if a value is not listed for its number. Excluded\n * combinations have an index, too.".to_owned(),
            name: format!("{}_combination", self.prefix).into(),
            parameters,
            body: format!("    return {};\n", combination_expression(self.contents.axes, &names)),
        }
    }

    fn index(&self, shader: &ShaderVariations<'_>) -> Function {
        let (names, parameters) = self.contents.parameters();
        let index = combination_expression(self.contents.axes, &names);
        let table = table("int16_t", "indices", shader.index.iter().map(|i| index_literal(*i)));
        Function {
            comment: format!(
                "The {} for these values; -1 if the combination is excluded, or a value is\n * not listed for its number.",
                self.contents.index_term()
            ),
            name: format!("{}_{}_index", self.prefix, C.identifier(shader.name)).into(),
            parameters,
            body: format!(
                "{table}    const int combination = {index};\n    return combination < 0 ? -1 : indices[combination];\n"
            ),
        }
    }

    /// Adds functions for the registers that differ between variations.
    fn add_varying(&self, shader: &ShaderVariations<'_>, functions: &mut Vec<Function>) {
        let register = "The register of";
        let length = "The number of registers of";
        let locations = [
            ("uniform", "uniform_len", &shader.uniforms),
            ("input", "input_len", &shader.inputs),
        ];
        for (kind, len, table) in locations {
            let kinds = [[kind, register], [len, length]];
            functions.extend(self.lookups(shader, kinds, table, [|one| one.number(), |one| one.len]));
        }
        let kinds = [["output", register], ["output_mask", "The components of"]];
        functions.extend(self.lookups(
            shader,
            kinds,
            &shader.outputs,
            [|output| output.register.number, |output| output.mask.to_table_bits()],
        ));
    }

    /// Adds functions for two numbers of each entry that differs between variations.
    fn lookups<T: Entry>(
        &self,
        shader: &ShaderVariations<'_>,
        kinds: [[&str; 2]; 2],
        table: &EntryTable<T>,
        numbers: [fn(&T) -> u8; 2],
    ) -> Vec<Function> {
        let mut functions = Vec::new();
        for (first, row) in table.rows() {
            for (kind, number) in kinds.iter().zip(numbers) {
                let number = |entry: &Option<T>| entry.as_ref().map(number).map(usize::from);
                let values: Vec<_> = row.iter().map(number).collect();
                functions.push(self.lookup(shader, *kind, first.name(), &values));
            }
        }
        functions
    }

    /// Returns a function from the index of a shader to a number. `kind` is part of its name, and `what` the beginning
    /// of its comment.
    fn lookup(
        &self,
        shader: &ShaderVariations<'_>,
        [kind, what]: [&str; 2],
        name: &BStr,
        values: &[Option<usize>],
    ) -> Function {
        let names = [shader.name, name].map(|part| C.identifier(part));
        let [of_shader, own] = &names;
        let count = values.len();
        let table = table("int16_t", "values", values.iter().map(|value| index_literal(*value)));
        Function {
            comment: format!(
                "{what} {}, {}; -1 where there is none.",
                literals::comment(name),
                self.contents.by_index()
            ),
            name: format!("{}_{of_shader}_{kind}_{own}", self.prefix).into(),
            parameters: "int shader".to_owned(),
            body: format!("{table}    return shader >= 0 && shader < {count} ? values[shader] : -1;\n"),
        }
    }
}

/// Returns a table within a function.
fn table(type_name: &str, name: &str, values: impl ExactSizeIterator<Item = String>) -> String {
    let count = values.len();
    let values: Vec<_> = values.collect();
    let lines: Vec<_> = values.chunks(16).map(|line| line.join(", ")).collect();
    let lines = lines.join(",\n        ");
    format!("    static const {type_name} {name}[{count}] = {{\n        {lines}\n    }};\n")
}
