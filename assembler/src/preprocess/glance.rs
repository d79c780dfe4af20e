//! Looking ahead: how many blocks of the assembler lines open, and whether a block or the branch that it is in ends first.

use super::frame::line_len;
use super::head::{Head, Word};
use crate::directive::Directive;
use crate::format::step;
use crate::line::tail;

/// How deep conditionals are looked into while something is looked for.
const MOST_LEVELS: usize = 16;

/// How many blocks a macro opens and does not close, by its name; `None` if there is no such macro.
type Opened<'g> = &'g dyn Fn(&str) -> Option<i64>;

/// A look at lines that are not read yet.
pub(crate) struct Glance<'g> {
    opened: Opened<'g>,
    /// How many more lines may be looked at.
    pub(crate) lines_left: u32,
}

/// A conditional that is looked into.
struct Level {
    /// Whether the blocks of its branch count: those of its first branch stand for all.
    counts: bool,
    /// How many blocks were open before it.
    before: i64,
}

/// What is known at a line.
#[derive(Default)]
struct State {
    levels: Vec<Level>,
    /// How many blocks were opened and not closed.
    blocks: i64,
    /// How many bodies of macros the line is in.
    bodies: usize,
}

impl State {
    fn counts(&self) -> bool {
        self.levels.iter().all(|level| level.counts)
    }

    /// Another branch of the innermost conditional.
    fn begin_branch(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.counts = false;
        }
    }
}

impl<'g> Glance<'g> {
    /// A look at so many lines at most.
    pub(crate) fn new(opened: Opened<'g>, lines: u32) -> Self {
        Self {
            opened,
            lines_left: lines,
        }
    }

    /// How many blocks some lines open and do not close.
    pub(super) fn blocks(&mut self, text: &str) -> i64 {
        let mut state = State::default();
        let mut rest = text;
        while let Some((line, behind)) = self.next(rest) {
            rest = behind;
            self.take(line, behind, &mut state, 0);
        }
        state.blocks
    }

    /// Whether the block that is open at the beginning of a text ends before the branch that it is in; `None` if too
    /// many lines would have to be looked at.
    pub(crate) fn block_ends_first(&mut self, text: &str) -> Option<bool> {
        let ends_first = self.ends_first(text, 0);
        (self.lines_left > 0).then_some(ends_first)
    }

    fn ends_first(&mut self, text: &str, depth: usize) -> bool {
        let mut state = State::default();
        let mut rest = text;
        while let Some((line, behind)) = self.next(rest) {
            rest = behind;
            let is_outside = state.levels.is_empty() && state.bodies == 0;
            match Head::of(line).word {
                Word::Directive(Directive::Elif | Directive::Endif) if is_outside => return false,
                // Of two, the first is the block's.
                Word::Directive(Directive::Else) if is_outside && state.blocks == 0 => {
                    return true;
                }
                _ => self.take(line, behind, &mut state, depth),
            }
            if state.blocks < 0 {
                return true;
            }
        }
        true
    }

    /// The first line of a text, and what is behind it.
    fn next<'t>(&mut self, text: &'t str) -> Option<(&'t str, &'t str)> {
        let len = line_len(text);
        if len == 0 {
            return None;
        }
        self.lines_left = self.lines_left.checked_sub(1)?;
        Some((text.get(..len)?, tail(text, len)))
    }

    /// Notes what a line does.
    fn take(&mut self, line: &str, behind: &str, state: &mut State, depth: usize) {
        let word = Head::of(line).word;
        match word {
            Word::Directive(Directive::Macro) => state.bodies += 1,
            Word::Directive(Directive::Endm) => state.bodies = state.bodies.saturating_sub(1),
            _ if state.bodies > 0 => {}
            Word::Directive(Directive::If | Directive::Ifdef | Directive::Ifndef) => {
                let before = state.blocks;
                state.levels.push(Level {
                    counts: true,
                    before,
                });
            }
            Word::Directive(Directive::Elif) => state.begin_branch(),
            Word::Directive(Directive::Endif) => drop(state.levels.pop()),
            Word::Directive(Directive::Else) => {
                let is_in_block = |level: &Level| level.counts && state.blocks > level.before;
                let may_be_of_block = state.levels.last().is_some_and(is_in_block);
                let is_of_block =
                    may_be_of_block && (depth >= MOST_LEVELS || self.ends_first(behind, depth + 1));
                if !is_of_block {
                    state.begin_branch();
                }
            }
            _ if !state.counts() => {}
            Word::Name(name) => {
                let of_macro = (self.opened)(name);
                state.blocks += of_macro.unwrap_or_else(|| step(line).blocks_opened());
            }
            _ => state.blocks += step(line).blocks_opened(),
        }
    }
}
