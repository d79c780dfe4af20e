//! For any input: no panic, locations within the text, objects that read back unchanged, and deterministic results.

#![allow(clippy::unwrap_used, reason = "an error fails the test")]

use std::sync::LazyLock;

use pica200_asm::{AssemblyOptions, assemble};
use pica200_format::format;
use pica200_link::{Compat, Input};
use pica200_testsuite::corpus::{all_sources, file_name, files, folder};
use pica200_testsuite::fuzzing::{check_link, check_source, format_source, seeds};
use pica200_testsuite::programs::{Program, cases, examples, golden};
use pica200_testsuite::run::run;
use proptest::prelude::*;
use proptest::sample::{Index, select};

fn options(padding: bool) -> AssemblyOptions {
    AssemblyOptions {
        padding,
        ..AssemblyOptions::default()
    }
}

/// All sources of the suite.
static SOURCES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(all_sources);

/// Language keywords, and other entries of the fuzzer's dictionary.
static DICTIONARY: LazyLock<Vec<Vec<u8>>> = LazyLock::new(seeds::dictionary);

/// Golden sources that assemble, as objects.
static OBJECTS: LazyLock<Vec<Input>> = LazyLock::new(|| {
    let paths = ["single", "multi", "no-nop"]
        .iter()
        .flat_map(|kind| files(&folder("golden").join(kind), "pica"));
    paths
        .map(|path| {
            let name = file_name(&path);
            let source = std::fs::read(&path).unwrap();
            let object = assemble(&name, &source, &AssemblyOptions::default()).object.unwrap();
            Input { name, object }
        })
        .collect()
});

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    }
}

/// Formats a source, assembles it, and links it alone.
fn check(source: &[u8], options: &AssemblyOptions) {
    format_source(source);
    if let Some(object) = check_source(source, options) {
        let name = "source".to_owned();
        check_link(&[Input { name, object }], &linking(Compat::None));
    }
}

fn linking(compat: Compat) -> pica200_link::LinkOptions {
    pica200_link::LinkOptions {
        compat,
        debug: true,
        ..Default::default()
    }
}

/// Generates fragments of sources, and some that no source has. Line endings are more frequent.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![4 => select(DICTIONARY.as_slice()), 1 => Just(b"\n".to_vec())]
}

/// A change of a source.
#[derive(Clone, Debug)]
enum Change {
    Remove(Index, usize),
    Repeat(Index, usize),
    Insert(Index, Vec<u8>),
    Put(Index, u8),
    Move(Index, Index),
}

fn change() -> impl Strategy<Value = Change> {
    let place = any::<Index>;
    prop_oneof![
        (place(), 1usize..40).prop_map(|(at, len)| Change::Remove(at, len)),
        (place(), 1usize..40).prop_map(|(at, len)| Change::Repeat(at, len)),
        (place(), piece()).prop_map(|(at, piece)| Change::Insert(at, piece)),
        (place(), any::<u8>()).prop_map(|(at, byte)| Change::Put(at, byte)),
        (place(), place()).prop_map(|(from, to)| Change::Move(from, to)),
    ]
}

fn apply(change: &Change, source: &mut Vec<u8>) {
    if source.is_empty() {
        return;
    }
    let size = source.len();
    let run = |at: &Index, len: usize| {
        let start = at.index(size);
        start..size.min(start + len)
    };
    match change {
        Change::Remove(at, len) => drop(source.drain(run(at, *len))),
        Change::Repeat(at, len) => {
            let piece = source[run(at, *len)].to_owned();
            source.splice(at.index(size)..at.index(size), piece);
        }
        Change::Insert(at, piece) => {
            source.splice(at.index(size)..at.index(size), piece.iter().copied());
        }
        Change::Put(at, byte) => source[at.index(size)] = *byte,
        Change::Move(from, to) => {
            let mut lines: Vec<_> = source.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
            let line = lines.remove(from.index(lines.len()));
            lines.insert(to.index(lines.len() + 1), line);
            *source = lines.join(&b'\n');
        }
    }
}

