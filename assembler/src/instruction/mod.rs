//! Instructions: from a mnemonic and terms to a word and its relocation record.

mod arithmetic;
mod flow;
mod geometry;
mod pseudo;
mod sources;

pub(crate) use self::sources::Source;

use pica200_objfmt::isa::opcode::{OPCODES, Opcode, Operands};
use pica200_objfmt::similar::most_similar;

pub use self::pseudo::{PSEUDO_INSTRUCTIONS, PseudoInfo};

use self::pseudo::{Pseudo, is_inverted};
use crate::block::Opening;
use crate::diagnostic::{Diagnostic, Kind};
use crate::directive::Directive;
use crate::syntax::ast::{Lead, List, Term};
use crate::text::Span;
use crate::unit::Unit;

/// Whether an instruction opens a block.
pub(crate) fn opens_block(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Ifc | Opcode::Ifu | Opcode::For)
}

/// Whether two words differ in the order of their letters at most: a slip of the fingers, hardly another word.
fn has_same_letters(one: &str, other: &str) -> bool {
    let sorted = |word: &str| {
        let mut letters = word.to_ascii_lowercase().into_bytes();
        letters.sort_unstable();
        letters
    };
    sorted(one) == sorted(other)
}

/// The operands of an instruction: for each the terms that stand between two commas.
///
/// No instruction takes more than [`Args::MOST`]; of further ones only the number is known.
pub(crate) struct Args<'t> {
    operands: [&'t [Term]; Args::MOST],
    count: usize,
    /// The first operand that is one too many for any instruction.
    excess: Option<Span>,
}

impl<'t> Args<'t> {
    const MOST: usize = 4;

    fn new(terms: &'t [Term]) -> Self {
        let mut args = Self {
            operands: [&[]; Self::MOST],
            count: 0,
            excess: None,
        };
        for operand in terms.chunk_by(|_, next| next.lead != Lead::Operand) {
            match args.operands.get_mut(args.count) {
                Some(slot) => *slot = operand,
                None => args.excess = args.excess.or(operand.first().map(|term| term.span)),
            }
            args.count += 1;
        }
        args
    }

    /// The terms of an operand. Empty if there is no such operand.
    pub(crate) fn terms(&self, n: usize) -> &'t [Term] {
        self.operands.get(n).copied().unwrap_or_default()
    }

    /// Where an operand stands.
    fn span(&self, n: usize) -> Option<Span> {
        match self.terms(n) {
            [first, .., last] => Some(first.span.to(last.span)),
            [only] => Some(only.span),
            [] => self.excess,
        }
    }
}

/// How an instruction is written, as far as the number of its operands goes.
#[derive(Clone, Copy)]
struct Form {
    mnemonic: &'static str,
    /// The operands, for messages.
    usage: &'static str,
    operands: Operands,
    /// How many there are: the least, the most.
    count: (usize, usize),
}

impl Form {
    fn of(mnemonic: &'static str, operands: Operands) -> Self {
        Self {
            mnemonic,
            usage: operands.usage(),
            operands,
            count: operands.count(),
        }
    }

    fn of_opcode(opcode: Opcode) -> Self {
        let info = opcode.info();
        Self::of(info.mnemonic, info.operands)
    }
}

