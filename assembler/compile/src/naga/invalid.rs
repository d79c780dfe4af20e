//! Errors of naga's validator in the words of the source, where naga shows its own numbers of expressions and types.

use std::error::Error;

use ::naga::front::Typifier;
use ::naga::proc::{ResolveContext, TypeResolution};
use ::naga::valid::{CallError, EntryPointError, ExpressionError, FunctionError, ValidationError};
use ::naga::{Block, Expression, Function, Handle, Module, Span, Statement, UnaryOperator, back};

use crate::options::Language;

use super::language::{function_name, inner_name, reworded};
use super::varying;
use super::wording::{lower_case, without_numbers};

/// Returns the message for an error and the advice, if there is more to add.
pub(super) fn message(language: Language, error: &ValidationError, module: &Module) -> (String, Option<String>) {
    if let Some((message, help)) = varying::message(language, error, module) {
        return (message, Some(help));
    }
    let own =
        in_function(error, module).and_then(|(function, error)| Types::new(language, module, function).error(error));
    let message = own.unwrap_or_else(|| reworded(language, &causes(error)));
    (message, None)
}

/// Returns the location of the statement that is wrong, where naga says only the function.
pub(super) fn place(error: &ValidationError, module: &Module) -> Option<Span> {
    match in_function(error, module)? {
        (function, FunctionError::InvalidReturnType { expression, .. }) => return_of(&function.body, *expression),
        _ => None,
    }
}

/// Returns the function in which something is wrong, and what.
fn in_function<'m>(error: &'m ValidationError, module: &'m Module) -> Option<(&'m Function, &'m FunctionError)> {
    match error {
        ValidationError::Function { handle, source, .. } => Some((module.functions.try_get(*handle).ok()?, source)),
        ValidationError::EntryPoint {
            source: EntryPointError::Function(source),
            ..
        } => Some((&varying::entry(error, module)?.function, source)),
        _ => None,
    }
}

/// Returns the location of the first statement that returns an expression.
fn return_of(block: &Block, expression: Option<Handle<Expression>>) -> Option<Span> {
    block.span_iter().find_map(|(statement, span)| match statement {
        Statement::Return { value } => (*value == expression).then_some(*span),
        Statement::Block(block) => return_of(block, expression),
        Statement::If { accept, reject, .. } => return_of(accept, expression).or_else(|| return_of(reject, expression)),
        Statement::Loop { body, .. } => return_of(body, expression),
        Statement::Switch { cases, .. } => cases.iter().find_map(|case| return_of(&case.body, expression)),
        _ => None,
    })
}

/// Returns the messages of naga. The outer errors say where, the inner ones why.
fn causes(error: &ValidationError) -> String {
    let mut message = lower_case(&error.to_string());
    let mut source = error.source();
    while let Some(inner) = source {
        message = format!("{message}: {}", lower_case(&inner.to_string()));
        source = inner.source();
    }
    without_numbers(&message)
}

/// The types of the expressions of a function.
struct Types<'m> {
    language: Language,
    module: &'m Module,
    function: &'m Function,
    /// Nothing if an expression has no type.
    known: Option<Typifier>,
}

impl<'m> Types<'m> {
    fn new(language: Language, module: &'m Module, function: &'m Function) -> Self {
        let mut known = Typifier::new();
        let (locals, arguments) = (&function.local_variables, &function.arguments);
        let context = ResolveContext::with_locals(module, locals, arguments);
        let last = function.expressions.iter().next_back();
        let all = last.map_or(Ok(()), |(last, _)| known.grow(last, &function.expressions, &context));
        Self {
            language,
            module,
            function,
            known: all.is_ok().then_some(known),
        }
    }

    /// Returns the type of an expression, in backticks; of a pointer, the type of its target.
    fn name(&self, handle: Handle<Expression>) -> Option<String> {
        self.function.expressions.try_get(handle).ok()?;
        let types = &self.module.types;
        let found = &self.known.as_ref()?[handle];
        let base = found.inner_with(types).pointer_base_type();
        Some(self.type_name(base.as_ref().unwrap_or(found)))
    }

    fn type_name(&self, found: &TypeResolution) -> String {
        let types = &self.module.types;
        let name = match found {
            TypeResolution::Handle(handle) => types[*handle].name.clone(),
            TypeResolution::Value(_) => None,
        };
        let inner = || inner_name(self.language, self.module, found.inner_with(types));
        format!("`{}`", name.unwrap_or_else(inner))
    }

