//! Lowering of instructions to steps: resolves operands and jump targets.

mod blocks;
mod operands;
mod sizes;

use pica200_dxbc::program::{Body, Instruction, InstructionLocation, Opcode, Operand, ProgramKind, RegisterKind};

use crate::arithmetic::{NumberType, row};
use crate::fault::{CodeError, UnsupportedReason};
use crate::geometry::STREAMS;
use crate::registers::Vector;
use crate::step::{Action, Axis, Code, Detail, MAX_SOURCES, Step};
use blocks::Blocks;

pub(crate) use sizes::Ports;

/// An error and its location.
pub(crate) type LocatedError = (InstructionLocation, CodeError);

/// The code of a program, and its initial rows.
pub(crate) struct LoweredProgram {
    pub(crate) code: Code,
    pub(crate) rows: Vec<Vector>,
}

/// Returns the location of an instruction, for messages.
pub(crate) fn location_of(instruction: &Instruction) -> InstructionLocation {
    InstructionLocation {
        opcode: instruction.opcode(),
        at: instruction.at,
    }
}

/// Lowers the instructions that are not declarations.
pub(crate) fn lower(all: &[Instruction], ports: Ports, stage: ProgramKind) -> Result<LoweredProgram, LocatedError> {
    let mut lowerer = Lowerer::new(all, ports, stage)?;
    let mut blocks = Blocks::default();
    let executed = all.iter().filter(|instruction| !instruction.is_declaration());
    for instruction in executed {
        let location = location_of(instruction);
        let step = lowerer.step(instruction).map_err(|error| (location, error))?;
        lowerer.code.steps.push(step);
        blocks.add(instruction, location, &mut lowerer.code)?;
    }
    blocks.finish(&mut lowerer.code)?;
    Ok(lowerer.finish())
}

/// The lowering state.
struct Lowerer {
    code: Code,
    stage: ProgramKind,
    /// The rows of the immediate constant buffer.
    immediate: Vec<Vector>,
    /// Literals, whose rows come after all others.
    literals: Vec<Vector>,
}

impl Lowerer {
    fn step(&mut self, instruction: &Instruction) -> Result<Step, CodeError> {
        if matches!(instruction.body, Body::Message(_)) {
            return Ok(self.new_step(Action::Pass));
        }
        if let Some(row) = row(instruction.opcode()) {
            let compute = |clamp| Action::Compute(row.compute, clamp);
            return self.compute(instruction, (row.sources, row.results), compute);
        }
        if let Some((axis, detail)) = derivative(instruction.opcode()).filter(|_| self.is_pixel()) {
            let derive = |clamp| Action::Derive { axis, detail, clamp };
            return self.compute(instruction, (NumberType::Float, NumberType::Float), derive);
        }
        let nonzero = instruction.token.tests_nonzero();
        let action = match instruction.opcode() {
            Opcode::LOOP | Opcode::CASE | Opcode::DEFAULT => Action::Pass,
            Opcode::ENDIF | Opcode::ENDSWITCH => Action::Pass,
            Opcode::NOP | Opcode::SYNC | Opcode::DEBUG_BREAK => Action::Pass,
            Opcode::ELSE | Opcode::ENDLOOP | Opcode::BREAK | Opcode::CONTINUE => Action::Jump,
            Opcode::LABEL => Action::Label,
            Opcode::ABORT => Action::Abort,
            Opcode::RET => Action::Return { when: None },
            Opcode::CALL => Action::Call { when: None },
            Opcode::IF => return self.test(instruction, Action::JumpIf { nonzero: !nonzero }),
            Opcode::BREAKC | Opcode::CONTINUEC => {
                return self.test(instruction, Action::JumpIf { nonzero });
            }
            Opcode::RETC => {
                let when = Some(nonzero);
                return self.test(instruction, Action::Return { when });
            }
            Opcode::CALLC => {
                let when = Some(nonzero);
                return self.test(instruction, Action::Call { when });
            }
            Opcode::DISCARD if self.is_pixel() => {
                return self.test(instruction, Action::Discard { nonzero });
            }
            opcode if self.stage == ProgramKind::GEOMETRY && emission(opcode).is_some() => emit(instruction)?,
            Opcode::SWITCH => {
                let table = u32::try_from(self.code.switches.len()).unwrap_or(u32::MAX);
                self.code.switches.push(Default::default());
                return self.test(instruction, Action::Switch(table));
            }
            opcode => match unsupported_reason(opcode, self.is_pixel()) {
                Some(reason) => Action::Unsupported(reason),
                None => return self.access(instruction),
            },
        };
        Ok(self.new_step(action))
    }

    fn is_pixel(&self) -> bool {
        self.stage == ProgramKind::PIXEL
    }

    fn new_step(&self, action: Action) -> Step {
        Step {
            action,
            targets: [None; 2],
            sources: [self.zero(); MAX_SOURCES],
            count: 0,
            target: 0,
        }
    }

    /// Lowers an instruction that tests its first operand.
    fn test(&mut self, instruction: &Instruction, action: Action) -> Result<Step, CodeError> {
        let test = instruction.operands().first().ok_or(CodeError::Form)?;
        let mut step = self.new_step(action);
        step.sources[0] = self.source(1, test, NumberType::Integer)?;
        step.count = 1;
        Ok(step)
    }

