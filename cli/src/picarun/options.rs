//! Command line of `picarun`.

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgMatches, Args, Parser, ValueEnum};
use pica200_machine::ShaderChoice;

use super::feed::FeedOptions;
use super::textures::TextureOptions;
use super::values::{Setting, boolean, float, input, integer};
use crate::build_options::{AssemblingOptions, CompilingOptions};
use crate::levels::LevelOptions;
use crate::options::LibraryOptions;
use crate::program::DiagnosticOptions;
use pica200::job::Job;
use pica200::shader::direct3d::Machines;
use pica200::shader::runs::DEFAULT_BUDGET;

/// Runs a shader for the PICA200, the GPU of the Nintendo 3DS, or for Direct3D, and prints its outputs
///
/// For a vertex shader, the outputs are printed, one row for each entry of the output table: register, property, and
/// the components in the table. For a geometry shader, all emitted vertices and triangles are printed; a triangle shows
/// the indices of its vertices (`-` for a slot without a vertex), and whether `inv` inverted its winding. The shader
/// runs once, from its entry to its `end`; with `--vertex`, once for each primitive. Registers that are not set are
/// zero, except for the constants of the file. For the shader of a DXBC container, the outputs of its signature are
/// printed: register, semantic, components.
#[derive(Parser, Debug)]
#[command(name = "picarun", version, override_usage = USAGE, after_help = AFTER_HELP)]
pub(super) struct CommandLine {
    /// A shader binary, a DXBC container, or inputs to link first: sources, objects, archives, lists; `-` is standard
    /// input
    ///
    /// A shader binary or container is detected by its first bytes, and must be the only file; --target selects where a
    /// container runs. Options for building and for choosing a shader cannot be used with a container, which has one
    /// compiled shader. HLSL (.hlsl) is compiled to a container by an installed compiler. Any other inputs are linked
    /// as by picald, with a line table. Lints on the linked program are off unless enabled by -W or -D.
    #[arg(value_name = "FILE", required_unless_present_any = ["test", "render"])]
    pub(super) files: Vec<PathBuf>,

    /// Select the shader to run by its index in the file, from 0
    #[arg(long, value_name = "INDEX", default_value_t = 0)]
    pub(super) shader: usize,

    /// Select the shader binary to run in a file with several
    ///
    /// CGFX containers (`.bcsdr`) and texts with base64 (`.csdr`) wrap shader binaries. picadump lists them.
    #[arg(long, value_name = "N", conflicts_with = "test")]
    pub(super) shader_file: Option<usize>,

    /// Select the shader to run by its entry procedure
    #[arg(long, value_name = "NAME", conflicts_with = "shader")]
    pub(super) entry: Option<String>,

    /// Where to run the shader of a DXBC container
    ///
    /// Inputs, uniforms and outputs have the names of the container on either target. A number of the translation
    /// matches the container's if they differ by at most 0.0001, or for numbers above 1 by this fraction. With `both`,
    /// the trace and the profile show the translation. With `--test`, this overrides `target` in the file.
    #[arg(long, value_name = "MACHINE", value_parser = machines())]
    pub(super) target: Option<Machines>,

    /// Set an input: `--in position=1,2,3`, `--in v0=1,2,3,1`
    ///
    /// A vector has 1 to 4 numbers; missing ones are taken from 0,0,0,1, as for attributes with fewer components. NAME
    /// is the name of an input, or else a register. NAME[2] is the third element of an array. Vectors separated by `/`
    /// fill an array; `@FILE.toml` reads them from a file, as with `--uniform`. In a DXBC container, NAME is a
    /// semantic, `TEXCOORD1`, and further vectors are for the next indices. Integers have the element's type.
    #[arg(long = "in", value_name = "NAME=VECTORS", value_parser = input)]
    pub(super) inputs: Vec<Setting>,

    /// Set a float uniform: `--uniform c4=1`, `--uniform m=@m.toml`
    ///
    /// Vectors have the syntax of `--in`. A file has rows of numbers under the name of the uniform, or else under
    /// `value`: `value = [[1, 0, 0, 0], [0, 1, 0, 0]]`. In a DXBC container, NAME is a variable, `light[1].power`, with
    /// all of its numbers: rows of matrices are mathematical rows, regardless of the order in the buffer. Integers and
    /// booleans have the variable's type. `cb0[3]` is a register.
    #[arg(long = "uniform", value_name = "NAME=VECTORS", value_parser = float)]
    pub(super) floats: Vec<Setting>,

