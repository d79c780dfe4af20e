//! `differs-from-picasso`: text that picasso accepts with another meaning.

use super::LintContext;
use crate::diagnostic::{Applicability, Code, diagnose};
use crate::report::Report;
use crate::resolve::DifferenceKind;

pub(super) fn check(cx: &LintContext<'_>, report: &mut Report<'_>) {
    for difference in &cx.resolved.facts.differences {
        let span = difference.span;
        let text = cx.text(span);
        let new = |message| diagnose(Code::DiffersFromPicasso, span, message);
        let diagnostic = match difference.kind {
            DifferenceKind::Register => {
                let lower = text.to_ascii_lowercase();
                let message = format!("`{text}` is the register `{lower}` here; picasso 2.7.2 reads another one");
                new(message)
                    .with_help(format!("write `{lower}`"))
                    .with_fix(span, lower, Applicability::Certain)
            }
            DifferenceKind::Value => new(format!(
                "`{text}` is evaluated in full here; picasso 2.7.2 reads only a part of it"
            ))
            .with_help("write the result as a decimal number"),
            DifferenceKind::Overflow => new(format!(
                "`{text}` becomes infinite here; picasso 2.7.2 writes bits that are not a number"
            ))
            .with_help("write `inf`, or a number below 2^64, about 1.8e19"),
        };
        report.add(diagnostic);
    }
}
