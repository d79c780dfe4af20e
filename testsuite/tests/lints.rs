//! Each lint on linked programs fires where it should, and nowhere else: its examples, files that no source makes, all
//! programs of the suite, and any words whatever. What the checks take for the ways of execution is held against a
//! machine that runs the programs.

#![allow(
    clippy::unwrap_used,
    reason = "what cannot be done here fails the test"
)]

use std::collections::{BTreeMap, BTreeSet};

use pica200::levels::Levels;
use pica200_link::verify::{LINTS, Lint, verify};
use pica200_link::{Compat, Options};
use pica200_machine::{Executed, Machine, ShaderChoice, Tracer, Value};
use pica200_objfmt::float24::Float24;
use pica200_objfmt::flow::control::{Control, To};
use pica200_objfmt::flow::graph::EdgeKind;
use pica200_objfmt::object::ConstantValue;
use pica200_objfmt::opcode::{OPCODES, Opcode};
use pica200_objfmt::register::{Bank, Register};
use pica200_objfmt::shbin::{ConstantEntry, OutputEntry, Program, Shader, Shbin, UniformEntry};
use pica200_testsuite::case::{Case, CaseSource};
use pica200_testsuite::corpus::folder;
use pica200_testsuite::programs::{examples, golden};
use pica200_testsuite::run::{Outcome, run, run_checked};
use proptest::prelude::*;

/// Runs the source of an explanation.
fn run_example(name: &str, text: &str, no_nop: bool) -> Outcome {
    // What it checks is said here, not in the source.
    let options = if no_nop { ";! options: -n\n" } else { "" };
    let case = Case::parse(name, &format!("{options};! show: words\n{text}")).unwrap();
    // Lints that are allowed by themselves are asked for by their name.
    let levels = Levels::parse(["-W", name]).unwrap();
    let way = &case.runs[0];
    run_checked(
        &case.sources,
        &way.assembling,
        Some(&way.linking),
        Some(&levels),
    )
}

/// The names of all that was said, but for padding that is left out on purpose.
fn names(outcome: &Outcome) -> BTreeSet<&str> {
    let names = outcome
        .found
        .iter()
        .filter_map(|found| found.rsplit(' ').next());
    names
        .filter(|name| *name != "padding-nop-required")
        .collect()
}

#[test]
fn examples_draw_their_lint_and_better_ones_nothing() {
    let mut wrong = String::new();
    for info in LINTS {
        for example in info.examples() {
            let outcome = run_example(info.name, example.text, example.no_nop);
            let expected = if example.bad {
                vec![info.name]
            } else {
                Vec::new()
            };
            let found: Vec<_> = names(&outcome).into_iter().collect();
            if found != expected {
                wrong.push_str(&format!(
                    "{}: {found:?}\n{}\n",
                    info.name, outcome.diagnostics
                ));
            }
        }
    }
    assert_eq!(wrong, "", "{wrong}");
}

/// A file that nothing is wrong with.
fn sound() -> Shbin {
    let text = ".out pos position\n.proc main\n\tmov pos, v0\n\tend\n.end\n";
    let source = CaseSource {
        name: "main.pica".into(),
        text: text.into(),
    };
    let outcome = run(&[source], &Default::default(), Some(&Options::default()));
    outcome.output.unwrap().shbin
}

fn uniform(name: &str, first: u16, last: u16) -> UniformEntry {
    UniformEntry {
        name: name.into(),
        first,
        last,
    }
}

