//! `hoist`: what is the same in each round of a loop is computed before it.

use rustc_hash::FxHashSet;

use crate::ir::{Block, Op, Program, Statement, Type, Value};

/// The most hoisted values that one loop may read: they hold registers, in the end two, through all rounds.
const MOST_READ: usize = 8;

/// Moves operations out of the bodies of loops, inner ones first.
pub(crate) fn run(program: &mut Program) -> bool {
    if !program.body.has_loops() {
        return false;
    }
    let mut body = std::mem::take(&mut program.body);
    block(program, &mut body);
    program.body = body;
    true
}

fn block(program: &Program, of: &mut Block) {
    let mut to = Vec::with_capacity(of.0.len());
    for mut statement in std::mem::take(&mut of.0) {
        for inner in statement.blocks_mut() {
            block(program, inner);
        }
        if let Statement::Loop {
            parameters, body, ..
        } = &mut statement
        {
            let parameters = parameters.iter().map(|parameter| parameter.value);
            to.extend(invariant(program, parameters.collect(), body));
        }
        to.push(statement);
    }
    of.0 = to;
}

/// Takes the operations out of the body of a loop that give the same in each round, if few of them are read there.
fn invariant(program: &Program, mut varying: FxHashSet<Value>, body: &mut Block) -> Vec<Statement> {
    let mut hoisted = FxHashSet::default();
    for statement in &body.0 {
        match statement {
            Statement::Define(value) => {
                let definition = program.definition(*value);
                let varies = definition.op.operands().any(|o| varying.contains(&o.value));
                // An index may lie outside its array where the loop is left before.
                let stays = varies
                    || definition.kind == Type::Bool
                    || matches!(definition.op, Op::Element { .. });
                if stays {
                    varying.insert(*value);
                } else {
                    hoisted.insert(*value);
                }
            }
            Statement::If { joins, .. } => varying.extend(joins.iter().map(|join| join.value)),
            Statement::Loop { results, .. } | Statement::Call { results, .. } => {
                varying.extend(results);
            }
            _ => {}
        }
    }
    let mut read = FxHashSet::default();
    body.each_block(&mut |inner| {
        for statement in &inner.0 {
            read.extend(statement.operands().map(|operand| operand.value));
            if let Statement::Define(value) = statement
                && !hoisted.contains(value)
            {
                let op = program.definition(*value).op;
                read.extend(op.operands().map(|operand| operand.value));
            }
        }
    });
    if hoisted.is_empty() || read.intersection(&hoisted).count() > MOST_READ {
        return Vec::new();
    }
    let is_hoisted = |statement: &Statement| match statement {
        Statement::Define(value) => hoisted.contains(value),
        _ => false,
    };
    let (out, stay) = std::mem::take(&mut body.0)
        .into_iter()
        .partition(is_hoisted);
    body.0 = stay;
    out
}
