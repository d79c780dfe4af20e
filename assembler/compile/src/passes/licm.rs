//! `licm`: loop-invariant code motion.

use rustc_hash::FxHashSet;

use crate::ir::{Loop, Op, Program, Statement, Type, Value};

/// Maximum number of hoisted values that one loop may read: they hold registers, in the end two, through all
/// iterations.
const MAX_READ: usize = 8;

/// Hoists operations out of loops, inner ones first.
pub(crate) fn run(program: &mut Program) -> bool {
    if !program.body.has_loops() {
        return false;
    }
    let mut body = std::mem::take(&mut program.body);
    body.rewrite(&mut |mut statement, to| {
        if let Statement::Loop(repeat) = &mut statement {
            to.extend(invariant(program, repeat));
        }
        to.push(statement);
    });
    program.body = body;
    true
}

/// Hoists the invariant operations of a loop, if the loop reads few of them.
fn invariant(program: &Program, Loop { parameters, body, .. }: &mut Loop) -> Vec<Statement> {
    let parameters = parameters.iter().map(|parameter| parameter.value);
    let mut varying: FxHashSet<Value> = parameters.collect();
    let mut hoisted = FxHashSet::default();
    for statement in &body.0 {
        match statement {
            Statement::Define(value) => {
                let definition = program.definition(*value);
                let varies = definition.op.operands().any(|o| varying.contains(&o.value));
                // An index may be out of bounds if the loop is left before it.
                let stays = varies || definition.kind == Type::Bool || matches!(definition.op, Op::Element { .. });
                if stays {
                    varying.insert(*value);
                } else {
                    hoisted.insert(*value);
                }
            }
            other => varying.extend(other.defined()),
        }
    }
    let is_hoisted = |statement: &Statement| {
        let value = statement.as_define();
        value.is_some_and(|value| hoisted.contains(&value))
    };
    let stay = body.walk().filter(|statement| !is_hoisted(statement));
    let read = stay.flat_map(|statement| program.reads(statement));
    let read: FxHashSet<Value> = read.map(|operand| operand.value).collect();
    if hoisted.is_empty() || read.intersection(&hoisted).count() > MAX_READ {
        return Vec::new();
    }
    let (out, stay) = std::mem::take(&mut body.0).into_iter().partition(is_hoisted);
    body.0 = stay;
    out
}
