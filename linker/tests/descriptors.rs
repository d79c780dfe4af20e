//! Sharing of operand descriptors among instructions.

mod support;

use pica200_link::LinkOptions;
use pica200_objfmt::isa::descriptor::{Component, Descriptor, Mask, SourceSelect, Swizzle};
use pica200_objfmt::isa::opcode::Opcode;
use support::{Source, Src, descriptor, diagnostics, output, picasso, plain};

const SOURCES: [Src; 3] = [Src::R(0), Src::R(1), Src::R(2)];

/// Returns a descriptor from letters: the mask, then the sources.
fn letters(mask: &str, sources: &[&str]) -> Descriptor {
    let component = |letter| Component::from_letter(letter).expect("a swizzle letter");
    let mask = mask
        .bytes()
        .fold(Mask::NONE, |mask, letter| mask.with(component(letter)));
    let mut descriptor = Descriptor::default().with_mask(mask);
    for (index, source) in sources.iter().enumerate() {
        let letters: Vec<_> = source.trim_start_matches('-').bytes().collect();
        let select = SourceSelect {
            negate: source.starts_with('-'),
            swizzle: Swizzle::from_components(std::array::from_fn(|lane| {
                component(letters[lane.min(letters.len() - 1)])
            })),
        };
        descriptor = descriptor.with_source(index, select);
    }
    descriptor
}

/// Returns the table, and the index for each instruction.
fn merged(options: LinkOptions, instructions: &[(Opcode, Descriptor)]) -> (Vec<u32>, Vec<u32>) {
    let source = Source::vertex("a", |s| {
        for &(opcode, descriptor) in instructions {
            let count = opcode.info().selectors.len();
            s.arithmetic(opcode, 0, &SOURCES[..count], descriptor);
        }
    });
    let program = output(options, [source]).shbin.program;
    let bits = program.descriptors.iter().map(|d| d.descriptor.to_bits());
    let words = &program.code[..instructions.len()];
    (bits.collect(), words.iter().map(|&w| descriptor(w)).collect())
}

#[test]
fn unused_bits_do_not_keep_instructions_apart() {
    let first = letters("xy", &["xyzw"]);
    let second = letters("xy", &["xyxx"]);
    let (table, numbers) = merged(picasso(), &[(Opcode::Mov, first), (Opcode::Mov, second)]);
    // The bits are the first instruction's, since the second does not use z and w.
    assert_eq!(table, [first.to_bits()]);
    assert_eq!(numbers, [0, 0]);
}

#[test]
fn an_entry_grows_by_the_bits_that_others_use() {
    let unary = letters("xyzw", &["x"]);
    let binary = letters("xyzw", &["xxxx", "yzwx"]);
    let other = letters("xyzw", &["xxxx", "wwww"]);
    let (table, numbers) = merged(
        picasso(),
        &[
            // Uses the mask, the sign and one selector.
            (Opcode::Rcp, letters("xyzw", &["xyzw"])),
            (Opcode::Mov, unary),
            (Opcode::Add, binary),
            (Opcode::Add, other),
            (Opcode::Mov, unary),
        ],
    );
    assert_eq!(table, [binary.to_bits(), other.to_bits()]);
    assert_eq!(numbers, [0, 0, 0, 1, 0]);
}

#[test]
fn signs_always_count() {
    let (table, numbers) = merged(
        picasso(),
        &[
            (Opcode::Mov, letters("x", &["x"])),
            (Opcode::Mov, letters("x", &["-x"])),
        ],
    );
    assert_eq!(table.len(), 2);
    assert_eq!(numbers, [0, 1]);
}

#[test]
fn picasso_compares_all_of_the_second_source_of_cmp() {
    let instructions = [
        (Opcode::Cmp, letters("", &["xyzw", "xyzw"])),
        (Opcode::Cmp, letters("", &["xyxx", "xyzz"])),
        (Opcode::Cmp, letters("", &["xyxx", "xyzw"])),
    ];
    assert_eq!(merged(picasso(), &instructions).1, [0, 1, 0]);
    assert_eq!(merged(LinkOptions::default(), &instructions).1, [0, 0, 0]);
}

#[test]
fn cmp_does_not_use_the_mask() {
    let instructions = [
        (Opcode::Add, letters("xyzw", &["xyzw", "xyzw"])),
        (Opcode::Cmp, letters("", &["xyzw", "xyzw"])),
    ];
    let (table, numbers) = merged(picasso(), &instructions);
    assert_eq!(table, [instructions[0].1.to_bits()]);
    assert_eq!(numbers, [0, 0]);
}

