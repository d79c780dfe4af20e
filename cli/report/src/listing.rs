//! The code of a file, word by word, with the names that apply to each word.

use std::collections::HashMap;

use pica200::text::names::Names;
use pica200::text::page::truncated_name;
use pica200::text::words::{DecodedWord, decode};
use pica200_objfmt::formats::object::{Relocation, RelocationKind};
use pica200_objfmt::formats::shbin::{LabelEntry, Line};

use crate::contents::{Contents, Kind};

/// A listing of the code of a file.
pub struct Listing<'a> {
    contents: &'a Contents<'a>,
    scopes: Scopes,
    labels: Labels<'a>,
    externals: HashMap<u32, &'a str>,
    entries: HashMap<u32, Vec<usize>>,
}

/// A word of a listing.
#[derive(Debug)]
pub struct ListedWord<'l> {
    /// Its address in words.
    pub word: u32,
    /// Its bits.
    pub bits: u32,
    /// The indices of the shaders that start here.
    pub starts: &'l [usize],
    /// The labels of this address, without the repetitions of further shaders.
    pub labels: &'l [&'l LabelEntry],
    /// Its line table entry.
    pub line: Option<Line>,
    /// The index of its descriptor.
    pub descriptor: Option<usize>,
    /// The instruction, with the register names of the first shader that executes it.
    pub decoded: DecodedWord,
    /// The name of its target.
    pub target: Option<String>,
    /// Remarks: faults, the name of the target, the property of the written output.
    pub remarks: Vec<String>,
}

impl<'a> Listing<'a> {
    /// Creates the listing of a file.
    pub fn new(contents: &'a Contents<'a>) -> Self {
        Self {
            contents,
            scopes: Scopes::new(contents),
            labels: labels(contents),
            externals: externals(contents),
            entries: entries(contents),
        }
    }

    /// Returns the words in order.
    pub fn words(&self) -> impl Iterator<Item = ListedWord<'_>> {
        let program = &self.contents.program;
        let numbers = self.contents.descriptor_numbers();
        let words = (0u32..).zip(&program.code).zip(numbers);
        words.map(|((word, &bits), descriptor)| self.word(word, bits, descriptor))
    }

    fn word(&self, word: u32, bits: u32, descriptor: Option<usize>) -> ListedWord<'_> {
        let entry = descriptor.and_then(|number| self.contents.descriptor(number));
        let names = self.scopes.of(word);
        let decoded = decode(bits, entry.map(|entry| entry.descriptor), names);
        let target = match self.externals.get(&word) {
            Some(name) => Some(format!("external {}", truncated_name(name.as_bytes()))),
            None => target_name(&decoded, &self.labels),
        };
        let lines = &self.contents.program.lines;
        let line = usize::try_from(word).ok().and_then(|word| lines.get(word));
        ListedWord {
            word,
            bits,
            starts: self.entries.get(&word).map_or(&[], Vec::as_slice),
            labels: self.labels.get(&word).map_or(&[], Vec::as_slice),
            line: line.copied(),
            descriptor,
            remarks: remarks(&decoded, target.clone(), names),
            decoded,
            target,
        }
    }
}

/// Returns the shaders of a shader binary by start address.
fn entries(contents: &Contents<'_>) -> HashMap<u32, Vec<usize>> {
    let mut entries: HashMap<_, Vec<_>> = HashMap::new();
    if matches!(contents.kind, Kind::Shbin) {
        for (number, shader) in contents.shaders.iter().enumerate() {
            if !contents.is_lost(contents.structure(number)) {
                entries.entry(shader.entry).or_default().push(number);
            }
        }
    }
    entries
}

/// Labels by address. Shaders of a file repeat the labels of the procedures that they share.
type Labels<'a> = HashMap<u32, Vec<&'a LabelEntry>>;

fn labels<'a>(contents: &'a Contents<'_>) -> Labels<'a> {
    let mut labels = Labels::new();
    for label in contents.shaders.iter().flat_map(|shader| &shader.labels) {
        let here = labels.entry(label.word).or_default();
        // Repetitions follow each other, shader by shader, so comparing with the last label suffices and keeps the time
        // bounded.
        if here.last().is_none_or(|last| last.name != label.name) {
            here.push(label);
        }
    }
    labels
}

/// Returns the external procedures that words call. These words have no target yet.
fn externals<'a>(contents: &Contents<'a>) -> HashMap<u32, &'a str> {
    let Kind::Object(object) = contents.kind else {
        return HashMap::new();
    };
    let external = |relocation: &Relocation| match relocation.kind {
        RelocationKind::External(index) => {
            let name = object.externals.get(usize::from(index))?;
            Some((relocation.word, name.as_str()))
        }
        _ => None,
    };
    object.relocations.iter().filter_map(external).collect()
}

/// Returns the name of the target of a word.
fn target_name(word: &DecodedWord, labels: &Labels<'_>) -> Option<String> {
    let label = labels.get(&word.target?)?.first()?;
    Some(truncated_name(&label.name))
}

/// Returns the remarks on a word: faults, the name of its target, and the property of the written output.
fn remarks(word: &DecodedWord, target: Option<String>, names: &Names) -> Vec<String> {
    let property = word.output.and_then(|output| names.property(output));
    let parts = word.remark.iter().cloned().chain(target);
    parts.chain(property.map(str::to_owned)).collect()
}

/// The shader whose names apply to each word.
struct Scopes {
    /// The register names of the shaders that execute words, by shader index.
    names: HashMap<usize, Names>,
    /// For each word, the first shader that executes it; `None` if all words belong to the first shader.
    owners: Option<Vec<Option<usize>>>,
    /// The names of words that no shader executes.
    none: Names,
}

impl Scopes {
    fn new(contents: &Contents<'_>) -> Self {
        let words = contents.program.code.len();
        let owners = contents.reach().map(|reach| {
            let mut owners = vec![None; words];
            for (shader, reached) in reach.iter().enumerate() {
                for word in reached.iter() {
                    if let Some(owner) = owners.get_mut(word) {
                        owner.get_or_insert(shader);
                    }
                }
            }
            owners
        });
        let mut names = HashMap::new();
        let all = owners.iter().flatten().flatten().copied();
        for number in all.chain(owners.is_none().then_some(0)) {
            if let Some(shader) = contents.shaders.get(number) {
                names.entry(number).or_insert_with(|| contents.names(shader));
            }
        }
        let none = Names::default();
        Self { names, owners, none }
    }

    fn of(&self, word: u32) -> &Names {
        let shader = match &self.owners {
            Some(owners) => usize::try_from(word).ok().and_then(|word| *owners.get(word)?),
            None => Some(0),
        };
        let names = shader.and_then(|shader| self.names.get(&shader));
        names.unwrap_or(&self.none)
    }
}
