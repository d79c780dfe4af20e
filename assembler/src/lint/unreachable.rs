//! `unreachable-code`: instructions after `end` or `break` that are no jump target.

use pica200_objfmt::isa::opcode::Opcode;

use super::LintContext;
use crate::diagnostic::{Code, diagnose};
use crate::report::Report;

pub(super) fn check(cx: &LintContext<'_>, report: &mut Report<'_>) {
    let program = &cx.resolved.program;
    // The previous instruction, if execution never continues after it and nothing was reported there.
    let mut stopped = None;
    for &index in cx.straight_lines() {
        let Some(instruction) = index.and_then(|index| program.instruction(index)) else {
            stopped = None;
            continue;
        };
        let opcode = instruction.operation.opcode();
        // Padding and a redundant `end` are intentional.
        let is_meant = matches!(opcode, Some(Opcode::Nop | Opcode::End));
        if !is_meant && let Some(before) = stopped.take() {
            let mnemonic = cx.text(before);
            let message = format!("unreachable code after `{mnemonic}`");
            let diagnostic = diagnose(Code::UnreachableCode, instruction.keyword, message)
                .with_label("the code from here on is never executed")
                .with_secondary(before, "execution does not continue after this")
                .with_help("remove it, or put a label before it and jump there");
            report.add(diagnostic);
        }
        if matches!(opcode, Some(Opcode::End | Opcode::Break)) {
            stopped = Some(instruction.keyword);
        }
    }
}
