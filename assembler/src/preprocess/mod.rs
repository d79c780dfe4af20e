//! The preprocessor: passes ordinary lines to the parser, and expands includes, conditionals, macros and repetitions.
//!
//! One pass covers the source and everything that it includes. Runs of ordinary lines ([`ordinary`]) go to the parser
//! unchanged, so that each line is parsed once. A preprocessor line ends a run; it can push a [`frame`], which supplies
//! the next lines, or skip lines.
//!
//! All lines that are read form one text ([`output`]), to which spans refer: lines of files, and lines of expanded
//! macros. Preprocessor lines stay in the text, so that diagnostics can point at them. Lines of inactive branches do
//! not. If a source has no includes, macros and the like, the text is borrowed from the source.

mod arguments;
mod body;
mod conditional;
pub(crate) mod define;
mod frame;
mod include;
mod line;
mod macros;
mod numbers;
mod ordinary;
mod output;
pub(crate) mod record;
mod repeat;
mod write;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use pica200_objfmt::formats::object::Position;

use crate::diagnostic::{Code, Diagnostic, MAX_DIAGNOSTICS, diagnose};
use crate::directive::Directive;
use crate::syntax::ast::Ast;
use crate::syntax::head::{Head, Word};
use crate::syntax::parse::parse;
use crate::syntax::{Lexer, Lookahead};
use crate::text::files::Files;
use crate::text::{self, Expansion, FileId, Lines, Origins, RecordedPosition, Span, WHITESPACE, unquote};

pub use self::define::{Define, DefineError};
pub(crate) use self::write::write;

use self::conditional::Conditional;
use self::frame::Frame;
use self::line::Line;
use self::numbers::Numbers;
use self::ordinary::{BranchBlocks, Macros, OrdinaryTokens, Stop};
use self::output::Output;
use self::record::Record;

/// How the includes of a source are found.
#[derive(Clone, Copy, Debug)]
pub struct Lookup<'f> {
    /// Reads the files.
    pub files: &'f dyn Files,
    /// The directory of the source, which is searched first for its includes.
    pub directory: &'f Path,
}

/// A source after preprocessing and parsing, with everything that it includes.
pub(crate) struct ParsedSource<'s> {
    /// The text that the spans of the tree and of diagnostics refer to: the source, or the preprocessed lines.
    pub(crate) text: Cow<'s, str>,
    /// The files and lines that the lines of the text map to.
    pub(crate) lines: Lines,
    /// The statements of the text.
    pub(crate) ast: Ast,
    /// The pieces of the text that the preprocessor consumed, in order. They are not in the tree.
    pub(crate) consumed: Vec<Span>,
    /// Source text that is not in the tree: preprocessor lines, bodies of macros, and inactive branches.
    pub(crate) unread: String,
    /// Errors and warnings of the preprocessor.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The included files, in order. A file that is included twice is listed twice.
    pub(crate) included: Vec<PathBuf>,
    /// The record of the preprocessor's actions, if enabled.
    pub(crate) record: Option<Record>,
}

/// The maximum depth of nested includes, macros and repetitions.
const MAX_FRAMES: usize = 64;

/// Maximum number of included files, counting repeated inclusion: a few files that include each other twice would
/// otherwise take exponential time.
const MAX_INCLUDES: usize = 4096;

/// Maximum number of lines that includes, macros and repetitions can add.
const MAX_LINES: u32 = 1 << 17;

/// Maximum number of bytes that includes, macros and repetitions can add. Program memory holds a few thousand
/// instructions.
const MAX_BYTES: usize = 4 << 20;

/// The state of the preprocessor.
struct Preprocessor<'e, 's> {
    lookup: &'e Lookup<'e>,
    /// Directories searched for includes after the directory of the including file, in order.
    paths: &'e [PathBuf],
    output: Output<'s>,
    ast: Ast,
    frames: Vec<Frame<'s>>,
    conditionals: Vec<Conditional>,
    macros: Macros,
    numbers: Numbers,
    diagnostics: Vec<Diagnostic>,
    included: Vec<PathBuf>,
    /// The record of the preprocessor's actions, if enabled.
    record: Option<Record>,
    /// Remaining number of lines that includes, macros and repetitions can add.
    lines_left: u32,
    /// Remaining number of bytes that they can add. Text is charged when it is created, even if it is then read as the
    /// body of another repetition: otherwise each nesting level could hold as much.
    bytes_left: usize,
    /// Determines what an `.else` belongs to.
    lookahead: Lookahead,
    /// Number of expansions so far, which makes the local labels of each expansion unique.
    expansions: u64,
}