    /// Set an integer uniform: `--int count=3,0,1`
    ///
    /// The numbers control a loop: its iterations minus 1, the initial aL, and the step of aL. Each is from 0 to 255; a
    /// fourth number has no effect, and is 0 by default. In a DXBC container, NAME is an integer variable or a
    /// register: `--int cb0[3]=1,-2`.
    #[arg(long = "int", value_name = "NAME=NUMBERS", value_parser = integer)]
    pub(super) integers: Vec<Setting>,

    /// Set a boolean uniform: `--bool lit=true`
    #[arg(long = "bool", value_name = "NAME=BOOL", value_parser = boolean)]
    pub(super) booleans: Vec<Setting>,

    #[command(flatten)]
    pub(super) feed: FeedOptions,

    #[command(flatten)]
    pub(super) textures: TextureOptions,

    /// Maximum number of instructions to execute, over all runs
    #[arg(long, value_name = "INSTRUCTIONS", default_value_t = DEFAULT_BUDGET)]
    pub(super) budget: u64,

    /// Truncate all numbers to 24 bits, like the hardware registers
    ///
    /// Without this option, the given numbers and all results are single-precision, as in emulators. Constants have 24
    /// bits in any case, because the file stores them so: one that is closer to 0 than 2^-62 is 0, while the same
    /// number given with --uniform is not.
    #[arg(long)]
    pub(super) float24: bool,

    /// Print each executed instruction, before the outputs
    ///
    /// With `json`, all of standard output is JSON, one object per line; JSON.md describes the objects.
    #[arg(long, value_name = "FORM")]
    pub(super) trace: Option<TraceFormat>,

    /// Print the cost of each procedure and each source line
    ///
    /// It follows the outputs, most expensive first. `Instructions` counts a procedure's own instructions, excluding
    /// its callees; `Entries` is the number of times that its first word was executed; `Words` is the number of
    /// executed words, and of all words. A run that faults has a profile as well. With `--trace=json`, the profile is
    /// JSON. With `--test`, it is the sum over all cases of a test file. A variant file also gets a table that compares
    /// its variations: words, descriptors and float registers, and the instructions of a run with the same inputs and
    /// uniforms, ignoring those that a variation does not have.
    #[arg(long)]
    pub(super) profile: bool,

    /// Write an HTML page of the sources with the cost of each line
    ///
    /// The page is a single self-contained file. For a shader binary, whose sources are not available, it shows the
    /// instructions. With `--test`, there must be one test file, and all of its cases must pass.
    #[arg(long, value_name = "FILE")]
    pub(super) profile_html: Option<PathBuf>,

    #[command(flatten)]
    pub(super) testing: TestOptions,

    #[command(flatten)]
    pub(super) rendering: RenderOptions,

    #[command(flatten)]
    libraries: LibraryOptions,

    #[command(flatten)]
    assembling: AssemblingOptions,

    #[command(flatten)]
    compiling: CompilingOptions,

    #[command(flatten)]
    pub(super) levels: LevelOptions,

    #[command(flatten)]
    pub(super) diagnostics: DiagnosticOptions,
}

impl CommandLine {
    /// Adds the inputs and the build options to a job.
    pub(super) fn apply(&self, matches: &ArgMatches, job: &mut Job) {
        let inputs = self.libraries.inputs("files", &self.files, matches);
        job.inputs.extend(inputs);
        job.library_paths.extend_from_slice(&self.libraries.folders);
        self.assembling.apply(&self.levels, job);
        self.compiling.apply(job);
        job.translation.dialect.entry.clone_from(&self.entry);
    }

    /// Returns which shader of a binary to run.
    pub(super) fn choice(&self) -> ShaderChoice<'_> {
        match &self.entry {
            Some(name) => ShaderChoice::Entry(name),
            None => ShaderChoice::Index(self.shader),
        }
    }

    /// Returns where the shader of a container runs.
    pub(super) fn machines(&self) -> Machines {
        self.target.unwrap_or_default()
    }

    /// Returns the settings, in order.
    pub(super) fn settings(&self) -> impl Iterator<Item = &Setting> {
        let vectors = self.inputs.iter().chain(&self.floats);
        vectors.chain(&self.integers).chain(&self.booleans)
    }

    /// Returns the files from which values of registers and vertices are read.
    pub(super) fn files_of_values(&self) -> impl Iterator<Item = &Path> {
        self.settings()
            .filter_map(Setting::file)
            .chain(self.feed.files())
            .chain(self.textures.files())
    }
}

