//! Expands macros.

use std::fs::File;
use std::path::{Path, PathBuf};

use pica200::build::{Build, Compiled, DiskFiles};
use proc_macro::TokenStream;
use syn::{Error, Ident, LitStr, Token, parse};

use crate::expansion::expansion;
use crate::literal::{named, source_file, with_lines};
use crate::options::BuildOption;

/// The name of builds, which write nothing.
const NAME: &str = "shader";

/// The words of `include_shader!`: paths, then options.
struct Inputs {
    paths: Vec<LitStr>,
    options: Vec<BuildOption>,
}

impl parse::Parse for Inputs {
    fn parse(input: parse::ParseStream<'_>) -> syn::Result<Self> {
        let (mut paths, mut options) = (Vec::new(), Vec::new());
        while !input.is_empty() {
            if input.peek(LitStr) && options.is_empty() {
                paths.push(input.parse()?);
            } else {
                options.push(input.parse()?);
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        if paths.is_empty() {
            return Err(input.error("expected the path of a shader, as a string"));
        }
        Ok(Self { paths, options })
    }
}

/// `include_shader!("PATH", ...)`
pub(crate) fn include_shader(input: TokenStream) -> TokenStream {
    let made = parse::<Inputs>(input).and_then(|inputs| include(&inputs));
    made.unwrap_or_else(|error| error.to_compile_error().into())
}

fn include(inputs: &Inputs) -> syn::Result<TokenStream> {
    let mut build = Build::new(NAME);
    for option in &inputs.options {
        build = option.apply(build)?;
    }
    let literals = &inputs.paths;
    let mut paths = Vec::new();
    for literal in literals {
        let path = folder_of(literal)?.join(literal.value());
        build = build.file(&path);
        paths.push(path);
    }
    let read = paths.iter().map(|path| File::open(path).is_ok());
    // Errors are shown at the first file that cannot be read, otherwise at the first file.
    let mut pairs = literals.iter().zip(read);
    let Some(blamed) = pairs
        .find_map(|(literal, read)| (!read).then_some(literal))
        .or_else(|| literals.first())
    else {
        return Ok(TokenStream::new());
    };
    let compiled = compile(&build, blamed)?;
    expansion(&compiled, blamed)
}

/// The words of `shader!`: a source, and before it its language, if it is not assembly.
struct Text {
    language: Option<Ident>,
    source: LitStr,
}

impl parse::Parse for Text {
    fn parse(input: parse::ParseStream<'_>) -> syn::Result<Self> {
        let language = if input.peek(LitStr) {
            None
        } else {
            let language = input.parse()?;
            input.parse::<Token![,]>()?;
            Some(language)
        };
        Ok(Self {
            language,
            source: input.parse()?,
        })
    }
}

/// `shader!("SOURCE")` or `shader!(LANGUAGE, "SOURCE")`
pub(crate) fn shader(input: TokenStream) -> TokenStream {
    let made = parse::<Text>(input).and_then(|text| inline(&text));
    made.unwrap_or_else(|error| error.to_compile_error().into())
}

fn inline(Text { language, source }: &Text) -> syn::Result<TokenStream> {
    let path = source_file(source).unwrap_or_else(|| PathBuf::from("shader"));
    let build = match language {
        None => {
            let (path, text) = with_lines(source, &path);
            Build::new(NAME).text(&path, text)
        }
        // Other languages have no markers of lines.
        Some(language) => {
            let build = Build::new(NAME).lang(language.to_string());
            build.text(named(source, &path), source.value())
        }
    };
    let compiled = compile(&build, source)?;
    expansion(&compiled, source)
}

fn compile(build: &Build, blamed: &LitStr) -> syn::Result<Compiled> {
    let compiled = build.compile(&DiskFiles);
    // The first line of an error follows the compiler's own `error: `.
    compiled.map_err(|error| Error::new(blamed.span(), format!("the shader has errors\n{error}")))
}

/// The folder of the Rust source that contains a literal.
fn folder_of(literal: &LitStr) -> syn::Result<PathBuf> {
    let folder = source_file(literal).and_then(|path| path.parent().map(Path::to_owned));
    folder.ok_or_else(|| {
        let message = "the compiler does not say which file contains this path";
        Error::new(literal.span(), message)
    })
}
