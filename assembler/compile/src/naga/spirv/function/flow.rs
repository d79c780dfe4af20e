//! Control flow as statements of naga, which can leave the innermost loop or switch only. Other exits set flags.

use ::naga::{
    Expression, Handle, Literal, LocalVariable, Scalar, ScalarKind, Statement, SwitchCase, SwitchValue, TypeInner,
};

use super::super::graph::{BlockId, End};
use super::super::refusal;
use super::super::tree::{Case, Step};
use super::super::words::Result;
use super::{Body, Value};

/// A loop or a switch around the current statement.
#[derive(Debug)]
pub(super) struct Breakable {
    pub(super) is_loop: bool,
    /// The block whose code follows.
    pub(super) leads_to: Option<BlockId>,
    /// The block with the code that a loop executes at the end of each iteration.
    pub(super) continuing: Option<BlockId>,
    /// The block that a loop begins with.
    pub(super) header: Option<BlockId>,
    pub(super) flags: Vec<Flag>,
}

/// A jump out of several loops and switches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flag {
    /// The index of the loop or switch whose body the jump ends in.
    outer: usize,
    is_continue: bool,
    variable: Handle<LocalVariable>,
}

/// The needs of a jump.
#[derive(Clone, Copy, Debug)]
struct Jump {
    /// The index of the loop or switch that it leaves or goes on with.
    outer: usize,
    is_continue: bool,
}

impl Body<'_, '_> {
    /// Adds statements. `next` is the block whose code follows them.
    pub(super) fn steps(&mut self, steps: &[Step], next: Option<BlockId>) -> Result<()> {
        for (index, step) in steps.iter().enumerate() {
            let is_last = index + 1 == steps.len();
            self.step(step, next.filter(|_| is_last))?;
        }
        Ok(())
    }

    fn step(&mut self, step: &Step, next: Option<BlockId>) -> Result<()> {
        match step {
            Step::Code(block) => self.code(*block)?,
            Step::Edge(from, to) => self.edge(*from, *to)?,
            Step::If { block, accept, reject } => {
                let condition = self.condition(*block)?;
                let accept = self.nested(|body| body.steps(accept, next))?;
                let reject = self.nested(|body| body.steps(reject, next))?;
                self.push(Statement::If {
                    condition,
                    accept,
                    reject,
                });
            }
            Step::Switch { block, cases } => self.switch(*block, cases, next)?,
            Step::Loop { header, body } => self.repeat(*header, body, next)?,
            Step::Region { target, body } => {
                if needs_switch(body, *target) {
                    self.region(body, *target)?;
                } else {
                    self.steps(body, Some(*target))?;
                }
            }
            Step::Exit(target) => {
                let leads = |found: &Breakable| found.leads_to == Some(*target);
                let continues = |found: &Breakable| found.continuing == Some(*target);
                let jump = self.breakables.iter().enumerate().rev().find_map(|(outer, found)| {
                    match (leads(found), continues(found)) {
                        (_, true) => Some(Jump {
                            outer,
                            is_continue: true,
                        }),
                        (true, _) => Some(Jump {
                            outer,
                            is_continue: false,
                        }),
                        _ => None,
                    }
                });
                self.jump(jump);
            }
            Step::Continue(header) => {
                let found = self.breakables.iter().rposition(|found| found.header == Some(*header));
                self.jump(found.map(|outer| Jump {
                    outer,
                    is_continue: true,
                }));
            }
            Step::End(block) => self.end(*block)?,
        }
        Ok(())
    }

    /// Adds the instructions of a block.
    fn code(&mut self, block: BlockId) -> Result<()> {
        self.current = block;
        for phi in self.phis[block].clone() {
            let value = match phi.variable {
                Some(variable) => Value::Expression(self.load(variable)),
                None => Value::Opaque,
            };
            self.define(phi.id, phi.ty, value);
        }
        let words = self.reader.words;
        for instruction in words.range(self.graph.blocks[block].instructions.clone()) {
            self.instruction(&instruction)?;
        }
        Ok(())
    }

    /// Sets the phis of a block to their values.
    pub(super) fn edge(&mut self, from: BlockId, to: BlockId) -> Result<()> {
        if self.phis[to].is_empty() {
            return Ok(());
        }
        self.current = from;
        let label = self.graph.blocks[from].label;
        let Some(last) = self.reader.words.get(self.graph.blocks[from].last) else {
            return Ok(());
        };
        self.span = last.span();
        self.check_size(&last)?;
        for phi in self.phis[to].clone() {
            self.reader.expressions += 1;
            let (Some(value), Some(variable)) = (phi.sources.get(&label), phi.variable) else {
                continue;
            };
            if self.is_undefined(*value)
                || self.early.contains(&(from, to)) && self.reader.constants.get(*value).is_some()
            {
                continue;
            }
            let value = self.value(*value, &last)?;
            self.store(variable, value);
        }
        Ok(())
    }

    pub(super) fn condition(&mut self, block: BlockId) -> Result<Handle<Expression>> {
        self.current = block;
        let found = &self.graph.blocks[block];
        let (End::Conditional { condition: id, .. } | End::Switch { selector: id, .. }) = found.end else {
            return Ok(self.literal(Literal::Bool(false)));
        };
        let Some(last) = self.reader.words.get(found.last) else {
            return Ok(self.literal(Literal::Bool(false)));
        };
        self.span = last.span();
        self.value(id, &last)
    }

