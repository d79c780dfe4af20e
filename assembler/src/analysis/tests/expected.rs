//! Tests of completion.

use std::path::Path;

use pica200_objfmt::isa::register::Bank;

use super::{analyse, nth, symbol_named};
use crate::analysis::ExpectedKind::{self, *};
use crate::analysis::{Analysis, SymbolKind};
use crate::resolve::NameKind;
use crate::text::Span;
use crate::{AssemblyOptions, Define, Lookup, MemoryFiles};

const DECLARATIONS: &str = ".fvec u\n.in a\n.bool flag\n.equ N, 1\n.macro m d, e\n.endm\n.equ HALF, 0.5\n.alias neg -r1\n.alias twice r1.xx\n.alias part r1.yx\n.proc main\n";

/// Returns the completions expected at the end of a line, and the word there.
fn at_end(line: &str) -> Option<(Vec<ExpectedKind>, String)> {
    let source = format!("{DECLARATIONS}{line}");
    let analysis = analyse(&format!("{source}\nend\n.end\n"));
    let offset = u32::try_from(source.len()).expect("small");
    let expected = analysis.expected_at(Analysis::SOURCE, offset)?;
    Some((expected.kinds, expected.word.text(&source).to_owned()))
}

#[test]
fn operands_depend_on_the_instruction() {
    let source = |uniform, number| vec![Source { uniform, number }];
    let rows = [
        ("\tmo", vec![Instruction, Directive], "mo"),
        ("l: ", vec![Instruction, Directive], ""),
        ("\t.pr", vec![Directive], "pr"),
        ("\tmov ", vec![Destination], ""),
        ("\tmov r0.x", vec![Components { mask: true }], "x"),
        ("\tmov r0, ", source(true, true), ""),
        ("\tmov r0, u.", vec![Components { mask: false }], ""),
        ("\tadd r0, r", source(true, true), "r"),
        ("\tadd r0, r1, ", source(false, true), ""),
        ("\tadd r0, u, ", source(false, false), ""),
        ("\tslt r0, r1, ", source(true, true), ""),
        ("\tslt r0, c1, ", source(false, false), ""),
        ("\tmad r0, ", source(false, false), ""),
        ("\tmad r0, r1, r2, ", source(true, true), ""),
        ("\tmad r0, r1, N, ", source(false, false), ""),
        ("\tsub r0, r1, ", source(true, true), ""),
        ("\tabs r0, ", source(false, false), ""),
        ("\tmov r0, c0[a", vec![Index { relative: true }], "a"),
        ("\tmov r0, u[1 + ", vec![Index { relative: true }], ""),
        ("\tmov r0, u[-", vec![Index { relative: false }], ""),
        ("\tmov r0, u[aL + ", vec![Index { relative: false }], ""),
        ("\tmov r0, r1[", vec![Index { relative: false }], ""),
        ("\tmov r0, c0[1], ", vec![], ""),
        ("\tmov r0, c0[a0.", vec![Letter], ""),
        ("\tmova ", vec![AddressDestination], ""),
        ("\tmova a0.", vec![AddressLetters], ""),
        ("\tcmp r0, ", vec![Comparison], ""),
        ("\tcmp u, gt, gt, ", source(false, false), ""),
        ("\tifc ", vec![Condition], ""),
        ("\tifc cmp.", vec![Letter], ""),
        ("\tifu ", vec![Boolean { inverted: true }], ""),
        ("\tfor ", vec![Integer], ""),
        ("\tcall ", vec![Procedure, Label], ""),
        ("\tcallu flag, ", vec![Procedure, Label], ""),
        ("\tjmpc cmp.x, ", vec![Label], ""),
        ("\tsetemit ", vec![VertexSlot], ""),
        ("\tsetemit 0, ", vec![EmitFlag], ""),
        (
            "\tm r0, ",
            vec![Argument {
                definition: 0,
                parameter: 1,
            }],
            "",
        ),
        ("\tnop ", vec![], ""),
    ];
    for (line, kinds, word) in rows {
        assert_eq!(at_end(line), Some((kinds, word.to_owned())), "{line}");
    }
}

