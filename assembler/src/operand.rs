//! Operands: from terms of the syntax tree to registers with sign, selection and relative index.

use pica200_objfmt::formats::object::Reference;
use pica200_objfmt::isa::descriptor::{Component, Mask, SourceSelect, Swizzle};
use pica200_objfmt::isa::instruction::AddressRegister;
use pica200_objfmt::isa::register::{Bank, Register, UniformKind};

use crate::diagnostic::{Diagnostic, Kind};
use crate::names::{FLAGS, is_address_or_flag};
use crate::syntax::ast::{Atom, Term};
use crate::text::Span;
use crate::unit::Unit;
use pica200_objfmt::isa::register::RegisterForm;

/// The components that a swizzle names, in order: one to four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Selection {
    components: [Component; 4],
    len: u8,
}

impl Selection {
    /// No swizzle at all.
    pub(crate) const ALL: Self = Self {
        components: Component::ALL,
        len: 4,
    };

    /// The selection that the letters name, `None` unless they are one to four letters of components.
    pub(crate) fn parse(letters: &str) -> Option<Self> {
        let len = u8::try_from(letters.len())
            .ok()
            .filter(|len| (1..=4).contains(len))?;
        let mut components = [Component::X; 4];
        let mut last = Component::X;
        let mut bytes = letters.bytes();
        for slot in &mut components {
            // A short swizzle repeats its last letter.
            if let Some(letter) = bytes.next() {
                last = Component::from_letter(letter)?;
            }
            *slot = last;
        }
        Some(Self { components, len })
    }

    /// The components that are named.
    pub(crate) fn named(&self) -> &[Component] {
        &self.components[..usize::from(self.len)]
    }

    /// A later selection from this one.
    fn then(self, outer: Self) -> Self {
        Self {
            components: outer.components.map(|lane| self.components[lane as usize]),
            len: outer.len,
        }
    }

    /// The selectors for a source.
    pub(crate) fn swizzle(self) -> Swizzle {
        Swizzle::from_components(self.components)
    }

    /// The mask for a destination.
    pub(crate) fn mask(self) -> Mask {
        self.named()
            .iter()
            .fold(Mask::NONE, |mask, &component| mask.with(component))
    }
}

/// A register with all that may stand around it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand {
    /// The bank.
    pub(crate) bank: Bank,
    /// The register.
    pub(crate) place: Reference,
    /// Whether its sign is turned.
    pub(crate) negate: bool,
    /// Its components.
    pub(crate) selection: Selection,
    /// The address register that is added to its number.
    pub(crate) relative: AddressRegister,
}

impl Operand {
    /// A place as it is: no sign, no swizzle.
    pub(crate) const fn of(bank: Bank, place: Reference) -> Self {
        Self {
            bank,
            place,
            negate: false,
            selection: Selection::ALL,
            relative: AddressRegister::None,
        }
    }

    /// A register as it is.
    pub(crate) const fn register(register: Register) -> Self {
        Self::of(register.bank, Reference::Register(register))
    }

    /// The register, if nothing stands around it.
    pub(crate) fn plain(&self) -> Option<Reference> {
        let plain = !self.negate
            && self.selection == Selection::ALL
            && self.relative == AddressRegister::None;
        plain.then_some(self.place)
    }

    /// Its half of a descriptor.
    pub(crate) fn select(&self) -> SourceSelect {
        SourceSelect {
            negate: self.negate,
            swizzle: self.selection.swizzle(),
        }
    }

    /// Whether only a wide source can hold it.
    pub(crate) fn is_wide(&self) -> bool {
        self.bank == Bank::Float || self.relative != AddressRegister::None
    }

    /// The number of the register where linking does not move it.
    pub(crate) fn fixed(&self) -> Option<Register> {
        match self.place {
            Reference::Register(register) => Some(register),
            _ => None,
        }
    }
}

impl<'s> Unit<'s> {
    /// The operand that a term stands for. Reports what is wrong with it.
    pub(crate) fn operand(&mut self, term: &Term) -> Option<Operand> {
        if term.kind != Atom::Word {
            self.complain_immediate(term);
            return None;
        }
        if term.is_marked() {
            self.complain(
                Kind::InvalidOperand,
                term.span,
                "`!` is only for conditions and booleans",
            );
            return None;
        }
        let mut operand = self.named_operand(term.atom)?;
        let mut good = true;
        if let Some(index) = self.ast.index(term).copied() {
            good &= self.apply_index(&mut operand, term, index);
        }
        if let Some(swizzle) = term.swizzle() {
            match self.selection(swizzle) {
                Some(selection) => operand.selection = operand.selection.then(selection),
                None => good = false,
            }
        }
        operand.negate ^= term.is_negated();
        good.then_some(operand)
    }

