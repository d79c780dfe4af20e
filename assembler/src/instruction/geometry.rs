//! `setemit`, and what makes a geometry shader without `.gsh`.

use pica200_objfmt::formats::object::{RelocationKind, ShaderKind};
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::opcode::Opcode;

use super::Args;
use crate::diagnostic::{Diagnostic, Kind};
use crate::number::parse_integer;
use crate::syntax::ast::{Lead, Quantity, Term};
use crate::text::Span;
use crate::unit::Unit;

impl Unit<'_> {
    /// `setemit n, flags`
    pub(super) fn set_emit(&mut self, keyword: Span, opcode: Opcode, args: &Args<'_>) {
        self.set_emit = self.set_emit.or(Some(keyword));
        let vertex = self.single(args, 0).and_then(|term| self.vertex_slot(term));
        let flags = self.emit_flags(args.terms(1));
        let (Some(vertex), Some((primitive, invert))) = (vertex, flags) else {
            return;
        };
        let mut word = opcode.base_word();
        if let Some([vertex_field, primitive_field, winding_field]) = opcode.layout().emit {
            word = vertex_field.set(word, vertex);
            word = primitive_field.set(word, primitive.into());
            word = winding_field.set(word, invert.into());
        }
        self.emit_relocated(keyword, word, RelocationKind::Plain, None);
    }

    fn vertex_slot(&mut self, term: &Term) -> Option<u32> {
        let text = self.text(term.span);
        let number = match self.ast.term_quantity(term) {
            Some(Quantity::Plain(plain)) if !self.is_number_name(&plain) => {
                let is_bare = !plain.is_word && plain.span == plain.atom;
                is_bare.then(|| parse_integer(text).ok()).flatten()
            }
            Some(quantity) => {
                let number = self.number(quantity)?;
                let number = self.whole(number, term.span, Kind::InvalidEmit)?;
                u32::try_from(number).ok()
            }
            None => None,
        };
        let slot = number.filter(|&n| n <= 2);
        if slot.is_none() {
            let message = format!("`{text}` is not a vertex slot of `setemit`");
            let help = "the slots are 0, 1 and 2";
            self.report(Diagnostic::new(Kind::InvalidEmit, term.span, message).help(help));
        }
        slot
    }

    /// Whether a primitive is completed, and whether its winding is reversed.
    fn emit_flags(&mut self, terms: &[Term]) -> Option<(bool, bool)> {
        let (mut primitive, mut invert) = (false, false);
        for term in terms {
            let text = self.text(term.span);
            let blank = matches!(term.lead, Lead::Operand | Lead::Blank);
            match text.to_ascii_lowercase().as_str() {
                "prim" | "primitive" if blank => primitive = true,
                "inv" | "invert" if blank => invert = true,
                _ => {
                    let message = format!("`{text}` is not a flag of `setemit`");
                    let help = "the flags are prim (or primitive) and inv (or invert), separated by blanks";
                    self.report(Diagnostic::new(Kind::InvalidEmit, term.span, message).help(help));
                    return None;
                }
            }
        }
        Some((primitive, invert))
    }

    /// Notes an output register, which may be none in a geometry shader.
    pub(crate) fn note_output(&mut self, span: Span, register: u8) {
        if register >= limits::GEOMETRY_OUTPUTS {
            self.high_outputs.push((span, register));
        }
    }

    /// Checks, at the end of a source, what depends on whether it is a geometry shader.
    pub(crate) fn check_geometry(&mut self) {
        if let (ShaderKind::Vertex, Some(set_emit)) = (self.object.kind, self.set_emit) {
            self.object.kind = ShaderKind::SharedGeometry;
            // A library makes no shader, so it cannot make the wrong one.
            if !self.object.library {
                let message = "`setemit` without `.gsh` makes this a geometry shader";
                let help = "say so with `.gsh`; with parameters it also gets registers of its own";
                self.report(Diagnostic::new(Kind::ImplicitGeometry, set_emit, message).help(help));
            }
        }
        if self.object.kind.is_geometry() {
            for (span, register) in std::mem::take(&mut self.high_outputs) {
                let message = format!("o{register} does not exist in geometry shaders");
                let last = limits::GEOMETRY_OUTPUTS - 1;
                let help = format!("geometry shaders have o0 to o{last}");
                self.report(Diagnostic::new(Kind::OutputRange, span, message).help(help));
            }
        } else if let (Some(emit), false) = (self.emit, self.object.library) {
            let message = "`emit` is only for geometry shaders";
            let help = "mark a geometry shader with `.gsh`";
            self.report(Diagnostic::new(Kind::GeometryOnly, emit, message).help(help));
        }
    }
}
