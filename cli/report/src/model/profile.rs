//! Profiles: execution counts of words.

use std::collections::HashMap;

use serde::Deserialize;

/// The execution count of each word.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Counts(HashMap<u32, u64>);

/// An error in a profile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProfileError {
    /// A line (1-based) is not a JSON object of a trace.
    Line(usize, String),
    /// No line contains an executed instruction.
    NoInstructions,
}

/// The relevant fields of a line in a trace; `cli/JSON.md` describes all of them.
#[derive(Deserialize)]
struct Line {
    kind: String,
    word: Option<u32>,
}

impl Counts {
    /// Reads the output of `picarun --trace=json`: a JSON object on each line, including one for each executed
    /// instruction.
    pub fn from_trace(trace: &str) -> Result<Self, ProfileError> {
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

    /// Returns the execution count of a word.
    pub fn of(&self, word: u32) -> u64 {
        self.0.get(&word).copied().unwrap_or(0)
    }

    /// Returns the last executed word.
    pub fn last_word(&self) -> Option<u32> {
        self.0.keys().copied().max()
    }
}
