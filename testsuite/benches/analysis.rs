//! Benchmarks of the analysis of a source with 4,000 instructions: its construction, which an editor repeats after each
//! key, and the first query of each kind.

mod program;

use std::path::Path;

use divan::Bencher;
use pica200_asm::analysis::{Analysis, Callers};
use pica200_asm::{AssemblyOptions, Lookup, MemoryFiles};
use pica200_objfmt::isa::descriptor::Component;

use self::program::program;

fn main() {
    divan::main();
}

/// The number of instructions of the program.
const SIZE: usize = 4000;

fn analyse(source: &str) -> Analysis {
    let lookup = Lookup {
        files: &MemoryFiles::new(),
        directory: Path::new(""),
    };
    let options = AssemblyOptions::default();
    Analysis::new("bench.vsh", source.as_bytes(), &options, &lookup)
}

/// Runs a query on a new analysis, halfway through its source.
fn ask<T>(bencher: Bencher<'_, '_>, question: impl Fn(&Analysis, u32) -> T + Sync) {
    let source = program(SIZE);
    let middle = u32::try_from(source.len() / 2).expect("it is short");
    bencher
        .with_inputs(|| analyse(&source))
        .bench_refs(|analysis| question(analysis, middle));
}

#[divan::bench]
fn making(bencher: Bencher<'_, '_>) {
    let source = program(SIZE);
    bencher.bench(|| analyse(divan::black_box(&source)));
}

#[divan::bench]
fn name_with_meaning(bencher: Bencher<'_, '_>) {
    ask(bencher, |analysis, _| {
        let symbol = analysis.value_symbol("bones").expect("a name");
        (symbol.meaning(), symbol.documentation(), symbol.uses().count())
    });
}

#[divan::bench]
fn instruction_with_operands(bencher: Bencher<'_, '_>) {
    ask(bencher, |analysis, offset| {
        let instruction = analysis.instruction_at(offset).expect("an instruction");
        (instruction.word(), instruction.sources().len())
    });
}

#[divan::bench]
fn writes_that_reach(bencher: Bencher<'_, '_>) {
    ask(bencher, |analysis, offset| {
        let instruction = analysis.instruction_at(offset).expect("an instruction");
        let liveness = analysis.liveness(Callers::Source);
        Component::ALL.map(|component| liveness.reaching(instruction.id(), 0, component))
    });
}

#[divan::bench]
fn free_temporaries_of_all_instructions(bencher: Bencher<'_, '_>) {
    ask(bencher, |analysis, _| {
        let liveness = analysis.liveness(Callers::Source);
        let instructions = analysis.instructions();
        let free = instructions.map(|found| liveness.free_after(found.id()).len());
        free.sum::<usize>()
    });
}

#[divan::bench]
fn classes_of_all_tokens(bencher: Bencher<'_, '_>) {
    ask(bencher, |analysis, _| analysis.tokens(Analysis::SOURCE));
}

#[divan::bench]
fn what_may_stand_at_a_place(bencher: Bencher<'_, '_>) {
    ask(bencher, |analysis, offset| {
        analysis.expected_at(Analysis::SOURCE, offset)
    });
}
