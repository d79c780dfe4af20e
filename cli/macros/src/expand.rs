//! Expands macros.

use std::fs::File;
use std::path::{Path, PathBuf};

use pica200::build::{Build, Compiled, DiskFiles};
use proc_macro::TokenStream;
use syn::punctuated::Punctuated;
use syn::{Error, LitStr, Token, parse};

use crate::expansion::expansion;
use crate::literal::{source_file, with_lines};

/// The name of builds, which write nothing.
const NAME: &str = "shader";

/// The paths in the words of a macro.
struct Paths(Punctuated<LitStr, Token![,]>);

impl parse::Parse for Paths {
    fn parse(input: parse::ParseStream<'_>) -> syn::Result<Self> {
        let paths = Punctuated::parse_terminated(input)?;
        if paths.is_empty() {
            return Err(input.error("expected the path of a shader, as a string"));
        }
        Ok(Self(paths))
    }
}

/// `include_shader!("PATH", ...)`
pub(crate) fn include_shader(input: TokenStream) -> TokenStream {
    let made = parse::<Paths>(input).and_then(|Paths(paths)| include(&paths));
    made.unwrap_or_else(|error| error.to_compile_error().into())
}

fn include(literals: &Punctuated<LitStr, Token![,]>) -> syn::Result<TokenStream> {
    let mut build = Build::new(NAME);
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

/// `shader!("SOURCE")`
pub(crate) fn shader(input: TokenStream) -> TokenStream {
    let made = parse::<LitStr>(input).and_then(|literal| inline(&literal));
    made.unwrap_or_else(|error| error.to_compile_error().into())
}

fn inline(literal: &LitStr) -> syn::Result<TokenStream> {
    let path = source_file(literal).unwrap_or_else(|| PathBuf::from("shader"));
    let (path, text) = with_lines(literal, &path);
    let build = Build::new(NAME).text(&path, text);
    let compiled = compile(&build, literal)?;
    expansion(&compiled, literal)
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
