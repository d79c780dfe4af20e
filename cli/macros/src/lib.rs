//! Shaders for the PICA200 within Rust: assembled and linked while the program is compiled, on stable Rust and without a
//! console SDK.
//!
//! - [`include_shader!`] takes the files of a shader binary: sources, objects, archives, as `picald` does;
//! - [`shader!`] takes a source in a string.
//!
//! Both are expressions: the bytes of a shader binary as a `&'static [u8]`, aligned to 4, which may stand in a `const` or
//! a `static`, and need no `std`. The compiler runs them again when a file changes that they have read, included ones
//! too. Mistakes come with all that the programs say of them, warnings as warnings of the compiler, of the group
//! `deprecated`, as there is no other way for macros to warn.
//!
//! A file that is looked for and is not there cannot be watched: should it be made later, in a folder that is searched
//! before that of the file that was found, the compiler does not see it. Build scripts with `pica200::build` do, and they
//! know registers of uniforms as constants, variants, and options.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod expand;
mod expansion;
mod literal;

use proc_macro::TokenStream;

/// The shader binary of files, whose paths are relative to the folder of the Rust source that has the macro.
///
/// ```
/// use pica200_macros::include_shader;
///
/// static PARTICLES: &[u8] = include_shader!(
///     "../../../examples/particles/particles.vsh",
///     "../../../examples/particles/particles.gsh",
/// );
/// assert!(PARTICLES.starts_with(b"DVLB"));
/// ```
///
/// One file is enough for a vertex shader. The order of several is that of the shaders in the binary.
#[proc_macro]
pub fn include_shader(input: TokenStream) -> TokenStream {
    expand::include_shader(input)
}

/// The shader binary of a source in a string. Diagnostics count its lines as those of the Rust source, if the string has
/// no escapes; `.include` looks for files from the folder of that source on.
///
/// ```
/// use pica200_macros::shader;
///
/// const FLAT: &[u8] = shader! { r#"
///     .fvec projection[4]
///     .out position position
///     .proc main
///         dp4 position.x, projection[0], v0
///         dp4 position.y, projection[1], v0
///         dp4 position.z, projection[2], v0
///         dp4 position.w, projection[3], v0
///         end
///     .end
/// "# };
/// assert_eq!(FLAT.as_ptr().align_offset(4), 0);
/// ```
///
/// A mistake is an error of the compiler:
///
/// ```compile_fail
/// pica200_macros::shader!(".proc main\nmvo r0, v0\nend\n.end");
/// ```
#[proc_macro]
pub fn shader(input: TokenStream) -> TokenStream {
    expand::shader(input)
}
