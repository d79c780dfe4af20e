//! The expansion of a macro.

use std::path::{Path, absolute};

use pica200::build::Compiled;
use proc_macro::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Error, LitByteStr, LitStr};

/// An expression: the bytes of a binary. `blamed` is where warnings are shown.
pub(crate) fn expansion(compiled: &Compiled, blamed: &LitStr) -> syn::Result<TokenStream> {
    let span = blamed.span();
    let Some(binary) = compiled.binaries.first() else {
        return Err(Error::new(span, "there is no shader binary"));
    };
    let read = compiled.read().iter();
    let read = read.map(|path| watched(path, blamed));
    let read = read.collect::<syn::Result<Vec<_>>>()?;
    let (bytes, len) = (LitByteStr::new(&binary.bytes, span), binary.bytes.len());
    // The compiler hides warnings about code of macros from their users, so this code has the place of the literal. It
    // says "use of deprecated constant", the name of this one, and the note.
    let note = compiled.warnings.join("\n");
    let warning = (!note.is_empty()).then(|| {
        quote_spanned! { span =>
            #[deprecated(note = #note)]
            #[allow(non_upper_case_globals)]
            const warnings_of_the_shader: () = ();
            const _: () = warnings_of_the_shader;
        }
    });
    let tokens = quote! {
        {
            #(const _: &[u8] = ::core::include_bytes!(#read);)*
            #warning
            #[repr(C, align(4))]
            struct Aligned([u8; #len]);
            const ALIGNED: &Aligned = &Aligned(*#bytes);
            &ALIGNED.0 as &'static [u8]
        }
    };
    Ok(tokens.into())
}

/// An expression of the same type for an editor, which knows no folder for the paths of files. With the paths as they
/// are written, it finds the files by itself.
pub(crate) fn unbuilt(paths: &[LitStr]) -> TokenStream {
    let tokens = quote! {
        {
            #(const _: &[u8] = ::core::include_bytes!(#paths);)*
            &[] as &'static [u8]
        }
    };
    tokens.into()
}

/// The absolute path of a file, for the compiler.
fn watched(path: &Path, blamed: &LitStr) -> syn::Result<String> {
    let path = absolute(path).map_err(|error| Error::new(blamed.span(), error))?;
    let text = path.to_str().map(str::to_owned);
    text.ok_or_else(|| {
        let message = format!("the path `{}` is not valid UTF-8", path.display());
        Error::new(blamed.span(), message)
    })
}
