//! The command line of `picadump`.

use std::path::PathBuf;

use clap::Parser;

use crate::dump::Section;
use crate::levels::LevelOptions;
use crate::program::DiagnosticOptions;

/// Shows what is in objects, archives of them and shader binaries for the PICA200, the GPU of the Nintendo 3DS
///
/// Without options all headers and tables are shown. What kind of file it is, its first bytes say, not its name. Of a
/// damaged file all is shown that can be read, then what is wrong with the rest. Of an archive the members are listed.
/// An argument @FILE stands for the words of the file.
#[derive(Parser, Debug)]
#[command(name = "picadump", version, after_help = AFTER_HELP)]
#[command(mut_arg("color", |arg| arg.help("When text and diagnostics are coloured")))]
pub(super) struct CommandLine {
    /// The object, archive or shader binary; `-` is standard input
    ///
    /// `--diff` takes two of them, all else takes one.
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) sections: Sections,

    #[command(flatten)]
    pub(super) view: View,

    /// The file or folder that `--disassemble` writes to; `-` is standard output
    ///
    /// A name that ends in a slash, or that is a folder, takes each source under a name of its own; the folder need
    /// not exist. A file takes the source of a file that has one shader.
    #[arg(short, long, value_name = "OUT")]
    #[arg(overrides_with = "output", alias = "out")]
    pub(super) output: Option<PathBuf>,

    /// Write what `--scan` finds into a folder, each find as a file
    ///
    /// The names of the files say where they were found. The folder need not exist. Implies `--scan`.
    #[arg(long, value_name = "DIR", conflicts_with_all = NO_EXTRACTION)]
    pub(super) extract: Option<PathBuf>,

    #[command(flatten)]
    pub(super) levels: LevelOptions,

    #[command(flatten)]
    pub(super) diagnostics: DiagnosticOptions,
}

const AFTER_HELP: &str = "\
Exit status: 0 success, and `--diff` found no difference; 1 errors in the file or with files, and `--diff` found \
differences; 2 wrong usage.

Examples:
  picadump shader.shbin                      all headers and tables
  picadump --code shader.shbin               the code, with the names of registers
  picadump --size shader.shbin               how much room is left, and who holds it
  picadump shader.shbin --addr2line 0x1f 32  the lines that two words come from
  picadump --diff old.shbin new.shbin        what has changed
  picadump --verify game.shbin               what is wrong with a shader binary
  picadump --scan --extract out/ game.cxi    the shader binaries in another file";

/// What finds cannot be extracted with.
const NO_EXTRACTION: [&str; 10] = [
    "sections",
    "symbols",
    "size",
    "addr2line",
    "raw",
    "disassemble",
    "json",
    "dot",
    "diff",
    "verify",
];

/// The tables to show.
#[derive(clap::Args, Debug)]
#[group(id = "sections", multiple = true, conflicts_with = "view")]
pub(super) struct Sections {
    /// Show the headers
    ///
    /// This option and those that follow, up to `--relocations`, each choose what to show; several may stand together.
    #[arg(long)]
    headers: bool,

    /// Show the code, word by word
    ///
    /// Each word stands with its offset, its digits, its instruction and what the tables call the registers and
    /// places in it; with its line, where the file has a line table.
    #[arg(long)]
    code: bool,

    /// Show the operand descriptors: masks, selectors and signs
    #[arg(long)]
    descriptors: bool,

    /// Show the constants: what registers are loaded with
    #[arg(long)]
    constants: bool,

    /// Show procedures and labels, and what an object calls in others
    #[arg(long)]
    labels: bool,

    /// Show the outputs and what they are for
    #[arg(long)]
    outputs: bool,

    /// Show inputs and uniforms with their registers
    #[arg(long)]
    uniforms: bool,

    /// Show the line table: the source line of each word
    #[arg(long)]
    lines: bool,

    /// Show what linking changes in the instructions of an object
    ///
    /// Of objects of other versions the records are shown as numbers: nobody has published what they mean.
    #[arg(long)]
    relocations: bool,

    /// Show the names of source files
    #[arg(long = "files", id = "file_names")]
    file_names: bool,
}

