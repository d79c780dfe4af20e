//! Blocks: procedures, ifs, loops, constant arrays; and the padding NOPs that the hardware needs where they close.

mod exchange;

use pica200_objfmt::formats::object::{Label, Procedure, Visibility};
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::opcode::Opcode;

use crate::diagnostic::{Diagnostic, Kind};
use crate::text::Span;
use crate::unit::Unit;

pub(crate) use self::exchange::Moved;
use self::exchange::Place;

/// What is open.
#[derive(Default)]
pub(crate) struct Blocks {
    open: Vec<Block>,
    /// Whether the last thing was the `.end` of a loop or an if: no instruction since.
    pub(crate) after_block: bool,
    /// Whether an instruction outside of all procedures was already reported since the last one.
    outside_reported: bool,
}

/// An open block.
struct Block {
    /// Its first word.
    span: Span,
    kind: BlockKind,
    /// Procedures that begin inside of it, where they must not.
    nested: Vec<Span>,
}

enum BlockKind {
    /// The index of the procedure in the object's labels.
    Procedure(usize),
    /// An if.
    If(If),
    /// The word of the `for`.
    Loop(u32),
    /// A constant array: the index in the object's constants, `None` if its declaration was refused; and how many
    /// elements it has so far.
    Array(Option<usize>, usize),
}

/// An if that is open.
struct If {
    /// Its word.
    word: u32,
    /// Where its else-body begins and its `.else` stands.
    otherwise: Option<(Place, Span)>,
    /// Where its body begins if it tests that a boolean is false.
    inverted: Option<Place>,
    /// Whether an `.elseif` opened it: then it ends where the if around it does.
    is_chained: bool,
}

/// What is known of a block when it opens.
#[derive(Clone, Copy, Default)]
pub(crate) struct Opening {
    /// Whether it is an if that tests that a boolean is false.
    pub(crate) is_inverted: bool,
    /// Whether an `.elseif` opens it.
    pub(crate) is_chained: bool,
}

impl Blocks {
    /// The procedure that is open, by its index among the labels.
    pub(crate) fn procedure(&self) -> Option<usize> {
        match self.open.first()?.kind {
            BlockKind::Procedure(index) => Some(index),
            _ => None,
        }
    }
}

impl BlockKind {
    fn noun(&self) -> &'static str {
        match self {
            Self::Procedure(_) => "procedure",
            Self::If(..) => "if",
            Self::Loop(_) => "loop",
            Self::Array(..) => "constant array",
        }
    }

    fn a_noun(&self) -> &'static str {
        match self {
            Self::Procedure(_) => "a procedure",
            Self::If(..) => "an if",
            Self::Loop(_) => "a loop",
            Self::Array(..) => "a constant array",
        }
    }
}

impl<'s> Unit<'s> {
    fn open(&mut self, span: Span, kind: BlockKind) {
        self.blocks.open.push(Block {
            span,
            kind,
            nested: Vec::new(),
        });
    }

    /// `.proc NAME`
    pub(crate) fn open_procedure(&mut self, keyword: Span, name: Option<Span>) {
        let span = name.map_or(keyword, |name| keyword.to(name));
        // Whether it is this procedure that is at fault, or the block around it that lacks its `.end`, shows when that
        // block closes or does not.
        if let Some(outer) = self.blocks.open.last_mut() {
            outer.nested.push(span);
        }
        self.blocks.after_block = false;
        self.blocks.outside_reported = false;
        self.code.after_mova = false;
        let index = self.object.labels.len();
        let name = name.map(|name| (name, self.text(name)));
        if let Some((span, name)) = name {
            self.define_procedure(name, span, index);
        }
        self.object.labels.push(Label {
            name: name.map_or("", |(_, name)| name).to_owned(),
            word: self.code.here(),
            head_rank: self.head_rank(),
            position: self.position,
            procedure: Some(Procedure {
                size: 0,
                end: self.position,
                visibility: Visibility::Global,
            }),
        });
        self.open(span, BlockKind::Procedure(index));
    }

    /// Whether the procedure of this name is open.
    pub(crate) fn is_open_procedure(&self, name: &str) -> bool {
        let is_of_name = |block: &Block| match block.kind {
            BlockKind::Procedure(index) => {
                let label = self.object.labels.get(index);
                label.is_some_and(|label| label.name == name)
            }
            _ => false,
        };
        self.blocks.open.iter().any(is_of_name)
    }

    /// How many empty procedures precede, while there is no word yet.
    pub(crate) fn head_rank(&self) -> u16 {
        if self.code.words.is_empty() {
            self.targets.head_procedures
        } else {
            0
        }
    }

    /// An if or a loop whose instruction was just emitted at `word`, or could not be.
    pub(crate) fn open_block(&mut self, span: Span, opcode: Opcode, word: u32, opening: Opening) {
        match opcode {
            Opcode::Ifc | Opcode::Ifu => {
                let inverted = opening.is_inverted.then(|| self.place());
                self.open(
                    span,
                    BlockKind::If(If {
                        word,
                        otherwise: None,
                        inverted,
                        is_chained: opening.is_chained,
                    }),
                );
            }
            Opcode::For => self.open(span, BlockKind::Loop(word)),
            _ => {}
        }
    }

