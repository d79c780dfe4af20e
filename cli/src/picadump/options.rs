//! The command line of `picadump`.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::Parser;
use pica200_objfmt::formats::FileKind;

use crate::levels::LevelOptions;
use crate::program::DiagnosticOptions;
use pica200::text::Colors;
use pica200_report::view::{Request, Section, View};

/// Shows the contents of shader binaries, objects, archives and other files that hold shaders
///
/// Without options, all headers and tables are shown. The first bytes of a file determine its kind, not its name. Of a
/// damaged file, all readable parts are shown, then an error for the rest. Of an archive, the members are listed. An
/// argument @FILE stands for the words of the file.
#[derive(Parser, Debug)]
#[command(name = "picadump", version, after_help = AFTER_HELP)]
#[command(mut_arg("color", |arg| arg.help("When text and diagnostics are coloured")))]
pub(super) struct CommandLine {
    /// The file; `-` is standard input
    #[arg(required = true, value_name = "FILE", long_help = files_help())]
    pub(super) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) sections: Sections,

    #[command(flatten)]
    pub(super) view: ViewOptions,

    /// Write a page in HTML: code beside its source, control flow, registers
    ///
    /// It also has lifetimes of registers, uniforms and warnings. The page is one file without dependencies, which -o
    /// names. A shader binary may be followed by the sources to show beside its code; its line table finds them
    /// (`picald -g`). Sources, and several files, are linked as `picald -g` does it, and the page is about the result.
    /// An object, an archive and a DXBC container are shown as they are. With `--diff`, the page shows both files,
    /// which cannot be containers.
    #[arg(long, conflicts_with_all = NO_HTML)]
    pub(super) html: bool,

    /// Colour the page of `--html` by the executions of each word
    ///
    /// FILE is what `picarun --trace=json` wrote.
    #[arg(long, value_name = "FILE", requires = "html", conflicts_with = "diff")]
    pub(super) profile: Option<PathBuf>,

    /// A folder to search for includes
    ///
    /// It applies to the sources of `--html`. The folder of the including file is searched first, then those of all -I
    /// in order.
    #[arg(short = 'I', long = "include-path", value_name = "DIR", requires = "html")]
    pub(super) include_paths: Vec<PathBuf>,

    /// The file or folder to which `--disassemble` and `--html` write
    ///
    /// `-` is standard output. With `--disassemble`, for a name that ends in a slash, or that is a folder, each source
    /// gets a name of its own there; the folder is created if necessary. A single file can hold the source of a file
    /// with one shader.
    #[arg(short, long, value_name = "OUT")]
    #[arg(overrides_with = "output", alias = "out")]
    pub(super) output: Option<PathBuf>,

    /// Put all tables before the disassembly of a DXBC container
    ///
    /// They are a comment, as Direct3D's compiler writes it: buffers, bindings, signatures, and the number of
    /// instructions at the end.
    #[arg(long, requires = "disassemble")]
    pub(super) listing: bool,

    /// Print the text of this version of Direct3D's compiler
    ///
    /// This applies to the disassembly of a DXBC container. Without the option, it is the version that made the
    /// container; 10 if the container does not name one, and 9 if another compiler made it.
    #[arg(long, value_name = "VERSION", requires = "disassemble")]
    pub(super) compiler: Option<CompilerVersion>,

    /// Show the shaders of a variation of a program in a SHARCFB archive
    ///
    /// `--set` chooses the values of macros; all other macros have their default values. `--json` shows them as JSON.
    #[arg(long, value_name = "PROGRAM", conflicts_with_all = NO_VARIATION)]
    pub(super) variation: Option<OsString>,

    /// The values of macros for `--variation`
    ///
    /// The option can be repeated; or further values follow the first, before or after the FILE.
    #[arg(long = "set", id = "settings", value_name = "MACRO=VALUE", requires = "variation")]
    pub(super) settings: Vec<OsString>,

    /// Write each file that `--scan` finds to a folder
    ///
    /// The names of the files contain their positions. The folder is created if necessary. Implies `--scan`.
    #[arg(long, value_name = "DIR", conflicts_with_all = NO_EXTRACTION)]
    pub(super) extract: Option<PathBuf>,

    /// The number of the shader binary to show, in a file with several
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
    /// The number.
    const fn number(self) -> u32 {
        match self {
            Self::V9 => 9,
            Self::V10 => 10,
        }
    }
}

