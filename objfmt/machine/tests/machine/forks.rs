//! Batches whose vertices diverge and soon reconverge: at an `if`, and at a jump over a few instructions.

use pica200_machine::Batch;
use pica200_objfmt::formats::shbin::{Shader, Shbin};
use pica200_objfmt::isa::descriptor::{Descriptor, DescriptorEntry};
use pica200_objfmt::isa::instruction::{Combination, Condition};
use pica200_objfmt::isa::opcode::{OPCODES, Opcode, Transfer};
use proptest::prelude::*;

use crate::batches::{compare_numbered, compare_random, values};
use crate::common::{conditional, count, flow, plain, program, words};

/// Compares a program with different numbers of vertices, and with budgets that end at all locations.
fn compare(program: &pica200_machine::Program) {
    for budget in (0..24).chain([1000]) {
        compare_numbered(program, Batch::SIZE, budget);
    }
    compare_numbered(program, 7, 1000);
}

/// Bodies with a divergent condition.
const BODIES: [&str; 6] = [
    "ifc cmp.x\n add r1, four, r1\n mul r1, r1, r1\n .else\n add r1, v0, r1\n .end\n mov r2, r1",
    "ifc cmp.x\n add r1, v0, r1\n .end\n mov r2, r1",
    "ifc cmp.x\n mova a0.x, v0\n add r1, c[a0.x], r1\n .else\n cmp four, lt, lt, r1\n .end\n add r2, c[a0.x], r2",
    "jmpc cmp.x, .Lover\n add r1, v0, r1\n mul r1.xy, v0.yx, r1.yx\n .Lover: add r2, v0, r1",
    "for i0\n ifc cmp.x\n add r1, c[aL], r1\n mad r1, v0, r1, r1\n .else\n add r2, v0, r1\n .end\n\
     cmp four, lt, lt, r2\n add r2, c[aL], r2\n .end",
    "ifu b0\n add r1, four, r1\n .else\n ifc cmp.x\n add r1, v0, r1\n .end\n add r1, v0, r1\n .end\n mov r2, r1",
];

#[test]
fn ways_that_meet() {
    for body in BODIES {
        let source = format!(
            ".fvec c[90]\n.constf four(4, 4, 4, 4)\n.out o position\n.proc main\ncmp four, gt, lt, v0\n{body}\nmov o, r2\nend\n.end"
        );
        compare(&program(&source));
    }
}

/// Encodes a divergent `ifu` on `b0`.
fn if_b0(closing: u16, length: u8) -> u32 {
    flow(Opcode::Ifu, closing, length, 0)
}

#[test]
fn a_scope_that_closes_with_the_if_takes_part() {
    let [nop, end] = [Opcode::Nop, Opcode::End].map(plain);
    for code in [
        // The body of the `if` and the enclosing procedure or loop end at the same word.
        vec![
            flow(Opcode::Call, 3, 2, 0),
            end,
            end,
            if_b0(5, 1),
            count(1),
            count(2),
            // Where the procedure is still open, this leads to its return.
            flow(Opcode::Jmpu, 4, 1, 1),
            end,
        ],
        vec![flow(Opcode::For, 2, 0, 1), if_b0(3, 1), count(1), count(2), nop, end],
        // The procedure ends with the other body, or after the jump.
        vec![
            flow(Opcode::Call, 3, 3, 0),
            count(3),
            end,
            if_b0(5, 1),
            count(1),
            count(2),
            nop,
            end,
        ],
        vec![
            flow(Opcode::Call, 3, 3, 0),
            count(3),
            end,
            flow(Opcode::Jmpu, 6, 0, 0),
            count(1),
            count(2),
            count(4),
            end,
        ],
        // The paths reconverge outside the code.
        vec![if_b0(2, 2), count(1), count(2), count(3)],
        vec![flow(Opcode::Jmpu, 3, 0, 0), count(1), count(2)],
    ] {
        compare(&words(&code));
    }
}

#[test]
fn a_full_stack_of_ifs_loses_its_oldest_entry() {
    // The flags are not set.
    let always = Condition {
        combination: Combination::X,
        x: false,
        y: false,
    };
    let mut code = Vec::new();
    // Nine nested bodies, of which only the innermost diverges.
    for depth in 0..8 {
        // Only the oldest one has another body, which shows whether it is lost.
        let length = u8::from(depth == 0);
        code.push(conditional(Opcode::Ifc, 22 - depth, length, always));
    }
    code.extend([if_b0(11, 2), count(1), count(2), count(3), count(4)]);
    code.extend((0..13).map(|number| count(5 + number % 3)));
    code.push(plain(Opcode::End));
    compare(&words(&code));
}

/// A program with many forks: mostly computation, and short forward transfers.
fn binary() -> impl Strategy<Value = Shbin> {
    let ahead = |kind: Transfer| matches!(kind, Transfer::If(_) | Transfer::Jump(_));
    let of = |wanted: &dyn Fn(Transfer) -> bool| {
        let rows = OPCODES.iter().filter(|row| wanted(row.transfer));
        rows.map(|row| (row.opcode, row.field.into()))
            .collect::<Vec<(Opcode, u32)>>()
    };
    let plain = prop::sample::select(of(&|kind| kind == Transfer::Next));
    let forks = prop::sample::select(of(&ahead));
    let others = prop::sample::select(of(&|kind| !ahead(kind) && kind != Transfer::Next));
    let opcode = prop_oneof![12 => plain, 5 => forks, 1 => others];
    let word = (opcode, any::<u32>(), 1..6_u32, 0..4_u32);
    let code = prop::collection::vec(word, 1..40);
    let descriptors = prop::collection::vec(any::<u32>(), 128);
    (code, descriptors).prop_map(|(code, descriptors)| {
        let mut shbin = Shbin {
            shaders: vec![Shader::default()],
            ..Shbin::default()
        };
        let word = |(at, ((opcode, field), bits, target, count)): (u32, ((Opcode, u32), _, _, _))| {
            let layout = opcode.fields();
            let mut word = layout.opcode.set(bits, field);
            if let Some([counts, place]) = layout.target {
                word = place.set(counts.set(word, count), at + 1 + target);
            }
            word
        };
        shbin.program.code = (0..).zip(code).map(word).collect();
        let descriptors = descriptors.into_iter().map(|bits| DescriptorEntry {
            descriptor: Descriptor::from_bits(bits),
            flags: 0,
        });
        shbin.program.descriptors = descriptors.collect();
        shbin
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn random_forks(
        shbin in binary(),
        values in values(),
        vertices in 2..=Batch::SIZE,
        budget in prop_oneof![0..60_u64, Just(300)],
    ) {
        compare_random(&shbin, &values, vertices, budget)?;
    }
}
