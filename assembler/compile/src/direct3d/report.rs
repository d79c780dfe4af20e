//! The text of a program, and diagnostics about its instructions.

use pica200_diagnostics::Code;
use pica200_dxbc::program::{Instruction, Program};
use pica200_dxbc::text::{Compiler, Disassembly};
use rustc_hash::FxHashSet;

use crate::diagnostic::{Diagnostic, Place, diagnose};
use crate::ir::ReasonId;

/// The disassembly with the location of each instruction, and the diagnostics.
#[derive(Debug, Default)]
pub(super) struct Report {
    /// The disassembly.
    pub(super) listing: String,
    /// The location of each instruction.
    pub(super) places: Vec<Place>,
    /// For each instruction, its number among those that are executed and its offset in the file in bytes.
    marks: Vec<(usize, usize)>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The reason why the GPU cannot compute some values, which matter where an output needs them.
    pub(super) reasons: Vec<Diagnostic>,
    /// Comments for users of the translation.
    pub(super) notes: Vec<String>,
}

impl Report {
    /// Returns the report on a program whose chunk has its data at an offset in the file.
    pub(super) fn new(program: &Program, chunk: usize) -> Self {
        let mut report = Self {
            listing: format!("{}\n", program.version),
            ..Self::default()
        };
        let mut lines = Disassembly::new(program, Compiler::V10).lines().peekable();
        let (mut next_line, mut executed) = (2_u32, 0);
        for instruction in &program.instructions {
            report.places.push(Place::line(next_line));
            let at = usize::try_from(instruction.at).unwrap_or(usize::MAX);
            report
                .marks
                .push((executed, chunk.saturating_add(at.saturating_mul(4))));
            executed += usize::from(!instruction.is_declaration());
            if let Some(line) = lines.next_if(|line| std::ptr::eq(line.instruction, instruction)) {
                let text = format!("{line}\n");
                let count = text.bytes().filter(|byte| *byte == b'\n').count();
                next_line = next_line.saturating_add(u32::try_from(count).unwrap_or(u32::MAX));
                report.listing.push_str(&text);
            }
        }
        report
    }

    /// Adds a diagnostic about the instruction at an index. Its number and its offset follow the message.
    pub(super) fn add(&mut self, at: usize, code: Code, message: &str, help: &str) {
        let message = format!("{message}{}", self.mark(at));
        let diagnostic = diagnose(code, self.places.get(at).copied(), message);
        self.push(diagnostic, help);
    }

    /// Adds a reason why the GPU cannot execute the instruction at an index.
    pub(super) fn reason(&mut self, at: usize, code: Code, message: &str, help: &str) -> ReasonId {
        let message = format!("{message}{}", self.mark(at));
        let diagnostic = diagnose(code, self.places.get(at).copied(), message).with_help(help);
        let known = self.reasons.iter().rposition(|known| *known == diagnostic);
        let index = known.unwrap_or_else(|| {
            self.reasons.push(diagnostic);
            self.reasons.len() - 1
        });
        ReasonId::from_index(index)
    }

    /// Adds a diagnostic about the whole shader.
    pub(super) fn whole(&mut self, code: Code, message: impl Into<String>, help: &str) {
        self.push(diagnose(code, None, message), help);
    }

    /// Adds a diagnostic, which is about the instruction at an index if one is given. The number of the only
    /// instruction that it is about and its offset follow the message.
    pub(super) fn diagnostic(&mut self, at: Option<usize>, mut diagnostic: Diagnostic) {
        if let Some(at) = at {
            diagnostic = diagnostic.with_location(self.places.get(at).copied());
            if diagnostic.secondary.is_empty() {
                diagnostic.message.push_str(&self.mark(at));
            }
        }
        self.diagnostics.push(diagnostic);
    }

    /// Returns the number of an instruction and its offset, for the end of a message.
    fn mark(&self, at: usize) -> String {
        let (number, offset) = self.marks.get(at).copied().unwrap_or_default();
        format!(" (instruction {number}, byte {offset:X}h)")
    }

    fn push(&mut self, diagnostic: Diagnostic, help: &str) {
        self.diagnostics.push(match help {
            "" => diagnostic,
            help => diagnostic.with_help(help),
        });
    }

    /// Returns whether there is an error.
    pub(super) fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(is_error)
    }

    /// Sorts the diagnostics by their locations, and leaves each one once.
    pub(super) fn sort(&mut self) {
        let mut known = FxHashSet::default();
        self.diagnostics
            .retain(|diagnostic| known.insert((diagnostic.code, diagnostic.message.clone())));
        self.diagnostics
            .sort_by_key(|diagnostic| diagnostic.location().map_or(0, |place| place.line));
    }
}

/// Returns whether a diagnostic prevents a translation.
pub(super) fn is_error(diagnostic: &Diagnostic) -> bool {
    diagnostic.is_error()
}

/// Returns the name of an instruction's opcode, for a message.
pub(super) fn named(instruction: &Instruction) -> String {
    format!("`{}`", instruction.opcode())
}
