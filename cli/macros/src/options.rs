//! Build options in macro arguments.

use pica200::build::Build;
use pica200::job::options::{Kind, Value, all, by_keyword};
use syn::punctuated::Punctuated;
use syn::{Error, Ident, Lit, Token, parenthesized, parse};

/// An option: the name of a method of [`Build`] and its arguments, as in `strict_math(true)`.
pub(crate) struct BuildOption {
    name: Ident,
    arguments: Vec<Lit>,
}

impl parse::Parse for BuildOption {
    fn parse(input: parse::ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse()?;
        let inside;
        parenthesized!(inside in input);
        let arguments = Punctuated::<Lit, Token![,]>::parse_terminated(&inside)?;
        Ok(Self {
            name,
            arguments: arguments.into_iter().collect(),
        })
    }
}

/// Returns true if there is a single name to choose, which acts as a switch.
fn is_switch(names: fn() -> Vec<(&'static str, &'static str)>) -> bool {
    names().len() == 1
}

/// Returns the syntax of all options, for messages.
fn forms() -> String {
    let words = all().filter(|option| option.is_keyword).map(|option| {
        let arguments = match option.kind {
            Kind::Switch => "true",
            Kind::Choice { names, .. } if is_switch(names) => "true",
            Kind::Map { .. } => "\"NAME\", \"PROPERTY\"",
            Kind::Lengths { .. } => "\"NAME\", NUMBER",
            Kind::Path { .. } | Kind::Paths { .. } => "\"PATH\"",
            Kind::Text { .. } | Kind::Choice { .. } | Kind::List { .. } => "\"NAME\"",
        };
        format!("`{}({arguments})`", option.method)
    });
    let others = ["`entry(\"NAME\")`", "`define(\"NAME\", NUMBER)`"];
    let all: Vec<_> = words.chain(others.map(str::to_owned)).collect();
    all.join(", ")
}

impl BuildOption {
    /// Applies the option to a build.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such option, or it takes other arguments.
    pub(crate) fn apply(&self, build: Build) -> syn::Result<Build> {
        let word = self.name.to_string();
        let wrong = || {
            let forms = forms();
            let message = format!("`{word}` with these arguments is not an option; the options are {forms}");
            Error::new(self.name.span(), message)
        };
        match (word.as_str(), self.arguments.as_slice()) {
            ("define", [Lit::Str(name), number]) => {
                let number = text(number).ok_or_else(wrong)?;
                return Ok(build.define(name.value(), number));
            }
            ("entry", [Lit::Str(name)]) => return Ok(build.entry(name.value())),
            _ => {}
        }
        let option = by_keyword(&word).ok_or_else(wrong)?;
        match (option.kind, self.arguments.as_slice()) {
            (Kind::Switch, [Lit::Bool(value)]) => Ok(build.set(option, Value::Switch(value.value))),
            (Kind::Choice { names, .. }, [Lit::Bool(value)]) if is_switch(names) => {
                Ok(build.set(option, Value::Switch(value.value)))
            }
            (Kind::Map { .. }, [Lit::Str(name), Lit::Str(value)]) => {
                let pair = format!("{}={}", name.value(), value.value());
                Ok(build.set(option, Value::Text(&pair)))
            }
            (Kind::Lengths { .. }, [Lit::Str(name), Lit::Int(number)]) => {
                let pair = format!("{}={}", name.value(), number.base10_digits());
                Ok(build.set(option, Value::Text(&pair)))
            }
            (Kind::Switch | Kind::Map { .. }, _) => Err(wrong()),
            (_, [Lit::Str(text)]) => Ok(build.set(option, Value::Text(&text.value()))),
            _ => Err(wrong()),
        }
    }
}

/// Returns the text of a number or an expression.
fn text(literal: &Lit) -> Option<String> {
    match literal {
        Lit::Str(text) => Some(text.value()),
        Lit::Int(number) => Some(number.base10_digits().to_owned()),
        Lit::Float(number) => Some(number.base10_digits().to_owned()),
        _ => None,
    }
}
