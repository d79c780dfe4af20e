//! Assembles, links and checks each source and renders its diagnostics, so that a profiler can count the instructions
//! of selected steps. Prints the results that must not change.
//!
//! `costs STEP[,STEP...] [-A NAME]... SOURCE...`: the steps to count (`assemble`, `link`, `check`, `render`, `colour`),
//! allowed diagnostics, and files. The work of these steps is in functions whose names begin with `counted`:
//!
//! ```sh
//! CARGO_PROFILE_RELEASE_STRIP=none cargo build --release -p pica200-testsuite --example costs
//! valgrind --tool=callgrind --toggle-collect='*costs*counted*' target/release/examples/costs link,check SOURCE
//! ```

#![allow(clippy::print_stdout, reason = "a program that shows figures")]

use std::collections::hash_map::DefaultHasher;
use std::error::Error;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::{env, fs};

use pica200::input::InputFile;
use pica200::levels::Levels;
use pica200::render::{Colors, Format, render};
use pica200::session::Session;
use pica200_asm::AssemblyOptions;
use pica200_diagnostics::Level;
use pica200_link::{Compat, Input, LinkOptions, link};

/// The steps that can be counted.
const STEPS: [&str; 5] = ["assemble", "link", "check", "render", "colour"];

/// The results of all sources.
#[derive(Default)]
struct Totals {
    descriptors: usize,
    diagnostics: usize,
    text: usize,
    hasher: DefaultHasher,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let steps = arguments.next().unwrap_or_default();
    if let Some(unknown) = steps.split(',').find(|step| !STEPS.contains(step)) {
        return Err(format!("unknown step `{unknown}`; the steps are {}", STEPS.join(", ")).into());
    }
    let counts = |step: &str| steps.split(',').any(|counted| counted == step);
    let mut levels = Levels::default();
    let mut totals = Totals::default();
    while let Some(argument) = arguments.next() {
        if argument == "-A" {
            let name = arguments.next().unwrap_or_default();
            levels.set(&name, Level::Allow)?;
            continue;
        }
        let bytes = fs::read(&argument)?;
        let input = InputFile::new(PathBuf::from(argument), bytes);
        run(&input, &levels, counts, &mut totals);
    }
    println!(
        "{} descriptors, {} reports in {} bytes, hash {:016x}",
        totals.descriptors,
        totals.diagnostics,
        totals.text,
        totals.hasher.finish()
    );
    Ok(())
}

/// Runs all steps for a source, up to the first error.
fn run(input: &InputFile, levels: &Levels, counts: impl Fn(&str) -> bool, totals: &mut Totals) {
    let options = AssemblyOptions {
        lints: levels.lints(),
        ..AssemblyOptions::default()
    };
    let mut session = Session::default();
    let object = step(counts("assemble"), || session.assemble(input, &options));
    let inputs = object.map(|object| Input {
        name: input.name.clone(),
        object,
    });
    if let Some(input) = inputs {
        let inputs = [input];
        let linked = step(counts("link"), || link(&inputs, &LinkOptions::default()));
        if let Some(output) = session.take_linked(linked) {
            totals.descriptors += output.shbin.program.descriptors.len();
            output.shbin.write().unwrap_or_default().hash(&mut totals.hasher);
            step(counts("check"), || session.check(&output, Compat::None, levels));
        }
    }
    levels.apply(&mut session.diagnostics);
    let Session {
        diagnostics, sources, ..
    } = &session;
    totals.diagnostics += diagnostics.len();
    for (name, colors) in [("render", Colors::None), ("colour", Colors::Ansi)] {
        let text = step(counts(name), || render(diagnostics, sources, Format::Human, colors));
        totals.text += text.len();
        text.hash(&mut totals.hasher);
    }
}

/// Runs a step.
fn step<T>(counts: bool, work: impl FnOnce() -> T) -> T {
    if counts { counted(work) } else { work() }
}

/// Runs a counted step.
#[inline(never)]
fn counted<T>(work: impl FnOnce() -> T) -> T {
    work()
}
