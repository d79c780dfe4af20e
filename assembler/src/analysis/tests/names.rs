//! Tests of symbols and their occurrences.

use super::{analyse, location, nth, symbol_named};
use crate::analysis::{Analysis, SymbolKind, Use};
use crate::resolve::NameKind;

const SOURCE: &str = "\
; the position
; of a vertex
.in pos v0
.out o position
.equ FOUR, 4
.set n, 1
.fvec bones[FOUR]
.set n, n + 1
.alias here r0 ; not above
.if FOUR == 4
.ifdef zero
.endif
.endif
; clears a register
.macro zero d
\tmov \\d, pos
.endm
.proc main
\tzero here
\tmov here.x, bones[n].y
\tmov o, here
\tcall other
\tcall elsewhere
.Lend:
\tend
.end
.proc other
\tnop
.end
";

/// Returns the text of each line on which a symbol occurs, with its use there.
fn lines(analysis: &Analysis, name: &str, kind: SymbolKind) -> Vec<(String, Use)> {
    let symbol = symbol_named(analysis, name, kind).expect("the symbol");
    let line = |offset: u32| {
        let before = SOURCE.get(..offset as usize).expect("in the text");
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let rest = SOURCE.get(start..).expect("in the text");
        rest.lines().next().expect("a line").trim().to_owned()
    };
    symbol
        .occurrences()
        .map(|found| (line(found.location.span.start), found.usage))
        .collect()
}

fn owned(list: &[(&str, Use)]) -> Vec<(String, Use)> {
    list.iter().map(|(line, usage)| ((*line).to_owned(), *usage)).collect()
}

#[test]
fn names_know_their_uses() {
    use Use::{Definition, Read, Write};
    let analysis = analyse(SOURCE);
    assert!(
        analysis.diagnostics().iter().all(|d| !d.is_error()),
        "{:?}",
        analysis.diagnostics()
    );
    let check = |name, kind, expected: &[(&str, Use)]| {
        assert_eq!(lines(&analysis, name, kind), owned(expected), "{name}");
    };
    let name = SymbolKind::Name;
    check(
        "pos",
        name(NameKind::Input),
        &[(".in pos v0", Definition), ("mov \\d, pos", Read)],
    );
    check(
        "here",
        name(NameKind::Alias),
        &[
            (".alias here r0 ; not above", Definition),
            ("zero here", Write),
            ("mov here.x, bones[n].y", Write),
            ("mov o, here", Read),
        ],
    );
    check(
        "FOUR",
        name(NameKind::Number),
        &[
            (".equ FOUR, 4", Definition),
            (".fvec bones[FOUR]", Read),
            (".if FOUR == 4", Read),
        ],
    );
    check(
        "n",
        name(NameKind::Variable),
        &[
            (".set n, 1", Definition),
            (".set n, n + 1", Write),
            (".set n, n + 1", Read),
            ("mov here.x, bones[n].y", Read),
        ],
    );
    check(
        "zero",
        SymbolKind::Macro,
        &[
            (".ifdef zero", Read),
            (".macro zero d", Definition),
            ("zero here", Read),
        ],
    );
    check(
        "other",
        name(NameKind::Procedure),
        &[("call other", Read), (".proc other", Definition)],
    );
    check(
        "elsewhere",
        name(NameKind::ExternProcedure),
        &[("call elsewhere", Read)],
    );
}

#[test]
fn places_have_names() {
    let analysis = analyse(SOURCE);
    let at = |piece: &str, n: usize| {
        let found = analysis.occurrence_at(Analysis::SOURCE, nth(SOURCE, piece, n));
        found.map(|found| analysis.symbol(found.symbol).text())
    };
    assert_eq!(at("bones[n]", 0), Some("bones"));
    assert_eq!(at("n]", 0), Some("n"));
    assert_eq!(at("[n]", 0), Some("bones"));
    assert_eq!(at(".x, bones", 0), Some("here"));
    assert_eq!(at("mov o", 0), None);
    assert_eq!(at("zero here", 0), Some("zero"));
    assert_eq!(at("here\n", 0), Some("here"));
    let used = analysis
        .occurrence_at(Analysis::SOURCE, nth(SOURCE, "here\n", 0))
        .expect("a use");
    assert!(used.is_exact);
    assert_eq!(used.location, location(SOURCE, "here", 1));
}

#[test]
fn calls_behind_labels_have_places() {
    let source = ".macro m d\n\tmov \\d, v0\n.endm\n.proc main\nlm: m r0\n\tend\n.end\n";
    let analysis = analyse(source);
    let [call] = analysis.calls() else {
        unreachable!("the macro is called once");
    };
    assert_eq!(call.name.span.start, nth(source, "m r0", 0));
    assert_eq!(analysis.text_of(call.name), "m");
}

#[test]
fn comments_above_definitions_are_documentation() {
    let analysis = analyse(SOURCE);
    let text = |name, kind| symbol_named(&analysis, name, kind).expect("a symbol").documentation();
    let name = SymbolKind::Name;
    assert_eq!(
        text("pos", name(NameKind::Input)).as_deref(),
        Some("the position\nof a vertex")
    );
    assert_eq!(text("zero", SymbolKind::Macro).as_deref(), Some("clears a register"));
    assert_eq!(text("o", name(NameKind::Output)), None);
    let label = symbol_named(&analysis, ".Lend", name(NameKind::Label)).expect("the label");
    assert_eq!(label.scope().map(|scope| scope.text()), Some("main"));
}

#[test]
fn private_files_and_new_geometry_shaders_offer_less() {
    let declarations = ".nodvle\n.fvec u\n.constf k(1, 2, 3, 4)\n.proc p\n\tnop\n.end\n";
    for (first, offered) in [
        ("", "p u k"),
        (".gsh\n", "p u k"),
        (".gsh point c0\n", "p k"),
        (".private\n", "p"),
    ] {
        let interface = analyse(&format!("{first}{declarations}")).interface();
        let names: Vec<_> = offered.split(' ').collect();
        let found: Vec<_> = interface.exported.iter().map(|name| name.text()).collect();
        let is_same = names.len() == found.len() && names.iter().all(|name| found.contains(name));
        assert!(is_same, "{first}: {found:?}");
        assert_eq!(interface.uniforms.len(), 1);
    }
}
