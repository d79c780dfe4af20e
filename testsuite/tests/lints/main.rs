//! Each lint on linked programs fires where it should, and nowhere else. The inputs are its examples, files that no
//! source produces, all programs of the suite, and correct programs.

#![allow(clippy::unwrap_used, reason = "an error fails the test")]

mod hostile;
mod machine;
mod texts;
mod witness;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use pica200::levels::Levels;
use pica200_asm::lint::{self, Lints};
use pica200_check::check;
use pica200_cli::levels::LevelOptions;
use pica200_diagnostics::{Code, Severity, Tool};
use pica200_link::{Compat, LinkOptions};
use pica200_objfmt::formats::shbin::{ConstantEntry, OutputEntry, Shbin, UniformEntry};
use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::float24::Float24;
use pica200_objfmt::isa::opcode::Opcode;
use pica200_testsuite::case::{Case, CaseSource};
use pica200_testsuite::corpus::{file_name, files, folder};
use pica200_testsuite::programs::{examples, golden};
use pica200_testsuite::run::{Outcome, run, run_checked};

/// Runs the source of an example in a page.
fn run_example(name: &str, text: &str, options: &str) -> Outcome {
    // The expectations are in the test, not in the source.
    let case = Case::parse(name, &format!(";! options: {options}\n;! show: words\n{text}")).unwrap();
    // Lints whose default is `allow` are enabled by name.
    let levels = LevelOptions::parse(["-W", name]).unwrap().levels;
    let way = &case.runs[0];
    run_checked(&case.sources, &way.assembling, Some(&way.linking), Some(&levels))
}

/// Returns the names of all diagnostics, except those about intentionally missing padding.
fn names(outcome: &Outcome) -> BTreeSet<&str> {
    let names = outcome.found.iter().filter_map(|found| found.rsplit(' ').next());
    names.filter(|name| *name != "padding-nop-required").collect()
}

#[test]
fn bad_examples_draw_their_lint_and_good_ones_nothing() {
    let mut wrong = String::new();
    for code in Code::all() {
        for example in code.examples().filter(|example| example.is_linked) {
            let outcome = run_example(code.name(), example.text, example.options);
            let expected = if example.is_bad { vec![code.name()] } else { Vec::new() };
            let found: Vec<_> = names(&outcome).into_iter().collect();
            if found != expected {
                wrong.push_str(&format!("{code}: {found:?}\n{}\n", outcome.diagnostics));
            }
        }
    }
    assert_eq!(wrong, "", "{wrong}");
}

/// Returns a correct file.
fn sound() -> Shbin {
    let text = ".out pos position\n.proc main\n\tmov pos, v0\n\tend\n.end\n";
    let source = CaseSource {
        name: "main.pica".into(),
        text: text.into(),
        ..CaseSource::default()
    };
    let outcome = run(&[source], &Default::default(), Some(&LinkOptions::default()));
    outcome.output.unwrap().shbin
}

fn uniform(name: &str, first: u16, last: u16) -> UniformEntry {
    UniformEntry {
        name: name.into(),
        first,
        last,
    }
}

/// A change to a file.
type Damage = fn(&mut Shbin);

