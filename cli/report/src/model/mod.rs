//! The model of a page.

mod graphs;
mod procedures;
mod profile;
mod shaders;
mod sources;
mod uniforms;
mod warnings;
mod words;

use pica200::source::Source;
use pica200::text::page::{counted, shown};
use pica200_check::WordLiveness;
use pica200_objfmt::formats::inspect::Content;

use crate::contents::{Contents, InspectedFile, Kind};
use crate::cost::Cost;
use crate::sizes::{self, Usage};

pub use procedures::{Procedure, innermost};
pub use profile::{Counts, ProfileError};
pub use shaders::{Shader, inputs, outputs};
pub use sources::{SourceLine, SourceText};
pub use uniforms::{OwnerKind, UniformOwner};
pub use warnings::{Note, Warning, WarningLocation};
pub use words::{Descriptor, Word};

use shaders::shaders;
use words::{descriptors, words};

/// Information besides the file.
#[derive(Default)]
pub struct Extras<'a> {
    /// The available sources.
    pub sources: &'a [Source<'a>],
    /// The diagnostics.
    pub warnings: Vec<Warning>,
    /// The execution count of each word.
    pub counts: Option<Counts>,
}

/// The model of a page about a file.
#[derive(Clone, Default, Debug)]
pub struct Report {
    /// The name of the file.
    pub name: String,
    /// Its kind and contents: `shader binary, 2 shaders, 396 bytes`.
    pub summary: Vec<String>,
    /// The faults of a damaged file, and remarks on missing parts.
    pub remarks: Vec<String>,
    /// The programs: one, or one for each archive member.
    pub parts: Vec<Part>,
}

/// A program with its shaders.
#[derive(Clone, Default, Debug)]
pub struct Part {
    /// The name of the archive member.
    pub name: Option<String>,
    /// The code.
    pub words: Vec<Word>,
    /// The procedures that have words, ordered by address.
    pub procedures: Vec<Procedure>,
    /// The shaders.
    pub shaders: Vec<Shader>,
    /// The operand descriptors.
    pub descriptors: Vec<Descriptor>,
    /// The combined resource usage of all shaders; empty for objects.
    pub usage: Vec<Usage>,
    /// The warnings.
    pub warnings: Vec<Warning>,
    /// The available sources that have code here.
    pub sources: Vec<SourceText>,
    /// The cost of all words, if there is a profile.
    pub total: Option<Cost>,
}

impl Report {
    /// Creates the model of a shader binary or an object.
    pub fn new(subject: &InspectedFile<'_>, mut extras: Extras<'_>) -> Self {
        let contents = Contents::new(&subject.inspection);
        let faults = subject.inspection.faults.iter();
        let part = contents.map(|contents| Part::new(&contents, None, &mut extras));
        Self {
            name: shown(subject.name.as_bytes()),
            summary: summary(subject),
            remarks: faults.map(|fault| format!("damaged: {fault}")).collect(),
            parts: part.into_iter().collect(),
        }
    }

    /// Creates the model of an archive from its name, its size and its object members.
    pub fn from_archive(name: &str, bytes: usize, members: Vec<(InspectedFile<'_>, Extras<'_>)>) -> Self {
        let summary = vec![
            "archive".to_owned(),
            counted(members.len(), "object"),
            counted(bytes, "byte"),
        ];
        let mut remarks = Vec::new();
        let mut parts = Vec::new();
        for (member, mut extras) in members {
            let name = shown(member.name.as_bytes());
            let fault = member.inspection.faults.first();
            remarks.extend(fault.map(|fault| format!("{name}: damaged: {fault}")));
            let contents = Contents::new(&member.inspection);
            parts.extend(contents.map(|contents| Part::new(&contents, Some(name), &mut extras)));
        }
        Self {
            name: shown(name.as_bytes()),
            summary,
            remarks,
            parts,
        }
    }

    /// Returns true if there is a profile.
    pub fn has_profile(&self) -> bool {
        self.parts.iter().any(|part| part.total.is_some())
    }
}

fn summary(subject: &InspectedFile<'_>) -> Vec<String> {
    let (kind, shaders) = match &subject.inspection.content {
        Content::Shbin(shbin) => ("shader binary", Some(shbin.shaders.len())),
        Content::Object(_) => ("object", None),
        Content::Documented(_) => ("object of another version", None),
        Content::Unknown => ("unknown file", None),
    };
    let mut all = vec![kind.to_owned()];
    all.extend(shaders.map(|count| counted(count, "shader")));
    if !subject.bytes.is_empty() {
        all.push(counted(subject.bytes.len(), "byte"));
    }
    all
}

impl Part {
    fn new(contents: &Contents<'_>, name: Option<String>, extras: &mut Extras<'_>) -> Self {
        let mut words = words(contents);
        if let Some(counts) = &extras.counts {
            for word in &mut words {
                word.count = Some(counts.of(word.word));
            }
        }
        let mut part = Self {
            name,
            shaders: shaders(contents),
            descriptors: descriptors(contents),
            usage: match contents.kind {
                Kind::Shbin => sizes::of_file(contents),
                _ => Vec::new(),
            },
            warnings: std::mem::take(&mut extras.warnings),
            total: extras
                .counts
                .is_some()
                .then(|| words.iter().filter_map(|word| word.count).collect()),
            words,
            ..Self::default()
        };
        part.note_lives();
        part.procedures = procedures::procedures(contents, &part.words);
        sources::attach(&mut part, contents, extras.sources);
        warnings::attach(&mut part);
        part
    }

    /// Returns the word at an address.
    pub fn word(&self, offset: u32) -> Option<&Word> {
        self.words.get(usize::try_from(offset).ok()?)
    }

    /// Returns the lifetimes in a shader of this part by procedure, or `None` if they are unknown.
    pub fn lives<'p>(&'p self, shader: &'p Shader) -> Option<impl Iterator<Item = (&'p str, Vec<WordLiveness>)>> {
        let lives = shader.lives.as_ref()?;
        let procedures = self.procedures.iter().map(|procedure| {
            let own = |life: &&WordLiveness| procedure.words.binary_search(&life.word).is_ok();
            let lives: Vec<_> = lives.iter().filter(own).copied().collect();
            (procedure.name.as_str(), lives)
        });
        Some(procedures.filter(|(_, lives)| !lives.is_empty()))
    }

    /// Returns the procedure that starts at a word.
    pub fn procedure_at(&self, word: u32) -> Option<usize> {
        // The procedures are sorted by address.
        let first = self.procedures.partition_point(|procedure| procedure.start < word);
        self.procedures
            .get(first)
            .filter(|procedure| procedure.start == word)
            .map(|_| first)
    }

    /// Counts the live temporaries after each word; in shared code, of the first shader that executes it.
    fn note_lives(&mut self) {
        for life in self.shaders.iter().filter_map(|shader| shader.lives.as_ref()).flatten() {
            let index = usize::try_from(life.word).ok();
            if let Some(word) = index.and_then(|index| self.words.get_mut(index)) {
                word.held.get_or_insert(life.after.temporaries());
            }
        }
    }
}

#[cfg(test)]
mod tests;
