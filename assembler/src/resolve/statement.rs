//! The walk over the statements.

use pica200_objfmt::formats::object::Position;

use super::{Resolver, directive, instruction, targets};
use crate::directive::Directive;
use crate::syntax::ast::{Statement, StatementKind};
use crate::text::{Lines, Span};

impl Resolver<'_, '_> {
    /// Resolves all statements in order, then the uses of procedures and labels.
    pub(super) fn run(&mut self, lines: &Lines, unused_files: u32) {
        let ast = self.ast;
        let mut cursor = lines.cursor();
        for statement in &ast.statements {
            let Position { file, line } = cursor.position(statement.keyword.start);
            let file = file - unused_files;
            self.position = Position { file, line };
            self.statement(statement);
        }
        self.check_all_closed();
        targets::resolve_targets(self);
        directive::visibility::set_visibilities(self);
        directive::geometry::check_geometry(self);
    }

    fn statement(&mut self, statement: &Statement) {
        let keyword = statement.keyword;
        match &statement.kind {
            StatementKind::Label => targets::label(self, keyword),
            StatementKind::Instruction(terms) => instruction::instruction(self, keyword, terms),
            StatementKind::BrokenInstruction => instruction::broken(self, keyword),
            StatementKind::Procedure(name) => directive::block::procedure(self, keyword, *name),
            StatementKind::Else => {
                directive::block::meet_else(self, keyword, ".else");
            }
            StatementKind::ElseIf(terms) => {
                instruction::else_if(self, keyword, terms.as_ref());
            }
            StatementKind::End => directive::block::end(self, keyword),
            StatementKind::Alias(name, term) => directive::alias::alias(self, *name, term),
            StatementKind::Uniforms(kind, declarators) => {
                directive::uniform::uniforms(self, *kind, declarators);
            }
            StatementKind::Constant(kind, declarator, values) => {
                directive::constant::constant(self, *kind, declarator, values);
            }
            StatementKind::ConstantArray(declarator) => {
                let is_element = self.builder.array().is_some();
                directive::constant::array(self, keyword, declarator.as_deref());
                if declarator.is_none() && !is_element {
                    let operands = Span::new(keyword.end, keyword.end);
                    self.mend_declaration(Directive::Constfa, operands);
                }
            }
            StatementKind::ConstantElement(values) => {
                directive::constant::element(self, keyword, values);
            }
            StatementKind::Extern(kind, declarators) => {
                directive::external::externals(self, *kind, declarators);
            }
            StatementKind::SetValue(kind, term, values) => {
                directive::setting::set_value(self, *kind, term, values);
            }
            StatementKind::SetBoolean(term, value) => {
                directive::setting::set_boolean(self, term, *value);
            }
            StatementKind::Input(name, register) => {
                directive::interface::input(self, *name, *register);
            }
            StatementKind::Output(output) => directive::interface::output(self, output),
            StatementKind::Entry(name, count) => {
                directive::interface::entry(self, *name, count.as_deref());
            }
            StatementKind::NoShader => self.declarations.is_library = true,
            StatementKind::Private => self.declarations.is_private = true,
            // It also applies to the code before it, so it has been read already.
            StatementKind::NoPadding => {}
            StatementKind::Visibility(visibility, names) => {
                directive::visibility::visibility(self, *visibility, names);
            }
            StatementKind::Word(statement) => directive::word::word(self, keyword, statement),
            StatementKind::Version(statement) => directive::stated::version(self, statement),
            StatementKind::Descriptor(statement) => {
                directive::stated::descriptor(self, statement);
            }
            StatementKind::Geometry(words) => directive::geometry::geometry(self, keyword, words),
            StatementKind::Equate(name, value) => directive::equate::equate(self, *name, *value),
            StatementKind::Set(name, value) => directive::equate::set(self, *name, *value),
            StatementKind::Assert(test, text) => directive::assert::assert(self, *test, *text),
            StatementKind::Broken => self.mend_broken(keyword),
        }
    }
}
