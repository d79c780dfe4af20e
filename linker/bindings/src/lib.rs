//! Bindings: the text of a Rust module or of a C++ header that has a shader binary in it, and constants for what a
//! program needs of its shaders. So a name that a shader does not have is a mistake that the compiler finds.
//!
//! For each shader there is a module (a namespace) with its index, its stage and the name of its entry, and in it
//! `uniforms`, `inputs` and `outputs`: a constant for each entry of these tables, with its registers. Entries whose
//! registers are none, which linked binaries do not have, are left out.
//!
//! The texts depend on nothing but what is given, and need nothing but the languages: Rust without the standard
//! library, from edition 2021 on, as the file of a module or for `include!`; C++17.
//!
//! Names become identifiers:
//! - Rust's are in the case that Rust has for them, `LIGHT_COLOR` for `lightColor`; C++ has them as they are. Runs of
//!   bytes that identifiers cannot have, and of underscores, become one underscore, and none stays at the beginning. A
//!   digit there gets one before it; a keyword, and a name that the text itself uses, one behind it. What has no letter
//!   and no digit is `unnamed`.
//! - If several names become one identifier, the first of them has it, by the order of their bytes. The others have
//!   `_2`, `_3` and so on behind it, passing over the identifiers of further names. Equal names count in the order of
//!   their table.
//!
//! Each constant says the name as it is in the binary.
//!
//! [`rust_variants`] makes one Rust module of several binaries whose sources were given different numbers. The registers
//! of a uniform may differ between them, so each has constants of its own, in a module `variant_0`, `variant_1` and so on.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod cpp;
mod identifiers;
mod literals;
mod model;
mod rust;
mod variants;

use pica200_objfmt::formats::shbin::Shbin;

use model::Model;

/// A shader binary to make bindings of.
#[derive(Clone, Copy, Debug)]
pub struct Bound<'b> {
    /// The shader binary.
    pub shbin: &'b Shbin,
    /// What [`Shbin::write`] makes of it.
    pub bytes: &'b [u8],
    /// The name of each shader's entry point. A shader that has none here takes the name of the label at its entry point;
    /// without such a label it is `shader_N`, where N is its index.
    pub entries: &'b [String],
}

/// The text of a Rust module.
pub fn rust(bound: &Bound<'_>) -> String {
    rust::Module(&Model::of(bound)).to_string()
}

/// The text of a C++ header, all in a namespace whose name becomes an identifier as other names do.
pub fn cpp(bound: &Bound<'_>, namespace: &str) -> String {
    let model = Model::of(bound);
    cpp::Header::new(&model, namespace).to_string()
}

/// A number that sources are given by a name, and the values that it takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Axis {
    /// The name.
    pub name: String,
    /// The values, each once.
    pub values: Vec<i32>,
}

/// One of several binaries.
#[derive(Clone, Debug)]
pub struct Variant<'b> {
    /// The value on each axis.
    pub values: Vec<i32>,
    /// The binary.
    pub bound: Bound<'b>,
}

/// The text of a Rust module with several binaries in it: one for each combination of the axes' values, in an order in
/// which those of the last axis change fastest. `VARIANTS` has all of them, `index_of` finds one by its values.
pub fn rust_variants(axes: &[Axis], variants: &[Variant<'_>]) -> String {
    variants::Module { axes, variants }.to_string()
}