/// The help on the files, which lists their kinds.
fn files_help() -> String {
    format!(
        "The file; `-` is standard input\n\n`--diff` takes two files, all other views take one. Files begin with {}.",
        known_starts()
    )
}

/// The first bytes of each kind of files.
pub(super) fn known_starts() -> String {
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
differences; 2 wrong usage.

Examples:
  picadump shader.shbin                      all headers and tables
  picadump --code shader.shbin               the code, with the names of registers
  picadump --size shader.shbin               how much room is left, and who holds it
  picadump shader.shbin --addr2line 0x1f 32  the lines that two words come from
  picadump --diff old.shbin new.shbin        what has changed
  picadump --verify game.shbin               what is wrong with a shader binary
  picadump --html shader.vsh -o shader.html  a page with everything about a shader
  picadump --scan --extract out/ game.cxi    the shader binaries in another file
  picadump -d --listing shader.dxbc          the text of a shader of Direct3D
  picadump --variation hair FILE             the shaders of a variation in an archive";

/// The options that exclude extraction.
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

/// The options that exclude `--html`: all other views but `--diff`.
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

/// The options that exclude `--variation`: all other views but `--json`.
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
    /// This option and those that follow, up to `--files`, choose what to show, and can be combined. Of a DXBC
    /// container: the list of chunks, the statistics, the features and the interfaces. Of a BNSH file: also the blocks,
    /// the memory pool and the strings.
    #[arg(long)]
    headers: bool,

    /// Show the code, word by word
    ///
    /// Each word has its offset, its digits, its instruction, and the names of its registers and locations; with a line
    /// table, also its line. Of a BNSH file: the place of each piece of code.
    #[arg(long)]
    code: bool,

    /// Show the operand descriptors: masks, selectors and signs
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
    /// Of a DXBC container: also the patch constants.
    #[arg(long)]
    outputs: bool,

    /// Show inputs and uniforms with their registers
    ///
    /// Of a DXBC container: buffers and bindings. Of a BNSH file: all names but outputs, with their slots.
    #[arg(long)]
    uniforms: bool,

    /// Show the line table: the source line of each word
    #[arg(long)]
    lines: bool,

    /// Show the relocations: what linking changes in an object
    ///
    /// Each changes a part of an instruction. The records of objects of other versions are shown as numbers, because
    /// their meaning is not published. Of a BNSH file: the offsets that a loader turns into addresses.
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
    /// List all names, one per line, as nm does
    ///
    /// A line has a position (a word of the code, or a register), a size (in words or registers), a letter, the number
    /// of the shader, and the name. The letters: T procedure, t label, V input, F float uniform, I integer uniform, B
    /// boolean uniform, C register that is loaded with a constant, O output, U procedure, uniform or constant of
    /// another object. The names in an archive follow the names of its members. Of a DXBC container, a line has a
    /// register, a number of registers, a letter, and the name: V input, O output, P patch constant, F variable of a
    /// constant buffer, B constant buffer, S sampler, R resource, W view.
    #[arg(long)]
    pub(super) symbols: bool,

    /// Show how much of each hardware limit is used, and by what
    ///
    /// Words are those that execution can reach from the shader's entry; of objects, all words.
    #[arg(long)]
    pub(super) size: bool,

    /// Show the source line of each of the given words, as addr2line does
    ///
    /// Words are decimal, or hexadecimal with 0x. They follow the FILE, or a `--` separates them from it. A word
    /// without a line is shown as ??:0.
    #[arg(long, value_name = "WORD", num_args = 1.., value_delimiter = ',', value_parser = word)]
    pub(super) addr2line: Vec<u32>,

    /// Show every byte beside its meaning
    #[arg(long)]
    pub(super) raw: bool,

    /// Write source text that reproduces the file
    ///
    /// A file with several shaders becomes several sources. The text of a DXBC container is that of Direct3D's
    /// compiler.
    #[arg(short, long)]
    pub(super) disassemble: bool,

    /// Show the file as JSON
    #[arg(long)]
    pub(super) json: bool,

    /// Show the control flow of each shader as a graph for Graphviz
    #[arg(long)]
    pub(super) dot: bool,

    /// List the files with shaders within any file
    ///
    /// They are shader binaries, objects, DXBC containers, SHARCFB archives and BNSH files, in base64 too.
    #[arg(long)]
    pub(super) scan: bool,

    /// Show the differences between two files of a kind: code, and tables
    ///
    /// The comparison is about meaning: the order and positions in the files do not count, nor do labels, lines, and
    /// code that no shader reaches; of DXBC containers, checksums, statistics and debug data do not count; of SHARCFB
    /// archives, the byte order does not count; of BNSH files, offsets and the tables of loaders do not count. Archives
    /// of objects are compared member by member. The exit status is 1 if there are differences.
    #[arg(long)]
    pub(super) diff: bool,

    /// Check a file for what hangs the console or its loader, and for suspicious code
    ///
    /// Of a BNSH file: dictionaries, relocations, strings, alignment, and unexpected values. Of a SHARCFB archive: what
    /// the console refuses or reads otherwise. Of a DXBC container: whether its chunks agree, and what Direct3D
    /// refuses. The exit status is 1 if there is an error. `picald --explain NAME` explains a diagnostic.
    #[arg(long)]
    pub(super) verify: bool,
}

