//! The expressions of `#if` and `#elif`.

use super::{Kind, Preprocessor, Sign, Span, Token};

/// Maximum number of brackets and signs nested.
const MAX_DEPTH: usize = 100;

impl Preprocessor<'_> {
    /// Returns whether the condition of a directive holds.
    pub(super) fn condition(&mut self, span: Span, rest: &[Token]) -> bool {
        let replaced = self.without_defined(rest);
        let tokens = self.expand_all(&replaced);
        let numbers: Vec<_> = tokens.iter().map(|token| self.term(*token)).collect();
        let mut reader = Reader {
            terms: &numbers,
            at: 0,
            depth: 0,
        };
        let value = reader.ternary();
        match value {
            Some(value) if reader.at == numbers.len() => value != 0,
            _ => {
                let place = tokens.get(reader.at).map_or(span, |token| token.span);
                self.error(
                    place,
                    "the condition is not an expression of integers",
                    "write it with integers, `defined(NAME)`, and operators such as `==`, `&&`, `!`",
                );
                false
            }
        }
    }

    /// Replaces `defined NAME` and `defined(NAME)` by 1 or 0.
    fn without_defined(&mut self, tokens: &[Token]) -> Vec<Token> {
        let [zero, one] = ["0", "1"].map(|text| self.interner.intern(text));
        let mut found = Vec::with_capacity(tokens.len());
        let mut rest = tokens;
        while let Some((first, behind)) = rest.split_first() {
            rest = behind;
            if first.symbol != self.names.defined {
                found.push(*first);
                continue;
            }
            let (name, length) = match rest {
                [open, name, close, ..] if open.is(Sign::LeftParen) && close.is(Sign::RightParen) => (*name, 3),
                [name, ..] => (*name, 1),
                [] => (*first, 0),
            };
            rest = rest.get(length..).unwrap_or_default();
            let is_defined = name.kind == Kind::Word && self.has_macro(name.symbol);
            found.push(Token {
                kind: Kind::Number,
                symbol: if is_defined { one } else { zero },
                ..*first
            });
        }
        found
    }

    /// Returns the value of a token in an expression. A name that is no macro is 0.
    fn term(&self, token: Token) -> Term {
        match token.kind {
            Kind::Number => integer(self.text(token)).map_or(Term::Other, Term::Number),
            Kind::Word if self.text(token) == "true" => Term::Number(1),
            Kind::Word => Term::Number(0),
            Kind::Sign(sign) => Term::Sign(sign),
            _ => Term::Other,
        }
    }
}

/// Returns the value of an integer, decimal, octal or hexadecimal.
pub(in super::super) fn integer(text: &str) -> Option<i64> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let hexadecimal = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    let value = match (hexadecimal, digits.strip_prefix('0')) {
        (Some(digits), _) => u64::from_str_radix(digits, 16),
        (None, Some(digits)) if !digits.is_empty() => u64::from_str_radix(digits, 8),
        _ => digits.parse(),
    };
    value.ok().and_then(|value| i64::try_from(value).ok())
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Term {
    Number(i64),
    Sign(Sign),
    Other,
}

struct Reader<'t> {
    terms: &'t [Term],
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn take(&mut self, sign: Sign) -> bool {
        let is_next = self.terms.get(self.at) == Some(&Term::Sign(sign));
        self.at += usize::from(is_next);
        is_next
    }

    fn ternary(&mut self) -> Option<i64> {
        let condition = self.binary(0)?;
        if !self.take(Sign::Question) {
            return Some(condition);
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let yes = self.ternary()?;
        if !self.take(Sign::Colon) {
            return None;
        }
        let no = self.ternary()?;
        self.depth -= 1;
        Some(if condition == 0 { no } else { yes })
    }

    /// Reads operators that bind at least as strongly as `least`.
    fn binary(&mut self, least: u8) -> Option<i64> {
        let mut left = self.unary()?;
        while let Some(Term::Sign(sign)) = self.terms.get(self.at).copied() {
            let Some(strength) = strength(sign).filter(|strength| *strength >= least) else {
                break;
            };
            self.at += 1;
            let right = self.binary(strength + 1)?;
            left = apply(sign, left, right)?;
        }
        Some(left)
    }

    fn unary(&mut self) -> Option<i64> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let term = self.terms.get(self.at)?;
        let value = match *term {
            Term::Number(number) => {
                self.at += 1;
                number
            }
            Term::Sign(sign) => {
                self.at += 1;
                match sign {
                    Sign::Plus => self.unary()?,
                    Sign::Minus => self.unary()?.wrapping_neg(),
                    Sign::Complement => !self.unary()?,
                    Sign::Not => i64::from(self.unary()? == 0),
                    Sign::LeftParen => {
                        let value = self.ternary()?;
                        if !self.take(Sign::RightParen) {
                            return None;
                        }
                        value
                    }
                    _ => {
                        self.at -= 1;
                        return None;
                    }
                }
            }
            Term::Other => return None,
        };
        self.depth -= 1;
        Some(value)
    }
}

const fn strength(sign: Sign) -> Option<u8> {
    Some(match sign {
        Sign::Or => 0,
        Sign::And => 1,
        Sign::BitOr => 2,
        Sign::BitXor => 3,
        Sign::BitAnd => 4,
        Sign::Equal | Sign::NotEqual => 5,
        Sign::Less | Sign::LessEqual | Sign::Greater | Sign::GreaterEqual => 6,
        Sign::ShiftLeft | Sign::ShiftRight => 7,
        Sign::Plus | Sign::Minus => 8,
        Sign::Star | Sign::Slash | Sign::Percent => 9,
        _ => return None,
    })
}

fn apply(sign: Sign, a: i64, b: i64) -> Option<i64> {
    let shift = u32::try_from(b).ok();
    Some(match sign {
        Sign::Or => i64::from(a != 0 || b != 0),
        Sign::And => i64::from(a != 0 && b != 0),
        Sign::BitOr => a | b,
        Sign::BitXor => a ^ b,
        Sign::BitAnd => a & b,
        Sign::Equal => i64::from(a == b),
        Sign::NotEqual => i64::from(a != b),
        Sign::Less => i64::from(a < b),
        Sign::LessEqual => i64::from(a <= b),
        Sign::Greater => i64::from(a > b),
        Sign::GreaterEqual => i64::from(a >= b),
        Sign::ShiftLeft => a.checked_shl(shift?)?,
        Sign::ShiftRight => a.checked_shr(shift?)?,
        Sign::Plus => a.wrapping_add(b),
        Sign::Minus => a.wrapping_sub(b),
        Sign::Star => a.wrapping_mul(b),
        Sign::Slash => a.checked_div(b)?,
        Sign::Percent => a.checked_rem(b)?,
        _ => return None,
    })
}
