//! Interpreter loop.

use pica200_dxbc::program::{Instruction, Mask, RegisterKind};
use pica200_objfmt::observe::Observer;

use crate::arithmetic::Compute;
use crate::fault::{FaultKind, MAX_CALL_DEPTH, UnsupportedReason};
use crate::geometry::Emission;
use crate::observe::{Executed, WrittenRegister};
use crate::program::Program;
use crate::registers::{Register, Vector, row};
use crate::resources::{Access, AccessResult, Resources};
use crate::step::{Action, Axis, Code, Gradients, MAX_SOURCES, RowRef, Step, Target};

/// The call stack: the return steps.
#[derive(Clone, Copy, Default)]
struct CallStack {
    returns: [u32; MAX_CALL_DEPTH],
    depth: usize,
}

impl CallStack {
    fn push(&mut self, step: u32) -> Result<(), FaultKind> {
        let slot = self.returns.get_mut(self.depth);
        *slot.ok_or(FaultKind::CallNesting)? = step;
        self.depth += 1;
        Ok(())
    }

    fn pop(&mut self) -> Option<u32> {
        self.depth = self.depth.checked_sub(1)?;
        self.returns.get(self.depth).copied()
    }
}

/// The state before an instruction, for observers: the operand values, and the destination registers in order, without
/// those that are not written.
struct OperandSnapshot {
    operands: [Vector; MAX_SOURCES],
    registers: [Register; 2],
}

/// The row of a target that is not written.
const NO_ROW: u32 = u32::MAX;

/// The successor of a step.
enum Next {
    Step(u32),
    End,
}

/// The progress of a run.
#[derive(Clone, Copy, Default)]
pub(crate) struct Progress {
    calls: CallStack,
    /// The next step.
    pub(crate) step: u32,
    /// The last executed step, or the step that caused a stop.
    pub(crate) last: u32,
    /// The number of executed instructions.
    pub(crate) instructions: u64,
    /// True if the pixel was discarded.
    pub(crate) is_discarded: bool,
}

/// The reason for a stop.
pub(crate) enum Stop {
    /// The end of the program.
    End,
    /// The step failed.
    Fault(FaultKind),
    /// The step needs values of neighboring pixels.
    Waits,
}

/// The state of a run. Pixels of a quad stop where they need their neighbors, and continue after a discard, because
/// their neighbors may need them.
pub(crate) struct Runner<'a, R, const IN_QUAD: bool> {
    pub(crate) code: &'a Code,
    /// The instructions of the steps.
    pub(crate) instructions: &'a [Instruction],
    pub(crate) rows: &'a mut [Vector],
    pub(crate) resources: &'a mut R,
    /// For the next step that needs neighboring pixels: the derivatives of its first source, to the right and downward.
    pub(crate) gradients: Option<[Vector; 2]>,
    /// The output of a geometry shader.
    pub(crate) emission: Option<Emission<'a>>,
}

