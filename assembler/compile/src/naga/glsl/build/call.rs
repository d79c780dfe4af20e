//! Calls of functions.

use ::naga::{Expression, Function, FunctionResult, Statement};
use pica200_diagnostics::Code;

use super::super::ast::{BaseType, Callee, Expr, TypeSpec};
use super::super::token::{Span, Symbol};
use super::super::types::{self, Ty};
use super::expression::{Meaning, Place, Value};
use super::function::Direction;
use super::scope::Entity;
use super::{BuildResult, Builder, ErrorReported, builtin, texture};
use crate::naga::refused::Reason;

/// An argument of a call.
enum Argument {
    Value(Value),
    /// A place that the function changes, and the value that it has before.
    Place(Place, Option<Value>),
    /// A texture or sampler, which is not passed.
    Opaque,
}

impl Builder<'_> {
    /// Returns the value of a call. A function without a result has none.
    pub(super) fn call(&mut self, callee: &Callee, arguments: &[Expr], span: Span) -> BuildResult<Value> {
        let name = match callee {
            Callee::Type(spec) => return self.array_constructor(spec, arguments, span),
            Callee::Name(name) => *name,
        };
        match self.call_for_effect(name, arguments, span)? {
            Some(value) => Ok(value),
            None => {
                let text = self.text(name).to_owned();
                self.error(span, format!("`{text}` has no result, and so no value"), "")
            }
        }
    }

    /// Evaluates a call. Returns its value, if it has one.
    pub(super) fn call_for_effect(
        &mut self,
        name: Symbol,
        arguments: &[Expr],
        span: Span,
    ) -> BuildResult<Option<Value>> {
        if let Some(Entity::Type(ty)) = self.scopes.find(name).cloned() {
            return self.constructor(&ty, arguments, span).map(Some);
        }
        let text = self.text(name).to_owned();
        if self.functions.contains_key(&name) {
            return self.declared_call(name, arguments, span);
        }
        if texture::exists(&text) {
            return self.texture(&text, arguments, span).map(Some);
        }
        if let Some(ty) = types::by_name(&text) {
            let spec = TypeSpec {
                base: BaseType::Name(name),
                lengths: Vec::new(),
                span,
            };
            // Reports types with more bits.
            let _ = self.spec(&spec, &[]);
            return self.constructor(&ty, arguments, span).map(Some);
        }
        if builtin::exists(&text) {
            return self.builtin(&text, arguments, span).map(Some);
        }
        if let Some((message, help)) = texture::other_stage(&text) {
            let ty = texture::other_stage_type(&text);
            let ty = match (ty, arguments.first()) {
                (None, Some(first)) => self.value(first)?.ty,
                (ty, _) => ty.unwrap_or(Ty::Void),
            };
            let value = self.refused(message, help, &ty, span)?;
            return Ok((ty != Ty::Void).then_some(value));
        }
        if builtin::writes(&text) {
            self.builtin(&text, arguments, span)?;
            return Ok(None);
        }
        // One message is enough for all its calls.
        if !self.broken_functions.insert(name) {
            return Err(ErrorReported);
        }
        let help = self.similar_function(&text);
        self.error(span, format!("the function `{text}` is not declared"), &help)
    }

    fn declared_call(&mut self, name: Symbol, arguments: &[Expr], span: Span) -> BuildResult<Option<Value>> {
        let candidates = self.functions.get(&name).cloned().unwrap_or_default();
        let candidates: Vec<_> = candidates
            .into_iter()
            .filter(|index| {
                self.declared
                    .get(*index)
                    .is_some_and(|found| found.parameters.len() == arguments.len())
            })
            .collect();
        let mut meanings = Vec::with_capacity(arguments.len());
        for argument in arguments {
            meanings.push(self.argument_meaning(argument)?);
        }
        let types: Vec<Ty> = meanings
            .iter()
            .map(|meaning| match meaning {
                Ok(Meaning::Place(place)) => place.value_type(),
                Ok(Meaning::Value(value)) => value.ty.clone(),
                Err(opaque) => opaque.clone(),
            })
            .collect();
        let best = candidates
            .iter()
            .filter_map(|index| Some((self.distance(*index, &types)?, *index)))
            .min();
        let Some((_, index)) = best else {
            let text = self.text(name).to_owned();
            if builtin::exists(&text) {
                return self.builtin(&text, arguments, span).map(Some);
            }
            return self.no_overload(name, &types, span);
        };
        let function = self.body_of(index, span)?;
        let declared = self.declared.get(index).ok_or(ErrorReported)?;
        let (parameters, result) = (declared.parameters.clone(), declared.result.clone());
        let mut passed = Vec::new();
        for ((meaning, parameter), argument) in meanings.into_iter().zip(&parameters).zip(arguments) {
            passed.push(match (meaning, parameter.direction) {
                (Err(_), _) => Argument::Opaque,
                (Ok(Meaning::Place(place)), Direction::In) => {
                    let value = self.load(&place, argument.span)?;
                    Argument::Value(self.converted(value, &parameter.ty, argument.span)?)
                }
                (Ok(Meaning::Value(value)), Direction::In) => {
                    Argument::Value(self.converted(value, &parameter.ty, argument.span)?)
                }
                (Ok(meaning), direction) => {
                    let place = self.changed_place(meaning, argument)?;
                    let before = match direction {
                        Direction::InOut => {
                            let value = self.load(&place, argument.span)?;
                            Some(self.converted(value, &parameter.ty, argument.span)?)
                        }
                        _ => None,
                    };
                    Argument::Place(place, before)
                }
            });
        }
        let types: Vec<Ty> = parameters.into_iter().map(|parameter| parameter.ty).collect();
        self.execute_call(function, &passed, &types, &result, span)
    }

    /// Analyses an argument. A texture has a type only.
    fn argument_meaning(&mut self, argument: &Expr) -> BuildResult<Result<Meaning, Ty>> {
        if let Some(opaque) = self.opaque_type(argument) {
            return Ok(Err(opaque));
        }
        self.meaning(argument).map(Ok)
    }

    /// Returns how many conversions the arguments of a call take; `None` if they do not fit.
    fn distance(&self, index: usize, types: &[Ty]) -> Option<usize> {
        let parameters = &self.declared.get(index)?.parameters;
        let mut sum = 0;
        for (parameter, ty) in parameters.iter().zip(types) {
            if parameter.ty == *ty {
                continue;
            }
            let (from, to) = match parameter.direction {
                Direction::Out => (&parameter.ty, ty),
                _ => (ty, &parameter.ty),
            };
            match (from.kind(), to.kind()) {
                _ if matches!((ty, &parameter.ty), (Ty::Opaque(_), Ty::Opaque(_))) => sum += 1,
                (Some(a), Some(b)) if from.size().is_some() && from.size() == to.size() && a.converts_to(b) => {
                    // Of two conversions, the one to a float is the better one.
                    sum += if b == super::super::types::Kind::Float { 1 } else { 2 };
                }
                _ => return None,
            }
        }
        Some(sum)
    }

    fn no_overload<T>(&mut self, name: Symbol, types: &[Ty], span: Span) -> BuildResult<T> {
        let text = self.text(name).to_owned();
        let shown: Vec<_> = types.iter().map(|ty| self.shown(ty)).collect();
        let all = self.functions.get(&name).cloned().unwrap_or_default();
        let headers = all
            .iter()
            .filter_map(|index| self.declared.get(*index))
            .map(|declared| {
                let types: Vec<_> = declared
                    .parameters
                    .iter()
                    .map(|parameter| self.shown(&parameter.ty))
                    .collect();
                format!("`{text}({})`", types.join(", "))
            });
        let headers: Vec<_> = headers.collect();
        let message = format!("`{text}` does not take ({})", shown.join(", "));
        self.error(span, message, &format!("it is declared as {}", headers.join(", ")))
    }

    fn execute_call(
        &mut self,
        function: ::naga::Handle<Function>,
        arguments: &[Argument],
        types: &[Ty],
        result: &Ty,
        span: Span,
    ) -> BuildResult<Option<Value>> {
        let mut passed = Vec::new();
        let mut back = Vec::new();
        for (argument, ty) in arguments.iter().zip(types) {
            match argument {
                Argument::Opaque => {}
                Argument::Value(value) => passed.push(value.expr),
                Argument::Place(place, before) => {
                    // The function works on a copy.
                    let variable = self.local(None, ty, span)?;
                    let pointer = self.local_pointer(variable, span)?;
                    if let Some(before) = before {
                        self.store(pointer, before.expr, span)?;
                    }
                    passed.push(pointer);
                    back.push((place, pointer, ty));
                }
            }
        }
        let value = if *result == Ty::Void {
            None
        } else {
            let expr = self.append(Expression::CallResult(function), span)?;
            Some(Value {
                expr,
                ty: result.clone(),
                constant: None,
            })
        };
        self.push(
            Statement::Call {
                function,
                arguments: passed,
                result: value.as_ref().map(|value| value.expr),
            },
            span,
        );
        for (place, pointer, ty) in back {
            let expr = self.append(Expression::Load { pointer }, span)?;
            let after = Value {
                expr,
                ty: ty.clone(),
                constant: None,
            };
            let after = self.converted(after, &place.value_type(), span)?;
            self.write(place, &after, span)?;
        }
        Ok(value)
    }

    /// Returns a stand-in for a value that the GPU cannot compute: the result of a function whose calls are refused
    /// where an output needs them.
    pub(super) fn refused(
        &mut self,
        message: impl Into<String>,
        help: &str,
        ty: &Ty,
        span: Span,
    ) -> BuildResult<Value> {
        let message = message.into();
        let key = (message.clone(), ty.clone());
        let function = match self.refused_functions.get(&key) {
            Some(known) => *known,
            None => {
                let made = self.refused_function(message, help, ty, span)?;
                self.refused_functions.insert(key, made);
                made
            }
        };
        let value = self.execute_call(function, &[], &[], ty, span)?;
        match value {
            Some(value) => Ok(value),
            None => self.bool_constant(false, span),
        }
    }

    fn refused_function(
        &mut self,
        message: String,
        help: &str,
        ty: &Ty,
        span: Span,
    ) -> BuildResult<::naga::Handle<Function>> {
        let mut function = Function::default();
        if *ty != Ty::Void {
            let ty = self.naga_type(ty, span)?;
            function.result = Some(FunctionResult { ty, binding: None });
            let zero = function.expressions.append(Expression::ZeroValue(ty), span.into());
            function.body.push(Statement::Return { value: Some(zero) }, span.into());
        }
        let handle = self.module.functions.append(function, span.into());
        self.refused.insert(
            handle,
            Reason {
                code: Code::UnsupportedOperation,
                message,
                help: help.to_owned(),
            },
        );
        Ok(handle)
    }
}
