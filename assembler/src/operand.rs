//! Operands: from terms of the syntax tree to registers with sign, selection and relative index.

use pica200_objfmt::descriptor::{Component, Mask, SourceSelect, Swizzle};
use pica200_objfmt::instruction::AddressRegister;
use pica200_objfmt::object::{Linkage, Reference, UniformClass};
use pica200_objfmt::register::{Bank, Register};

use crate::ast::{Atom, Index, Term};
use crate::diagnostic::{Diagnostic, Kind};
use crate::names::{AddressWord, FLAGS, RegisterForm, is_address_or_flag};
use crate::number::{NumberError, parse_integer};
use crate::placement::BeyondArray;
use crate::source::Span;
use crate::unit::Unit;

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
    fn parse(letters: &str) -> Option<Self> {
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
    fn named(&self) -> &[Component] {
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
        if term.kind == Atom::Number {
            let message = format!(
                "`{}` is a number where a register is wanted",
                self.text(term.span)
            );
            let help = "immediates are not supported; name the number with `.constf`";
            self.report(Diagnostic::new(Kind::Immediate, term.span, message).help(help));
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

    /// What a word alone stands for: a register or a declared name.
    pub(crate) fn named_operand(&mut self, span: Span) -> Option<Operand> {
        let word = self.text(span);
        if self.names.is_refused(word) {
            return None;
        }
        match RegisterForm::of(word) {
            RegisterForm::Register(register) => Some(Operand::register(register)),
            RegisterForm::Name => {
                if let Some(name) = self.names.get(word) {
                    return Some(name.operand);
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

    /// Adds what stands in the brackets behind a name.
    fn apply_index(&mut self, operand: &mut Operand, term: &Term, index: Index) -> bool {
        let mut good = true;
        if let Some(register) = index.register {
            match self.address_register(register) {
                Some(relative) if operand.bank == Bank::Float => operand.relative = relative,
                Some(_) => {
                    let message = format!(
                        "relative addressing of `{}`, which is no float uniform or constant",
                        self.text(term.atom)
                    );
                    self.complain(Kind::InvalidRelative, term.span, message);
                    good = false;
                }
                None => good = false,
            }
        }
        let Some(number) = index.number else {
            return good;
        };
        match self.index_number(number) {
            Some(offset) => self.add_index(operand, term, index.span, offset) && good,
            None => false,
        }
    }

    /// The address register that stands in brackets, by its old name or the new one.
    fn address_register(&mut self, span: Span) -> Option<AddressRegister> {
        // Blanks may stand around the dot.
        let word: String = self.text(span).split_ascii_whitespace().collect();
        let register = match word.to_ascii_lowercase().as_str() {
            "a0.x" => Some(AddressRegister::A0x),
            "a0.y" => Some(AddressRegister::A0y),
            lower => AddressWord::find(lower).and_then(|word| word.index),
        };
        if register.is_none() {
            let message = format!("`{word}` cannot be an index");
            let help = "an index is a number, or a0.x, a0.y or aL, or one of these `+` a number";
            self.report(Diagnostic::new(Kind::InvalidIndex, span, message).help(help));
        }
        register
    }

    /// A number in brackets.
    pub(crate) fn index_number(&mut self, span: Span) -> Option<u32> {
        let text = self.text(span);
        let message = match parse_integer(text) {
            Ok(number) => return Some(number),
            Err(NumberError::LeadingZero) => format!("`{text}` has a leading zero"),
            Err(NumberError::TooLarge) => format!("the index {text} is out of range"),
            Err(_) => format!("the index `{text}` is not an integer"),
        };
        self.complain(Kind::InvalidIndex, span, message);
        None
    }

    /// Moves an operand by `offset` registers.
    fn add_index(&mut self, operand: &mut Operand, term: &Term, span: Span, offset: u32) -> bool {
        let name = self.text(term.atom);
        let (first, len) = match operand.place {
            Reference::Register(register) => (register.number, None),
            Reference::Uniform { index, element } => (clamp(element), self.uniform_len(index)),
            Reference::Constant { index, element } => (clamp(element), self.constant_len(index)),
        };
        let limit = operand.bank.size();
        let number = offset
            .checked_add(first.into())
            .and_then(|n| u8::try_from(n).ok())
            .filter(|&n| n < limit);
        let Some(number) = number else {
            let (letter, last) = (operand.bank.letter(), limit - 1);
            let message = format!(
                "`{name}[{offset}]` is out of the range of {}s",
                operand.bank.noun()
            );
            let help = format!("the last one is {letter}{last}");
            self.report(Diagnostic::new(Kind::RegisterRange, span, message).help(help));
            return false;
        };
        if let Some(len) =
            len.filter(|&len| number >= len && operand.relative == AddressRegister::None)
        {
            let elements = match len {
                1 => "1 element".to_owned(),
                len => format!("{len} elements"),
            };
            let message =
                format!("`{name}[{offset}]` leads out of the array, which has {elements}");
            self.complain(Kind::IndexBeyondArray, span, message);
        }
        match &mut operand.place {
            Reference::Register(register) => register.number = number,
            Reference::Uniform { element, .. } | Reference::Constant { element, .. } => {
                *element = number.into()
            }
        }
        if len.is_some_and(|len| number >= len) {
            self.beyond_arrays.push(BeyondArray {
                span,
                place: operand.place,
            });
        }
        true
    }

    fn uniform_len(&self, index: u16) -> Option<u8> {
        let uniform = self.object.uniforms.get(usize::from(index))?;
        let is_input = uniform.class == UniformClass::Input;
        known_len(uniform.linkage, uniform.len).filter(|_| !is_input)
    }

    fn constant_len(&self, index: u16) -> Option<u8> {
        self.object
            .constants
            .get(usize::from(index))
            .and_then(|constant| known_len(constant.linkage, constant.len))
    }
}

/// A length, unless another file has it.
fn known_len(linkage: Linkage, len: u8) -> Option<u8> {
    (linkage != Linkage::Extern { exact: false }).then_some(len)
}

/// An element of an array, which never is below 0 here.
fn clamp(element: i16) -> u8 {
    u8::try_from(element).unwrap_or(0)
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
