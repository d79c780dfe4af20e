//! Tests of analyses of small sources.

mod code;
mod expected;
mod files;
mod liveness;
mod meanings;
mod names;
mod tokens;

use std::path::Path;

use super::{Analysis, FileId, FileSpan, Symbol, SymbolKind};
use crate::options::AssemblyOptions;
use crate::preprocess::Lookup;
use crate::text::Span;
use crate::text::files::MemoryFiles;

/// Analyzes a source that includes other files.
fn analyse_with(source: &str, files: &MemoryFiles) -> Analysis {
    let lookup = Lookup {
        files,
        directory: Path::new(""),
    };
    let options = AssemblyOptions::default();
    Analysis::new("main.pica", source.as_bytes(), &options, &lookup)
}

/// Analyzes a source.
fn analyse(source: &str) -> Analysis {
    analyse_with(source, &MemoryFiles::new())
}

/// Analyzes the code of a procedure `main`, which can use the names `b`, `i`, `f` and `o`.
fn analyse_code(code: &str) -> Analysis {
    let names = ".bool b\n.ivec i\n.fvec f[4]\n.out o position\n";
    let analysis = analyse(&format!("{names}.proc main\n{code}\n.end\n"));
    assert!(analysis.diagnostics().iter().all(|d| !d.is_error()));
    analysis
}

/// Returns the symbol with a name and kind.
fn symbol_named<'a>(analysis: &'a Analysis, name: &str, kind: SymbolKind) -> Option<Symbol<'a>> {
    let mut symbols = analysis.symbols();
    symbols.find(|symbol| symbol.kind() == kind && symbol.text() == name)
}

/// Returns the offset of the `n`th occurrence of `piece` in the source, from 0.
fn nth(source: &str, piece: &str, n: usize) -> u32 {
    let found = source.match_indices(piece).nth(n);
    let (at, _) = found.expect("the piece occurs");
    u32::try_from(at).expect("small")
}

/// Returns the location of the `n`th occurrence of `piece` in the source.
fn location(source: &str, piece: &str, n: usize) -> FileSpan {
    let start = nth(source, piece, n);
    let end = start + u32::try_from(piece.len()).expect("small");
    FileSpan {
        file: FileId::SOURCE,
        span: Span::new(start, end),
    }
}

#[test]
fn analyses_can_be_shared() {
    const fn check<T: Send + Sync + 'static>() {}
    check::<Analysis>();
}
