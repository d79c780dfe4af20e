//! Procedures: functions of other objects, and functions that other objects call.

use ::naga::valid::FunctionInfo;
use ::naga::{Expression, Function, GlobalVariable, Handle};
use pica200_objfmt::isa::property::by_name;

use crate::ir::{Input, InputId, Op, Operand, Output};

use super::super::refused::Reason;
use super::super::shape::{Shape, component_type};
use super::access::{COMPONENTS, Root};
use super::{Content, Lowering};

impl<'m> Lowering<'m> {
    /// Returns the variables of the module that its programs use, in the order of declaration.
    pub(super) fn used_globals(
        &self,
        entry: Option<&'m FunctionInfo>,
    ) -> Vec<(Handle<GlobalVariable>, &'m GlobalVariable)> {
        let exports = self.linkage.exports.iter();
        let infos = exports.map(|(handle, _)| &self.info[*handle]).chain(entry);
        let infos: Vec<_> = infos.collect();
        let globals = self.module.global_variables.iter();
        let is_used = |handle: Handle<GlobalVariable>| infos.iter().any(|info| !info[handle].is_empty());
        globals.filter(|(handle, _)| is_used(*handle)).collect()
    }

    /// Calls a procedure of another object. Returns the components of its result.
    pub(super) fn call_procedure(
        &mut self,
        name: &str,
        function: &'m Function,
        arguments: &'m [Handle<Expression>],
    ) -> Vec<Operand> {
        let mut registers = Vec::new();
        for (argument, parameter) in arguments.iter().zip(&function.arguments) {
            let components = self.components(*argument);
            let width = self.shapes.get(parameter.ty).register_width(components.len());
            registers.extend(components.chunks(width).map(<[Operand]>::to_vec));
        }
        let shape = function.result.as_ref();
        let shape = shape.map_or(Shape::Opaque, |result| self.shapes.get(result.ty));
        let kinds = self.shapes.kinds(shape);
        let kinds: Vec<_> = kinds.into_iter().map(component_type).collect();
        self.builder.call(name, registers, &kinds)
    }

    /// Replaces a call that cannot be computed. Returns the components of its result.
    pub(super) fn refuse_call(
        &mut self,
        reason: &Reason,
        function: &'m Function,
        arguments: &'m [Handle<Expression>],
    ) -> Vec<Operand> {
        let Reason { code, message, help } = reason;
        let mut has_effect = function.result.is_none();
        for argument in arguments {
            if let Content::Pointer(path) = self.content(*argument)
                && matches!(path.root, Root::Memory(_))
            {
                has_effect = false;
                let shape = self.shape_at(&path);
                let components = self.poison_of(shape, *code, message.as_str(), help.as_str());
                self.write(&path, &components);
            }
        }
        if has_effect {
            self.report_with(*code, message.as_str(), help.as_str());
        }
        let result = function.result.as_ref();
        let shape = result.map_or(Shape::Opaque, |result| self.shapes.get(result.ty));
        self.poison_of(shape, *code, message.as_str(), help.as_str())
    }

    /// Translates a function that other objects call.
    pub(super) fn procedure(&mut self, handle: Handle<Function>, name: &str) {
        let function = &self.module.functions[handle];
        self.builder.program().procedure = Some(name.to_owned());
        let mut arguments = Vec::new();
        for argument in &function.arguments {
            let shape = self.shapes.get(argument.ty);
            let kinds = self.shapes.kinds(shape);
            let mut lanes = Vec::new();
            for kinds in kinds.chunks(shape.register_width(kinds.len())) {
                let inputs = &mut self.builder.program().inputs;
                let id = InputId::from_index(inputs.len());
                inputs.push(Input {
                    name: argument.name.clone().unwrap_or_default(),
                    register: u8::try_from(inputs.len()).unwrap_or(u8::MAX),
                });
                for (component, kind) in COMPONENTS.into_iter().zip(kinds) {
                    let op = Op::Input(id, component);
                    lanes.push(self.builder.value(op, component_type(*kind)));
                }
            }
            arguments.push(Content::Components(lanes.into()));
        }
        let components = self.call(function, &self.info[handle], arguments);
        if let Some(property) = by_name("dummy") {
            self.builder.program().outputs.push(Output {
                name: "result".to_owned(),
                property,
                components,
            });
        }
    }
}
