//! Converted sources in older dialects have the same meaning as the equivalent programs in native syntax, assembled by
//! picasso.

use pica200::input::{DialectSource, InputFile};
use pica200::session::Session;
use pica200_asm::{AssemblyOptions, MemoryFiles};
use pica200_dialects::{Dialect, Options};
use pica200_link::{Input, LinkOptions, link};
use pica200_machine::{Machine, Program, ShaderChoice, Value as Setting};
use pica200_objfmt::difference::differences;
use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::isa::register::{Bank, Register};
use pica200_testsuite::corpus::folder;
use serde_json::Value;

use crate::compare::ComparisonStats;

/// Returns a source of a dialect as an input.
fn input(dialect: Dialect, text: Vec<u8>) -> InputFile {
    InputFile {
        dialect: Some(DialectSource {
            dialect,
            options: Options::default(),
        }),
        ..InputFile::new("source.vsh".into(), text)
    }
}

/// Returns the cases in a file of a dialect's golden directory.
fn cases(dialect: Dialect, file: &str) -> Vec<Value> {
    let path = folder("golden").join(dialect.name()).join(file);
    let text = std::fs::read(path).expect("the file can be read");
    let cases: Value = serde_json::from_slice(&text).expect("it is JSON");
    cases.as_array().expect("it is an array").clone()
}

/// Returns the linked program of a golden source, and the one written by picasso.
fn linked(dialect: Dialect, name: &str) -> [Shbin; 2] {
    let golden = folder("golden").join(dialect.name());
    let read = |suffix: &str| {
        let path = golden.join(format!("{name}.{suffix}"));
        std::fs::read(path).expect("the file can be read")
    };
    [
        Shbin::read(&read("shbin")).expect("it is a shader binary"),
        built(name, dialect, read("vsh")),
    ]
}

/// Links a source.
fn built(name: &str, dialect: Dialect, source: Vec<u8>) -> Shbin {
    let files = MemoryFiles::new();
    let mut session = Session::new(&files);
    let input = input(dialect, source);
    let parts = session.parts(&input, &AssemblyOptions::default());
    assert!(!session.has_errors(), "{name}: {:#?}", session.diagnostics);
    let inputs: Vec<_> = parts
        .into_iter()
        .map(|part| Input {
            name: format!("{name}{}", part.name),
            object: part.object,
        })
        .collect();
    let linked = link(&inputs, &LinkOptions::default());
    linked.expect("it links").output.shbin
}

#[test]
fn converted_sources_mean_the_same() {
    let mut compared = ComparisonStats::default();
    for dialect in Dialect::ALL {
        let all = cases(dialect, "cases.json");
        assert!(all.len() >= 10, "{dialect:?}");
        for case in all {
            let name = case["name"].as_str().expect("a case has a name");
            let [theirs, ours] = linked(dialect, name);
            let found = differences(&theirs, &ours);
            assert!(found.is_empty(), "{name}: {found:#?}");
            let same = compared.compare(name, [&theirs, &ours], &[]);
            same.expect("both do the same");
        }
    }
    assert!(compared.vertex_runs() >= 400, "{compared:?}");
}

/// The outputs of the original tool for the golden sources behave identically, except for those in `tool_differs`.
#[test]
fn files_of_the_tool_mean_the_same() {
    let mut compared = ComparisonStats::default();
    for dialect in Dialect::ALL {
        for case in cases(dialect, "cases.json") {
            let name = case["name"].as_str().expect("a case has a name");
            if case.get("tool_differs").is_some() {
                continue;
            }
            let golden = folder("golden").join(dialect.name());
            let path = golden.join(format!("{name}.tool.shbin"));
            let bytes = std::fs::read(path).expect("the file can be read");
            let tool = Shbin::read(&bytes).expect("the reader takes the tool's files");
            let [_, ours] = linked(dialect, name);
            let same = compared.compare(name, [&tool, &ours], &[]);
            same.expect("both do the same");
        }
    }
    assert!(compared.vertex_runs() >= 300, "{compared:?}");
}

/// A jump to the end of a called range returns, from each location in the range.
#[test]
fn jumps_to_the_end_of_a_call_return() {
    let source = ".alias o o0 as position\nmain:\ncall f until g\ncall f until g\nmov o, r0\nend\n\
                  f:\nadd r0, r0, c0\njmp g if b0\nadd r0, r0, c0\njmp g if b1\nadd r0, r0, c0\ng:\nend\n";
    let shbin = built("jumps", Dialect::Nihstro, source.into());
    let program = Program::load(&shbin, ShaderChoice::Index(0)).expect("it loads");
    let register = |bank, number| Register::new(bank, number).expect("it exists");
    for (jumps, sum) in [([false; 2], 6.0), ([false, true], 4.0), ([true, false], 2.0)] {
        let mut machine = Machine::new(&program);
        let one = machine.set(register(Bank::Float, 0), Setting::Vector([1.0; 4]));
        one.expect("it can be set");
        for (number, jump) in (0..).zip(jumps) {
            let set = machine.set(register(Bank::Boolean, number), Setting::Boolean(jump));
            set.expect("it can be set");
        }
        machine.run(1000).expect("it ends");
        assert_eq!(machine.outputs()[0], [sum; 4], "{jumps:?}");
    }
}

/// The numbers of errors in the description of the dialects, with their names.
const ERRORS: [(&str, &str); 14] = [
    ("E2", "alias-below-use"),
    ("E3", "alias-range"),
    ("E5", "output-without-property"),
    ("E6", "constant-form"),
    ("E8", "index-leaves-kind"),
    ("E9", "index-without-effect"),
    ("E10", "beyond-mask"),
    ("E12", "uniform-placement"),
    ("E13", "vertex-number"),
    ("E15", "flag-without-letter"),
    ("E20", "no-such-register"),
    ("E23", "missing-label"),
    ("E24", "crossing-bodies"),
    ("E26", "property-overlap"),
];

#[test]
fn wrong_sources_are_refused() {
    for dialect in Dialect::ALL {
        let all = cases(dialect, "errors.json");
        assert!(!all.is_empty(), "{dialect:?}");
        for case in all {
            let text = |key: &str| case[key].as_str().expect("it is a text").to_owned();
            let files = MemoryFiles::new();
            let input = input(dialect, text("source").into_bytes());
            let mut session = Session::new(&files);
            let object = session.assemble(&input, &AssemblyOptions::default());
            assert!(object.is_none(), "{}", text("name"));
            let number = text("error");
            let name = ERRORS.iter().find(|(known, _)| *known == number);
            let (_, name) = name.expect("the error has a name");
            let errors = session.diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
            let found: Vec<_> = errors.map(|diagnostic| diagnostic.code.name()).collect();
            assert_eq!(found, [*name], "{}", text("name"));
            let said = pica200::render::render(
                &session.diagnostics,
                &session.sources,
                pica200::render::Format::Short,
                pica200::render::Colors::None,
            );
            let place = format!("source.vsh:{}:", case["line"]);
            let said = String::from_utf8_lossy(&said).into_owned();
            assert!(said.lines().any(|line| line.starts_with(&place)), "{said}");
        }
    }
}
