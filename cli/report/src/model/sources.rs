//! Sources with the words generated from each line.

use std::collections::BTreeMap;

use pica200::source::Source;
use pica200::text::page::shown;

use super::Part;
use crate::contents::Contents;
use crate::cost::Cost;
use crate::texts::{LineRef, Texts};

/// An available source.
#[derive(Clone, Debug)]
pub struct SourceText {
    /// Its name.
    pub name: String,
    /// Its lines.
    pub lines: Vec<SourceLine>,
}

/// A line of a source.
#[derive(Clone, Default, Debug)]
pub struct SourceLine {
    /// The file name, if another file starts here: an included one, or the including one after it.
    pub file: Option<String>,
    /// Its line number in its file, 1-based.
    pub number: u32,
    /// Its text, without bidirectional control characters.
    pub text: String,
    /// The words generated from it.
    pub words: Vec<u32>,
    /// Their cost, if there is a profile.
    pub cost: Option<Cost>,
    /// The indices of its warnings.
    pub warnings: Vec<usize>,
}

impl SourceText {
    /// Returns the lines of a source, without words.
    pub fn new(texts: &Texts<'_, '_>, index: usize) -> Option<Self> {
        let source = texts.sources().get(index)?;
        let mut file = 0;
        let line = |line| {
            let position = source.lines.position(line);
            let is_new = std::mem::replace(&mut file, position.file) != position.file;
            let name = || shown(source.file_name(position.file).as_bytes());
            SourceLine {
                file: is_new.then(name),
                number: position.line,
                text: texts.line(LineRef { source: index, line }).into_owned(),
                ..SourceLine::default()
            }
        };
        Some(Self {
            name: shown(source.path.as_bytes()),
            lines: (0..count(source)).map(line).collect(),
        })
    }
}

impl SourceText {
    /// Returns the index of a line, given its file name and number.
    pub fn row_of(&self, file: &str, line: u32) -> Option<usize> {
        let mut current = self.name.as_str();
        self.lines.iter().position(|row| {
            current = row.file.as_deref().unwrap_or(current);
            row.number == line && current == file
        })
    }
}

/// Returns the number of lines. A final line ending does not start another line.
fn count(source: &Source<'_>) -> usize {
    let count = source.lines.count();
    let last = count.saturating_sub(1);
    let is_empty = source.line_span(last).text(&source.text).is_empty();
    if is_empty { last } else { count }
}

/// Finds the source lines of all words.
pub(super) fn attach(part: &mut Part, contents: &Contents<'_>, sources: &[Source<'_>]) {
    let texts = Texts::new(sources);
    let mut shown_as: BTreeMap<usize, usize> = BTreeMap::new();
    for (word, line) in part.words.iter_mut().zip(&contents.program.lines) {
        let file = usize::try_from(line.file).ok();
        let file = file.and_then(|file| contents.program.files.get(file));
        let name = file.map(|file| file.to_string());
        let Some(found) = name.and_then(|name| texts.find(&name, line.line)) else {
            continue;
        };
        let next = part.sources.len();
        let index = *shown_as.entry(found.source).or_insert(next);
        if index == next {
            part.sources.extend(SourceText::new(&texts, found.source));
        }
        word.source = Some((index, found.line));
        let source = part.sources.get_mut(index);
        let Some(row) = source.and_then(|source| source.lines.get_mut(found.line)) else {
            continue;
        };
        row.words.push(word.word);
        if let Some(count) = word.count {
            row.cost.get_or_insert_default().add(count);
        }
    }
}
