//! HLSL inputs, compiled by an installed compiler to Direct3D containers or SPIR-V modules.
//!
//! No other part of the library runs a program, and this one only if the job specifies a compiler. The command-line
//! tools do by default; builds only on request ([`Build::hlsl_compiler`](crate::Build::hlsl_compiler)).

#[cfg(feature = "direct3d")]
mod process;
#[cfg(feature = "direct3d")]
mod run;
#[cfg(feature = "direct3d")]
mod syntax;

use std::path::PathBuf;
use std::time::Duration;

#[cfg(feature = "direct3d")]
pub(crate) use run::Preprocessing;

/// Compilation settings for HLSL inputs.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Hlsl {
    /// The compiler.
    pub compiler: HlslCompiler,
    /// Entry function (default: `main`).
    pub entry: Option<String>,
    /// Profile (default: `vs_4_0`). Compilers to SPIR-V take no profile, or `vs_6_0` instead of older ones.
    pub profile: Option<String>,
    /// Time limit for a compiler (default: [`TIME_LIMIT`]).
    pub time_limit: Option<Duration>,
}

/// An HLSL compiler.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum HlslCompiler {
    /// None: HLSL inputs are errors.
    #[default]
    None,
    /// The first of [`INSTALLED`] found on the system.
    Installed,
    /// The program with this name or path.
    Program(PathBuf),
}

/// Compilers tried by default, in this order. The last three produce SPIR-V, which is compiled with the Cargo feature
/// `compile`.
pub const INSTALLED: [&str; 5] = ["vkd3d-compiler", "fxc", "dxc", "glslangValidator", "glslang"];

/// Default time limit for a compiler.
pub const TIME_LIMIT: Duration = Duration::from_secs(120);

/// Default entry function.
pub const DEFAULT_ENTRY: &str = "main";

/// Default profile.
pub const DEFAULT_PROFILE: &str = "vs_4_0";
