//! Reads sources: passes ordinary lines to the parser, and carries out includes, conditionals, macros and repetitions.
//!
//! One walk covers the source and everything that it includes. Runs of ordinary lines ([`ordinary`]) go to the parser
//! unchanged, so that each line is parsed once. A line for the preprocessor ends a run; carrying it out can begin a
//! [`frame`], from which the next lines come, or leave lines out.
//!
//! All lines that are read make one text ([`output`]), to which spans refer: lines of files, and lines of macros with
//! their arguments filled in. A line that is carried out stays in the text, so that diagnostics can point at it. Lines
//! of inactive branches are not in the text. The text of a source without includes, macros and the like is the source
//! itself, not a copy.

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
use crate::text::{self, BLANKS, Expansion, FileId, Lines, Origins, Recorded, Span, unquote};

pub use self::define::{Define, DefineError};
pub(crate) use self::write::write;

use self::conditional::Conditional;
use self::frame::Frame;
use self::line::Line;
use self::numbers::Numbers;
use self::ordinary::{BranchBlocks, Macros, OrdinaryTokens, Stop};
use self::output::Output;
use self::record::Record;

/// The place where the includes of a source are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Lookup<'f> {
    /// Reads the files.
    pub files: &'f dyn Files,
    /// The folder of the source, where its includes are looked for first.
    pub folder: &'f Path,
}

/// A source that was read, with everything that it includes.
pub(crate) struct Read<'s> {
    /// The text that the spans of the tree and of diagnostics refer to: the source, or the lines that the preprocessor
    /// made of it.
    pub(crate) text: Cow<'s, str>,
    /// The files and lines that the lines of the text stand for.
    pub(crate) lines: Lines,
    /// The statements of the text.
    pub(crate) ast: Ast,
    /// The pieces of the text that the preprocessor carried out, in order. They are not in the tree.
    pub(crate) carried_out: Vec<Span>,
    /// The text of the source that is not in the tree: lines that were carried out, bodies of macros, and inactive
    /// branches.
    pub(crate) unread: String,
    /// The preprocessor's errors and warnings.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The files that were included, in order; a file that was included twice is listed twice.
    pub(crate) included: Vec<PathBuf>,
    /// What was carried out, if that is recorded.
    pub(crate) record: Option<Record>,
}

/// The maximum depth of nested includes, macros and repetitions.
const MOST_FRAMES: usize = 64;

/// The maximum number of files that are included, each as often as it is: a few that include each other twice would
/// otherwise take very long.
const MOST_INCLUDES: usize = 4096;

/// The maximum number of lines that includes, macros and repetitions can add.
const MOST_LINES: u32 = 1 << 17;

/// The maximum number of bytes that includes, macros and repetitions can add. Program memory holds a few thousand
/// instructions.
const MOST_BYTES: usize = 4 << 20;

/// The state of the preprocessor.
struct Preprocessor<'e, 's> {
    lookup: &'e Lookup<'e>,
    /// The folders that are searched for includes after the folder of the including file, in order.
    paths: &'e [PathBuf],
    output: Output<'s>,
    ast: Ast,
    frames: Vec<Frame<'s>>,
    conditionals: Vec<Conditional>,
    macros: Macros,
    numbers: Numbers,
    diagnostics: Vec<Diagnostic>,
    included: Vec<PathBuf>,
    /// What was carried out, if that is recorded.
    record: Option<Record>,
    /// The number of lines that includes, macros and repetitions can still add.
    lines_left: u32,
    /// The number of bytes that they can still add. Text counts when it is made, even if it is read as the body of
    /// another repetition: otherwise each level of a nest could hold as much.
    bytes_left: usize,
    /// Finds out what an `.else` belongs to.
    lookahead: Lookahead,
    /// The number of expansions so far, which makes the local labels of each expansion unique.
    turns: u64,
}

