//! Writes the text of one source.

use std::collections::BTreeMap;
use std::fmt::Write;

use pica200_objfmt::flow::WordSpan;
use pica200_objfmt::formats::shbin::Line;
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::{Bank, Register};
use pica200_objfmt::isa::text::{RegisterText, Registers};

use super::declarations::Declarations;
use super::instruction::{Stage, TargetNames, Word, WordContext};
use super::labels::{Label, Labels};
use super::names::RegisterNames;
use super::sources::Part;
use super::structure::Mark;
use super::{Code, Record, TargetName};
use pica200_format::{MAX_INDENT, indent};

/// The column at which comments start.
const COMMENT_COLUMN: usize = 40;

/// Writes a source.
pub(super) struct Writer<'a> {
    code: &'a Code,
    part: Part,
    labels: &'a Labels,
    stage: Stage,
    /// Labels not yet written.
    labels_left: BTreeMap<u32, Vec<Label>>,
    /// Names of registers in the source.
    names: RegisterNames,
    shared_names: RegisterNames,
    text: String,
    /// Position of the next line in line tables, after the first `.loc` with a line.
    next_line: Option<Line>,
    /// Index of the next end of a block.
    next_mark: usize,
    /// Indentation depth of the next line.
    depth: usize,
}

impl<'a> Writer<'a> {
    pub(super) fn new(code: &'a Code, part: Part, labels: &'a Labels, is_geometry: bool) -> Self {
        let words = part.words.start as usize..part.words.end as usize;
        let own = code.instructions.get(words).unwrap_or_default();
        let has_setemit = own.iter().any(|i| i.opcode == Some(Opcode::Setemit));
        let stage = match part.shader {
            _ if is_geometry => Stage::Geometry,
            Some(_) => Stage::Vertex,
            // The assembler takes it for part of a geometry shader.
            None if has_setemit => Stage::Geometry,
            None => Stage::Library,
        };
        let marks = &code.blocks.marks;
        Self {
            // Directives at the very start end the code of the previous source.
            next_mark: marks.partition_point(|&(offset, _)| offset <= part.words.start),
            code,
            part,
            labels,
            stage,
            labels_left: labels.by_word.clone(),
            names: RegisterNames::default(),
            shared_names: RegisterNames::default(),
            text: String::new(),
            next_line: None,
            depth: 0,
        }
    }

    /// Returns the text of the source, and the facts that it cannot express.
    pub(super) fn write(mut self, declarations: Declarations) -> (String, Vec<String>) {
        let Declarations {
            lines,
            names,
            shared_names,
            unstated,
        } = declarations;
        (self.names, self.shared_names) = (names, shared_names);
        for line in &lines {
            self.line(line);
        }
        for sentence in &unstated {
            self.line(&format!("; not stated: {sentence}"));
        }
        for number in self.part.procedures.clone() {
            self.write_procedure(number);
        }
        self.labels_at(self.part.words.end, |_| true);
        (self.text, unstated)
    }

    fn line(&mut self, text: &str) {
        indent(&mut self.text, self.depth);
        self.text.push_str(text);
        self.text.push('\n');
        if let Some(line) = &mut self.next_line {
            line.line = line.line.saturating_add(1);
        }
    }

    /// Writes a line with a comment in a separate column.
    fn commented(&mut self, text: &str, comment: &str) {
        // A tab has four columns here.
        let width = self.depth.min(MAX_INDENT) * 4 + text.len();
        let gap = COMMENT_COLUMN.saturating_sub(width).max(1);
        self.line(&format!("{text}{:gap$}; {comment}", ""));
    }

    /// Names files for line tables, so that the linked file has the same file names as the original.
    pub(super) fn file_names(&mut self, is_first: bool) {
        let files = &self.code.files;
        let skipped = if is_first { 0 } else { files.len().saturating_sub(1) };
        for file in (0u32..).take(files.len()).skip(skipped) {
            if let Some(name) = self.file_name(file) {
                self.line(&format!(".loc \"{name}\""));
            }
        }
    }

    /// Returns the name of a file, if `.loc` can state it.
    fn file_name(&self, file: u32) -> Option<&str> {
        let name = self.code.files.get(file as usize)?;
        let name = std::str::from_utf8(name).ok()?;
        let is_wrong = name.is_empty() || name.contains(|c: char| c.is_control() || c == '"');
        (!is_wrong).then_some(name)
    }

    /// Sets the position of the next line in line tables. Messages keep the real position.
    fn write_loc(&mut self, line: Line) {
        // Lines start at 1; some tables have line 0 for code without a line.
        let Some(name) = self.file_name(line.file).filter(|_| line.line > 0) else {
            return;
        };
        let text = format!(".loc \"{name}\", {}", line.line);
        // Preprocessor directives are at the left margin.
        let depth = std::mem::take(&mut self.depth);
        self.line(&text);
        self.depth = depth;
        self.next_line = Some(line);
    }

