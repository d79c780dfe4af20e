//! Conditionals: `.if`, `.ifdef`, `.ifndef`, `.elif`, `.else`, `.endif`.

use super::Preprocessor;
use super::line::Line;
use super::ordinary::takes_else;
use crate::diagnostic::{Code, diagnose};
use crate::directive::Directive;
use crate::syntax::BlockEffect;
use crate::syntax::ast::StatementKind;
use crate::syntax::head::{Head, Word};
use crate::text::Span;
use crate::text::is_name;

/// An open conditional.
pub(super) struct Conditional {
    /// Span of the directive that opened it.
    pub(super) at: Span,
    branch: Branch,
    /// Span of its `.else`.
    other: Option<Span>,
    /// Number of blocks that the branch opened and did not close.
    pub(super) blocks: i64,
    /// The number for the active branch.
    blocks_kept: i64,
    /// True if blocks are no longer counted: in a dead conditional, the first branch represents all branches.
    is_counted: bool,
}

/// The state of the current branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Branch {
    /// It is active.
    Active,
    /// It is inactive, and so were all earlier branches.
    Pending,
    /// It is inactive because an earlier branch was active.
    Done,
    /// The conditional is on inactive lines. Only its end matters.
    Dead,
}

/// Help about the order of the directives.
const HELP: &str = "a conditional consists of `.if`, `.elif`, `.else` and `.endif`, in this order";

