//! Benchmark of linking and checking large programs: procedures with 3,602 words, and a hundred `ifu` over 16 booleans.

use divan::Bencher;
use pica200_check::check;
use pica200_link::{Input, LinkOptions, link};
use pica200_objfmt::formats::shbin::Shbin;

fn main() {
    divan::main();
}

const PROGRAMS: [(&str, &str); 2] = [
    ("large-3602", include_str!("inputs/large-3602.pica")),
    ("ifs-100", include_str!("inputs/ifs-100.pica")),
];

fn names() -> impl Iterator<Item = &'static str> {
    PROGRAMS.iter().map(|(name, _)| *name)
}

fn object(name: &str) -> Input {
    let program = PROGRAMS.iter().find(|(known, _)| *known == name);
    let (_, text) = program.expect("it is a known program");
    let options = pica200_asm::AssemblyOptions::default();
    let assembly = pica200_asm::assemble(name, text.as_bytes(), &options);
    Input {
        name: format!("{name}.dvoj"),
        object: assembly.object.expect("the program has no errors"),
    }
}

fn linked(input: &[Input]) -> Shbin {
    let linked = link(input, &LinkOptions::default());
    linked.expect("there are no errors").output.shbin
}

#[divan::bench(args = names())]
fn linking(bencher: Bencher<'_, '_>, name: &str) {
    let input = [object(name)];
    bencher.bench(|| linked(divan::black_box(&input)));
}

#[divan::bench(args = names())]
fn checking(bencher: Bencher<'_, '_>, name: &str) {
    let shbin = linked(&[object(name)]);
    bencher.bench(|| check(divan::black_box(&shbin)));
}
