//! Inputs in HLSL: a compiler that is installed makes containers of Direct3D or modules of SPIR-V of them.
//!
//! No other part of the library starts a program, and this one only where the job names a compiler: programs do by
//! default, builds if they ask for it ([`Build::hlsl_compiler`](crate::Build::hlsl_compiler)).

#[cfg(feature = "direct3d")]
mod form;
#[cfg(feature = "direct3d")]
mod process;
#[cfg(feature = "direct3d")]
mod run;

use std::path::PathBuf;
use std::time::Duration;

#[cfg(feature = "direct3d")]
pub(crate) use run::Preprocessing;

/// How inputs in HLSL are compiled.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Hlsl {
    /// The compiler.
    pub compiler: HlslCompiler,
    /// The function to compile; `main` if there is none.
    pub entry: Option<String>,
    /// The profile, such as `vs_4_0`, which it is if there is none. Compilers to SPIR-V take no profile, or `vs_6_0` in
    /// place of older ones.
    pub profile: Option<String>,
    /// How long a compiler may run; [`TIME_LIMIT`] if it is not said.
    pub time_limit: Option<Duration>,
}

/// A compiler of HLSL.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum HlslCompiler {
    /// None: inputs in HLSL are errors.
    #[default]
    None,
    /// The first of [`INSTALLED`] that the system finds.
    Installed,
    /// The program with this name or path.
    Program(PathBuf),
}

/// The compilers that are tried if none is named, in this order. The last three make SPIR-V, which is compiled with the
/// Cargo feature `compile`.
pub const INSTALLED: [&str; 5] = ["vkd3d-compiler", "fxc", "dxc", "glslangValidator", "glslang"];

/// How long a compiler may run by default.
pub const TIME_LIMIT: Duration = Duration::from_secs(120);

/// The function that is compiled by default.
pub const DEFAULT_ENTRY: &str = "main";

/// The profile by default.
pub const DEFAULT_PROFILE: &str = "vs_4_0";
