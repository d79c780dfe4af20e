//! The code, word by word.

use std::collections::HashMap;

use pica200_objfmt::formats::error::Table;
use pica200_objfmt::formats::object::{Relocation, RelocationKind};
use pica200_objfmt::formats::shbin::{LabelEntry, Line};

use super::contents::{Contents, Kind};
use super::names::Names;
use super::page::{Column, Page, Style, column, shortened, shown, word_offset};
use super::tables::section;
use super::words::{DecodedWord, decode};
use pica200::text::place::place;

/// The width of an instruction on a line without remarks.
const ROOM: usize = 61;

const CODE: [Column; 4] = [
    column("Word", 5, Style::Faint),
    column("Code", 8, Style::Faint),
    column("Instruction", 36, Style::Plain),
    column("", 0, Style::Faint),
];

/// The code: each word with its offset, its digits, its instruction with the names of registers, and remarks on outputs
/// and places.
pub(crate) fn code(page: &mut Page, contents: &Contents<'_>) {
    let code = &contents.program.code;
    let place = (contents.program_structure(), Table::Code);
    section(page, contents, place, code.len(), &[]);
    let scopes = Scopes::new(contents);
    let labels = labels(contents);
    let externals = externals(contents);
    let entries = entries(contents);
    let mut line = None;
    for ((word, &bits), number) in (0u32..).zip(code).zip(contents.descriptor_numbers()) {
        for shader in entries.get(&word).into_iter().flatten() {
            let structure = contents.structure(*shader);
            page.line(Style::Faint, &format!("; {structure} starts here"));
        }
        for label in labels.get(&word).into_iter().flatten() {
            page.line(Style::Name, &format!("{}:", shown(&label.name)));
        }
        announce_line(page, contents, word, &mut line);
        let entry = number.and_then(|n| contents.descriptor(n));
        let names = scopes.of(word);
        let decoded = decode(bits, entry.map(|entry| entry.descriptor), names);
        let target = match externals.get(&word) {
            Some(name) => Some(format!("external {}", shortened(name.as_bytes()))),
            None => target_name(&decoded, &labels),
        };
        let remarks = remarks(&decoded, target, names);
        instruction(
            page,
            [word_offset(word), format!("{bits:08x}")],
            &decoded,
            remarks,
        );
    }
}

/// An instruction, on several lines if its names are long, with the remarks after the last.
fn instruction(
    page: &mut Page,
    [offset, digits]: [String; 2],
    word: &DecodedWord,
    remarks: String,
) {
    let lines = word.lines(ROOM);
    let empty = || [String::new(), String::new()];
    let heads = std::iter::once([offset, digits]).chain(std::iter::repeat_with(empty));
    let last = lines.len().saturating_sub(1);
    for (n, ([offset, digits], line)) in heads.zip(lines).enumerate() {
        let remarks = if n == last { remarks.as_str() } else { "" };
        page.row(&CODE, &[&*offset, &*digits, &*line, remarks]);
    }
}

/// The shaders of a shader binary, by the words at which they start.
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

/// Labels by their places. Shaders of one file repeat those of the procedures that they share.
type Labels<'a> = HashMap<u32, Vec<&'a LabelEntry>>;

fn labels<'a>(contents: &'a Contents<'_>) -> Labels<'a> {
    let mut labels = Labels::new();
    for label in contents.shaders.iter().flat_map(|shader| &shader.labels) {
        let here = labels.entry(label.word).or_default();
        // Repeated labels follow each other, shader after shader, so comparing with the last one is enough and keeps
        // the time bounded.
        if here.last().is_none_or(|last| last.name != label.name) {
            here.push(label);
        }
    }
    labels
}

/// Writes the source line, if it differs from that of the word before.
fn announce_line(page: &mut Page, contents: &Contents<'_>, word: u32, last: &mut Option<Line>) {
    let line = usize::try_from(word)
        .ok()
        .and_then(|word| contents.program.lines.get(word));
    if let Some(line) = line
        && last.replace(*line) != Some(*line)
    {
        let place = place(&contents.program, *line);
        page.line(Style::Faint, &format!("; {place}"));
    }
}

/// The procedures of other objects that words call. These words have no target yet.
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

/// The name of the target of a word.
fn target_name(word: &DecodedWord, labels: &Labels<'_>) -> Option<String> {
    let label = labels.get(&word.target?)?.first()?;
    Some(shortened(&label.name))
}

/// The remarks on a word: faults, the name of its target, and the property of the output that it writes.
fn remarks(word: &DecodedWord, target: Option<String>, names: &Names) -> String {
    let property = word.output.and_then(|output| names.property(output));
    let parts = word.remark.iter().cloned().chain(target);
    let parts: Vec<_> = parts.chain(property.map(str::to_owned)).collect();
    if parts.is_empty() {
        return String::new();
    }
    format!("; {}", parts.join(", "))
}

/// The shader whose names apply to each word.
struct Scopes {
    /// The names of the shaders that run words, by the numbers of the shaders.
    names: HashMap<usize, Names>,
    /// For each word, the first shader that runs it; `None` if all belong to the first shader.
    owners: Option<Vec<Option<usize>>>,
    /// The names for a word; none if no shader runs it.
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
                names
                    .entry(number)
                    .or_insert_with(|| contents.names(shader));
            }
        }
        let none = Names::default();
        Self {
            names,
            owners,
            none,
        }
    }

    fn of(&self, word: u32) -> &Names {
        let shader = match &self.owners {
            Some(owners) => usize::try_from(word)
                .ok()
                .and_then(|word| *owners.get(word)?),
            None => Some(0),
        };
        let names = shader.and_then(|shader| self.names.get(&shader));
        names.unwrap_or(&self.none)
    }
}
