//! The text of a C header.
//!
//! C has one scope for all names, so each constant has a name of several parts: those of the file, the shader and the
//! table, and its own. An enumeration makes them constants for the compiler, which debuggers know, too.

use std::fmt::{self, Display, Formatter};

use bstr::{BStr, BString};

use crate::identifiers::C;
use crate::literals;
use crate::model::{Location, Mode, Model, Output, Shader};

/// The end of names of binaries in programs, as devkitPro's tools have it.
const SUFFIX: &str = "_shbin";

/// A header.
pub(crate) struct Header<'m> {
    model: &'m Model<'m>,
    /// The first part of all names.
    prefix: String,
}

/// Constants that belong together.
struct Group {
    comment: String,
    constants: Vec<Constant>,
}

/// A constant.
struct Constant {
    /// Its name, which becomes an identifier.
    name: BString,
    comment: Option<String>,
    value: String,
}

impl<'m> Header<'m> {
    /// The header of a file with this name, without its suffix.
    pub(crate) fn new(model: &'m Model<'m>, file: &str) -> Self {
        let file = file.strip_suffix(SUFFIX).unwrap_or(file);
        Self {
            model,
            prefix: C.identifier(file.into()),
        }
    }

    /// The constants of a shader.
    fn group(&self, index: usize, shader: &Shader<'_>) -> Group {
        let mut names = Names {
            parts: [BStr::new(&self.prefix), &shader.name].map(|part| C.identifier(part)),
            constants: Vec::new(),
        };
        names.add(
            "index",
            None,
            &index,
            Some("Its index in the shader binary."),
        );
        let stage = "0 for a vertex shader, 1 for a geometry shader.";
        names.add("stage", None, &(shader.stage as u8), Some(stage));
        if let Some(mode) = shader.geometry {
            let Mode {
                kind,
                first,
                vertices,
                ..
            } = Mode::from(mode);
            let comment =
                "The form of its primitives: 0 point, 1 variable, 2 fixed; the array and the size.";
            names.add("geometry_mode", None, &kind, Some(comment));
            names.add("geometry_first", None, &first, None);
            names.add("geometry_vertices", None, &vertices, None);
        }
        let locations = shader.uniforms.iter().map(|one| ("uniform", one));
        for (table, location) in locations.chain(shader.inputs.iter().map(|one| ("input", one))) {
            names.add_location(table, location);
        }
        for output in &shader.outputs {
            names.add_output(output);
        }
        Group {
            comment: format!(
                "The shader that starts at {}.",
                literals::comment(&shader.name)
            ),
            constants: names.constants,
        }
    }

    /// All constants: the size of the binary, and those of its shaders.
    fn groups(&self) -> Vec<Group> {
        let shaders = self.model.shaders.iter().enumerate();
        let size = Constant {
            name: format!("{}{SUFFIX}_size", self.prefix).into(),
            comment: None,
            value: self.model.bytes.len().to_string(),
        };
        let size = Group {
            comment: "The size of the shader binary in bytes.".to_owned(),
            constants: vec![size],
        };
        std::iter::once(size)
            .chain(shaders.map(|(index, shader)| self.group(index, shader)))
            .collect()
    }

    fn write_bytes(&self, f: &mut Formatter<'_>, array: &str, upper: &str) -> fmt::Result {
        let len = self.model.bytes.len().div_ceil(4);
        let (share, define) = (format!("{upper}_EXTERN"), format!("{upper}_DEFINE"));
        writeln!(
            f,
            "/* The shader binary in little-endian words. Each file that uses the array has a copy of its own."
        )?;
        writeln!(
            f,
            " * To share one copy, define {share} in all files before they include this header, and"
        )?;
        writeln!(f, " * {define} instead in exactly one of them. */")?;
        writeln!(f, "#if defined({share}) || defined({define})")?;
        writeln!(f, "extern const uint32_t {array}[{len}];\n#endif")?;
        writeln!(f, "#if defined({define}) || !defined({share})")?;
        writeln!(f, "#ifndef {define}\nstatic\n#endif")?;
        writeln!(f, "const uint32_t {array}[{len}] = {{")?;
        literals::words(f, self.model.bytes)?;
        writeln!(f, "}};\n#endif")
    }
}

impl Display for Header<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let groups = self.groups();
        // No constant has this name: theirs have more parts.
        let array = C.identifier(BStr::new(&format!("{}{SUFFIX}", self.prefix)));
        let names = groups.iter().flat_map(|group| &group.constants);
        let names = names.map(|constant| BStr::new(&constant.name));
        let names = C.identifiers(names);
        let mut names = names.iter();
        let upper = array.to_ascii_uppercase();

        writeln!(f, "/* Generated by picald. */")?;
        writeln!(f, "#ifndef {upper}_H\n#define {upper}_H\n")?;
        writeln!(f, "#include <stdint.h>\n")?;
        writeln!(f, "#ifdef __cplusplus\nextern \"C\" {{\n#endif\n")?;
        self.write_bytes(f, &array, &upper)?;
        for group in &groups {
            writeln!(f, "\n/* {} */\nenum {{", group.comment)?;
            let mut separator = "";
            for (constant, name) in group.constants.iter().zip(&mut names) {
                f.write_str(separator)?;
                if let Some(comment) = &constant.comment {
                    writeln!(f, "    /* {comment} */")?;
                }
                write!(f, "    {name} = {}", constant.value)?;
                separator = ",\n";
            }
            writeln!(f, "\n}};")?;
        }
        writeln!(f, "\n#ifdef __cplusplus\n}}\n#endif\n\n#endif")
    }
}

/// The constants of a shader so far.
struct Names {
    /// The parts of all names: the file and the shader.
    parts: [String; 2],
    constants: Vec<Constant>,
}

impl Names {
    /// Adds a constant of a table, or of the shader itself.
    fn add(
        &mut self,
        table: &str,
        name: Option<&BStr>,
        value: &dyn Display,
        comment: Option<&str>,
    ) {
        let [file, shader] = &self.parts;
        let own = name.map_or_else(String::new, |name| format!("_{}", C.identifier(name)));
        self.constants.push(Constant {
            name: format!("{file}_{shader}_{table}{own}").into(),
            comment: comment.map(str::to_owned),
            value: value.to_string(),
        });
    }

    fn add_location(&mut self, table: &str, location: &Location<'_>) {
        let name = Some(location.name);
        let shown = literals::comment(location.name);
        let comment = format!("{shown}: {}.", location.registers());
        let value = format!("{:#04x}", location.number());
        self.add(table, name, &value, Some(&comment));
        self.add(&format!("{table}_len"), name, &location.len, None);
    }

    fn add_output(&mut self, output: &Output) {
        let Output {
            name,
            property: _,
            register,
            mask,
        } = output;
        let comment = format!("`{name}`: {register}.{mask}.");
        let name = Some(BStr::new(&**name));
        self.add("output", name, &register.number, Some(&comment));
        self.add("output_mask", name, &mask.to_table_bits(), None);
    }
}
