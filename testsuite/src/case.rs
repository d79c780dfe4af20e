//! Cases: sources with embedded expectations.
//!
//! A case is a file `cases/GROUP/NAME.pica`. Comments of two forms are test directives and are not part of the
//! assembled source:
//!
//! `;! KEY: VALUE`, on a separate line:
//! - `;! file: OTHER.pica`: the following lines are another source of the case. The sources are linked in this order.
//!   Line numbers continue across sources.
//! - `;! include: FILE.inc`: the following lines are not assembled separately, but available to `.include`. Their
//!   diagnostics belong to the first source of the case.
//! - `;! options: OPTION...`: link options (`--compat=picasso`, `-g`, `-s`, `--gc-sections`, `--no-pad-constants`),
//!   assembler options (`-n`, `--no-pseudo`, `-D NAME=NUMBER`, `-I DIR`), and levels (`-W NAME`). Each such line is one
//!   run; without such a line, there is one run without options. Warning lints of the assembler and the checker are
//!   off, because a case tests one thing, as is `no-output`. `-W`, `-D` and `-A` set their levels.
//! - `;! link: no`: the sources are only assembled.
//! - `;! show: PART...`: the contents of the snapshot `NAME.snap` next to the case; the parts are listed in [`Part`].
//! - `;! expect: NAME...`: diagnostics about the source as a whole, without a line.
//! - `;! escapes: on`: in the sources, `\xNN` is replaced by that byte, and `\n` and `\r` by line endings.
//! - `;! repeat: N`: the next line is repeated N times and has N line numbers. In it, `{n}` is replaced by the
//!   0-based number of the repetition, and `{s}` by that number as a swizzle, of which there are 256. A `;~` applies to
//!   the last repetition, and a `;~~` to all of them.
//! - `;! fails: WHY`: the toolchain does not meet the expectations yet. The test fails as soon as it does.
//!
//! `;~ NAME...`, at the end of a line: the names of the diagnostics, of the assembler or the linker, on that line. The
//! case must trigger exactly these, in each of its runs.
//!
//! A case without a `show`, an `expect` or a `;~` checks nothing and is rejected, as are directives without a value
//! other than `options`, and unknown diagnostic names.

use pica200::levels::Levels;
use pica200_asm::lint;
use pica200_cli::levels::LevelOptions;
use pica200_diagnostics::{Code, Level, Tool};

/// A case.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Case {
    /// The sources, in link order.
    pub sources: Vec<CaseSource>,
    /// The options of each run.
    pub runs: Vec<RunOptions>,
    /// True if the sources are only assembled.
    pub assemble_only: bool,
    /// The contents of the snapshot.
    pub parts: Vec<Part>,
    /// The expected diagnostics.
    pub expected: Vec<Expectation>,
    /// The reason of a known failure.
    pub fails: Option<String>,
}

/// A source of a case.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CaseSource {
    /// Its name in messages.
    pub name: String,
    /// The text to assemble.
    pub text: Vec<u8>,
    /// True if it is only available to `.include`.
    pub is_included: bool,
}

/// The options of one run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunOptions {
    /// The options as written in the case.
    pub line: String,
    /// The assembler options.
    pub assembling: pica200_asm::AssemblyOptions,
    /// The link options.
    pub linking: pica200_link::LinkOptions,
    /// The lint levels.
    pub levels: Levels,
}

/// An expected diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expectation {
    /// The index of the source.
    pub source: usize,
    /// The 0-based line in the source; `None` for the source as a whole.
    pub line: Option<usize>,
    /// The name of the diagnostic.
    pub name: String,
}

macro_rules! parts {
    ($($part:ident $name:literal $meaning:literal;)*) => {
        /// A part of a snapshot.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Part {
            $(#[doc = $meaning] $part,)*
        }

        impl Part {
            fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$part),)* _ => None }
            }
        }
    };
}

