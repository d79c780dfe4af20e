//! Macro expansion.

use std::fs::File;
use std::path::{Path, PathBuf};

use pica200::build::{Build, Compiled, DiskFiles};
use proc_macro::TokenStream;
use syn::punctuated::Punctuated;
use syn::{Error, Ident, LitStr, Token, parse};

use crate::expansion::{expansion, unbuilt};
use crate::literal::{is_analysis, named, plain, source_file, with_lines};
use crate::options::BuildOption;

/// Name of builds, which is not used for files.
const NAME: &str = "shader";

/// The arguments of `include_shader!`: paths, then options.
struct Inputs {
    paths: Vec<LitStr>,
    options: Vec<BuildOption>,
}

impl parse::Parse for Inputs {
    fn parse(input: parse::ParseStream<'_>) -> syn::Result<Self> {
        let mut paths = Vec::new();
        while input.peek(LitStr) {
            paths.push(input.parse()?);
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        if paths.is_empty() {
            return Err(input.error("expected the path of a shader, as a string"));
        }
        Ok(Self {
            paths,
            options: options(input)?,
        })
    }
}

/// Parses the options at the end of a macro's arguments.
fn options(input: parse::ParseStream<'_>) -> syn::Result<Vec<BuildOption>> {
    let options = Punctuated::<BuildOption, Token![,]>::parse_terminated(input)?;
    Ok(options.into_iter().collect())
}

/// Returns a build with options.
fn build(options: &[BuildOption]) -> syn::Result<Build> {
    let mut options = options.iter();
    options.try_fold(Build::new(NAME), |build, option| option.apply(build))
}

/// Expands `include_shader!("PATH", ...)`.
pub(crate) fn include_shader(input: TokenStream) -> TokenStream {
    let made = parse::<Inputs>(input).and_then(|inputs| include(&inputs));
    made.unwrap_or_else(|error| error.to_compile_error().into())
}

fn include(inputs: &Inputs) -> syn::Result<TokenStream> {
    let literals = &inputs.paths;
    if literals.iter().any(|literal| source_file(literal).is_none()) && is_analysis() {
        return Ok(unbuilt(literals));
    }
    let mut build = build(&inputs.options)?;
    let mut paths = Vec::new();
    for literal in literals {
        let path = plain(dir_of(literal)?.join(literal.value()));
        build = build.file(&path);
        paths.push(path);
    }
    let read = paths.iter().map(|path| File::open(path).is_ok());
    // Errors are reported at the first file that cannot be read, otherwise at the first file.
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

/// The arguments of `shader!`: a language, unless it is assembly, a source, and options.
struct Text {
    language: Option<Ident>,
    source: LitStr,
    options: Vec<BuildOption>,
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
        let source = input.parse()?;
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        Ok(Self {
            language,
            source,
            options: options(input)?,
        })
    }
}

/// Expands `shader!("SOURCE", ...)` or `shader!(LANGUAGE, "SOURCE", ...)`.
pub(crate) fn shader(input: TokenStream) -> TokenStream {
    let made = parse::<Text>(input).and_then(|text| inline(&text));
    made.unwrap_or_else(|error| error.to_compile_error().into())
}

fn inline(text: &Text) -> syn::Result<TokenStream> {
    let source = &text.source;
    let file = source_file(source);
    // The directory of includes is unknown.
    if file.is_none() && is_analysis() && source.value().to_ascii_lowercase().contains("include") {
        return Ok(unbuilt(&[]));
    }
    let path = file.unwrap_or_else(|| PathBuf::from("shader"));
    let build = build(&text.options)?;
    let build = match &text.language {
        None => {
            let (path, text) = with_lines(source, &path);
            build.text(&path, text)
        }
        // Other languages have no line markers.
        Some(language) => {
            let build = build.lang(language.to_string());
            build.text(named(source, &path), source.value())
        }
    };
    let compiled = compile(&build, source)?;
    expansion(&compiled, source)
}

fn compile(build: &Build, blamed: &LitStr) -> syn::Result<Compiled> {
    let compiled = build.compile(&DiskFiles);
    // The first line of an error follows the compiler's own `error: `.
    compiled.map_err(|error| Error::new(blamed.span(), format!("the shader failed to build\n{error}")))
}

/// Returns the directory of the Rust source that contains a literal.
fn dir_of(literal: &LitStr) -> syn::Result<PathBuf> {
    let dir = source_file(literal).and_then(|path| path.parent().map(Path::to_owned));
    dir.ok_or_else(|| {
        let message = "the compiler does not provide the file that contains this path";
        Error::new(literal.span(), message)
    })
}
