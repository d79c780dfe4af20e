use pica200_machine::{Machine, Program, ShaderChoice};
use pica200_objfmt::formats::shbin::{LabelEntry, Line, Shader, Shbin};
use pica200_objfmt::isa::opcode::Opcode;

use super::*;

/// Builds a file of `nop`s and an `end`, with procedures given by name, first word and size.
fn shbin(words: usize, procedures: &[(&str, u32, u32)]) -> Shbin {
    let label = |&(name, word, size): &(&str, u32, u32)| LabelEntry {
        id: 0,
        reserved: 1,
        word,
        size: Some(size),
        name: name.into(),
    };
    let mut shbin = Shbin {
        shaders: vec![Shader {
            end: 2,
            labels: procedures.iter().map(label).collect(),
            ..Shader::default()
        }],
        ..Shbin::default()
    };
    shbin.program.code = vec![Opcode::Nop.base_word(); words];
    shbin.program.code[1] = Opcode::End.base_word();
    shbin
}

#[track_caller]
fn program(shbin: &Shbin) -> Program {
    Program::load(shbin, ShaderChoice::Index(0)).expect("there is a shader")
}

fn count(program: &Program, runs: u64) -> Counts {
    let mut counts = Counts::new(program);
    for _ in 0..runs {
        let run = Machine::new(program).run_observed(100, &mut counts);
        run.expect("it ends");
    }
    counts
}

/// Returns the name, first word, entries, instructions and words of each procedure.
fn procedures<'p>(profile: &Profile<'p>) -> Vec<(&'p str, usize, Option<u64>, u64, usize)> {
    let row = |row: ProcedureCost<'p>| {
        let name = row.procedure.map_or("-", |p| p.name.as_str());
        let Cost {
            instructions, words, ..
        } = row.cost;
        (name, row.first, row.entries, instructions, words)
    };
    profile.procedures().into_iter().map(row).collect()
}

#[test]
fn words_belong_to_the_innermost_procedure() {
    let shbin = shbin(
        8,
        &[
            ("all", 0, 6),
            ("inner", 1, 2),
            ("same", 1, 2),
            ("none", 3, 0),
            ("beyond", 7, 100),
            ("far", 5000, 1),
            ("wrapped", 5, u32::MAX),
        ],
    );
    let program = program(&shbin);
    let mut profile = Profile::new(&program);
    profile.add(&count(&program, 3), 3);
    assert_eq!(
        procedures(&profile),
        [
            ("all", 0, Some(3), 3, 4),
            ("inner", 1, Some(3), 3, 2),
            ("beyond", 7, Some(0), 0, 1),
        ]
    );
    // One of `all`'s words is after `inner`; `place` says the same.
    for word in 0..8 {
        let place = program.location(word).procedure;
        let index = profile.words.get(usize::from(word)).and_then(|w| w.procedure);
        let name = index.and_then(|index| program.procedures().get(index));
        assert_eq!(name.map(|p| &p.name), place.as_ref(), "{word}");
    }
}

#[test]
fn words_of_other_shaders_do_not_count() {
    // The words after `end` are unreachable, and no procedure of this shader has them.
    let program = program(&shbin(8, &[]));
    let mut profile = Profile::new(&program);
    assert_eq!(procedures(&profile), [("-", 0, None, 0, 2)]);
    profile.add(&count(&program, 1), 1);
    assert_eq!(procedures(&profile), [("-", 0, None, 2, 2)]);
    assert_eq!((profile.total().words, profile.total().executed), (2, 2));
}

#[test]
fn what_was_executed_belongs_wherever_it_is() {
    let mut shbin = shbin(3, &[]);
    // The shader claims to end before its `end`.
    shbin.shaders[0].end = 0;
    let program = program(&shbin);
    let mut profile = Profile::new(&program);
    profile.add(&count(&program, 1), 1);
    let words = profile.words().filter(|word| word.count > 0);
    assert_eq!(words.count(), 2);
    assert_eq!(profile.total().instructions, 2);
}

#[test]
fn sums_are_the_total_over_several_runs() {
    let mut shbin = shbin(4, &[("first", 0, 1)]);
    shbin.program.files = vec!["a".into()];
    // The second word's file does not exist.
    shbin.program.lines = [(0, 3), (9, 1)].map(|(file, line)| Line { file, line }).into();
    let program = program(&shbin);
    let mut profile = Profile::new(&program);
    assert_eq!(profile.total().instructions, 0);
    for runs in [1, 4] {
        profile.add(&count(&program, runs), runs);
    }
    let total = profile.total();
    assert_eq!((profile.runs(), total.instructions), (5, 10));
    let by_procedure: u64 = profile.procedures().iter().map(|row| row.cost.instructions).sum();
    let lines = profile.lines();
    let by_line: u64 = lines.iter().map(|row| row.cost.instructions).sum();
    assert_eq!([by_procedure, by_line], [10; 2]);
    assert_eq!(lines[0].line, Some(("a", 3)));
    assert_eq!(lines[1].line, None);
}

#[test]
fn pages_say_nothing_that_is_markup() {
    const HOSTILE: &str = "\"><script>alert('&')</script>\u{202E}\0";
    let mut shbin = shbin(2, &[(HOSTILE, 0, 2)]);
    shbin.program.files = vec![HOSTILE.into()];
    shbin.program.lines = vec![Line { file: 0, line: 1 }; 2];
    let program = program(&shbin);
    let profile = Profile::new(&program);
    let texts = Texts::new(&[]);
    let page = html::Page {
        profile: &profile,
        texts: &texts,
        instructions: &[HOSTILE.replace('\0', ""), String::new()],
        inputs: &[HOSTILE],
    };
    let page = page.to_html();
    assert!(!page.contains("<script>alert"), "{page}");
    assert!(page.matches("&lt;script&gt;").count() >= 5, "{page}");
    assert!(!page.contains('\0'), "{page}");
}
