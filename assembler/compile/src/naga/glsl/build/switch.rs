//! `switch`.

use ::naga::{Block, Statement as NagaStatement, SwitchCase, SwitchValue};
use pica200_diagnostics::Code;
use rustc_hash::FxHashSet;

use super::super::ast::{Expr, Statement, StatementKind};
use super::super::token::Span;
use super::super::types::Ty;
use super::constant::Constant;
use super::function::JumpTarget;
use super::{BuildResult, Builder, ErrorReported};

/// Maximum number of labels of a `switch`. The GPU has 512 instructions.
const MAX_CASES: usize = 500;

impl Builder<'_> {
    pub(super) fn switch(&mut self, selector: &Expr, body: &[Statement], span: Span) -> BuildResult<()> {
        let value = self.value(selector)?;
        if value.ty != Ty::INT && value.ty != Ty::UINT {
            let shown = self.shown(&value.ty);
            let message = format!("the value of the `switch` has the type `{shown}`; it has to be `int` or `uint`");
            return self.error(selector.span, message, "convert it: `int(x)`");
        }
        let is_unsigned = value.ty == Ty::UINT;
        let mut labels = FxHashSet::default();
        let mut cases: Vec<SwitchCase> = Vec::new();
        self.scopes.open();
        self.push_target(JumpTarget::Switch);
        let mut all = Ok(());
        let mut rest = body;
        while let Some((first, behind)) = rest.split_first() {
            rest = behind;
            let StatementKind::Case(label) = &first.kind else {
                all = self.error(first.span, "a statement before the first `case`", "");
                break;
            };
            let count = rest
                .iter()
                .position(|statement| matches!(statement.kind, StatementKind::Case(_)));
            let (statements, behind) = rest.split_at(count.unwrap_or(rest.len()));
            rest = behind;
            let label = match self.label(label.as_ref(), is_unsigned) {
                Ok(label) => label,
                Err(stopped) => {
                    all = Err(stopped);
                    continue;
                }
            };
            if labels.len() >= MAX_CASES {
                let message = format!("a `switch` has more than {MAX_CASES} labels");
                self.reports
                    .error(Code::NestingTooDeep, first.span, message, "use a table");
                all = Err(ErrorReported);
                break;
            }
            if !labels.insert(label) {
                let message = "duplicate label of the `switch`";
                all = self.error(first.span, message, "");
            }
            let (block, made) = self.block_of(|builder| builder.statements(statements));
            all = all.and(made);
            cases.push(SwitchCase {
                value: label,
                fall_through: !leaves(&block),
                body: block,
            });
        }
        self.pop_target();
        self.scopes.close();
        all?;
        if let Some(last) = cases.last_mut() {
            last.fall_through = false;
        }
        if !labels.contains(&SwitchValue::Default) {
            // Statements before the first label are left out.
            if let Some(last) = cases.last_mut() {
                last.fall_through = false;
            }
            cases.push(SwitchCase {
                value: SwitchValue::Default,
                body: Block::new(),
                fall_through: false,
            });
        }
        self.push(
            NagaStatement::Switch {
                selector: value.expr,
                cases,
            },
            span,
        );
        Ok(())
    }

    fn label(&mut self, label: Option<&Expr>, is_unsigned: bool) -> BuildResult<SwitchValue> {
        let Some(expr) = label else {
            return Ok(SwitchValue::Default);
        };
        let found = self.constant(expr);
        match found {
            Some(Constant::Int(number)) if is_unsigned => Ok(SwitchValue::U32(number.cast_unsigned())),
            Some(Constant::Int(number)) => Ok(SwitchValue::I32(number)),
            Some(Constant::Uint(number)) if is_unsigned => Ok(SwitchValue::U32(number)),
            Some(Constant::Uint(number)) => Ok(SwitchValue::I32(number.cast_signed())),
            _ => self.error(expr.span, "the label of a `case` has to be a constant integer", ""),
        }
    }
}

/// Returns whether the end of a block is not reached.
fn leaves(block: &Block) -> bool {
    match block.last() {
        Some(NagaStatement::Break | NagaStatement::Continue | NagaStatement::Return { .. } | NagaStatement::Kill) => {
            true
        }
        Some(NagaStatement::Block(inner)) => leaves(inner),
        Some(NagaStatement::If { accept, reject, .. }) => leaves(accept) && leaves(reject),
        _ => false,
    }
}
