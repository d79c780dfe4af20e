//! `ssa`: turns variables into values, with phis, block parameters and loop results where control flow merges.

use rustc_hash::FxHashSet;

use super::{dce, simplify_phis};
use crate::ir::{Block, Definition, Loop, Op, Operand, Origin, Parameter, Phi, Program, Statement, Type, VariableId};

/// Brings a program without labelled blocks and jumps into [`Form::Ssa`](crate::ir::Form::Ssa). A variable that is read
/// before it is set is 0.
pub(crate) fn run(program: &mut Program) -> bool {
    let body = std::mem::take(&mut program.body);
    let current = initial(program);
    let replaced = (0..program.values.len()).map(|_| None).collect();
    let mut converter = Converter {
        program,
        current,
        changes: Vec::new(),
        replaced,
        loops: Vec::new(),
    };
    let body = converter.block(body);
    let mut outputs = std::mem::take(&mut converter.program.outputs);
    for component in outputs.iter_mut().flat_map(|output| &mut output.components) {
        *component = converter.resolved(*component);
    }
    program.body = body;
    program.outputs = outputs;
    program.variables.clear();
    simplify_phis::run(program);
    dce::run(program);
    true
}

/// Returns the values of the variables at the beginning.
fn initial(program: &mut Program) -> Vec<Operand> {
    let origin = Origin::default();
    let zero = program.add(Definition {
        op: Op::Literal(0.0),
        kind: Type::Float,
        origin,
    });
    let none = program.add(Definition {
        op: Op::Bool(false),
        kind: Type::Bool,
        origin,
    });
    let first = program.variables.iter().map(|variable| {
        if variable.kind == Type::Bool {
            Operand::from(none)
        } else {
            Operand::from(zero)
        }
    });
    first.collect()
}

struct Converter<'p> {
    program: &'p mut Program,
    /// The value that each variable has at the current location.
    current: Vec<Operand>,
    /// Variables that were set, with their values before, in order.
    changes: Vec<(VariableId, Operand)>,
    /// Replacements of values that read a variable.
    replaced: Vec<Option<Operand>>,
    /// For each loop around, the variables that are set in it.
    loops: Vec<Vec<VariableId>>,
}

impl Converter<'_> {
    fn resolved(&self, operand: Operand) -> Operand {
        match self.replaced.get(operand.value.index()) {
            Some(Some(by)) => by.negate_if(operand.negated),
            _ => operand,
        }
    }

    fn set(&mut self, variable: VariableId, operand: Operand) {
        let before = std::mem::replace(&mut self.current[variable.index()], operand);
        self.changes.push((variable, before));
    }

    fn add_phi(&mut self, variable: VariableId, origin: Origin) -> Operand {
        let kind = self.program.variable(variable).kind;
        let value = self.program.add(Definition {
            op: Op::Phi,
            kind,
            origin,
        });
        value.into()
    }

    fn block(&mut self, block: Block) -> Block {
        let mut to = Vec::with_capacity(block.0.len());
        for statement in block.0 {
            self.statement(statement, &mut to);
        }
        Block(to)
    }

    fn statement(&mut self, statement: Statement, to: &mut Vec<Statement>) {
        match statement {
            Statement::Define(value) => {
                let mut op = self.program.definition(value).op;
                if let Op::Variable(variable) = op {
                    self.replaced[value.index()] = Some(self.current[variable.index()]);
                    return;
                }
                op.for_each_operand_mut(|operand| *operand = self.resolved(*operand));
                self.program.values[value.index()].op = op;
                to.push(Statement::Define(value));
            }
            Statement::Set(variable, operand) => self.set(variable, self.resolved(operand)),
            Statement::If(mut branch) => {
                branch.condition = self.resolved(branch.condition);
                let [then, otherwise] = branch.arms.each_mut().map(|arm| self.arm(arm));
                branch.phis = self.merge(&then, &otherwise, branch.origin);
                to.push(Statement::If(branch));
            }
            Statement::Loop(repeat) => self.looped(repeat, to),
            Statement::Break(mut exit) => {
                let set = self.loops.last().into_iter().flatten();
                exit.values = set.map(|variable| self.current[variable.index()]).collect();
                exit.condition = self.resolved(exit.condition);
                to.push(Statement::Break(exit));
            }
            mut call @ Statement::Call(_) => {
                call.for_each_operand_mut(|operand| *operand = self.resolved(*operand));
                to.push(call);
            }
            // `structurize` has removed them.
            Statement::Labelled(_) | Statement::Jump(..) => {}
        }
    }

    /// Converts an arm of an `If`, and puts the variables back. Returns those that the arm sets, with their values at
    /// its end.
    fn arm(&mut self, arm: &mut Block) -> Vec<(VariableId, Operand)> {
        let mark = self.changes.len();
        *arm = self.block(std::mem::take(arm));
        let mut ends = Vec::new();
        let mut seen = FxHashSet::default();
        for (variable, before) in self.changes.split_off(mark).into_iter().rev() {
            let end = std::mem::replace(&mut self.current[variable.index()], before);
            if seen.insert(variable) {
                ends.push((variable, end));
            }
        }
        ends.reverse();
        ends
    }

    /// Sets the variables that an arm of an `If` sets to their values after it. Returns the phis.
    fn merge(
        &mut self,
        then: &[(VariableId, Operand)],
        otherwise: &[(VariableId, Operand)],
        origin: Origin,
    ) -> Vec<Phi> {
        let mut both: Vec<(VariableId, [Operand; 2])> = Vec::new();
        let ends: std::collections::BTreeMap<_, _> = otherwise.iter().copied().collect();
        let mut seen = FxHashSet::default();
        for (variable, end) in then {
            seen.insert(*variable);
            let other = ends.get(variable).copied();
            let other = other.unwrap_or(self.current[variable.index()]);
            both.push((*variable, [*end, other]));
        }
        for (variable, end) in otherwise {
            if !seen.contains(variable) {
                both.push((*variable, [self.current[variable.index()], *end]));
            }
        }
        let mut phis = Vec::new();
        for (variable, from) in both {
            if from[0] == from[1] {
                self.set(variable, from[0]);
                continue;
            }
            let joined = self.add_phi(variable, origin);
            self.set(variable, joined);
            phis.push(Phi {
                value: joined.value,
                from,
            });
        }
        phis
    }

    fn looped(&mut self, mut repeat: Loop, to: &mut Vec<Statement>) {
        let set = variables_set(&repeat.body);
        for variable in &set {
            let first = self.current[variable.index()];
            let value = self.add_phi(*variable, repeat.origin);
            self.set(*variable, value);
            repeat.parameters.push(Parameter {
                value: value.value,
                first,
                next: value,
            });
        }
        self.loops.push(set);
        repeat.body = self.block(repeat.body);
        let set = self.loops.pop().unwrap_or_default();
        for (parameter, variable) in repeat.parameters.iter_mut().zip(&set) {
            parameter.next = self.current[variable.index()];
        }
        for variable in set {
            let result = self.add_phi(variable, repeat.origin);
            self.set(variable, result);
            repeat.results.push(result.value);
        }
        to.push(Statement::Loop(repeat));
    }
}

/// Returns the variables that a block sets, in order.
fn variables_set(block: &Block) -> Vec<VariableId> {
    let mut seen = FxHashSet::default();
    let statements = block.walk_blocks().flat_map(|inner| &inner.0);
    let set = statements.filter_map(|statement| match statement {
        Statement::Set(variable, _) => seen.insert(*variable).then_some(*variable),
        _ => None,
    });
    set.collect()
}
