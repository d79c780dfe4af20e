//! The flags of jumps: a variable for each target, which is set where a jump to it is taken.

use super::{Structurer, Target};
use crate::ir::{Block, Definition, Logic, Op, Operand, Origin, Statement, Type, Variable, VariableId};

impl Structurer<'_> {
    pub(super) fn flag(&mut self, target: Target) -> VariableId {
        if let Some(flag) = self.flags.get(&target) {
            return *flag;
        }
        let name = match target {
            Target::End(number) => format!("end{number}"),
            Target::Continue(number) => format!("next{number}"),
        };
        let flag = VariableId::from_index(self.program.variables.len());
        self.program.variables.push(Variable { name, kind: Type::Bool });
        self.flags.insert(target, flag);
        flag
    }

    pub(super) fn read_flag(&mut self, target: Target, block: &mut Block) -> Operand {
        let flag = self.flag(target);
        self.define(Op::Variable(flag), block)
    }

    pub(super) fn either(&mut self, a: Operand, b: Operand, block: &mut Block) -> Operand {
        self.define(Op::Logic(Logic::Or, [a, b]), block)
    }

    pub(super) fn define(&mut self, op: Op, block: &mut Block) -> Operand {
        let value = self.program.add(Definition {
            op,
            kind: Type::Bool,
            origin: Origin::default(),
        });
        block.0.push(Statement::Define(value));
        value.into()
    }

    /// Clears a flag at the start of a block.
    pub(super) fn reset(&mut self, target: Target, block: &mut Block) {
        let flag = self.flag(target);
        let none = self.boolean(false);
        block.0.insert(0, Statement::Set(flag, none));
    }

    pub(super) fn boolean(&mut self, holds: bool) -> Operand {
        let value = self.program.add(Definition {
            op: Op::Bool(holds),
            kind: Type::Bool,
            origin: Origin::default(),
        });
        value.into()
    }
}
