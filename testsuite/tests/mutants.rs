//! Errors in single tokens of correct programs: most trigger one error, on their line.

use std::io;

use pica200_testsuite::mutants::{Change, SEED, Verdict, mutants, originals};

/// The number of mutants. By default, `examples/mutants.rs` uses the same ones, and shows the bad results.
const COUNT: usize = 500;

/// Minimum percentage of mutants with errors that have exactly one.
const MIN_SINGLE: usize = 98;

/// Minimum percentage of them whose first error is on the changed line. A misspelled declaration triggers an error
/// where the name is used, and a missing `.end` one where its block begins.
const MIN_ON_LINE: usize = 94;

/// Maximum percentage of mutants that change the binary without diagnostics: other valid numbers and registers.
const MAX_SILENT: usize = 4;

#[test]
fn mistakes_draw_one_error_on_their_line() -> io::Result<()> {
    let originals = originals()?;
    let (mut refused, mut single, mut on_line, mut silent) = (0, 0, 0, 0);
    let mutants = mutants(&originals, COUNT, SEED);
    assert_eq!(mutants.len(), COUNT);
    for change in Change::ALL {
        assert!(mutants.iter().any(|mutant| mutant.change == change));
    }
    for mutant in mutants {
        let answer = mutant.answer(&originals[mutant.program]);
        match answer.verdict {
            Verdict::Errors { count, is_on_line } => {
                assert!(count < 4, "{mutant:?}:\n{}", answer.text);
                refused += 1;
                single += usize::from(count == 1);
                on_line += usize::from(is_on_line);
            }
            Verdict::Silent => silent += 1,
            Verdict::SameBytes | Verdict::Warned => {}
        }
    }
    assert!(refused * 10 > COUNT * 9, "{refused} of {COUNT} are refused");
    assert!(single * 100 >= refused * MIN_SINGLE, "{single} of {refused}");
    assert!(on_line * 100 >= refused * MIN_ON_LINE, "{on_line} of {refused}");
    assert!(silent * 100 <= COUNT * MAX_SILENT, "{silent} are silent");
    Ok(())
}
