//! A profile as JSON, one object per line. `cli/JSON.md` describes the objects.

use serde::Serialize;

use super::{Cost, Profile};

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Object<'p> {
    Profile {
        runs: u64,
        #[serde(flatten)]
        cost: Numbers,
    },
    ProfileProcedure {
        procedure: Option<&'p str>,
        word: usize,
        entries: Option<u64>,
        #[serde(flatten)]
        cost: Numbers,
    },
    ProfileLine {
        file: Option<&'p str>,
        line: Option<u32>,
        word: usize,
        #[serde(flatten)]
        cost: Numbers,
    },
}

/// The numbers of each object.
#[derive(Serialize)]
struct Numbers {
    instructions: u64,
    words: usize,
    executed: usize,
}

impl From<Cost> for Numbers {
    fn from(cost: Cost) -> Self {
        Self {
            instructions: cost.instructions,
            words: cost.words,
            executed: cost.executed,
        }
    }
}

/// Returns the objects of a profile, one per line: the totals, then the procedures, then the lines.
pub(crate) fn objects(profile: &Profile<'_>) -> impl Iterator<Item = impl Serialize> {
    let totals = Object::Profile {
        runs: profile.runs(),
        cost: profile.total().into(),
    };
    let procedures = profile.procedures().into_iter();
    let procedures = procedures.map(|row| Object::ProfileProcedure {
        procedure: row.procedure.map(|procedure| procedure.name.as_str()),
        word: row.first,
        entries: row.entries,
        cost: row.cost.into(),
    });
    let lines = profile.lines().into_iter().map(|row| {
        let (file, line) = row.line.unzip();
        Object::ProfileLine {
            file,
            line,
            word: row.first,
            cost: row.cost.into(),
        }
    });
    std::iter::once(totals).chain(procedures).chain(lines)
}