/// Returns `count` descriptors of `mov` that no other instruction can take.
fn movs(count: u8) -> impl Iterator<Item = (Opcode, Descriptor)> {
    (0..count).map(|n| {
        let select = SourceSelect {
            negate: false,
            swizzle: Swizzle::from_bits(n),
        };
        let mask = Descriptor::default().with_mask(Mask::ALL);
        (Opcode::Mov, mask.with_source(0, select))
    })
}

#[test]
fn mad_takes_the_place_of_an_entry_that_can_be_higher() {
    let mad = plain(Opcode::Mad).with_mask(Mask::NONE.with(Component::Z));
    let negative = letters("z", &["-xyzw", "xyzw", "xyzw"]);
    let instructions: Vec<_> = movs(27)
        .chain([(Opcode::Mul, letters("x", &["-x", "-x"]))])
        .chain(movs(40))
        .chain([(Opcode::Mad, mad), (Opcode::Mad, negative)])
        .chain(movs(1))
        .collect();
    let (table, numbers) = merged(picasso(), &instructions);
    let [.., first_mad, second_mad, last] = numbers[..] else {
        unreachable!("many instructions");
    };
    assert_eq!((first_mad, second_mad), (0, 1));
    assert_eq!(table[0], mad.to_bits());
    assert_eq!(table[1], negative.to_bits());
    // The entries of `mov` 0 and 1 were exchanged with the two; all instructions that had taken them follow.
    assert_eq!(numbers[0], 41);
    assert_eq!(numbers[1], 42);
    assert_eq!(numbers[2], 2);
    assert_eq!(last, 41);
    assert_eq!(numbers[28], 41);
}

#[test]
fn entries_are_found_in_their_current_order() {
    // A `mov` makes entry 40, and then a `mad` takes it, which moves it to index 0, before all others. The last
    // instruction agrees with that entry and with another one that was before it.
    let loose = letters("x", &["xxxx"]);
    let mut instructions: Vec<_> = (0..40u8)
        .map(|n| {
            let select = SourceSelect {
                negate: true,
                swizzle: Swizzle::from_bits(n),
            };
            let mask = Descriptor::default().with_mask(Mask::ALL);
            (Opcode::Mov, mask.with_source(0, select))
        })
        .collect();
    instructions[5] = (Opcode::Mov, loose);
    let mad = letters("x", &["x", "-y", "z"]);
    let tight = letters("x", &["x", "y", "z"]);
    instructions.push((Opcode::Mad, mad));
    instructions.push((Opcode::Mad, tight));
    instructions.push((Opcode::Mov, loose));
    let (_, numbers) = merged(picasso(), &instructions);
    // The first `mad` agrees with `loose` and takes its entry; the second needs a new one, which is exchanged to index
    // 0; the last `mov` then finds that one first.
    assert_eq!(numbers[5], 5);
    assert_eq!(numbers[40], 5);
    assert_eq!(numbers[41], 0);
    assert_eq!(numbers[42], 0);
    assert_eq!(numbers[0], 40);
}

/// Returns four instructions for which first fit makes three entries, because it puts the second into the entry of the
/// first.
fn misled() -> [(Opcode, Descriptor); 4] {
    [
        (Opcode::Mov, letters("xyzw", &["-xyzw"])),
        (Opcode::Cmp, letters("", &["-xyxx", "zzxx"])),
        (Opcode::Add, letters("xyzw", &["-xyzw", "xyzw"])),
        (Opcode::Add, letters("xyzw", &["-xyww", "zzzz"])),
    ]
}

#[test]
fn the_table_is_smaller_than_that_of_first_fit() {
    let instructions = misled();
    assert_eq!(merged(picasso(), &instructions).0.len(), 3);
    let (table, numbers) = merged(LinkOptions::default(), &instructions);
    assert_eq!(numbers, [0, 1, 0, 1]);
    assert_eq!(table, [instructions[2].1.to_bits(), instructions[3].1.to_bits()]);
}

#[test]
fn programs_link_for_which_first_fit_has_no_room() {
    let instructions: Vec<_> = misled().into_iter().chain(movs(126)).collect();
    let source = Source::vertex("a", |s| {
        for &(opcode, descriptor) in &instructions {
            s.arithmetic(opcode, 0, &SOURCES[..opcode.info().selectors.len()], descriptor);
        }
    });
    assert!(diagnostics(picasso(), [source]).contains("too-many-descriptors"));
    assert_eq!(merged(LinkOptions::default(), &instructions).0.len(), 128);
}

