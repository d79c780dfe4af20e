//! Instructions with an operand descriptor: arithmetic, `cmp`, `mova`.

use pica200_objfmt::formats::object::RelocationKind;
use pica200_objfmt::isa::descriptor::{Component, Descriptor, Mask};
use pica200_objfmt::isa::instruction::Comparison;
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::{Bank, Register};

use super::Args;
use super::sources::{Source, choose_form};
use crate::diagnostic::{Diagnostic, Kind};
use crate::names::AddressWord;
use crate::syntax::ast::Term;
use crate::text::Span;
use crate::unit::Unit;
use pica200_objfmt::isa::register::RegisterForm;

/// The place of a register that linking fills in.
const TO_BE_PLACED: u8 = 0x20;

impl Unit<'_> {
    /// An instruction with a destination and one to three sources.
    pub(super) fn arithmetic(&mut self, keyword: Span, opcode: Opcode, args: &Args<'_>) {
        let destination = self.destination(args);
        let sources = self.sources(args, 1..args.count);
        let (Some(destination), Some(mut sources)) = (destination, sources) else {
            return;
        };
        let sources = &mut sources[..args.count - 1];
        self.put_number_first(opcode, sources);
        self.finish_arithmetic(keyword, opcode, destination, sources);
    }

    /// An instruction whose operands are known.
    pub(super) fn finish_arithmetic(
        &mut self,
        keyword: Span,
        opcode: Opcode,
        (register, mask): (Register, Mask),
        sources: &[Source],
    ) {
        let opcode = choose_form(opcode, sources);
        if !self.check_sources(keyword, opcode, sources) {
            return;
        }
        self.watch_sources(opcode, mask, sources);
        self.watch_swizzles(opcode, mask, sources);
        self.watch_destination(keyword, register, mask);
        let number = register.destination_number().unwrap_or_default();
        let word = opcode.base_word();
        let word = opcode
            .layout()
            .destination
            .map_or(word, |field| field.set(word, number.into()));
        self.emit_described(keyword, opcode, word, mask, sources);
    }

    /// `mova`
    pub(super) fn address(&mut self, keyword: Span, opcode: Opcode, args: &Args<'_>) {
        let mask = self
            .single(args, 0)
            .and_then(|term| self.address_mask(term));
        let sources = self.sources(args, 1..2);
        let (Some(mask), Some(sources)) = (mask, sources) else {
            return;
        };
        if self.check_sources(keyword, opcode, &sources[..1]) {
            self.watch_sources(opcode, mask, &sources[..1]);
            self.emit_described(keyword, opcode, opcode.base_word(), mask, &sources[..1]);
        }
    }

    /// `cmp`
    pub(super) fn compare(&mut self, keyword: Span, opcode: Opcode, args: &Args<'_>) {
        let first = self.source(args, 0);
        let operators = [1, 2].map(|n| self.comparison(args, n));
        let second = self.source(args, 3);
        let (Some(first), [Some(x), Some(y)], Some(second)) = (first, operators, second) else {
            return;
        };
        if !self.check_sources(keyword, opcode, &[first, second]) {
            return;
        }
        self.watch_sources(opcode, Mask::NONE, &[first, second]);
        let mut word = opcode.base_word();
        if let Some([x_field, y_field]) = opcode.layout().comparisons {
            word = y_field.set(x_field.set(word, x.to_bits().into()), y.to_bits().into());
        }
        self.emit_described(keyword, opcode, word, Mask::NONE, &[first, second]);
    }

    /// Emits an instruction whose word lacks its descriptor and its sources.
    fn emit_described(
        &mut self,
        keyword: Span,
        opcode: Opcode,
        word: u32,
        mask: Mask,
        sources: &[Source],
    ) {
        let layout = opcode.layout();
        let mut word = word;
        let mut descriptor = Descriptor::default().with_mask(mask);
        let mut moved = None;
        for (n, (operand, _)) in sources.iter().enumerate() {
            descriptor = descriptor.with_source(n, operand.select());
            let number = operand
                .fixed()
                .and_then(|register| register.source_number())
                .unwrap_or(TO_BE_PLACED);
            if let Some(field) = layout.sources.get(n).copied().flatten() {
                word = field.set(word, number.into());
            }
            if operand.is_wide() {
                word = layout
                    .index
                    .map_or(word, |field| field.set(word, operand.relative as u32));
                moved = Some(operand.place);
            }
        }
        let (index, bits) = self.code.descriptor(descriptor, opcode);
        word = layout
            .descriptor
            .map_or(word, |field| field.set(word, bits));
        self.emit_relocated(keyword, word, RelocationKind::Descriptor(index), moved);
    }

    /// The register and the mask of the destination.
    pub(super) fn destination(&mut self, args: &Args<'_>) -> Option<(Register, Mask)> {
        let term = self.single(args, 0)?;
        let operand = self.operand(term)?;
        let name = self.text(term.atom);
        if term.is_signed() || operand.negate {
            let message = format!("the destination `{}` has a sign", self.text(term.span));
            self.complain(Kind::InvalidDestination, term.span, message);
            return None;
        }
        let writable = |register: &Register| register.destination_number().is_some();
        let Some(register) = operand.fixed().filter(writable) else {
            let message = format!(
                "`{name}` cannot be a destination: it is {}",
                operand.bank.a_noun()
            );
            let help = "destinations are output registers (o0 to o15) and temporaries (r0 to r15)";
            self.report(Diagnostic::new(Kind::InvalidDestination, term.span, message).help(help));
            return None;
        };
        // What a name alone stands for was checked where it is declared.
        let declared =
            RegisterForm::of(name) == RegisterForm::Name && self.ast.index(term).is_none();
        if !declared && operand.bank == Bank::Output {
            self.note_output(term.span, register.number);
        }
        let swizzle = term.swizzle();
        let letters = swizzle.and_then(|span| Some((span, self.selection(span)?)));
        if letters.is_some_and(|(span, letters)| !self.check_mask_letters(span, letters)) {
            return None;
        }
        Some((register, operand.selection.mask()))
    }

    /// The operator of a comparison.
    fn comparison(&mut self, args: &Args<'_>, n: usize) -> Option<Comparison> {
        let term = self.single(args, n)?;
        let word = self.text(term.span);
        let comparison = Comparison::from_name(&word.to_ascii_lowercase());
        if comparison.is_none() {
            let message = format!("`{word}` is not a comparison");
            let help = format!("the comparisons are {}", Comparison::NAMES.join(", "));
            self.report(Diagnostic::new(Kind::InvalidComparison, term.span, message).help(help));
        }
        comparison
    }

    /// The address registers that `mova` writes: `a0.x`, `a0.y`, `a0.xy`, by their old names too.
    fn address_mask(&mut self, term: &Term) -> Option<Mask> {
        let known = AddressWord::find(self.text(term.atom));
        let plain = self.ast.index(term).is_none() && !term.is_signed() && !term.is_marked();
        let mask = match (known, term.swizzle()) {
            (Some(known), None) if plain => known.mask,
            (Some(known), Some(swizzle)) if plain && known.word == "a0" => {
                let mask = self.mask(swizzle)?;
                Some(mask).filter(|mask| mask.components().all(|c| c <= Component::Y))
            }
            _ => None,
        };
        if mask.is_none() {
            let message = format!(
                "`{}` cannot be the destination of `mova`",
                self.text(term.span)
            );
            let help = "the destinations are a0.x, a0.y and a0.xy";
            self.report(Diagnostic::new(Kind::InvalidDestination, term.span, message).help(help));
        }
        mask
    }

    /// Two `mova` in a row hang the console.
    pub(super) fn check_mova(&mut self, keyword: Span, opcode: Opcode) {
        if opcode == Opcode::Mova && self.code.after_mova {
            let help =
                "write both at once (`mova a0.xy, ...`), or put another instruction between them";
            let message = "two `mova` in a row hang the console";
            self.report(Diagnostic::new(Kind::ConsecutiveMova, keyword, message).help(help));
        }
    }
}