    /// Lowers an instruction that computes values from values, given their number types. The action receives the
    /// function that clamps the results.
    fn compute(
        &mut self,
        instruction: &Instruction,
        (sources_are, results_are): (NumberType, NumberType),
        action: impl FnOnce(Option<fn(Vector) -> Vector>) -> Action,
    ) -> Result<Step, CodeError> {
        let saturation = results_are.saturation();
        let mut step = self.new_step(action(saturation.filter(|_| instruction.token.saturates())));
        let (targets, sources) = parts(instruction)?;
        for (number, operand) in targets.iter().enumerate() {
            let slot = step.targets.get_mut(number).ok_or(CodeError::Form)?;
            *slot = self.target(number + 1, operand)?;
        }
        for (number, operand) in sources.iter().enumerate() {
            let is_test = instruction.opcode() == Opcode::DMOVC && number == 0;
            let numbers = if is_test { NumberType::Float } else { sources_are };
            let source = self.source(targets.len() + number + 1, operand, numbers)?;
            step.add_source(source)?;
        }
        Ok(step)
    }
}

/// Returns the destinations and the sources of an instruction, as many as its opcode has.
fn parts(instruction: &Instruction) -> Result<(&[Operand], &[Operand]), CodeError> {
    let (targets, sources) = instruction.destinations_and_sources();
    let fits = instruction
        .info()
        .is_some_and(|info| targets.len() == info.destinations() && sources.len() == info.sources());
    fits.then_some((targets, sources)).ok_or(CodeError::Form)
}

impl Step {
    fn add_source(&mut self, source: crate::step::Source) -> Result<(), CodeError> {
        let slot = self.sources.get_mut(usize::from(self.count));
        *slot.ok_or(CodeError::Form)? = source;
        self.count += 1;
        Ok(())
    }
}

/// Returns the derivative that an opcode computes.
fn derivative(opcode: Opcode) -> Option<(Axis, Detail)> {
    Some(match opcode {
        Opcode::DERIV_RTX | Opcode::DERIV_RTX_COARSE => (Axis::X, Detail::Coarse),
        Opcode::DERIV_RTY | Opcode::DERIV_RTY_COARSE => (Axis::Y, Detail::Coarse),
        Opcode::DERIV_RTX_FINE => (Axis::X, Detail::Fine),
        Opcode::DERIV_RTY_FINE => (Axis::Y, Detail::Fine),
        _ => return None,
    })
}

/// Returns two flags for a geometry shader opcode: if it emits a vertex, and if it ends a strip.
fn emission(opcode: Opcode) -> Option<(bool, bool)> {
    Some(match opcode {
        Opcode::EMIT | Opcode::EMIT_STREAM => (true, false),
        Opcode::CUT | Opcode::CUT_STREAM => (false, true),
        Opcode::EMIT_THEN_CUT | Opcode::EMIT_THEN_CUT_STREAM => (true, true),
        _ => return None,
    })
}

/// Returns the action of an instruction that emits a vertex or ends a strip. Without an operand, its stream is 0.
fn emit(instruction: &Instruction) -> Result<Action, CodeError> {
    let (emits, cuts) = emission(instruction.opcode()).ok_or(CodeError::Form)?;
    let stream = match instruction.operands().first() {
        None => 0,
        Some(operand) => {
            let number = operand.number().filter(|_| operand.kind() == RegisterKind::STREAM);
            number.ok_or(CodeError::NoNumber { operand: 1 })?
        }
    };
    let stream = u8::try_from(stream).ok().filter(|stream| *stream < STREAMS);
    Ok(Action::Emit {
        stream: stream.ok_or(CodeError::NoStream { max: STREAMS })?,
        emits,
        cuts,
    })
}

/// Returns the reason why an opcode is not supported.
fn unsupported_reason(opcode: Opcode, is_pixel: bool) -> Option<UnsupportedReason> {
    let Some(info) = opcode.info().filter(|info| !info.is_reserved()) else {
        return Some(UnsupportedReason::Unknown);
    };
    match opcode {
        Opcode::EVAL_CENTROID | Opcode::EVAL_SAMPLE_INDEX | Opcode::EVAL_SNAPPED => {
            Some(UnsupportedReason::Interpolation)
        }
        Opcode::FCALL => Some(UnsupportedReason::Interface),
        _ if derivative(opcode).is_some() => Some(UnsupportedReason::Stage),
        Opcode::LOD if !is_pixel => Some(UnsupportedReason::Stage),
        Opcode::DISCARD | Opcode::EMIT | Opcode::EMIT_THEN_CUT | Opcode::CUT => Some(UnsupportedReason::Stage),
        Opcode::EMIT_STREAM | Opcode::EMIT_THEN_CUT_STREAM | Opcode::CUT_STREAM => Some(UnsupportedReason::Stage),
        Opcode::HS_DECLS | Opcode::HS_CONTROL_POINT_PHASE => Some(UnsupportedReason::Stage),
        Opcode::HS_FORK_PHASE | Opcode::HS_JOIN_PHASE => Some(UnsupportedReason::Stage),
        _ if info.is_declaration() => Some(UnsupportedReason::Unknown),
        _ => None,
    }
}
