//! Limits of the GPU: the number of outputs, and integer uniforms, which only loops can read.

use pica200_diagnostics::Code;
use pica200_objfmt::flow::scopes::LOOP_DEPTH;
use pica200_objfmt::isa::register::UniformKind;

use crate::diagnostic::{Diagnostic, diagnose};
use crate::ir::{Block, Break, Call, CountedExit, If, Loop, Op, Operand, Origin, Program, Statement, TripCount};
use crate::outputs::MAX_OUTPUTS;
use crate::source::Source;

/// Checks that there are output registers for all outputs, and that nothing but a loop reads an integer uniform.
///
/// # Errors
///
/// The number of outputs; or the first location that reads such a uniform in another way, or a loop that is in too many
/// others.
pub(crate) fn check(program: &Program, source: &Source) -> Result<(), Diagnostic> {
    if program.outputs.len() > MAX_OUTPUTS {
        return Err(too_many_outputs(program));
    }
    let counts = (program.uniforms.iter()).any(|uniform| uniform.kind == UniformKind::Integer);
    if !counts {
        return Ok(());
    }
    let outputs = program.outputs.iter().flat_map(|output| &output.components);
    let checker = Checker { program, source };
    checker.block(&program.body, 0)?;
    checker.operands(outputs.copied(), Origin::default())
}

/// Returns the error for too many outputs. Each takes a register, whatever the number of its components.
fn too_many_outputs(program: &Program) -> Diagnostic {
    let names = program.outputs.iter().map(|output| {
        let property = output.property.name;
        if output.name == property {
            format!("`{property}`")
        } else {
            format!("`{}` as `{property}`", output.name)
        }
    });
    let names: Vec<_> = names.collect();
    let message = format!(
        "the shader has {} outputs, and each takes one of the {MAX_OUTPUTS} output registers: {}",
        names.len(),
        names.join(", ")
    );
    let diagnostic = diagnose(Code::TooManyOutputs, None, message);
    diagnostic.with_help("leave an output out with `--ignore-output NAME`")
}

struct Checker<'c> {
    program: &'c Program,
    source: &'c Source,
}

impl Checker<'_> {
    fn block(&self, block: &Block, open: usize) -> Result<(), Diagnostic> {
        for statement in &block.0 {
            let mut inside = open;
            let origin = match statement {
                Statement::Define(value) => self.program.definition(*value).origin,
                Statement::If(If { origin, .. })
                | Statement::Break(Break { origin, .. })
                | Statement::Call(Call { origin, .. })
                | Statement::Loop(Loop { origin, .. })
                | Statement::Jump(_, origin) => *origin,
                Statement::Set(..) | Statement::Labelled(_) => Origin::default(),
            };
            self.operands(self.program.reads(statement), origin)?;
            if let Statement::Loop(Loop {
                counted_exit: Some(CountedExit { count, .. }),
                ..
            }) = statement
            {
                if matches!(count, TripCount::Uniform(_)) && open >= LOOP_DEPTH {
                    return Err(self.nested(origin));
                }
                inside += 1;
            }
            for inner in statement.blocks() {
                self.block(inner, inside)?;
            }
        }
        Ok(())
    }

    fn operands(&self, mut operands: impl Iterator<Item = Operand>, origin: Origin) -> Result<(), Diagnostic> {
        let read = operands.find_map(|operand| match *self.program.op(operand) {
            Op::Uniform(id, ..) => {
                (self.program.uniforms.get(id.index())).filter(|uniform| uniform.kind == UniformKind::Integer)
            }
            _ => None,
        });
        let Some(uniform) = read else {
            return Ok(());
        };
        let message = format!(
            "`{}` is read here, and as a uniform of integers it can only be the number of rounds of a loop",
            uniform.name
        );
        let diagnostic = diagnose(Code::UnsupportedOperation, self.source.place(origin), message);
        Err(diagnostic.with_help(
            "write the loop as `for (var i = 0u; i < count; i++)`, and read the number nowhere else; or omit `--loop-uniform`",
        ))
    }

    fn nested(&self, origin: Origin) -> Diagnostic {
        let message = format!("a loop with an integer uniform is nested in {LOOP_DEPTH} other counted loops");
        let diagnostic = diagnose(Code::NestingTooDeep, self.source.place(origin), message);
        diagnostic.with_help("leave `--loop-uniform` out for it")
    }
}
