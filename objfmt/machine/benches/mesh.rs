//! How fast the machine runs: a shader that transforms and lights, over a mesh of 100,000 vertices.
//!
//! `cargo bench -p pica200-machine` prints instructions/s (as items/s).

use divan::Bencher;
use divan::counter::ItemsCount;
use pica200_machine::{
    Counts, Machine, Observer, Precision, Program, ShaderChoice, Unobserved, Value,
};
use pica200_objfmt::isa::register::{Bank, Register};

fn main() {
    divan::main();
}

const VERTICES: u16 = 50_000;

/// Transforms a vertex, lights it by two lights, and passes on a texture coordinate.
const SOURCE: &str = "
.fvec projection[4], modelView[4], lightDir[2], lightClr[2], ambient
.constf consts(0.0, 1.0, 0.5, 2.0)
.in inPos
.in inNormal
.in inTex
.out outPos position
.out outClr color
.out outTex texcoord0.xy
.proc main
    mov r0.xyz, inPos
    mov r0.w, consts.y
    dp4 r1.x, modelView[0], r0
    dp4 r1.y, modelView[1], r0
    dp4 r1.z, modelView[2], r0
    mov r1.w, consts.y
    dp4 outPos.x, projection[0], r1
    dp4 outPos.y, projection[1], r1
    dp4 outPos.z, projection[2], r1
    dp4 outPos.w, projection[3], r1
    mov r2, inNormal
    dp3 r3.x, modelView[0], r2
    dp3 r3.y, modelView[1], r2
    dp3 r3.z, modelView[2], r2
    dp3 r4.x, r3, r3
    rsq r4.x, r4.x
    mul r3.xyz, r3, r4.xxx
    dp3 r5.x, lightDir[0], r3
    dp3 r5.y, lightDir[1], r3
    max r5.xy, consts.xx, -r5
    mov r6, ambient
    mov r7, r5.xxxx
    mad r6, r7, lightClr[0], r6
    mov r7, r5.yyyy
    mad r6, r7, lightClr[1], r6
    min outClr, consts.yyyy, r6
    mov outTex, inTex
    end
.end";

fn program() -> Program {
    let options = pica200_asm::AssemblyOptions::default();
    let assembly = pica200_asm::assemble("mesh.vsh", SOURCE.as_bytes(), &options);
    let input = pica200_link::Input {
        name: "mesh.vsh".into(),
        object: assembly.object.expect("the source has no errors"),
    };
    let linked = pica200_link::link(&[input], &pica200_link::LinkOptions::default());
    let shbin = linked.output.expect("it links").shbin;
    Program::load(&shbin, ShaderChoice::Index(0)).expect("there is a shader")
}

fn machine(program: &Program, precision: Precision) -> Machine<'_> {
    let mut machine = Machine::with_precision(program, precision);
    for named in program.names() {
        for element in 0..named.count {
            let row = std::array::from_fn(|lane| {
                if lane == usize::from(element) {
                    0.75
                } else {
                    0.125
                }
            });
            let set = machine.set_named(&named.name, element, Value::Vector(row));
            set.expect("all of them are vectors");
        }
    }
    machine
}

/// Runs over the mesh, twice 50,000 vertices; gives the instructions executed.
fn mesh<O: Observer<Program>>(machine: &mut Machine<'_>, observer: &mut O) -> u64 {
    let input = |number| Register {
        bank: Bank::Input,
        number,
    };
    let mut instructions = 0;
    for _ in 0..2 {
        for vertex in 0..VERTICES {
            let x = f32::from(vertex);
            for (number, value) in [(0, [x, 1.0, -x, 1.0]), (1, [0.6, 0.8, x, 0.0]), (2, [x; 4])] {
                let _ = machine.set(input(number), Value::Vector(value));
            }
            let run = machine.run_observed(1000, observer).expect("it ends");
            instructions += run.instructions;
            divan::black_box(machine.outputs());
        }
    }
    instructions
}

fn bench<O: Observer<Program> + Sync + Send>(
    bencher: Bencher<'_, '_>,
    precision: Precision,
    observer: impl Fn(&Program) -> O,
) {
    let program = program();
    let mut machine = machine(&program, precision);
    let mut observer = observer(&program);
    let instructions = mesh(&mut machine, &mut observer);
    bencher
        .counter(ItemsCount::new(instructions))
        .bench_local(|| mesh(&mut machine, &mut observer));
}

#[divan::bench]
fn transform_and_light(bencher: Bencher<'_, '_>) {
    bench(bencher, Precision::Single, |_| Unobserved);
}

#[divan::bench]
fn with_counts(bencher: Bencher<'_, '_>) {
    bench(bencher, Precision::Single, Counts::new);
}

#[divan::bench]
fn with_float24(bencher: Bencher<'_, '_>) {
    bench(bencher, Precision::Float24, |_| Unobserved);
}
