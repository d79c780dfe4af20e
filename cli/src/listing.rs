//! Listings: sources next to their code words, then the tables with the allocated registers.

use std::collections::HashMap;

use pica200_asm::text::Cause;
use pica200_link::LinkOutput;
use pica200_objfmt::formats::inspect::inspect;
use pica200_objfmt::formats::object::Object;
use pica200_objfmt::isa::opcode::Opcode;

use pica200_report::contents::{Contents, InspectedFile};
use pica200_report::view::Section;

use crate::sections::sections;
use pica200::render::Colors;
use pica200::source::{LineIndex, Source};
use pica200::text::page::{Column, Page, Style, column, shown, word_offset};

/// Columns of a source line.
const COLUMNS: [Column; 5] = [
    column("Line", 6, Style::Faint),
    column("Word", 5, Style::Faint),
    column("Code", 8, Style::Plain),
    column("Desc", 4, Style::Plain),
    column("Source", 0, Style::Plain),
];

/// The tables after the sources.
const TABLES: [Section; 5] = [
    Section::Descriptors,
    Section::Constants,
    Section::Labels,
    Section::Outputs,
    Section::Uniforms,
];

/// A code word and its source line.
pub(crate) struct ListedWord {
    /// Path of the input.
    input: String,
    /// File name as in line tables, and line number.
    line: (String, u32),
    /// Word offset.
    offset: u32,
    word: u32,
}

/// Returns the words of an object.
pub(crate) fn object_words(path: &str, object: &Object) -> Vec<ListedWord> {
    let words = object.code.iter().zip(&object.lines);
    let words = (0..).zip(words).map(|(offset, (&word, position))| ListedWord {
        input: path.to_owned(),
        line: (
            object.files.get(position.file as usize).cloned().unwrap_or_default(),
            position.line,
        ),
        offset,
        word,
    });
    words.collect()
}

/// Returns the words of a linked program whose lines are known.
pub(crate) fn linked_words(output: &LinkOutput) -> Vec<ListedWord> {
    let words = (0..).zip(&output.shbin.program.code);
    let listed = words.enumerate().filter_map(|(number, (offset, &word))| {
        let (input, line) = output.origins.word(number)?;
        let line = line?;
        Some(ListedWord {
            input: input.to_owned(),
            line: (line.file, line.line),
            offset,
            word,
        })
    });
    listed.collect()
}

/// Formats the listing of sources and their output: the bytes of an object or a shader binary.
pub(crate) fn listing(sources: &[Source<'_>], words: &[ListedWord], name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut page = Page::new(Colors::None);
    for source in sources {
        let own = words.iter().filter(|word| word.input == source.path);
        source_lines(&mut page, source, own);
    }
    let subject = InspectedFile {
        name,
        bytes,
        inspection: inspect(bytes),
    };
    if let Some(contents) = Contents::new(&subject.inspection) {
        sections(&mut page, &subject, &contents, &TABLES);
    }
    page.into_bytes()
}

/// Writes the lines of a source without duplicates: the lines of a macro are listed at its call.
fn source_lines<'w>(page: &mut Page, source: &Source<'_>, words: impl Iterator<Item = &'w ListedWord>) {
    let index = LineIndex::new(source);
    let mut of_line: HashMap<usize, Vec<&ListedWord>> = HashMap::new();
    for word in words {
        let (file, line) = &word.line;
        if let Some(line) = index.line(file, *line) {
            of_line.entry(line).or_default().push(word);
        }
    }
    let mut file = None;
    for line in 0..source.lines.count() {
        let span = source.line_span(line);
        let is_last = line + 1 == source.lines.count() && span.start == span.end;
        if is_last || is_repeated(source, span.start) {
            continue;
        }
        let position = source.lines.position(line);
        if file.replace(position.file) != Some(position.file) {
            page.heading(&shown(source.file_name(position.file).as_bytes()));
            page.titles(&COLUMNS);
        }
        let text = span.text(&source.text);
        let number = format!("{:6}", position.line);
        let words = of_line.remove(&line).unwrap_or_default();
        let mut cells = words.iter().map(|listed| cells(listed));
        let [offset, word, descriptor] = cells.next().unwrap_or_default();
        page.row(&COLUMNS, &[number, offset, word, descriptor, text.to_owned()]);
        for [offset, word, descriptor] in cells {
            let nothing = String::new();
            page.row(&COLUMNS, &[nothing.clone(), offset, word, descriptor, nothing]);
        }
    }
}

/// Returns true if a line belongs to a macro, or to a later iteration of a repetition.
fn is_repeated(source: &Source<'_>, offset: u32) -> bool {
    source.lines.expansions(offset).any(|expansion| match expansion.cause {
        Cause::Include => false,
        Cause::Macro(_) => true,
        Cause::Repetition(turn) => turn > 1,
    })
}

/// Returns a word's offset, the word, and the index of its operand descriptor if it has one.
fn cells(listed: &ListedWord) -> [String; 3] {
    let opcode = Opcode::from_word(listed.word);
    let field = opcode.and_then(|opcode| opcode.fields().descriptor);
    let descriptor = field.map(|field| format!("{:4}", field.get(listed.word)));
    [
        word_offset(listed.offset),
        format!("{:08X}", listed.word),
        descriptor.unwrap_or_default(),
    ]
}
