//! The options for inputs in other languages, which are the same in all programs.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use pica200::job::Job;
use pica200::translation::{HlslCompiler, InputLanguage, property};
use pica200_compile::{ArrayLength, OutputMapping};

/// How to translate.
#[derive(Args, Debug)]
pub(crate) struct CompilingOptions {
    /// Make a property of an output: `--map-output WORLDPOS=view`
    ///
    /// It is for outputs whose names say nothing to this machine. NAME is the name in the source, its end behind a point, or @location(N); in HLSL, it is the semantic with its number, as in TEXCOORD3.
    /// With a `+` in front of PROPERTY, the output is added to the one that has it: `--map-output COLOR1=+color`. The properties are position, normalquat, color, texcoord0, texcoord0w, texcoord1, texcoord2, view, dummy.
    #[arg(long, value_name = "NAME=PROPERTY", value_parser = mapping)]
    map_output: Vec<OutputMapping>,

    /// Leave out an output, and what only it needs
    ///
    /// Without an index, the name of an array or matrix means all its elements. `--ignore-output='*'` leaves out all outputs without a use.
    #[arg(long, value_name = "NAME")]
    ignore_output: Vec<String>,

    /// The entry point to translate, where a source has several
    #[arg(long, value_name = "NAME")]
    shader_entry: Option<String>,

    /// Where the numbers of vertices and instances come from, which this machine does not count
    #[arg(long, value_name = "FROM")]
    vertex_id: Option<VertexId>,

    /// Move depths from 0 to w, as Direct3D clips them, to those from -w to 0, as this machine clips them
    ///
    /// Without this option, the matrix of the application has to do that, as in every program for this machine.
    #[arg(long)]
    fix_depth: bool,

    /// Round halves up, not to even numbers, which takes fewer instructions
    #[arg(long)]
    fast_round: bool,

    /// The registers of a uniform matrix hold its columns, not its rows
    ///
    /// It is for WGSL, GLSL and SPIR-V, and for applications that upload columns. NAME is the name of the uniform in assembly.
    #[arg(long, value_name = "NAME")]
    matrix_columns: Vec<String>,

    /// Keep a uniform a number that would become a boolean uniform
    ///
    /// It is for WGSL, GLSL and SPIR-V, where a `u32` that is only compared with 0 becomes a boolean uniform.
    #[arg(long, value_name = "NAME")]
    float_uniform: Vec<String>,

    /// Count the rounds of loops with an integer uniform; such loops have at least one round
    ///
    /// It is for WGSL, GLSL and SPIR-V, and for a `u32` or `i32` that is only the number of rounds. The application sets the integer uniform to the number less 1, and 0, 1, 0.
    #[arg(long, value_name = "NAME")]
    loop_uniform: Vec<String>,

    /// Give an array of uniforms fewer elements: `--array-length Bones=20`
    ///
    /// It is for shaders of Direct3D whose arrays are larger than the machine, and for applications that use only the first elements. NAME is the name in the source, or `cb0` for the constant buffer of slot 0, whose elements are registers.
    #[arg(long, value_name = "NAME=N")]
    array_length: Vec<ArrayLength>,

    /// Keep the order of sums and products
    ///
    /// Otherwise they change where this saves instructions, which changes roundings.
    #[arg(long)]
    strict_math: bool,

    /// The language of all sources and compiled shaders
    ///
    /// By default, the first bytes of a file and the suffix of its name say it.
    #[arg(long, value_name = "NAME", value_parser = language())]
    lang: Option<InputLanguage>,

    /// The compiler for inputs in HLSL (.hlsl)
    ///
    /// It is the name or the path of vkd3d-compiler, fxc, dxc or glslangValidator. By default, it is the first of these that is installed, in absolute folders of PATH. vkd3d-compiler knows HLSL from version 1.3 on. The last two make SPIR-V, whose outputs have other names.
    #[arg(long, value_name = "PROGRAM")]
    hlsl_compiler: Option<PathBuf>,

    /// The function to compile of inputs in HLSL; `main` by default
    #[arg(long, value_name = "NAME")]
    hlsl_entry: Option<String>,

    /// The profile for inputs in HLSL; `vs_4_0` by default
    ///
    /// dxc takes `vs_6_0` in place of an older one, and glslangValidator takes none.
    #[arg(long, value_name = "PROFILE")]
    hlsl_profile: Option<String>,
}

/// The sources of the numbers of vertices.
#[derive(ValueEnum, Clone, Copy, Debug)]
enum VertexId {
    /// Attributes, which the application fills with numbers
    Attribute,
}

impl CompilingOptions {
    /// Lets a job translate in this way. The last of several values counts.
    pub(crate) fn apply(&self, job: &mut Job) {
        let translation = &mut job.translation;
        let options = &mut translation.options;
        options.map_output.extend_from_slice(&self.map_output);
        options.ignore_output.extend_from_slice(&self.ignore_output);
        if let Some(entry) = &self.shader_entry {
            options.shader_entry = Some(entry.clone());
        }
        options.vertex_id_attribute |= matches!(self.vertex_id, Some(VertexId::Attribute));
        options.fix_depth |= self.fix_depth;
        options.fast_round |= self.fast_round;
        options
            .matrix_columns
            .extend_from_slice(&self.matrix_columns);
        options.float_uniform.extend_from_slice(&self.float_uniform);
        options.loop_uniform.extend_from_slice(&self.loop_uniform);
        options.array_length.extend_from_slice(&self.array_length);
        options.strict_math |= self.strict_math;
        translation.language = self.lang.or(translation.language);
        let hlsl = &mut translation.hlsl;
        hlsl.compiler = match &self.hlsl_compiler {
            Some(program) => HlslCompiler::Program(program.clone()),
            None => HlslCompiler::Installed,
        };
        hlsl.entry = self.hlsl_entry.clone().or_else(|| hlsl.entry.take());
        hlsl.profile = self.hlsl_profile.clone().or_else(|| hlsl.profile.take());
    }
}

/// Parses `NAME=PROPERTY`.
fn mapping(text: &str) -> Result<OutputMapping, String> {
    match text.split_once('=') {
        Some((name, of)) if !name.is_empty() => property(name, of),
        _ => Err(
            "expected the name of an output, `=` and a property, as in `WORLDPOS=view`".to_owned(),
        ),
    }
}

/// The parser of the name of a language.
fn language() -> impl clap::builder::TypedValueParser<Value = InputLanguage> {
    use clap::builder::{PossibleValuesParser, TypedValueParser};
    let names = InputLanguage::ALL.map(InputLanguage::name);
    PossibleValuesParser::new(names).try_map(|name| InputLanguage::by_name(&name))
}
