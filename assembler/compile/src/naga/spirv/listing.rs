//! The listing of a SPIR-V module, whose lines locations refer to.

use std::fmt::Write as _;

use ::spirv::Op;
use pica200_diagnostics::Code;

use crate::diagnostic::{Diagnostic, diagnose};

/// The bytes before the first instruction.
const HEADER: usize = 20;

/// Returns a line for each instruction of a module, and the offsets of the instructions in bytes.
pub(in super::super) fn list(bytes: &[u8]) -> Result<(String, Vec<usize>), Diagnostic> {
    let invalid = |message: String| diagnose(Code::SourceInvalid, None, message);
    let words: Vec<u32> = super::words::words(bytes).collect();
    if words.first() != Some(&::spirv::MAGIC_NUMBER) || !bytes.len().is_multiple_of(4) || bytes.len() < HEADER {
        return Err(invalid(
            "this is not a SPIR-V module: its first word is not 0x07230203, or it is cut off".to_owned(),
        ));
    }
    let (mut listing, mut offsets) = (String::new(), Vec::new());
    let mut rest = words.get(HEADER / 4..).unwrap_or_default();
    while let Some(first) = rest.first() {
        let offset = bytes.len() - rest.len() * 4;
        let count = usize::try_from(first >> 16).unwrap_or(usize::MAX);
        let Some((instruction, behind)) = rest.split_at_checked(count).filter(|_| count > 0) else {
            return Err(invalid(format!(
                "the instruction at offset {offset:#x} of the SPIR-V module has {count} words; {} are left",
                rest.len()
            )));
        };
        match Op::from_u32(first & 0xffff) {
            Some(op) => {
                let _ = write!(listing, "Op{op:?}");
            }
            None => {
                let _ = write!(listing, "Op{}", first & 0xffff);
            }
        }
        for word in instruction.iter().skip(1) {
            let _ = write!(listing, " {word}");
        }
        listing.push('\n');
        offsets.push(offset);
        rest = behind;
    }
    Ok((listing, offsets))
}
