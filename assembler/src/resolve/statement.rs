//! The pass over the statements.

use pica200_objfmt::formats::object::Position;

use super::{Resolver, directive, instruction, targets};
use crate::syntax::ast::{Statement, StatementKind};
use crate::text::Lines;

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
            StatementKind::ElseIf(terms) => {
                instruction::else_if(self, keyword, terms.as_ref());
            }
            StatementKind::Broken => self.recover_broken(keyword),
            kind => directive::directive(self, keyword, kind),
        }
    }
}
