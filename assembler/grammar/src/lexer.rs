//! Generates lexers.

use std::error::Error;
use std::fs;
use std::path::Path;

use quote::ToTokens;
use syn::{Item, ItemEnum};

/// Generates code from the file at a path: its items, and for each enum the lexer of the patterns in its attributes.
pub(crate) fn code(source: &Path) -> Result<String, Box<dyn Error>> {
    lexers(&fs::read_to_string(source)?)
}

fn lexers(source: &str) -> Result<String, Box<dyn Error>> {
    let mut file = syn::parse_file(source)?;
    let mut items = Vec::new();
    for item in file.items {
        match item {
            Item::Enum(tokens) => items.extend(lexer(&tokens)?),
            other => items.push(other),
        }
    }
    file.items = items;
    Ok(prettyplease::unparse(&file))
}

/// Returns an enum without its patterns, and their lexer.
fn lexer(tokens: &ItemEnum) -> Result<[Item; 2], Box<dyn Error>> {
    let tokens = tokens.to_token_stream();
    let lexer = logos_codegen::generate(tokens.clone());
    // Errors in the patterns become code that does not compile.
    let text = lexer.to_string();
    if text.contains("compile_error !") {
        return Err(text.into());
    }
    let plain = logos_codegen::strip_attributes(tokens);
    Ok([syn::parse2(plain)?, syn::parse2(lexer)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_enumeration_gets_a_lexer() {
        let source = "//! Tokens.\n\nuse a::B;\n\n/// A token.\n#[derive(Logos, Clone)]\nenum Token {\n    #[token(\"+\")]\n    Plus,\n}\n";
        let code = lexers(source).expect("the patterns are valid");
        let head = "//! Tokens.\nuse a::B;\n/// A token.\n#[derive(Clone)]\nenum Token {\n    Plus,\n}\nimpl<'s> ::logos::Logos<'s> for Token {\n";
        assert!(code.starts_with(head), "{code}");
        assert!(!code.contains("unsafe"), "{code}");
    }

    #[test]
    fn wrong_patterns_are_errors() {
        let source = "#[derive(Logos)] enum Token { #[regex(\"a*\")] A }";
        let error = lexers(source).expect_err("the pattern matches nothing");
        assert!(error.to_string().contains("empty string"), "{error}");
    }
}
