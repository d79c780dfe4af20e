//! Lookahead: counts the blocks that some lines open, and finds out whether a block or the enclosing branch of a
//! conditional ends first.

use super::effect::BlockEffect;
use super::head::{Head, Word};
use crate::directive::Directive;
use crate::text::{line_len, tail};

/// Maximum depth of conditionals in a search.
const MAX_LEVELS: usize = 16;

/// Returns the number of blocks that a macro opens and does not close; `None` if there is no such macro.
type OpenedBlocks<'o> = &'o dyn Fn(&str) -> Option<i64>;

/// Looks ahead by a limited total number of lines.
#[derive(Clone, Debug)]
pub struct Lookahead {
    /// Remaining number of lines.
    lines_left: u32,
}

/// A conditional in a search.
struct Level {
    /// True if the blocks of its branch are counted: the first branch represents all branches.
    counts: bool,
    /// Number of blocks that were open before it.
    before: i64,
}

/// The state at a line.
#[derive(Default)]
struct State {
    levels: Vec<Level>,
    /// Number of blocks that were opened and not closed.
    blocks: i64,
    /// Number of macro bodies around the line.
    bodies: usize,
}

impl State {
    fn is_counted(&self) -> bool {
        self.levels.iter().all(|level| level.counts)
    }

    /// Handles the start of another branch of the innermost conditional.
    fn begin_branch(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.counts = false;
        }
    }
}

impl Default for Lookahead {
    fn default() -> Self {
        Self { lines_left: 1 << 17 }
    }
}

impl Lookahead {
    /// Returns the number of blocks that some lines open and do not close.
    pub(crate) fn blocks(&mut self, text: &str, opened: OpenedBlocks<'_>) -> i64 {
        let mut state = State::default();
        let mut rest = text;
        while let Some((line, after)) = self.next(rest) {
            rest = after;
            self.take(line, after, &mut state, opened, 0);
        }
        state.blocks
    }

    /// Returns true if the block that is open at the start of a text ends before the enclosing branch; `None` if this
    /// takes too many lines. `opened` gives the number of blocks that a macro opens and does not close, `None` if there
    /// is no such macro.
    pub fn block_ends_first(&mut self, text: &str, opened: &dyn Fn(&str) -> Option<i64>) -> Option<bool> {
        let ends_first = self.ends_first(text, opened, 0);
        (self.lines_left > 0).then_some(ends_first)
    }

    fn ends_first(&mut self, text: &str, opened: OpenedBlocks<'_>, depth: usize) -> bool {
        let mut state = State::default();
        let mut rest = text;
        while let Some((line, after)) = self.next(rest) {
            rest = after;
            let is_outside = state.levels.is_empty() && state.bodies == 0;
            match Head::parse(line).word {
                Word::Directive(Directive::Elif | Directive::Endif) if is_outside => return false,
                // Of two `.else`, the first belongs to the block.
                Word::Directive(Directive::Else) if is_outside && state.blocks == 0 => {
                    return true;
                }
                _ => self.take(line, after, &mut state, opened, depth),
            }
            if state.blocks < 0 {
                return true;
            }
        }
        true
    }

    /// Splits off the first line of a text.
    fn next<'t>(&mut self, text: &'t str) -> Option<(&'t str, &'t str)> {
        let len = line_len(text);
        if len == 0 {
            return None;
        }
        self.lines_left = self.lines_left.checked_sub(1)?;
        Some((text.get(..len)?, tail(text, len)))
    }

    /// Records the effect of a line.
    fn take(&mut self, line: &str, after: &str, state: &mut State, opened: OpenedBlocks<'_>, depth: usize) {
        let word = Head::parse(line).word;
        match word {
            Word::Directive(Directive::Macro) => state.bodies += 1,
            Word::Directive(Directive::Endm) => state.bodies = state.bodies.saturating_sub(1),
            _ if state.bodies > 0 => {}
            Word::Directive(Directive::If | Directive::Ifdef | Directive::Ifndef) => {
                let before = state.blocks;
                state.levels.push(Level { counts: true, before });
            }
            Word::Directive(Directive::Elif) => state.begin_branch(),
            Word::Directive(Directive::Endif) => drop(state.levels.pop()),
            Word::Directive(Directive::Else) => {
                let is_in_block = |level: &Level| level.counts && state.blocks > level.before;
                let may_be_of_block = state.levels.last().is_some_and(is_in_block);
                let is_of_block = may_be_of_block && (depth >= MAX_LEVELS || self.ends_first(after, opened, depth + 1));
                if !is_of_block {
                    state.begin_branch();
                }
            }
            _ if !state.is_counted() => {}
            Word::Name(name) => {
                let in_macro = opened(name);
                state.blocks += in_macro.unwrap_or_else(|| BlockEffect::from_line(line).blocks_opened());
            }
            _ => state.blocks += BlockEffect::from_line(line).blocks_opened(),
        }
    }
}
