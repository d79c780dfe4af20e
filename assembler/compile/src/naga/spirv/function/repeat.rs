//! Loops.

use ::naga::{Expression, Handle, Statement, UnaryOperator};

use super::super::graph::{BlockId, End};
use super::super::tree::Step;
use super::super::words::Result;
use super::Body;
use super::flow::Breakable;

impl Body<'_, '_> {
    pub(super) fn repeat(&mut self, header: BlockId, body: &[Step], next: Option<BlockId>) -> Result<()> {
        let parts = Parts::split(body, header, next).or_else(|| {
            let last = self.graph.continuing(header)?;
            Parts::at(body, last, header, next)
        });
        self.give_early(header)?;
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

    /// Sets phis after a loop to the constants for the exit at its start, so that only a jump is left there: then the
    /// loop can be counted.
    fn give_early(&mut self, header: BlockId) -> Result<()> {
        let graph = &self.graph;
        let Some(body) = graph.loops.get(&header) else {
            return Ok(());
        };
        let mut from = header;
        while let End::Branch(next) = graph.blocks[from].end
            && next != header
            && body.contains(&next)
            && graph.predecessors[next].len() == 1
        {
            from = next;
        }
        let End::Conditional { accept, reject, .. } = graph.blocks[from].end else {
            return Ok(());
        };
        let to = match [accept, reject].map(|target| body.contains(&target)) {
            [true, false] => reject,
            [false, true] => accept,
            _ => return Ok(()),
        };
        let (label, last) = (graph.blocks[from].label, graph.blocks[from].last);
        let Some(last) = self.reader.words.get(last).filter(|_| !self.phis[to].is_empty()) else {
            return Ok(());
        };
        for phi in self.phis[to].clone() {
            let Some((value, variable)) = phi.sources.get(&label).copied().zip(phi.variable) else {
                continue;
            };
            if self.reader.constants.get(value).is_some() && !self.is_undefined(value) {
                let value = self.value(value, &last)?;
                self.store(variable, value);
            }
        }
        self.early.insert((from, to));
        Ok(())
    }

    /// Adds the branch at the end of a loop's last statements, and gives the condition that leaves the loop.
    fn break_if(&mut self, last: Option<&Step>) -> Result<Option<Handle<Expression>>> {
        let Some(Step::If { block, accept, reject }) = last else {
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
    fn split(body: &'s [Step], header: BlockId, next: Option<BlockId>) -> Option<Self> {
        let index = body.iter().rposition(|step| matches!(step, Step::Region { .. }))?;
        let (before, rest) = body.split_at_checked(index)?;
        let [Step::Region { target, body: inner }, behind @ ..] = rest else {
            return None;
        };
        Self::join([before, inner, behind], *target, header, next)
    }

    /// Divides a body at the code of a block to which only one branch leads.
    fn at(body: &'s [Step], target: BlockId, header: BlockId, next: Option<BlockId>) -> Option<Self> {
        let is_start = |step: &Step| matches!(step, Step::Code(block) if *block == target);
        let (inner, behind) = body.split_at_checked(body.iter().position(is_start)?)?;
        Self::join([&[], inner, behind], target, header, next)
    }

    fn join(
        [before, inner, behind]: [&'s [Step]; 3],
        target: BlockId,
        header: BlockId,
        next: Option<BlockId>,
    ) -> Option<Self> {
        let continues = |steps: &[Step]| any(steps, &mut |step| matches!(step, Step::Continue(to) if *to == header));
        if continues(before) || continues(inner) {
            return None;
        }
        let (behind, last) = match behind.split_last() {
            Some((last @ Step::If { accept, reject, .. }, others)) if is_end(accept, reject, next) => {
                (others, Some(last))
            }
            _ => (behind, None),
        };
        let jumps = any(behind, &mut |step| {
            matches!(
                step,
                Step::Exit(_) | Step::Continue(_) | Step::End(_) | Step::Loop { .. } | Step::Region { .. }
            )
        });
        (!jumps).then_some(Self {
            before,
            inner,
            target,
            behind,
            last,
        })
    }
}

/// Returns whether one side of a branch leaves the loop and the other one goes on with the next iteration.
fn is_end(accept: &[Step], reject: &[Step], next: Option<BlockId>) -> bool {
    let is_exit = |steps: &[Step]| matches!(steps, [Step::Edge(..), Step::Exit(target)] if Some(*target) == next);
    let is_back = |steps: &[Step]| matches!(steps, [Step::Edge(..)]);
    (is_exit(accept) && is_back(reject)) || (is_exit(reject) && is_back(accept))
}

/// Returns whether a condition holds for some statement.
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