    /// `.constfa NAME[n]`
    pub(crate) fn open_array(&mut self, span: Span, constant: Option<usize>) {
        self.open(span, BlockKind::Array(constant, 0));
    }

    /// The array that a `.constfa (...)` belongs to, and the number of the element: `None` outside of an array.
    pub(crate) fn next_element(&mut self) -> Option<(Option<usize>, usize)> {
        let BlockKind::Array(constant, count) = &mut self.blocks.open.last_mut()?.kind else {
            return None;
        };
        *count += 1;
        Some((*constant, *count - 1))
    }

    /// Whether the innermost block is a constant array.
    pub(crate) fn in_array(&self) -> bool {
        matches!(
            self.blocks.open.last(),
            Some(Block {
                kind: BlockKind::Array(..),
                ..
            })
        )
    }

    /// Checks that an instruction stands in a procedure. One complaint for a run of instructions is enough.
    pub(crate) fn check_inside_procedure(&mut self, span: Span) {
        let message = match self.blocks.open.last() {
            Some(Block {
                kind: BlockKind::Array(..),
                span: array,
                ..
            }) => {
                let array = *array;
                let diagnostic = Diagnostic::new(
                    Kind::OutsideProcedure,
                    span,
                    "an instruction inside of a constant array",
                )
                .also(array, "the array begins here");
                self.report(diagnostic);
                return;
            }
            Some(_) => return,
            None => "an instruction outside of a procedure",
        };
        if !std::mem::replace(&mut self.blocks.outside_reported, true) {
            let help = "instructions stand between `.proc NAME` and `.end`";
            self.report(Diagnostic::new(Kind::OutsideProcedure, span, message).help(help));
        }
    }

    /// Checks that `break` or `breakc` stands in a loop.
    pub(crate) fn check_inside_loop(&mut self, span: Span, mnemonic: &str) {
        let blocks = self.blocks.open.iter().rev();
        let mut inner = blocks.take_while(|block| !matches!(block.kind, BlockKind::Procedure(_)));
        let mut inside_if = None;
        let found = inner.any(|block| {
            if matches!(block.kind, BlockKind::If(..)) {
                inside_if = inside_if.or(Some(block.span));
            }
            matches!(block.kind, BlockKind::Loop(_))
        });
        if !found {
            self.complain(
                Kind::OutsideLoop,
                span,
                format!("`{mnemonic}` outside of a loop"),
            );
        } else if let Some(opened) = inside_if {
            let message = format!("`{mnemonic}` inside of an if leaves the if open in the machine");
            let diagnostic = Diagnostic::new(Kind::BreakInIf, span, message)
                .also(opened, "the if begins here")
                .help("a later `.else` may then be taken wrongly; leave the if first, and use `breakc`");
            self.report(diagnostic);
        }
    }

    /// `.else`, or the one in an `.elseif`. Answers whether an if was there to take it.
    pub(crate) fn meet_else(&mut self, span: Span, directive: &str) -> bool {
        let Some(Block {
            kind: BlockKind::If(block),
            ..
        }) = self.blocks.open.last()
        else {
            let message = format!("`{directive}` without an if");
            self.complain(Kind::UnexpectedElse, span, message);
            return false;
        };
        let (word, is_inverted) = (block.word, block.inverted.is_some());
        if let Some((_, earlier)) = block.otherwise {
            let message = match directive {
                ".else" => "a second `.else` for the same if".to_owned(),
                _ => format!("`{directive}` behind the `.else` of the same if"),
            };
            let diagnostic =
                Diagnostic::new(Kind::UnexpectedElse, span, message).also(earlier, "the first one");
            self.report(diagnostic);
            return false;
        }
        let empty = self.code.here() == word + 1;
        if is_inverted {
            self.pad_inverted_else(span, word);
        } else if self.blocks.after_block || empty || self.code.last_opcode().is_some_and(leaves) {
            self.pad(span);
        }
        self.code.after_mova = false;
        let here = self.place();
        if let Some(Block {
            kind: BlockKind::If(block),
            ..
        }) = self.blocks.open.last_mut()
        {
            block.otherwise = Some((here, span));
        }
        true
    }

    /// `.end`: closes the innermost block, and if an `.elseif` opened that, those around it up to the first if.
    pub(crate) fn close(&mut self, span: Span) {
        while self.close_innermost(span) {}
    }

