//! Expansion of macros.

use std::rc::Rc;

use super::{Kind, Preprocessor, Sign, Symbol, Token};
use crate::naga::glsl::token::Span;

/// Tokens that wait to be read, and the macro from whose body they come.
struct Source {
    tokens: Rc<[Token]>,
    at: usize,
    name: Option<Symbol>,
}

/// A queue of tokens. The expansion of a macro is read before the tokens after the call.
struct Queue {
    sources: Vec<Source>,
}

impl Queue {
    fn new(tokens: &[Token]) -> Self {
        Self {
            sources: vec![Source {
                tokens: tokens.into(),
                at: 0,
                name: None,
            }],
        }
    }

    fn push(&mut self, tokens: Vec<Token>, name: Symbol) {
        self.sources.push(Source {
            tokens: tokens.into(),
            at: 0,
            name: Some(name),
        });
    }

    /// Returns the next token, and drops the sources that end before it.
    fn next(&mut self) -> Option<Token> {
        loop {
            let source = self.sources.last_mut()?;
            if let Some(token) = source.tokens.get(source.at) {
                source.at += 1;
                return Some(*token);
            }
            self.sources.pop();
        }
    }

    fn peek(&self) -> Option<Token> {
        let mut sources = self.sources.iter().rev();
        sources.find_map(|source| source.tokens.get(source.at).copied())
    }

    /// Returns whether a token comes from the body of a macro.
    fn is_open(&self, name: Symbol) -> bool {
        self.sources.iter().any(|source| source.name == Some(name))
    }
}

/// Maximum number of macros nested.
const MAX_DEPTH: usize = 200;

