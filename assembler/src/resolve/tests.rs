//! Tests of the names of sources, with and without errors.

use super::{Access, NameKind};
use crate::{Assembly, AssemblyOptions, assemble};

const SOURCE: &str = "\
.fvec matrix[4]
.alias sum r0
.set n, 1
.proc main
\tmov sum, matrix[n]
\tadd sum, sum, sum
\tjmpc cmp.x, .Lout
\tcall other
.Lout:
\tend
.end
";

fn resolve(source: &str) -> Assembly<'_> {
    assemble("test", source.as_bytes(), &AssemblyOptions::default())
}

/// Returns for each name its text, its kind, and the number of reads and of writes.
fn names(assembly: &Assembly<'_>) -> Vec<(String, NameKind, usize, usize)> {
    let resolved = &assembly.resolved;
    let mut found = Vec::new();
    for (index, name) in resolved.names().iter().enumerate() {
        let mut uses = Vec::new();
        for used in resolved.uses().iter().filter(|u| u.name.index() == index) {
            assert_eq!(resolved.name_at(used.span.start), Some(used.name));
            assert_eq!(resolved.uses_of(used.name).filter(|u| *u == used).count(), 1);
            uses.push(*used);
        }
        let span = name.definition.or(uses.first().map(|used| used.span));
        let text = span.map_or("", |span| &assembly.text[span.range()]);
        let count = |access| uses.iter().filter(|used| used.access == access).count();
        found.push((text.to_owned(), name.kind, count(Access::Read), count(Access::Write)));
    }
    found
}

#[test]
fn names_have_their_uses() {
    let assembly = resolve(SOURCE);
    assert!(assembly.object.is_some(), "{:?}", assembly.diagnostics);
    let expected = [
        ("matrix", NameKind::Uniform, 1, 0),
        ("sum", NameKind::Alias, 2, 2),
        ("n", NameKind::Variable, 1, 0),
        ("main", NameKind::Procedure, 0, 0),
        (".Lout", NameKind::Label, 1, 0),
        ("other", NameKind::ExternProcedure, 1, 0),
    ];
    let expected = expected.map(|(name, kind, reads, writes)| (name.to_owned(), kind, reads, writes));
    assert_eq!(names(&assembly), expected);
    let label = &assembly.resolved.names()[4];
    let procedure = label.procedure.expect("it is a local label");
    assert_eq!(&assembly.text[procedure.range()], "main");
}

#[test]
fn sources_with_errors_are_resolved() {
    let source = SOURCE.replace("\tend\n", "\tmov nothing, sum\n\tmov sum,\n");
    let assembly = resolve(&source);
    assert!(assembly.object.is_none());
    let sum = ("sum".to_owned(), NameKind::Alias, 3, 2);
    assert!(names(&assembly).contains(&sum), "{:?}", names(&assembly));
}