impl<R: Resources, const IN_QUAD: bool> Runner<'_, R, IN_QUAD> {
    /// Runs the program from the next step on.
    pub(crate) fn run<O: Observer<Program>>(&mut self, progress: &mut Progress, observer: &mut O, budget: u64) -> Stop {
        let code = self.code;
        // A local copy stays in CPU registers.
        let mut now = *progress;
        let stop = loop {
            let step = now.step;
            let current = code.steps.get(step as usize);
            let Some(current) = current.filter(|step| !matches!(step.action, Action::Label)) else {
                break Stop::Fault(FaultKind::NoReturn);
            };
            now.last = step;
            if IN_QUAD && self.gradients.is_none() && code.detail(current).is_some() {
                break Stop::Waits;
            }
            if now.instructions == budget {
                break Stop::Fault(FaultKind::BudgetUsedUp { budget });
            }
            observer.step(step as usize);
            let before = self.before::<O>(current);
            let target_rows = match self.target_rows(current) {
                Ok(target_rows) => target_rows,
                Err(fault) => break Stop::Fault(fault),
            };
            let next = match self.execute(current, target_rows, &mut now) {
                Ok(next) => next,
                Err(fault) => break Stop::Fault(fault),
            };
            now.instructions += 1;
            now.step = match next {
                Next::Step(following) => following,
                Next::End => u32::try_from(code.steps.len()).unwrap_or(u32::MAX),
            };
            self.notify(observer, step, &before, target_rows, now.step);
            if matches!(next, Next::End) {
                break Stop::End;
            }
            if O::DETAILS && observer.should_stop() {
                break Stop::Fault(FaultKind::Stopped);
            }
        };
        *progress = now;
        stop
    }

    #[inline(always)]
    fn source(&self, step: &Step, number: usize) -> Result<Vector, FaultKind> {
        match step.sources.get(number) {
            Some(source) => self.code.read(self.rows, source),
            None => Ok([0; 4]),
        }
    }

    /// Returns the rows of the targets before anything is written; [`NO_ROW`] for a target that is not written.
    #[inline(always)]
    fn target_rows(&self, step: &Step) -> Result<[u32; 2], FaultKind> {
        let target_row = |target: &Option<Target>| match target {
            None => Ok(NO_ROW),
            Some(target) => match target.row_ref {
                RowRef::Fixed(row) => Ok(row),
                RowRef::Dynamic(address) => Ok(self.code.locate(self.rows, address)?.0),
            },
        };
        Ok([target_row(&step.targets[0])?, target_row(&step.targets[1])?])
    }

    /// Captures the state for an observer, if it wants it.
    #[inline(always)]
    fn before<O: Observer<Program>>(&self, step: &Step) -> OperandSnapshot {
        let mut before = OperandSnapshot {
            operands: [[0; 4]; MAX_SOURCES],
            registers: [Register::new(RegisterKind::NULL, 0); 2],
        };
        if O::DETAILS {
            for (number, operand) in before.operands.iter_mut().enumerate() {
                *operand = self.source(step, number).unwrap_or_default();
            }
            let targets = step.targets.iter().flatten();
            for (register, target) in before.registers.iter_mut().zip(targets) {
                let located = match target.row_ref {
                    RowRef::Fixed(_) => None,
                    RowRef::Dynamic(address) => self.code.locate(self.rows, address).ok(),
                };
                *register = located.map_or(target.register, |(_, register)| register);
            }
        }
        before
    }

    /// Evaluates the test of a step.
    fn evaluate_test(&self, step: &Step, when: Option<bool>) -> Result<bool, FaultKind> {
        let Some(nonzero) = when else {
            return Ok(true);
        };
        Ok((self.source(step, 0)?[0] != 0) == nonzero)
    }

    /// Executes the current step.
    #[inline(always)]
    fn execute(&mut self, step: &Step, target_rows: [u32; 2], now: &mut Progress) -> Result<Next, FaultKind> {
        let following = now.step + 1;
        Ok(Next::Step(match step.action {
            Action::Compute(compute, clamp) => {
                self.compute(step, compute, clamp, target_rows)?;
                following
            }
            Action::Pass | Action::Label => following,
            Action::Jump => step.target,
            Action::JumpIf { nonzero } => {
                if self.evaluate_test(step, Some(nonzero))? {
                    step.target
                } else {
                    following
                }
            }
            Action::Switch(table) => {
                let value = self.source(step, 0)?[0];
                match self.code.switches.get(table as usize) {
                    Some(cases) => cases.find(value),
                    None => following,
                }
            }
            Action::Call { when } => {
                if self.evaluate_test(step, when)? {
                    now.calls.push(following)?;
                    step.target
                } else {
                    following
                }
            }
            Action::Return { when } => {
                if !self.evaluate_test(step, when)? {
                    following
                } else {
                    match now.calls.pop() {
                        Some(step) => step,
                        None => return Ok(Next::End),
                    }
                }
            }
            Action::Discard { nonzero } => {
                now.is_discarded |= self.evaluate_test(step, Some(nonzero))?;
                if now.is_discarded && !IN_QUAD {
                    return Ok(Next::End);
                }
                following
            }
            Action::Access(form, clamp) => {
                self.access(step, form, clamp, target_rows, now)?;
                following
            }
            Action::Derive { axis, clamp, .. } => {
                let alone = FaultKind::Unsupported(UnsupportedReason::Derivative);
                let [x, y] = self.gradients.take().ok_or(alone)?;
                let result = match axis {
                    Axis::X => x,
                    Axis::Y => y,
                };
                self.write(&step.targets[0], result, clamp, target_rows[0]);
                following
            }
            Action::Emit { stream, emits, cuts } => {
                if self.emit(stream, emits, cuts)? {
                    following
                } else {
                    return Ok(Next::End);
                }
            }
            Action::Abort => return Err(FaultKind::Aborted),
            Action::Unsupported(reason) => return Err(FaultKind::Unsupported(reason)),
        }))
    }

    /// Emits a vertex, ends a strip, or both. Returns true if the run continues.
    #[inline(never)]
    fn emit(&mut self, stream: u8, emits: bool, cuts: bool) -> Result<bool, FaultKind> {
        let Some(emission) = &mut self.emission else {
            return Ok(true);
        };
        let range = self.code.layout.outputs;
        let outputs = self.rows.get(range.first as usize..).unwrap_or_default();
        let outputs = outputs.get(..range.count as usize).unwrap_or_default();
        let goes_on = !emits || emission.emit(stream, outputs)?;
        if cuts {
            emission.cut(stream);
        }
        Ok(goes_on)
    }

    #[inline(always)]
    fn compute(
        &mut self,
        step: &Step,
        compute: Compute,
        clamp: Option<fn(Vector) -> Vector>,
        target_rows: [u32; 2],
    ) -> Result<(), FaultKind> {
        let source = |number| self.source(step, number);
        let result = match compute {
            Compute::One(function) => function(source(0)?),
            Compute::Two(function) => function(source(0)?, source(1)?),
            Compute::Three(function) => function(source(0)?, source(1)?, source(2)?),
            Compute::Four(function) => function([source(0)?, source(1)?, source(2)?, source(3)?]),
            Compute::Double(function) => {
                let mask = step.targets[0].map_or(0, |target| target.mask.to_bits());
                function(mask, &[source(0)?, source(1)?, source(2)?])
            }
            Compute::OneToPair(function) => {
                let results = function(source(0)?);
                self.write_both(step, results, clamp, target_rows);
                return Ok(());
            }
            Compute::TwoToPair(function) => {
                let results = function(source(0)?, source(1)?);
                self.write_both(step, results, clamp, target_rows);
                return Ok(());
            }
            Compute::ThreeToPair(function) => {
                let results = function(source(0)?, source(1)?, source(2)?);
                self.write_both(step, results, clamp, target_rows);
                return Ok(());
            }
        };
        self.write(&step.targets[0], result, clamp, target_rows[0]);
        Ok(())
    }

    /// Writes both results of an instruction. If they have the same destination, the second wins.
    fn write_both(
        &mut self,
        step: &Step,
        [first, second]: [Vector; 2],
        clamp: Option<fn(Vector) -> Vector>,
        target_rows: [u32; 2],
    ) {
        self.write(&step.targets[0], first, clamp, target_rows[0]);
        self.write(&step.targets[1], second, clamp, target_rows[1]);
    }

    #[inline(always)]
    fn write(&mut self, target: &Option<Target>, result: Vector, clamp: Option<fn(Vector) -> Vector>, target_row: u32) {
        let (Some(target), Some(row)) = (target, self.rows.get_mut(target_row as usize)) else {
            return;
        };
        let result = clamp.map_or(result, |clamp| clamp(result));
        let select = target.select;
        let before = *row;
        *row = std::array::from_fn(|component| {
            before[component] & !select[component] | result[component] & select[component]
        });
    }

    #[inline(never)]
    fn access(
        &mut self,
        step: &Step,
        form: u32,
        clamp: Option<fn(Vector) -> Vector>,
        target_rows: [u32; 2],
        now: &Progress,
    ) -> Result<(), FaultKind> {
        let form = self.code.accesses.get(form as usize);
        let instruction = self.instructions.get(now.step as usize);
        let (Some(form), Some(instruction)) = (form, instruction) else {
            return Ok(());
        };
        let gradients = self.gradients.take();
        if form.gradients == Gradients::Needed && gradients.is_none() {
            return Err(FaultKind::Unsupported(UnsupportedReason::Derivative));
        }
        let mut values = [[0; 4]; MAX_SOURCES];
        for (at, value) in values.iter_mut().enumerate() {
            *value = self.source(step, at)?;
        }
        let access = Access {
            instruction,
            resource: form.resource,
            sampler: form.sampler.map(|(sampler, _)| sampler),
            component: form.sampler.map_or(0, |(_, component)| component),
            values: values.get(..step.count.into()).unwrap_or_default(),
            gradients,
        };
        let answer = if now.is_discarded && form.writes {
            Some(AccessResult::NOTHING)
        } else {
            self.resources.access(&access)
        };
        let AccessResult { value, status } = answer.ok_or(FaultKind::NoResource {
            resource: form.resource,
        })?;
        let value = form.swizzle.map(|component| value[usize::from(component & 3)]);
        self.write(&step.targets[0], value, clamp, target_rows[0]);
        self.write(&step.targets[1], [status; 4], None, target_rows[1]);
        Ok(())
    }

    /// Calls the observer if it is interested.
    #[inline(always)]
    fn notify<O: Observer<Program>>(
        &self,
        observer: &mut O,
        number: u32,
        before: &OperandSnapshot,
        target_rows: [u32; 2],
        next: u32,
    ) {
        if !O::DETAILS {
            return;
        }
        let step = self.code.steps.get(number as usize);
        let (Some(step), Some(instruction)) = (step, self.instructions.get(number as usize)) else {
            return;
        };
        let mut written = [WrittenRegister {
            register: Register::new(RegisterKind::NULL, 0),
            mask: Mask::NONE,
            value: [0; 4],
        }; 2];
        let targets = step.targets.iter().zip(target_rows);
        let targets = targets.filter_map(|(target, row_index)| Some((target.as_ref()?, row_index)));
        let mut count = 0;
        for (((target, row_index), register), slot) in targets.zip(before.registers).zip(&mut written) {
            *slot = WrittenRegister {
                register,
                mask: target.mask,
                value: row(self.rows, row_index),
            };
            count += 1;
        }
        observer.executed(&Executed {
            step: number as usize,
            instruction,
            operands: before.operands.get(..step.count.into()).unwrap_or_default(),
            written: written.get(..count).unwrap_or_default(),
            next: next as usize,
        });
    }
}
