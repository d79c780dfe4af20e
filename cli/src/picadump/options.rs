//! Command line of `picadump`.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::Parser;
use pica200_objfmt::formats::FileKind;

use crate::levels::LevelOptions;
use crate::program::DiagnosticOptions;
use pica200::text::Colors;
use pica200_report::view::{Request, Section, View};

/// Shows the contents of shader binaries, objects, archives and other files with shaders
///
/// Without options, all headers and tables are shown. The kind of a file is detected from its first bytes, not its
/// name. Of a damaged file, all readable parts are shown, followed by an error for the rest. For an archive, the
/// members are listed. @FILE reads further arguments from FILE.
#[derive(Parser, Debug)]
#[command(name = "picadump", version, after_help = AFTER_HELP)]
#[command(mut_arg("color", |arg| arg.help("When to colour text and diagnostics")))]
pub(super) struct CommandLine {
    /// The file; `-` is standard input
    #[arg(required = true, value_name = "FILE", long_help = files_help())]
    pub(super) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) sections: Sections,

    #[command(flatten)]
    pub(super) view: ViewOptions,

    /// Write an HTML page: code next to its source, control flow, registers
    ///
    /// It also has register lifetimes, uniforms and warnings. The page is a single self-contained file, given by -o. A
    /// shader binary may be followed by the sources to show next to its code; its line table locates them
    /// (`picald -g`). Sources, and several files, are linked like with `picald -g`, and the page shows the result. An
    /// object, an archive and a DXBC container are shown as they are. With `--diff`, the page shows both files, which
    /// cannot be containers.
    #[arg(long, conflicts_with_all = NO_HTML)]
    pub(super) html: bool,

    /// Colour the page of `--html` by the number of executions of each word
    ///
    /// FILE is the output of `picarun --trace=json`.
    #[arg(long, value_name = "FILE", requires = "html", conflicts_with = "diff")]
    pub(super) profile: Option<PathBuf>,

    /// Search DIR for includes
    ///
    /// This applies to the sources of `--html`. The directory of the including file is searched first, then each -I
    /// directory in order.
    #[arg(short = 'I', long = "include-path", value_name = "DIR", requires = "html")]
    pub(super) include_paths: Vec<PathBuf>,

    /// Write the output of `--disassemble` and `--html` to OUT
    ///
    /// `-` is standard output. With `--disassemble`, if OUT is a directory or ends in a slash, each source is written
    /// to a separate file in it; the directory is created if necessary. If OUT is a file, the input must have one
    /// shader.
    #[arg(short, long, value_name = "OUT")]
    #[arg(overrides_with = "output", alias = "out")]
    pub(super) output: Option<PathBuf>,

    /// Print all tables before the disassembly of a DXBC container
    ///
    /// They are printed as a comment, like Direct3D's compiler does: buffers, bindings, signatures, and the number of
    /// instructions at the end.
    #[arg(long, requires = "disassemble")]
    pub(super) listing: bool,

    /// Use the syntax of this version of Direct3D's compiler
    ///
    /// This applies to the disassembly of a DXBC container. The default is the version that compiled the container: 10
    /// if the container does not say, and 9 if another compiler created it.
    #[arg(long, value_name = "VERSION", requires = "disassemble")]
    pub(super) compiler: Option<CompilerVersion>,

    /// Show the shaders of a variation of a program in a SHARCFB archive
    ///
    /// `--set` chooses the values of macros; all other macros have their default values. `--json` shows them as JSON.
    #[arg(long, value_name = "PROGRAM", conflicts_with_all = NO_VARIATION)]
    pub(super) variation: Option<OsString>,

    /// Set macros for `--variation`
    ///
    /// The option can be repeated, or further settings may follow the first, before or after FILE.
    #[arg(long = "set", id = "settings", value_name = "MACRO=VALUE", requires = "variation")]
    pub(super) settings: Vec<OsString>,

    /// Extract each file found by `--scan` to DIR
    ///
    /// The files are named after their offsets. The directory is created if necessary. Implies `--scan`.
    #[arg(long, value_name = "DIR", conflicts_with_all = NO_EXTRACTION)]
    pub(super) extract: Option<PathBuf>,

    /// Select the shader binary in a file with several
    ///
    /// CGFX containers (`.bcsdr`) and texts with base64 (`.csdr`) wrap shader binaries. Without a view, all of them are
    /// listed and shown. With `--diff`, the option can be given once for each file.
    #[arg(long, value_name = "N", conflicts_with_all = ["scan", "extract"])]
    pub(super) shader_file: Vec<usize>,

    #[command(flatten)]
    pub(super) levels: LevelOptions,

    #[command(flatten)]
    pub(super) diagnostics: DiagnosticOptions,
}