proptest! {
    #![proptest_config(config(96))]

    #[test]
    fn any_bytes_get_a_result(source in prop::collection::vec(any::<u8>(), 0..300)) {
        check(&source, &AssemblyOptions::default());
    }

    #[test]
    fn any_text_gets_a_result(source in "[ -~\n\r\t;é]{0,200}") {
        check(source.as_bytes(), &AssemblyOptions::default());
    }

    #[test]
    fn any_pieces_get_a_result(
        pieces in prop::collection::vec(piece(), 0..120),
        glue in select(vec![b' ', b'\t']),
        padding: bool,
    ) {
        check(&pieces.join(&glue), &options(padding));
    }

    #[test]
    fn changed_sources_get_a_result(
        which: Index,
        changes in prop::collection::vec(change(), 1..6),
        padding: bool,
    ) {
        let mut source = which.get(&SOURCES).clone();
        for change in &changes {
            apply(change, &mut source);
        }
        check(&source, &options(padding));
    }

    #[test]
    fn any_objects_are_linked_or_rejected(
        which in prop::collection::vec(any::<Index>(), 0..6),
        compat: bool,
    ) {
        let inputs: Vec<_> = which.iter().map(|index| index.get(&OBJECTS).clone()).collect();
        let compat = if compat { Compat::Picasso } else { Compat::None };
        let first = check_link(&inputs, &linking(compat));
        prop_assert_eq!(check_link(&inputs, &linking(compat)), first);
    }
}

#[test]
fn truncated_sources_get_a_result() {
    let short: Vec<_> = SOURCES.iter().filter(|source| source.len() < 400).collect();
    assert!(short.len() > 60, "{} sources are short", short.len());
    for source in &short[..60] {
        for end in 0..source.len() {
            check_source(&source[..end], &AssemblyOptions::default());
        }
    }
}

#[test]
fn formatting_changes_no_binary() {
    let mut changed = 0;
    let programs = [golden(), examples(), cases()].map(Result::unwrap).concat();
    for mut program in programs {
        let link = |program: &Program| {
            let options = pica200_link::LinkOptions::default();
            run(&program.sources, &program.assembling, Some(&options)).shbin
        };
        let before = link(&program);
        for source in &mut program.sources {
            format_source(&source.text);
            let formatted = format(&source.text).formatted;
            let formatted = formatted.map_or(source.text.clone(), String::into_bytes);
            changed += usize::from(formatted != source.text);
            source.text = formatted;
        }
        assert!(link(&program) == before, "{} differs", program.name);
    }
    assert!(changed > 100, "formatting changed only {changed} sources");
}

#[test]
fn formatting_takes_memory_in_proportion() {
    let wide = format!("mov {};\n", "a".repeat(60));
    let nested = ".proc a\nfor i0\n.constfa b[\n".repeat(5_000);
    for source in [
        "for i0\n".repeat(20_000),
        nested,
        wide + &"a;\n".repeat(20_000),
        ".bool a ".to_owned() + &"(-".repeat(50_000),
        "a:".repeat(50_000),
        "\n".repeat(50_000),
    ] {
        format_source(source.as_bytes());
        let formatted = format(source.as_bytes()).formatted.unwrap();
        assert!(formatted.len() <= 32 * source.len(), "{}", formatted.len());
    }
}

/// Returns the bytes of all objects, and of links of adjacent ones.
fn everything() -> Vec<Option<Vec<u8>>> {
    let sources = SOURCES.iter().map(|source| {
        let assembly = assemble("source", source, &AssemblyOptions::default());
        Some(assembly.object?.write().unwrap())
    });
    let links = OBJECTS.windows(3).step_by(7).flat_map(|inputs| {
        [Compat::None, Compat::Picasso].map(|compat| {
            let shbin = check_link(inputs, &linking(compat));
            shbin.map(|shbin| shbin.write().unwrap())
        })
    });
    sources.chain(links).collect()
}

#[test]
fn the_same_input_gives_the_same_bytes_in_all_threads() {
    let first = everything();
    let threads: Vec<_> = (0..4).map(|_| std::thread::spawn(everything)).collect();
    for thread in threads {
        assert!(thread.join().unwrap() == first, "a thread produced other bytes");
    }
}

/// Each level of nested repetitions holds its body, so that each adds to the limit.
#[test]
fn bodies_of_nested_repetitions_count_at_each_level() {
    let errors = |depth: usize| {
        let comment = ";".repeat(1 << 18);
        let (begin, end) = (".rept 1\n".repeat(depth), ".endr\n".repeat(depth));
        let source = format!("{begin}{comment}\n{end}");
        let assembly = assemble("deep", source.as_bytes(), &AssemblyOptions::default());
        let codes = assembly.diagnostics.iter().map(|found| found.code.name());
        codes.collect::<Vec<_>>()
    };
    assert_eq!(errors(15), [""; 0]);
    assert_eq!(errors(17), ["expansion-too-large"]);
}