    fn end(&mut self, block: BlockId) -> Result<()> {
        self.current = block;
        let Some(last) = self.reader.words.get(self.graph.blocks[block].last) else {
            return Ok(());
        };
        self.span = last.span();
        let result = self.function.result.as_ref().map(|result| result.ty);
        let value = match (&self.graph.blocks[block].end, result) {
            (End::Value(id), Some(_)) => Some(self.value(*id, &last)?),
            (End::Kill, _) => {
                let why = refusal::operation(
                    format!("`{}` exists in fragment shaders only", last.name()),
                    "move the vertex out of view instead",
                );
                self.refuse(&why);
                return Ok(());
            }
            (_, Some(ty)) => Some(self.constant_expression(Expression::ZeroValue(ty))),
            (_, None) => None,
        };
        self.push(Statement::Return { value });
        Ok(())
    }

    fn switch(&mut self, block: BlockId, cases: &[Case], next: Option<BlockId>) -> Result<()> {
        let selector = self.condition(block)?;
        let End::Switch { selector: id, .. } = self.graph.blocks[block].end else {
            return Ok(());
        };
        let ty = self.type_of(id);
        let kind = ty.and_then(|ty| self.reader.types.kind(ty));
        let is_signed = kind == Some(ScalarKind::Sint);
        let mut all = Vec::new();
        self.breakables.push(Breakable {
            is_loop: false,
            leads_to: next,
            continuing: None,
            header: None,
            flags: Vec::new(),
        });
        for case in cases {
            let body = self.nested(|body| body.steps(&case.body, next))?;
            let mut values: Vec<_> = case
                .values
                .iter()
                .map(|value| {
                    if is_signed {
                        SwitchValue::I32(value.cast_signed())
                    } else {
                        SwitchValue::U32(*value)
                    }
                })
                .collect();
            values.extend(case.is_default.then_some(SwitchValue::Default));
            let Some(last) = values.pop() else { continue };
            all.extend(values.into_iter().map(|value| SwitchCase {
                value,
                body: ::naga::Block::new(),
                fall_through: true,
            }));
            all.push(SwitchCase {
                value: last,
                body,
                fall_through: false,
            });
        }
        self.close(Statement::Switch { selector, cases: all });
        Ok(())
    }

    /// Adds statements that a jump to their end leaves.
    fn region(&mut self, body: &[Step], target: BlockId) -> Result<()> {
        self.breakables.push(Breakable {
            is_loop: false,
            leads_to: Some(target),
            continuing: None,
            header: None,
            flags: Vec::new(),
        });
        let body = self.nested(|inner| inner.steps(body, Some(target)))?;
        let selector = self.literal(Literal::I32(0));
        self.close(Statement::Switch {
            selector,
            cases: vec![SwitchCase {
                value: SwitchValue::Default,
                body,
                fall_through: false,
            }],
        });
        Ok(())
    }

    /// Adds a jump.
    fn jump(&mut self, jump: Option<Jump>) {
        let Some(jump) = jump else {
            return;
        };
        let inner = self.breakables.get(jump.outer + 1..).unwrap_or_default();
        let is_direct = if jump.is_continue {
            !inner.iter().any(|found| found.is_loop)
        } else {
            inner.is_empty()
        };
        if is_direct {
            self.push(if jump.is_continue {
                Statement::Continue
            } else {
                Statement::Break
            });
            return;
        }
        let same = |flag: &&Flag| flag.outer == jump.outer && flag.is_continue == jump.is_continue;
        let known = inner.iter().flat_map(|found| &found.flags).find(same);
        let flag = known.copied().unwrap_or_else(|| {
            let ty = self
                .reader
                .add_type(None, TypeInner::Scalar(Scalar::BOOL), ::naga::Span::UNDEFINED);
            Flag {
                outer: jump.outer,
                is_continue: jump.is_continue,
                variable: self.variable(ty, None),
            }
        });
        for found in self.breakables.iter_mut().skip(jump.outer + 1) {
            if !found.flags.iter().any(|known| known.variable == flag.variable) {
                found.flags.push(flag);
            }
        }
        let boolean = self.literal(Literal::Bool(true));
        self.store(flag.variable, boolean);
        self.push(Statement::Break);
    }

    /// Adds a loop or a switch, and the continuation with the jumps that leave it.
    pub(super) fn close(&mut self, statement: Statement) {
        let Some(found) = self.breakables.pop() else {
            return;
        };
        let index = self.breakables.len();
        for flag in &found.flags {
            if flag.outer + 1 == index {
                let no = self.literal(Literal::Bool(false));
                self.store(flag.variable, no);
            }
        }
        self.push(statement);
        for flag in found.flags {
            let condition = self.load(flag.variable);
            let between = self.breakables.get(flag.outer + 1..).unwrap_or_default();
            let jump = if flag.is_continue && !between.iter().any(|found| found.is_loop) {
                Statement::Continue
            } else {
                Statement::Break
            };
            let mut accept = ::naga::Block::new();
            accept.push(jump, self.span);
            self.push(Statement::If {
                condition,
                accept,
                reject: ::naga::Block::new(),
            });
        }
    }
}

/// Returns whether an exit to the end of statements is in none of the loops and switches at their end.
fn needs_switch(steps: &[Step], target: BlockId) -> bool {
    fn needs(steps: &[Step], target: BlockId, is_tail: bool) -> bool {
        steps.iter().enumerate().any(|(index, step)| {
            let is_tail = is_tail && index + 1 == steps.len();
            match step {
                Step::Exit(to) => *to == target,
                Step::If { accept, reject, .. } => needs(accept, target, is_tail) || needs(reject, target, is_tail),
                Step::Switch { cases, .. } => !is_tail && cases.iter().any(|case| needs(&case.body, target, false)),
                Step::Loop { body, .. } => !is_tail && needs(body, target, false),
                Step::Region { body, .. } => needs(body, target, false),
                _ => false,
            }
        })
    }
    needs(steps, target, true)
}
