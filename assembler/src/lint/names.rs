//! `unused-uniform` and its like: names that are declared, and that nothing in the file uses.
//!
//! Names of included files stay out: a header declares more than each shader needs. So do all where line markers say that a
//! preprocessor has made the source: conditions that are gone may have used them. So do uniforms and constants of
//! libraries (`.nodvle`), which are there for other files; and where code of other files runs, the uniforms and inputs
//! that a shader declares for it.

use pica200_objfmt::formats::object::{DEFAULT_ENTRY, RelocationKind, UniformClass};
use pica200_objfmt::isa::register::Bank;
use rustc_hash::FxHashSet;

use crate::diagnostic::{Diagnostic, Kind};
use crate::text::is_in_name;
use crate::text::{Lines, Span};
use crate::unit::Unit;
use pica200_objfmt::isa::register::RegisterForm;

const TAKE_OUT: &str = "take the declaration out; or was the name forgotten somewhere?";

impl Unit<'_> {
    /// Looks at all names, when all uses are known.
    pub(crate) fn watch_names(&mut self) {
        if self.has_errors() {
            return;
        }
        self.shared_registers();
        if self.lines.is_some_and(Lines::has_markers) {
            return;
        }
        // What does not count in this run may in another one.
        for word in self.unread.split(|c| !is_in_name(c)) {
            self.names.get(word);
        }
        self.unused_uniforms();
        self.unused_constants();
        self.unused_aliases();
        self.unused_numbers();
        self.unused_labels();
    }

    /// Notes that a register is named as such: names that may stand for it count as used.
    pub(crate) fn watch_register(&mut self, bank: Bank) {
        self.watch.named_banks |= 1 << bank as u8;
    }

    /// Notes that an instruction reads an input register, by whatever name.
    pub(crate) fn watch_input(&mut self, number: u8) {
        self.watch.inputs_read |= 1 << number;
    }

    fn unused_uniforms(&mut self) {
        let shared = self.object.library || self.runs_code_of_others();
        let mut found = Vec::new();
        for (uniform, &span) in self.object.uniforms.iter().zip(&self.spans.uniforms) {
            let (lint, bank) = match uniform.class {
                UniformClass::Uniform(_) if uniform.linkage.is_extern() => {
                    (Kind::UnusedExtern, None)
                }
                _ if shared => continue,
                UniformClass::Input if self.watch.inputs_read >> uniform.first & 1 == 1 => continue,
                UniformClass::Input => (Kind::UnusedInput, None),
                // Where the linker chooses the register, no number stands for it.
                UniformClass::Uniform(kind) => {
                    (Kind::UnusedUniform, uniform.pinned.then(|| kind.bank()))
                }
            };
            if bank.is_none_or(|bank| self.watch.named_banks >> bank as u8 & 1 == 0) {
                found.push((lint, span));
            }
        }
        self.report_unused(found);
    }

    /// Whether a shader of this file runs code of others, which knows uniforms by their names and inputs by their
    /// registers: it calls some, or starts there.
    fn runs_code_of_others(&self) -> bool {
        let entry = self.object.entry.as_ref();
        let name = entry.map_or(DEFAULT_ENTRY, |entry| entry.name.as_str());
        let is_label = self.targets.entry.is_some();
        !self.targets.externals.is_empty() || !is_label && self.targets.procedure(name).is_none()
    }

    fn unused_constants(&mut self) {
        let mut found = Vec::new();
        for (constant, &span) in self.object.constants.iter().zip(&self.spans.constants) {
            if constant.linkage.is_extern() {
                found.push((Kind::UnusedExtern, span));
                continue;
            }
            let bank = constant.kind.bank() as u8;
            let by_number = constant.pinned && self.watch.named_banks >> bank & 1 == 1;
            if !self.object.library && !self.code.words.is_empty() && !by_number {
                found.push((Kind::UnusedConstant, span));
            }
        }
        self.report_unused(found);
    }

    fn unused_aliases(&mut self) {
        let aliases = self.watch.aliases.iter();
        let found = aliases.map(|alias| (Kind::UnusedAlias, alias.name));
        self.report_unused(found.collect());
    }

    fn unused_numbers(&mut self) {
        let numbers = self.names.unused().filter(|name| name.number().is_some());
        let found = numbers.map(|name| (Kind::UnusedNumber, name.span));
        self.report_unused(found.collect());
    }

    /// Reports those of the declared names that are not used, and that lint.
    fn report_unused(&mut self, declared: Vec<(Kind, Span)>) {
        for (lint, span) in declared {
            let name = self.text(span);
            let counts = self.watch.lints.has(lint)
                && self.names.is_unused(name)
                // Such a name is that of its register, and may have been used as that.
                && RegisterForm::of(name) == RegisterForm::Name
                && self.is_in_main_file(span);
            if counts {
                let message = format!("nothing uses {} `{name}`", noun(lint));
                self.watch
                    .find(Diagnostic::new(lint, span, message).help(TAKE_OUT));
            }
        }
    }

    fn unused_labels(&mut self) {
        if !self.watch.lints.has(Kind::UnusedLabel) {
            return;
        }
        let mut used = vec![false; self.object.labels.len()];
        let mut mark = |index: usize| {
            if let Some(used) = used.get_mut(index) {
                *used = true;
            }
        };
        for relocation in &self.code.relocations {
            if let RelocationKind::Label(index) = relocation.kind {
                mark(index.into());
            }
        }
        let entry = self.targets.entry.map(|name| self.text(name));
        entry
            .and_then(|name| self.targets.label_index(name))
            .into_iter()
            .for_each(mark);
        let unused = self
            .targets
            .labels()
            .filter(|(index, _)| used.get(*index) == Some(&false));
        let unused: Vec<_> = unused.collect();
        if unused.is_empty() {
            return;
        }
        // What does not count in this run may go to them in another one.
        let elsewhere: FxHashSet<_> = self.unread.split(|c| !is_in_name(c)).collect();
        for (_, span) in unused {
            if self.is_in_main_file(span) && !elsewhere.contains(self.text(span)) {
                let message = format!("nothing goes to the label `{}`", self.text(span));
                let diagnostic = Diagnostic::new(Kind::UnusedLabel, span, message);
                let help = "take it out; or should a jump go to it?";
                self.watch.find(diagnostic.help(help));
            }
        }
    }

    /// Whether a piece is in the source itself, and not in an included file.
    fn is_in_main_file(&self, span: Span) -> bool {
        let lines = self.lines;
        lines.is_some_and(|lines| lines.position(lines.index(span.start)).file == 0)
    }
}

fn noun(lint: Kind) -> &'static str {
    match lint {
        Kind::UnusedUniform => "the uniform",
        Kind::UnusedConstant => "the constant",
        Kind::UnusedInput => "the input",
        Kind::UnusedAlias => "the alias",
        Kind::UnusedNumber => "the number",
        _ => "the name of another file",
    }
}
