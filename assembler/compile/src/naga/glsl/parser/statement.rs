//! Statements.

use super::super::ast::{Condition, Expr, ExprKind, Literal, Statement, StatementKind};
use super::super::token::{Kind, Sign, Span};
use super::{ParseResult, Parser};

impl Parser<'_> {
    /// Parses statements in braces.
    pub(super) fn statements(&mut self) -> ParseResult<Vec<Statement>> {
        self.expect(Sign::LeftBrace)?;
        let mut statements = Vec::new();
        while self.take(Sign::RightBrace).is_none() {
            if self.peek().kind == Kind::End {
                return self.unexpected("`}`");
            }
            let start = self.at;
            match self.nested(Self::statement) {
                Ok(statement) => statements.push(statement),
                Err(stopped) if self.is_too_deep => return Err(stopped),
                Err(_) => self.recover_statement(start),
            }
        }
        Ok(statements)
    }

    /// Goes on after a statement with an error: after its `;`, after its braces, or before those that end its block.
    fn recover_statement(&mut self, start: usize) {
        let stopped_at = self.at;
        self.at = start;
        let mut depth = 0_usize;
        loop {
            let token = self.peek();
            let is_behind = self.at >= stopped_at;
            match token.kind {
                Kind::End => return,
                Kind::Sign(Sign::LeftBrace) => depth += 1,
                Kind::Sign(Sign::RightBrace) if depth == 0 => return,
                Kind::Sign(Sign::RightBrace) => {
                    depth -= 1;
                    if depth == 0 && is_behind {
                        self.next();
                        self.take(Sign::Semicolon);
                        return;
                    }
                }
                Kind::Sign(Sign::Semicolon) if depth == 0 && is_behind => {
                    self.next();
                    return;
                }
                _ => {}
            }
            self.next();
        }
    }

    fn statement(&mut self) -> ParseResult<Statement> {
        let start = self.peek().span;
        let kind = self.statement_kind()?;
        Ok(Statement {
            kind,
            span: self.span_from(start),
        })
    }

    fn statement_kind(&mut self) -> ParseResult<StatementKind> {
        let token = self.peek();
        match token.kind {
            Kind::Sign(Sign::LeftBrace) => return Ok(StatementKind::Block(self.statements()?)),
            Kind::Sign(Sign::Semicolon) => {
                self.next();
                return Ok(StatementKind::Empty);
            }
            _ => {}
        }
        let word = (token.kind == Kind::Word).then_some(token.symbol);
        if word.is_some() {
            let words = &self.words.statements;
            match word {
                w if w == words.branch => return self.branch(),
                w if w == words.for_loop => return self.for_loop(),
                w if w == words.while_loop => return self.while_loop(),
                w if w == words.do_loop => return self.do_loop(),
                w if w == words.switch => return self.switch(),
                w if w == words.case || w == words.default => return self.case(w == words.case),
                w if w == words.result => return self.result(),
                w if w == words.leave => return self.simple(StatementKind::Break),
                w if w == words.next => return self.simple(StatementKind::Continue),
                w if w == words.discard => return self.simple(StatementKind::Discard),
                _ => {}
            }
        }
        if self.is_declaration() {
            let qualifiers = self.qualifiers()?;
            if self.take(Sign::Semicolon).is_some() {
                return Ok(StatementKind::Empty);
            }
            let ty = self.type_spec()?;
            if self.peek().kind == Kind::Word && self.ahead(1).is(Sign::LeftParen) {
                // Functions of the source are known in any case.
                self.function_header(ty)?;
                self.expect(Sign::Semicolon)?;
                return Ok(StatementKind::Empty);
            }
            let variables = self.variables(qualifiers, ty)?;
            return Ok(StatementKind::Variables(variables));
        }
        let expr = self.expression()?;
        self.expect(Sign::Semicolon)?;
        Ok(StatementKind::Expr(expr))
    }

    /// Parses a statement of one word.
    fn simple(&mut self, kind: StatementKind) -> ParseResult<StatementKind> {
        self.next();
        self.expect(Sign::Semicolon)?;
        Ok(kind)
    }

    fn result(&mut self) -> ParseResult<StatementKind> {
        self.next();
        if self.take(Sign::Semicolon).is_some() {
            return Ok(StatementKind::Return(None));
        }
        let value = self.expression()?;
        self.expect(Sign::Semicolon)?;
        Ok(StatementKind::Return(Some(value)))
    }

    fn branch(&mut self) -> ParseResult<StatementKind> {
        self.next();
        self.expect(Sign::LeftParen)?;
        let condition = self.expression()?;
        self.expect(Sign::RightParen)?;
        let then = Box::new(self.nested(Self::statement)?);
        let token = self.peek();
        let has_else = token.kind == Kind::Word && Some(token.symbol) == self.words.statements.otherwise;
        let otherwise = if has_else {
            self.next();
            Some(Box::new(self.nested(Self::statement)?))
        } else {
            None
        };
        Ok(StatementKind::If {
            condition,
            then,
            otherwise,
        })
    }

    fn switch(&mut self) -> ParseResult<StatementKind> {
        self.next();
        self.expect(Sign::LeftParen)?;
        let selector = self.expression()?;
        self.expect(Sign::RightParen)?;
        let body = self.statements()?;
        Ok(StatementKind::Switch { selector, body })
    }

    fn case(&mut self, has_value: bool) -> ParseResult<StatementKind> {
        self.next();
        let value = if has_value { Some(self.expression()?) } else { None };
        self.expect(Sign::Colon)?;
        Ok(StatementKind::Case(value))
    }

    fn condition(&mut self) -> ParseResult<Condition> {
        if !self.is_declaration() {
            return Ok(Condition::Expr(self.expression()?));
        }
        let qualifiers = self.qualifiers()?;
        let ty = self.type_spec()?;
        let span = ty.span;
        let declarator = self.declarator()?;
        Ok(Condition::Variables(super::super::ast::Variables {
            qualifiers,
            ty,
            span: self.span_from(span),
            declarators: vec![declarator],
        }))
    }

    fn while_loop(&mut self) -> ParseResult<StatementKind> {
        self.next();
        self.expect(Sign::LeftParen)?;
        let condition = self.condition()?;
        self.expect(Sign::RightParen)?;
        let body = Box::new(self.nested(Self::statement)?);
        Ok(StatementKind::While { condition, body })
    }

    fn do_loop(&mut self) -> ParseResult<StatementKind> {
        self.next();
        let body = Box::new(self.nested(Self::statement)?);
        let token = self.peek();
        if Some(token.symbol) != self.words.statements.while_loop {
            return self.unexpected("`while`");
        }
        self.next();
        self.expect(Sign::LeftParen)?;
        let condition = self.expression()?;
        self.expect(Sign::RightParen)?;
        self.expect(Sign::Semicolon)?;
        Ok(StatementKind::DoWhile { body, condition })
    }

    fn for_loop(&mut self) -> ParseResult<StatementKind> {
        self.next();
        self.expect(Sign::LeftParen)?;
        let first = Box::new(self.nested(Self::statement)?);
        let condition = if self.peek().is(Sign::Semicolon) {
            None
        } else {
            Some(self.condition()?)
        };
        self.expect(Sign::Semicolon)?;
        let step = if self.peek().is(Sign::RightParen) {
            None
        } else {
            Some(self.expression()?)
        };
        self.expect(Sign::RightParen)?;
        let body = Box::new(self.nested(Self::statement)?);
        Ok(StatementKind::For {
            first,
            condition,
            step,
            body,
        })
    }

    /// Returns the literal for a boolean, if the word is one.
    pub(super) fn boolean(&self, word: super::super::token::Symbol, span: Span) -> Option<Expr> {
        let index = self.words.boolean.iter().position(|known| *known == Some(word))?;
        Some(Expr {
            kind: ExprKind::Literal(Literal::Bool(index == 1)),
            span,
            depth: 1,
        })
    }
}
