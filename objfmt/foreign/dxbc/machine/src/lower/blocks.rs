//! Blocks and jump targets.

use std::collections::BTreeMap;

use pica200_dxbc::program::{Instruction, InstructionLocation, Opcode, RegisterKind};

use super::LocatedError;
use crate::fault::CodeError;
use crate::step::{Action, Code};

/// An open block.
struct Block {
    opening: Opcode,
    location: InstructionLocation,
    step: u32,
    /// The step of `else` or `default`.
    middle: Option<u32>,
    /// The steps that leave the block.
    breaks: Vec<u32>,
}

/// The open blocks, and the subroutines.
#[derive(Default)]
pub(super) struct Blocks {
    open: Vec<Block>,
    /// Indices of the open loops and switches.
    breakable: Vec<usize>,
    /// Indices of the open loops.
    loops: Vec<usize>,
    labels: BTreeMap<u32, u32>,
    /// The calls with their steps and labels.
    calls: Vec<(u32, InstructionLocation, u32)>,
}

impl Blocks {
    /// Processes the last step and its instruction.
    pub(super) fn add(
        &mut self,
        instruction: &Instruction,
        location: InstructionLocation,
        code: &mut Code,
    ) -> Result<(), LocatedError> {
        let last = code.steps.len().saturating_sub(1);
        let step = u32::try_from(last).unwrap_or(u32::MAX);
        let added = match instruction.opcode() {
            Opcode::IF | Opcode::LOOP | Opcode::SWITCH => {
                self.open(location, step);
                Ok(())
            }
            Opcode::ELSE | Opcode::DEFAULT => self.middle(location.opcode, step, code),
            Opcode::CASE => self.case(instruction, step, code),
            Opcode::ENDIF | Opcode::ENDLOOP | Opcode::ENDSWITCH => self.close(location.opcode, step, code),
            Opcode::BREAK | Opcode::BREAKC => self.leave(step),
            Opcode::CONTINUE | Opcode::CONTINUEC => self.repeat(step, code),
            Opcode::LABEL => return self.label(instruction, location, step),
            Opcode::CALL | Opcode::CALLC => self.call(instruction, location, step),
            _ => Ok(()),
        };
        added.map_err(|error| (location, error))
    }

    fn open(&mut self, location: InstructionLocation, step: u32) {
        let number = self.open.len();
        if location.opcode != Opcode::IF {
            self.breakable.push(number);
        }
        if location.opcode == Opcode::LOOP {
            self.loops.push(number);
        }
        self.open.push(Block {
            opening: location.opcode,
            location,
            step,
            middle: None,
            breaks: Vec::new(),
        });
    }

    /// Returns the innermost block, if it is of the kind that an opcode belongs to.
    fn innermost(&mut self, opening: Opcode) -> Result<&mut Block, CodeError> {
        let name = opening.info().map_or("", |info| info.name);
        let innermost = self.open.last_mut();
        innermost
            .filter(|block| block.opening == opening)
            .ok_or(CodeError::NotOpen { opening: name })
    }

    fn middle(&mut self, opcode: Opcode, step: u32, code: &mut Code) -> Result<(), CodeError> {
        let is_else = opcode == Opcode::ELSE;
        let opening = if is_else { Opcode::IF } else { Opcode::SWITCH };
        let block = self.innermost(opening)?;
        if block.middle.replace(step).is_some() {
            return Err(CodeError::DuplicateBranch);
        }
        if is_else {
            jump(code, block.step, step + 1);
        }
        Ok(())
    }

    fn case(&mut self, instruction: &Instruction, step: u32, code: &mut Code) -> Result<(), CodeError> {
        let block = self.innermost(Opcode::SWITCH)?;
        let value = instruction.operands().first().ok_or(CodeError::Form)?;
        let value = value.literal.dwords().first().ok_or(CodeError::CaseValue)?;
        if let Some(table) = table(code, block.step) {
            table.cases.push((*value, step));
        }
        Ok(())
    }

