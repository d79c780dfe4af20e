//! Tests of analyses on small sources.

mod code;
mod expected;
mod files;
mod liveness;
mod meanings;
mod names;
mod tokens;

use std::path::Path;

use super::{Analysis, FileId, Place, Symbol, SymbolKind};
use crate::options::AssemblyOptions;
use crate::preprocess::Lookup;
use crate::text::Span;
use crate::text::files::MemoryFiles;

/// The analysis of a source that includes other files.
fn analyse_with(source: &str, files: &MemoryFiles) -> Analysis {
    let lookup = Lookup {
        files,
        folder: Path::new(""),
    };
    let options = AssemblyOptions::default();
    Analysis::new("main.pica", source.as_bytes(), &options, &lookup)
}

/// The analysis of a source.
fn analyse(source: &str) -> Analysis {
    analyse_with(source, &MemoryFiles::new())
}

/// The analysis of the code of a procedure `main`, which can use the names `b`, `i`, `f` and `o`.
fn analyse_code(code: &str) -> Analysis {
    let names = ".bool b\n.ivec i\n.fvec f[4]\n.out o position\n";
    let analysis = analyse(&format!("{names}.proc main\n{code}\n.end\n"));
    assert!(analysis.diagnostics().iter().all(|d| !d.is_error()));
    analysis
}

/// The symbol with a name, by its kind.
fn symbol_named<'a>(analysis: &'a Analysis, name: &str, kind: SymbolKind) -> Option<Symbol<'a>> {
    let mut symbols = analysis.symbols();
    symbols.find(|symbol| symbol.kind() == kind && symbol.text() == name)
}

/// The byte of the source where the `n`th occurrence of a piece begins, from 0.
fn nth(source: &str, piece: &str, n: usize) -> u32 {
    let found = source.match_indices(piece).nth(n);
    let (at, _) = found.expect("the piece occurs");
    u32::try_from(at).expect("small")
}

/// The place of the `n`th occurrence of a piece in the source.
fn place(source: &str, piece: &str, n: usize) -> Place {
    let start = nth(source, piece, n);
    let end = start + u32::try_from(piece.len()).expect("small");
    Place {
        file: FileId::SOURCE,
        span: Span::new(start, end),
    }
}

#[test]
fn analyses_can_be_shared() {
    const fn check<T: Send + Sync + 'static>() {}
    check::<Analysis>();
}
