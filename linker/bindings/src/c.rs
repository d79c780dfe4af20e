//! C header generator.
//!
//! C has a single scope for all names, so each constant has a name of several parts: the file, the shader, the table,
//! and the entry. Constants are enumerators, so compilers know their values, and debuggers know their names.

use std::fmt::{self, Display, Formatter};

use bstr::{BStr, BString};
use pica200_objfmt::formats::shbin::GeometryMode;

use crate::identifiers::C;
use crate::literals;
use crate::model::{Location, ModeFields, Model, Output, Shader, Stage};

/// The suffix of the array names of binaries, as in devkitPro's tools.
pub(crate) const SUFFIX: &str = "_shbin";

/// A C header.
pub(crate) struct Header<'m> {
    pub(crate) binaries: Binaries<'m>,
    /// The first part of all names.
    pub(crate) prefix: String,
    pub(crate) groups: Vec<Group>,
    pub(crate) functions: Vec<Function>,
}

/// The shader binaries of a header.
pub(crate) enum Binaries<'m> {
    /// One.
    One(&'m [u8]),
    /// The binaries that the variations are divided among.
    Divided(Vec<&'m [u8]>),
}

/// A group of related constants.
pub(crate) struct Group {
    pub(crate) comment: String,
    pub(crate) constants: Vec<Constant>,
}

/// A constant.
pub(crate) struct Constant {
    /// Its name, which becomes an identifier.
    pub(crate) name: BString,
    pub(crate) comment: Option<String>,
    pub(crate) value: String,
}

/// A function from `int` to `int`.
pub(crate) struct Function {
    pub(crate) comment: String,
    /// Its name, which becomes an identifier.
    pub(crate) name: BString,
    pub(crate) parameters: String,
    /// Its lines.
    pub(crate) body: String,
}

/// Returns the first part of all names for a file name without its suffix.
pub(crate) fn prefix(file: &str) -> String {
    let file = file.strip_suffix(SUFFIX).unwrap_or(file);
    C.identifier(file.into())
}

/// Returns the constant for the size of the binary.
pub(crate) fn size_group(prefix: &str, bytes: &[u8]) -> Group {
    let size = Constant {
        name: format!("{prefix}{SUFFIX}_size").into(),
        comment: None,
        value: bytes.len().to_string(),
    };
    Group {
        comment: "The size of the shader binary in bytes.".to_owned(),
        constants: vec![size],
    }
}

impl<'m> Header<'m> {
    /// Creates the header for a file name without its suffix.
    pub(crate) fn new(model: &Model<'m>, file: &str) -> Self {
        let prefix = prefix(file);
        let shaders = model.shaders.iter().enumerate();
        let shaders = shaders.map(|(index, shader)| group(&prefix, index, shader));
        let size = size_group(&prefix, model.bytes);
        Self {
            binaries: Binaries::One(model.bytes),
            groups: std::iter::once(size).chain(shaders).collect(),
            functions: Vec::new(),
            prefix,
        }
    }

    fn write_binaries(&self, f: &mut Formatter<'_>, array: &str, upper: &str) -> fmt::Result {
        let arrays: Vec<(String, &[u8])> = match &self.binaries {
            Binaries::One(bytes) => vec![(array.to_owned(), bytes)],
            Binaries::Divided(all) => {
                let arrays = all.iter().enumerate();
                arrays
                    .map(|(number, bytes)| (format!("{array}_{number}"), *bytes))
                    .collect()
            }
        };
        let (share, define) = (format!("{upper}_EXTERN"), format!("{upper}_DEFINE"));
        let [binary, what] = match self.binaries {
            Binaries::One(_) => ["The shader binary in", "the array"],
            Binaries::Divided(_) => ["The shader binaries in", "the arrays"],
        };
        writeln!(
            f,
            "/* {binary} little-endian words. Each file that uses {what} has a copy of its own."
        )?;
        writeln!(
            f,
            " * To share one copy, define {share} in all files before they include this header, and"
        )?;
        writeln!(f, " * {define} instead in exactly one of them. */")?;
        writeln!(f, "#if defined({share}) || defined({define})")?;
        for (array, bytes) in &arrays {
            let len = bytes.len().div_ceil(4);
            writeln!(f, "extern const uint32_t {array}[{len}];")?;
        }
        writeln!(f, "#endif")?;
        writeln!(f, "#if defined({define}) || !defined({share})")?;
        for (array, bytes) in &arrays {
            let len = bytes.len().div_ceil(4);
            writeln!(f, "#ifndef {define}\nstatic\n#endif")?;
            writeln!(f, "const uint32_t {array}[{len}] = {{")?;
            literals::words(f, bytes)?;
            writeln!(f, "}};")?;
        }
        writeln!(f, "#endif")?;
        match self.binaries {
            Binaries::One(_) => Ok(()),
            Binaries::Divided(_) => self.write_binary_lookup(f, &arrays),
        }
    }

    /// Writes a function that maps the index of a binary to its words.
    fn write_binary_lookup(&self, f: &mut Formatter<'_>, arrays: &[(String, &[u8])]) -> fmt::Result {
        let (prefix, count) = (&self.prefix, arrays.len());
        let names: Vec<_> = arrays.iter().map(|(array, _)| array.as_str()).collect();
        let names = names.join(",\n        ");
        writeln!(
            f,
            "\n/* The words of a shader binary; 0 if there is none with this number. */"
        )?;
        writeln!(f, "static inline const uint32_t *{prefix}_binary(int binary) {{")?;
        writeln!(
            f,
            "    static const uint32_t *const binaries[{count}] = {{\n        {names}\n    }};"
        )?;
        writeln!(
            f,
            "    return binary >= 0 && binary < {count} ? binaries[binary] : 0;\n}}"
        )
    }
}

impl Display for Header<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { groups, functions, .. } = self;
        // No constant has this name, because the names of constants have more parts.
        let array = C.identifier(BStr::new(&format!("{}{SUFFIX}", self.prefix)));
        let names = groups.iter().flat_map(|group| &group.constants);
        let names = names.map(|constant| BStr::new(&constant.name));
        let names = names.chain(functions.iter().map(|function| BStr::new(&function.name)));
        let names = C.identifiers(names);
        let mut names = names.iter();
        let upper = array.to_ascii_uppercase();

        writeln!(f, "/* Generated by pica200. */")?;
        writeln!(f, "#ifndef {upper}_H\n#define {upper}_H\n")?;
        writeln!(f, "#include <stdint.h>\n")?;
        writeln!(f, "#ifdef __cplusplus\nextern \"C\" {{\n#endif\n")?;
        self.write_binaries(f, &array, &upper)?;
        for group in groups {
            writeln!(f, "\n/* {} */\nenum {{", group.comment)?;
            let mut separator = "";
            for (constant, name) in group.constants.iter().zip(names.by_ref()) {
                f.write_str(separator)?;
                if let Some(comment) = &constant.comment {
                    writeln!(f, "    /* {comment} */")?;
                }
                write!(f, "    {name} = {}", constant.value)?;
                separator = ",\n";
            }
            writeln!(f, "\n}};")?;
        }
        for (function, name) in functions.iter().zip(names) {
            let Function {
                comment,
                parameters,
                body,
                ..
            } = function;
            writeln!(f, "\n/* {comment} */\nstatic inline int {name}({parameters}) {{")?;
            writeln!(f, "{body}}}")?;
        }
        writeln!(f, "\n#ifdef __cplusplus\n}}\n#endif\n\n#endif")
    }
}