    fn write_procedure(&mut self, number: usize) {
        let code = self.code;
        let WordSpan { start, size } = code.procedures.spans()[number];
        self.line("");
        let first = code.procedures.first_at(start);
        let before = number - first.max(self.part.procedures.start);
        self.labels_at(start, |label| label.procedures_before == before && !label.inside);
        self.line(&format!(".proc {}", code.names[number]));
        if size == 0 {
            self.labels_at(start, |label| label.procedures_before == before + 1 && label.inside);
        }
        self.depth = 1;
        let mut after_mova = false;
        for word in start..start + size {
            self.marks(word);
            self.labels_at(word, |label| word != start || label.procedures_before > before);
            after_mova = self.statement(word, after_mova);
        }
        self.marks(start + size);
        if size > 0 {
            self.labels_at(start + size, |label| label.closes);
        }
        self.depth = 0;
        self.line(".end");
    }

    /// Writes the directives before a word: the ends of blocks, and `.else`.
    fn marks(&mut self, word: u32) {
        let marks = &self.code.blocks.marks;
        while let Some(&(_, mark)) = marks.get(self.next_mark).filter(|&&(offset, _)| offset == word) {
            self.next_mark += 1;
            self.depth = self.depth.saturating_sub(1).max(1);
            match mark {
                Mark::End => self.line(".end"),
                Mark::Else => {
                    self.line(".else");
                    self.depth += 1;
                }
            }
        }
    }

    /// Writes labels at a word, each once.
    fn labels_at(&mut self, word: u32, wanted: impl Fn(&Label) -> bool) {
        let Some(labels) = self.labels_left.get_mut(&word) else {
            return;
        };
        let labels: Vec<_> = labels.extract_if(.., |label| wanted(label)).collect();
        let depth = std::mem::take(&mut self.depth);
        for label in labels {
            self.line(&format!("{}:", label.name));
        }
        self.depth = depth;
    }

    /// Writes one word. Returns true if it is `mova`.
    fn statement(&mut self, word: u32, after_mova: bool) -> bool {
        let code = self.code;
        let index = word as usize;
        let instruction = &code.instructions[index];
        let context = WordContext {
            word,
            opens_block: code.blocks.opening.contains(index),
            in_loop: code.blocks.in_loop.contains(index),
            after_mova,
            stage: self.stage,
        };
        let record = code.records.get(&word);
        let registers = ScopedNames {
            names: if code.shared.contains(index) {
                &self.shared_names
            } else {
                &self.names
            },
            record,
        };
        let statement = Word {
            instruction,
            descriptor: code.descriptors.get(index).copied().unwrap_or_default(),
            is_raw: record.is_some_and(|record| record.is_raw),
        }
        .statement(context, &registers, self);
        let mut comment = format!("{word:03X} {:08X}", instruction.encode());
        if let Some(&line) = code.lines.get(index) {
            if code.has_lines && self.next_line != Some(line) {
                self.write_loc(line);
            }
            let name = code.files.get(line.file as usize);
            let name = name.map(|name| name.to_string()).unwrap_or_default();
            let _ = write!(comment, " {}:{}", name.escape_debug(), line.line);
        }
        self.commented(&statement, &comment);
        if context.opens_block {
            self.depth += 1;
        }
        instruction.opcode == Some(Opcode::Mova)
    }
}

impl Writer<'_> {
    /// Returns the target that a relocation record names.
    fn target(&self, word: u32) -> Option<&TargetName> {
        self.code.records.get(&word)?.target.as_ref()
    }
}

impl TargetNames for Writer<'_> {
    fn procedure(&self, word: u32, span: WordSpan) -> Option<&str> {
        match self.target(word) {
            Some(target) => target.is_procedure.then_some(&target.name),
            None => {
                let number = self.code.procedures.exactly(span)?;
                self.code.names.get(number).map(String::as_str)
            }
        }
    }

    fn label(&self, word: u32, offset: u32, words: u32) -> Option<&str> {
        if let Some(target) = self.target(word) {
            return Some(&target.name);
        }
        let fits = offset.saturating_add(words) <= self.part.words.end;
        self.labels.at(offset).filter(|_| fits)
    }
}

/// Names of registers in one instruction.
struct ScopedNames<'a> {
    names: &'a RegisterNames,
    record: Option<&'a Record>,
}

impl Registers for ScopedNames<'_> {
    fn name(&self, register: Register) -> RegisterText<'_> {
        let is_uniform = matches!(register.bank, Bank::Float | Bank::Integer | Bank::Boolean);
        let named = self.record.and_then(|record| record.register.as_ref());
        match named.filter(|_| is_uniform) {
            Some((name, element)) => RegisterText {
                name: name.into(),
                element: *element,
            },
            None => self.names.name(register),
        }
    }
}
