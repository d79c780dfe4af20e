//! `.constf`, `.consti`, `.constfa`: named constants. `.setf`, `.seti`, `.setb`: values of registers.

use pica200_objfmt::formats::object::{Constant, ConstantValue, Linkage, Reference, Value};
use pica200_objfmt::isa::float24::Float24;
use pica200_objfmt::isa::register::UniformKind;

use crate::diagnostic::{Diagnostic, Kind};
use crate::number::parse_float24;
use crate::operand::Operand;
use crate::syntax::ast::{Declarator, Expr, List, Plain, Quantity, Term};
use crate::text::Span;
use crate::unit::Unit;

impl Unit<'_> {
    /// `.constf NAME(x, y, z, w) REGISTER`, `.consti ...`
    pub(crate) fn constant(&mut self, kind: UniformKind, declarator: &Declarator, values: &List) {
        self.note_declaration(declarator.name);
        let value = self.vector(kind, declarator.name, values);
        let pin = self.pin(declarator, kind, 1);
        let (Some(value), Some(pin)) = (value, pin) else {
            return self.names.refuse(self.text(declarator.name));
        };
        if let Some(index) = self.add_constant(kind, declarator.name, 1, pin) {
            self.add_value(
                declarator.name,
                Reference::Constant { index, element: 0 },
                value,
            );
        }
    }

    /// `.constfa NAME[n] REGISTER`: its elements and its `.end` follow.
    pub(crate) fn constant_array(&mut self, keyword: Span, declarator: Option<&Declarator>) {
        // What could not be parsed inside of an array is one of its elements.
        let Some(declarator) = declarator else {
            if !self.in_array() {
                self.open_array(keyword, None);
            }
            return;
        };
        self.note_declaration(declarator.name);
        let len = match declarator.count {
            Some(count) => self.array_len(count, UniformKind::Float),
            // As many as elements follow; the array is placed when they are known.
            None => Some(0),
        };
        let pin = len.and_then(|len| self.pin(declarator, UniformKind::Float, len));
        let index = match (len, pin) {
            (Some(len), Some(pin)) => {
                self.add_constant(UniformKind::Float, declarator.name, len, pin)
            }
            _ => {
                self.names.refuse(self.text(declarator.name));
                None
            }
        };
        self.open_array(keyword.to(declarator.name), index.map(usize::from));
    }

    /// `.constfa (x, y, z, w)`: an element.
    pub(crate) fn constant_element(&mut self, keyword: Span, values: &List) {
        let Some((constant, element)) = self.next_element() else {
            let help = "begin the array with `.constfa NAME[]`";
            let message = "an element outside of a constant array";
            self.report(Diagnostic::new(Kind::ArrayLength, keyword, message).help(help));
            return;
        };
        let value = self.vector(UniformKind::Float, keyword, values);
        let Some((index, declared)) =
            constant.and_then(|n| Some((n, self.object.constants.get(n)?)))
        else {
            return;
        };
        let (name, len) = (declared.name.clone(), usize::from(declared.len));
        let limit = if len == 0 {
            UniformKind::Float.bank().size().into()
        } else {
            len
        };
        if element >= limit {
            if element == limit {
                let message =
                    format!("one element too many for the array `{name}`, which has {limit}");
                let diagnostic = Diagnostic::new(Kind::ArrayLength, keyword, message);
                let declared = self.spans.constants.get(index).copied().unwrap_or(keyword);
                self.report(diagnostic.also(declared, "the array is declared here"));
            }
            return;
        }
        let (Ok(index), Ok(element)) = (u16::try_from(index), i16::try_from(element)) else {
            return;
        };
        if let Some(value) = value {
            self.add_value(keyword, Reference::Constant { index, element }, value);
        }
    }

    /// The `.end` of a constant array.
    pub(crate) fn close_array(&mut self, opened: Span, constant: Option<usize>, count: usize) {
        let Some(index) = constant else { return };
        let Some(name) = self.object.constants.get(index).map(|c| c.name.clone()) else {
            return;
        };
        let span = self.spans.constants.get(index).copied().unwrap_or(opened);
        if count == 0 {
            let help = "write an element `.constfa (x, y, z, w)` before its `.end`";
            let message = format!("the array `{name}` has no elements");
            self.report(Diagnostic::new(Kind::ArrayLength, span, message).help(help));
        }
        let Some(declared) = self.object.constants.get_mut(index) else {
            return;
        };
        let count = u8::try_from(count).unwrap_or(u8::MAX);
        if declared.len == 0 {
            // A pin was checked against a length of 0; what is too long for it is found when it is placed.
            declared.len = count.max(1);
        }
        let len = declared.len;
        let Ok(index) = u16::try_from(index) else {
            return;
        };
        for element in count..len {
            let zero = ConstantValue::Float([Float24::default(); 4]);
            self.add_value(
                span,
                Reference::Constant {
                    index,
                    element: element.into(),
                },
                zero,
            );
        }
    }

    fn add_constant(
        &mut self,
        kind: UniformKind,
        span: Span,
        len: u8,
        pin: Option<u8>,
    ) -> Option<u16> {
        let index = self.table_index(self.object.constants.len(), span)?;
        self.object.constants.push(Constant {
            name: self.text(span).to_owned(),
            kind,
            first: pin.unwrap_or(0),
            len,
            pinned: pin.is_some(),
            linkage: Linkage::Own,
            position: self.position,
        });
        self.spans.constants.push(span);
        self.declare(
            span,
            Operand::of(kind.bank(), Reference::Constant { index, element: 0 }),
        );
        Some(index)
    }

    pub(crate) fn add_value(&mut self, span: Span, place: Reference, value: ConstantValue) {
        self.object.values.push(Value {
            place,
            value,
            position: self.position,
        });
        self.spans.values.push(span);
    }

    /// `.setf REGISTER(x, y, z, w)`, `.seti ...`
    pub(crate) fn set_value(&mut self, kind: UniformKind, term: &Term, values: &List) {
        self.object.makes_shader = true;
        let value = self.vector(kind, term.span, values);
        self.set(kind, term, value);
    }

    /// `.setb REGISTER true|false`
    pub(crate) fn set_boolean(&mut self, term: &Term, value: Expr) {
        self.object.makes_shader = true;
        let value = self.boolean(value);
        self.set(
            UniformKind::Boolean,
            term,
            value.map(ConstantValue::Boolean),
        );
    }

    /// `true`, `false`, and what else means the same.
    fn boolean(&mut self, value: Expr) -> Option<bool> {
        const HELP: &str = "true, on and 1 are true; false, off and 0 are false";
        let word = self.text(value.span);
        match (word.to_ascii_lowercase().as_str(), self.ast.quantity(value)) {
            ("true" | "on" | "1", _) => Some(true),
            ("false" | "off" | "0", _) => Some(false),
            (_, Quantity::Plain(plain)) if !self.is_number_name(&plain) => {
                let message = format!("`{word}` is neither true nor false");
                self.report(Diagnostic::new(Kind::InvalidBoolean, value.span, message).help(HELP));
                None
            }
            (_, quantity) => Some(self.integer(quantity, 0..=1, "a boolean", HELP)? == 1),
        }
    }

    fn set(&mut self, kind: UniformKind, term: &Term, value: Option<ConstantValue>) {
        let Some(operand) = self.operand(term) else {
            return;
        };
        let text = self.text(term.span);
        if operand.bank != kind.bank() {
            let message = format!("`{text}` is not {}", kind.bank().a_noun());
            let found = operand.bank.a_noun();
            self.report(Diagnostic::new(Kind::WrongRegister, term.span, message).label(found));
            return;
        }
        let Some(place) = operand
            .plain()
            .filter(|_| !term.is_signed() && term.swizzle().is_none())
        else {
            let message = format!("`{text}` is not a whole register");
            let help = "a value is set for a register without sign, swizzle and relative index";
            self.report(Diagnostic::new(Kind::InvalidOperand, term.span, message).help(help));
            return;
        };
        if let Reference::Constant { index, .. } = place {
            let message = format!("`{text}` is a constant, its value is already there");
            let diagnostic = Diagnostic::new(Kind::ValueConflict, term.span, message);
            let declared = self
                .spans
                .constants
                .get(usize::from(index))
                .copied()
                .unwrap_or(term.span);
            self.report(diagnostic.also(declared, "declared here"));
            return;
        }
        if let Some(value) = value {
            self.add_value(term.span, place, value);
        }
    }

    /// The value of four numbers in parentheses.
    pub(crate) fn vector(
        &mut self,
        kind: UniformKind,
        span: Span,
        values: &List,
    ) -> Option<ConstantValue> {
        let values = self.ast.values(values);
        let [x, y, z, w] = values else {
            let span = match values {
                [first, .., last] => first.span.to(last.span),
                [only] => only.span,
                [] => span,
            };
            let message = format!("four components are wanted, found {}", values.len());
            self.report(Diagnostic::new(Kind::ComponentCount, span, message));
            return None;
        };
        let lanes = [x, y, z, w];
        match kind {
            UniformKind::Integer => {
                let [x, y, z, w] = lanes.map(|lane| self.byte(*lane));
                Some(ConstantValue::Integer([x?, y?, z?, w?]))
            }
            _ => {
                let [x, y, z, w] = lanes.map(|lane| self.float(*lane));
                Some(ConstantValue::Float([x?, y?, z?, w?]))
            }
        }
    }

    /// A lane of a float vector.
    fn float(&mut self, value: Expr) -> Option<Float24> {
        self.float_of(self.ast.quantity(value), value.span)
    }

    /// A number at a place as a float.
    pub(crate) fn float_of(&mut self, quantity: Quantity<'_>, span: Span) -> Option<Float24> {
        let (result, meant) = match quantity {
            Quantity::Plain(plain) if !self.is_number_name(&plain) => {
                let atom = self.text(plain.atom);
                let meant = atom.starts_with(['i', 'I', 'f', 'F']);
                let result = self.plain_float(&plain)?;
                self.watch_literal(plain.span, plain.atom, result);
                (result, meant)
            }
            quantity => {
                let number = self.number(quantity)?;
                let result = Float24::from_f64(number.to_f64());
                self.watch_number(span, number, result);
                (result, number.to_f64().is_infinite())
            }
        };
        if result.is_infinite() && !meant {
            let text = self.text(span);
            let message = format!("`{text}` is beyond the range of float24 and becomes infinite");
            let help = "the largest number is just below 2^64, about 1.8e19; write `inf` if infinity is meant";
            self.report(Diagnostic::new(Kind::FloatOverflow, span, message).help(help));
        }
        Some(result)
    }

    fn plain_float(&mut self, plain: &Plain) -> Option<Float24> {
        let result = parse_float24(self.text(plain.atom), plain.negated).ok();
        if result.is_none() {
            let help = "numbers are like 1, -0.5, 1e-3, 0x1p4 and inf, without a suffix";
            let message = format!("`{}` is not a number", self.text(plain.span));
            let suggestion = self.suggest_for(plain);
            let diagnostic = Diagnostic::new(Kind::InvalidNumber, plain.span, message).help(help);
            self.report(diagnostic.maybe_help(suggestion));
        }
        result
    }

    /// A lane of an integer vector.
    fn byte(&mut self, value: Expr) -> Option<u8> {
        let help = "each lane is a byte: an integer from -128 to 255, decimal or 0x";
        let number = self.integer(self.ast.quantity(value), -128..=255, "a byte", help)?;
        u8::try_from(number)
            .ok()
            .or_else(|| i8::try_from(number).ok().map(i8::cast_unsigned))
    }
}