/// Returns the constants of a shader.
fn group(prefix: &str, index: usize, shader: &Shader<'_>) -> Group {
    let mut names = Names::new(prefix, &shader.name);
    let comment = Some("Its index in the shader binary.");
    names.add("index", None, &index, comment);
    names.add_stage(shader.stage, shader.geometry);
    let locations = shader.uniforms.iter().map(|one| ("uniform", one));
    for (table, location) in locations.chain(shader.inputs.iter().map(|one| ("input", one))) {
        names.add_location(table, location);
    }
    for output in &shader.outputs {
        names.add_output(output);
    }
    Group {
        comment: format!("The shader that starts at {}.", literals::comment(&shader.name)),
        constants: names.constants,
    }
}

/// The constants of a shader so far.
pub(crate) struct Names {
    /// The first parts of all names: the file and the shader.
    parts: [String; 2],
    pub(crate) constants: Vec<Constant>,
}

impl Names {
    /// Creates an empty set of constants.
    pub(crate) fn new(prefix: &str, shader: &BStr) -> Self {
        Self {
            parts: [BStr::new(prefix), shader].map(|part| C.identifier(part)),
            constants: Vec::new(),
        }
    }

    /// Adds the processor, and the geometry mode if it is known.
    pub(crate) fn add_stage(&mut self, stage: Stage, geometry: Option<GeometryMode>) {
        let comment = "0 for a vertex shader, 1 for a geometry shader.";
        self.add("stage", None, &(stage as u8), Some(comment));
        if let Some(mode) = geometry {
            let ModeFields {
                kind, first, vertices, ..
            } = ModeFields::from(mode);
            let comment = "The form of its primitives: 0 point, 1 variable, 2 fixed; the array and the size.";
            self.add("geometry_mode", None, &kind, Some(comment));
            self.add("geometry_first", None, &first, None);
            self.add("geometry_vertices", None, &vertices, None);
        }
    }

    /// Adds a constant of a table, or of the shader itself.
    fn add(&mut self, table: &str, name: Option<&BStr>, value: &dyn Display, comment: Option<&str>) {
        let [file, shader] = &self.parts;
        let own = name.map_or_else(String::new, |name| format!("_{}", C.identifier(name)));
        self.constants.push(Constant {
            name: format!("{file}_{shader}_{table}{own}").into(),
            comment: comment.map(str::to_owned),
            value: value.to_string(),
        });
    }

    pub(crate) fn add_location(&mut self, table: &str, location: &Location<'_>) {
        let name = Some(location.name);
        let shown = literals::comment(location.name);
        let comment = format!("{shown}: {}.", location.registers());
        let value = format!("{:#04x}", location.number());
        self.add(table, name, &value, Some(&comment));
        self.add(&format!("{table}_len"), name, &location.len, None);
    }

    pub(crate) fn add_output(&mut self, output: &Output) {
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
