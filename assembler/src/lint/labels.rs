//! `unused-label`: a label that no instruction refers to.

use rustc_hash::FxHashSet;

use super::LintContext;
use crate::diagnostic::{Code, diagnose};
use crate::report::Report;
use crate::resolve::NameKind;
use crate::text::is_name_char;

pub(super) fn check(cx: &LintContext<'_>, report: &mut Report<'_>) {
    let resolved = cx.resolved;
    // A preprocessor may have removed the jumps.
    if cx.lines.has_markers() {
        return;
    }
    let names = resolved.names();
    let mut is_used = vec![false; names.len()];
    for used in resolved.uses() {
        if let Some(slot) = is_used.get_mut(used.name.index()) {
            *slot = true;
        }
    }
    let labels = names.iter().zip(is_used);
    let unused = labels.filter(|(name, is_used)| name.kind == NameKind::Label && !is_used);
    let unused: Vec<_> = unused.filter_map(|(name, _)| name.definition).collect();
    if unused.is_empty() {
        return;
    }
    // Inactive lines may refer to them.
    let elsewhere: FxHashSet<_> = cx.unread.split(|c| !is_name_char(c)).collect();
    for span in unused {
        let name = cx.text(span);
        if cx.is_in_main_file(span) && !elsewhere.contains(name) {
            let message = format!("unused label `{name}`");
            let help = "remove it, or jump to it";
            report.add(diagnose(Code::UnusedLabel, span, message).with_help(help));
        }
    }
}
