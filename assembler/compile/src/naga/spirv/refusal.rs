//! Stand-in functions for operations that the hardware cannot compute.

use ::naga::{Block, Expression, Function, FunctionResult, Handle, Span, Statement, Type};
use pica200_diagnostics::Code;
use rustc_hash::FxHashMap;

use super::super::refused::Reason;
use super::Reader;
use super::words::Instruction;

/// The functions by the type of their result and the message of their reason.
pub(super) type RefusalFunctions = FxHashMap<(Option<Handle<Type>>, String), Handle<Function>>;

/// The reason for a refusal, and advice.
pub(super) type RefusalReason = (Code, String, &'static str);

/// Returns the reason why numbers of other widths are refused.
pub(super) fn width(bits: u32) -> RefusalReason {
    (
        Code::UnsupportedOperation,
        format!("a {bits}-bit number; the hardware has 24-bit floats"),
        "use a type of 16, 32 or 64 bits",
    )
}

/// Returns the reason why an operation is refused.
pub(super) fn operation(what: impl Into<String>, help: &'static str) -> RefusalReason {
    (Code::UnsupportedOperation, what.into(), help)
}

/// Returns the reason why an instruction that has no meaning for the hardware is refused.
pub(super) fn unknown(instruction: &Instruction<'_>) -> RefusalReason {
    let name = instruction.name();
    let is = |part: &str| name.contains(part);
    if is("Image") {
        return operation(
            "no texture can be read in a vertex shader",
            "pass the value as an attribute",
        );
    }
    let (what, help) = match () {
        () if is("DPd") || is("Fwidth") => (
            "derivatives exist in fragment shaders only",
            "compute the difference in the application",
        ),
        () if is("Atomic") => (
            "an atomic operation; the hardware has no shared memory",
            "do without it",
        ),
        () if is("Barrier") => (
            "a barrier; invocations of a vertex shader do not know each other",
            "remove the barrier",
        ),
        () if is("Group") || is("Subgroup") => (
            "a subgroup or workgroup operation; invocations are independent on this hardware",
            "do without it",
        ),
        () if is("RayQuery") => ("a ray query; the hardware cannot trace rays", "do without it"),
        () if is("ArrayLength") => (
            "the length of a storage buffer; the hardware has no storage buffers",
            "pass the length as a uniform",
        ),
        () => {
            return operation(format!("the hardware does not support `{name}`"), "do without it");
        }
    };
    operation(what, help)
}

impl Reader<'_> {
    /// Returns a function whose calls are refused.
    pub(super) fn refusal(&mut self, ty: Option<Handle<Type>>, why: &RefusalReason) -> Handle<Function> {
        let (code, message, help) = why;
        let key = (ty, message.clone());
        if let Some(known) = self.refusals.get(&key) {
            return *known;
        }
        let mut function = Function {
            result: ty.map(|ty| FunctionResult { ty, binding: None }),
            ..Function::default()
        };
        let value = ty.map(|ty| {
            let zero = Expression::ZeroValue(ty);
            function.expressions.append(zero, Span::UNDEFINED)
        });
        function.body = Block::from_vec(vec![Statement::Return { value }]);
        let handle = self.module.functions.append(function, Span::UNDEFINED);
        let reason = Reason {
            code: *code,
            message: message.clone(),
            help: (*help).to_owned(),
        };
        self.refused.insert(handle, reason);
        self.refusals.insert(key, handle);
        handle
    }
}