/// Reads a source: parses its ordinary lines, and carries out its directives for the preprocessor. `paths` are the
/// folders that are searched for includes, `defines` the numbers that the caller defines. `records` tells whether it is
/// recorded what was carried out and where it was written.
pub(crate) fn read<'s>(
    name: &str,
    source: &'s str,
    lookup: &Lookup<'_>,
    paths: &[PathBuf],
    defines: &[Define],
    records: bool,
) -> Read<'s> {
    let mut output = Output::new(name, source);
    let mut frame = Frame::of_source(source, lookup.folder);
    if records {
        let origins = Origins::of_file(FileId::SOURCE, source.len());
        frame.origins = Some(Rc::new(origins));
        output.origins = Some(Origins::default());
    }
    let mut preprocessor = Preprocessor {
        lookup,
        paths,
        output,
        ast: Ast::with_room_for(source.len()),
        frames: vec![frame],
        conditionals: Vec::new(),
        macros: Macros::default(),
        numbers: Numbers::new(defines),
        diagnostics: Vec::new(),
        included: Vec::new(),
        record: records.then(Record::default),
        lines_left: MOST_LINES,
        bytes_left: MOST_BYTES,
        lookahead: Lookahead::default(),
        turns: 0,
    };
    while let Some(frame) = preprocessor.frames.last() {
        if frame.rest().is_empty() {
            preprocessor.close_frame();
        } else if preprocessor.is_skipping() || preprocessor.ordinary_lines() {
            preprocessor.line();
        }
    }
    let Preprocessor { mut output, .. } = preprocessor;
    let carried_out = std::mem::take(&mut output.carried_out);
    let unread = std::mem::take(&mut output.unread);
    let origins = output.origins.take().unwrap_or_default();
    let record = preprocessor.record.map(|record| Record { origins, ..record });
    let (text, lines) = output.into_text();
    Read {
        text,
        lines,
        ast: preprocessor.ast,
        carried_out,
        unread,
        diagnostics: preprocessor.diagnostics,
        included: preprocessor.included,
        record,
    }
}