/// Returns changes of a correct file that trigger the lints without example sources.
fn damages() -> Vec<(Code, Damage)> {
    vec![
        (Code::CountTooLong, |file| {
            // An else-body of 256 NOPs, which the hardware ignores because the length wraps to 0.
            let branch = flow_word(Opcode::Ifu, 2, 0) | 0x100;
            let nop = Opcode::Nop.base_word();
            let body = std::iter::repeat_n(nop, 260);
            file.program.code.splice(0..0, [branch, nop].into_iter().chain(body));
            file.shaders[0].end += 262;
        }),
        (Code::NoDescriptor, |file| file.program.descriptors.clear()),
        (Code::PropertyRegister, |file| {
            file.shaders[0].outputs.push(OutputEntry {
                property: 2,
                register: 7,
                mask: 0xF,
                reserved: 0,
            });
            let code = &mut file.program.code;
            // The same `mov`, to o7.
            let field = Opcode::Mov.fields().destination.unwrap();
            code.insert(0, field.set(code[0], 7));
            file.shaders[0].end += 1;
        }),
        (Code::OutputOverlap, |file| {
            let mut color = file.shaders[0].outputs[0];
            color.property = 2;
            file.shaders[0].outputs.push(color);
        }),
        (Code::NoVertices, |file| {
            file.shaders[0].kind = 1;
            file.shaders[0].geometry.mode = 1;
        }),
        (Code::ConstantRegister, |file| {
            let value = ConstantValue::Integer([0; 4]);
            file.shaders[0].constants.push(ConstantEntry::new(4, value));
        }),
        (Code::ConstantValue, |file| {
            let mut constant = ConstantEntry::new(0, ConstantValue::Boolean(true));
            constant.data[0] = 2;
            file.shaders[0].constants.push(constant);
        }),
        (Code::TooManyConstants, |file| {
            let value = ConstantValue::Float([Float24::default(); 4]);
            let entry = |n: u16| ConstantEntry::new(u8::try_from(n % 96).unwrap(), value);
            file.shaders[0].constants = (0..256).map(entry).collect();
        }),
        (Code::DuplicateUniform, |file| {
            file.shaders[0].uniforms = vec![uniform("a", 0x10, 0x10), uniform("a", 0x11, 0x11)];
        }),
        (Code::UniformRegister, |file| {
            file.shaders[0].uniforms = vec![uniform("a", 0x6F, 0x70)];
        }),
        (Code::ShaderKind, |file| file.shaders[0].kind = 2),
        (Code::OversizedCode, |file| {
            file.program.code.resize(4097, Opcode::Nop.base_word());
        }),
        (Code::OversizedDescriptors, |file| {
            let first = file.program.descriptors[0];
            file.program.descriptors.resize(129, first);
        }),
        (Code::UncheckedPaths, |file| {
            // Nested ifs, with jumps between any two of them.
            file.program.code = tangle();
            file.shaders[0].end = u32::try_from(file.program.code.len()).unwrap();
        }),
    ]
}

/// Returns a flow control instruction.
fn flow_word(opcode: Opcode, start: u32, size: u32) -> u32 {
    let [length, place] = opcode.fields().target.unwrap();
    place.set(length.set(opcode.base_word(), size), start)
}

/// Returns nested blocks with calls of every part: more combinations than the checks follow.
fn tangle() -> Vec<u32> {
    let calls = (0..250).map(|n| flow_word(Opcode::Callu, 300 + n, 255));
    let mut code: Vec<_> = calls.collect();
    code.resize(600, Opcode::Nop.base_word());
    code.push(Opcode::End.base_word());
    code
}

#[test]
fn files_that_no_source_produces_draw_their_lint() {
    assert_eq!(check(&sound()), []);
    let mut told = BTreeSet::new();
    for (lint, damage) in damages() {
        let mut file = sound();
        damage(&mut file);
        let found: BTreeSet<_> = check(&file).iter().map(|diagnostic| diagnostic.code).collect();
        assert!(found.contains(&lint), "{}: {found:?}", lint.name());
        // The linker rejects too many constants, and never writes a property without code; a vertex shader converted to
        // a geometry shader emits nothing.
        let others = found.iter().filter(|other| **other != lint);
        let allowed = [
            Code::ValueSetTwice,
            Code::NoPrimitive,
            Code::StaleOutput,
            Code::UnwrittenOutput,
        ];
        assert!(
            others.clone().all(|other| allowed.contains(other)),
            "{}: {found:?}",
            lint.name()
        );
        told.insert(lint);
    }
    for code in Code::all().filter(|code| code.rule(Tool::Checker).is_some()) {
        let has_example = code.examples().any(|example| example.is_linked);
        assert!(has_example != told.contains(&code), "{code}");
    }
}

