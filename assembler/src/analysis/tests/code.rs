//! Instructions, blocks, procedures, padding.

use super::{analyse, analyse_code, nth, symbol_named};
use crate::analysis::{CodeBlockKind, Meaning, NopReason, SymbolKind};
use crate::resolve::NameKind;

#[test]
fn words_are_counted_with_padding() {
    let analysis = analyse_code(
        "ifu !b\nmov r0, v0\n.else\nmov r1, v0\n.end\ncall next\nifu b\n.end\nend\n.end\n.local next\n.proc next\nfor i\nnop\nbreakc cmp.x\n.end",
    );
    let words: Vec<_> = analysis
        .instructions()
        .map(|found| (found.keyword().text(analysis.text()), found.word()))
        .collect();
    assert_eq!(
        words,
        [
            ("ifu", 0),
            // The bodies are swapped.
            ("mov", 2),
            ("mov", 1),
            ("call", 3),
            ("ifu", 4),
            ("end", 6),
            ("for", 7),
            ("nop", 8),
            ("breakc", 9),
        ]
    );
    let nops: Vec<_> = analysis
        .padding_nops()
        .iter()
        .map(|nop| (nop.word, nop.reason))
        .collect();
    assert_eq!(
        nops,
        [
            (5, NopReason::IsEmpty),
            (10, NopReason::EndsWithBreak),
            (11, NopReason::EndsWithBlock),
        ]
    );
    assert_eq!(analysis.word_count(), 12);
    let procedures: &[_; 2] = analysis.procedures().try_into().expect("two procedures");
    let [main, next] = procedures;
    assert_eq!((main.words.clone(), main.instructions), (0..7, 6));
    assert_eq!((next.words.clone(), next.instructions), (7..12, 3));
    assert!(main.is_entry && main.is_global && !next.is_entry && !next.is_global);
    assert_eq!(main.calls.len(), 1);
    assert_eq!(main.calls[0].callee, next.symbol);
    let kinds: Vec<_> = analysis
        .blocks()
        .iter()
        .map(|block| (block.kind, block.parent))
        .collect();
    assert_eq!(
        kinds,
        [
            (CodeBlockKind::Procedure, None),
            (CodeBlockKind::If, Some(0)),
            (CodeBlockKind::If, Some(0)),
            (CodeBlockKind::Procedure, None),
            (CodeBlockKind::Loop, Some(3)),
        ]
    );
    assert_eq!(analysis.blocks()[1].words, 1..3);
    let inside = nth(analysis.text(), "breakc", 0);
    assert_eq!(analysis.procedure_at(inside), Some(1));
}

#[test]
fn operands_have_registers_and_components() {
    let analysis = analyse_code(
        ".alias half 0.5\n.alias here r3.zw\nmad here.x, v1.yyyy, r2.wzyx, -half\nmul r0.xy, f[1], r1\nend",
    );
    let mad = analysis.instructions().next().expect("an instruction");
    let destination = mad.destination().expect("a destination");
    assert_eq!(destination.register.map(|r| r.to_string()).as_deref(), Some("r3"));
    assert_eq!(destination.mask.to_string(), "z");
    let name = destination.symbol.map(|id| analysis.symbol(id).text());
    assert_eq!(name, Some("here"));
    let sources: Vec<_> = mad
        .sources()
        .iter()
        .map(|source| {
            let register = source.register.map(|register| register.to_string());
            (
                register.unwrap_or_default(),
                source.reads.to_string(),
                source.is_negated,
            )
        })
        .collect();
    assert_eq!(
        sources,
        [
            ("v1".to_owned(), "y".to_owned(), false),
            ("r2".to_owned(), "y".to_owned(), false),
            ("c95".to_owned(), "z".to_owned(), true),
        ]
    );
    let operands: Vec<_> = mad.operands().map(|span| span.text(analysis.text())).collect();
    assert_eq!(operands, ["here.x", "v1.yyyy", "r2.wzyx", "-half"]);
    let mul = analysis.instructions().nth(1).expect("an instruction");
    let first = mul.sources().first().and_then(|source| source.register);
    assert_eq!(first.map(|register| register.to_string()).as_deref(), Some("c1"));
    let at = nth(analysis.text(), "r2.wzyx", 0);
    let blank = nth(analysis.text(), ".end", 0);
    let last = analysis.instruction_before(blank).map(|found| found.id());
    assert_eq!(last, analysis.instructions().last().map(|found| found.id()));
    assert!(analysis.instruction_at(blank).is_none());
    assert_eq!(analysis.instruction_at(at).map(|found| found.id()), Some(mad.id()));
}

#[test]
fn code_with_errors_keeps_its_places() {
    let source = ".proc main\n\tmov r0, nothing\n\tcall main\n\tnop 3\n\tend\n";
    let analysis = analyse(source);
    let found: Vec<_> = analysis
        .instructions()
        .map(|found| (found.word(), found.has_error()))
        .collect();
    assert_eq!(found, [(0, true), (1, false), (2, false), (3, false)]);
    let main = symbol_named(&analysis, "main", SymbolKind::Name(NameKind::Procedure)).expect("the procedure");
    assert_eq!(main.meaning(), Some(Meaning::Procedure { index: 0 }));
    assert_eq!(analysis.blocks()[0].closing, None);
}
