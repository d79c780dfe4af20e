//! The pass over the statements, and the object at its end.

use pica200_objfmt::formats::object::{Object, Position};
use pica200_objfmt::isa::descriptor::DescriptorEntry;

use crate::directive::Directive;
use crate::syntax::ast::{Ast, Statement, StatementKind};
use crate::text::{Lines, Span};
use crate::text::{code, is_in_name};
use crate::unit::Unit;
use pica200_objfmt::isa::register::RegisterForm;

impl<'s> Unit<'s> {
    /// Takes all statements in order, then what can be known only at the end.
    pub(crate) fn run(&mut self, lines: &Lines) {
        let ast: &'s Ast = self.ast;
        let mut cursor = lines.cursor();
        self.unused_files = ast
            .statements
            .first()
            .map_or(0, |first| lines.unused_files(first.keyword.start));
        for statement in &ast.statements {
            let Position { file, line } = cursor.position(statement.keyword.start);
            let file = file - self.unused_files;
            self.position = Position { file, line };
            self.statement(statement, lines);
        }
        self.check_all_closed();
        self.resolve_targets();
        self.set_visibilities();
        self.settle_literals();
        self.check_geometry();
        self.watch_names();
        self.settle_externals();
        if self.place_registers() {
            self.fill_in_registers();
            self.check_values();
        }
    }

    fn statement(&mut self, statement: &Statement, lines: &Lines) {
        let keyword = statement.keyword;
        match &statement.kind {
            StatementKind::Label => {
                self.watch_border();
                self.define_label(keyword);
            }
            StatementKind::Instruction(terms) => self.instruction(keyword, terms),
            StatementKind::BrokenInstruction => self.broken_instruction(keyword),
            StatementKind::Procedure(name) => {
                self.watch_border();
                self.open_procedure(keyword, *name);
            }
            StatementKind::Else => {
                self.watch_border();
                self.meet_else(keyword, ".else");
            }
            StatementKind::ElseIf(terms) => {
                self.watch_border();
                self.else_if(keyword, terms.as_ref());
            }
            StatementKind::End => {
                self.watch_border();
                self.close(keyword);
            }
            StatementKind::Alias(name, term) => self.alias(*name, term),
            StatementKind::Uniforms(kind, declarators) => self.uniforms(*kind, declarators),
            StatementKind::Constant(kind, declarator, values) => {
                self.constant(*kind, declarator, values)
            }
            StatementKind::ConstantArray(declarator) => {
                self.constant_array(keyword, declarator.as_deref());
                if declarator.is_none() {
                    self.refuse_names(keyword, lines);
                }
            }
            StatementKind::ConstantElement(values) => self.constant_element(keyword, values),
            StatementKind::Extern(kind, declarators) => self.externals(*kind, declarators),
            StatementKind::SetValue(kind, term, values) => self.set_value(*kind, term, values),
            StatementKind::SetBoolean(term, value) => self.set_boolean(term, *value),
            StatementKind::Input(name, register) => self.input(*name, *register),
            StatementKind::Output(output) => self.output(output),
            StatementKind::Entry(name, count) => self.entry(*name, count.as_deref()),
            StatementKind::NoShader => self.object.library = true,
            StatementKind::Private => self.object.private = true,
            StatementKind::Visibility(visibility, names) => self.visibility(*visibility, names),
            StatementKind::Word(statement) => {
                self.watch_word();
                self.word(keyword, statement);
            }
            StatementKind::Geometry(words) => self.geometry(keyword, words),
            StatementKind::Equate(name, value) => self.equate(*name, *value),
            StatementKind::Set(name, value) => self.set_number(*name, *value),
            StatementKind::Assert(test, text) => self.assert(*test, *text),
            StatementKind::Broken => {
                let line = self.rest_of_line(keyword, lines);
                self.mend_block(keyword, line);
                self.refuse_names(keyword, lines);
            }
        }
    }

    /// Notes the words of a line that could not be parsed: it may have been meant to declare any of them, but for
    /// registers.
    fn refuse_names(&mut self, keyword: Span, lines: &Lines) {
        let code = self.rest_of_line(keyword, lines);
        for word in code.split(|c| !is_in_name(c)) {
            if RegisterForm::of(word) == RegisterForm::Name {
                self.names.refuse(word);
            }
        }
    }

    /// The statement that begins at a span, without the comment behind it.
    fn rest_of_line(&self, keyword: Span, lines: &Lines) -> &'s str {
        let next = lines.start(lines.index(keyword.start) + 1);
        let end = Span::from_range(0..self.text.len()).end;
        let end = next.map_or(end, |next| next.min(end));
        let line = self.text(Span::new(keyword.start, end));
        code(line)
    }

    /// Opens or closes the block that a misspelt directive was probably meant to open or close, so that the error stays
    /// the only one.
    fn mend_block(&mut self, keyword: Span, line: &str) {
        let word = line.split_ascii_whitespace().next().unwrap_or_default();
        let Some((meant, _)) = word.strip_prefix('.').and_then(Directive::guess) else {
            return;
        };
        let span = Span::new(
            keyword.start,
            keyword.start + Span::from_range(0..word.len()).end,
        );
        match meant {
            Directive::Proc => self.open_procedure(span, None),
            Directive::Else => {
                self.meet_else(span, ".else");
            }
            Directive::Elseif => self.else_if(span, None),
            Directive::End => self.close(span),
            Directive::Constfa => self.constant_array(span, None),
            _ => {}
        }
    }

    /// The object of a source without errors.
    pub(crate) fn into_object(self, lines: &Lines) -> Object {
        let entry = |descriptor| DescriptorEntry {
            descriptor,
            flags: 0,
        };
        let files = lines.files().skip(self.unused_files as usize);
        Object {
            files: files.map(str::to_owned).collect(),
            descriptors: self.code.descriptors.into_iter().map(entry).collect(),
            code: self.code.words,
            lines: self.code.lines,
            relocations: self.code.relocations,
            externals: self
                .targets
                .externals
                .into_iter()
                .map(str::to_owned)
                .collect(),
            ..self.object
        }
    }
}