/// Changes to a sound file that draw the lints of which no source is an example.
fn damages() -> Vec<(Lint, fn(&mut Shbin))> {
    vec![
        (Lint::CountTooLong, |file| {
            let [length, place] = Opcode::Ifu.layout().target.unwrap();
            // 256 words of nothing in a row, as an else-body of which the machine sees none.
            let branch = place.set(length.set(Opcode::Ifu.base_word(), 0), 2) | 0x100;
            let nop = Opcode::Nop.base_word();
            let body = std::iter::repeat_n(nop, 260);
            file.program
                .code
                .splice(0..0, [branch, nop].into_iter().chain(body));
            file.shaders[0].end += 262;
        }),
        (Lint::NoDescriptor, |file| file.program.descriptors.clear()),
        (Lint::PropertyRegister, |file| {
            file.shaders[0].outputs.push(OutputEntry {
                property: 2,
                register: 7,
                mask: 0xF,
                reserved: 0,
            });
            let code = &mut file.program.code;
            // The same `mov`, to o7.
            let field = Opcode::Mov.layout().destination.unwrap();
            code.insert(0, field.set(code[0], 7));
            file.shaders[0].end += 1;
        }),
        (Lint::NoVertices, |file| {
            file.shaders[0].kind = 1;
            file.shaders[0].geometry.mode = 1;
        }),
        (Lint::ConstantRegister, |file| {
            let value = ConstantValue::Integer([0; 4]);
            file.shaders[0].constants.push(ConstantEntry::new(4, value));
        }),
        (Lint::TooManyConstants, |file| {
            let value = ConstantValue::Float([Float24::default(); 4]);
            let entry = |n: u16| ConstantEntry::new(u8::try_from(n % 96).unwrap(), value);
            file.shaders[0].constants = (0..256).map(entry).collect();
        }),
        (Lint::DuplicateUniform, |file| {
            file.shaders[0].uniforms = vec![uniform("a", 0x10, 0x10), uniform("a", 0x11, 0x11)];
        }),
        (Lint::UniformRegister, |file| {
            file.shaders[0].uniforms = vec![uniform("a", 0x6F, 0x70)];
        }),
        (Lint::ShaderKind, |file| file.shaders[0].kind = 2),
        (Lint::OversizedCode, |file| {
            file.program.code.resize(4097, Opcode::Nop.base_word());
        }),
        (Lint::OversizedDescriptors, |file| {
            let first = file.program.descriptors[0];
            file.program.descriptors.resize(129, first);
        }),
        (Lint::UncheckedPaths, |file| {
            // Ifs within each other, whose conditions may each be skipped by a jump from anywhere to anywhere.
            file.program.code = tangle();
            file.shaders[0].end = u32::try_from(file.program.code.len()).unwrap();
        }),
    ]
}

/// Blocks one in the other, with calls of every piece of them: more combinations than are looked at.
fn tangle() -> Vec<u32> {
    let set = |opcode: Opcode, start: u32, size: u32| {
        let [length, place] = opcode.layout().target.unwrap();
        place.set(length.set(opcode.base_word(), size), start)
    };
    let calls = (0..250).map(|n| set(Opcode::Callu, 300 + n, 255));
    let mut code: Vec<_> = calls.collect();
    code.resize(600, Opcode::Nop.base_word());
    code.push(Opcode::End.base_word());
    code
}

#[test]
fn files_that_no_source_makes_draw_their_lint() {
    assert_eq!(verify(&sound()), []);
    let mut told = BTreeSet::new();
    for (lint, damage) in damages() {
        let mut file = sound();
        damage(&mut file);
        let found: BTreeSet<_> = verify(&file).iter().map(|finding| finding.lint).collect();
        assert!(found.contains(&lint), "{}: {found:?}", lint.name());
        // Too many constants are too many for the registers, and a property without code is not written.
        let others = found.iter().filter(|other| **other != lint);
        let allowed = [
            Lint::ValueSetTwice,
            Lint::StaleOutput,
            Lint::UnwrittenOutput,
        ];
        assert!(
            others.clone().all(|other| allowed.contains(other)),
            "{}: {found:?}",
            lint.name()
        );
        told.insert(lint);
    }
    for info in LINTS {
        let has_example = info.examples().next().is_some();
        assert!(has_example != told.contains(&info.lint), "{}", info.name);
    }
}

