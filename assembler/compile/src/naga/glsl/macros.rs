//! Numbers of the caller as macros.

use pica200_diagnostics::Code;
use rustc_hash::FxHashSet;

use super::preprocess::{Define, PreprocessorOutput};
use super::token::{Interner, Sign, Token, tokens};
use crate::diagnostic::{Diagnostic, diagnose};
use crate::naga::numbers::float;
use crate::options::{Number, Options};

/// Returns the macros for the numbers of the caller, and errors about numbers that GLSL does not have, by their names.
/// A number for a specialisation constant is no macro.
pub(super) fn from_options(options: &Options, source: &str) -> (Vec<Define>, Vec<(String, Diagnostic)>) {
    let (mut defines, mut misfits) = (Vec::new(), Vec::new());
    if options.defines.is_empty() {
        return (defines, misfits);
    }
    let constants = pipeline_constants(source);
    for define in &options.defines {
        let name = define.name.clone();
        if constants.contains(&name) {
            continue;
        }
        match text(define.number) {
            Some(text) => defines.push(Define { name, text }),
            None => {
                let message = format!(
                    "`{name}` cannot have the value {}: numbers of GLSL have 32 bits",
                    define.number
                );
                let diagnostic = diagnose(Code::UnfitDefine, None, message);
                misfits.push((name, diagnostic));
            }
        }
    }
    (defines, misfits)
}

/// Returns the names of numbers of the caller that the sources contain.
pub(super) fn used(options: &Options, preprocessed: &PreprocessorOutput) -> Vec<String> {
    let names = options.defines.iter().map(|define| &define.name);
    let used = names.filter(|name| {
        let symbol = preprocessed.interner.find(name);
        symbol.is_some_and(|symbol| preprocessed.words.contains(&symbol))
    });
    used.cloned().collect()
}

/// Returns the names of the constants of a source that have an id: `layout(constant_id = 3) const TYPE NAME`.
fn pipeline_constants(source: &str) -> FxHashSet<String> {
    let mut interner = Interner::default();
    let tokens = tokens(source, 0, &mut interner);
    let text = |token: &Token| interner.text(token.symbol);
    let mut names = FxHashSet::default();
    for (index, token) in tokens.iter().enumerate() {
        if text(token) == "constant_id" {
            let rest = tokens.iter().skip(index).skip_while(|token| text(token) != "const");
            let end = |token: &&Token| !(token.is(Sign::Assign) || token.is(Sign::Semicolon));
            names.extend(rest.take_while(end).last().map(|token| text(token).to_owned()));
        }
    }
    names
}

/// Returns a number as GLSL writes it; `None` if it has more than 32 bits.
fn text(number: Number) -> Option<String> {
    let unsigned = match number {
        Number::Integer(number) if number > i64::from(i32::MAX) => {
            return u32::try_from(number).ok().map(|number| format!("{number}u"));
        }
        Number::Integer(number) => i32::try_from(number).ok()?.unsigned_abs().to_string(),
        Number::Float(whole) => {
            float(number)?;
            format!("{:?}", whole.abs())
        }
    };
    let is_negative = match number {
        Number::Integer(number) => number < 0,
        Number::Float(number) => number < 0.0,
    };
    Some(if is_negative {
        format!("(-{unsigned})")
    } else {
        unsigned
    })
}
