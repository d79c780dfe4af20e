//! The pages of diagnostics, and the option that asks for one.

use clap::CommandFactory;
use pica200_asm::diagnostic::{Kind, Severity as AsmSeverity};
use pica200_link::verify::{Lint, LintInfo};

use super::{PROBLEMS, ProblemInfo, names};
use crate::levels::unknown_name;
use crate::program::{Status, Streams, usage};
use crate::session::Session;

/// What there is to say of a name: of a lint all, with examples, of others what they mean. `None` if nothing has it.
fn explain(name: &str) -> Option<String> {
    let kind = Kind::ALL.iter().find(|kind| kind.name() == name);
    match (kind, Lint::from_name(name)) {
        (Some(&kind), None) => return Some(of_kind(kind)),
        (None, Some(lint)) => return Some(of_lint(lint.info())),
        // The assembler sees some of what the checks on linked programs see.
        (Some(&kind), Some(lint)) => {
            return Some(format!("{}\n{}", of_kind(kind), of_lint(lint.info())));
        }
        (None, None) => {}
    }
    let problem = PROBLEMS.iter().find(|problem| problem.name == name)?;
    let ProblemInfo {
        name,
        level,
        meaning,
    } = problem;
    Some(format!("{name} ({level})\n\n{meaning}\n"))
}

/// The page of a kind of the assembler's diagnostics.
fn of_kind(kind: Kind) -> String {
    let level = match kind.severity() {
        AsmSeverity::Error => "error of the assembler",
        AsmSeverity::Warning => "warning of the assembler",
        AsmSeverity::Allowed => "warning of the assembler, allowed by default",
    };
    let title = format!("{} ({level})", kind.name());
    page(&title, kind.meaning(), kind.explanation())
}

/// A lint's page.
fn of_lint(info: &LintInfo) -> String {
    let title = format!("{} (lint, {} by default)", info.name, info.level);
    page(&title, info.summary, info.explanation)
}

/// The texts of a page, with sources set in from the margin.
fn page(title: &str, summary: &str, explanation: &str) -> String {
    let mut text = format!("{title}\n\n{summary}\n\n");
    let mut in_source = false;
    for line in explanation.lines() {
        match line.strip_prefix("```") {
            Some(_) => in_source = !in_source,
            None if in_source && !line.is_empty() => text.push_str(&format!("    {line}\n")),
            None => text.push_str(&format!("{line}\n")),
        }
    }
    text
}

/// The option that asks for a page.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct ExplainOption {
    /// Explain what a diagnostic means, with examples, and how to mend it
    ///
    /// NAME is what diagnostics have in brackets.
    #[arg(long, value_name = "NAME", exclusive = true)]
    explain: Option<String>,
}

impl ExplainOption {
    /// Writes the page, if one is asked for.
    pub(crate) fn answer<Options: CommandFactory>(
        &self,
        streams: &mut Streams<'_>,
    ) -> Option<Status> {
        let name = self.explain.as_ref()?;
        let Some(text) = explain(name) else {
            return Some(usage::<Options>(&unknown_name(name, names()), streams));
        };
        let mut session = Session::default();
        session.show(text.as_bytes(), streams);
        Some(match session.has_errors() {
            true => Status::Errors,
            false => Status::Success,
        })
    }
}
