//! Interpreter throughput: a compiled shader that transforms and lights, and the simplest instructions.
//!
//! `cargo bench -p pica200-dxbc-machine` prints instructions/s (as items/s).

use std::fs;
use std::path::Path;

use divan::Bencher;
use divan::counter::ItemsCount;
use pica200_dxbc_machine::{Counts, Machine, NoObserver, NoResources, Observer, Program};

fn main() {
    divan::main();
}

const VERTICES: u16 = 20_000;

fn golden(name: &str) -> Program {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../testsuite/golden/dxbc");
    let file = fs::read(folder.join(format!("{name}.dxbc"))).expect("there is the golden file");
    Program::load(&file).expect("it runs")
}

fn machine(program: &Program) -> Machine<'_> {
    let mut machine = Machine::new(program);
    for slot in 0..2 {
        let rows: Vec<_> = (0..program.constants(slot))
            .map(|row| [0.5, 0.25, 0.125, row as f32].map(f32::to_bits))
            .collect();
        let _ = machine.set_constants(slot, 0, &rows);
    }
    machine
}

/// Runs over a mesh. Returns the number of executed instructions.
fn mesh<O: Observer<Program>>(machine: &mut Machine<'_>, observer: &mut O) -> u64 {
    let mut instructions = 0;
    for vertex in 0..VERTICES {
        let x = f32::from(vertex);
        for (number, value) in [(0, [x, 1.0, -x, 1.0]), (1, [0.6, 0.8, x, 0.0]), (2, [x; 4])] {
            let _ = machine.set_input_register(number, value.map(f32::to_bits));
        }
        let run = machine.run_with(1000, &mut NoResources, observer);
        instructions += run.expect("it ends").instructions;
        divan::black_box(machine.output("SV_Position", 0));
    }
    instructions
}

fn bench<O: Observer<Program>>(bencher: Bencher<'_, '_>, name: &str, observer: fn(&Program) -> O) {
    let program = golden(name);
    let mut machine = machine(&program);
    let mut observer = observer(&program);
    let instructions = mesh(&mut machine, &mut observer);
    bencher
        .counter(ItemsCount::new(instructions))
        .bench_local(|| mesh(&mut machine, &mut observer));
}

#[divan::bench]
fn transform_and_light(bencher: Bencher<'_, '_>) {
    bench(bencher, "vs-light", |_| NoObserver);
}

#[divan::bench]
fn transform_alone(bencher: Bencher<'_, '_>) {
    bench(bencher, "vs-mvp", |_| NoObserver);
}

#[divan::bench]
fn integers(bencher: Bencher<'_, '_>) {
    bench(bencher, "vs-int-math", |_| NoObserver);
}

#[divan::bench]
fn with_counts(bencher: Bencher<'_, '_>) {
    bench(bencher, "vs-light", Counts::new);
}
