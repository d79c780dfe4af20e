//! `dce`: dead-code elimination.

use super::edit::retain;
use crate::ir::{Block, Op, Operand, Parameter, Program, Statement, Value};

/// Removes values, phis, block parameters, loop results, `If`s, loops and calls that no output needs. Returns `false`:
/// it gives other passes no work.
pub(crate) fn run(program: &mut Program) -> bool {
    let mut marker = Marker {
        sources: vec![Source::None; program.values.len()],
        ends: Vec::new(),
        calls: Vec::new(),
        live: vec![false; program.values.len()],
        open: Vec::new(),
    };
    marker.collect(&program.body);
    for component in program.outputs.iter().flat_map(|output| &output.components) {
        marker.mark(*component);
    }
    while let Some(value) = marker.open.pop() {
        marker.follow(program, value);
    }
    let live = marker.live;
    retain(&mut program.body, &|value| live[value.index()]);
    false
}

/// The source of a phi.
#[derive(Clone, Copy)]
enum Source {
    None,
    Operands([Operand; 3]),
    /// The result of a loop, with the index of the loop in `ends`, and its index among the results.
    Result(usize, usize),
    /// The result of a call, with its index in `calls`.
    Call(usize),
}

/// The exits of a loop.
struct Ends {
    /// The conditions of its `Break`s, live once a result is.
    conditions: Vec<Operand>,
    /// The values of the results, for each end.
    values: Vec<Vec<Operand>>,
    is_live: bool,
}

struct Marker {
    sources: Vec<Source>,
    ends: Vec<Ends>,
    /// The arguments of each call.
    calls: Vec<Vec<Operand>>,
    live: Vec<bool>,
    /// Live values whose operands are not marked yet.
    open: Vec<Value>,
}

impl Marker {
    fn collect(&mut self, block: &Block) {
        for statement in block.walk() {
            match statement {
                Statement::If(branch) => {
                    for phi in &branch.phis {
                        let [then, otherwise] = phi.from;
                        self.sources[phi.value.index()] = Source::Operands([branch.condition, then, otherwise]);
                    }
                }
                Statement::Loop(repeat) => {
                    for Parameter { value, first, next } in &repeat.parameters {
                        self.sources[value.index()] = Source::Operands([*first, *next, *next]);
                    }
                    for (index, result) in repeat.results.iter().enumerate() {
                        self.sources[result.index()] = Source::Result(self.ends.len(), index);
                    }
                    self.ends.push(Ends {
                        conditions: repeat.breaks().map(|exit| exit.condition).collect(),
                        values: repeat.ends().cloned().collect(),
                        is_live: false,
                    });
                }
                Statement::Call(call) => {
                    for result in &call.results {
                        self.sources[result.index()] = Source::Call(self.calls.len());
                    }
                    self.calls.push(statement.operands().collect());
                }
                _ => {}
            }
        }
    }

    fn mark(&mut self, operand: Operand) {
        let live = &mut self.live[operand.value.index()];
        if !*live {
            *live = true;
            self.open.push(operand.value);
        }
    }

    /// Marks the operands of a live value.
    fn follow(&mut self, program: &Program, value: Value) {
        let op = program.definition(value).op;
        if op != Op::Phi {
            op.operands().for_each(|operand| self.mark(operand));
            return;
        }
        match self.sources[value.index()] {
            Source::None => {}
            Source::Operands(operands) => operands.into_iter().for_each(|o| self.mark(o)),
            Source::Call(number) => {
                let arguments = std::mem::take(&mut self.calls[number]);
                arguments.into_iter().for_each(|operand| self.mark(operand));
            }
            Source::Result(number, index) => {
                let ends = &mut self.ends[number];
                let mut needed: Vec<_> = ends.values.iter().filter_map(|v| v.get(index)).copied().collect();
                if !std::mem::replace(&mut ends.is_live, true) {
                    needed.extend(&ends.conditions);
                }
                needed.into_iter().for_each(|operand| self.mark(operand));
            }
        }
    }
}