impl Unit<'_> {
    /// An instruction that could be parsed.
    pub(crate) fn instruction(&mut self, keyword: Span, terms: &List) {
        self.object.makes_shader = true;
        let Some(opcode) = Opcode::from_mnemonic(self.text(keyword)) else {
            return match Pseudo::from_mnemonic(self.text(keyword)) {
                Some(pseudo) => self.pseudo_instruction(keyword, pseudo, terms),
                None => self.unknown_instruction(keyword),
            };
        };
        self.check_inside_procedure(keyword);
        self.watch_instruction(keyword, opcode);
        let args = Args::new(self.ast.terms(terms));
        let before = self.code.here();
        if self.check_count(keyword, Form::of_opcode(opcode), &args) {
            self.check_mova(keyword, opcode);
            self.encode(keyword, opcode, &args);
        }
        if self.code.here() == before {
            // Something was wrong; the blocks around it are counted all the same.
            self.emit_word(keyword, opcode.base_word());
        }
        if !self.names_block_end(&args) {
            let opening = Opening {
                is_inverted: is_inverted(opcode, &args),
                is_chained: false,
            };
            self.open_block(keyword, opcode, before, opening);
        }
    }

    /// An instruction whose operands could not be parsed. It opens its block all the same.
    pub(crate) fn broken_instruction(&mut self, keyword: Span) {
        self.object.makes_shader = true;
        if let Some(opcode) = Opcode::from_mnemonic(self.text(keyword)) {
            let here = self.code.here();
            self.emit_word(keyword, opcode.base_word());
            self.open_block(keyword, opcode, here, Opening::default());
        }
    }

    /// Reports a mnemonic that there is not. If it was probably meant to open a block, it opens one.
    fn unknown_instruction(&mut self, keyword: Span) {
        let word = self.text(keyword);
        let message = format!("unknown instruction `{word}`");
        // Who writes `if` in code means that of the shader.
        let directive = Directive::from_name(word).filter(|directive| *directive != Directive::If);
        let pseudo = PSEUDO_INSTRUCTIONS.iter().map(PseudoInfo::mnemonic);
        let known = OPCODES.iter().map(|info| info.mnemonic).chain(pseudo);
        let meant = most_similar(word, known);
        let help = match (directive, meant) {
            (Some(_), _) => Some(format!("did you mean `.{}`?", word.to_ascii_lowercase())),
            (None, meant) => meant.map(|meant| format!("did you mean `{meant}`?")),
        };
        self.report(Diagnostic::new(Kind::UnknownInstruction, keyword, message).maybe_help(help));
        match directive {
            Some(Directive::Proc) => return self.open_procedure(keyword, None),
            Some(Directive::Else) => {
                self.meet_else(keyword, ".else");
                return;
            }
            _ => {}
        }
        let if_like = word
            .get(..2)
            .is_some_and(|start| start.eq_ignore_ascii_case("if"));
        let slip = meant.filter(|meant| has_same_letters(word, meant));
        let opens = if if_like {
            Some(Opcode::Ifc)
        } else {
            slip.and_then(Opcode::from_mnemonic)
        };
        if let Some(opcode) = opens.filter(|opcode| opens_block(*opcode)) {
            let here = self.code.here();
            self.emit_word(keyword, opcode.base_word());
            self.open_block(keyword, opcode, here, Opening::default());
        }
    }

    /// Checks how many operands there are, and that commas stand between them.
    fn check_count(&mut self, keyword: Span, form: Form, args: &Args<'_>) -> bool {
        let Form {
            mnemonic,
            usage,
            operands,
            count: (least, most),
        } = form;
        if let Some(second) = self.juxtaposed(operands, args) {
            let message = format!(
                "unexpected `{}` behind an operand of `{mnemonic}`",
                self.text(second)
            );
            let help = match operands {
                Operands::None => format!("`{mnemonic}` takes no operands"),
                _ => format!("operands are separated by commas: {mnemonic} {usage}"),
            };
            self.report(Diagnostic::new(Kind::MissingComma, second, message).help(help));
            return false;
        }
        if (least..=most).contains(&args.count) {
            return true;
        }
        let wanted = match (least, most) {
            (0, 0) => "no operands".to_owned(),
            (1, 1) => "1 operand".to_owned(),
            (least, most) if least == most => format!("{least} operands"),
            (least, most) if least + 1 == most => format!("{least} or {most} operands"),
            (least, most) => format!("{least} to {most} operands"),
        };
        let message = format!("`{mnemonic}` takes {wanted}, found {}", args.count);
        let span = if args.count > most {
            args.span(most).unwrap_or(keyword)
        } else {
            keyword
        };
        let diagnostic = Diagnostic::new(Kind::OperandCount, span, message);
        self.report(match operands {
            Operands::None => diagnostic,
            _ => diagnostic.help(format!("the form is: {mnemonic} {usage}")),
        });
        false
    }

    /// A term that stands behind another with nothing but blanks between, where that means nothing.
    fn juxtaposed(&self, operands: Operands, args: &Args<'_>) -> Option<Span> {
        let checked = if operands == Operands::Emit {
            1
        } else {
            Args::MOST
        };
        let terms = args
            .operands
            .iter()
            .take(checked)
            .flat_map(|operand| operand.iter());
        terms
            .into_iter()
            .find(|term| term.lead == Lead::Blank)
            .map(|term| term.span)
    }

    fn encode(&mut self, keyword: Span, opcode: Opcode, args: &Args<'_>) {
        match opcode.info().operands {
            Operands::None => self.plain(keyword, opcode),
            Operands::Unary | Operands::Binary | Operands::Ternary => {
                self.arithmetic(keyword, opcode, args)
            }
            Operands::Address => self.address(keyword, opcode, args),
            Operands::Compare => self.compare(keyword, opcode, args),
            Operands::Emit => self.set_emit(keyword, opcode, args),
            _ => self.flow(keyword, opcode, args),
        }
    }

    /// The one term of an operand that has no conditions in it.
    pub(crate) fn single<'t>(&mut self, args: &Args<'t>, n: usize) -> Option<&'t Term> {
        match args.terms(n) {
            [only] => Some(only),
            [_, second, ..] => {
                let message = "flags are joined in conditions only".to_owned();
                self.complain(Kind::InvalidOperand, second.span, message);
                None
            }
            [] => None,
        }
    }

    /// An instruction without operands.
    fn plain(&mut self, keyword: Span, opcode: Opcode) {
        match opcode {
            Opcode::Break => self.check_inside_loop(keyword, "break"),
            Opcode::Emit => self.emit = self.emit.or(Some(keyword)),
            _ => {}
        }
        self.emit_word(keyword, opcode.base_word());
    }
}