parts! {
    Diagnostics "diagnostics" "`diagnostics`: errors and warnings as people see them, without colours.";
    Objects "objects" "`objects`: the contents of the assembled objects except code.";
    Words "words" "`words`: the linked instructions, in hexadecimal and in words.";
    Descriptors "descriptors" "`descriptors`: the linked operand descriptors.";
    Tables "tables" "`tables`: the shaders of the linked file, and its files and lines.";
    Header "header" "`header`: the C header.";
}

/// Returns the options with the default garbage collection and merging. Other runs keep all code, because most cases
/// are not about unneeded code.
fn shrunk(options: pica200_link::LinkOptions) -> pica200_link::LinkOptions {
    pica200_link::LinkOptions {
        gc_sections: true,
        merge_constants: true,
        ..options
    }
}

impl RunOptions {
    fn parse(line: &str) -> Result<Self, String> {
        let mut options = Self {
            line: line.to_owned(),
            assembling: pica200_asm::AssemblyOptions::default(),
            linking: pica200_link::LinkOptions::default().whole(),
            levels: Levels::default(),
        };
        let warns = |code: &Code| {
            let rule = code.rule(Tool::Checker);
            rule.is_some_and(|rule| rule.level == Level::Warn) || *code == Code::NoOutput
        };
        let quiet = Code::all().filter(warns).chain(lint::lints()).map(Code::name);
        let mut levels: Vec<_> = quiet.flat_map(|name| ["-A", name]).collect();
        let mut words = line.split_ascii_whitespace();
        while let Some(word) = words.next() {
            match word {
                "-W" | "-D" | "-A" => {
                    levels.extend([word, words.next().ok_or(format!("no name after `{word}`"))?]);
                }
                "--compat=picasso" => {
                    options.linking.compat = pica200_link::Compat::Picasso;
                    options.assembling.lenient = true;
                }
                "-g" => options.linking.debug = true,
                "-s" => options.linking.strip = true,
                "--gc-sections" => options.linking = shrunk(options.linking),
                "--no-pad-constants" => options.linking.pad_constants = false,
                "-n" => options.assembling.padding = false,
                "--no-pseudo" => options.assembling.pseudo = false,
                "-I" => {
                    let folder = words.next().ok_or("no folder after `-I`")?;
                    options.assembling.include_paths.push(folder.into());
                }
                _ => return Err(format!("unknown option `{word}`")),
            }
        }
        let LevelOptions { levels, defines } = LevelOptions::parse(levels)?;
        options.assembling.lints = levels.lints();
        options.assembling.defines = defines;
        options.levels = levels;
        Ok(options)
    }
}

impl Case {
    /// Parses a case. `name` is the name of its first source.
    ///
    /// # Errors
    ///
    /// Returns an error if a directive is invalid.
    pub fn parse(name: &str, text: &str) -> Result<Self, String> {
        let mut reader = Reader::new(name);
        for line in text.split_inclusive('\n') {
            reader.line(line)?;
        }
        reader.finish()
    }
}

/// A parser of cases.
struct Reader {
    case: Case,
    escapes: bool,
    /// True if a `file` directive has named the first source.
    named: bool,
    /// The number of repetitions of the next line.
    repeat: usize,
    /// The number of preceding lines: each source is prefixed with this many empty lines.
    lines: usize,
}

impl Reader {
    fn new(name: &str) -> Self {
        let first = CaseSource {
            name: name.to_owned(),
            text: Vec::new(),
            is_included: false,
        };
        Self {
            case: Case {
                sources: vec![first],
                ..Case::default()
            },
            escapes: false,
            named: false,
            repeat: 1,
            lines: 0,
        }
    }