/// Reads a source: parses its ordinary lines, and executes its preprocessor directives. `paths` are the directories
/// searched for includes; `defines` are the numbers defined by the caller. `records` enables recording of the
/// preprocessor's actions and source locations.
pub(crate) fn read<'s>(
    name: &str,
    source: &'s str,
    lookup: &Lookup<'_>,
    paths: &[PathBuf],
    defines: &[Define],
    records: bool,
) -> ParsedSource<'s> {
    let mut output = Output::new(name, source);
    let mut frame = Frame::for_source(source, lookup.directory);
    if records {
        let origins = Origins::from_file(FileId::SOURCE, source.len());
        frame.origins = Some(Rc::new(origins));
        output.origins = Some(Origins::default());
    }
    let mut preprocessor = Preprocessor {
        lookup,
        paths,
        output,
        ast: Ast::with_capacity(source.len()),
        frames: vec![frame],
        conditionals: Vec::new(),
        macros: Macros::default(),
        numbers: Numbers::new(defines),
        diagnostics: Vec::new(),
        included: Vec::new(),
        record: records.then(Record::default),
        lines_left: MAX_LINES,
        bytes_left: MAX_BYTES,
        lookahead: Lookahead::default(),
        expansions: 0,
    };
    while let Some(frame) = preprocessor.frames.last() {
        if frame.rest().is_empty() {
            preprocessor.close_frame();
        } else if preprocessor.is_skipping() || preprocessor.ordinary_lines() {
            preprocessor.line();
        }
    }
    let Preprocessor { mut output, .. } = preprocessor;
    let consumed = std::mem::take(&mut output.consumed);
    let unread = std::mem::take(&mut output.unread);
    let origins = output.origins.take().unwrap_or_default();
    let record = preprocessor.record.map(|record| Record { origins, ..record });
    let (text, lines) = output.into_text();
    ParsedSource {
        text,
        lines,
        ast: preprocessor.ast,
        consumed,
        unread,
        diagnostics: preprocessor.diagnostics,
        included: preprocessor.included,
        record,
    }
}

