//! Calls of functions.

use ::naga::{Expression, Statement};

use super::super::refusal::RefusalReason;
use super::super::words::{Id, Instruction, Result};
use super::memory::Root;
use super::{Body, Value, space};

impl Body<'_, '_> {
    /// Calls a function.
    pub(super) fn call(&mut self, ty: Id, id: Id, instruction: &Instruction<'_>) -> Result<()> {
        let called = instruction.operand(2)?;
        let (Some(function), Some(source)) = (
            self.reader.translated.get(&called).copied(),
            self.reader.functions.get(&called).cloned(),
        ) else {
            return Err(instruction.unknown(called, "a function"));
        };
        let given = instruction.operands(3);
        if given.len() != source.parameters.len() {
            return Err(instruction.error(format!(
                "{} has {} parameters, and the call has {} arguments",
                self.reader.shown(called),
                source.parameters.len(),
                given.len()
            )));
        }
        let mut arguments = Vec::new();
        for (argument, (_, parameter)) in given.iter().zip(&source.parameters) {
            let Some((class, pointee)) = self.reader.types.pointer(*parameter) else {
                if self.reader.types.naga(*parameter).is_some() {
                    arguments.push(self.value(*argument, instruction)?);
                }
                continue;
            };
            if space(class).is_none() || self.reader.types.naga(pointee).is_none() {
                continue;
            }
            let pointer = self.pointer(*argument, instruction)?;
            if super::is_memory(class) {
                if let Root::Global(id) = pointer.root {
                    self.reader.written.insert((id, None));
                }
                let place = self.place(&pointer, instruction)?;
                arguments.push(
                    place.ok_or_else(|| instruction.unknown(*argument, "a variable that a function can change"))?,
                );
            } else {
                match self.read(&pointer, instruction)? {
                    Value::Expression(value) => arguments.push(value),
                    _ => return Err(instruction.unknown(*argument, "a uniform")),
                }
            }
        }
        let result = self.reader.module.functions[function].result.is_some();
        let result = result.then(|| self.constant_expression(Expression::CallResult(function)));
        self.push(Statement::Call {
            function,
            arguments,
            result,
        });
        let value = result.map_or(Value::Opaque, Value::Expression);
        self.define(id, ty, value);
        Ok(())
    }

    /// Refuses an operation with an effect outside of the shader.
    pub(super) fn refuse(&mut self, why: &RefusalReason) {
        let function = self.reader.refusal(None, why);
        self.push(Statement::Call {
            function,
            arguments: Vec::new(),
            result: None,
        });
    }
}