/// The number of diagnostics of each lint in each program. Review new lines before you commit them: each diagnostic
/// must be correct.
#[test]
fn lints_of_all_programs_are_known() {
    let mut text = String::new();
    for program in golden().unwrap().into_iter().chain(examples().unwrap()) {
        let outcome = run(&program.sources, &program.assembling, Some(&LinkOptions::default()));
        let Some(output) = &outcome.output else {
            continue;
        };
        let mut lints: BTreeMap<Code, usize> = BTreeMap::new();
        for diagnostic in check(&output.labelled()) {
            *lints.entry(diagnostic.code).or_default() += 1;
        }
        let lints = lints.iter().map(|(lint, count)| format!("{} {count}", lint.name()));
        let lints: Vec<_> = lints.collect();
        text.push_str(&format!("{}: {}\n", program.name, lints.join(", ")));
    }
    in_golden().bind(|| insta::assert_snapshot!("lints", text));
}

/// The number of diagnostics of each assembler lint in each source.
#[test]
fn lints_of_all_sources_are_known() {
    let mut text = String::new();
    for program in golden().unwrap() {
        let assembling = pica200_asm::AssemblyOptions {
            lints: lint::lints().fold(Lints::NONE, Lints::with),
            ..program.assembling.clone()
        };
        let outcome = run(&program.sources, &assembling, None);
        let mut lints: BTreeMap<&str, usize> = BTreeMap::new();
        for found in &outcome.found {
            let name = found.rsplit(' ').next().unwrap();
            if lint::lints().any(|lint| lint.name() == name) {
                *lints.entry(name).or_default() += 1;
            }
        }
        if !lints.is_empty() {
            let lints = lints.iter().map(|(name, count)| format!("{name} {count}"));
            let lints: Vec<_> = lints.collect();
            text.push_str(&format!("{}: {}\n", program.name, lints.join(", ")));
        }
    }
    in_golden().bind(|| insta::assert_snapshot!("assembler-lints", text));
}

/// Returns the settings for snapshots in the directory of the golden files.
fn in_golden() -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder("golden"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}

#[test]
fn sources_that_picasso_accepts_draw_no_error() {
    for code in Code::all() {
        let severity = Levels::default().check_severity(code, Compat::Picasso);
        assert!(severity != Some(Severity::Error), "{code}");
    }
}

#[test]
fn correct_programs_are_quiet() {
    for path in quiet("", 8) {
        let (diagnostics, mut names) = checked(&path, &Levels::default());
        names.remove("break-in-if");
        assert_eq!(names, BTreeSet::new(), "{diagnostics}");
    }
}

#[test]
fn programs_like_published_ones_are_quiet() {
    let paths = quiet("published", 24);
    let texts = paths.iter().map(|path| checked(path, &Levels::default()).0);
    let text: String = texts.collect();
    assert_eq!(text, "", "{text}");
}

/// Returns the fault-free programs in a directory, without its subdirectories.
fn quiet(subfolder: &str, least: usize) -> Vec<PathBuf> {
    let folder = folder("quiet").join(subfolder);
    let mut paths = files(&folder, "pica");
    paths.retain(|path| path.parent() == Some(folder.as_path()));
    assert!(paths.len() >= least, "only {} programs", paths.len());
    paths
}

/// Returns the diagnostics of a program, linked with and without `--compat`: their text and their names.
fn checked(path: &Path, levels: &Levels) -> (String, BTreeSet<String>) {
    let case = read_case(path);
    let (mut diagnostics, mut all_names) = (String::new(), BTreeSet::new());
    for compat in [Compat::None, Compat::Picasso] {
        let options = LinkOptions {
            compat,
            ..LinkOptions::default()
        };
        let padded = pica200_asm::AssemblyOptions::default();
        let outcome = run_checked(&case.sources, &padded, Some(&options), Some(levels));
        diagnostics.push_str(&outcome.diagnostics);
        all_names.extend(names(&outcome).into_iter().map(str::to_owned));
    }
    (diagnostics, all_names)
}

/// Reads the sources of a file, of which there may be several.
fn read_case(path: &Path) -> Case {
    let text = format!(";! show: words\n{}", std::fs::read_to_string(path).unwrap());
    Case::parse(&file_name(path), &text).unwrap()
}
