//! Numbers of the job as macros, and what conditions on them leave of a source.

use ::naga::FastHashMap;
use pica200_diagnostics::Code;
use pp_rs::pp::Preprocessor;
use pp_rs::token::TokenValue;
use rustc_hash::FxHashSet;

use crate::finding::Finding;
use crate::options::{Define, Number, Options};

use super::super::numbers::float;
use super::token::{Kind, Token, tokens};

/// The macros of a source.
#[derive(Debug, Default)]
pub(in super::super) struct Macros {
    /// The texts of those that the job defines.
    pub(in super::super) texts: FastHashMap<String, String>,
    /// The names among the numbers of the job that the source has.
    pub(in super::super) names: Vec<String>,
    /// Numbers that GLSL does not have.
    pub(in super::super) findings: Vec<Finding>,
}

impl Macros {
    /// The macros for a source: numbers whose names it has, except for those of its specialisation constants.
    pub(in super::super) fn of(source: &str, options: &Options) -> Self {
        let mut macros = Self::default();
        if options.defines.is_empty() {
            return macros;
        }
        let tokens = tokens(source);
        let words = words(source, &tokens);
        let constants = constants(source, &tokens);
        for Define { name, number } in &options.defines {
            if !words.contains(name.as_str()) || constants.contains(name.as_str()) {
                continue;
            }
            macros.names.push(name.clone());
            match text(*number) {
                Some(text) => {
                    macros.texts.insert(name.clone(), text);
                }
                None => {
                    let message = format!(
                        "`{name}` cannot have the value {number}: numbers of GLSL have 32 bits"
                    );
                    let finding = Finding::new(Code::UnfitDefine, None, message);
                    macros.findings.push(finding);
                }
            }
        }
        macros
    }

    /// The tokens that conditions leave, and all directives; all tokens if the conditions have mistakes, which naga reports.
    pub(super) fn active(&self, source: &str, tokens: Vec<Token>) -> Vec<Token> {
        let is_for_preprocessor: Vec<_> = tokens
            .iter()
            .map(|token| {
                directive(source, token).is_some_and(|name| OF_PREPROCESSOR.contains(&name))
            })
            .collect();
        let Some(active) = self.active_parts(source, &tokens, &is_for_preprocessor) else {
            return tokens;
        };
        let mut part = 0;
        let mut kept = Vec::new();
        for (token, is_for_preprocessor) in tokens.into_iter().zip(is_for_preprocessor) {
            part += u64::from(is_for_preprocessor);
            if is_for_preprocessor || active.contains(&part) {
                kept.push(token);
            }
        }
        kept
    }

    /// The numbers of the parts that conditions leave; directives of the preprocessor are between the parts. Each part
    /// becomes its number in a text that the preprocessor carries out. `None` if it finds a mistake.
    fn active_parts(
        &self,
        source: &str,
        tokens: &[Token],
        is_for_preprocessor: &[bool],
    ) -> Option<FxHashSet<u64>> {
        let (mut text, mut part, mut end) = (String::new(), 0_u64, 0);
        let mut is_new = true;
        for (token, is_for_preprocessor) in tokens.iter().zip(is_for_preprocessor) {
            // White space and comments stay.
            text.push_str(source.get(end..token.range.start)?);
            end = token.range.end;
            if *is_for_preprocessor {
                part += 1;
                text.push_str(source.get(token.range.clone())?);
            } else if is_new {
                text.push_str(&part.to_string());
            }
            is_new = *is_for_preprocessor;
        }
        let mut preprocessor = Preprocessor::new(&text);
        for (name, text) in &self.texts {
            preprocessor.add_define(name, text).ok()?;
        }
        let mut parts = FxHashSet::default();
        for token in preprocessor {
            if let TokenValue::Integer(part) = token.ok()?.value {
                parts.insert(part.value);
            }
        }
        Some(parts)
    }
}

/// The directives that the preprocessor carries out.
const OF_PREPROCESSOR: [&str; 10] = [
    "define", "undef", "if", "ifdef", "ifndef", "elif", "else", "endif", "error", "line",
];

/// The name of a directive.
fn directive<'s>(source: &'s str, token: &Token) -> Option<&'s str> {
    if token.kind != Kind::Directive {
        return None;
    }
    let text = source.get(token.range.clone())?;
    let text = text.trim_start_matches('#').trim_start();
    text.split(|c: char| !c.is_ascii_alphabetic()).next()
}

/// The words of a source, with those of its directives.
fn words<'s>(source: &'s str, tokens: &[Token]) -> FxHashSet<&'s str> {
    let texts = tokens.iter().filter_map(|token| match token.kind {
        Kind::Word | Kind::Directive => source.get(token.range.clone()),
        Kind::Number | Kind::Sign(_) => None,
    });
    let words = texts.flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_'));
    words.collect()
}

/// The names of the specialisation constants of a source: `layout(constant_id = 3) const TYPE NAME`.
fn constants<'s>(source: &'s str, tokens: &[Token]) -> FxHashSet<&'s str> {
    let text = |token: &Token| source.get(token.range.clone()).unwrap_or_default();
    let mut names = FxHashSet::default();
    for (index, token) in tokens.iter().enumerate() {
        if text(token) == "constant_id" {
            let rest = tokens.iter().skip(index).map(text);
            let rest = rest.skip_while(|word| *word != "const");
            names.extend(
                rest.skip(1)
                    .find(|word| !TYPES_AND_PRECISIONS.contains(word)),
            );
        }
    }
    names
}

/// What stands between `const` and the name of a specialisation constant.
const TYPES_AND_PRECISIONS: [&str; 8] = [
    "bool", "int", "uint", "float", "double", "highp", "mediump", "lowp",
];

/// A number as GLSL writes it; `None` if it has more than 32 bits.
fn text(number: Number) -> Option<String> {
    let unsigned = match number {
        Number::Integer(number) if number > i64::from(i32::MAX) => {
            return u32::try_from(number)
                .ok()
                .map(|number| format!("{number}u"));
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
