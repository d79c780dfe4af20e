//! The preprocessor: includes, conditionals, macros and repetitions, carried out before all else.
//!
//! One text comes of a source and all that it includes: lines as they stand in their files, and lines of macros with
//! their arguments put in. A line that is carried out here stays in the text, for diagnostics to point at, and is listed
//! as skipped. What was not asked for, as the lines of a conditional that does not hold, is not in the text.
//!
//! A source without any such directive never comes here.

mod arguments;
mod conditional;
mod define;
mod frame;
mod include;
mod macros;
mod numbers;
mod output;
mod repeat;
mod write;

use std::path::{Path, PathBuf};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::Options;
use crate::diagnostic::{Diagnostic, Kind, MOST_DIAGNOSTICS};
use crate::directive::{DIRECTIVES, Directive};
use crate::text::files::Files;
use crate::text::{self, unquote};
use crate::text::{Expansion, Lines, Span};

pub use self::define::{Define, DefineError};
pub(crate) use self::numbers::define;
pub(crate) use self::write::write;

use self::conditional::Conditional;
use self::frame::{Frame, Line};
use self::macros::Macro;
use self::numbers::Numbers;
use self::output::Output;
use crate::syntax::Lookahead;
use crate::syntax::head::{Head, Word};

/// Where a source's includes are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Lookup<'f> {
    /// What reads them.
    pub files: &'f dyn Files,
    /// The folder of the source, where its own includes are looked for before others.
    pub folder: &'f Path,
}

/// What the preprocessor made of a source.
pub(crate) struct Expanded {
    /// The text.
    pub(crate) text: String,
    /// What its lines count as.
    pub(crate) lines: Lines,
    /// The pieces of it that were carried out, in order.
    pub(crate) skipped: Vec<Span>,
    /// What the source has and the text of the assembler has not: lines that were carried out, bodies of macros, branches
    /// that do not count.
    pub(crate) unread: String,
    /// What there is to say.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The files that were included, in order; one that was included twice is there twice.
    pub(crate) read: Vec<PathBuf>,
}

/// How deep includes, macros and repetitions may lie in each other.
const MOST_FRAMES: usize = 64;

/// How many lines may come of includes, macros and repetitions.
const MOST_LINES: u32 = 1 << 17;

/// How many bytes may come of includes, macros and repetitions. Program memory holds a few thousand instructions.
const MOST_BYTES: usize = 4 << 20;

/// A source on its way through the preprocessor.
struct Expander<'e> {
    lookup: &'e Lookup<'e>,
    /// The folders that are searched for includes behind that of the including file, in order.
    paths: &'e [PathBuf],
    output: Output,
    frames: Vec<Frame>,
    conditionals: Vec<Conditional>,
    macros: FxHashMap<String, Rc<Macro>>,
    numbers: Numbers,
    diagnostics: Vec<Diagnostic>,
    read: Vec<PathBuf>,
    /// How many more lines may come of includes, macros and repetitions.
    lines_left: u32,
    /// How many more bytes may.
    bytes_left: usize,
    /// Finds out what an `.else` belongs to.
    lookahead: Lookahead,
    /// How many expansions there were: each gives its local labels a number.
    turns: u64,
}

/// Carries out what a source asks of the preprocessor.
pub(crate) fn expand(name: &str, text: &str, options: &Options, lookup: &Lookup<'_>) -> Expanded {
    let mut expander = Expander {
        lookup,
        paths: &options.include_paths,
        output: Output::new(name),
        frames: vec![Frame::of_source(text, lookup.folder)],
        conditionals: Vec::new(),
        macros: FxHashMap::default(),
        numbers: Numbers::new(&options.defines),
        diagnostics: Vec::new(),
        read: Vec::new(),
        lines_left: MOST_LINES,
        bytes_left: MOST_BYTES,
        lookahead: Lookahead::default(),
        turns: 0,
    };
    while let Some(line) = expander.next_line() {
        expander.line(&line);
    }
    Expanded {
        text: expander.output.text,
        lines: expander.output.lines,
        skipped: expander.output.skipped,
        unread: expander.output.unread,
        diagnostics: expander.diagnostics,
        read: expander.read,
    }
}

