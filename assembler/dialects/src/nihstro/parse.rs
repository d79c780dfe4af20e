//! Parser for lines.

use super::ast::{Alias, Columns, Condition, Index, Letters, Meaning, Name, Number, Operand, SetEmit, Statement, Term};
use super::mnemonic::Mnemonic;
use super::token::{SpannedToken, Token, tokens};
use crate::swizzle::component;

/// A syntax error.
#[derive(Clone, Debug)]
pub(super) struct SyntaxError {
    pub(super) columns: Columns,
    /// The expected syntax.
    pub(super) expected: &'static str,
}

type Parsed<T> = Result<T, SyntaxError>;

/// Parses the code of a line.
///
/// # Errors
///
/// Returns an error if there is no statement, or if there is more on the line.
pub(super) fn parse(code: &str) -> Parsed<Statement<'_>> {
    let tokens = tokens(code).map_err(|columns| SyntaxError {
        columns,
        expected: "tokens of nihstro's language",
    })?;
    let mut parser = Parser {
        tokens: &tokens,
        at: 0,
        end: code.trim_end().len(),
    };
    let statement = parser.statement()?;
    match (&statement, parser.peek()) {
        (Statement::Version, _) | (_, None) => Ok(statement),
        (_, Some(_)) => Err(parser.syntax_error("the end of the line")),
    }
}

/// Returns the file that a line includes.
pub(super) fn included(line: &str) -> Option<&str> {
    let (code, _) = super::token::split_comment(line);
    let rest = code.trim_matches([' ', '\t']).strip_prefix('.')?;
    let rest = rest.trim_start_matches([' ', '\t']);
    let rest = rest.strip_prefix("include")?.trim_matches([' ', '\t']);
    let name = rest.strip_prefix('"')?.strip_suffix('"')?;
    is_file(name).then_some(name)
}

/// Returns true if nihstro accepts the name of a file.
fn is_file(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || "./_-".contains(c);
    !name.is_empty() && name.chars().all(fits)
}

struct Parser<'w, 's> {
    tokens: &'w [SpannedToken<'s>],
    at: usize,
    end: usize,
}

