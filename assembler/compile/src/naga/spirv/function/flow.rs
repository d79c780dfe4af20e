//! Statements of a function as those of naga, which can leave the innermost loop or switch only. Others are left with flags.

use ::naga::{
    Expression, Handle, Literal, LocalVariable, Scalar, ScalarKind, Statement, SwitchCase,
    SwitchValue, TypeInner, UnaryOperator,
};

use super::super::graph::{BlockId, End};
use super::super::refusal;
use super::super::tree::{Case, Step};
use super::super::words::Result;
use super::{Body, Value};

/// A loop or a switch around the current statement.
#[derive(Debug)]
pub(super) struct Breakable {
    is_loop: bool,
    /// The block whose code follows.
    leads_to: Option<BlockId>,
    /// The block with the code that a loop carries out at the end of each iteration.
    continuing: Option<BlockId>,
    /// The block that a loop begins with.
    header: Option<BlockId>,
    flags: Vec<Flag>,
}

/// A jump out of several loops and switches.
#[derive(Clone, Copy, Debug)]
struct Flag {
    /// The index of the loop or switch whose body the jump ends in.
    outer: usize,
    is_continue: bool,
    variable: Handle<LocalVariable>,
}

/// What a jump needs.
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
            Step::If {
                block,
                accept,
                reject,
            } => {
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
                let jump =
                    self.breakables
                        .iter()
                        .enumerate()
                        .rev()
                        .find_map(|(outer, found)| match (leads(found), continues(found)) {
                            (_, true) => Some(Jump {
                                outer,
                                is_continue: true,
                            }),
                            (true, _) => Some(Jump {
                                outer,
                                is_continue: false,
                            }),
                            _ => None,
                        });
                self.jump(jump);
            }
            Step::Continue(header) => {
                let found = self
                    .breakables
                    .iter()
                    .rposition(|found| found.header == Some(*header));
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

    /// Gives the phis of a block their values.
    fn edge(&mut self, from: BlockId, to: BlockId) -> Result<()> {
        if self.phis[to].is_empty() {
            return Ok(());
        }
        self.current = from;
        let label = self.graph.blocks[from].label;
        let Some(last) = self.reader.words.get(self.graph.blocks[from].last) else {
            return Ok(());
        };
        self.span = last.span();
        for phi in self.phis[to].clone() {
            let source = phi.sources.iter().find(|(_, from)| *from == label);
            let (Some((value, _)), Some(variable)) = (source, phi.variable) else {
                continue;
            };
            let value = self.value(*value, &last)?;
            self.store(variable, value);
        }
        Ok(())
    }

    fn condition(&mut self, block: BlockId) -> Result<Handle<Expression>> {
        self.current = block;
        let found = &self.graph.blocks[block];
        let (End::Conditional { condition: id, .. } | End::Switch { selector: id, .. }) = found.end
        else {
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
                .map(|value| match is_signed {
                    true => SwitchValue::I32(value.cast_signed()),
                    false => SwitchValue::U32(*value),
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
        self.close(Statement::Switch {
            selector,
            cases: all,
        });
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

    fn repeat(&mut self, header: BlockId, body: &[Step], next: Option<BlockId>) -> Result<()> {
        let parts = Parts::of(body, header, next);
        self.breakables.push(Breakable {
            is_loop: true,
            leads_to: next,
            continuing: parts.as_ref().map(|parts| parts.target),
            header: Some(header),
            flags: Vec::new(),
        });
        let statement = match parts {
            None => Statement::Loop {
                body: self.nested(|inner| inner.steps(body, Some(header)))?,
                continuing: ::naga::Block::new(),
                break_if: None,
            },
            Some(parts) => {
                let body = self.nested(|inner| {
                    inner.steps(parts.before, None)?;
                    inner.steps(parts.inner, Some(parts.target))
                })?;
                let mut break_if = None;
                let continuing = self.nested(|inner| {
                    inner.steps(parts.behind, None)?;
                    break_if = inner.break_if(parts.last)?;
                    Ok(())
                })?;
                Statement::Loop {
                    body,
                    continuing,
                    break_if,
                }
            }
        };
        self.close(statement);
        Ok(())
    }

    /// Adds the branch at the end of a loop's last statements, and gives the condition that leaves the loop.
    fn break_if(&mut self, last: Option<&Step>) -> Result<Option<Handle<Expression>>> {
        let Some(Step::If {
            block,
            accept,
            reject,
        }) = last
        else {
            return Ok(None);
        };
        let condition = self.condition(*block)?;
        for side in [accept, reject] {
            for step in side {
                if let Step::Edge(from, to) = step {
                    self.edge(*from, *to)?;
                }
            }
        }
        let is_exit = |steps: &[Step]| steps.iter().any(|step| matches!(step, Step::Exit(_)));
        Ok(Some(if is_exit(accept) {
            condition
        } else {
            self.emit(Expression::Unary {
                op: UnaryOperator::LogicalNot,
                expr: condition,
            })
        }))
    }

    /// Adds a jump.
    fn jump(&mut self, jump: Option<Jump>) {
        let Some(jump) = jump else {
            return;
        };
        let inner = self.breakables.get(jump.outer + 1..).unwrap_or_default();
        let is_direct = match jump.is_continue {
            true => !inner.iter().any(|found| found.is_loop),
            false => inner.is_empty(),
        };
        if is_direct {
            self.push(match jump.is_continue {
                true => Statement::Continue,
                false => Statement::Break,
            });
            return;
        }
        let same = |flag: &&Flag| flag.outer == jump.outer && flag.is_continue == jump.is_continue;
        let known = inner.iter().flat_map(|found| &found.flags).find(same);
        let flag = known.copied().unwrap_or_else(|| {
            let ty = self.reader.add_type(
                None,
                TypeInner::Scalar(Scalar::BOOL),
                ::naga::Span::UNDEFINED,
            );
            Flag {
                outer: jump.outer,
                is_continue: jump.is_continue,
                variable: self.variable(ty, None),
            }
        });
        for found in self.breakables.iter_mut().skip(jump.outer + 1) {
            if !found
                .flags
                .iter()
                .any(|known| known.variable == flag.variable)
            {
                found.flags.push(flag);
            }
        }
        let truth = self.literal(Literal::Bool(true));
        self.store(flag.variable, truth);
        self.push(Statement::Break);
    }

    /// Adds a loop or a switch, and what goes on with jumps that leave it.
    fn close(&mut self, statement: Statement) {
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
            let jump = match flag.is_continue && !between.iter().any(|found| found.is_loop) {
                true => Statement::Continue,
                false => Statement::Break,
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

/// The body of a loop whose last statements are its continuing block.
struct Parts<'s> {
    before: &'s [Step],
    inner: &'s [Step],
    /// The block that the continuing block begins with.
    target: BlockId,
    behind: &'s [Step],
    /// The branch at the end.
    last: Option<&'s Step>,
}

impl<'s> Parts<'s> {
    fn of(body: &'s [Step], header: BlockId, next: Option<BlockId>) -> Option<Self> {
        let index = body
            .iter()
            .rposition(|step| matches!(step, Step::Region { .. }))?;
        let (before, rest) = body.split_at_checked(index)?;
        let [
            Step::Region {
                target,
                body: inner,
            },
            behind @ ..,
        ] = rest
        else {
            return None;
        };
        let continues = |steps: &[Step]| {
            any(
                steps,
                &mut |step| matches!(step, Step::Continue(to) if *to == header),
            )
        };
        if continues(before) || continues(inner) {
            return None;
        }
        let (behind, last) = match behind.split_last() {
            Some((last @ Step::If { accept, reject, .. }, others))
                if is_end(accept, reject, next) =>
            {
                (others, Some(last))
            }
            _ => (behind, None),
        };
        let jumps = any(behind, &mut |step| {
            matches!(
                step,
                Step::Exit(_)
                    | Step::Continue(_)
                    | Step::End(_)
                    | Step::Loop { .. }
                    | Step::Region { .. }
            )
        });
        (!jumps).then_some(Self {
            before,
            inner,
            target: *target,
            behind,
            last,
        })
    }
}

/// Whether one side of a branch leaves the loop and the other one goes on with the next iteration.
fn is_end(accept: &[Step], reject: &[Step], next: Option<BlockId>) -> bool {
    let is_exit = |steps: &[Step]| matches!(steps, [Step::Edge(..), Step::Exit(target)] if Some(*target) == next);
    let is_back = |steps: &[Step]| matches!(steps, [Step::Edge(..)]);
    (is_exit(accept) && is_back(reject)) || (is_exit(reject) && is_back(accept))
}

/// Whether a condition holds for some statement.
fn any(steps: &[Step], holds: &mut impl FnMut(&Step) -> bool) -> bool {
    steps.iter().any(|step| {
        holds(step)
            || match step {
                Step::If { accept, reject, .. } => any(accept, holds) || any(reject, holds),
                Step::Switch { cases, .. } => cases.iter().any(|case| any(&case.body, holds)),
                Step::Loop { body, .. } | Step::Region { body, .. } => any(body, holds),
                _ => false,
            }
    })
}

/// Whether an exit to the end of statements is in none of the loops and switches at their end.
fn needs_switch(steps: &[Step], target: BlockId) -> bool {
    fn needs(steps: &[Step], target: BlockId, is_tail: bool) -> bool {
        steps.iter().enumerate().any(|(index, step)| {
            let is_tail = is_tail && index + 1 == steps.len();
            match step {
                Step::Exit(to) => *to == target,
                Step::If { accept, reject, .. } => {
                    needs(accept, target, is_tail) || needs(reject, target, is_tail)
                }
                Step::Switch { cases, .. } => {
                    !is_tail && cases.iter().any(|case| needs(&case.body, target, false))
                }
                Step::Loop { body, .. } => !is_tail && needs(body, target, false),
                Step::Region { body, .. } => needs(body, target, false),
                _ => false,
            }
        })
    }
    needs(steps, target, true)
}
