#![doc = include_str!("../README.md")]
//!
//! # Generated code
//!
//! Each shader has a module (a namespace) with its index, its stage and the name of its entry point. In this module,
//! `uniforms`, `inputs` and `outputs` contain a constant for each entry of these tables, with its registers. Entries
//! with invalid registers, which linked binaries do not have, are left out.
//!
//! The output depends only on the arguments, and needs no libraries: Rust from edition 2021 on, without the standard
//! library, as a module file or for `include!`; C++17; C99.
//!
//! Names become identifiers:
//! - In Rust, they have the language's case, `LIGHT_COLOR` for `lightColor`; in C++, they stay as they are. Runs of
//!   underscores, and of bytes that identifiers cannot contain, become one underscore, and leading ones are removed. A
//!   leading digit gets an underscore before it; a keyword, or a name that the generated code uses, gets one after it.
//!   A name without letters and digits becomes `unnamed`.
//! - If several names become the same identifier, the first of them in byte order gets it. The others get the suffixes
//!   `_2`, `_3` and so on, except suffixes that would collide with other names. Equal names are in table order.
//!
//! Each constant contains the name from the binary, except in C, where it is in a comment.
//!
//! C has neither modules nor namespaces: constants have names of several parts, `toon_main_uniform_lightColor` for the
//! uniform `lightColor` of the shader `main` in `toon.h`. Each part is converted as in C++.
//!
//! [`rust_variants`] makes one Rust module of several binaries whose sources were assembled with different numbers. The
//! registers of a uniform may differ between them, so each binary has a separate module with its constants,
//! `variant_0`, `variant_1` and so on.
//!
//! [`rust_with_variations`], [`cpp_with_variations`] and [`c_with_variations`] describe one binary with all variations,
//! or several among which they are divided. Shaders are numbered consecutively over all binaries; functions return the
//! binary of a shader, and its index in that binary.

mod c;
mod cpp;
mod identifiers;
mod literals;
mod model;
mod rust;
mod variants;
mod variations;

use pica200_objfmt::formats::shbin::Shbin;

use model::Model;
use variations::{Contents, Defines};
pub use variations::{VariationShader, Variations};

/// The shader binary for which bindings are generated.
#[derive(Clone, Copy, Debug)]
pub struct ShaderBinary<'b> {
    /// The shader binary.
    pub shbin: &'b Shbin,
    /// The bytes of the binary, from [`Shbin::write`].
    pub bytes: &'b [u8],
    /// The name of each shader's entry point. A shader without a name here takes the name of the label at its entry
    /// point; without such a label, it is `shader_N`, where N is its index.
    pub entries: &'b [String],
}

/// Generates a Rust module.
pub fn rust(binary: &ShaderBinary<'_>) -> String {
    rust::Module(&Model::new(binary)).to_string()
}

/// Generates a C++ header with everything in one namespace. The name of the namespace is converted to an identifier
/// like other names.
pub fn cpp(binary: &ShaderBinary<'_>, namespace: &str) -> String {
    let model = Model::new(binary);
    cpp::Header::new(&model, namespace).to_string()
}

/// Generates a C header, for C99 and C++. All names begin with `file`, the name of the header without its suffix and
/// without a trailing `_shbin`: the array is `FILE_shbin`, and its size in bytes `FILE_shbin_size`.
pub fn c(binary: &ShaderBinary<'_>, file: &str) -> String {
    let model = Model::new(binary);
    c::Header::new(&model, file).to_string()
}

/// Generates a Rust module with all variations. `binaries` is one binary, or the binaries among which the variations
/// are divided.
pub fn rust_with_variations(binaries: &[ShaderBinary<'_>], variations: &Variations<'_>) -> String {
    variations::RustModule(&Contents::new(binaries, variations)).to_string()
}

/// Generates a C++ header with all variations, in one namespace; `binaries` as in [`rust_with_variations`].
pub fn cpp_with_variations(binaries: &[ShaderBinary<'_>], variations: &Variations<'_>, namespace: &str) -> String {
    let contents = Contents::new(binaries, variations);
    variations::CppHeader::new(&contents, namespace).to_string()
}

/// Generates a C header with all variations; `binaries` as in [`rust_with_variations`]. All names begin with `file`, as
/// in [`c`].
pub fn c_with_variations(binaries: &[ShaderBinary<'_>], variations: &Variations<'_>, file: &str) -> String {
    let contents = Contents::new(binaries, variations);
    variations::CHeader::new(&contents, file).text().to_string()
}

/// Generates defines for all variations, for headers in picasso's style; `binaries` as in [`rust_with_variations`].
pub fn variation_defines(binaries: &[ShaderBinary<'_>], variations: &Variations<'_>) -> String {
    Defines(&Contents::new(binaries, variations)).to_string()
}

/// An axis: a define of the sources, and its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Axis {
    /// The name of the define.
    pub name: String,
    /// The values, without duplicates.
    pub values: Vec<i32>,
    /// The names of the values, of letters, digits and underscores; `None` for values without a name.
    pub names: Vec<Option<String>>,
    /// The index of the default value.
    pub default: usize,
}

impl Axis {
    /// Creates an axis whose values have no names. The first value is the default.
    pub fn new(name: impl Into<String>, values: Vec<i32>) -> Self {
        Self {
            name: name.into(),
            values,
            names: Vec::new(),
            default: 0,
        }
    }

    /// Returns the name of the value at an index, if it has one.
    pub fn name_of(&self, place: usize) -> Option<&str> {
        self.names.get(place)?.as_deref()
    }

    /// Returns the named values with their names, in order.
    pub(crate) fn named(&self) -> impl Iterator<Item = (&str, i32)> {
        let values = self.values.iter().enumerate();
        values.filter_map(|(place, value)| Some((self.name_of(place)?, *value)))
    }

    /// Returns the value at an index for display: its name, or the number.
    pub fn shown(&self, place: usize) -> String {
        let value = || self.values.get(place).map(i32::to_string);
        let name = self.name_of(place).map(str::to_owned);
        name.or_else(value).unwrap_or_default()
    }
}

/// One of several binaries.
#[derive(Clone, Debug)]
pub struct Variant<'b> {
    /// The value on each axis.
    pub values: Vec<i32>,
    /// The binary.
    pub binary: ShaderBinary<'b>,
}

/// Generates a Rust module with several binaries, one for each combination of the axes' values; the values of the last
/// axis change fastest. `VARIANTS` lists all of them, and `index_of` finds one by its values.
pub fn rust_variants(axes: &[Axis], variants: &[Variant<'_>]) -> String {
    variants::Module { axes, variants }.to_string()
}
