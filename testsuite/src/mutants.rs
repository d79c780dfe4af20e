//! Mutation tests of diagnostics: programs with an error in one token, and their diagnostics.
//!
//! `tests/mutants.rs` checks that most errors trigger a single diagnostic, on their line. `examples/mutants.rs`
//! classifies the results and shows the bad ones.

use std::collections::BTreeSet;
use std::{fs, io};

use pica200::levels::Levels;
use pica200_asm::syntax::{Token, line_tokens};
use pica200_link::LinkOptions;

use crate::case::{Case, CaseSource};
use crate::corpus::{file_name, files, folder};
use crate::programs::examples;
use crate::random::Random;
use crate::run::{Outcome, ReportedDiagnostic, run_checked};

/// The seed of the mutants in the test.
pub const SEED: u64 = 200;

/// A correct program.
#[derive(Debug)]
pub struct Original {
    /// Its origin: `examples/lights`.
    pub name: String,
    /// Its sources.
    pub sources: Vec<CaseSource>,
    /// The bytes of its binary.
    bytes: Vec<u8>,
    /// The warnings that it triggers.
    reported: Vec<ReportedDiagnostic>,
}

impl Original {
    fn new(name: String, sources: Vec<CaseSource>) -> io::Result<Self> {
        let outcome = answer(&sources);
        let Some(bytes) = outcome.shbin else {
            return Err(io::Error::other(outcome.diagnostics));
        };
        Ok(Self {
            name,
            sources,
            bytes,
            reported: outcome.reported,
        })
    }
}

/// Returns the programs to mutate: the examples, and the programs without faults.
///
/// # Errors
///
/// Returns an error if one of them cannot be read, is not a case, or triggers an error.
pub fn originals() -> io::Result<Vec<Original>> {
    let mut originals = Vec::new();
    for program in examples()? {
        originals.push(Original::new(program.name, program.sources)?);
    }
    for path in files(&folder("quiet"), "pica") {
        // A case without expectations is rejected.
        let text = format!(";! show: words\n{}", fs::read_to_string(&path)?);
        let name = file_name(&path);
        let case = Case::parse(&name, &text).map_err(io::Error::other)?;
        originals.push(Original::new(format!("quiet/{name}"), case.sources)?);
    }
    Ok(originals)
}

/// A change of a token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Change {
    /// The token is missing.
    Dropped,
    /// The token is duplicated.
    Doubled,
    /// The token and the next one of its line are swapped.
    Exchanged,
    /// A letter or digit of the token is missing, duplicated, replaced, or swapped with the next one.
    Misspelt,
}

impl Change {
    /// All changes.
    pub const ALL: [Self; 4] = [Self::Dropped, Self::Doubled, Self::Exchanged, Self::Misspelt];
}

/// A program with an error.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Mutant {
    /// The index of the program.
    pub program: usize,
    /// The index of the source.
    pub source: usize,
    /// The 1-based line of the error in the source.
    pub line: usize,
    /// The kind of error.
    pub change: Change,
    /// The line before the change.
    pub before: String,
    /// The line after the change.
    pub after: String,
}

/// Creates `count` different mutants, or fewer if the programs are too short. The seed determines them.
pub fn mutants(originals: &[Original], count: usize, seed: u64) -> Vec<Mutant> {
    let tokens: Vec<_> = originals
        .iter()
        .enumerate()
        .flat_map(|(program, original)| {
            let sources = original.sources.iter().enumerate();
            sources.flat_map(move |(source, text)| tokens(program, source, text))
        })
        .collect();
    let mut random = Random(seed);
    let (mut made, mut found) = (BTreeSet::new(), Vec::new());
    for _ in 0..count * 100 {
        if found.len() == count {
            break;
        }
        let place = &tokens[random.below(tokens.len())];
        let change = Change::ALL[random.below(Change::ALL.len())];
        if let Some(mutant) = place.changed(change, &mut random)
            && made.insert(mutant.clone())
        {
            found.push(mutant);
        }
    }
    found
}

/// A token of a program.
struct TokenRef {
    program: usize,
    source: usize,
    line: usize,
    text: String,
    /// The byte range of the token in the line.
    token: (usize, usize),
    /// The byte range of the next token.
    next: Option<(usize, usize)>,
}

/// Returns the tokens of a source.
fn tokens(program: usize, source: usize, text: &CaseSource) -> Vec<TokenRef> {
    let text = String::from_utf8_lossy(&text.text);
    let mut places = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let pieces = line_tokens(line);
        for (n, piece) in pieces.iter().enumerate() {
            if piece.token == Token::BadMarker {
                continue;
            }
            places.push(TokenRef {
                program,
                source,
                line: index + 1,
                text: line.to_owned(),
                token: (piece.start, piece.end()),
                next: pieces.get(n + 1).map(|next| (next.start, next.end())),
            });
        }
    }
    places
}