/// Which lints fire on which programs, and how often. Read what is new before it is kept: each must be right.
#[test]
fn lints_of_all_programs_are_known() {
    let mut text = String::new();
    for program in golden().unwrap().into_iter().chain(examples().unwrap()) {
        let outcome = run(
            &program.sources,
            &program.assembling,
            Some(&Options::default()),
        );
        let Some(output) = &outcome.output else {
            continue;
        };
        let mut lints: BTreeMap<Lint, usize> = BTreeMap::new();
        for finding in output.verify() {
            *lints.entry(finding.lint).or_default() += 1;
        }
        let lints = lints
            .iter()
            .map(|(lint, count)| format!("{} {count}", lint.name()));
        let lints: Vec<_> = lints.collect();
        text.push_str(&format!("{}: {}\n", program.name, lints.join(", ")));
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder("golden"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("lints", text));
}

/// Where a graph of ways says that a machine may be: the node, and the nodes of the calls that are open.
type Position = (u32, Vec<u32>);

/// The positions that follow one.
fn following(control: &Control, code: &[u32], (node, calls): &Position) -> Vec<Position> {
    let word = control.nodes[*node as usize].word;
    let opcode = Opcode::of_word(code[word as usize]);
    let edges = control.edges(*node);
    let always = opcode == Some(Opcode::Call) && edges.iter().any(|e| e.kind == EdgeKind::Call);
    let taken = edges
        .iter()
        .filter(|edge| edge.kind == EdgeKind::Call || !always);
    taken
        .flat_map(|edge| match (edge.kind, edge.to) {
            (EdgeKind::Call, To::Node(to)) => {
                let mut calls = calls.clone();
                calls.push(*node);
                vec![(to, calls)]
            }
            (_, to) => land(control, to, calls.clone()),
        })
        .collect()
}

/// The positions at a place; behind the calls that are open, if execution comes back.
fn land(control: &Control, to: To, mut calls: Vec<u32>) -> Vec<Position> {
    match to {
        To::Node(node) => vec![(node, calls)],
        To::Return => {
            let Some(caller) = calls.pop() else {
                return Vec::new();
            };
            let behind = control.edges(caller).iter();
            let behind = behind.filter(|edge| edge.kind != EdgeKind::Call);
            behind
                .flat_map(|edge| land(control, edge.to, calls.clone()))
                .collect()
        }
        To::End | To::PastEntry | To::Outside(_) => Vec::new(),
    }
}

/// Runs a shader, and follows it through the graph of its ways. How many instructions were followed.
fn follow(file: &Shbin, number: usize, seed: u64) -> Option<usize> {
    let shader = &file.shaders[number];
    let code = &file.program.code;
    let control = Control::of_shader(code, shader.entry_span());
    if !control.complete || !control.deviations.is_empty() || control.nodes.is_empty() {
        return None;
    }
    let program = pica200_machine::Program::load(file, ShaderChoice::Index(number)).ok()?;
    let mut machine = Machine::new(&program);
    for n in 0..16u8 {
        let boolean = Register::new(Bank::Boolean, n)?;
        machine
            .set(boolean, Value::Boolean(seed >> n & 1 == 1))
            .ok()?;
        let lane = f32::from(n) - f32::from(u8::try_from(seed & 0xF).ok()?);
        let input = Register::new(Bank::Input, n)?;
        machine
            .set(input, Value::Vector([lane, -lane, 1.0, 0.5]))
            .ok()?;
    }
    for n in 0..4u8 {
        let integer = Register::new(Bank::Integer, n)?;
        let turns = u8::try_from(seed >> (4 + n) & 1).ok()?;
        machine
            .set(integer, Value::Integer([turns, 0, 1, 0]))
            .ok()?;
    }
    let (mut positions, mut count) = (vec![(0u32, Vec::new())], 0);
    let mut leaves = false;
    let mut tracer = Tracer(|executed: &Executed<'_>| {
        let here = |position: &&Position| {
            control.nodes[position.0 as usize].word == u32::from(executed.word)
        };
        if leaves {
            return;
        }
        let at: Vec<_> = positions.iter().filter(here).cloned().collect();
        assert!(
            !at.is_empty(),
            "nobody knows how execution came to {:#05x}",
            executed.word
        );
        // More calls and blocks than the machine keeps are reported, and lead elsewhere.
        let most = pica200_deepest(&control, &at);
        positions = at
            .iter()
            .flat_map(|at| following(&control, code, at))
            .collect();
        positions.sort();
        positions.dedup();
        // Past the end of the entry procedure nothing is followed.
        let onwards = |position: &&Position| {
            control.nodes[position.0 as usize].word == u32::from(executed.next)
        };
        leaves = most || positions.iter().filter(onwards).count() == 0 && passes(&control, &at);
        count += 1;
    });
    // A run may not come to its end: what it executed until then is followed.
    let _ = machine.run_observed(2_000, &mut tracer);
    Some(count)
}

/// Whether more is open than the machine keeps.
fn pica200_deepest(control: &Control, at: &[Position]) -> bool {
    use pica200_objfmt::flow::control::ScopeKind;
    at.iter().any(|(node, calls)| {
        let depth = |kind| {
            let of = |node: &u32| control.depth(*node, kind);
            of(node) + calls.iter().map(of).sum::<usize>()
        };
        calls.len() >= 4 || depth(ScopeKind::If) >= 8 || depth(ScopeKind::Loop) >= 4
    })
}

/// Whether execution can leave what is followed.
fn passes(control: &Control, at: &[Position]) -> bool {
    at.iter().any(|(node, _)| {
        let mut edges = control.edges(*node).iter();
        edges.any(|edge| matches!(edge.to, To::PastEntry | To::Outside(_) | To::End))
    })
}

#[test]
fn machines_go_the_ways_that_are_checked() {
    let (mut shaders, mut instructions) = (0, 0);
    for program in golden().unwrap().into_iter().chain(examples().unwrap()) {
        let outcome = run(
            &program.sources,
            &program.assembling,
            Some(&Options::default()),
        );
        let Some(output) = &outcome.output else {
            continue;
        };
        for number in 0..output.shbin.shaders.len() {
            for seed in [0, 0xFFFF, 0x5A5A, 0x3C96] {
                if let Some(count) = follow(&output.shbin, number, seed) {
                    shaders += 1;
                    instructions += count;
                }
            }
        }
    }
    assert!(shaders > 900, "only {shaders} runs were followed");
    assert!(
        instructions > 20_000,
        "only {instructions} instructions were followed"
    );
}