impl CommandLine {
    /// The views that options ask for, apart from `--diff`, and from `--scan`, which any file has.
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
        let sections = self.sections.wanted();
        let sections = sections.map(|(wanted, section)| (wanted, View::Section(section)));
        let all = sections.into_iter().chain(of_views);
        all.filter(|(wanted, _)| *wanted).map(|(_, view)| view).collect()
    }

    /// What to show of a file.
    pub(super) fn request(&self, colors: Colors) -> Request<'_> {
        let settings = self.settings.iter().map(|setting| {
            let setting = setting.as_encoded_bytes();
            let at = setting.iter().position(|&byte| byte == b'=');
            let (name, value) = setting.split_at(at.unwrap_or(setting.len()));
            (name, value.strip_prefix(b"=").unwrap_or_default())
        });
        Request {
            views: self.requested(),
            sections: self.sections.chosen(),
            colors,
            words: &self.view.addr2line,
            compiler: self.compiler.map(CompilerVersion::number),
            program: self.variation.as_ref().map(|name| name.as_encoded_bytes()),
            settings: settings.collect(),
            levels: &self.levels.levels,
        }
    }

    /// Moves further settings, which are words among the files, to the settings. The last word is the file if all words
    /// may be settings.
    pub(super) fn gather_settings(&mut self) {
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

    /// Whether files are compared.
    pub(super) fn wants_diff(&self) -> bool {
        self.view.diff
    }
}

/// Whether a word is `MACRO=VALUE`.
pub(super) fn is_setting(word: &OsStr) -> bool {
    word.as_encoded_bytes().contains(&b'=')
}

/// A word offset of the command line.
fn word(text: &str) -> Result<u32, String> {
    let parsed = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| "expected a number, decimal or hexadecimal with 0x".to_owned())
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
    fn chosen(&self) -> Vec<Section> {
        let chosen = self.wanted();
        let all = !chosen.iter().any(|(wanted, _)| *wanted);
        chosen
            .into_iter()
            .filter(|(wanted, _)| *wanted || all)
            .map(|(_, section)| section)
            .collect()
    }
}
