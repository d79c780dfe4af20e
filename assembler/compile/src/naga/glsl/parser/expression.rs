//! Expressions.

use super::super::ast::{BaseType, Binary, Callee, Expr, ExprKind, Literal, TypeSpec, Unary};
use super::super::token::{Kind, Sign, Span, Token};
use super::{MAX_TREE_DEPTH, ParseResult, Parser};

impl Parser<'_> {
    /// Parses an expression, commas included.
    pub(super) fn expression(&mut self) -> ParseResult<Expr> {
        let mut left = self.assignment()?;
        while self.take(Sign::Comma).is_some() {
            let right = self.assignment()?;
            left = self.node(
                left.span.to(right.span),
                [&left, &right].map(|side| side.depth),
                |[left, right]| ExprKind::Comma(left, right),
                [left, right],
            )?;
        }
        Ok(left)
    }

    /// Parses the value of a declared variable.
    pub(super) fn initialiser(&mut self) -> ParseResult<Expr> {
        let start = self.peek().span;
        if self.take(Sign::LeftBrace).is_none() {
            return self.assignment();
        }
        let mut parts = Vec::new();
        while self.take(Sign::RightBrace).is_none() {
            parts.push(self.nested(Self::initialiser)?);
            if self.take(Sign::Comma).is_none() {
                self.expect(Sign::RightBrace)?;
                break;
            }
        }
        let depth = parts.iter().map(|part| part.depth).max().unwrap_or(0) + 1;
        Ok(Expr {
            kind: ExprKind::Braces(parts),
            span: self.span_from(start),
            depth,
        })
    }

    /// Builds an expression from others, unless the tree becomes too deep.
    fn node<const N: usize>(
        &mut self,
        span: Span,
        depths: [u32; N],
        make: impl FnOnce([Box<Expr>; N]) -> ExprKind,
        children: [Expr; N],
    ) -> ParseResult<Expr> {
        let depth = depths.into_iter().max().unwrap_or(0) + 1;
        if depth > MAX_TREE_DEPTH {
            return self.too_deep(format!(
                "an expression has more than {MAX_TREE_DEPTH} operators within one another"
            ));
        }
        Ok(Expr {
            kind: make(children.map(Box::new)),
            span,
            depth,
        })
    }

    fn assignment(&mut self) -> ParseResult<Expr> {
        let left = self.conditional()?;
        let operator = match self.peek().kind {
            Kind::Sign(Sign::Assign) => None,
            Kind::Sign(sign) => match of_assignment(sign) {
                Some(operator) => Some(operator),
                None => return Ok(left),
            },
            _ => return Ok(left),
        };
        self.next();
        let right = self.nested(Self::assignment)?;
        self.changes(&left);
        self.node(
            left.span.to(right.span),
            [left.depth, right.depth],
            |[left, right]| ExprKind::Assign(operator, left, right),
            [left, right],
        )
    }

    /// Parses an expression without assignments and commas.
    pub(super) fn conditional(&mut self) -> ParseResult<Expr> {
        let condition = self.binary(0)?;
        if self.take(Sign::Question).is_none() {
            return Ok(condition);
        }
        let yes = self.nested(Self::expression)?;
        self.expect(Sign::Colon)?;
        let no = self.nested(Self::assignment)?;
        self.node(
            condition.span.to(no.span),
            [condition.depth, yes.depth, no.depth],
            |[condition, yes, no]| ExprKind::Conditional(condition, yes, no),
            [condition, yes, no],
        )
    }

    /// Parses operators that bind at least as strongly as `least`.
    fn binary(&mut self, least: u8) -> ParseResult<Expr> {
        let mut left = self.unary()?;
        while let Kind::Sign(sign) = self.peek().kind {
            let Some((operator, strength)) = of_binary(sign).filter(|(_, of)| *of >= least) else {
                break;
            };
            self.next();
            let right = self.binary(strength + 1)?;
            left = self.node(
                left.span.to(right.span),
                [left.depth, right.depth],
                |[left, right]| ExprKind::Binary(operator, left, right),
                [left, right],
            )?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> ParseResult<Expr> {
        let token = self.peek();
        let operator = match token.kind {
            Kind::Sign(Sign::Plus) => Unary::Plus,
            Kind::Sign(Sign::Minus) => Unary::Minus,
            Kind::Sign(Sign::Not) => Unary::Not,
            Kind::Sign(Sign::Complement) => Unary::Complement,
            Kind::Sign(sign @ (Sign::Increment | Sign::Decrement)) => {
                self.next();
                let operand = self.nested(Self::unary)?;
                return self.step(token.span, operand, sign == Sign::Increment, false);
            }
            _ => return self.postfix(),
        };
        self.next();
        let operand = self.nested(Self::unary)?;
        self.node(
            token.span.to(operand.span),
            [operand.depth],
            |[operand]| ExprKind::Unary(operator, operand),
            [operand],
        )
    }

    fn step(&mut self, start: Span, operand: Expr, is_increment: bool, is_postfix: bool) -> ParseResult<Expr> {
        self.changes(&operand);
        let span = self.span_from(start);
        self.node(
            span,
            [operand.depth],
            |[operand]| ExprKind::Step {
                operand,
                is_increment,
                is_postfix,
            },
            [operand],
        )
    }

    fn postfix(&mut self) -> ParseResult<Expr> {
        let mut left = self.primary()?;
        loop {
            let start = left.span;
            match self.peek().kind {
                Kind::Sign(Sign::LeftBracket) => {
                    self.next();
                    let index = self.nested(Self::expression)?;
                    self.expect(Sign::RightBracket)?;
                    let span = self.span_from(start);
                    left = self.node(
                        span,
                        [left.depth, index.depth],
                        |[base, index]| ExprKind::Index(base, index),
                        [left, index],
                    )?;
                }
                Kind::Sign(Sign::Dot) => {
                    self.next();
                    left = self.member(left)?;
                }
                Kind::Sign(sign @ (Sign::Increment | Sign::Decrement)) => {
                    self.next();
                    left = self.step(start, left, sign == Sign::Increment, true)?;
                }
                _ => return Ok(left),
            }
        }
    }

    fn member(&mut self, base: Expr) -> ParseResult<Expr> {
        let token = self.peek();
        if token.kind != Kind::Word {
            return self.unexpected("the name of a member");
        }
        self.next();
        let is_method = self.peek().is(Sign::LeftParen);
        if is_method {
            self.next();
            self.expect(Sign::RightParen)?;
        }
        let span = self.span_from(base.span);
        self.node(
            span,
            [base.depth],
            |[base]| {
                if is_method {
                    ExprKind::Method(base, token.symbol, token.span)
                } else {
                    ExprKind::Member(base, token.symbol, token.span)
                }
            },
            [base],
        )
    }

    fn primary(&mut self) -> ParseResult<Expr> {
        let token = self.peek();
        let leaf = |kind| Expr {
            kind,
            span: token.span,
            depth: 1,
        };
        match token.kind {
            Kind::Number => {
                self.next();
                let literal = self.literal(token)?;
                Ok(leaf(ExprKind::Literal(literal)))
            }
            Kind::Sign(Sign::LeftParen) => {
                self.next();
                let inner = self.nested(Self::expression)?;
                self.expect(Sign::RightParen)?;
                Ok(Expr {
                    span: self.span_from(token.span),
                    ..inner
                })
            }
            Kind::Word => {
                if let Some(boolean) = self.boolean(token.symbol, token.span) {
                    self.next();
                    return Ok(boolean);
                }
                if self.words.is_statement(token.symbol) {
                    return self.unexpected("an expression");
                }
                self.word(token)
            }
            _ => self.unexpected("an expression"),
        }
    }

    /// Parses a name, a call or a constructor.
    fn word(&mut self, token: Token) -> ParseResult<Expr> {
        let end = self.array_end(1);
        if !self.ahead(end).is(Sign::LeftParen) {
            self.next();
            return Ok(Expr {
                kind: ExprKind::Name(token.symbol),
                span: token.span,
                depth: 1,
            });
        }
        let callee = if end == 1 {
            self.next();
            Callee::Name(token.symbol)
        } else {
            self.next();
            let lengths = self.lengths()?;
            Callee::Type(TypeSpec {
                base: BaseType::Name(token.symbol),
                lengths,
                span: self.span_from(token.span),
            })
        };
        self.expect(Sign::LeftParen)?;
        let arguments = self.arguments()?;
        let depth = arguments.iter().map(|argument| argument.depth).max().unwrap_or(0) + 1;
        if depth > MAX_TREE_DEPTH {
            return self.too_deep(format!(
                "an expression has more than {MAX_TREE_DEPTH} operators within one another"
            ));
        }
        Ok(Expr {
            kind: ExprKind::Call { callee, arguments },
            span: self.span_from(token.span),
            depth,
        })
    }

    fn arguments(&mut self) -> ParseResult<Vec<Expr>> {
        let mut arguments = Vec::new();
        let token = self.peek();
        if self.text(token.symbol) == "void" && self.ahead(1).is(Sign::RightParen) {
            self.next();
        }
        while self.take(Sign::RightParen).is_none() {
            let argument = self.nested(Self::assignment)?;
            self.changes(&argument);
            arguments.push(argument);
            if self.take(Sign::Comma).is_none() {
                self.expect(Sign::RightParen)?;
                break;
            }
        }
        Ok(arguments)
    }

    /// Returns the value of a number.
    fn literal(&mut self, token: Token) -> ParseResult<Literal> {
        let text = self.text(token.symbol);
        let is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
        let is_float = !is_hexadecimal && text.contains(['.', 'e', 'E', 'f', 'F']);
        let found = if is_float {
            let digits = text.trim_end_matches(['f', 'F', 'l', 'L', 'h', 'H']);
            digits.parse().ok().map(Literal::Float)
        } else {
            integer(text)
        };
        match found {
            Some(literal) => Ok(literal),
            None => {
                let message = format!("`{text}` is not a number of GLSL");
                self.error(token.span, message, "numbers have up to 32 bits")
            }
        }
    }
}

/// Returns the value of an integer of up to 32 bits.
fn integer(text: &str) -> Option<Literal> {
    let value = super::super::preprocess::integer(text)?;
    let bits = u32::try_from(value).ok()?;
    Some(if text.ends_with(['u', 'U']) {
        Literal::Uint(bits)
    } else {
        Literal::Int(bits.cast_signed())
    })
}

const fn of_assignment(sign: Sign) -> Option<Binary> {
    Some(match sign {
        Sign::AddAssign => Binary::Add,
        Sign::SubtractAssign => Binary::Subtract,
        Sign::MultiplyAssign => Binary::Multiply,
        Sign::DivideAssign => Binary::Divide,
        Sign::ModuloAssign => Binary::Modulo,
        Sign::ShiftLeftAssign => Binary::ShiftLeft,
        Sign::ShiftRightAssign => Binary::ShiftRight,
        Sign::AndAssign => Binary::BitAnd,
        Sign::OrAssign => Binary::BitOr,
        Sign::XorAssign => Binary::BitXor,
        _ => return None,
    })
}

const fn of_binary(sign: Sign) -> Option<(Binary, u8)> {
    Some(match sign {
        Sign::Or => (Binary::Or, 0),
        Sign::Xor => (Binary::Xor, 1),
        Sign::And => (Binary::And, 2),
        Sign::BitOr => (Binary::BitOr, 3),
        Sign::BitXor => (Binary::BitXor, 4),
        Sign::BitAnd => (Binary::BitAnd, 5),
        Sign::Equal => (Binary::Equal, 6),
        Sign::NotEqual => (Binary::NotEqual, 6),
        Sign::Less => (Binary::Less, 7),
        Sign::LessEqual => (Binary::LessEqual, 7),
        Sign::Greater => (Binary::Greater, 7),
        Sign::GreaterEqual => (Binary::GreaterEqual, 7),
        Sign::ShiftLeft => (Binary::ShiftLeft, 8),
        Sign::ShiftRight => (Binary::ShiftRight, 8),
        Sign::Plus => (Binary::Add, 9),
        Sign::Minus => (Binary::Subtract, 9),
        Sign::Star => (Binary::Multiply, 10),
        Sign::Slash => (Binary::Divide, 10),
        Sign::Percent => (Binary::Modulo, 10),
        _ => return None,
    })
}
