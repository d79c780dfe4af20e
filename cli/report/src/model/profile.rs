//! Profiles: how often each word was executed.

use std::collections::HashMap;

use serde::Deserialize;

/// The number of executions of each word.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Counts(HashMap<u32, u64>);

/// Why a text is not a profile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProfileError {
    /// A line is not an object of a trace; lines count from 1.
    Line(usize, String),
    /// No line has an executed instruction.
    NoInstructions,
}

/// The fields that count in a line of a trace; `cli/JSON.md` describes all of them.
#[derive(Deserialize)]
struct Line {
    kind: String,
    word: Option<u32>,
}

impl Counts {
    /// The counts in what `picarun --trace=json` wrote: an object on each line, among them one for each executed
    /// instruction.
    pub fn of_trace(trace: &str) -> Result<Self, ProfileError> {
        let mut counts = HashMap::new();
        for (number, line) in (1..).zip(trace.lines()) {
            if line.trim().is_empty() {
                continue;
            }
            let line: Line =
                serde_json::from_str(line).map_err(|error| ProfileError::Line(number, error.to_string()))?;
            if line.kind == "instruction" {
                let Some(word) = line.word else {
                    let why = "an instruction has no `word`".to_owned();
                    return Err(ProfileError::Line(number, why));
                };
                let count: &mut u64 = counts.entry(word).or_default();
                *count = count.saturating_add(1);
            }
        }
        if counts.is_empty() {
            Err(ProfileError::NoInstructions)
        } else {
            Ok(Self(counts))
        }
    }

    /// How often a word was executed.
    pub fn of(&self, word: u32) -> u64 {
        self.0.get(&word).copied().unwrap_or(0)
    }

    /// The last word that was executed.
    pub fn last_word(&self) -> Option<u32> {
        self.0.keys().copied().max()
    }
}
