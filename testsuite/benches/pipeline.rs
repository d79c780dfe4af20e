//! Benchmark of assembling and linking a small, a typical and a large program.
//!
//! `cargo bench -p pica200-testsuite` prints MB/s of source text for assembling, up to the bytes of the object, and
//! instructions/s for linking, from in-memory objects to the bytes of the binary.

mod program;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use pica200_asm::AssemblyOptions;
use pica200_asm::lint::Lints;
use pica200_link::{Compat, Input};
use pica200_objfmt::formats::object::Object;

use self::program::program;

fn main() {
    divan::main();
}

/// The approximate numbers of instructions of the programs.
const SIZES: [usize; 3] = [12, 160, 4000];

fn assemble(text: &str) -> Object {
    let assembly = pica200_asm::assemble("bench.vsh", text.as_bytes(), &AssemblyOptions::default());
    assembly.object.expect("the program has no errors")
}

#[divan::bench(args = SIZES)]
fn assembling(bencher: Bencher<'_, '_>, instructions: usize) {
    let text = program(instructions);
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| assemble(divan::black_box(&text)).write().expect("it can be written"));
}

/// 4,000 instructions of the plainest form, which most shaders consist of.
const PLAIN: &str = include_str!("plain-4000.pica");

/// The enabled lints.
#[derive(Clone, Copy, Debug)]
enum LintSet {
    DefaultLints,
    NoLints,
}

#[divan::bench(args = [LintSet::DefaultLints, LintSet::NoLints])]
fn assembling_plain_instructions(bencher: Bencher<'_, '_>, with: LintSet) {
    let lints = match with {
        LintSet::DefaultLints => Lints::default(),
        LintSet::NoLints => Lints::NONE,
    };
    let options = AssemblyOptions {
        lints,
        ..AssemblyOptions::default()
    };
    bencher.counter(BytesCount::of_str(PLAIN)).bench(|| {
        let source = divan::black_box(PLAIN.as_bytes());
        let assembly = pica200_asm::assemble("plain.pica", source, &options);
        let object = assembly.object.expect("the program has no errors");
        object.write().expect("it can be written")
    });
}

#[divan::bench(args = SIZES)]
fn linking(bencher: Bencher<'_, '_>, instructions: usize) {
    bench_link(bencher, instructions, Compat::None);
}

#[divan::bench(args = SIZES)]
fn linking_like_picasso(bencher: Bencher<'_, '_>, instructions: usize) {
    bench_link(bencher, instructions, Compat::Picasso);
}

/// Links a program as a geometry shader, because the largest program exceeds the limit for vertex shaders.
fn bench_link(bencher: Bencher<'_, '_>, instructions: usize, compat: Compat) {
    let source = format!(".gsh point c0\n{}", program(instructions));
    let object = assemble(&source);
    let words = object.code.len();
    let name = "bench.dvoj".to_owned();
    let inputs = [Input { name, object }];
    let options = pica200_link::LinkOptions {
        compat,
        ..Default::default()
    };
    bencher.counter(ItemsCount::new(words)).bench(|| {
        let linked = pica200_link::link(divan::black_box(&inputs), &options);
        let output = linked.expect("there are no errors").output;
        output.shbin.write().expect("it can be written")
    });
}