/// A version of Direct3D's compiler.
#[derive(Clone, Copy, clap::ValueEnum, Debug)]
pub(super) enum CompilerVersion {
    /// The DirectX SDK, and Windows SDKs up to 8.1
    #[value(name = "9")]
    V9,
    /// Windows SDKs since 2015
    #[value(name = "10")]
    V10,
}

impl CompilerVersion {
    /// Returns the number.
    const fn number(self) -> u32 {
        match self {
            Self::V9 => 9,
            Self::V10 => 10,
        }
    }
}

/// Returns the help on the files, which lists their kinds.
fn files_help() -> String {
    format!(
        "The file; `-` is standard input\n\n`--diff` takes two files, all other views take one. Files begin with {}.",
        magic_numbers()
    )
}

/// Lists the magic bytes of each kind of file.
pub(super) fn magic_numbers() -> String {
    let magic = |magic: &&[u8]| format!("`{}`", magic.trim_ascii_end().escape_ascii());
    let kind = |kind: &FileKind| {
        let magics: Vec<_> = kind.magics().iter().map(magic).collect();
        format!("{} ({})", magics.join(" or "), kind.noun())
    };
    let kinds: Vec<_> = FileKind::ALL.iter().map(kind).collect();
    kinds.join(", ")
}

const AFTER_HELP: &str = "\
Exit status: 0 success, and `--diff` found no difference; 1 errors in the file or with files, and `--diff` found \
differences; 2 usage error.

Examples:
  picadump shader.shbin                      all headers and tables
  picadump --code shader.shbin               the code, with the names of registers
  picadump --size shader.shbin               how much of each limit is used, and by what
  picadump shader.shbin --addr2line 0x1f 32  the source lines of two words
  picadump --diff old.shbin new.shbin        the differences
  picadump --verify game.shbin               problems in a shader binary
  picadump --html shader.vsh -o shader.html  an HTML page about a shader
  picadump --scan --extract out/ game.cxi    the shader binaries in another file
  picadump -d --listing shader.dxbc          the disassembly of a Direct3D shader
  picadump --variation hair FILE             the shaders of a variation in an archive";

/// The options that conflict with extraction.
const NO_EXTRACTION: [&str; 11] = [
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
    "variation",
];

/// The options that conflict with `--html`: all other views but `--diff`.
const NO_HTML: [&str; 13] = [
    "sections",
    "symbols",
    "size",
    "addr2line",
    "raw",
    "disassemble",
    "json",
    "dot",
    "scan",
    "verify",
    "variation",
    "extract",
    "listing",
];

/// The options that conflict with `--variation`: all other views but `--json`.
const NO_VARIATION: [&str; 10] = [
    "sections",
    "symbols",
    "size",
    "addr2line",
    "raw",
    "disassemble",
    "dot",
    "scan",
    "diff",
    "verify",
];

/// The tables to show.
#[derive(clap::Args, Debug)]
#[group(id = "sections", multiple = true, conflicts_with = "view")]
pub(super) struct Sections {
    /// Show the headers
    ///
    /// This option and the following ones, up to `--files`, choose what to show, and can be combined. For a DXBC
    /// container: the list of chunks, the statistics, the features and the interfaces. For a BNSH file: also the
    /// blocks, the memory pool and the strings.
    #[arg(long)]
    headers: bool,

