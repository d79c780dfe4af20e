//! Tests of the meanings of names and the values of expressions.

use super::{analyse, location, nth, symbol_named};
use crate::analysis::{Analysis, Meaning, OperandMeaning, Placement, SymbolId, SymbolKind};
use crate::resolve::NameKind;

const SOURCE: &str = "\
.extern fvec far
.equ FOUR, 4
.set n, 1
.fvec bones[FOUR], light c7
.constf half(0.5, 0.1, FOUR/8, 1)
.set n, n + 1
.constfa table[]
.constfa (1, 2, 3, 4)
.constfa (n, 0, 0, 0)
.end
.setf light(0, 0, 0, 1)
.alias second bones[n - 1]
.alias swizzled second.wzyx
.alias start bones[0]
.alias same start
.alias whole bones
.alias one -swizzled.x
.alias two 2.0
.in pos
.out o position
.out p texcoord0 o2.xy
.out q texcoord1 o2.zw
.proc main
\tmov r0, far
\tmov o, one
there:
\tend
.end
";

fn operand(analysis: &Analysis, name: &str, kind: NameKind) -> OperandMeaning {
    let symbol = symbol_named(analysis, name, SymbolKind::Name(kind));
    let meaning = symbol.expect("the symbol").meaning();
    let operand = match meaning {
        Some(Meaning::Operand(operand)) => Some(*operand),
        _ => None,
    };
    operand.expect("an operand")
}

#[test]
fn operands_have_registers() {
    let analysis = analyse(SOURCE);
    assert!(
        analysis.diagnostics().iter().all(|d| !d.is_error()),
        "{:?}",
        analysis.diagnostics()
    );
    let check = |name, kind, register: Option<&str>, placement, len| {
        let found = operand(&analysis, name, kind);
        let text = found.register.map(|register| register.to_string());
        assert_eq!(text.as_deref(), register, "{name}");
        assert_eq!((found.placement, found.len), (placement, len), "{name}");
    };
    check("bones", NameKind::Uniform, Some("c0"), Placement::Linker, Some(4));
    check("light", NameKind::Uniform, Some("c7"), Placement::Source, Some(1));
    check("far", NameKind::Extern, None, Placement::External, Some(1));
    check("second", NameKind::Alias, Some("c1"), Placement::Linker, Some(1));
    for (name, len) in [("start", 1), ("same", 1), ("whole", 4)] {
        let placement = Placement::Linker;
        check(name, NameKind::Alias, Some("c0"), placement, Some(len));
    }
    check("pos", NameKind::Input, Some("v0"), Placement::Source, Some(1));
    check("o", NameKind::Output, Some("o0"), Placement::Source, Some(1));
    // No code reads the number.
    check("two", NameKind::Alias, None, Placement::Linker, Some(1));
    assert_eq!(operand(&analysis, "two", NameKind::Alias).values.len(), 1);
    assert_eq!(operand(&analysis, "table", NameKind::Constant).len, Some(2));
    assert_eq!(operand(&analysis, "p", NameKind::Output).properties.len(), 2);
}

#[test]
fn aliases_lead_to_declarations() {
    let analysis = analyse(SOURCE);
    let one = operand(&analysis, "one", NameKind::Alias);
    let text = |id: &SymbolId| analysis.symbol(*id).text();
    let chain: Vec<_> = one.chain.iter().map(text).collect();
    assert_eq!(chain, ["swizzled", "second", "bones"]);
    assert_eq!(one.declared.as_ref().map(text), Some("bones"));
    let letters: String = one.components.iter().map(|component| component.letter()).collect();
    assert_eq!((letters.as_str(), one.is_negated), ("w", true));
    let bones = operand(&analysis, "bones", NameKind::Uniform);
    assert!(bones.chain.is_empty() && bones.declared.is_some());
}

#[test]
fn values_are_known() {
    let analysis = analyse(SOURCE);
    let values = |name, kind| {
        let found = operand(&analysis, name, kind).values;
        let values = found
            .iter()
            .map(|(n, value)| format!("{n}: {}", pica200_objfmt::isa::literal::vector(*value)));
        values.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(values("table", NameKind::Constant), "0: (1, 2, 3, 4) 1: (2, 0, 0, 0)");
    assert_eq!(values("light", NameKind::Uniform), "0: (0, 0, 0, 1)");
    assert!(values("half", NameKind::Constant).starts_with("0: (0.5, 0.1"));
    assert_eq!(values("bones", NameKind::Uniform), "");
}

#[test]
fn expressions_have_values() {
    let analysis = analyse(SOURCE);
    let value = |piece: &str, n: usize| {
        let span = location(SOURCE, piece, n).span;
        analysis.evaluate(span).map(|found| found.value)
    };
    assert_eq!(value("FOUR/8", 0), Some(0.5));
    assert_eq!(value("n + 1", 0), Some(2.0));
    assert_eq!(value("n - 1", 0), Some(1.0));
    assert_eq!(value("bones[FOUR]", 0), None);
    assert_eq!(
        analysis
            .evaluate_at("words(main) * FOUR", nth(SOURCE, "there", 0))
            .map(|v| v.value),
        Some(12.0)
    );
    let tenth = analysis.evaluate(location(SOURCE, "0.1", 0).span).expect("a number");
    assert!(tenth.error().abs() > 1e-8 && tenth.error().abs() < 1e-5);
    let (span, found) = analysis.expression_at(nth(SOURCE, "/8", 0)).expect("an expression");
    assert_eq!((span.text(SOURCE), found.value), ("FOUR/8", 0.5));
    let n = symbol_named(&analysis, "n", SymbolKind::Name(NameKind::Variable))
        .expect("n")
        .id();
    let at = |piece| analysis.number_at(n, nth(SOURCE, piece, 0)).and_then(|v| v.integer);
    assert_eq!(
        (at(".set n, 1"), at(".fvec"), at("n + 1"), at(".constfa")),
        (None, Some(1), Some(1), Some(2))
    );
    let there = symbol_named(&analysis, "there", SymbolKind::Name(NameKind::Label)).expect("a label");
    assert_eq!(there.meaning(), Some(Meaning::Label { word: 2 }));
}