/// Other ways to look at a file: one at a time.
#[derive(clap::Args, Debug)]
#[group(id = "view", multiple = false)]
pub(super) struct View {
    /// List all names, one on a line, as nm does
    ///
    /// A line has a place (a word of the code, or a register), a size (words or registers), a letter, the number of
    /// the shader, and the name. The letters: T procedure, t label, V input, F float uniform, I integer uniform, B
    /// boolean uniform, C register that is loaded with a constant, O output, U procedure, uniform or constant of another
    /// object. Those of an archive stand under the names of its members.
    #[arg(long)]
    pub(super) symbols: bool,

    /// Show how much of the hardware's resources is used, and by what
    ///
    /// Words are those that execution can reach from the shader's entry; of objects, all.
    #[arg(long)]
    pub(super) size: bool,

    /// Say which source line each of some words comes from, as addr2line does
    ///
    /// Words are decimal, or hexadecimal behind 0x. They stand behind the FILE, for they would take it for one of
    /// them, or have `--` between. A word without a line is answered with ??:0.
    #[arg(long, value_name = "WORD", num_args = 1.., value_delimiter = ',', value_parser = word)]
    pub(super) addr2line: Vec<u32>,

    /// Show every byte beside what it says
    #[arg(long)]
    pub(super) raw: bool,

    /// Write source text that makes the same file
    ///
    /// A file with several shaders becomes several sources.
    #[arg(short, long)]
    pub(super) disassemble: bool,

    /// Show the file as JSON
    #[arg(long)]
    pub(super) json: bool,

    /// Show the control flow of each shader as a graph for Graphviz
    #[arg(long)]
    pub(super) dot: bool,

    /// List the shader binaries and objects that any file has within it
    #[arg(long)]
    pub(super) scan: bool,

    /// Show in what two shader binaries differ: code by procedure, and tables
    ///
    /// What counts is what a console makes of them: where things stand in the files makes no difference, nor do labels,
    /// lines, and code that no shader reaches. The exit status is 1 if something differs.
    #[arg(long)]
    pub(super) diff: bool,

    /// Check a shader binary: what hangs the console or its loader, and what is suspicious
    ///
    /// The exit status is 1 if there is an error. `picald --explain NAME` says more of what is found.
    #[arg(long)]
    pub(super) verify: bool,
}

impl CommandLine {
    /// Whether anything is wanted but the view that there is without options.
    pub(super) fn wants_part(&self) -> bool {
        let View {
            symbols,
            size,
            addr2line,
            raw,
            disassemble,
            json,
            dot,
            scan,
            diff,
            verify,
        } = &self.view;
        let views = [
            symbols,
            size,
            raw,
            disassemble,
            json,
            dot,
            scan,
            diff,
            verify,
        ];
        views.into_iter().any(|wanted| *wanted)
            || !addr2line.is_empty()
            || self.sections.wanted().iter().any(|(wanted, _)| *wanted)
    }
}

/// A word offset of the command line.
fn word(text: &str) -> Result<u32, String> {
    let parsed = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| "a number is needed, decimal or hexadecimal behind 0x".to_owned())
}

impl Sections {
    /// All sections, and whether each was asked for.
    fn wanted(&self) -> [(bool, Section); 10] {
        [
            (self.headers, Section::Headers),
            (self.code, Section::Code),
            (self.descriptors, Section::Descriptors),
            (self.lines, Section::Lines),
            (self.file_names, Section::Files),
            (self.constants, Section::Constants),
            (self.labels, Section::Labels),
            (self.outputs, Section::Outputs),
            (self.uniforms, Section::Uniforms),
            (self.relocations, Section::Relocations),
        ]
    }

    /// The sections that were asked for; all, if none was.
    pub(super) fn chosen(&self) -> Vec<Section> {
        let chosen = self.wanted();
        let all = !chosen.iter().any(|(wanted, _)| *wanted);
        chosen
            .into_iter()
            .filter(|(wanted, _)| *wanted || all)
            .map(|(_, section)| section)
            .collect()
    }
}
