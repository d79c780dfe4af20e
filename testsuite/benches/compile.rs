//! Benchmark of compiling the golden containers of vertex shaders, and one with 100 instructions. First prints the
//! table of their sizes, which a test of the compiler checks, and the sizes of compiled WGSL and GLSL next to
//! handwritten programs.

#![expect(clippy::expect_used, reason = "a benchmark whose inputs are wrong fails")]

use std::fs;

use divan::Bencher;
use pica200_compile::{Options, compile};
use pica200_dxbc::Shader;
use pica200_dxbc::container::{Container, build};
use pica200_dxbc::program::{Body, Instruction, Operand, RegisterKind};
use pica200_testsuite::corpus::{files, folder, stem, workspace};
use pica200_testsuite::sizes::SizeTable;

#[expect(clippy::print_stdout, reason = "a benchmark reports")]
fn main() {
    let snapshots = "assembler/compile/tests/translation/snapshots";
    let name = "translation__golden__translations_are_not_larger_than_their_sources.snap";
    let sizes = fs::read_to_string(workspace().join(snapshots).join(name));
    let sizes = sizes.expect("the sizes of translations");
    println!("{}", sizes.rsplit("---\n").next().unwrap_or_default());
    for table in [SizeTable::golden(), SizeTable::examples()] {
        println!("{}", table.expect("the sizes of translations"));
    }
    divan::main();
}

/// Reads a golden container.
fn golden(name: &str) -> Vec<u8> {
    let path = folder("golden/dxbc").join(format!("{name}.dxbc"));
    fs::read(path).expect("a golden container")
}

/// Returns the names of the golden containers with vertex shaders.
fn names() -> Vec<String> {
    let paths = files(&folder("golden/dxbc"), "dxbc");
    let names = paths.iter().map(|path| stem(path));
    names.filter(|name| name.starts_with("vs")).collect()
}

/// Returns the container of `vs-trig-wave`, with the instructions before the last repeated until there are `count`.
/// Later repetitions transform the position that the previous one left in `r2` instead of `v0`.
fn repeated(count: usize) -> Vec<u8> {
    let bytes = golden("vs-trig-wave");
    let container = Container::read(&bytes).expect("a container");
    let mut program = Shader::from_container(&container).program.expect("a program").1;
    let is_code = |instruction: &Instruction| !instruction.is_declaration();
    let start = program.instructions.iter().position(is_code);
    let last = program.instructions.pop().expect("an instruction");
    let body = program.instructions.split_off(start.expect("code"));
    let mut later = body.clone();
    for instruction in &mut later {
        let Body::Parts { operands, .. } = &mut instruction.body else {
            continue;
        };
        for operand in operands {
            if operand.kind() == RegisterKind::INPUT {
                *operand = Operand::register(RegisterKind::TEMP, &[2], operand.components());
            }
        }
    }
    let rounds = body.into_iter().chain(later.into_iter().cycle());
    program.instructions.extend(rounds.take(count - 1));
    program.instructions.push(last);
    let code = program.write().expect("a small program");
    let chunks: Vec<_> = container
        .chunks()
        .map(|chunk| match &chunk.id.0 {
            b"SHDR" | b"SHEX" => (chunk.id, code.as_slice()),
            _ => (chunk.id, chunk.data),
        })
        .collect();
    build(&chunks).expect("a small container")
}

fn translate(bencher: Bencher<'_, '_>, bytes: &[u8]) {
    let options = Options {
        vertex_id_attribute: true,
        ..Options::default()
    };
    bencher.bench(|| compile("shader.dxbc", bytes, &options));
}

#[divan::bench(args = names())]
fn golden_container(bencher: Bencher<'_, '_>, name: &str) {
    translate(bencher, &golden(name));
}

#[divan::bench]
fn hundred_instructions(bencher: Bencher<'_, '_>) {
    translate(bencher, &repeated(100));
}