    /// Show the code, word by word
    ///
    /// Each word has its offset, its hexadecimal value, its instruction, and the names of its registers and labels;
    /// with a line table, also its line. For a BNSH file: the location of each piece of code.
    #[arg(long)]
    code: bool,

    /// Show the operand descriptors: masks, swizzles and signs
    #[arg(long)]
    descriptors: bool,

    /// Show the constants: the values that are loaded into registers
    #[arg(long)]
    constants: bool,

    /// Show procedures and labels, and the external names of an object
    #[arg(long)]
    labels: bool,

    /// Show the outputs and their properties
    ///
    /// For a DXBC container: also the patch constants.
    #[arg(long)]
    outputs: bool,

    /// Show inputs and uniforms with their registers
    ///
    /// For a DXBC container: buffers and bindings. For a BNSH file: all names except outputs, with their slots.
    #[arg(long)]
    uniforms: bool,

    /// Show the line table: the source line of each word
    #[arg(long)]
    lines: bool,

    /// Show the relocations: what linking changes in an object
    ///
    /// Each changes a part of an instruction. The records of objects of other versions are shown as numbers, because
    /// their meaning is not published. For a BNSH file: the offsets that a loader turns into addresses.
    #[arg(long)]
    relocations: bool,

    /// Show the names of source files
    #[arg(long = "files", id = "file_names")]
    file_names: bool,
}

/// Other views of a file, one at a time.
#[derive(clap::Args, Debug)]
#[group(id = "view", multiple = false)]
pub(super) struct ViewOptions {
    /// List all names, one per line, like nm
    ///
    /// Each line has a position (a word of the code, or a register), a size (in words or registers), a letter, the
    /// index of the shader, and the name. The letters: T procedure, t label, V input, F float uniform, I integer
    /// uniform, B boolean uniform, C register that is loaded with a constant, O output, U procedure, uniform or
    /// constant of another object. For an archive, the names of each member follow its name. For a DXBC container, each
    /// line has a register, a number of registers, a letter, and the name: V input, O output, P patch constant, F
    /// variable of a constant buffer, B constant buffer, S sampler, R resource, W view.
    #[arg(long)]
    pub(super) symbols: bool,

    /// Show how much of each hardware limit is used, and by what
    ///
    /// Only words that are reachable from the shader's entry are counted; in objects, all words.
    #[arg(long)]
    pub(super) size: bool,

    /// Show the source line of each word offset, like addr2line
    ///
    /// Offsets are decimal, or hexadecimal with 0x. They follow FILE, or a `--` separates them from it. A word without
    /// a line is shown as ??:0.
    #[arg(long, value_name = "WORD", num_args = 1.., value_delimiter = ',', value_parser = word)]
    pub(super) addr2line: Vec<u32>,

    /// Show every byte with its meaning
    #[arg(long)]
    pub(super) raw: bool,

    /// Write source text that reproduces the file
    ///
    /// A file with several shaders becomes several sources. A DXBC container is disassembled in the syntax of
    /// Direct3D's compiler.
    #[arg(short, long)]
    pub(super) disassemble: bool,

    /// Show the file as JSON
    #[arg(long)]
    pub(super) json: bool,

    /// Show the control flow of each shader as a Graphviz graph
    #[arg(long)]
    pub(super) dot: bool,

    /// List the files with shaders that are embedded in any file
    ///
    /// Shader binaries, objects, DXBC containers, SHARCFB archives and BNSH files are found, also in base64.
    #[arg(long)]
    pub(super) scan: bool,

    /// Show the differences between two files of the same kind: code, and tables
    ///
    /// The comparison is semantic: it ignores the order and offsets in the files, labels, lines, and unreachable code;
    /// for DXBC containers, checksums, statistics and debug data; for SHARCFB archives, the byte order; for BNSH files,
    /// offsets and the loader's tables. Archives of objects are compared member by member. The exit status is 1 if
    /// there are differences.
    #[arg(long)]
    pub(super) diff: bool,

