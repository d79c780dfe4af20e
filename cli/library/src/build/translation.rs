//! The options of a build for inputs in other languages.

use std::path::PathBuf;

use super::Build;
use crate::job::options::Value;

/// Inputs in other languages. [`Build::file`] takes them as it takes sources in assembly; these methods are the options
/// of the programs.
impl Build {
    /// Reads all sources in an older dialect, `nihstro` or `aemstro`, or with `auto` in that which each looks like, as
    /// `--dialect` does. [`Build::entry`] names the label at which the shader starts.
    #[must_use]
    pub fn dialect(self, name: impl Into<String>) -> Self {
        self.option("dialect", Value::Text(&name.into()))
    }

    /// Whether the shaders in older dialects are geometry shaders, whatever their instructions say, as with
    /// `--geometry`.
    #[must_use]
    pub fn geometry(self, geometry: bool) -> Self {
        self.option("geometry", Value::Switch(geometry))
    }

    /// Makes a property of an output of a translated shader, whose name says nothing to this machine:
    /// `map_output("WORLDPOS", "view")`, as `--map-output` does. `map_output("COLOR1", "+color")` adds it to another
    /// output.
    #[must_use]
    pub fn map_output(self, name: impl Into<String>, property: impl Into<String>) -> Self {
        let mapping = format!("{}={}", name.into(), property.into());
        self.option("map-output", Value::Text(&mapping))
    }

    /// Leaves out an output of a translated shader, and what only it needs, as `--ignore-output` does; `"*"` means all
    /// outputs without a use.
    #[must_use]
    pub fn ignore_output(self, name: impl Into<String>) -> Self {
        self.option("ignore-output", Value::Text(&name.into()))
    }

    /// Translates the entry point with this name, where a source has several, as `--shader-entry` does.
    #[must_use]
    pub fn shader_entry(self, name: impl Into<String>) -> Self {
        self.option("shader-entry", Value::Text(&name.into()))
    }

    /// Whether the numbers of vertices and instances are attributes, which the application supplies, as with
    /// `--vertex-id=attribute`. By default a shader that reads them is an error.
    #[must_use]
    pub fn vertex_id_attribute(self, attribute: bool) -> Self {
        self.option("vertex-id", Value::Switch(attribute))
    }

    /// Whether depths from 0 to w, as Direct3D clips them, are moved to those from -w to 0, as this machine clips them,
    /// as with `--fix-depth`. By default, the matrix of the application has to do that.
    #[must_use]
    pub fn fix_depth(self, fix_depth: bool) -> Self {
        self.option("fix-depth", Value::Switch(fix_depth))
    }

    /// Whether rounding to the nearest integer takes halves up, not to even numbers, which takes fewer instructions, as
    /// with `--fast-round`.
    #[must_use]
    pub fn fast_round(self, fast_round: bool) -> Self {
        self.option("fast-round", Value::Switch(fast_round))
    }

    /// Lets the registers of a matrix hold its columns, not its rows, as `--matrix-columns` does. The name is that of
    /// the uniform in assembly.
    #[must_use]
    pub fn matrix_columns(self, name: impl Into<String>) -> Self {
        self.option("matrix-columns", Value::Text(&name.into()))
    }

    /// Gives an array of uniforms of a shader of Direct3D fewer elements than the source says, as `--array-length`
    /// does. The name is that of the source, or `cb0` for a constant buffer, whose elements are registers. A length of
    /// 0 counts as 1.
    #[must_use]
    pub fn array_length(self, name: impl Into<String>, length: u32) -> Self {
        let length = format!("{}={}", name.into(), length.max(1));
        self.option("array-length", Value::Text(&length))
    }

    /// Keeps a uniform a number that would become a boolean uniform, as `--float-uniform` does.
    #[must_use]
    pub fn float_uniform(self, name: impl Into<String>) -> Self {
        self.option("float-uniform", Value::Text(&name.into()))
    }

    /// Counts the rounds of loops with an integer uniform, at least one, as `--loop-uniform` does. The application sets
    /// it to the number less 1, and 0, 1, 0.
    #[must_use]
    pub fn loop_uniform(self, name: impl Into<String>) -> Self {
        self.option("loop-uniform", Value::Text(&name.into()))
    }

    /// Whether sums and products keep the order of the source, as with `--strict-math`.
    #[must_use]
    pub fn strict_math(self, strict_math: bool) -> Self {
        self.option("strict-math", Value::Switch(strict_math))
    }

    /// The language of all sources, `assembly`, `direct3d`, `hlsl`, `wgsl`, `glsl` or `spirv`, as `--lang` does. By
    /// default, the first bytes of a file and the suffix of its name say it. `direct3d` and `hlsl` need the Cargo
    /// feature `direct3d`, the last three `compile`.
    #[must_use]
    pub fn lang(self, name: impl Into<String>) -> Self {
        self.option("lang", Value::Text(&name.into()))
    }

    /// Compiles inputs in HLSL (`.hlsl`), in the Cargo feature `direct3d`, with a program: the name or the path of
    /// vkd3d-compiler, fxc, dxc or glslangValidator. Without this method, the build starts no program, and inputs in
    /// HLSL are errors. The files that such a source includes are not watched.
    #[must_use]
    pub fn hlsl_compiler(self, program: impl Into<PathBuf>) -> Self {
        self.option("hlsl-compiler", Value::Path(&program.into()))
    }

    /// The function of inputs in HLSL that is compiled, in place of `main`, as with `--hlsl-entry`.
    #[must_use]
    pub fn hlsl_entry(self, name: impl Into<String>) -> Self {
        self.option("hlsl-entry", Value::Text(&name.into()))
    }

    /// The profile for inputs in HLSL, in place of `vs_4_0`, as with `--hlsl-profile`.
    #[must_use]
    pub fn hlsl_profile(self, profile: impl Into<String>) -> Self {
        self.option("hlsl-profile", Value::Text(&profile.into()))
    }
}
