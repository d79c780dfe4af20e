//! The tables of the chunk, as Direct3D's disassembler prints them.

use std::fmt;

use super::{Level9, Runtime};

/// Formats the nonempty tables of constants, runtime constants and samplers as comment lines.
#[derive(Clone, Copy, Debug)]
pub struct Mappings<'a>(pub &'a Level9);

impl fmt::Display for Mappings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = self.0;
        if !level.constants.is_empty() {
            f.write_str(
                "//
// Constant buffer to DX9 shader constant mappings:
//
// Target Reg Buffer  Start Reg # of Regs        Data Conversion
// ---------- ------- --------- --------- ----------------------
",
            )?;
        }
        for row in &level.constants {
            let target = format!("c{}", row.target);
            let buffer = format!("cb{}", row.buffer);
            let [x, y, z, w] = row.conversion.map(conversion);
            writeln!(
                f,
                "// {target:10} {buffer:7} {:9} {:9}  ({x:>4},{y:>4},{z:>4},{w:>4})",
                row.start, row.count
            )?;
        }
        if !level.constants.is_empty() {
            writeln!(f, "//")?;
        }
        if !level.runtime.is_empty() {
            f.write_str(
                "//
// Runtime generated constant mappings:
//
// Target Reg                               Constant Description
// ---------- --------------------------------------------------
",
            )?;
        }
        for row in &level.runtime {
            let target = format!("c{}", row.target);
            let text = match row.kind {
                Runtime::POSITION_OFFSET => "Vertex Shader position offset".to_owned(),
                kind => format!("unknown ({kind})"),
            };
            writeln!(f, "// {target:10} {text:>50}")?;
        }
        if !level.runtime.is_empty() {
            writeln!(f, "//")?;
        }
        if !level.samplers.is_empty() {
            f.write_str(
                "//
// Sampler/Resource to DX9 shader sampler mappings:
//
// Target Sampler Source Sampler  Source Resource
// -------------- --------------- ----------------
",
            )?;
        }
        for row in &level.samplers {
            let [target, sampler, resource] = [
                format!("s{}", row.target),
                format!("s{}", row.sampler),
                format!("t{}", row.resource),
            ];
            writeln!(f, "// {target:14} {sampler:15} {resource:17}")?;
        }
        if !level.samplers.is_empty() {
            writeln!(f, "//")?;
        }
        Ok(())
    }
}

/// Returns the name of a conversion.
fn conversion(number: u8) -> String {
    match number {
        0 => "FLT".to_owned(),
        number => number.to_string(),
    }
}
