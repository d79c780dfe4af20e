//! Classifies the diagnostics of programs with an error in one token, and shows the bad ones.
//!
//! `cargo run -p pica200-testsuite --example mutants -- [COUNT [SEED [KIND...]]]`: the number of mutants (500), their
//! seed (the one of the test), and the kinds of results to show: `many` (four or more errors), `few` (two or three),
//! `elsewhere` (the first error is not on the changed line), `silent`, `warned`.

#![allow(clippy::print_stdout, reason = "a program that shows figures")]

use std::{env, io};

use pica200_testsuite::mutants::{Change, SEED, Verdict, mutants, originals};

fn main() -> io::Result<()> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let number = |n: usize| arguments.get(n).and_then(|text| text.parse::<u32>().ok());
    let count = number(0).map_or(500, |count| count as usize);
    let seed = number(1).map_or(SEED, u64::from);
    let shown = arguments.get(2..).unwrap_or_default();
    let originals = originals()?;
    let mut rows = vec![[0; 8]; Change::ALL.len()];
    for mutant in mutants(&originals, count, seed) {
        let original = &originals[mutant.program];
        let answer = mutant.answer(original);
        let kinds = kinds(answer.verdict);
        if kinds.iter().any(|kind| shown.iter().any(|s| s == kind)) {
            println!(
                "== {} ({}): {:?}, {}\n- {}\n+ {}\n{}",
                original.sources[mutant.source].name,
                original.name,
                mutant.change,
                kinds.join(", "),
                mutant.before.trim(),
                mutant.after.trim(),
                answer.text
            );
        }
        let row = &mut rows[mutant.change as usize];
        row[0] += 1;
        for (n, kind) in KINDS.iter().enumerate() {
            row[n + 1] += usize::from(kinds.contains(kind));
        }
    }
    println!(
        "{:10} {:>9} {}",
        "",
        "mistakes",
        KINDS.map(|k| format!("{k:>10}")).concat()
    );
    let mut sum = [0; 8];
    for (change, row) in Change::ALL.iter().zip(&rows) {
        print_row(&format!("{change:?}"), row);
        for (sum, number) in sum.iter_mut().zip(row) {
            *sum += number;
        }
    }
    print_row("all", &sum);
    Ok(())
}

/// The kinds of results.
const KINDS: [&str; 7] = ["one", "few", "many", "elsewhere", "same", "warned", "silent"];

/// Returns the kinds of a result.
fn kinds(verdict: Verdict) -> Vec<&'static str> {
    match verdict {
        Verdict::SameBytes => vec!["same"],
        Verdict::Warned => vec!["warned"],
        Verdict::Silent => vec!["silent"],
        Verdict::Errors { count, is_on_line } => {
            let kind = match count {
                1 => "one",
                2 | 3 => "few",
                _ => "many",
            };
            let mut kinds = vec![kind];
            if !is_on_line {
                kinds.push("elsewhere");
            }
            kinds
        }
    }
}

fn print_row(name: &str, row: &[usize; 8]) {
    let [count, kinds @ ..] = row;
    let kinds = kinds.map(|number| format!("{number:>10}")).concat();
    println!("{name:10} {count:>9} {kinds}");
}
