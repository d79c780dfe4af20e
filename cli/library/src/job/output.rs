//! Link outputs: the binary, and the texts generated with it.

use std::fmt;
use std::path::PathBuf;

use pica200_bindings::{
    ShaderBinary, VariationShader, Variations, c, c_with_variations, cpp, cpp_with_variations, rust,
    rust_with_variations, variation_defines,
};
use pica200_link::{Interface, header};

use super::{Job, LinkedFile, map};

/// The destination of an output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Destination {
    /// Standard output.
    Stdout,
    /// The file at a path.
    File(PathBuf),
}

/// Writes the name in messages: `<stdout>`, or the path.
impl fmt::Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdout => f.write_str("<stdout>"),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

/// An output of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputKind {
    /// The shader binary; the object for [`Job::combine`] and [`Job::assemble`].
    Binary,
    /// A C header with the registers of the uniforms.
    Header {
        /// The program named in its first line.
        program: &'static str,
    },
    /// A Rust module with the binary and constants for its shaders.
    Rust,
    /// A C++ header with the same contents, in a namespace named after the file.
    Cpp,
    /// A C header with the same contents, whose identifiers begin with the file name.
    C,
    /// The link map as text.
    Map,
    /// The link map as JSON.
    #[cfg(feature = "json")]
    MapJson,
}

impl OutputKind {
    /// Returns true if it is derived from the link map.
    pub(super) fn is_map(self) -> bool {
        match self {
            Self::Map => true,
            #[cfg(feature = "json")]
            Self::MapJson => true,
            _ => false,
        }
    }
}

impl LinkedFile {
    fn shader_binaries(&self) -> Vec<ShaderBinary<'_>> {
        self.binaries().map(Self::shader_binary).collect()
    }

    /// Returns the text of a Rust module.
    pub(crate) fn rust(&self) -> String {
        match self.bound_variants() {
            Some(variants) => rust_with_variations(&self.shader_binaries(), &variants),
            None => rust(&self.shader_binary()),
        }
    }

    /// Returns the text of a C++ header. All declarations are in the namespace `scope`.
    fn cpp(&self, scope: &str) -> String {
        match self.bound_variants() {
            Some(variants) => cpp_with_variations(&self.shader_binaries(), &variants, scope),
            None => cpp(&self.shader_binary(), scope),
        }
    }

    /// Returns the text of a C header. Identifiers begin with `scope`.
    pub(crate) fn c(&self, scope: &str) -> String {
        match self.bound_variants() {
            Some(variants) => c_with_variations(&self.shader_binaries(), &variants, scope),
            None => c(&self.shader_binary(), scope),
        }
    }

    /// Returns the text of a C header with defines for the uniforms, and for the variants if there are several.
    fn header(&self, program: &str) -> String {
        let Some(variants) = self.bound_variants() else {
            return header(program, &self.output.interface);
        };
        let outputs: Vec<_> = self.binaries().map(|binary| &binary.output).collect();
        let mut text = match self.rest {
            None => header(program, &self.output.interface),
            Some(_) => header(program, &Interface::joined(&outputs)),
        };
        text.push_str(&variation_defines(&self.shader_binaries(), &variants));
        text
    }

    /// Returns the variants for the binding generators.
    fn bound_variants(&self) -> Option<Variations<'_>> {
        let variants = self.variants.as_ref()?;
        let shaders = variants.shaders.iter();
        Some(Variations {
            axes: variants.variants.axes(),
            default: variants.variants.default_index(),
            shaders: shaders
                .map(|shader| VariationShader {
                    name: &shader.name,
                    index: &shader.index,
                })
                .collect(),
            is_divided: self.rest.is_some(),
        })
    }

    /// Returns the link map as text, if the job requests it: the map of each binary, and the variants.
    pub fn map(&self) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        for (number, binary) in self.binaries().enumerate() {
            if self.rest.is_some() {
                let gap = if number > 0 { "\n" } else { "" };
                text.extend(format!("{gap}Binary {number}\n\n").into_bytes());
            }
            text.extend(map::text(binary.output.map.as_ref()?));
        }
        if let Some(variants) = &self.variants {
            text.extend(variants.map_table(self).into_bytes());
        }
        Some(text)
    }

    /// Returns the link map as JSON, if the job requests it.
    #[cfg(feature = "json")]
    fn map_json(&self) -> Option<Vec<u8>> {
        let variants = self.variants.as_ref();
        let variants = variants.map(|variants| variants.to_json(self));
        match self.rest {
            None => Some(map::json(self.output.map.as_ref()?, variants)),
            Some(_) => {
                let maps = self.binaries().map(|binary| binary.output.map.as_ref());
                Some(map::json_of_several(&maps.collect::<Option<Vec<_>>>()?, variants?))
            }
        }
    }
}

impl Destination {
    /// Returns the destination of one of several binaries: its number precedes the suffix, as in `lit.0.shbin`.
    #[must_use]
    pub fn numbered(&self, number: usize) -> Self {
        let Self::File(path) = self else {
            return self.clone();
        };
        let mut name = path.file_stem().unwrap_or_default().to_owned();
        name.push(format!(".{number}"));
        if let Some(suffix) = path.extension() {
            name.push(".");
            name.push(suffix);
        }
        Self::File(path.with_file_name(name))
    }
}

impl Job {
    /// Returns the outputs of the job, in order. If variants are split, binaries are numbered: `lit.0.shbin`,
    /// `lit.1.shbin` and so on instead of `lit.shbin`.
    pub fn outputs(&self, linked: &LinkedFile) -> Vec<(Destination, Vec<u8>)> {
        let mut outputs = Vec::new();
        for (product, destination) in &self.outputs {
            let text = match product {
                OutputKind::Binary if self.split => {
                    let binaries = linked.binaries().enumerate();
                    outputs
                        .extend(binaries.map(|(number, binary)| (destination.numbered(number), binary.bytes.clone())));
                    continue;
                }
                OutputKind::Binary => Some(linked.bytes.clone()),
                OutputKind::Header { program } => Some(linked.header(program).into_bytes()),
                OutputKind::Rust => Some(linked.rust().into_bytes()),
                OutputKind::Cpp => Some(linked.cpp(&self.scope(destination)).into_bytes()),
                OutputKind::C => Some(linked.c(&self.scope(destination)).into_bytes()),
                OutputKind::Map => linked.map(),
                #[cfg(feature = "json")]
                OutputKind::MapJson => linked.map_json(),
            };
            outputs.extend(text.map(|text| (destination.clone(), text)));
        }
        outputs
    }

    /// Returns the scope of identifiers in a C++ or C header: the file name of the header or, on standard output, the
    /// name of the first file among the outputs.
    fn scope(&self, header: &Destination) -> String {
        let first = self.outputs.iter().map(|(_, destination)| destination);
        let stem = std::iter::once(header)
            .chain(first)
            .find_map(|destination| match destination {
                Destination::File(path) => path.file_stem(),
                Destination::Stdout => None,
            });
        stem.unwrap_or_default().to_string_lossy().into_owned()
    }
}
