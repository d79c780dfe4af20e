//! Diagnostics, and components that the GPU cannot compute.

use indexmap::IndexSet;
use pica200_diagnostics::Code;
use rustc_hash::FxBuildHasher;

use crate::diagnostic::{Diagnostic, diagnose};
use crate::ir::{Op, Operand, ReasonId, Type};

use super::super::shape::{MAX_LANES, Shape, component_type};
use super::{Lowering, MAX_VALUES};

/// Errors and warnings, each once.
pub(super) type UniqueDiagnostics = IndexSet<Diagnostic, FxBuildHasher>;

impl Lowering<'_> {
    /// Reports an error at the current location, once.
    pub(super) fn report(&mut self, code: Code, message: impl Into<String>) {
        self.report_with(code, message, None);
    }

    /// Reports an error with advice.
    pub(super) fn report_with<'h>(&mut self, code: Code, message: impl Into<String>, help: impl Into<Option<&'h str>>) {
        let mut diagnostic = diagnose(code, self.place, message);
        diagnostic.help = help.into().map(str::to_owned);
        self.diagnostics.insert(diagnostic);
    }

    /// Returns a component that the GPU cannot compute, for a reason which matters where an output needs the component.
    pub(super) fn poison(
        &mut self,
        kind: Type,
        code: Code,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Operand {
        self.poison_by(kind, &diagnose(code, self.place, message).with_help(help))
    }

    pub(super) fn poison_by(&mut self, kind: Type, reason: &Diagnostic) -> Operand {
        let poison = Op::Poison(self.reason_of(reason));
        match kind {
            Type::Bool => {
                let number = self.builder.value(poison, Type::Int);
                crate::expand::is_not_zero(&mut self.builder, number)
            }
            number => self.builder.value(poison, number),
        }
    }

    /// Returns a reason why the GPU cannot compute a value at the current location.
    pub(super) fn reason(&mut self, code: Code, message: impl Into<String>, help: impl Into<String>) -> ReasonId {
        self.reason_of(&diagnose(code, self.place, message).with_help(help))
    }

    pub(super) fn reason_of(&mut self, reason: &Diagnostic) -> ReasonId {
        let known = self.reasons.get_index_of(reason);
        let index = known.unwrap_or_else(|| self.reasons.insert_full(reason.clone()).0);
        ReasonId::from_index(index)
    }

    /// Returns the components of a value that the GPU cannot compute.
    pub(super) fn poison_of(
        &mut self,
        shape: Shape,
        code: Code,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Vec<Operand> {
        let reason = diagnose(code, self.place, message).with_help(help);
        self.poison_all(shape, &reason)
    }

    pub(super) fn poison_all(&mut self, shape: Shape, reason: &Diagnostic) -> Vec<Operand> {
        if self.shapes.components(shape) > MAX_LANES {
            self.refuse_size("a value");
            return Vec::new();
        }
        let kinds = self.shapes.kinds(shape).into_iter();
        kinds.map(|kind| self.poison_by(component_type(kind), reason)).collect()
    }

    pub(super) fn refuse_size(&mut self, name: &str) {
        if !std::mem::replace(&mut self.is_full, true) {
            self.report_with(
                Code::UnsupportedOperation,
                format!(
                    "`{name}` is too large: the compiler splits up to {MAX_LANES} numbers, and {MAX_VALUES} in all"
                ),
                "use smaller arrays, or fewer calls: functions are inlined",
            );
        }
    }

    /// Returns whether the program has become so large that the rest is left out.
    pub(super) fn is_full(&mut self) -> bool {
        let count = self.finished + self.builder.program().values.len();
        if !self.is_full && count > MAX_VALUES {
            self.report_with(
                Code::UnsupportedOperation,
                format!("after inlining, the shader has more than {MAX_VALUES} operations"),
                "the hardware limit is 512 instructions: split the shader",
            );
            self.is_full = true;
        }
        self.is_full
    }
}