impl Expander<'_> {
    fn line(&mut self, line: &Line) {
        let text = line.text();
        let head = Head::of(text);
        if self.is_skipping() {
            return self.skipped_line(line, &head);
        }
        match head.word {
            Word::Hash if self.mark(text) => {
                self.keep(line, head.start);
            }
            Word::Directive(directive) if directive.is_of_preprocessor() => {
                let at = self.keep(line, head.start);
                self.directive(directive, at, line, &head);
            }
            Word::Directive(Directive::Else) if self.takes_else() => {
                let at = self.keep(line, head.start);
                self.other_branch(at, line, &head);
            }
            Word::Name(name) => match self.macros.get(name).cloned() {
                Some(callee) => {
                    let at = self.keep(line, head.start);
                    self.call(name, &callee, at, line, &head);
                }
                None => self.emit(line),
            },
            Word::Directive(Directive::Equ | Directive::Set) => {
                self.emit(line);
                self.numbers.note(head.operands(text));
            }
            _ => self.emit(line),
        }
    }

    fn directive(&mut self, directive: Directive, at: Span, line: &Line, head: &Head<'_>) {
        match directive {
            Directive::If | Directive::Ifdef | Directive::Ifndef => {
                self.open_conditional(directive, at, line, head);
            }
            Directive::Elif => self.other_condition(at, line, head),
            Directive::Endif => self.close_conditional(at, line, head),
            Directive::Include => self.include(at, line, head),
            Directive::Macro => self.define_macro(at, line, head),
            Directive::Rept => self.repeat(at, line, head),
            Directive::Error | Directive::Warning => self.say(directive, at, line, head),
            Directive::Endm => self.stray_end(at, "endm", "macro"),
            Directive::Endr => self.stray_end(at, "endr", "rept"),
            // These are not of the preprocessor.
            _ => {}
        }
    }

    /// `.error "TEXT"`, `.warning "TEXT"`
    fn say(&mut self, directive: Directive, at: Span, line: &Line, head: &Head<'_>) {
        let Some(text) = unquote(head.operands(line.text())) else {
            return self.complain_form(directive, at);
        };
        let kind = if directive == Directive::Error {
            Kind::UserError
        } else {
            Kind::UserWarning
        };
        self.report(Diagnostic::new(kind, at, text));
    }

    fn stray_end(&mut self, at: Span, end: &str, beginning: &str) {
        let message = format!("`.{end}` without `.{beginning}`");
        self.report(Diagnostic::new(Kind::UnexpectedBodyEnd, at, message));
    }

    /// Reports operands that a directive does not have.
    fn complain_form(&mut self, directive: Directive, at: Span) {
        let known = DIRECTIVES.iter().find(|(known, ..)| *known == directive);
        let (name, form) = known.map_or(("", ""), |(_, name, form)| (*name, *form));
        let message = format!("`.{name}` with other operands than it has");
        let diagnostic = Diagnostic::new(Kind::Syntax, at, message);
        self.report(diagnostic.help(format!("the form is: {form}")));
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        // One more than are shown says that there were too many.
        if self.diagnostics.len() <= 2 * MOST_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
    }

    /// A line for the assembler.
    fn emit(&mut self, line: &Line) {
        if !self.conditionals.is_empty() {
            self.count_blocks(line.text());
        }
        self.output.line(line, self.frames.last());
    }

    /// A line that is carried out here, from a byte on. Answers where it is in the text, without its comment.
    fn keep(&mut self, line: &Line, from: usize) -> Span {
        self.keep_from(line, from, from)
    }

    /// The same of a line whose directive begins behind that byte.
    fn keep_from(&mut self, line: &Line, from: usize, directive: usize) -> Span {
        let begin = self.output.line_without(line, self.frames.last(), from);
        let len = text::code(line.text()).trim_end_matches(text::BLANKS).len();
        let start = begin + Span::from_range(0..directive).end;
        Span::new(
            start,
            start + Span::from_range(directive..len.max(directive)).len(),
        )
    }

    /// A line marker: the lines behind it count as another file's.
    fn mark(&mut self, text: &str) -> bool {
        let marker = crate::text::parse_marker(text.trim_matches(text::BLANKS));
        let (Some((line, file)), Some(frame)) = (marker, self.frames.last_mut()) else {
            return false;
        };
        frame.line = line;
        frame.file = self.output.lines.file_number(file, None);
        self.output.lines.note_marker();
        true
    }

    /// Begins to read lines that something put in; or says why not.
    fn push_frame(&mut self, expansion: Expansion, mut frame: Frame) {
        if self.frames.len() >= MOST_FRAMES {
            let message =
                format!("more than {MOST_FRAMES} includes, macros and repetitions in each other");
            self.report(
                Diagnostic::new(Kind::ExpansionDepth, expansion.at, message)
                    .help("does a macro call itself without an end?"),
            );
            return;
        }
        let outer = self.frames.last().and_then(|frame| frame.recorded);
        frame.recorded = outer.or(frame.recorded);
        frame.conditionals = self.conditionals.len();
        frame.expansion = Some(self.output.lines.add_expansion(expansion));
        self.frames.push(frame);
    }

    /// The next line of the innermost of what is read; ends what has no more lines.
    fn next_line(&mut self) -> Option<Line> {
        loop {
            let is_inner = self.frames.len() > 1;
            let frame = self.frames.last_mut()?;
            let Some(line) = frame.next_line() else {
                self.close_frame();
                continue;
            };
            if is_inner && !self.spend(line.text().len()) {
                return None;
            }
            return Some(line);
        }
    }

    /// Counts a line of so many bytes that something put in. Ends everything if there were too many.
    fn spend(&mut self, bytes: usize) -> bool {
        let is_left = self.lines_left > 0 && self.bytes_left >= bytes;
        self.lines_left = self.lines_left.saturating_sub(1);
        self.bytes_left = self.bytes_left.saturating_sub(bytes);
        if !is_left {
            self.stop(self.outermost());
        }
        is_left
    }

    /// Where the outermost of what put lines in is asked for.
    fn outermost(&self) -> Span {
        let number = self.frames.iter().find_map(|frame| frame.expansion);
        let expansion = number.and_then(|number| self.output.lines.expansion(number));
        expansion.map_or(Span::default(), |expansion| expansion.at)
    }

    /// Reports that too much text is made of something, and reads no more.
    fn stop(&mut self, at: Span) {
        let message = "includes, macros and repetitions make too much text of this";
        let help = format!(
            "{MOST_LINES} lines and {} MiB are the most",
            MOST_BYTES >> 20
        );
        self.report(Diagnostic::new(Kind::ExpansionTooLarge, at, message).help(help));
        self.frames.clear();
    }

    fn close_frame(&mut self) {
        let Some(frame) = self.frames.last() else {
            return;
        };
        let open = self.conditionals.split_off(frame.conditionals);
        for conditional in open {
            let message = "a conditional without `.endif`";
            let help = "what opens and what closes it stand in one file, or in one macro";
            self.report(
                Diagnostic::new(Kind::UnclosedConditional, conditional.at, message).help(help),
            );
        }
        if !self.next_turn() {
            self.frames.pop();
        }
    }
}