    fn close(&mut self, closing: Opcode, step: u32, code: &mut Code) -> Result<(), CodeError> {
        let opening = match closing {
            Opcode::ENDIF => Opcode::IF,
            Opcode::ENDLOOP => Opcode::LOOP,
            _ => Opcode::SWITCH,
        };
        self.innermost(opening)?;
        let Some(block) = self.open.pop() else {
            return Ok(());
        };
        match opening {
            Opcode::IF => jump(code, block.middle.unwrap_or(block.step), step),
            Opcode::LOOP => {
                jump(code, step, block.step + 1);
                self.loops.pop();
                self.breakable.pop();
            }
            _ => {
                self.breakable.pop();
                if let Some(table) = table(code, block.step) {
                    table.otherwise = block.middle.unwrap_or(step);
                    // Of cases with the same value, the first is used: the sort is stable.
                    table.cases.sort_by_key(|(value, _)| *value);
                    table.cases.dedup_by_key(|(value, _)| *value);
                }
            }
        }
        for leaving in block.breaks {
            jump(code, leaving, step + 1);
        }
        Ok(())
    }

    fn leave(&mut self, step: u32) -> Result<(), CodeError> {
        let number = self.breakable.last().copied();
        let block = number.and_then(|number| self.open.get_mut(number));
        let block = block.ok_or(CodeError::Outside {
            blocks: "`loop` and `switch`",
        })?;
        block.breaks.push(step);
        Ok(())
    }

    fn repeat(&mut self, step: u32, code: &mut Code) -> Result<(), CodeError> {
        let number = self.loops.last().copied();
        let block = number.and_then(|number| self.open.get(number));
        let block = block.ok_or(CodeError::Outside { blocks: "`loop`" })?;
        jump(code, step, block.step + 1);
        Ok(())
    }

    fn label(
        &mut self,
        instruction: &Instruction,
        location: InstructionLocation,
        step: u32,
    ) -> Result<(), LocatedError> {
        self.all_closed()?;
        let number = label_of(instruction).map_err(|error| (location, error))?;
        match self.labels.insert(number, step) {
            Some(_) => Err((location, CodeError::DuplicateLabel { number })),
            None => Ok(()),
        }
    }

    fn call(&mut self, instruction: &Instruction, location: InstructionLocation, step: u32) -> Result<(), CodeError> {
        self.calls.push((step, location, label_of(instruction)?));
        Ok(())
    }

    fn all_closed(&self) -> Result<(), LocatedError> {
        match self.open.last() {
            Some(block) => Err((block.location, CodeError::NotClosed)),
            None => Ok(()),
        }
    }

    /// Checks that all blocks are closed, and sets the targets of calls.
    pub(super) fn finish(self, code: &mut Code) -> Result<(), LocatedError> {
        self.all_closed()?;
        for (step, location, number) in self.calls {
            let label = self.labels.get(&number);
            let label = label.ok_or((location, CodeError::NoLabel { number }))?;
            jump(code, step, label + 1);
        }
        Ok(())
    }
}

/// Returns the label number of an instruction: its last operand.
fn label_of(instruction: &Instruction) -> Result<u32, CodeError> {
    let operands = instruction.operands();
    let operand = operands.last().ok_or(CodeError::Form)?;
    let number = operand.number().ok_or(CodeError::NoNumber {
        operand: operands.len(),
    })?;
    match operand.kind() {
        RegisterKind::LABEL => Ok(number),
        _ => Err(CodeError::Form),
    }
}

/// Sets the target of a step.
fn jump(code: &mut Code, step: u32, target: u32) {
    if let Some(step) = code.steps.get_mut(step as usize) {
        step.target = target;
    }
}

/// Returns the table of the `switch` at a step.
fn table(code: &mut Code, step: u32) -> Option<&mut crate::step::Cases> {
    match code.steps.get(step as usize)?.action {
        Action::Switch(table) => code.switches.get_mut(table as usize),
        _ => None,
    }
}