    /// Reads a line, including its line ending.
    fn line(&mut self, line: &str) -> Result<(), String> {
        let content = line.trim_end_matches(['\n', '\r']);
        let end = &line[content.len()..];
        self.lines += 1;
        if let Some(directive) = content.trim_start().strip_prefix(";!") {
            self.directive(directive)
                .map_err(|message| format!("line {}: {message}", self.lines))?;
            // A byte order mark is only recognized at the very start of the source, so no empty lines precede it.
            self.push(end);
            return Ok(());
        }
        let (source, names) = match content.split_once(";~") {
            Some((source, names)) => (source.trim_end(), Some(names)),
            None => (content, None),
        };
        // If the escapes of a line produce several lines, the expectation applies to the last of them.
        let every = names.and_then(|names| names.strip_prefix('~'));
        let times = std::mem::replace(&mut self.repeat, 1);
        for n in 0..times {
            if n > 0 {
                self.push("\n");
            }
            let number = source.replace("{n}", &n.to_string());
            self.push(&number.replace("{s}", &swizzle(n)));
            if let Some(names) = every.or(names.filter(|_| n + 1 == times)) {
                self.expect(names, Some(self.current_line()))
                    .map_err(|message| format!("line {}: {message}", self.lines))?;
            }
        }
        self.push(end);
        Ok(())
    }

    fn directive(&mut self, directive: &str) -> Result<(), String> {
        let (key, value) = directive
            .split_once(':')
            .ok_or("a directive has the form `;! KEY: VALUE`")?;
        let (key, value) = (key.trim(), value.trim());
        if value.is_empty() && key != "options" {
            return Err("the directive has no value".to_owned());
        }
        match key {
            "file" => self.begin_source(value, false),
            "include" => self.begin_source(value, true),
            "options" => self.case.runs.push(RunOptions::parse(value)?),
            "link" if value == "no" => self.case.assemble_only = true,
            "show" => {
                for name in value.split_ascii_whitespace() {
                    let part = Part::from_name(name).ok_or(format!("unknown part `{name}`"))?;
                    self.case.parts.push(part);
                }
            }
            "expect" => self.expect(value, None)?,
            "fails" => self.case.fails = Some(value.to_owned()),
            "repeat" => match value.parse() {
                Ok(times) if times > 1 => self.repeat = times,
                _ => return Err("not a number of times".to_owned()),
            },
            "escapes" if value == "on" => self.escapes = true,
            key => return Err(format!("unknown directive `{key}: {value}`")),
        }
        Ok(())
    }

    fn begin_source(&mut self, name: &str, is_included: bool) {
        let unnamed = !std::mem::replace(&mut self.named, true);
        match self.case.sources.last_mut() {
            // The first source may be named explicitly.
            Some(first) if unnamed && !is_included && is_blank(&first.text) => {
                first.name = name.to_owned();
            }
            _ => self.case.sources.push(CaseSource {
                name: name.to_owned(),
                text: vec![b'\n'; self.lines - 1],
                is_included,
            }),
        }
    }

    fn push(&mut self, text: &str) {
        let Some(source) = self.case.sources.last_mut() else {
            return;
        };
        if self.escapes {
            unescape(text, &mut source.text);
        } else {
            source.text.extend_from_slice(text.as_bytes());
        }
    }

    fn current_line(&self) -> usize {
        let text = self.case.sources.last().map(|source| source.text.as_slice());
        line_ends(text.unwrap_or_default())
    }