impl<'s> Parser<'_, 's> {
    fn peek(&self) -> Option<Token<'s>> {
        self.tokens.get(self.at).map(|word| word.token)
    }

    fn columns(&self) -> Columns {
        let word = self.tokens.get(self.at);
        word.map_or(self.end..self.end, |word| word.columns.clone())
    }

    fn syntax_error(&self, expected: &'static str) -> SyntaxError {
        SyntaxError {
            columns: self.columns(),
            expected,
        }
    }

    fn take(&mut self, token: Token<'_>) -> bool {
        let is_it = self.peek() == Some(token);
        self.at += usize::from(is_it);
        is_it
    }

    fn expect(&mut self, token: Token<'_>, what: &'static str) -> Parsed<()> {
        if self.take(token) {
            Ok(())
        } else {
            Err(self.syntax_error(what))
        }
    }

    fn name(&mut self, what: &'static str) -> Parsed<Name<'s>> {
        let Some(Token::Name(text)) = self.peek() else {
            return Err(self.syntax_error(what));
        };
        let columns = self.columns();
        self.at += 1;
        Ok(Name { text, columns })
    }

    fn take_word(&mut self, word: &str) -> bool {
        self.take(Token::Name(word))
    }

    fn statement(&mut self) -> Parsed<Statement<'s>> {
        match self.peek() {
            None => Ok(Statement::Empty),
            Some(Token::Point) => {
                self.at += 1;
                self.directive()
            }
            Some(Token::Name(_)) => {
                let name = self.name("")?;
                if self.tokens.get(self.at).map(|word| word.token) == Some(Token::Colon) {
                    self.at += 1;
                    return Ok(Statement::Label(name));
                }
                self.instruction(name)
            }
            Some(_) => Err(self.syntax_error("an instruction, a label or a declaration")),
        }
    }

    fn directive(&mut self) -> Parsed<Statement<'s>> {
        let what = "`.alias`, `.include` or `.version`";
        let before = self.at;
        let name = self.name(what)?;
        match name.text {
            "alias" => self.alias().map(Statement::Alias),
            "include" => match self.peek() {
                Some(Token::Text(text)) if is_file(text.trim_matches('"')) => {
                    self.at += 1;
                    Ok(Statement::Include)
                }
                _ => Err(self.syntax_error("a file in quotation marks, of letters, digits, `.`, `/`, `_` and `-`")),
            },
            "version" => Ok(Statement::Version),
            _ => {
                self.at = before;
                Err(self.syntax_error(what))
            }
        }
    }

    fn alias(&mut self) -> Parsed<Alias<'s>> {
        let name = self.name("a name")?;
        let register = self.name("a register")?;
        let last = if self.take(Token::Minus) {
            Some(self.name("the last register of the range")?)
        } else {
            None
        };
        let swizzle = self.letters()?;
        let meaning = if self.take_word("as") {
            Some(self.meaning()?)
        } else {
            None
        };
        Ok(Alias {
            name,
            register,
            last,
            swizzle,
            meaning,
        })
    }

    fn meaning(&mut self) -> Parsed<Meaning<'s>> {
        let start = self.columns().start;
        if let Some(Token::Name(text)) = self.peek()
            && !matches!(text, "inf" | "nan")
        {
            return self.name("").map(Meaning::Property);
        }
        let mut numbers = Vec::new();
        if self.take(Token::Open) {
            loop {
                numbers.push(self.number()?);
                if !self.take(Token::Comma) {
                    break;
                }
            }
            self.expect(Token::Close, "`,` or `)`")?;
        } else {
            numbers.push(self.number()?);
        }
        let end = self.tokens.get(self.at.saturating_sub(1));
        let end = end.map_or(self.end, |word| word.columns.end);
        Ok(Meaning::Numbers(numbers, start..end))
    }

    fn number(&mut self) -> Parsed<Number<'s>> {
        let start = self.columns().start;
        let is_negative = self.take(Token::Minus);
        if !is_negative {
            self.take(Token::Plus);
        }
        let columns = start..self.columns().end;
        match self.peek() {
            Some(Token::Number(text) | Token::Name(text @ ("inf" | "nan"))) => {
                self.at += 1;
                Ok(Number {
                    is_negative,
                    text,
                    columns,
                })
            }
            _ => Err(self.syntax_error("a number")),
        }
    }

    /// Parses a period and letters, optionally separated by blanks.
    fn letters(&mut self) -> Parsed<Option<Letters>> {
        let start = self.columns().start;
        if !self.take(Token::Point) {
            return Ok(None);
        }
        let mut components = Vec::new();
        let mut end = start;
        while let Some(Token::Name(text)) = self.peek() {
            let Some(more) = text.chars().map(component).collect::<Option<Vec<u8>>>() else {
                break;
            };
            components.extend(more);
            end = self.columns().end;
            self.at += 1;
        }
        if components.is_empty() {
            Err(self.syntax_error("the letters x, y, z and w"))
        } else {
            Ok(Some(Letters {
                components,
                columns: start..end,
            }))
        }
    }

    fn operand(&mut self) -> Parsed<Operand<'s>> {
        let start = self.columns().start;
        let is_negative = self.take(Token::Minus);
        let has_sign = is_negative || self.take(Token::Plus);
        let name = self.name("a register or a name")?;
        let mut operand = Operand {
            is_negative,
            has_sign,
            columns: start..name.columns.end,
            name,
            index: None,
            swizzles: Vec::new(),
        };
        if self.peek() == Some(Token::OpenIndex) {
            let index = self.index()?;
            operand.columns.end = index.columns.end;
            operand.index = Some(index);
        }
        while let Some(letters) = self.letters()? {
            operand.columns.end = letters.columns.end;
            operand.swizzles.push(letters);
        }
        Ok(operand)
    }

    fn index(&mut self) -> Parsed<Index<'s>> {
        let start = self.columns().start;
        self.at += 1;
        let mut index = Index {
            number: 0,
            register: None,
            columns: start..start,
        };
        let mut is_first = true;
        loop {
            let is_negative = self.take(Token::Minus);
            let has_sign = is_negative || self.take(Token::Plus);
            if !is_first && !has_sign {
                break;
            }
            match self.peek() {
                Some(Token::Number(text)) => {
                    let Some(number) = text.parse::<i64>().ok().filter(|n| *n <= 1 << 20) else {
                        return Err(self.syntax_error("an integer"));
                    };
                    let signed = if is_negative { -number } else { number };
                    index.number = index.number.saturating_add(signed);
                    self.at += 1;
                }
                Some(Token::Name("a0" | "a1" | "lcnt")) if index.register.is_none() && !is_negative => {
                    index.register = Some(self.name("")?);
                }
                _ if index.register.is_some() => return Err(self.syntax_error("a number")),
                _ => return Err(self.syntax_error("a number, `a0`, `a1` or `lcnt`")),
            }
            is_first = false;
        }
        index.columns.end = self.columns().end;
        self.expect(Token::CloseIndex, "`+`, `-` or `]`")?;
        Ok(index)
    }

    fn instruction(&mut self, mnemonic: Name<'s>) -> Parsed<Statement<'s>> {
        let lower = mnemonic.text.to_ascii_lowercase();
        match lower.as_str() {
            "nop" => Ok(Statement::Nop),
            "emit" => Ok(Statement::Emit),
            "end" => Ok(Statement::End),
            "else" => Ok(Statement::Else),
            "endif" => Ok(Statement::EndIf),
            "endloop" => Ok(Statement::EndLoop),
            "if" => self.condition().map(Statement::If),
            "breakc" | "break" => self.condition().map(Statement::Break),
            "loop" => self.operand().map(Statement::Loop),
            "jmp" => self.jump(),
            "call" => self.call(),
            "setemitraw" => self.set_emit(),
            "cmp" => self.compare(),
            "mova" => Ok(Statement::MoveAddress {
                name: mnemonic.columns,
                source: self.operand()?,
            }),
            _ => self.vector(mnemonic, &lower),
        }
    }

    fn vector(&mut self, mnemonic: Name<'s>, lower: &str) -> Parsed<Statement<'s>> {
        let Some(mnemonic) = Mnemonic::from_name(lower) else {
            return Err(SyntaxError {
                columns: mnemonic.columns,
                expected: "an instruction, a label or a declaration",
            });
        };
        let destination = self.operand()?;
        let mut sources = Vec::new();
        while sources.len() < mnemonic.sources() {
            self.expect(Token::Comma, "`,` and another operand")?;
            sources.push(self.operand()?);
        }
        Ok(Statement::Vector {
            mnemonic,
            destination,
            sources,
        })
    }

    fn compare(&mut self) -> Parsed<Statement<'s>> {
        let first = self.operand()?;
        self.expect(Token::Comma, "`,`")?;
        let second = self.operand()?;
        let mut operators = [""; 2];
        for operator in &mut operators {
            self.expect(Token::Comma, "`,` and a comparison")?;
            *operator = match self.peek() {
                Some(Token::Eq) => "eq",
                Some(Token::Ne) => "ne",
                Some(Token::Lt) => "lt",
                Some(Token::Le) => "le",
                Some(Token::Gt) => "gt",
                Some(Token::Ge) => "ge",
                _ => return Err(self.syntax_error("`==`, `!=`, `<`, `<=`, `>` or `>=`")),
            };
            self.at += 1;
        }
        Ok(Statement::Compare {
            sources: [first, second],
            operators,
        })
    }

    fn set_emit(&mut self) -> Parsed<Statement<'s>> {
        let vertex = self.number()?;
        let (mut prim, mut inv) = (false, false);
        while self.take(Token::Comma) {
            match self.peek() {
                Some(Token::Name("prim")) => prim = true,
                Some(Token::Name("inv")) => inv = true,
                _ => return Err(self.syntax_error("`prim` or `inv`")),
            }
            self.at += 1;
        }
        Ok(Statement::SetEmit(SetEmit { vertex, prim, inv }))
    }

    fn jump(&mut self) -> Parsed<Statement<'s>> {
        let label = self.name("a label")?;
        if !self.take_word("if") {
            return Err(self.syntax_error("`if` and a condition"));
        }
        Ok(Statement::Jump(label, self.condition()?))
    }

    fn call(&mut self) -> Parsed<Statement<'s>> {
        let first = self.name("the label of the first instruction")?;
        if !self.take_word("until") {
            return Err(self.syntax_error("`until` and the label after the last instruction"));
        }
        let until = self.name("the label after the last instruction")?;
        let condition = if self.take_word("if") {
            Some(self.condition()?)
        } else {
            None
        };
        Ok(Statement::Call {
            first,
            until,
            condition,
        })
    }

    fn condition(&mut self) -> Parsed<Condition<'s>> {
        let start = self.columns().start;
        let mut terms = vec![self.term()?];
        let is_and = self.take(Token::And);
        if is_and || self.take(Token::Or) {
            terms.push(self.term()?);
        }
        let end = terms.last().map_or(start, |term| term.operand.columns.end);
        Ok(Condition {
            terms,
            is_and,
            columns: start..end,
        })
    }

    fn term(&mut self) -> Parsed<Term<'s>> {
        let is_inverse = self.take(Token::Not);
        Ok(Term {
            is_inverse,
            operand: self.operand()?,
        })
    }
}
