//! The speed of assembling and linking a small, a typical and a large program.
//!
//! `cargo bench -p pica200-testsuite` prints MB/s of source text for assembling, which ends with the object's bytes,
//! and instructions/s for linking, from objects in memory to the bytes of the binary.

use std::fmt::Write;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use pica200_link::{Compat, Input};
use pica200_objfmt::formats::object::Object;

fn main() {
    divan::main();
}

/// The approximate numbers of instructions of the programs.
const SIZES: [usize; 3] = [12, 160, 4000];

/// A typical program: names, comments, blocks, swizzles, and calls.
fn program(instructions: usize) -> String {
    let mut text = String::from(
        "; transforms, lights and passes on a vertex\n\
         .fvec projection[4], modelView[4], bones[48], lightDir, lightClr[2]\n\
         .constf consts(0.0, 1.0, 0.5, 3.0)\n\
         .consti count(3, 0, 1, 0)\n\
         .bool skinned, lit\n\
         .out outPos position\n\
         .out outClr color\n\
         .out outTex texcoord0.xy\n\
         .alias zero consts.xxxx\n\
         .alias one consts.yyyy\n\
         .in inPos v0\n\
         .in inClr v1\n\
         .in inTex v2\n\n",
    );
    const BODY: [&str; 16] = [
        "\tmov r0, inPos",
        "\tmov r0.w, one ; a point",
        "\tdp4 r1.x, modelView[0], r0",
        "\tdp4 r1.y, modelView[1], r0",
        "\tdp4 r1.z, modelView[2], r0",
        "\tmul r2.xyz, lightClr[0].rgb, r1.zzz",
        "\tmad r3.xyz, r2.xyz, consts.zzz, r1.xyz",
        "\tmax r3, zero, r3",
        "\tdp4 r4.x, bones[a0.x + 1], r0",
        "\trsq r5.x, r4.x",
        "\tmul r5, r5.xxxx, r4 ; normalised",
        "\tadd outPos.xyz, -r5.xyz, r3.xyz",
        "\tcmp zero, lt, ge, r5",
        "\tmad r6, r5.wzyx, lightDir, -r3",
        "\tslt r7.xy, r6.xy, consts.xy",
        "\tmov outTex, inTex",
    ];
    let procedures = instructions.div_ceil(200);
    for procedure in 0..procedures {
        writeln!(text, ".proc part{procedure}").expect("strings take everything");
        for line in 0..instructions.min(200) {
            text.push_str(BODY[(line * 7 + procedure) % BODY.len()]);
            text.push('\n');
        }
        text.push_str("\tnop\n.end\n\n");
    }
    text.push_str(".proc main\n");
    for procedure in 0..procedures {
        writeln!(text, "\tcall part{procedure}").expect("strings take everything");
    }
    text.push_str("\tmov outClr, inClr\n\tend\n.end\n");
    text
}

fn assemble(text: &str) -> Object {
    let assembly = pica200_asm::assemble(
        "bench.vsh",
        text.as_bytes(),
        &pica200_asm::AssemblyOptions::default(),
    );
    assembly.object.expect("the program has no errors")
}

#[divan::bench(args = SIZES)]
fn assembling(bencher: Bencher<'_, '_>, instructions: usize) {
    let text = program(instructions);
    bencher.counter(BytesCount::of_str(&text)).bench(|| {
        assemble(divan::black_box(&text))
            .write()
            .expect("it can be written")
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
        let output = linked.output.expect("there are no errors");
        output.shbin.write().expect("it can be written")
    });
}