    fn expect(&mut self, names: &str, line: Option<usize>) -> Result<(), String> {
        if names.trim().is_empty() {
            return Err("nothing is expected".to_owned());
        }
        let source = self.case.sources.len() - 1;
        for name in names.split_ascii_whitespace() {
            if Code::from_name(name).is_none() {
                return Err(format!("there is no diagnostic `{name}`"));
            }
            self.case.expected.push(Expectation {
                source,
                line,
                name: name.to_owned(),
            });
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Case, String> {
        if self.case.parts.is_empty() && self.case.expected.is_empty() {
            return Err("the case checks nothing: it has no `;! show:` and no `;~`".to_owned());
        }
        if self.repeat > 1 {
            return Err("there is no line to repeat".to_owned());
        }
        if self.case.runs.is_empty() {
            self.case.runs.push(RunOptions::parse("")?);
        }
        Ok(self.case)
    }
}

fn is_blank(text: &[u8]) -> bool {
    text.split(|&byte| byte == b'\n')
        .all(|line| line.is_empty() || line.starts_with(b";"))
}

/// Returns the number of line endings in a text: LF, CR LF or CR.
fn line_ends(text: &[u8]) -> usize {
    let ends = |n: &usize| match text[*n] {
        b'\n' => true,
        b'\r' => text.get(n + 1) != Some(&b'\n'),
        _ => false,
    };
    (0..text.len()).filter(ends).count()
}

/// Formats a number as a swizzle, most significant digit first.
fn swizzle(number: usize) -> String {
    [6, 4, 2, 0]
        .iter()
        .map(|shift| b"xyzw"[number >> shift & 3] as char)
        .collect()
}

/// Appends a text with `\xNN`, `\n` and `\r` replaced.
pub(crate) fn unescape(text: &str, out: &mut Vec<u8>) {
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.extend_from_slice(&rest.as_bytes()[..at]);
        let escape = &rest[at + 1..];
        let code = escape
            .strip_prefix('x')
            .and_then(|code| code.get(..2))
            .and_then(|code| u8::from_str_radix(code, 16).ok());
        let (byte, len) = match (code, escape.as_bytes().first()) {
            (Some(byte), _) => (byte, 4),
            (None, Some(b'n')) => (b'\n', 2),
            (None, Some(b'r')) => (b'\r', 2),
            _ => (b'\\', 1),
        };
        out.push(byte);
        rest = &rest[at + len..];
    }
    out.extend_from_slice(rest.as_bytes());
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a case that cannot be read fails")]
mod tests {
    use super::*;

    #[test]
    fn a_case_has_sources_options_and_expectations() {
        let text = ";! show: words\n;! options: -g\nnop ;~ syntax immediate\n;! file: y.pica\nend ;~ two-inputs\n;! expect: no-output\n";
        let case = Case::parse("x.pica", text).unwrap();
        let texts: Vec<_> = case
            .sources
            .iter()
            .map(|source| (source.name.as_str(), source.text.as_slice()))
            .collect();
        let expected: [(&str, &[u8]); 2] = [("x.pica", b"\n\nnop\n"), ("y.pica", b"\n\n\n\nend\n\n")];
        assert_eq!(texts, expected);
        let expected: Vec<_> = case
            .expected
            .iter()
            .map(|e| (e.source, e.line, e.name.as_str()))
            .collect();
        assert_eq!(
            expected,
            [
                (0, Some(2), "syntax"),
                (0, Some(2), "immediate"),
                (1, Some(4), "two-inputs"),
                (1, None, "no-output")
            ]
        );
        assert!(case.runs[0].linking.debug);
    }

    #[test]
    fn escapes_are_bytes() {
        let case = Case::parse("x", ";! escapes: on\na\\r\\xFFb ;~ syntax\n").unwrap();
        assert_eq!(case.sources[0].text, b"\na\r\xFFb\n");
        assert_eq!(case.expected[0].line, Some(2));
    }

    #[test]
    fn lines_can_be_repeated() {
        let case = Case::parse("x", ";! repeat: 2\na{n} {s} ;~ syntax\nb\n").unwrap();
        assert_eq!(case.sources[0].text, b"\na0 xxxx\na1 xxxy\nb\n");
        assert_eq!(case.expected.len(), 1);
        assert_eq!(case.expected[0].line, Some(2));
        let case = Case::parse("x", ";! repeat: 2\na ;~~ syntax\n").unwrap();
        let lines: Vec<_> = case.expected.iter().map(|e| e.line).collect();
        assert_eq!(lines, [Some(1), Some(2)]);
    }

    #[test]
    fn a_case_checks_something_and_has_known_directives() {
        for text in [
            "nop\n",
            ";! shows: words\n",
            ";! show: code\n",
            ";! options: -x\n",
            ";! show\n",
            ";! show:\n;! expect: no-output\n",
            ";! expect:\n;! show: words\n",
            ";! show: words\nnop ;~\n",
            "nop ;~ sintax\n",
            ";! repeat: 0\nnop ;~ syntax\n",
            "nop ;~ syntax\n;! repeat: 2\n",
        ] {
            assert!(Case::parse("x", text).is_err(), "{text}");
        }
    }
}