impl<'s> Preprocessor<'_, 's> {
    /// Parses the ordinary lines that come next in the innermost frame. Returns whether a line for the preprocessor
    /// follows them.
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
        let may_go_on = self.frames.len() == 1 || self.spend(lines, 0);
        if end.stop == Some(Stop::TooFar) {
            self.stop(self.outermost());
            return false;
        }
        may_go_on && end.stop.is_some()
    }

    /// Reads the next line of the innermost frame, which is a line for the preprocessor or an inactive one.
    fn line(&mut self) {
        let Some(line) = self.frames.last_mut().and_then(Frame::next_line) else {
            return;
        };
        if self.frames.len() > 1 && !self.spend(1, 0) {
            return;
        }
        let text = line.text();
        let head = Head::of(text);
        if self.is_skipping() {
            let before = (self.is_dead(), self.output.carried_out.len());
            self.skipped_line(&line, &head);
            return self.record_skipped(&line, &head, before);
        }
        match head.word {
            Word::Hash => self.mark(&line, &head),
            Word::Directive(Directive::Else) => {
                let at = self.keep(&line, head.start);
                self.other_branch(at, &line, &head);
            }
            Word::Directive(directive) => {
                let at = self.keep(&line, head.start);
                self.directive(directive, at, &line, &head);
            }
            Word::Name(name) => {
                if let Some(callee) = self.macros.get(name).cloned() {
                    let at = self.keep(&line, head.start);
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
            Directive::Elif => self.other_condition(at, line, head),
            Directive::Endif => self.close_conditional(at, line, head),
            Directive::Include => self.include(at, line, head),
            Directive::Loc => self.locate(at, line, head),
            Directive::Macro => self.define_macro(at, line, head),
            Directive::Rept => self.repeat(at, line, head),
            Directive::Error | Directive::Warning => self.say(directive, at, line, head),
            Directive::Endm => self.stray_end(at, "endm", "macro"),
            Directive::Endr => self.stray_end(at, "endr", "rept"),
            // Other directives do not belong to the preprocessor.
            _ => {}
        }
    }

    /// `.error "TEXT"`, `.warning "TEXT"`
    fn say(&mut self, directive: Directive, at: Span, line: &Line<'s>, head: &Head<'_>) {
        let Some(text) = unquote(head.operands(line.text())) else {
            return self.complain_form(directive, at);
        };
        let kind = if directive == Directive::Error {
            Code::UserError
        } else {
            Code::UserWarning
        };
        self.report(diagnose(kind, at, text));
    }

    fn stray_end(&mut self, at: Span, end: &str, beginning: &str) {
        let message = format!("`.{end}` without `.{beginning}`");
        self.report(diagnose(Code::UnexpectedBodyEnd, at, message));
    }

    /// Reports operands of the wrong form.
    fn complain_form(&mut self, directive: Directive, at: Span) {
        let (name, form) = directive.name_and_form();
        let message = format!("wrong operands for `.{name}`");
        let diagnostic = diagnose(Code::Syntax, at, message);
        self.report(diagnostic.with_help(format!("the form is: {form}")));
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        // One diagnostic more than the shown number indicates that there were too many.
        if self.diagnostics.len() <= 2 * MAX_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Takes a line that is carried out from a byte on. Returns the span of that part, without its comment.
    fn keep(&mut self, line: &Line<'s>, from: usize) -> Span {
        self.keep_from(line, from, from)
    }

    /// Takes a line that is carried out from a byte on. Returns the span of its directive, which begins at `directive`.
    fn keep_from(&mut self, line: &Line<'s>, from: usize, directive: usize) -> Span {
        let begin = self.output.carry_out(line, self.frames.last(), from);
        self.output.leave_out(line.text());
        let len = text::code(line.text()).trim_end_matches(BLANKS).len();
        let span = Span::from_range(directive..len.max(directive));
        Span::new(begin + span.start, begin + span.end)
    }

    /// A line marker: the following lines count as lines of another file.
    fn mark(&mut self, line: &Line<'s>, head: &Head<'_>) {
        let index = self.output.lines.count() - 1;
        self.output.carry_out(line, self.frames.last(), head.start);
        let marker = text::parse_marker(line.text().trim_matches(BLANKS));
        if let (Some((line, file)), Some(frame)) = (marker, self.frames.last_mut()) {
            frame.line = line;
            frame.file = self.output.lines.file_number(file, None);
            frame.recorded = frame.recorded.filter(|recorded| matches!(recorded, Recorded::All(_)));
            self.output.lines.note_marker(index);
        }
    }

    /// `.loc "FILE"`, `.loc "FILE", LINE`: line tables name another file and line for the lines that follow; messages
    /// do not.
    fn locate(&mut self, at: Span, line: &Line<'s>, head: &Head<'_>) {
        let operands = head.operands(line.text());
        let Some((name, number)) = place_of_loc(operands) else {
            return self.complain_form(Directive::Loc, at);
        };
        // The lines of a macro have the position of the call.
        if let Some(frame) = self.frames.last_mut()
            && !matches!(frame.recorded, Some(Recorded::All(_)))
        {
            let file = self.output.lines.file_number(name, None);
            let line = number.unwrap_or(frame.line);
            frame.recorded = Some(Recorded::From(Position { file, line }));
        }
    }

    /// Starts to read the lines of an expansion, or reports that expansions are nested too deeply.
    fn push_frame(&mut self, expansion: Expansion, mut frame: Frame<'s>) {
        if self.frames.len() >= MOST_FRAMES {
            let message = format!("includes, macros and repetitions are nested more than {MOST_FRAMES} deep");
            self.report(
                diagnose(Code::ExpansionDepth, expansion.at, message).with_help("does a macro call itself endlessly?"),
            );
            return;
        }
        let outer = self.frames.last().and_then(|frame| frame.recorded);
        if let Some(Recorded::All(_)) = outer {
            frame.recorded = outer;
        }
        frame.conditionals = self.conditionals.len();
        frame.expansion = Some(self.output.lines.add_expansion(expansion));
        self.frames.push(frame);
    }

    /// Counts lines that an expansion adds. Stops reading if there are too many. Returns whether to continue.
    fn spend(&mut self, lines: usize, bytes: usize) -> bool {
        let is_left = self.lines_left as usize >= lines && self.bytes_left >= bytes;
        let lines = u32::try_from(lines).unwrap_or(u32::MAX);
        self.lines_left = self.lines_left.saturating_sub(lines);
        self.bytes_left = self.bytes_left.saturating_sub(bytes);
        if !is_left {
            self.stop(self.outermost());
        }
        is_left
    }

    /// The span of the outermost expansion.
    fn outermost(&self) -> Span {
        let number = self.frames.iter().find_map(|frame| frame.expansion);
        let expansion = number.and_then(|number| self.output.lines.expansion(number));
        expansion.map_or(Span::default(), |expansion| expansion.at)
    }

    /// Reports that an expansion makes too much text, and stops reading.
    fn stop(&mut self, at: Span) {
        let message = "includes, macros and repetitions expand this to too much text";
        let help = format!("the limits are {MOST_LINES} lines and {} MiB", MOST_BYTES >> 20);
        self.stop_with(at, message.to_owned(), help);
    }

    /// Reports a limit, and stops reading.
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
        if !self.next_turn() {
            self.frames.pop();
        }
    }
}

/// The file and line of `.loc "FILE", LINE`. Lines count from 1, and are written with digits only.
fn place_of_loc(operands: &str) -> Option<(&str, Option<u32>)> {
    let (name, rest) = operands.strip_prefix('"')?.split_once('"')?;
    if name.is_empty() || name.contains(char::is_control) {
        return None;
    }
    if rest.is_empty() {
        return Some((name, None));
    }
    let number = rest.trim_start_matches(BLANKS).strip_prefix(',')?;
    let number = number.trim_matches(BLANKS);
    let is_decimal = number.bytes().all(|byte| byte.is_ascii_digit());
    let line = number.parse().ok().filter(|line| *line > 0 && is_decimal)?;
    Some((name, Some(line)))
}
