#![doc = include_str!("../README.md")]
//!
//! - [`include_shader!`] takes the inputs of a shader binary: sources, containers of Direct3D, objects, archives, as
//!   `picald` does, except for HLSL, because a macro starts no compiler;
//! - [`shader!`] takes a source in a string.
//!
//! Both are expressions, which can be the value of a `const` or a `static`, and need no `std`. The compiler runs them
//! again when a file changes that they have read, including included files. Warnings are warnings of the compiler in
//! the group `deprecated`, because macros have no other way to warn.
//!
//! The compiler cannot watch files that do not exist. If a file appears later in a folder that is searched before the
//! folder of the file that was found, the macro does not run again. A build script with `pica200::build` does.

mod expand;
mod expansion;
mod literal;
mod options;

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
/// One file is enough for a vertex shader. The order of several is that of the shaders in the binary. A vertex shader
/// of Direct3D in a container is translated, in the Cargo feature `direct3d`:
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
/// Options stand behind the files, with the names and arguments of the methods of [`Build`](pica200::build::Build):
/// `define`, as in `define("LIGHTS", 2)`, `entry`, and those of [the table of options](pica200::job::options), such as
/// `map_output`, `strict_math` and `strip`; but for the compiler of HLSL, which macros do not start.
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
/// An option that does not exist is an error of the compiler:
///
/// ```compile_fail
/// pica200_macros::include_shader!("../../../examples/direct3d/lit.dxbc", fix_depths(true));
/// ```
#[proc_macro]
pub fn include_shader(input: TokenStream) -> TokenStream {
    expand::include_shader(input)
}

/// The shader binary of a source in a string. Diagnostics count its lines as those of the Rust source, if the string
/// has no escapes; `.include` looks for files from the folder of that source on.
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
/// A language before the string is that of the source: `wgsl`, `glsl`, in the Cargo feature `compile`. Lines of such a
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
/// Options stand behind the string. They are those of [`include_shader!`]:
///
/// ```
/// use pica200_macros::shader;
///
/// const HALVED: &[u8] = shader!(".out position position\n.proc main\nmul position, FACTOR, v0\nend\n.end", define("FACTOR", 0.5));
/// assert!(HALVED.starts_with(b"DVLB"));
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
