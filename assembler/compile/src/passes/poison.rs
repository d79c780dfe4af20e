//! Errors for poison that the program needs.

use std::collections::BTreeSet;

use crate::diagnostic::Diagnostic;
use crate::ir::{Op, Program};
use crate::source::Source;

/// Returns the reasons of all poison that outputs and statements need, in source order. Empty if the program is
/// supported.
pub(crate) fn reasons(program: &Program, source: &Source) -> Vec<Diagnostic> {
    if source.reasons.is_empty() {
        return Vec::new();
    }
    let mut ids = BTreeSet::new();
    program.for_each_read(|operand| {
        if let Op::Poison(id) = *program.op(operand) {
            ids.insert(id);
        }
    });
    let reasons = ids.iter().filter_map(|id| source.reasons.get(id.index()));
    reasons.cloned().collect()
}

#[cfg(test)]
mod tests {
    use pica200_diagnostics::Code;
    use pica200_objfmt::isa::property::by_name;

    use super::reasons;
    use crate::diagnostic::diagnose;
    use crate::ir::{Builder, Op, Output, Program, ReasonId, Type};
    use crate::source::Source;

    #[test]
    fn only_what_is_needed_refuses_a_program() {
        let source = Source {
            reasons: ["first", "second"]
                .map(|message| diagnose(Code::UnsupportedOperation, None, message))
                .to_vec(),
            ..Source::default()
        };
        let mut builder = Builder::new(Program::default());
        let first = builder.value(Op::Poison(ReasonId(0)), Type::Float);
        let second = builder.value(Op::Poison(ReasonId(1)), Type::Float);
        let zero = builder.literal(0.0);
        let sum = builder.add(second, zero);
        let mut program = builder.finish();
        let mut output = |component| {
            program.outputs = vec![Output {
                name: "position".to_owned(),
                property: by_name("position").expect("a property"),
                components: vec![component; 4],
            }];
            super::super::dce::run(&mut program);
            let found = reasons(&program, &source);
            found
                .into_iter()
                .map(|diagnostic| diagnostic.message)
                .collect::<Vec<_>>()
        };
        assert_eq!(output(sum), ["second"]);
        assert_eq!(output(first), ["first"]);
        assert_eq!(output(zero), [] as [&str; 0]);
    }
}
