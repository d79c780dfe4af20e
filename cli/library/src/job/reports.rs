//! Diagnostics of many builds, deduplicated.

use std::collections::{BTreeSet, HashSet};

use pica200_diagnostics::Code;
use rustc_hash::FxHashSet;

use super::Job;
use crate::diagnostic::{Diagnostic, Label, Location, Severity, sources};
use crate::input::InputFile;
use crate::render::argument_uses;
use crate::session::Session;
use crate::source::Source;

/// A session with the keys of its diagnostics, by which duplicates are detected. Computing the keys takes longer than
/// comparing them, so each build does it on its own thread.
#[derive(Debug)]
pub struct KeyedSession<'s> {
    session: Session<'s>,
    keys: Vec<DiagnosticKey>,
}

/// The content of a diagnostic in the short format. Equal diagnostics of several builds have equal keys, though their
/// source indices differ.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct DiagnosticKey {
    is_error: bool,
    code: Code,
    message: String,
    at: Option<LocationKey>,
    /// Uses of a macro argument, with their texts.
    uses: Vec<(Option<LocationKey>, String)>,
}

/// A location: file, line and column, as far as known.
type LocationKey = (String, u32, u32);

impl DiagnosticKey {
    fn new(diagnostic: &Diagnostic, sources: &[Source<'_>]) -> Self {
        let uses = argument_uses(diagnostic, sources);
        Self {
            is_error: diagnostic.severity == Severity::Error,
            code: diagnostic.code,
            message: diagnostic.message.clone(),
            at: (diagnostic.labels().next()).and_then(|label| at(label, sources)),
            uses: uses.map(|place| (at(place, sources), place.text.clone())).collect(),
        }
    }
}

fn at(place: &Label, sources: &[Source<'_>]) -> Option<LocationKey> {
    match &place.location {
        Location::Span { source, span } => {
            let at = sources.get(*source)?.locate(*span);
            Some((at.file, at.line, at.column))
        }
        Location::Line { file, line, .. } => Some((file.clone(), *line, 1)),
        Location::File(path) => Some((path.clone(), 0, 0)),
    }
}

impl<'s> From<Session<'s>> for KeyedSession<'s> {
    fn from(session: Session<'s>) -> Self {
        let diagnostics = session.diagnostics.iter();
        let keys = diagnostics.map(|diagnostic| DiagnosticKey::new(diagnostic, &session.sources));
        Self {
            keys: keys.collect(),
            session,
        }
    }
}

/// The diagnostics so far, in build order.
#[derive(Default, Debug)]
pub struct Reports {
    keys: FxHashSet<DiagnosticKey>,
    /// Defines used by translated inputs.
    numbers: HashSet<String>,
}

impl Reports {
    /// Moves the diagnostics of a session to another one, except for those already there from earlier builds.
    pub fn add<'s>(&mut self, from: impl Into<KeyedSession<'s>>, to: &mut Session<'s>) {
        self.add_about(from, None, to);
    }

    /// Finishes the builds that share defines: warns about defines of `job` that are unused in all builds. `files` are
    /// the inputs of all builds. Returns true on success; otherwise no build may be written.
    #[must_use]
    pub fn finish<'f>(
        mut self,
        job: &Job,
        files: impl IntoIterator<Item = &'f InputFile>,
        to: &mut Session<'_>,
    ) -> bool {
        if to.has_errors() {
            return true;
        }
        let mut last = Session {
            numbers: std::mem::take(&mut self.numbers),
            ..Session::default()
        };
        let all = Job {
            shared_defines: BTreeSet::new(),
            ..job.clone()
        };
        all.report_useless_defines(files, &mut last);
        all.apply_levels(&mut last);
        let is_well = !last.has_errors();
        self.add(last, to);
        is_well
    }

    /// Like [`Self::add`], for a variant. `about` is the variant file, or the build, with the combination.
    pub(crate) fn add_about<'s>(
        &mut self,
        from: impl Into<KeyedSession<'s>>,
        about: Option<(&str, &str)>,
        to: &mut Session<'s>,
    ) {
        let KeyedSession {
            session: from,
            keys: own,
        } = from.into();
        self.numbers.extend(from.numbers);
        let first = to.sources.len();
        let mut moved = Vec::new();
        // A build can repeat a diagnostic on one line, such as in a macro expanded twice. For variants, once is enough.
        self.keys.reserve(own.len());
        let mut others = Vec::new();
        for (diagnostic, keys) in from.diagnostics.into_iter().zip(own) {
            let is_new = match about {
                Some(_) => self.keys.insert(keys),
                None => {
                    let is_new = !self.keys.contains(&keys);
                    others.push(keys);
                    is_new
                }
            };
            if is_new {
                moved.push(with_sources_from(diagnostic, first));
            }
        }
        self.keys.extend(others);
        if moved.is_empty() {
            return;
        }
        if let Some((file, words)) = about {
            for diagnostic in &mut moved {
                let file = Location::File(file.to_owned());
                diagnostic.push_label(Label::new(file, format!("with {words}")));
            }
        }
        to.sources.extend(from.sources);
        to.diagnostics.extend(moved);
    }
}

/// Returns a diagnostic with its source indices offset by `first`.
fn with_sources_from(mut diagnostic: Diagnostic, first: usize) -> Diagnostic {
    sources(&mut diagnostic).for_each(|source| *source += first);
    diagnostic
}
