//! The execution paths in the graph of the checks, compared with runs on the machine model.

use pica200_link::LinkOptions;
use pica200_machine::{Executed, Machine, Program, ShaderChoice, Tracer, Value};
use pica200_objfmt::flow::control::{Control, NodeTarget, ScopeKind};
use pica200_objfmt::flow::graph::EdgeKind;
use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::{Bank, Register};
use pica200_testsuite::programs::{examples, golden};
use pica200_testsuite::run::run;

/// A possible state of the machine in the graph: the node, and the nodes of the active calls.
type Position = (u32, Vec<u32>);

/// Returns the successors of a position.
fn following(control: &Control, code: &[u32], (node, calls): &Position) -> Vec<Position> {
    let word = control.nodes[*node as usize].word;
    let opcode = Opcode::from_word(code[word as usize]);
    let edges = control.edges(*node);
    let always = opcode == Some(Opcode::Call) && edges.iter().any(|e| e.kind == EdgeKind::Call);
    let taken = edges.iter().filter(|edge| edge.kind == EdgeKind::Call || !always);
    taken
        .flat_map(|edge| match (edge.kind, edge.to) {
            (EdgeKind::Call, NodeTarget::Node(to)) => {
                let mut calls = calls.clone();
                calls.push(*node);
                vec![(to, calls)]
            }
            (_, to) => land(control, to, calls.clone()),
        })
        .collect()
}

/// Returns the positions at a target; after the active calls, if execution returns from them.
fn land(control: &Control, to: NodeTarget, mut calls: Vec<u32>) -> Vec<Position> {
    match to {
        NodeTarget::Node(node) => vec![(node, calls)],
        NodeTarget::Return => {
            let Some(caller) = calls.pop() else {
                return Vec::new();
            };
            let behind = control.edges(caller).iter();
            let behind = behind.filter(|edge| edge.kind != EdgeKind::Call);
            behind.flat_map(|edge| land(control, edge.to, calls.clone())).collect()
        }
        NodeTarget::End | NodeTarget::PastEntry | NodeTarget::Outside(_) => Vec::new(),
    }
}

/// Returns a machine with uniforms and inputs chosen by a seed.
fn prepare(program: &Program, seed: u64) -> Option<Machine> {
    let mut machine = Machine::new(program);
    for n in 0..16u8 {
        let boolean = Register::new(Bank::Boolean, n)?;
        machine.set(boolean, Value::Boolean(seed >> n & 1 == 1)).ok()?;
        let lane = f32::from(n) - f32::from(u8::try_from(seed & 0xF).ok()?);
        let input = Register::new(Bank::Input, n)?;
        machine.set(input, Value::Vector([lane, -lane, 1.0, 0.5])).ok()?;
    }
    for n in 0..4u8 {
        let integer = Register::new(Bank::Integer, n)?;
        let turns = u8::try_from(seed >> (4 + n) & 1).ok()?;
        machine.set(integer, Value::Integer([turns, 0, 1, 0])).ok()?;
    }
    Some(machine)
}

/// Returns the highest address that a run of the first shader reaches, even if the hardware has no such word.
pub(crate) fn highest_word(file: &Shbin, seed: u64) -> Option<u16> {
    let program = Program::load(file, ShaderChoice::Index(0)).ok()?;
    let mut machine = prepare(&program, seed)?;
    let mut highest = None;
    let mut tracer = Tracer(|executed: &Executed<'_>| highest = highest.max(Some(executed.next)));
    // A run may stop with a fault after the executed instructions.
    let _ = machine.run_observed(2_000, &mut tracer);
    highest
}

/// Runs a shader, and follows it through the graph. Returns the number of followed instructions.
pub(crate) fn follow(file: &Shbin, number: usize, seed: u64) -> Option<usize> {
    let shader = &file.shaders[number];
    let code = &file.program.code;
    let control = Control::of_shader(code, shader.entry_span());
    if !control.complete || !control.deviations.is_empty() || control.nodes.is_empty() {
        return None;
    }
    let program = Program::load(file, ShaderChoice::Index(number)).ok()?;
    let mut machine = prepare(&program, seed)?;
    let (mut positions, mut count) = (vec![(0u32, Vec::new())], 0);
    let mut leaves = false;
    let mut tracer = Tracer(|executed: &Executed<'_>| {
        let here = |position: &&Position| control.nodes[position.0 as usize].word == u32::from(executed.word);
        if leaves {
            return;
        }
        let at: Vec<_> = positions.iter().filter(here).cloned().collect();
        assert!(!at.is_empty(), "the graph has no path to {:#05x}", executed.word);
        // The checks report calls and blocks nested deeper than the hardware stacks; the graph does not follow them.
        let most = is_full(&control, &at);
        positions = at.iter().flat_map(|at| following(&control, code, at)).collect();
        positions.sort();
        positions.dedup();
        // The graph ends at the end of the entry procedure.
        let onwards = |position: &&Position| control.nodes[position.0 as usize].word == u32::from(executed.next);
        leaves = most || positions.iter().filter(onwards).count() == 0 && passes(&control, &at);
        count += 1;
    });
    // A run may stop with a fault after the followed instructions.
    let _ = machine.run_observed(2_000, &mut tracer);
    Some(count)
}

/// Returns true if more calls or blocks are active than the hardware stacks hold.
fn is_full(control: &Control, at: &[Position]) -> bool {
    at.iter().any(|(node, calls)| {
        let depth = |kind| {
            let of = |node: &u32| control.depth(*node, kind);
            of(node) + calls.iter().map(of).sum::<usize>()
        };
        calls.len() >= 4 || depth(ScopeKind::If) >= 8 || depth(ScopeKind::Loop) >= 4
    })
}

/// Returns true if execution can leave the graph.
fn passes(control: &Control, at: &[Position]) -> bool {
    at.iter().any(|(node, _)| {
        let mut edges = control.edges(*node).iter();
        edges.any(|edge| {
            matches!(
                edge.to,
                NodeTarget::PastEntry | NodeTarget::Outside(_) | NodeTarget::End
            )
        })
    })
}

#[test]
fn machines_follow_the_paths_of_the_graph() {
    let (mut shaders, mut instructions) = (0, 0);
    for program in golden().unwrap().into_iter().chain(examples().unwrap()) {
        let outcome = run(&program.sources, &program.assembling, Some(&LinkOptions::default()));
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
    assert!(instructions > 20_000, "only {instructions} instructions were followed");
}
