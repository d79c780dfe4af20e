//! A preprocessed source assembles to the same object as the source.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "files that cannot be read fail the test"
)]

use std::path::Path;

use pica200_asm::diagnostic::Diagnostic;
use pica200_asm::text::{Cause, Expansion};
use pica200_asm::{AssemblyOptions, Lookup, MemoryFiles, assemble, assemble_in, preprocess};
use pica200_disasm::disassemble;
use pica200_link::{Compat, LinkOptions};
use pica200_objfmt::formats::object::{Object, Position};
use pica200_objfmt::formats::shbin::Shbin;
use pica200_testsuite::case::CaseSource;
use pica200_testsuite::programs::{Program, cases, examples, golden};
use pica200_testsuite::run::run;

#[test]
fn golden_programs_stay_the_same() {
    check_all(&golden().unwrap(), 300);
}

#[test]
fn examples_stay_the_same() {
    check_all(&examples().unwrap(), 8);
}

#[test]
fn cases_stay_the_same() {
    check_all(&cases().unwrap(), 300);
}

/// A disassembly states the files and lines of all statements; its own name is not in the object.
#[test]
fn disassemblies_stay_the_same() {
    let options = LinkOptions {
        debug: true,
        ..LinkOptions::with_compat(Compat::None)
    };
    let mut checked = 0;
    for program in examples().unwrap() {
        let outcome = run(&program.sources, &program.assembling, Some(&options));
        let Some(bytes) = outcome.shbin else { continue };
        let disassembly = disassemble(&Shbin::read(&bytes).unwrap()).unwrap();
        for source in disassembly.sources {
            let (whole, text) = preprocessed("disassembly.pica", &source.text);
            // The first marker names the file, and another one can follow it.
            for before in ["", "# 1 \"disassembly.pica\"\n"] {
                let text = format!("{before}{text}");
                let options = AssemblyOptions::default();
                let again = assemble("disassembly.i", text.as_bytes(), &options);
                let again = again.object.unwrap();
                // No file is added; `.loc` without statements is lost.
                let is_known = |file| whole.files.contains(file);
                assert!(again.files.iter().all(is_known), "{text}");
                if whole.files.len() == 1 {
                    assert_eq!(again, whole, "{text}");
                }
                assert_eq!(named(again), named(whole.clone()), "{text}");
            }
            assert!(!whole.files.contains(&"disassembly.pica".into()), "{text}");
            checked += 1;
        }
    }
    assert!(checked > 0, "no example is disassembled");
}

/// Returns the object of a source, and the preprocessed source.
fn preprocessed(name: &str, source: &str) -> (Object, String) {
    let options = AssemblyOptions::default();
    let files = MemoryFiles::new();
    let lookup = Lookup {
        files: &files,
        directory: Path::new(""),
    };
    let whole = assemble(name, source.as_bytes(), &options);
    let made = preprocess(name, source.as_bytes(), &options, &lookup);
    (whole.object.unwrap(), made.source.unwrap())
}

/// Locations in line tables become `.loc`, not line markers, so that messages keep their locations.
#[test]
fn messages_keep_their_places() {
    let source = "\
.loc \"light.vsh\", 7
.proc main
	mov r0, one
.macro twice
	add r0, r0, two
.endm
	twice
.loc \"fog.vsh\"
	mov r0, three
.rept 2
	mov r1, four
.endr
	mov r0, five
.include \"part.inc\"
	mov r0, six



	mov r0, seven





	mov r0, eight
# 3 \"other.vsh\"
	mov r0, nine
	end
.end
";
    let files = MemoryFiles::new().with("part.inc", "\tmov r0, ten\n.loc \"fog.vsh\", 1\n\tnop\n");
    let lookup = Lookup {
        files: &files,
        directory: Path::new(""),
    };
    let options = AssemblyOptions::default();
    let made = preprocess("a.pica", source.as_bytes(), &options, &lookup);
    let text = made.source.expect("the preprocessor finds no mistakes");
    insta::assert_snapshot!("places", text);
    let places = |source: &str| {
        let assembly = assemble_in("a.pica", source.as_bytes(), &options, &lookup);
        let place = |diagnostic: &Diagnostic| {
            let outermost = assembly.lines.expansions(diagnostic.span().start);
            let called = |expansion: &&Expansion| matches!(expansion.cause, Cause::Macro(_));
            let call = outermost.filter(called).last();
            let at = call.map_or(diagnostic.span(), |call| call.at);
            let position = assembly.lines.position(assembly.lines.index(at.start));
            let file = assembly.lines.file(position.file).unwrap().to_owned();
            (diagnostic.message.clone(), file, position.line)
        };
        assembly.diagnostics.iter().map(place).collect::<Vec<_>>()
    };
    let expected = places(source);
    assert_eq!(expected.len(), 10, "{expected:?}");
    assert_eq!(places(&text), expected);
}

/// Checks all sources that assemble, of which there must be at least `least`.
fn check_all(programs: &[Program], least: usize) {
    let checked: usize = programs.iter().map(check).sum();
    assert!(checked >= least, "there are {checked} sources");
}

/// Checks the sources of a program that assemble, and returns their number.
fn check(program: &Program) -> usize {
    let (included, sources): (Vec<_>, Vec<_>) = program.sources.iter().partition(|source| source.is_included);
    let files = included.iter().fold(MemoryFiles::new(), |files, file| {
        files.with(&file.name, file.text.clone())
    });
    let lookup = Lookup {
        files: &files,
        directory: Path::new(""),
    };
    let check = |source: &&&CaseSource| check_source(source, &program.assembling, &lookup);
    sources.iter().filter(check).count()
}

/// Checks a source. Returns false if it does not assemble.
fn check_source(source: &CaseSource, options: &AssemblyOptions, lookup: &Lookup<'_>) -> bool {
    let whole = assemble_in(&source.name, &source.text, options, lookup);
    let Some(object) = whole.object else {
        return false;
    };
    let made = preprocess(&source.name, &source.text, options, lookup);
    let text = made.source.expect("a source that assembles is preprocessed");
    let options = AssemblyOptions {
        defines: Vec::new(),
        ..options.clone()
    };
    let again = assemble(&source.name, text.as_bytes(), &options);
    let (name, diagnostics) = (&source.name, &again.diagnostics);
    assert!(again.object.is_some(), "{name}: {diagnostics:#?}\n{text}");
    let again = again.object.expect("there are no errors");
    assert_eq!(named(again), named(object), "{}\n{text}", source.name);
    true
}

/// Returns an object with its lines, and with its files sorted by name. Files without words are removed, because line
/// markers need not mention them.
fn named(mut object: Object) -> (Object, Vec<String>) {
    let files = std::mem::take(&mut object.files);
    let lines = std::mem::take(&mut object.lines);
    let name = |position: &Position| {
        let file = &files[position.file as usize];
        format!("{file}:{}", position.line)
    };
    let lines = lines.iter().map(name).collect();
    let forget = |position: &mut Position| position.file = 0;
    if let Some(entry) = &mut object.entry {
        forget(&mut entry.position);
    }
    object.labels.iter_mut().for_each(|label| {
        forget(&mut label.position);
        if let Some(procedure) = &mut label.procedure {
            forget(&mut procedure.end);
        }
    });
    object.uniforms.iter_mut().for_each(|one| forget(&mut one.position));
    object.constants.iter_mut().for_each(|one| forget(&mut one.position));
    object.values.iter_mut().for_each(|one| forget(&mut one.position));
    object.outputs.iter_mut().for_each(|one| forget(&mut one.position));
    (object, lines)
}