impl<'s> Preprocessor<'_, 's> {
    /// Returns true if the current lines are inactive.
    pub(super) fn is_skipping(&self) -> bool {
        self.conditionals
            .last()
            .is_some_and(|conditional| conditional.branch != Branch::Active)
    }

    /// Handles a line of an inactive branch. Directives of the conditional itself are still executed.
    pub(super) fn skipped_line(&mut self, line: &Line<'s>, head: &Head<'_>) {
        match head.word {
            Word::Directive(directive @ (Directive::If | Directive::Ifdef | Directive::Ifndef)) => {
                let at = self.drop_line(line, head);
                self.open_conditional(directive, at, line, head);
            }
            Word::Directive(Directive::Elif) => {
                let at = self.drop_line(line, head);
                self.elif(at, line, head);
            }
            Word::Directive(Directive::Else) if self.takes_skipped_else() => {
                let at = self.drop_line(line, head);
                self.else_branch(at, line, head);
            }
            Word::Directive(Directive::Endif) => {
                let at = self.drop_line(line, head);
                self.endif(at, line, head);
            }
            Word::Directive(Directive::Macro) => {
                let at = self.drop_line(line, head);
                if let Some(body) = self.body(Directive::Macro, Directive::Endm, at) {
                    self.output.hide(&body.text);
                }
            }
            Word::Name(name) => {
                self.output.hide(line.text());
                let in_macro = self.macros.get(name).map(|callee| callee.blocks);
                self.add_blocks(in_macro.unwrap_or_else(|| BlockEffect::from_line(line.text()).blocks_opened()));
            }
            _ => {
                self.output.hide(line.text());
                self.add_blocks(BlockEffect::from_line(line.text()).blocks_opened());
            }
        }
    }

    /// Returns true if the innermost conditional is on inactive lines.
    pub(super) fn is_dead(&self) -> bool {
        self.conditionals
            .last()
            .is_some_and(|conditional| conditional.branch == Branch::Dead)
    }

    /// Records a line that was read while lines were inactive, including a body that it begins, unless it is a
    /// directive of an active conditional. `was_dead` and `consumed` are [`is_dead`](Self::is_dead) and the number
    /// of executed lines, both before the line.
    pub(super) fn record_skipped(&mut self, line: &Line<'s>, head: &Head<'_>, (was_dead, consumed): (bool, usize)) {
        let is_of_conditional = matches!(
            head.word,
            Word::Directive(Directive::Elif | Directive::Else | Directive::Endif)
        );
        let is_consumed = self.output.consumed.len() > consumed;
        let is_left_out = was_dead || !is_of_conditional || !is_consumed;
        let frame = self.frames.last();
        if let (true, Some(record), Some(frame)) = (is_left_out, &mut self.record, frame) {
            record.note_inactive(frame, line.start()..frame.offset());
        }
    }

    /// Drops an inactive line, including its labels, whose directive can be reported. Returns the span of the
    /// directive.
    fn drop_line(&mut self, line: &Line<'s>, head: &Head<'_>) -> Span {
        self.consume_from(line, 0, head.start)
    }

    /// Handles `.if`, `.ifdef` and `.ifndef`.
    pub(super) fn open_conditional(&mut self, directive: Directive, at: Span, line: &Line<'s>, head: &Head<'_>) {
        let branch = if self.is_skipping() {
            Branch::Dead
        } else if self.condition(directive, at, line, head) {
            Branch::Active
        } else {
            Branch::Pending
        };
        self.conditionals.push(Conditional {
            at,
            branch,
            other: None,
            blocks: 0,
            blocks_kept: 0,
            is_counted: false,
        });
    }

    /// Evaluates the condition of a directive. A condition with an error is false.
    fn condition(&mut self, directive: Directive, at: Span, line: &Line<'s>, head: &Head<'_>) -> bool {
        if matches!(directive, Directive::If | Directive::Elif) {
            let number = self.evaluate(directive, line, head.end, at);
            return number.is_some_and(|number| number.is_true());
        }
        let name = head.operands(line.text());
        if !is_name(name) {
            self.report_malformed(directive, at);
            return false;
        }
        let is_defined = self.is_defined(name);
        is_defined == (directive == Directive::Ifdef)
    }

    /// Returns the innermost conditional of the current frame, or reports that there is none.
    fn current_conditional(&mut self, name: &str, at: Span) -> Option<&mut Conditional> {
        let outer = self.frames.last().map_or(0, |frame| frame.conditionals);
        if self.conditionals.len() > outer {
            return self.conditionals.last_mut();
        }
        let message = format!("`.{name}` without `.if`");
        let help = match name {
            "elif" => "`.elif` belongs to `.if`; write `.elseif` in an `ifc` or `ifu`",
            "endif" => "`.endif` ends an `.if`; write `.end` to end an `ifc`, `ifu` or `for`",
            _ => HELP,
        };
        self.report(diagnose(Code::UnexpectedConditional, at, message).with_help(help));
        None
    }

    /// Ends the current branch. Returns true if the next branch can be active. Reports a branch after `.else`.
    fn end_branch(&mut self, name: &str, at: Span) -> bool {
        let Some(conditional) = self.current_conditional(name, at) else {
            return false;
        };
        if conditional.branch == Branch::Dead {
            conditional.is_counted = true;
            return false;
        }
        let other = conditional.other;
        let may_be_active = conditional.branch == Branch::Pending && other.is_none();
        conditional.end_branch();
        if let Some(other) = other {
            let message = format!("`.{name}` after `.else`");
            self.report(
                diagnose(Code::UnexpectedConditional, at, message)
                    .with_secondary(other, "the `.else` is here")
                    .with_help(HELP),
            );
        }
        may_be_active
    }

    /// Handles `.elif`.
    pub(super) fn elif(&mut self, at: Span, line: &Line<'s>, head: &Head<'_>) {
        let counts = self.end_branch("elif", at) && self.condition(Directive::Elif, at, line, head);
        if let (true, Some(conditional)) = (counts, self.conditionals.last_mut()) {
            conditional.branch = Branch::Active;
        }
    }

    /// Handles the `.else` of a conditional.
    pub(super) fn else_branch(&mut self, at: Span, line: &Line<'s>, head: &Head<'_>) {
        let counts = self.end_branch("else", at);
        if let Some(conditional) = self.conditionals.last_mut() {
            conditional.other = Some(at);
            if counts {
                conditional.branch = Branch::Active;
            }
        }
        self.check_nothing_follows(Directive::Else, at, line, head);
    }

    /// Handles `.endif`.
    pub(super) fn endif(&mut self, at: Span, line: &Line<'s>, head: &Head<'_>) {
        self.check_nothing_follows(Directive::Endif, at, line, head);
        let Some(conditional) = self.current_conditional("endif", at) else {
            // It may have been meant to close a block of the assembler.
            return self.ast.push(at, StatementKind::Broken);
        };
        conditional.end_branch();
        let kept = match conditional.branch {
            Branch::Dead => conditional.blocks,
            _ => conditional.blocks_kept,
        };
        self.conditionals.pop();
        if let Some(outer) = self.conditionals.last_mut() {
            outer.blocks += kept;
        }
    }

    fn check_nothing_follows(&mut self, directive: Directive, at: Span, line: &Line<'s>, head: &Head<'_>) {
        if !head.operands(line.text()).is_empty() {
            self.report_malformed(directive, at);
        }
    }

    /// Updates the number of blocks that the current branch opened and did not close.
    fn add_blocks(&mut self, opened: i64) {
        if let Some(conditional) = self.conditionals.last_mut().filter(|last| !last.is_counted) {
            conditional.blocks += opened;
        }
    }

    /// Returns true if an `.else` on inactive lines belongs to the innermost conditional.
    fn takes_skipped_else(&mut self) -> bool {
        let (Some(frame), Some(last)) = (self.frames.last(), self.conditionals.last()) else {
            return false;
        };
        if self.conditionals.len() <= frame.conditionals {
            return false;
        }
        let opened = if last.is_counted { 0 } else { last.blocks };
        let takes = takes_else(opened, frame.rest(), &mut self.lookahead, &self.macros);
        if takes.is_none() {
            self.stop(self.outermost());
        }
        takes == Some(true)
    }
}

impl Conditional {
    fn end_branch(&mut self) {
        if self.branch == Branch::Dead {
            return;
        }
        if self.branch == Branch::Active {
            self.blocks_kept = self.blocks;
            self.branch = Branch::Done;
        }
        self.blocks = 0;
    }
}