    /// Returns the error of the function.
    fn error(&self, error: &FunctionError) -> Option<String> {
        Some(match error {
            FunctionError::InvalidReturnType {
                expression,
                expected_ty,
            } => {
                let declared = expected_ty.map(|ty| self.type_name(&TypeResolution::Handle(ty)));
                match (expression, declared) {
                    (Some(value), Some(declared)) => {
                        let found = self.name(*value)?;
                        format!("the function returns {found} here, but is declared to return {declared}")
                    }
                    (Some(value), None) => {
                        let found = self.name(*value)?;
                        format!("the function returns {found} here, but is declared without a result")
                    }
                    (None, declared) => {
                        let declared = declared?;
                        format!("the function returns nothing here, but is declared to return {declared}")
                    }
                }
            }
            FunctionError::InvalidIfType(condition) => {
                format!(
                    "the condition has the type {}; it has to be `bool`",
                    self.name(*condition)?
                )
            }
            FunctionError::InvalidSwitchType(selector) => {
                let found = self.name(*selector)?;
                format!("the value of the `switch` has the type {found}; it has to be an integer")
            }
            FunctionError::InvalidStorePointer(_) => {
                "this cannot be assigned to: it is not a part of a variable".to_owned()
            }
            FunctionError::InvalidStoreTypes { pointer, value } => {
                let (value, pointer) = (self.name(*value)?, self.name(*pointer)?);
                format!("a value of the type {value} is assigned to a variable of the type {pointer}")
            }
            FunctionError::InvalidCall { function, error } => return self.call(*function, error),
            FunctionError::Expression { handle, source } => {
                return self.expression(*handle, source);
            }
            _ => return None,
        })
    }

    fn call(&self, function: Handle<Function>, error: &CallError) -> Option<String> {
        let called = self.module.functions.try_get(function).ok()?;
        let name = called.name.as_deref().unwrap_or("the function");
        match error {
            CallError::ArgumentCount { required, seen } => Some(format!(
                "`{name}` has {required} parameters, and the call has {seen} arguments"
            )),
            CallError::ArgumentType {
                index,
                required,
                seen_expression,
            } => Some(format!(
                "argument {} of `{name}` has the type {}; it has to be {}",
                index + 1,
                self.name(*seen_expression)?,
                self.type_name(&TypeResolution::Handle(*required))
            )),
            _ => None,
        }
    }

    /// Returns the error of an expression.
    fn expression(&self, handle: Handle<Expression>, error: &ExpressionError) -> Option<String> {
        let inner = |inner: &::naga::TypeInner| self.type_name(&TypeResolution::Value(inner.clone()));
        Some(match error {
            ExpressionError::InvalidBinaryOperandTypes {
                op,
                lhs_expr,
                lhs_type,
                rhs_expr,
                rhs_type,
            } => {
                let sides = [(lhs_expr, lhs_type), (rhs_expr, rhs_type)];
                let [left, right] = sides.map(|(side, ty)| self.name(*side).unwrap_or_else(|| inner(ty)));
                let op = back::binary_operation_str(*op);
                format!("`{op}` does not take {left} and {right}")
            }
            ExpressionError::InvalidUnaryOperandType(op, operand) => {
                let sign = match op {
                    UnaryOperator::Negate => "-",
                    UnaryOperator::LogicalNot => "!",
                    UnaryOperator::BitwiseNot => "~",
                };
                format!("`{sign}` does not take {}", self.name(*operand)?)
            }
            ExpressionError::InvalidArgumentType(function, index, argument) => {
                let function = function_name(self.language, *function);
                format!(
                    "argument {} of `{function}` has the type {}, which it does not take",
                    index + 1,
                    self.name(*argument)?
                )
            }
            ExpressionError::WrongArgumentCount(function) => {
                format!(
                    "`{}` takes another number of arguments",
                    function_name(self.language, *function)
                )
            }
            ExpressionError::IndexOutOfBounds(base, index) => {
                format!("the index {index} is outside of {}", self.name(*base)?)
            }
            ExpressionError::NegativeIndex(base) => {
                format!("a negative index is outside of {}", self.name(*base)?)
            }
            ExpressionError::InvalidIndexType(index) => {
                format!("an index has the type {}; it has to be an integer", self.name(*index)?)
            }
            ExpressionError::InvalidBaseType(base) => {
                format!("{} has no parts that an index selects", self.name(*base)?)
            }
            ExpressionError::SelectValuesTypeMismatch { accept, reject } => {
                format!(
                    "the two values to choose from have the types {} and {}; they have to be equal",
                    inner(accept),
                    inner(reject)
                )
            }
            ExpressionError::SelectConditionNotABool { actual } => {
                format!(
                    "the condition has the type {}; it has to be `bool`, or a vector of it for vectors",
                    inner(actual)
                )
            }
            ExpressionError::InvalidBooleanVector(argument) => {
                format!(
                    "the argument has the type {}; it has to be a vector of `bool`",
                    self.name(*argument)?
                )
            }
            ExpressionError::InvalidFloatArgument(argument) => {
                format!(
                    "the argument has the type {}; it has to consist of floats",
                    self.name(*argument)?
                )
            }
            ExpressionError::InvalidCastArgument => {
                let Expression::As { expr, .. } = self.function.expressions.try_get(handle).ok()? else {
                    return None;
                };
                format!(
                    "a value of the type {} cannot be converted to this type",
                    self.name(*expr)?
                )
            }
            _ => return None,
        })
    }
}