impl Preprocessor<'_> {
    /// Expands the macros of lines, and adds the result to the output.
    pub(super) fn expand_text(&mut self, tokens: &[Token]) {
        let expanded = self.expand(tokens, 0);
        self.output.extend(expanded);
    }

    /// Expands the macros of a condition.
    pub(super) fn expand_all(&mut self, tokens: &[Token]) -> Vec<Token> {
        self.expand(tokens, 0)
    }

    fn expand(&mut self, tokens: &[Token], depth: usize) -> Vec<Token> {
        let mut queue = Queue::new(tokens);
        let mut found = Vec::with_capacity(tokens.len());
        while let Some(mut token) = queue.next() {
            if !self.step(token.span) {
                break;
            }
            if self.output.len() + found.len() >= super::MAX_TOKENS {
                // Reports it.
                self.steps = super::MAX_STEPS;
                continue;
            }
            if token.kind != Kind::Word || token.is_painted {
                found.push(token);
                continue;
            }
            if let Some(number) = self.built_in(token) {
                found.push(number);
                continue;
            }
            let Some(known) = self.macros.get(&token.symbol) else {
                found.push(token);
                continue;
            };
            if queue.is_open(token.symbol) || depth + queue.sources.len() > MAX_DEPTH {
                token.is_painted = true;
                found.push(token);
                continue;
            }
            let body = Rc::clone(&known.body);
            let Some(parameters) = known.parameters.clone() else {
                let replaced = self.replaced(&body, &[], &[], token.span, depth);
                queue.push(replaced, token.symbol);
                continue;
            };
            // Without a bracket after it, it is no call.
            if !queue.peek().is_some_and(|next| next.is(Sign::LeftParen)) {
                found.push(token);
                continue;
            }
            queue.next();
            let Some((arguments, end)) = self.arguments(&mut queue) else {
                let name = self.text(token).to_owned();
                let message = format!("the call of the macro `{name}` has no closing bracket");
                self.error(token.span, message, "");
                break;
            };
            let span = if token.span.end <= end.start {
                token.span.to(end)
            } else {
                token.span
            };
            match fitting(arguments, parameters.len()) {
                Ok(arguments) => {
                    let replaced = self.replaced(&body, &parameters, &arguments, span, depth);
                    queue.push(replaced, token.symbol);
                }
                Err(count) => {
                    let name = self.text(token).to_owned();
                    let message = format!(
                        "the macro `{name}` has {} parameters, and the call has {count} arguments",
                        parameters.len()
                    );
                    self.error(span, message, "");
                }
            }
        }
        found
    }

    /// Returns the number that `__LINE__`, `__FILE__` or `__VERSION__` is.
    fn built_in(&mut self, token: Token) -> Option<Token> {
        let number = if token.symbol == self.names.line {
            self.line_of(token.span)
        } else if token.symbol == self.names.file {
            0
        } else if token.symbol == self.names.version {
            self.version.map_or(110, |version| version.number)
        } else {
            return None;
        };
        let symbol = self.interner.intern(&number.to_string());
        Some(Token {
            kind: Kind::Number,
            symbol,
            ..token
        })
    }

    /// Returns the number of a line in its file.
    fn line_of(&self, span: Span) -> u32 {
        let before = self.listing.get(..span.start as usize).unwrap_or_default();
        let line = before.bytes().filter(|byte| *byte == b'\n').count();
        let mut pieces = self.pieces.iter().rev();
        let piece = pieces.find(|piece| piece.first <= line);
        let line = line - piece.map_or(0, |piece| piece.first);
        u32::try_from(line + 1).unwrap_or(u32::MAX)
    }

    /// Reads the arguments of a call up to its closing bracket, whose location it returns.
    fn arguments(&mut self, queue: &mut Queue) -> Option<(Vec<Vec<Token>>, Span)> {
        let mut arguments = vec![Vec::new()];
        let mut depth = 0_usize;
        while let Some(token) = queue.next() {
            if !self.step(token.span) {
                return None;
            }
            match token.kind {
                Kind::Sign(Sign::RightParen) if depth == 0 => return Some((arguments, token.span)),
                Kind::Sign(Sign::Comma) if depth == 0 => {
                    arguments.push(Vec::new());
                    continue;
                }
                Kind::Sign(Sign::LeftParen) => depth += 1,
                Kind::Sign(Sign::RightParen) => depth -= 1,
                _ => {}
            }
            let mut token = token;
            // It belongs to the body of this macro.
            token.is_painted |= token.kind == Kind::Word && queue.is_open(token.symbol);
            arguments.last_mut()?.push(token);
        }
        None
    }

    /// Returns the body of a macro with its arguments substituted.
    fn replaced(
        &mut self,
        body: &[Token],
        parameters: &[Symbol],
        arguments: &[Vec<Token>],
        span: Span,
        depth: usize,
    ) -> Vec<Token> {
        let mut found: Vec<Token> = Vec::with_capacity(body.len());
        let argument = |token: &Token| {
            let index = parameters.iter().position(|name| *name == token.symbol);
            index
                .and_then(|index| arguments.get(index))
                .filter(|_| token.kind == Kind::Word)
        };
        let mut expanded: Vec<Option<Vec<Token>>> = vec![None; arguments.len()];
        let mut pastes = false;
        for (index, token) in body.iter().enumerate() {
            if !self.step(span) {
                break;
            }
            if token.is(Sign::Paste) && index > 0 {
                pastes = true;
                continue;
            }
            let is_pasted = pastes || body.get(index + 1).is_some_and(|next| next.is(Sign::Paste));
            let part: Vec<Token> = match argument(token) {
                Some(tokens) if is_pasted => tokens.clone(),
                Some(tokens) => {
                    let slot = parameters.iter().position(|name| *name == token.symbol);
                    let slot = slot.unwrap_or_default();
                    let known = expanded.get(slot).cloned().flatten();
                    let tokens = known.unwrap_or_else(|| self.expand(tokens, depth + 1));
                    if let Some(slot) = expanded.get_mut(slot) {
                        *slot = Some(tokens.clone());
                    }
                    self.steps += tokens.len();
                    tokens
                }
                None => vec![Token { span, ..*token }],
            };
            let mut part = part.into_iter();
            if std::mem::take(&mut pastes)
                && let Some(left) = found.pop()
            {
                match part.next() {
                    Some(right) => found.push(self.pasted(left, right)),
                    None => found.push(left),
                }
            }
            found.extend(part);
        }
        found
    }

    /// Joins two tokens.
    fn pasted(&mut self, left: Token, right: Token) -> Token {
        let text = format!("{}{}", self.text(left), self.text(right));
        let mut made = super::tokens(&text, 0, &mut self.interner);
        match (made.pop(), made.is_empty()) {
            (Some(token), true) => Token {
                span: left.span,
                is_first: left.is_first,
                is_spaced: left.is_spaced,
                ..token
            },
            _ => {
                self.error(left.span, format!("`##` makes `{text}`, which is no token"), "");
                left
            }
        }
    }
}

/// Returns the arguments of a call if they are as many as the parameters, otherwise their number.
fn fitting(arguments: Vec<Vec<Token>>, parameters: usize) -> Result<Vec<Vec<Token>>, usize> {
    let is_empty = arguments.len() == 1 && arguments.first().is_some_and(Vec::is_empty);
    match arguments.len() {
        1 if is_empty && parameters == 0 => Ok(Vec::new()),
        count if count == parameters => Ok(arguments),
        count => Err(if is_empty { 0 } else { count }),
    }
}
