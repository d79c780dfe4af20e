//! Block structure of a program: matches openers and closers.

use pica200_diagnostics::Code as Name;

use crate::diagnostic::{Diagnostic, Place, diagnose};
use crate::program::{Code, Item};

/// For each item that opens a block, its boundaries; for each item, its enclosing block.
#[derive(Debug)]
pub(crate) struct Blocks {
    /// The item after which execution continues if it does not run the next item: for an if, the else or the end; for
    /// an else, the end of its if; for a break, the end of the loop.
    pub(crate) other: Vec<Option<usize>>,
    /// The index of the item that opens the innermost block around each item; `None` outside of all blocks.
    pub(crate) around: Vec<Option<usize>>,
}

/// An open block.
struct Open {
    item: usize,
    is_loop: bool,
    alternative: Option<usize>,
    breaks: Vec<usize>,
}

impl Blocks {
    /// Finds the blocks of a program. Unmatched boundaries are errors.
    pub(crate) fn new(items: &[Item], diagnostics: &mut Vec<Diagnostic>) -> Self {
        let mut blocks = Self {
            other: vec![None; items.len()],
            around: vec![None; items.len()],
        };
        let mut open: Vec<Open> = Vec::new();
        // The open loops, as indices of the open blocks.
        let mut loops: Vec<usize> = Vec::new();
        for (number, item) in items.iter().enumerate() {
            blocks.set_around(number, open.last().map(|open| open.item));
            match item.code() {
                Some(code @ (Code::If(_) | Code::Loop(_))) => {
                    let is_loop = matches!(code, Code::Loop(_));
                    if is_loop {
                        loops.push(open.len());
                    }
                    open.push(Open {
                        item: number,
                        is_loop,
                        alternative: None,
                        breaks: Vec::new(),
                    });
                }
                Some(Code::Else) => match open.last_mut() {
                    Some(of) if !of.is_loop && of.alternative.is_none() => {
                        of.alternative = Some(number);
                        blocks.set_around(number, None);
                    }
                    _ => diagnostics.push(unmatched(item, "`else` without an if")),
                },
                Some(Code::EndIf) => match open.pop_if(|open| !open.is_loop) {
                    Some(closed) => blocks.close_if(&closed, number),
                    None => diagnostics.push(unmatched(item, "`endif` without an if")),
                },
                Some(Code::EndLoop) => match open.pop_if(|open| open.is_loop) {
                    Some(closed) => {
                        loops.pop();
                        blocks.close_loop(&closed, number);
                    }
                    None => diagnostics.push(unmatched(item, "`endloop` without a loop")),
                },
                Some(Code::Break(_)) => match loops.last().and_then(|of| open.get_mut(*of)) {
                    Some(of) => of.breaks.push(number),
                    None => diagnostics.push(unmatched(item, "`breakc` outside of a loop")),
                },
                _ => {}
            }
        }
        for open in open {
            if let Some(item) = items.get(open.item) {
                diagnostics.push(unmatched(item, "this block has no end"));
            }
        }
        blocks
    }

    fn set_around(&mut self, item: usize, around: Option<usize>) {
        if let Some(place) = self.around.get_mut(item) {
            *place = around;
        }
    }

    fn set_other(&mut self, item: usize, other: usize) {
        if let Some(place) = self.other.get_mut(item) {
            *place = Some(other);
        }
    }

    fn close_if(&mut self, open: &Open, end: usize) {
        let around = self.around.get(open.item).copied().flatten();
        self.set_around(end, around);
        self.set_other(open.item, open.alternative.unwrap_or(end));
        if let Some(alternative) = open.alternative {
            self.set_other(alternative, end);
            self.set_around(alternative, around);
        }
    }

    fn close_loop(&mut self, open: &Open, end: usize) {
        let around = self.around.get(open.item).copied().flatten();
        self.set_around(end, around);
        for number in &open.breaks {
            self.set_other(*number, end);
        }
    }
}

/// Returns the error about an unmatched boundary.
fn unmatched(item: &Item, message: &str) -> Diagnostic {
    diagnose(Name::CrossingBodies, Place::line(item.line), message)
}