impl TokenRef {
    /// Returns the mutant with this token changed, or `None` if the change is not possible.
    fn changed(&self, change: Change, random: &mut Random) -> Option<Mutant> {
        let (start, end) = self.token;
        let token = &self.text[start..end];
        let (before, behind) = (&self.text[..start], &self.text[end..]);
        let after = match change {
            Change::Dropped => format!("{before}{behind}"),
            Change::Doubled => {
                // Adjacent names would become one name.
                let is_name = token.ends_with(|c: char| c.is_ascii_alphanumeric());
                let gap = if is_name { " " } else { "" };
                format!("{before}{token}{gap}{token}{behind}")
            }
            Change::Exchanged => {
                let (next, last) = self.next?;
                let (gap, other) = (&self.text[end..next], &self.text[next..last]);
                format!("{before}{other}{gap}{token}{}", &self.text[last..])
            }
            Change::Misspelt => format!("{before}{}{behind}", misspelt(token, random)?),
        };
        (after != self.text).then(|| Mutant {
            program: self.program,
            source: self.source,
            line: self.line,
            change,
            before: self.text.clone(),
            after,
        })
    }
}

/// Returns the token with a typo, or `None` if it has no letters and digits.
fn misspelt(token: &str, random: &mut Random) -> Option<String> {
    let mut letters: Vec<char> = token.chars().collect();
    let is_letter = |c: &char| c.is_ascii_alphanumeric();
    let places: Vec<_> = (0..letters.len()).filter(|&n| is_letter(&letters[n])).collect();
    if places.is_empty() {
        return None;
    }
    let n = places[random.below(places.len())];
    match random.below(4) {
        0 => drop(letters.remove(n)),
        1 => letters.insert(n, letters[n]),
        2 if letters.get(n + 1).is_some_and(is_letter) => letters.swap(n, n + 1),
        _ => {
            let set = match letters[n] {
                '0'..='9' => b'0'..=b'9',
                'A'..='Z' => b'A'..=b'Z',
                _ => b'a'..=b'z',
            };
            let set: Vec<_> = set.map(char::from).collect();
            letters[n] = set[random.below(set.len())];
        }
    }
    Some(letters.into_iter().collect())
}

/// The diagnostics of a mutant.
#[derive(Clone, Debug)]
pub struct MutantResult {
    /// The classification.
    pub verdict: Verdict,
    /// The rendered diagnostics.
    pub text: String,
}

/// A classification of the diagnostics of a mutant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// The change has no effect on the binary.
    SameBytes,
    /// The binary differs, and there is a warning that the original does not trigger.
    Warned,
    /// The binary differs, and there are no diagnostics.
    Silent,
    /// There are errors.
    Errors {
        /// The number of errors.
        count: usize,
        /// True if the first one is on the changed line.
        is_on_line: bool,
    },
}

impl Mutant {
    /// Returns the sources of the mutated program.
    fn sources(&self, original: &Original) -> Vec<CaseSource> {
        let mut sources = original.sources.clone();
        let text = String::from_utf8_lossy(&sources[self.source].text).into_owned();
        let lines = text.lines().enumerate().map(|(index, line)| {
            let line = if index + 1 == self.line { &self.after } else { line };
            format!("{line}\n")
        });
        sources[self.source].text = lines.collect::<String>().into_bytes();
        sources
    }

    /// Returns the diagnostics with the default options of the programs.
    pub fn answer(&self, original: &Original) -> MutantResult {
        let sources = self.sources(original);
        let outcome = answer(&sources);
        let errors: Vec<_> = outcome
            .reported
            .iter()
            .filter(|diagnostic| diagnostic.is_error)
            .collect();
        let name = &sources[self.source].name;
        let line = format!("{name}: {name}:{}", self.line);
        let is_new = |reported: &ReportedDiagnostic| !original.reported.iter().any(|old| old.is_alike(reported));
        let verdict = match errors.first() {
            Some(first) => Verdict::Errors {
                count: errors.len(),
                is_on_line: first.place == line,
            },
            None if outcome.shbin.as_ref() == Some(&original.bytes) => Verdict::SameBytes,
            None if outcome.reported.iter().any(is_new) => Verdict::Warned,
            None => Verdict::Silent,
        };
        MutantResult {
            verdict,
            text: outcome.diagnostics,
        }
    }
}

/// Assembles, links and checks sources with the default options of the programs.
fn answer(sources: &[CaseSource]) -> Outcome {
    let assembling = pica200_asm::AssemblyOptions::default();
    let levels = Levels::default();
    run_checked(sources, &assembling, Some(&LinkOptions::default()), Some(&levels))
}