/// Returns the parser of `--target`.
fn machines() -> impl TypedValueParser<Value = Machines> {
    let value = |machines: Machines| {
        PossibleValue::new(machines.name()).help(match machines {
            Machines::Direct3d => "Direct3D: execute the instructions of the container (the default)",
            Machines::Pica200 => "PICA200: execute the translation to assembly",
            Machines::Both => "Both; it is an error if the outputs differ",
        })
    };
    let parser = PossibleValuesParser::new(Machines::ALL.map(value));
    parser.try_map(|name| Machines::from_name(&name))
}

/// Options of `--test`.
#[derive(Args, Debug)]
pub(super) struct TestOptions {
    /// Run shader tests from TOML files
    ///
    /// Each file names its shaders, and has cases with inputs, uniforms and expected outputs. TESTS.md describes the
    /// format. A line is printed for each case, with the differences if it fails, and a summary; the exit status is 1
    /// if a case failed, or a file could not be run.
    #[arg(
        long = "test",
        value_name = "TESTS.toml",
        num_args = 1..,
        conflicts_with_all = [
            "files", "shader", "entry", "inputs", "floats", "integers", "booleans", "vertices", "stride", "primitive",
            "textures", "samplers", "budget", "float24", "trace",
        ]
    )]
    pub(super) test: Vec<PathBuf>,

    /// Run only the cases whose names contain TEXT
    #[arg(long, value_name = "TEXT", requires = "test", conflicts_with = "files")]
    pub(super) filter: Option<String>,
}

/// Options of `--render`.
#[derive(Args, Debug)]
pub(super) struct RenderOptions {
    /// Render the picture of a scene
    ///
    /// A scene is a TOML file with a shader, vertices or a model, uniforms, and the data that pixels show.
    /// docs/render.md describes the format. FILE, if given, is linked instead of the scene's shader. `-o` or `--expect`
    /// is required.
    #[arg(
        long,
        value_name = "SCENE.toml",
        conflicts_with_all = [
            "test", "shader", "entry", "shader_file", "target", "inputs", "floats", "integers", "booleans", "vertices",
            "stride", "primitive", "textures", "samplers", "budget", "float24", "trace", "profile", "profile_html",
        ]
    )]
    pub(super) render: Option<PathBuf>,

    /// Write the picture as PNG to OUT (`-`: standard output)
    #[arg(short, long, value_name = "PICTURE.png", requires = "render")]
    pub(super) output: Option<PathBuf>,

    /// Compare the picture with a PNG file; it is an error if they differ
    #[arg(long, value_name = "PICTURE.png", requires = "render")]
    pub(super) expect: Option<PathBuf>,

    /// Maximum difference of a channel that is ignored, from 0 to 255
    #[arg(long, value_name = "N", requires = "expect", default_value_t = 0)]
    pub(super) tolerance: u8,
}

/// Format of a trace.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TraceFormat {
    /// One line per instruction: word, source line if known, instruction, operands after swizzle and sign, written
    /// values
    Text,
    /// One JSON object per line, for programs
    Json,
}

const USAGE: &str = "\
picarun [OPTIONS] <FILE>...
       picarun [OPTIONS] --test <TESTS.toml>...
       picarun [OPTIONS] --render <SCENE.toml> -o <PICTURE.png> [FILE]...";

const AFTER_HELP: &str = "\
Exit status: 0 success; 1 errors in or with files, a shader that did not end normally, or a failed test; 2 usage error.

Examples:
  picarun shader.vsh --in inPosition=1,2,3           the outputs for a vertex
  picarun both.shbin --shader 1 --in v0=0,0          the second shader of a file
  picarun shader.vsh --uniform m=1,0,0,0/0,1,0,0     the first two rows of a matrix
  picarun shader.vsh --trace=text                    each instruction, with its values
  picarun -D LIGHTS=2 -I common lit.vsh              a definition, and an include directory
  picarun common.vsh lit.vsh --profile               two sources, linked; the cost of each line
  picarun a.vsh a.gsh --shader 1 --vertex 1,2/0,1    a geometry shader, fed with a vertex
  picarun mesh.dxbc --in POSITION=1,2,3              a Direct3D shader, from a container
  picarun pixel.dxbc --texture t0=wood.png           a Direct3D pixel shader, with a texture
  picarun --test shader.test.toml                    the cases of a test file
  picarun --render scene.toml -o picture.png         the picture of a scene
  picarun --render scene.toml --expect picture.png   compare it with an expected picture";