    /// The operand that a term stands for where a number stands for a constant of a kind.
    pub(crate) fn operand_or_number(&mut self, term: &Term, kind: UniformKind) -> Option<Operand> {
        if self.is_number(term) {
            self.literal(term, kind)
        } else {
            self.operand(term)
        }
    }

    fn complain_immediate(&mut self, term: &Term) {
        let what = match term.kind {
            Atom::Expression => "an expression",
            Atom::Vector => "a constant",
            _ => "a number",
        };
        let message = format!(
            "`{}` is {what} where a register is wanted",
            self.text(term.span)
        );
        let help = "numbers can only be sources of arithmetic, `for` and aliases";
        self.report(Diagnostic::new(Kind::Immediate, term.span, message).help(help));
    }

    /// What a word alone stands for: a register or a declared name.
    pub(crate) fn named_operand(&mut self, span: Span) -> Option<Operand> {
        let word = self.text(span);
        if self.names.is_refused(word) {
            return None;
        }
        match RegisterForm::of(word) {
            RegisterForm::Register(register) => {
                self.watch_register(register.bank);
                Some(Operand::register(register))
            }
            RegisterForm::Name => {
                if let Some(name) = self.names.get(word) {
                    if let Some(operand) = name.operand() {
                        return Some(operand);
                    }
                    let message = format!("`{word}` is a number where a register is wanted");
                    let diagnostic = Diagnostic::new(Kind::Immediate, span, message)
                        .also(name.span, "declared here");
                    self.report(diagnostic);
                    return None;
                }
                let help = match self.suggest_name(word) {
                    Some(help) => help,
                    None if word.eq_ignore_ascii_case(FLAGS) => {
                        "the flags cmp.x and cmp.y are for conditions: ifc, callc, jmpc, breakc"
                            .to_owned()
                    }
                    None if is_address_or_flag(word) => {
                        "address registers are written by `mova` and read as indices".to_owned()
                    }
                    None => "a name is declared before its use".to_owned(),
                };
                let message = format!("unknown name `{word}`");
                self.report(Diagnostic::new(Kind::UnknownName, span, message).help(help));
                None
            }
            form => {
                self.complain_no_register(span, form);
                None
            }
        }
    }

    /// The components that a swizzle with its dot names.
    pub(crate) fn selection(&mut self, span: Span) -> Option<Selection> {
        let letters = self.text(span).trim_start_matches('.');
        let selection = Selection::parse(letters);
        if selection.is_none() {
            let message = match letters.len() {
                0 => "the swizzle is empty".to_owned(),
                1..=4 => format!("`{letters}` is not a swizzle"),
                n => format!("the swizzle `{letters}` has {n} letters"),
            };
            let help = "a swizzle has one to four letters out of xyzw, rgba or stpq";
            self.report(Diagnostic::new(Kind::InvalidSwizzle, span, message).help(help));
        }
        selection
    }

    /// The mask that a swizzle with its dot stands for on a destination.
    pub(crate) fn mask(&mut self, span: Span) -> Option<Mask> {
        let selection = self.selection(span)?;
        if !self.check_mask_letters(span, selection) {
            return None;
        }
        Some(selection.mask())
    }

    /// A mask names each component once, and the order does nothing.
    pub(crate) fn check_mask_letters(&mut self, span: Span, selection: Selection) -> bool {
        let named = selection.named();
        let letters = self.text(span);
        if named
            .iter()
            .enumerate()
            .any(|(n, component)| named[..n].contains(component))
        {
            let message = format!("the mask `{letters}` names a component twice");
            let help = format!("write `.{}`", selection.mask());
            self.report(Diagnostic::new(Kind::InvalidSwizzle, span, message).help(help));
            return false;
        }
        if !named.is_sorted() {
            let message =
                format!("the order of the components of the mask `{letters}` has no effect");
            let help = format!(
                "write `.{}`; to reorder, use a swizzle on the source",
                selection.mask()
            );
            self.report(Diagnostic::new(Kind::MaskOrder, span, message).help(help));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selections_compose() {
        let parse = |letters| Selection::parse(letters).expect("a swizzle");
        assert_eq!(
            parse("wyxz").then(parse("xxww")).swizzle().to_string(),
            "wwzz"
        );
        assert_eq!(parse("xy").swizzle().to_string(), "xyyy");
        assert_eq!(parse("xy").mask().to_string(), "xy");
        assert_eq!(parse("xy").then(parse("z")).mask().to_string(), "y");
        assert_eq!(parse("xgpq").swizzle().to_string(), "xyzw");
        for letters in ["", "xyzwx", "xk"] {
            assert_eq!(Selection::parse(letters), None, "{letters}");
        }
    }
}