/// Words of blocks, jumps and calls within a small program, some of any other sort.
fn word(words: u32) -> impl Strategy<Value = u32> {
    let flow = prop::sample::select(vec![
        Opcode::Ifu,
        Opcode::Ifc,
        Opcode::For,
        Opcode::Jmpu,
        Opcode::Call,
        Opcode::Callu,
    ]);
    let flow =
        (flow, 0..words + 1, 0u32..6, any::<u32>()).prop_map(|(opcode, place, size, bits)| {
            let word = opcode.base_word() | bits & 0x03C0_0000;
            opcode.layout().target.map_or(word, |[length, start]| {
                start.set(length.set(word, size), place)
            })
        });
    let plain = prop::sample::select(vec![
        Opcode::Nop.base_word(),
        Opcode::End.base_word(),
        Opcode::Break.base_word(),
        Opcode::Cmp.base_word(),
        Opcode::Mova.base_word(),
        Opcode::Mov.base_word(),
        Opcode::Emit.base_word(),
    ]);
    let any_opcode = (prop::sample::select(OPCODES), any::<u32>()).prop_map(|(info, bits)| {
        info.opcode.base_word() | bits & !info.opcode.layout().opcode.bits()
    });
    prop_oneof![4 => flow, 6 => plain, 1 => any_opcode, 1 => any::<u32>()]
}

fn file(code: Vec<u32>, entry: u32, kind: u8) -> Shbin {
    let end = u32::try_from(code.len()).unwrap_or(u32::MAX);
    let outputs = (0..3).map(|n| OutputEntry {
        property: n,
        register: n,
        mask: 0xF,
        reserved: 0,
    });
    Shbin {
        program: Program {
            code,
            descriptors: sound().program.descriptors,
            ..Program::default()
        },
        shaders: vec![Shader {
            kind,
            entry,
            end,
            outputs: outputs.collect(),
            ..Shader::default()
        }],
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(200),
        ..ProptestConfig::with_cases(400)
    })]

    /// Whatever the words, what deviates from the blocks is told, and the rest goes as they say.
    #[test]
    fn any_blocks_run_as_they_are_checked(
        code in prop::collection::vec(word(24), 1..24), seed in any::<u64>(),
    ) {
        let file = file(code, 0, 0);
        // A procedure that calls itself may be told of the wrong end.
        if !verify(&file).iter().any(|finding| finding.lint == Lint::Recursion) {
            follow(&file, 0, seed);
        }
    }

    #[test]
    fn any_words_are_checked(
        code in prop::collection::vec(word(60), 0..60), entry in 0u32..64, kind in 0u8..3,
    ) {
        let file = file(code, entry, kind);
        prop_assert_eq!(verify(&file), verify(&file));
    }
}

/// Programs as long as any, made to take long: the number of nodes, of states and of findings is limited, so the tests
/// come to their end.
#[test]
fn long_programs_are_checked() {
    let mut random = 1u64;
    let mut next = || {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(random >> 32).unwrap()
    };
    let any: Vec<_> = (0..4096).map(|_| next()).collect();
    let set = |opcode: Opcode, start: u32, size: u32| {
        let [length, place] = opcode.layout().target.unwrap();
        place.set(length.set(opcode.base_word(), size), start & 0xFFF)
    };
    let calls: Vec<_> = (0..4096).map(|n| set(Opcode::Callu, n + 1, 255)).collect();
    let ifs: Vec<_> = (0..4096u32)
        .map(|n| set(Opcode::Ifu, 4095 - n / 4, 1) | (n & 0xF) << 22)
        .collect();
    let loops: Vec<_> = (0..4096u32)
        .map(|n| set(Opcode::For, 4095 - n / 2, 0))
        .collect();
    let jumps: Vec<_> = (0..4096u32)
        .map(|n| set(Opcode::Jmpu, next(), 0) | (n & 0xF) << 22)
        .collect();
    let mixed: Vec<_> = (0..4096)
        .map(|n| match next() % 4 {
            0 => calls[n],
            1 => ifs[n],
            2 => jumps[n],
            _ => any[n],
        })
        .collect();
    let writes = |n: u32| match n % 3 {
        0 => Opcode::Mov.base_word() | (n / 3 & 0x1F) << 21 | (n & 0xF) << 12,
        1 => set(Opcode::Ifu, n + 2, 0) | (n & 0xF) << 22,
        _ => Opcode::Mova.base_word(),
    };
    let written: Vec<_> = (0..4096).map(writes).collect();
    for code in [any, calls, ifs, loops, jumps, mixed, written] {
        assert!(!verify(&file(code, 0, 0)).is_empty());
    }
}

#[test]
fn what_the_incumbent_accepts_is_no_error() {
    for info in LINTS {
        let levels = Levels::default();
        let severity = levels.of_lint(info.lint, Compat::Picasso);
        assert!(
            severity != Some(pica200::report::Severity::Error),
            "{}",
            info.name
        );
    }
}
