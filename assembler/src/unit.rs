//! The state of assembling one source: what the passes share.

use pica200_objfmt::formats::object::{Object, Position};

use crate::Options;
use crate::allow::Allowances;
use crate::block::Blocks;
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Kind, MOST_DIAGNOSTICS, Severity};
use crate::expression::Value;
use crate::expression::value::Number;
use crate::lint::Watch;
use crate::literal::Literals;
use crate::names::Names;
use crate::placement::BeyondArray;
use crate::syntax::ast::Ast;
use crate::targets::Targets;
use crate::text::{Lines, Span, text};

/// How many names may be compared with misspelt ones.
const MOST_GUESSES: usize = 100_000;

/// One source on its way to an object.
pub(crate) struct Unit<'s> {
    /// The source.
    pub(crate) text: &'s str,
    /// Its statements.
    pub(crate) ast: &'s Ast,
    /// Where its lines are; nothing says it of a piece of one.
    pub(crate) lines: Option<&'s Lines>,
    /// What the preprocessor left out of the text: lines that it carried out, bodies of macros, branches that do not count.
    pub(crate) unread: &'s str,
    /// What there is to say so far.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Whether there may be pseudo-instructions.
    pub(crate) pseudo: bool,
    /// How many errors there are, those left out included.
    errors: usize,
    /// How many warnings there are, those left out included.
    warnings: usize,
    /// How many more names may be compared for hints.
    pub(crate) guesses_left: usize,
    /// Where the statement at hand stands.
    pub(crate) position: Position,
    /// How many of the source's files nothing in the object is in; see [`crate::text::Lines::unused_files`].
    pub(crate) unused_files: u32,
    /// The tables that declarations fill.
    pub(crate) object: Object,
    /// Where the declarations of the object's tables stand in the source.
    pub(crate) spans: DeclarationSpans,
    /// The names of uniforms, constants, aliases, inputs and outputs.
    pub(crate) names: Names<'s>,
    /// The instructions so far.
    pub(crate) code: Code,
    /// Procedures, blocks and arrays that are open.
    pub(crate) blocks: Blocks,
    /// The constants without names.
    pub(crate) literals: Literals,
    /// Procedures and labels, and what goes to them.
    pub(crate) targets: Targets<'s>,
    /// The input registers that `.in` named so far, register n at bit n.
    pub(crate) inputs_taken: u16,
    /// Where a constant, a uniform or an output was first declared.
    pub(crate) first_declaration: Option<Span>,
    /// Where `.gsh` stands.
    pub(crate) geometry: Option<Span>,
    /// The first `setemit`.
    pub(crate) set_emit: Option<Span>,
    /// The first `emit`.
    pub(crate) emit: Option<Span>,
    /// Uses of output registers that geometry shaders do not have.
    pub(crate) high_outputs: Vec<(Span, u8)>,
    /// Indices that lead out of their arrays, to be checked when the arrays have their places.
    pub(crate) beyond_arrays: Vec<BeyondArray>,
    /// Room for the values of an expression on its way.
    pub(crate) values: Vec<Value>,
    /// The numbers that an expression compared last.
    pub(crate) compared: Option<(Number, Number)>,
    /// Whether this is an expression of a directive of the preprocessor, which knows no sizes.
    pub(crate) is_fragment: bool,
    /// What the lints have seen.
    pub(crate) watch: Watch,
    /// The warnings that the source allows.
    pub(crate) allowances: Allowances,
}

/// The spans of what the object's tables list, in the same order.
#[derive(Default)]
pub(crate) struct DeclarationSpans {
    /// Of [`Object::uniforms`].
    pub(crate) uniforms: Vec<Span>,
    /// Of [`Object::constants`].
    pub(crate) constants: Vec<Span>,
    /// Of [`Object::values`].
    pub(crate) values: Vec<Span>,
    /// Of [`Object::outputs`].
    pub(crate) outputs: Vec<Span>,
}

impl<'s> Unit<'s> {
    pub(crate) fn new(text: &'s str, ast: &'s Ast, options: &Options) -> Self {
        Self {
            text,
            ast,
            lines: None,
            unread: "",
            diagnostics: Vec::new(),
            pseudo: true,
            errors: 0,
            warnings: 0,
            guesses_left: MOST_GUESSES,
            position: Position::default(),
            unused_files: 0,
            object: Object {
                padding: options.padding,
                ..Object::new()
            },
            spans: DeclarationSpans::default(),
            names: Names::default(),
            code: Code::default(),
            blocks: Blocks::default(),
            literals: Literals::default(),
            targets: Targets::default(),
            inputs_taken: 0,
            first_declaration: None,
            geometry: None,
            set_emit: None,
            emit: None,
            high_outputs: Vec::new(),
            beyond_arrays: Vec::new(),
            values: Vec::new(),
            compared: None,
            is_fragment: false,
            watch: Watch::new(options.lints),
            allowances: Allowances::default(),
        }
    }

    /// The text of a piece of the source.
    pub(crate) fn text(&self, span: Span) -> &'s str {
        text(self.text, span)
    }

    /// Takes a diagnostic that the source does not allow, or counts it if there are too many of its severity already.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        if !diagnostic.is_error()
            && let Some(lines) = self.lines
        {
            let offset = diagnostic.primary.span.start;
            if self.allowances.allow(diagnostic.kind.name(), offset, lines) {
                return;
            }
        }
        let count = match diagnostic.severity() {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
        };
        *count += 1;
        if *count <= MOST_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Whether there are errors so far.
    pub(crate) fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// All diagnostics in the order of their places. If some were left out, the last ones say so.
    pub(crate) fn take_diagnostics(&mut self) -> Vec<Diagnostic> {
        self.take_lints();
        let mut diagnostics = std::mem::take(&mut self.diagnostics);
        diagnostics.sort_by_key(|diagnostic| diagnostic.primary.span);
        let last = diagnostics.last().map(|diagnostic| diagnostic.primary.span);
        let counts = [
            (self.errors, Kind::TooManyErrors, "errors"),
            (self.warnings, Kind::TooManyWarnings, "warnings"),
        ];
        for (count, kind, noun) in counts {
            if count > MOST_DIAGNOSTICS {
                let message = format!("more than {MOST_DIAGNOSTICS} {noun}, the rest is left out");
                diagnostics.push(Diagnostic::new(kind, last.unwrap_or_default(), message));
            }
        }
        diagnostics
    }

    /// Takes a diagnostic of a kind, a place and a message.
    pub(crate) fn complain(&mut self, kind: Kind, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::new(kind, span, message));
    }
}