    /// Check a file for what hangs the console or its loader, and for suspicious code
    ///
    /// For a BNSH file: dictionaries, relocations, strings, alignment, and unexpected values. For a SHARCFB archive:
    /// anything that the console rejects or reads differently. For a DXBC container: consistency of its chunks, and
    /// anything that Direct3D rejects. The exit status is 1 if there is an error. `picald --explain NAME` explains a
    /// diagnostic.
    #[arg(long)]
    pub(super) verify: bool,
}

impl CommandLine {
    /// Returns the requested views, except `--diff`, and `--scan`, which works on any file.
    pub(super) fn requested(&self) -> Vec<View> {
        let options = &self.view;
        let of_views = [
            (options.symbols, View::Symbols),
            (options.size, View::Size),
            (!options.addr2line.is_empty(), View::Addr2line),
            (options.raw, View::Raw),
            (options.disassemble, View::Disassemble),
            (self.listing, View::Listing),
            (options.json, View::Json),
            (options.dot, View::Dot),
            (self.html, View::Html),
            (options.verify, View::Verify),
            (self.variation.is_some(), View::Variation),
        ];
        let sections = self.sections.flags();
        let sections = sections.map(|(wanted, section)| (wanted, View::Section(section)));
        let all = sections.into_iter().chain(of_views);
        all.filter(|(wanted, _)| *wanted).map(|(_, view)| view).collect()
    }

    /// Returns the views requested for a file.
    pub(super) fn request(&self, colors: Colors) -> Request<'_> {
        let settings = self.settings.iter().map(|setting| {
            let setting = setting.as_encoded_bytes();
            let at = setting.iter().position(|&byte| byte == b'=');
            let (name, value) = setting.split_at(at.unwrap_or(setting.len()));
            (name, value.strip_prefix(b"=").unwrap_or_default())
        });
        Request {
            views: self.requested(),
            sections: self.sections.selected(),
            colors,
            words: &self.view.addr2line,
            compiler: self.compiler.map(CompilerVersion::number),
            program: self.variation.as_ref().map(|name| name.as_encoded_bytes()),
            settings: settings.collect(),
            levels: &self.levels.levels,
        }
    }

    /// Moves settings among the files to the settings. If all arguments may be settings, the last one is the file.
    pub(super) fn collect_settings(&mut self) {
        if self.settings.is_empty() {
            return;
        }
        let is_setting = |file: &PathBuf| is_setting(file.as_os_str());
        let words = std::mem::take(&mut self.files);
        let (mut settings, mut files): (Vec<_>, Vec<_>) = words.into_iter().partition(is_setting);
        if files.is_empty() {
            files.extend(settings.pop());
        }
        self.files = files;
        self.settings.extend(settings.into_iter().map(PathBuf::into_os_string));
    }

    /// Returns true if files are compared.
    pub(super) fn is_diff(&self) -> bool {
        self.view.diff
    }
}

/// Returns true if an argument has the form `MACRO=VALUE`.
pub(super) fn is_setting(word: &OsStr) -> bool {
    word.as_encoded_bytes().contains(&b'=')
}

/// Parses a word offset.
fn word(text: &str) -> Result<u32, String> {
    let parsed = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| "expected a number, decimal or hexadecimal with 0x".to_owned())
}

impl Sections {
    /// Returns all sections, each with whether it was requested.
    fn flags(&self) -> [(bool, Section); 10] {
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

    /// Returns the requested sections; all if none was.
    fn selected(&self) -> Vec<Section> {
        let chosen = self.flags();
        let all = !chosen.iter().any(|(wanted, _)| *wanted);
        chosen
            .into_iter()
            .filter(|(wanted, _)| *wanted || all)
            .map(|(_, section)| section)
            .collect()
    }
}