/// Returns the sources of each instruction, as registers, in the linked program.
fn sources(options: LinkOptions, instructions: &[(Opcode, Descriptor)]) -> Vec<Vec<u32>> {
    let source = Source::vertex("a", |s| {
        for &(opcode, descriptor) in instructions {
            let count = opcode.info().selectors.len();
            s.arithmetic(opcode, 0, &SOURCES[..count], descriptor);
        }
    });
    let program = output(options, [source]).shbin.program;
    let words = &program.code[..instructions.len()];
    let fields = |word: u32| Opcode::from_word(word).map(|opcode| opcode.fields().source_fields());
    let of = |&word: &u32| fields(word).into_iter().flatten().map(move |field| field.get(word));
    words.iter().map(|word| of(word).collect()).collect()
}

/// The registers of [`SOURCES`] as numbered in words.
const R: [u32; 3] = [0x10, 0x11, 0x12];

#[test]
fn sources_change_places_where_that_saves_an_entry() {
    let instructions = [
        (Opcode::Add, letters("xyzw", &["xyzw", "-wzyx"])),
        (Opcode::Mul, letters("xyzw", &["-wzyx", "xyzw"])),
        (Opcode::Mad, letters("xyzw", &["-wzyx", "xyzw", "x"])),
    ];
    let (table, numbers) = merged(LinkOptions::default(), &instructions);
    assert_eq!(table, [instructions[2].1.to_bits()]);
    assert_eq!(numbers, [0, 0, 0]);
    let [add, mul, mad] = [vec![R[1], R[0]], vec![R[0], R[1]], R.to_vec()];
    assert_eq!(sources(LinkOptions::default(), &instructions), [add, mul, mad]);
    assert_eq!(merged(picasso(), &instructions).0.len(), 2);
    for (found, (opcode, _)) in sources(picasso(), &instructions).iter().zip(instructions) {
        assert_eq!(found[..], R[..found.len()], "{opcode:?}");
    }
}

#[test]
fn sources_whose_order_matters_stay() {
    let apart = |opcode| {
        let orders = [["xyzw", "wzyx"], ["wzyx", "xyzw"]];
        let instructions = orders.map(|order| (opcode, letters("xyzw", &order)));
        merged(LinkOptions::default(), &instructions).0.len()
    };
    // A NaN, or one of two zeros, comes from the second source of `min` and `max`.
    for opcode in [
        Opcode::Max,
        Opcode::Min,
        Opcode::Sge,
        Opcode::Slt,
        Opcode::Dph,
        Opcode::Dst,
    ] {
        assert_eq!(apart(opcode), 2, "{opcode:?}");
    }
    for opcode in [Opcode::Add, Opcode::Mul, Opcode::Dp3, Opcode::Dp4, Opcode::Cmp] {
        assert_eq!(apart(opcode), 1, "{opcode:?}");
    }
}

#[test]
fn uniforms_stay_in_the_wide_source() {
    let entries = |first: Src| {
        let source = Source::vertex("a", |s| {
            s.fvec("u", 1);
            let [plain, turned] = [["xyzw", "wzyx"], ["wzyx", "xyzw"]].map(|o| letters("xyzw", &o));
            s.arithmetic(Opcode::Mul, 0, &[first, Src::R(1)], plain);
            s.arithmetic(Opcode::Mul, 0, &[first, Src::R(1)], turned);
        });
        output(LinkOptions::default(), [source]).shbin.program.descriptors.len()
    };
    assert_eq!([Src::Name("u", 0), Src::C(7), Src::V(1)].map(entries), [2, 2, 1]);
}

/// 40 `mad`, each with the factors of another one in the other order.
#[test]
fn mads_link_that_are_too_many_without_exchange() {
    let instructions: Vec<_> = (0..20u8)
        .flat_map(|n| {
            let [a, b] = [n, 100 + n].map(|n| SourceSelect {
                negate: false,
                swizzle: Swizzle::from_bits(n),
            });
            let mask = Descriptor::default().with_mask(Mask::ALL);
            [(a, b), (b, a)].map(|(a, b)| {
                let factors = mask.with_source(0, a).with_source(1, b);
                (Opcode::Mad, factors.with_source(2, SourceSelect::default()))
            })
        })
        .collect();
    let (table, numbers) = merged(LinkOptions::default(), &instructions);
    assert_eq!(table.len(), 20);
    assert!(numbers.iter().all(|&number| number < 32));
    let source = Source::vertex("a", |s| {
        for &(opcode, descriptor) in &instructions {
            s.arithmetic(opcode, 0, &SOURCES, descriptor);
        }
    });
    assert!(diagnostics(picasso(), [source]).contains("too-many-mad-descriptors"));
}
