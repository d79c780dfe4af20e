//! Arrays that get fewer elements than the source says, because an application uses no more.

use pica200_diagnostics::Code;
use pica200_dxbc::program::Program;

use super::leaf::REGISTER;
use super::{Uniforms, Unit, place};
use crate::direct3d::operands;
use crate::direct3d::report::Report;
use crate::options::ArrayLength;

impl Uniforms<'_> {
    /// Shortens the arrays and buffers that options name. Reports the ones that do not fit.
    pub(super) fn shorten(&mut self, lengths: &[ArrayLength], program: &Program, report: &mut Report) {
        for (number, ArrayLength { name, length }) in lengths.iter().enumerate() {
            let later = lengths.get(number + 1..).unwrap_or_default();
            if later.iter().any(|other| other.name == *name) {
                continue;
            }
            let mut units = self.units.iter();
            let found = units.find(|(_, unit)| unit.path == *name);
            let Some((&(slot, start), unit)) = found else {
                self.report_unmatched(name, report);
                continue;
            };
            let end = unit.shortened(start, *length);
            let Some(end) = end.filter(|end| *end <= unit.end) else {
                let message = format!(
                    "`--array-length` gives {length} elements to `{name}`, which has {}",
                    counted(unit.elements(start))
                );
                let help = match unit.elements(start) {
                    0 | 1 => "only arrays can be shortened".to_owned(),
                    count => {
                        format!("give a number below {count}; only arrays can be shortened")
                    }
                };
                report.whole(Code::UnmatchedOption, message, &help);
                continue;
            };
            let old = unit.end;
            if let Some(unit) = self.units.get_mut(&(slot, start)) {
                unit.end = end;
                if let Some(leaf) = &mut unit.leaf {
                    let elements = u16::try_from(*length).unwrap_or(u16::MAX);
                    leaf.shape.elements = leaf.shape.elements.min(elements);
                }
            }
            self.left_out.push((slot, end..old));
            report_uses(name, *length, (slot, end..old), program, report);
        }
    }

    fn report_unmatched(&self, name: &str, report: &mut Report) {
        let units = self.units.iter();
        let arrays = units.filter(|((_, start), unit)| unit.elements(*start) > 1);
        let names: Vec<_> = arrays.map(|(_, unit)| format!("`{}`", unit.path)).collect();
        let known = match names.as_slice() {
            [] => "the shader reads no array of uniforms".to_owned(),
            names => format!("the arrays that the shader reads are {}", names.join(", ")),
        };
        let message = format!("`--array-length` names `{name}`; {known}");
        report.whole(Code::UnmatchedOption, message, "");
    }
}

/// Reports the instructions that read an element after the end: at a fixed offset, or at a computed one that begins
/// there. `behind` are the bytes of a slot that are left out.
fn report_uses(
    name: &str,
    length: u32,
    (slot, behind): (u32, std::ops::Range<u32>),
    program: &Program,
    report: &mut Report,
) {
    for (at, instruction) in program.instructions.iter().enumerate() {
        operands::each(instruction, |operand, _| {
            let Some((_, row)) = place(operand).filter(|(own, _)| *own == slot) else {
                return;
            };
            let byte = u32::try_from(row).ok().and_then(|row| row.checked_mul(REGISTER));
            if byte.is_some_and(|byte| behind.contains(&byte)) {
                let message = format!(
                    "the instruction reads `{name}` behind the {} that `--array-length` gives to it",
                    counted(length)
                );
                let help = "give the array all elements that the shader reads";
                report.add(at, Code::TooManyUniforms, &message, help);
            }
        });
    }
}

fn counted(elements: u32) -> String {
    match elements {
        1 => "1 element".to_owned(),
        count => format!("{count} elements"),
    }
}

impl Unit {
    /// Returns the number of elements: of an array, or the registers of a buffer.
    fn elements(&self, start: u32) -> u32 {
        let rows = self.rows(start);
        match (&self.leaf, self.stride) {
            (Some(leaf), _) => u32::from(leaf.shape.elements.max(1)),
            (None, Some(stride)) => rows.div_ceil(stride.max(1)),
            (None, None) => rows,
        }
    }

    /// Returns the end in bytes with so many elements; `None` if the unit has fewer.
    fn shortened(&self, start: u32, length: u32) -> Option<u32> {
        let elements = self.elements(start);
        if length > elements {
            return None;
        }
        if length == elements {
            return Some(self.end);
        }
        // All elements but the last take whole registers.
        let rows = self.rows(start).div_ceil(elements.max(1));
        start.checked_add(length.checked_mul(rows)?.checked_mul(REGISTER)?)
    }
}