#[test]
fn directives_have_parts() {
    let rows = [
        (".out ", vec![NewName]),
        (".out o ", vec![Property]),
        (".out o position ", vec![Register(Bank::Output)]),
        (".out - ", vec![Property]),
        (".out - position ", vec![Register(Bank::Output)]),
        (".out o position.", vec![Components { mask: true }]),
        (".in b ", vec![Register(Bank::Input)]),
        (".alias x ", vec![AliasOperand]),
        (".alias x u[", vec![Index { relative: false }]),
        (".fvec x[", vec![Index { relative: false }]),
        (".fvec x ", vec![Register(Bank::Float)]),
        (".fvec x, ", vec![NewName]),
        (".constf k(1, ", vec![Number]),
        (".constf k(1, 2, 3, 4) ", vec![Register(Bank::Float)]),
        (".consti k(1, 2, 3, 4) ", vec![Register(Bank::Integer)]),
        (".setb b0 ", vec![BooleanLiteral]),
        (".extern ", vec![ExternKind]),
        (".extern fvec ", vec![NewName]),
        (".ifdef ", vec![Defined]),
        (".if ", vec![EarlyNumber]),
        (".include ", vec![File]),
        (".entry ", vec![Procedure, Label]),
        (".local ma", vec![Procedure]),
        (".gsh ", vec![GeometryMode]),
        (".elseif ", vec![Condition, Boolean { inverted: true }]),
        (".end ", vec![]),
    ];
    for (line, kinds) in rows {
        let found = at_end(line).map(|(kinds, _)| kinds);
        assert_eq!(found, Some(kinds), "{line}");
    }
    assert_eq!(at_end("\tmov r0, u ; he"), None);
}

#[test]
fn names_fit_by_their_banks() {
    let analysis = analyse(&format!("{DECLARATIONS}end\n.end\n"));
    let fits = |name: &str, name_kind, kind| {
        let symbol = symbol_named(&analysis, name, SymbolKind::Name(name_kind));
        analysis.fits(&symbol.expect("a symbol"), kind)
    };
    let narrow = Source {
        uniform: false,
        number: false,
    };
    let wide = Source {
        uniform: true,
        number: true,
    };
    assert!(fits("a", NameKind::Input, narrow) && !fits("u", NameKind::Uniform, narrow));
    assert!(fits("u", NameKind::Uniform, wide) && fits("N", NameKind::Number, wide));
    assert!(!fits("a", NameKind::Input, Destination));
    let index = Index { relative: false };
    assert!(fits("N", NameKind::Number, index) && !fits("HALF", NameKind::Number, index));
    for (alias, can_be_written) in [("neg", false), ("twice", false), ("part", true)] {
        assert_eq!(fits(alias, NameKind::Alias, Destination), can_be_written);
    }
    assert!(fits("flag", NameKind::Uniform, Boolean { inverted: false }));
    assert!(fits("main", NameKind::Procedure, Procedure));
    assert!(Register(Bank::Input).takes(Bank::Input) && Destination.takes(Bank::Temporary));
    let expected = analysis.expected_at(Analysis::SOURCE, 6).expect("a position");
    assert_eq!((expected.word, expected.kinds), (Span::new(6, 7), vec![NewName]));
}

#[test]
fn numbers_of_the_command_line_take_the_wide_source() {
    let options = AssemblyOptions {
        defines: vec![Define::new("SIZE=2").expect("a number")],
        ..AssemblyOptions::default()
    };
    let files = MemoryFiles::new();
    let directory = Path::new("");
    let lookup = Lookup {
        files: &files,
        directory,
    };
    let line = ".proc main\n\tadd r0, SIZE, ";
    let analysis = Analysis::new("main.pica", line.as_bytes(), &options, &lookup);
    let end = u32::try_from(line.len()).expect("small");
    let expected = analysis.expected_at(Analysis::SOURCE, end);
    let narrow = Source {
        uniform: false,
        number: false,
    };
    assert_eq!(expected.expect("a position").kinds, [narrow]);
}

#[test]
fn operands_behind_the_place_count() {
    let source = ".fvec u\n.proc main\n\tadd r0, r1[1].x, u.x\n\tadd r0, r1, v0 ; u\nend\n.end\n";
    let analysis = analyse(source);
    for (piece, is_free) in [("r1[", false), ("r1, v0", true)] {
        let expected = analysis.expected_at(Analysis::SOURCE, nth(source, piece, 0) + 2);
        let wide = Source {
            uniform: is_free,
            number: is_free,
        };
        assert_eq!(expected.expect("a position").kinds, [wide], "{piece}");
    }
}