impl<'s> Preprocessor<'_, 's> {
    /// Parses the next run of ordinary lines of the innermost frame. Returns true if a preprocessor line follows.
    fn ordinary_lines(&mut self) -> bool {
        let Some(frame) = self.frames.last_mut() else {
            return false;
        };
        self.output.begin_lines(frame.position(), frame.recorded, Some(frame));
        let base = self.output.end();
        let first = self.output.lines.count();
        let branch = self.conditionals.last().map(|conditional| BranchBlocks {
            opened: conditional.blocks,
            takes_else: self.conditionals.len() > frame.conditionals,
        });
        let lexer = Lexer::at(base, frame.rest(), &mut self.output.lines);
        let mut tokens = OrdinaryTokens::new(lexer, &self.macros, &mut self.lookahead, branch);
        parse(&mut tokens, &mut self.ast);
        let end = tokens.end();
        if let (Some(conditional), Some(blocks)) = (self.conditionals.last_mut(), end.blocks) {
            conditional.blocks = blocks;
        }
        let lines = self.output.lines.count() - first;
        let bytes = match end.stop {
            Some(_) => (self.output.lines.last_start() - base) as usize,
            None => frame.rest().len(),
        };
        let taken = frame.take(bytes, u32::try_from(lines).unwrap_or(u32::MAX));
        self.output.append(&taken);
        let may_go_on = self.frames.len() == 1 || self.charge(lines, 0);
        if end.stop == Some(Stop::TooFar) {
            self.stop(self.outermost());
            return false;
        }
        may_go_on && end.stop.is_some()
    }

    /// Reads the next line of the innermost frame, which is a preprocessor line or an inactive line.
    fn line(&mut self) {
        let Some(line) = self.frames.last_mut().and_then(Frame::next_line) else {
            return;
        };
        if self.frames.len() > 1 && !self.charge(1, 0) {
            return;
        }
        let text = line.text();
        let head = Head::parse(text);
        if self.is_skipping() {
            let before = (self.is_dead(), self.output.consumed.len());
            self.skipped_line(&line, &head);
            return self.record_skipped(&line, &head, before);
        }
        match head.word {
            Word::Hash => self.line_marker(&line, &head),
            Word::Directive(Directive::Else) => {
                let at = self.consume(&line, head.start);
                self.else_branch(at, &line, &head);
            }
            Word::Directive(directive) => {
                let at = self.consume(&line, head.start);
                self.directive(directive, at, &line, &head);
            }
            Word::Name(name) => {
                if let Some(callee) = self.macros.get(name).cloned() {
                    let at = self.consume(&line, head.start);
                    self.call(name, &callee, at, &line, &head);
                }
            }
            Word::None => {}
        }
    }

    fn directive(&mut self, directive: Directive, at: Span, line: &Line<'s>, head: &Head<'_>) {
        match directive {
            Directive::If | Directive::Ifdef | Directive::Ifndef => {
                self.open_conditional(directive, at, line, head);
            }
            Directive::Elif => self.elif(at, line, head),
            Directive::Endif => self.endif(at, line, head),
            Directive::Include => self.include(at, line, head),
            Directive::Loc => self.loc(at, line, head),
            Directive::Macro => self.define_macro(at, line, head),
            Directive::Rept => self.repeat(at, line, head),
            Directive::Error | Directive::Warning => self.message_directive(directive, at, line, head),
            Directive::Endm => self.unmatched_end(at, "endm", "macro"),
            Directive::Endr => self.unmatched_end(at, "endr", "rept"),
            // Other directives do not belong to the preprocessor.
            _ => {}
        }
    }

    /// Handles `.error "TEXT"` and `.warning "TEXT"`.
    fn message_directive(&mut self, directive: Directive, at: Span, line: &Line<'s>, head: &Head<'_>) {
        let Some(text) = unquote(head.operands(line.text())) else {
            return self.report_malformed(directive, at);
        };
        let kind = if directive == Directive::Error {
            Code::UserError
        } else {
            Code::UserWarning
        };
        self.report(diagnose(kind, at, text));
    }

    fn unmatched_end(&mut self, at: Span, end: &str, beginning: &str) {
        let message = format!("`.{end}` without `.{beginning}`");
        self.report(diagnose(Code::UnexpectedBodyEnd, at, message));
    }

    /// Reports malformed operands.
    fn report_malformed(&mut self, directive: Directive, at: Span) {
        let (name, form) = directive.name_and_form();
        let message = format!("wrong operands for `.{name}`");
        let diagnostic = diagnose(Code::Syntax, at, message);
        self.report(diagnostic.with_help(format!("the form is: {form}")));
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        // One diagnostic more than the limit shows that there were too many.
        if self.diagnostics.len() <= 2 * MAX_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Consumes a line from byte `from` on. Returns the span of that part, without its comment.
    fn consume(&mut self, line: &Line<'s>, from: usize) -> Span {
        self.consume_from(line, from, from)
    }

    /// Consumes a line from byte `from` on. Returns the span of its directive, which starts at `directive`.
    fn consume_from(&mut self, line: &Line<'s>, from: usize, directive: usize) -> Span {
        let begin = self.output.consume(line, self.frames.last(), from);
        self.output.hide(line.text());
        let len = text::code(line.text()).trim_end_matches(WHITESPACE).len();
        let span = Span::from_range(directive..len.max(directive));
        Span::new(begin + span.start, begin + span.end)
    }

    /// Handles a line marker: the following lines are treated as lines of another file.
    fn line_marker(&mut self, line: &Line<'s>, head: &Head<'_>) {
        let index = self.output.lines.count() - 1;
        self.output.consume(line, self.frames.last(), head.start);
        let marker = text::parse_marker(line.text().trim_matches(WHITESPACE));
        if let (Some((line, file)), Some(frame)) = (marker, self.frames.last_mut()) {
            frame.line = line;
            frame.file = self.output.lines.file_number(file, None);
            frame.recorded = frame
                .recorded
                .filter(|recorded| matches!(recorded, RecordedPosition::All(_)));
            self.output.lines.note_marker(index);
        }
    }

    /// Handles `.loc "FILE"` and `.loc "FILE", LINE`: sets the file and line of the following lines in line tables, but
    /// not in messages.
    fn loc(&mut self, at: Span, line: &Line<'s>, head: &Head<'_>) {
        let operands = head.operands(line.text());
        let Some((name, number)) = parse_loc(operands) else {
            return self.report_malformed(Directive::Loc, at);
        };
        // The lines of a macro have the position of the call.
        if let Some(frame) = self.frames.last_mut()
            && !matches!(frame.recorded, Some(RecordedPosition::All(_)))
        {
            let file = self.output.lines.file_number(name, None);
            let line = number.unwrap_or(frame.line);
            frame.recorded = Some(RecordedPosition::From(Position { file, line }));
        }
    }

    /// Pushes a frame for an expansion, or reports that expansions are nested too deeply.
    fn push_frame(&mut self, expansion: Expansion, mut frame: Frame<'s>) {
        if self.frames.len() >= MAX_FRAMES {
            let message = format!("includes, macros and repetitions are nested more than {MAX_FRAMES} deep");
            self.report(
                diagnose(Code::ExpansionDepth, expansion.at, message).with_help("does a macro call itself endlessly?"),
            );
            return;
        }
        let outer = self.frames.last().and_then(|frame| frame.recorded);
        if let Some(RecordedPosition::All(_)) = outer {
            frame.recorded = outer;
        }
        frame.conditionals = self.conditionals.len();
        frame.expansion = Some(self.output.lines.add_expansion(expansion));
        self.frames.push(frame);
    }

    /// Charges the lines and bytes of an expansion. If there are too many, stops reading. Returns true to continue.
    fn charge(&mut self, lines: usize, bytes: usize) -> bool {
        let is_left = self.lines_left as usize >= lines && self.bytes_left >= bytes;
        let lines = u32::try_from(lines).unwrap_or(u32::MAX);
        self.lines_left = self.lines_left.saturating_sub(lines);
        self.bytes_left = self.bytes_left.saturating_sub(bytes);
        if !is_left {
            self.stop(self.outermost());
        }
        is_left
    }

    /// Returns the span of the outermost expansion.
    fn outermost(&self) -> Span {
        let number = self.frames.iter().find_map(|frame| frame.expansion);
        let expansion = number.and_then(|number| self.output.lines.expansion(number));
        expansion.map_or(Span::default(), |expansion| expansion.at)
    }

    /// Reports that an expansion produces too much text, and stops reading.
    fn stop(&mut self, at: Span) {
        let message = "includes, macros and repetitions expand to too much text";
        let help = format!("the limits are {MAX_LINES} lines and {} MiB", MAX_BYTES >> 20);
        self.stop_with(at, message.to_owned(), help);
    }

    /// Reports an exceeded limit, and stops reading.
    fn stop_with(&mut self, at: Span, message: String, help: String) {
        self.report(diagnose(Code::ExpansionTooLarge, at, message).with_help(help));
        self.ast.is_cut = true;
        self.frames.clear();
    }

    fn close_frame(&mut self) {
        let Some(frame) = self.frames.last() else {
            return;
        };
        let open = self.conditionals.split_off(frame.conditionals);
        for conditional in open {
            let message = "this conditional has no `.endif`";
            let help = "a conditional begins and ends in the same file or macro";
            self.report(diagnose(Code::UnclosedConditional, conditional.at, message).with_help(help));
        }
        if !self.next_iteration() {
            self.frames.pop();
        }
    }
}

/// Parses the file and line of `.loc "FILE", LINE`. Lines start at 1, and are written with digits only.
fn parse_loc(operands: &str) -> Option<(&str, Option<u32>)> {
    let (name, rest) = operands.strip_prefix('"')?.split_once('"')?;
    if name.is_empty() || name.contains(char::is_control) {
        return None;
    }
    if rest.is_empty() {
        return Some((name, None));
    }
    let number = rest.trim_start_matches(WHITESPACE).strip_prefix(',')?;
    let number = number.trim_matches(WHITESPACE);
    let is_decimal = number.bytes().all(|byte| byte.is_ascii_digit());
    let line = number.parse().ok().filter(|line| *line > 0 && is_decimal)?;
    Some((name, Some(line)))
}