    /// Closes the innermost block. Answers whether the one around it ends here, too.
    fn close_innermost(&mut self, span: Span) -> bool {
        let Some(block) = self.blocks.open.pop() else {
            let help = "there is no procedure, if, loop or constant array to end";
            self.report(
                Diagnostic::new(Kind::UnexpectedEnd, span, "`.end` without a block").help(help),
            );
            return false;
        };
        for nested in &block.nested {
            let message = format!("a procedure begins inside of {}", block.kind.a_noun());
            let diagnostic = Diagnostic::new(Kind::NestedProcedure, *nested, message)
                .also(block.span, format!("the {} begins here", block.kind.noun()));
            self.report(diagnostic);
        }
        match block.kind {
            BlockKind::Procedure(index) => self.close_procedure(span, index),
            BlockKind::If(opened) => {
                self.close_if(span, block.span, &opened);
                self.blocks.after_block = true;
                return opened.is_chained;
            }
            BlockKind::Loop(word) => {
                let empty = self.code.here() == word + 1;
                self.pad_end(span, empty, true);
                self.set_target(word, self.code.here().saturating_sub(1), 0);
                self.blocks.after_block = true;
            }
            BlockKind::Array(constant, count) => self.close_array(block.span, constant, count),
        }
        false
    }

    fn close_procedure(&mut self, span: Span, index: usize) {
        let Some(start) = self.object.labels.get(index).map(|label| label.word) else {
            return;
        };
        let empty = start == self.code.here();
        if empty && self.code.words.is_empty() {
            // Whether this one needs padding depends on what is linked before it.
            self.targets.head_procedures = self.targets.head_procedures.saturating_add(1);
        } else {
            self.pad_end(span, empty, false);
        }
        let size = self.code.here() - start;
        let end = self.position;
        if let Some(label) = self.object.labels.get_mut(index) {
            let visibility = Visibility::Global;
            label.procedure = Some(Procedure {
                size,
                end,
                visibility,
            });
        }
        self.blocks.after_block = false;
    }

    /// The `.end` of an if that was opened at a place.
    fn close_if(&mut self, span: Span, opened: Span, block: &If) {
        if let Some(first) = block.inverted {
            return self.close_inverted(span, opened, block, first);
        }
        let empty = self.code.here() == block.word + 1;
        self.pad_end(span, empty, false);
        match block.otherwise {
            Some((start, otherwise)) => {
                self.set_else(block.word, start.word(), opened, otherwise);
            }
            None => self.set_target(block.word, self.code.here(), 0),
        }
    }

    /// Fills in that the else-body of an if goes from a word up to here.
    fn set_else(&mut self, word: u32, start: u32, opened: Span, otherwise: Span) {
        let len = self.code.here() - start;
        match u8::try_from(len) {
            Ok(len) => self.set_target(word, start, len),
            Err(_) => {
                let message = format!(
                    "the else-body has {len} words, more than the {} that can be encoded",
                    limits::COUNT
                );
                let diagnostic = Diagnostic::new(Kind::BlockTooLong, otherwise, message);
                self.report(if otherwise == opened {
                    diagnostic.help("the body of an `ifu` with `!` becomes its else-body")
                } else {
                    diagnostic.also(opened, "the if")
                });
            }
        }
    }

    /// Fills in where an if or a loop goes.
    fn set_target(&mut self, word: u32, target: u32, count: u8) {
        let Some(bits) = self.code.words.get_mut(word as usize) else {
            return;
        };
        let layout = Opcode::of_word(*bits).and_then(|opcode| opcode.layout().target);
        if let Some([num, dst]) = layout {
            *bits = dst.set(num.set(*bits, count.into()), target);
        }
    }

    /// Pads at the `.end` of a procedure, an if or a loop, if need be.
    fn pad_end(&mut self, span: Span, empty: bool, of_loop: bool) {
        let last = self.code.last_opcode();
        let breaks = of_loop && matches!(last, Some(Opcode::Break | Opcode::Breakc));
        if self.blocks.after_block || empty || breaks || last.is_some_and(leaves) {
            self.pad(span);
        }
    }

    /// Puts a NOP in, or says that one is missing.
    fn pad(&mut self, span: Span) {
        if self.object.padding {
            self.emit_word(span, Opcode::Nop.base_word());
        } else {
            self.blocks.after_block = false;
            let help = "without it the console loses a jump or the end of a block; assemble without `--no-nop`";
            let diagnostic = Diagnostic::new(
                Kind::PaddingNopRequired,
                span,
                "a padding NOP is required here",
            )
            .help(help);
            self.report(diagnostic);
        }
    }

    /// Reports the outermost block that was never closed.
    pub(crate) fn check_all_closed(&mut self) {
        let Some(block) = self.blocks.open.first() else {
            return;
        };
        let noun = block.kind.noun();
        let named = self.text(block.span);
        let diagnostic = Diagnostic::new(
            Kind::UnclosedBlock,
            block.span,
            format!("the {noun} `{named}` is not closed"),
        )
        .help("each procedure, if, loop and constant array needs an `.end`");
        self.report(match block.nested.first() {
            Some(&nested) => diagnostic.also(nested, "a procedure begins inside of it"),
            None => diagnostic,
        });
    }
}

/// Whether an instruction goes elsewhere, so that it must not be the last of a block.
fn leaves(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::Jmpc | Opcode::Jmpu | Opcode::Call | Opcode::Callc | Opcode::Callu
    )
}
