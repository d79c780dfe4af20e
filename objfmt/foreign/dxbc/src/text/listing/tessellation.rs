//! Tessellator settings, and sample-frequency pixel shaders, from the statistics.

use std::fmt::{Formatter, Result};

use crate::program::{Partitioning, TessellatorDomain, TessellatorOutput};
use crate::statistics::{Statistic, Statistics};

pub(super) fn write(f: &mut Formatter<'_>, statistics: &Statistics) -> Result {
    let field = |field| statistics.get(field).unwrap_or_default();
    let domain = field(Statistic::TESSELLATOR_DOMAIN);
    if domain != 0 {
        writeln!(
            f,
            "// Tessellation Domain   # of control points
// -------------------- --------------------
// {:20} {:20}
//",
            domain_name(domain),
            field(Statistic::CONTROL_POINTS)
        )?;
    }
    let output = field(Statistic::HS_OUTPUT_PRIMITIVE);
    if output != 0 {
        let (output, partitioning) = (
            output_name(output),
            partitioning_name(field(Statistic::HS_PARTITIONING)),
        );
        f.write_str("// Tessellation Output Primitive  Partitioning Type \n")?;
        writeln!(
            f,
            "// ------------------------------ ------------------
// {output:30} {partitioning:18}
//"
        )?;
    }
    if field(Statistic::SAMPLE_FREQUENCY) != 0 {
        writeln!(f, "// Pixel Shader runs at sample frequency\n//")?;
    }
    Ok(())
}

fn domain_name(domain: u32) -> String {
    let name = match TessellatorDomain(domain) {
        TessellatorDomain::ISOLINE => "Isoline",
        TessellatorDomain::TRIANGLE => "Triangle",
        TessellatorDomain::QUADRILATERAL => "Quadrilateral",
        TessellatorDomain(other) => return other.to_string(),
    };
    name.to_owned()
}

fn output_name(output: u32) -> String {
    let name = match TessellatorOutput(output) {
        TessellatorOutput::POINT => "Point",
        TessellatorOutput::LINE => "Line",
        TessellatorOutput::TRIANGLE_CLOCKWISE => "Clockwise Triangles",
        TessellatorOutput::TRIANGLE_COUNTER_CLOCKWISE => "Counter-Clockwise Triangles",
        TessellatorOutput(other) => return other.to_string(),
    };
    name.to_owned()
}

fn partitioning_name(partitioning: u32) -> String {
    let name = match Partitioning(partitioning) {
        Partitioning::INTEGER => "Integer",
        Partitioning::POW2 => "Power-of-two",
        Partitioning::FRACTIONAL_ODD => "Odd Fractional",
        Partitioning::FRACTIONAL_EVEN => "Even Fractional",
        Partitioning(other) => return other.to_string(),
    };
    name.to_owned()
}
