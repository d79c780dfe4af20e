#![doc = include_str!("../README.md")]
//!
//! - [`include_shader!`] takes the inputs of a shader binary, like `picald`: sources, Direct3D containers, objects,
//!   archives; but not HLSL, because a macro does not run a compiler;
//! - [`shader!`] takes a source in a string.
//!
//! Both expand to expressions that can initialize a `const` or a `static`, and do not need `std`. The compiler reruns
//! them when a source or an include changes. Shader warnings appear as compiler warnings in the `deprecated` group,
//! because macros have no other way to warn.
//!
//! The compiler cannot watch files that do not exist. If a file later appears in a directory that is searched before
//! the one in which a file was found, the macro does not rerun. A build script with `pica200::build` does.

mod expand;
mod expansion;
mod literal;
mod options;

use proc_macro::TokenStream;

/// Expands to the shader binary of files, whose paths are relative to the directory of the Rust source that contains
/// the macro.
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
/// One file is enough for a vertex shader. Shaders in several files have the same order in the binary. A Direct3D
/// vertex shader in a container is translated, with the Cargo feature `direct3d`:
///
/// ```
/// use pica200_macros::include_shader;
///
/// # #[cfg(feature = "direct3d")]
/// static LIT: &[u8] = include_shader!("../../../examples/direct3d/lit.dxbc");
/// # #[cfg(feature = "direct3d")]
/// assert!(LIT.starts_with(b"DVLB"));
/// ```
///
/// Options follow the files, with the names and arguments of the methods of [`Build`](pica200::build::Build): `define`,
/// as in `define("LIGHTS", 2)`, `entry`, and those in [the option table](pica200::job::options), such as `map_output`,
/// `strict_math` and `strip`; except for the options of HLSL compilers, which macros do not run.
///
/// ```
/// use pica200_macros::include_shader;
///
/// # #[cfg(feature = "direct3d")]
/// static FIXED: &[u8] = include_shader!(
///     "../../../examples/direct3d/lit.dxbc",
///     fix_depth(true),
///     strict_math(true),
/// );
/// # #[cfg(feature = "direct3d")]
/// assert!(FIXED.starts_with(b"DVLB"));
/// ```
///
/// An unknown option is a compile error:
///
/// ```compile_fail
/// pica200_macros::include_shader!("../../../examples/direct3d/lit.dxbc", fix_depths(true));
/// ```
#[proc_macro]
pub fn include_shader(input: TokenStream) -> TokenStream {
    expand::include_shader(input)
}

/// Expands to the shader binary of a source in a string. Diagnostics refer to lines of the Rust source, if the string
/// has no escapes; `.include` paths are relative to the directory of the Rust source.
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
/// The language of the source may precede the string: `wgsl`, `glsl`, with the Cargo feature `compile`. Lines of such a
/// source count from 1.
///
/// ```
/// # #[cfg(feature = "compile")]
/// static PLAIN: &[u8] = pica200_macros::shader!(wgsl, r#"
///     @vertex
///     fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return p; }
/// "#);
/// ```
///
/// Options follow the string, as in [`include_shader!`]:
///
/// ```
/// use pica200_macros::shader;
///
/// const HALVED: &[u8] = shader!(".out position position\n.proc main\nmul position, FACTOR, v0\nend\n.end", define("FACTOR", 0.5));
/// assert!(HALVED.starts_with(b"DVLB"));
/// ```
///
/// An error in the source is a compile error:
///
/// ```compile_fail
/// pica200_macros::shader!(".proc main\nmvo r0, v0\nend\n.end");
/// ```
#[proc_macro]
pub fn shader(input: TokenStream) -> TokenStream {
    expand::shader(input)
}
