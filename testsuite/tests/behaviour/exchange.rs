//! Commuting source operands makes tables smaller, and changes nothing else.

use std::path::PathBuf;

use pica200_asm::AssemblyOptions;
use pica200_link::{Compat, LinkOptions};
use pica200_testsuite::case::CaseSource;
use pica200_testsuite::programs::Program;
use pica200_testsuite::random::Random;

use crate::compare::ComparisonStats;
use crate::{GENERATED, linked};

/// Swizzles and signs of source operands.
const SELECTS: [(&str, &str); 5] = [("", ""), ("-", ""), ("", ".wzyx"), ("-", ".yyxx"), ("", ".zxyw")];

/// Returns a source operand that fits any field.
fn operand(random: &mut Random) -> String {
    let register = ["v0", "r0", "r1", "r2"][random.below(4)];
    let (sign, swizzle) = SELECTS[random.below(SELECTS.len())];
    format!("{sign}{register}{swizzle}")
}

/// Returns a program of instructions with commutable source operands.
fn program(seed: u64) -> Program {
    let mut random = Random(seed);
    let mut text = ".fvec k\n.out o position\n.out p color\n.proc main\nmov r0, v0\nmov r1, v1\nmov r2, k\n".to_owned();
    for line in 0..30 {
        let [a, b, c] = std::array::from_fn(|_| operand(&mut random));
        let target = ["r0", "r1", "r2"][random.below(3)];
        text += &match random.below(7) {
            0 => format!("add {target}, {a}, {b}\n"),
            1 => format!("mul {target}, {a}, {b}\n"),
            2 => format!("dp3 {target}, {a}, {b}\n"),
            3 => format!("dp4 {target}, {a}, {b}\n"),
            4 => format!("mad {target}, {a}, {b}, {c}\n"),
            5 => format!("mad {target}, {a}, {b}, k\n"),
            _ => {
                let [x, y] = std::array::from_fn(|_| ["eq", "ne", "lt", "le", "gt", "ge"][random.below(6)]);
                format!("cmp {a}, {x}, {y}, {b}\njmpc cmp.x && !cmp.y, L{line}\nmul r1, r1, r1\nL{line}: nop\n")
            }
        };
    }
    text += "mov o, r0\nmov p, r1\nend\n.end\n";
    Program {
        name: format!("exchanges/{seed}"),
        sources: vec![CaseSource {
            name: "main.pica".into(),
            text: text.into(),
            ..CaseSource::default()
        }],
        assembling: AssemblyOptions::default(),
        expected: PathBuf::new(),
    }
}

#[test]
fn exchanged_sources_make_no_difference() {
    let mut compared = ComparisonStats::default();
    let mut saved = 0;
    for program in (0..GENERATED).map(program) {
        let [compatible, default] = [LinkOptions::with_compat(Compat::Picasso), LinkOptions::default()]
            .map(|options| linked(&program, options));
        let same = compared.compare(&program.name, [&compatible, &default], &[]);
        same.unwrap_or_else(|text| unreachable!("{}: {text}", program.name));
        let [theirs, ours] = [compatible, default].map(|shbin| shbin.program.descriptors.len());
        assert!(ours <= theirs, "{}: {ours} entries, not {theirs}", program.name);
        saved += theirs - ours;
    }
    assert!(saved > 100, "only {saved} entries were saved");
}
