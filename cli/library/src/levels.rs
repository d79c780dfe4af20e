//! Which reports are said, and which stop the output.

use pica200_asm::diagnostic::{Kind, Severity as AsmSeverity};
use pica200_asm::lint::{self, Lints};
use pica200_check::{LINTS, Level, Lint};
use pica200_link::Compat;
use pica200_objfmt::similar::most_similar;

use crate::explain::PROBLEMS;
use crate::report::{Report, Severity};

/// The name that stands for all warnings.
const ALL_WARNINGS: &str = "warnings";

/// What the command line says of levels, in its order: of several that name the same the last counts.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Levels {
    rules: Vec<(String, Level)>,
}

/// Takes a name of something whose level can be set.
///
/// # Errors
///
/// What is wrong with it.
pub fn known_name(name: &str) -> Result<String, String> {
    if name == ALL_WARNINGS {
        return Ok(name.to_owned());
    }
    warning_name(name).map(|()| name.to_owned())
}

/// Whether a name is that of something whose level can be set, one by one.
///
/// # Errors
///
/// What is wrong with it.
pub fn warning_name(name: &str) -> Result<(), String> {
    if settable().any(|known| known == name) {
        return Ok(());
    }
    if crate::explain::names().any(|known| known == name) {
        return Err(format!("`{name}` is an error that cannot be anything else"));
    }
    Err(unknown_name(name, settable().chain([ALL_WARNINGS])))
}

/// What to say of a name that nothing has.
pub fn unknown_name<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> String {
    match most_similar(name, known) {
        Some(similar) => format!("no diagnostic is called `{name}`; did you mean `{similar}`?"),
        None => format!("no diagnostic is called `{name}`; each has its name in brackets"),
    }
}

/// The names whose levels can be set: lints, and warnings of the assembler, the linker and the programs.
fn settable() -> impl Iterator<Item = &'static str> {
    let lints = LINTS.iter().map(|info| info.name);
    let kinds = Kind::ALL
        .iter()
        .filter(|kind| kind.severity() != AsmSeverity::Error);
    let problems = PROBLEMS
        .iter()
        .filter(|problem| problem.level.starts_with("warning"));
    lints
        .chain(kinds.map(|kind| kind.name()))
        .chain(problems.map(|problem| problem.name))
}

/// The level that a warning of the assembler, the linker or the programs has by itself.
fn own_level(name: &str) -> Level {
    let mut kinds = Kind::ALL.iter().filter(|kind| kind.name() == name);
    match kinds.any(|kind| kind.severity() == AsmSeverity::Allowed) {
        true => Level::Allow,
        false => Level::Warn,
    }
}

impl Levels {
    /// Sets the level of what has a name, or of all `warnings`.
    ///
    /// # Errors
    ///
    /// If nothing has the name, or it is an error that cannot be anything else.
    pub fn set(&mut self, name: &str, level: Level) -> Result<(), String> {
        self.rules.push((known_name(name)?, level));
        Ok(())
    }

    /// What the options say of a name that is at a level by itself. `warnings` is about what is a warning by itself, or by
    /// an option before.
    fn level(&self, name: &str, default: Level) -> Level {
        let (mut own, mut level) = (default, default);
        for (rule, chosen) in &self.rules {
            if rule == name {
                (own, level) = (*chosen, *chosen);
            } else if rule == ALL_WARNINGS && own == Level::Warn {
                level = *chosen;
            }
        }
        level
    }

    /// The severity of a lint's findings; `None` if they are allowed. What the incumbent accepts is at most a warning
    /// where its output is asked for.
    pub fn of_lint(&self, lint: Lint, compat: Compat) -> Option<Severity> {
        let default = match compat {
            Compat::None => lint.info().level,
            Compat::Picasso => lint.info().level.min(Level::Warn),
        };
        severity(self.level(lint.name(), default))
    }

    /// The lints of the assembler that are to be looked for: all that are not allowed.
    pub fn lints(&self) -> Lints {
        let asked = lint::LINTS.into_iter().filter(|lint| {
            let name = lint.name();
            self.level(name, own_level(name)) != Level::Allow
        });
        asked.fold(Lints::NONE, Lints::with)
    }

    /// Gives reports the severities that the options choose, and drops those that are allowed. Errors that are no lints
    /// stay.
    pub fn apply(&self, reports: &mut Vec<Report>) {
        reports.retain_mut(|report| {
            if report.is_lint || report.is_error() {
                // Lints have their severities already.
                return true;
            }
            match severity(self.level(report.name, own_level(report.name))) {
                Some(severity) => {
                    report.severity = severity;
                    true
                }
                None => false,
            }
        });
    }
}

fn severity(level: Level) -> Option<Severity> {
    match level {
        Level::Allow => None,
        Level::Warn => Some(Severity::Warning),
        Level::Deny => Some(Severity::Error),
    }
}
