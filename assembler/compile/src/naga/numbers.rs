//! Numbers of the job as values of overrides, as which naga reads specialisation constants.

use ::naga::{Handle, Literal, Module, Override, Scalar, ScalarKind, TypeInner};
use pica200_diagnostics::Code;
use rustc_hash::FxHashMap;

use crate::diagnostic::{Diagnostic, diagnose};
use crate::options::{Define, Number, Options};

use super::cast::{narrow, nearest};
use super::text::Text;

/// The values that the job gives to overrides.
pub(super) type Overrides = FxHashMap<Handle<Override>, Literal>;

/// The overrides of a module.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    pub(super) overrides: Overrides,
    /// The names of all overrides.
    pub(super) names: Vec<String>,
    /// Numbers that do not fit.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// The name of a constant without one, before its id.
const ID: &str = "constant_id_";

/// Returns the name of an override for diagnostics.
pub(super) fn name(found: &Override) -> String {
    match (&found.name, found.id) {
        (Some(name), _) => name.clone(),
        (None, Some(id)) => format!("{ID}{id}"),
        (None, None) => "a constant".to_owned(),
    }
}

impl Numbers {
    pub(super) fn new(module: &Module, text: &Text<'_>, options: &Options) -> Self {
        let mut numbers = Self::default();
        for (handle, found) in module.overrides.iter() {
            if let Some((define, value)) = overrides(module, found, options) {
                match value {
                    Ok(value) => {
                        numbers.overrides.insert(handle, value);
                    }
                    Err(why) => {
                        let place = text.place(module.overrides.get_span(handle));
                        let Define { name, number } = define;
                        let message = format!("`{name}` cannot have the value {number}: {why}");
                        let diagnostic = diagnose(Code::UnfitDefine, place, message);
                        numbers.diagnostics.push(diagnostic);
                    }
                }
            }
            numbers.names.extend(names(found).into_iter().flatten());
        }
        numbers
    }
}

/// Returns the names by which the job can mean an override.
fn names(found: &Override) -> [Option<String>; 2] {
    [found.name.clone(), found.id.map(|id| format!("{ID}{id}"))]
}

/// Returns the number that the job gives to an override, and its value or why it has none.
pub(super) fn overrides<'o>(
    module: &Module,
    found: &Override,
    options: &'o Options,
) -> Option<(&'o Define, Result<Literal, &'static str>)> {
    let names = names(found);
    let is_meant = |define: &&Define| names.iter().flatten().any(|name| *name == define.name);
    let define = options.defines.iter().rev().find(is_meant)?;
    Some((define, value(module, found, define.number)))
}

/// Returns a number as a value of the type of an override. Otherwise, why it is none.
fn value(module: &Module, found: &Override, number: Number) -> Result<Literal, &'static str> {
    let TypeInner::Scalar(Scalar { kind, width }) = module.types[found.ty].inner else {
        return Err("it is not a single number");
    };
    match kind {
        ScalarKind::Bool => match number {
            Number::Integer(0) => Ok(Literal::Bool(false)),
            Number::Integer(1) => Ok(Literal::Bool(true)),
            _ => Err("it is a truth value, which is 0 or 1"),
        },
        ScalarKind::Sint if width == 4 => {
            let whole = integer(number).and_then(|number| i32::try_from(number).ok());
            let value = whole.map(Literal::I32);
            value.ok_or("it is an integer from -2147483648 to 2147483647")
        }
        ScalarKind::Uint if width == 4 => {
            let whole = integer(number).and_then(|number| u32::try_from(number).ok());
            let value = whole.map(Literal::U32);
            value.ok_or("it is an integer from 0 to 4294967295")
        }
        ScalarKind::Float => {
            let value = float(number).map(Literal::F32);
            value.ok_or("it is a float, which is up to 3.4e38 in magnitude")
        }
        _ => Err("the hardware has no numbers of its type"),
    }
}

/// Returns a number without a fraction.
fn integer(number: Number) -> Option<i64> {
    match number {
        Number::Integer(number) => Some(number),
        Number::Float(number) => {
            // All integers in this range are floats with 64 bits.
            let is_whole = number.fract() == 0.0 && number.abs() <= f64::from(u32::MAX);
            is_whole.then(|| truncated(number))
        }
    }
}

/// Returns the nearest float, if there is one.
pub(super) fn float(number: Number) -> Option<f32> {
    let float = match number {
        Number::Integer(number) => nearest(number),
        Number::Float(number) => narrow(number),
    };
    float.is_finite().then_some(float)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the caller has checked that it is an integer in the range"
)]
const fn truncated(number: f64) -> i64 {
    number as i64
}
