//! Declarations: variables, blocks, functions, structs.

use super::super::ast::{
    BaseType, Block, Body, Declarator, Expr, Function, Global, LayoutItem, Parameter, Qualifiers, StructSpec, TypeSpec,
    Variables,
};
use super::super::token::{Kind, Sign, Span};
use super::words::Qualifier;
use super::{ParseResult, Parser};

/// Maximum number of tokens of a function. The GPU has 512 instructions.
const MAX_BODY: usize = 50_000;

/// Maximum number of members of a struct or block. The GPU has 96 registers for uniforms.
const MAX_MEMBERS: usize = 2000;

impl Parser<'_> {
    /// Parses a declaration outside of functions.
    pub(super) fn global(&mut self, globals: &mut Vec<Global>) -> ParseResult<()> {
        if self.take(Sign::Semicolon).is_some() {
            return Ok(());
        }
        let qualifiers = self.qualifiers()?;
        if self.take(Sign::Semicolon).is_some() {
            globals.push(Global::Qualifiers);
            return Ok(());
        }
        let [next, behind] = [self.peek(), self.ahead(1)];
        let is_word = next.kind == Kind::Word;
        if is_word && !qualifiers.is_empty() && (behind.is(Sign::Semicolon) || behind.is(Sign::Comma)) {
            return self.redeclared(globals);
        }
        if is_word && behind.is(Sign::LeftBrace) && Some(next.symbol) != self.words.structure {
            let block = self.block(qualifiers)?;
            globals.push(Global::Block(block));
            return Ok(());
        }
        if next.is(Sign::LeftBrace) {
            return self.unexpected("a declaration");
        }
        let ty = self.type_spec()?;
        if self.peek().kind == Kind::Word && self.ahead(1).is(Sign::LeftParen) {
            let function = self.function(ty)?;
            globals.push(Global::Function(function));
            return Ok(());
        }
        let variables = self.variables(qualifiers, ty)?;
        globals.push(Global::Variables(variables));
        Ok(())
    }

    /// Parses the names after qualifiers of already declared variables: `invariant gl_Position;`.
    fn redeclared(&mut self, globals: &mut Vec<Global>) -> ParseResult<()> {
        loop {
            self.next();
            if self.take(Sign::Comma).is_none() {
                break;
            }
        }
        self.expect(Sign::Semicolon)?;
        globals.push(Global::Qualifiers);
        Ok(())
    }

    /// Returns the qualifier of the current token, if it is one.
    pub(super) fn qualifier(&self) -> Option<Qualifier> {
        let token = self.peek();
        let found = (token.kind == Kind::Word).then(|| self.words.qualifier(token.symbol))??;
        // Some are names: a variable may be called `sample`.
        let is_in_front = self.words.is_keyword(token.symbol)
            || self.ahead(1).kind == Kind::Word
            || (found == Qualifier::Subroutine && self.ahead(1).is(Sign::LeftParen));
        is_in_front.then_some(found)
    }

    pub(super) fn qualifiers(&mut self) -> ParseResult<Qualifiers> {
        let mut found = Qualifiers::default();
        while let Some(qualifier) = self.qualifier() {
            let token = self.next();
            found.span = Some(found.span.map_or(token.span, |span| span.to(token.span)));
            match qualifier {
                Qualifier::Storage(storage) => found.storage = Some((storage, token.span)),
                Qualifier::Const => found.is_const = true,
                Qualifier::Layout => self.layout(&mut found.layout)?,
                Qualifier::Other => found.has_other = true,
                Qualifier::Subroutine => {
                    found.is_subroutine = true;
                    if self.take(Sign::LeftParen).is_some() {
                        self.skip_to(Sign::RightParen)?;
                    }
                }
                Qualifier::Precision => {
                    self.skip_to(Sign::Semicolon)?;
                    self.at -= 1;
                }
            }
        }
        Ok(found)
    }

    /// Skips all up to a sign, and over the sign.
    fn skip_to(&mut self, sign: Sign) -> ParseResult<()> {
        while !self.peek().is(sign) {
            if self.peek().kind == Kind::End {
                return self.unexpected(&format!("`{}`", sign.text()));
            }
            self.next();
        }
        self.next();
        Ok(())
    }

    fn layout(&mut self, items: &mut Vec<LayoutItem>) -> ParseResult<()> {
        self.expect(Sign::LeftParen)?;
        while self.take(Sign::RightParen).is_none() {
            let token = self.peek();
            if token.kind != Kind::Word {
                return self.unexpected("the name of a layout");
            }
            self.next();
            let value = match self.take(Sign::Assign) {
                Some(_) => Some(self.conditional()?),
                None => None,
            };
            items.push(LayoutItem {
                name: token.symbol,
                value,
                span: token.span.to(self.last_span()),
            });
            if self.take(Sign::Comma).is_none() {
                self.expect(Sign::RightParen)?;
                break;
            }
        }
        Ok(())
    }

    /// Parses a type, with the lengths of arrays after it.
    pub(super) fn type_spec(&mut self) -> ParseResult<TypeSpec> {
        let token = self.peek();
        let is_struct = Some(token.symbol) == self.words.structure && token.kind == Kind::Word;
        let base = if is_struct {
            self.next();
            BaseType::Struct(Box::new(self.nested(Self::struct_spec)?))
        } else if token.kind == Kind::Word && !self.words.is_statement(token.symbol) {
            self.next();
            BaseType::Name(token.symbol)
        } else {
            return self.unexpected("a type");
        };
        let lengths = self.lengths()?;
        Ok(TypeSpec {
            base,
            lengths,
            span: token.span.to(self.last_span()),
        })
    }

    /// Parses `[N]` and `[]`, any number of them.
    pub(super) fn lengths(&mut self) -> ParseResult<Vec<Option<Expr>>> {
        let mut lengths = Vec::new();
        while self.take(Sign::LeftBracket).is_some() {
            if self.take(Sign::RightBracket).is_some() {
                lengths.push(None);
            } else {
                lengths.push(Some(self.conditional()?));
                self.expect(Sign::RightBracket)?;
            }
            if lengths.len() > super::MAX_DEPTH {
                return self.too_deep("an array has too many dimensions".to_owned());
            }
        }
        Ok(lengths)
    }

    fn struct_spec(&mut self) -> ParseResult<StructSpec> {
        let name = match self.peek().kind {
            Kind::Word => Some(self.name("the name of the struct")?.0),
            _ => None,
        };
        let members = self.members()?;
        Ok(StructSpec { name, members })
    }

    /// Parses the members of a struct or block.
    fn members(&mut self) -> ParseResult<Vec<Variables>> {
        self.expect(Sign::LeftBrace)?;
        let mut members = Vec::new();
        while self.take(Sign::RightBrace).is_none() {
            if self.take(Sign::Semicolon).is_some() {
                continue;
            }
            let qualifiers = self.qualifiers()?;
            let ty = self.type_spec()?;
            members.push(self.variables(qualifiers, ty)?);
            if members.len() > MAX_MEMBERS {
                return self.too_deep(format!("a struct or block has more than {MAX_MEMBERS} members"));
            }
        }
        Ok(members)
    }

    fn block(&mut self, qualifiers: Qualifiers) -> ParseResult<Block> {
        let (name, name_span) = self.name("the name of the block")?;
        let members = self.members()?;
        let instance = match self.peek().kind {
            Kind::Word => Some(self.declarator()?),
            _ => None,
        };
        self.expect(Sign::Semicolon)?;
        Ok(Block {
            qualifiers,
            name,
            name_span,
            members,
            instance,
        })
    }

    /// Parses the declarators of a declaration, and its `;`. There may be none.
    pub(super) fn variables(&mut self, qualifiers: Qualifiers, ty: TypeSpec) -> ParseResult<Variables> {
        let start = qualifiers.span.unwrap_or(ty.span);
        let mut declarators = Vec::new();
        if !self.peek().is(Sign::Semicolon) {
            declarators.push(self.declarator()?);
            while self.take(Sign::Comma).is_some() {
                declarators.push(self.declarator()?);
            }
        }
        let span = start.to(self.last_span());
        self.expect(Sign::Semicolon)?;
        Ok(Variables {
            qualifiers,
            ty,
            declarators,
            span,
        })
    }

    pub(super) fn declarator(&mut self) -> ParseResult<Declarator> {
        let (name, span) = self.name("a name")?;
        let lengths = self.lengths()?;
        let initialiser = match self.take(Sign::Assign) {
            Some(_) => Some(self.initialiser()?),
            None => None,
        };
        Ok(Declarator {
            name,
            span,
            lengths,
            initialiser,
        })
    }

    /// Parses a function after its result.
    fn function(&mut self, result: TypeSpec) -> ParseResult<Function> {
        let header = self.function_header(result)?;
        let body = match self.take(Sign::Semicolon) {
            Some(_) => None,
            None => Some(self.body()?),
        };
        Ok(Function { body, ..header })
    }

    /// Parses a function after its result, without its body.
    pub(super) fn function_header(&mut self, result: TypeSpec) -> ParseResult<Function> {
        let (name, name_span) = self.name("the name of a function")?;
        self.expect(Sign::LeftParen)?;
        let mut parameters = Vec::new();
        while self.take(Sign::RightParen).is_none() {
            parameters.push(self.parameter()?);
            if self.take(Sign::Comma).is_none() {
                self.expect(Sign::RightParen)?;
                break;
            }
        }
        if let [Parameter { ty, name: None, .. }] = parameters.as_slice()
            && let BaseType::Name(name) = ty.base
            && self.text(name) == "void"
        {
            parameters.clear();
        }
        Ok(Function {
            result,
            name,
            name_span,
            parameters,
            body: None,
        })
    }

    fn parameter(&mut self) -> ParseResult<Parameter> {
        let qualifiers = self.qualifiers()?;
        let mut ty = self.type_spec()?;
        let (mut name, mut span) = (None, ty.span);
        if self.peek().kind == Kind::Word {
            let (found, place) = self.name("the name of a parameter")?;
            (name, span) = (Some(found), place);
        }
        // `float a[2][3]` has two arrays; lengths of the type are the inner ones.
        let mut lengths = self.lengths()?;
        lengths.append(&mut ty.lengths);
        ty.lengths = lengths;
        Ok(Parameter {
            qualifiers,
            ty,
            name,
            span,
        })
    }

    fn body(&mut self) -> ParseResult<Body> {
        if !self.peek().is(Sign::LeftBrace) {
            return self.unexpected("`{` or `;`");
        }
        let start = self.at;
        let statements = self.statements()?;
        if self.at - start > MAX_BODY {
            return self.too_deep(format!("a function has more than {MAX_BODY} tokens"));
        }
        let mut changed = std::mem::take(&mut self.changed);
        changed.sort_unstable();
        changed.dedup();
        Ok(Body { statements, changed })
    }

    /// Records that the function may change the variable at the root of an expression.
    pub(super) fn changes(&mut self, expr: &Expr) {
        if let Some(name) = expr.root() {
            self.changed.push(name);
        }
    }

    /// Returns whether a declaration begins here: a qualifier, or a type and a name.
    pub(super) fn is_declaration(&self) -> bool {
        let token = self.peek();
        if token.kind != Kind::Word {
            return false;
        }
        if self.qualifier().is_some() || Some(token.symbol) == self.words.structure {
            return true;
        }
        self.ahead(self.array_end(1)).kind == Kind::Word
    }

    /// Returns how many tokens ahead the brackets of an array end.
    pub(super) fn array_end(&self, from: usize) -> usize {
        let (mut ahead, mut depth) = (from, 0_usize);
        loop {
            let token = self.ahead(ahead);
            match token.kind {
                Kind::Sign(Sign::LeftBracket) => depth += 1,
                Kind::Sign(Sign::RightBracket) if depth > 0 => depth -= 1,
                _ if depth == 0 => return ahead,
                Kind::End | Kind::Sign(Sign::Semicolon | Sign::LeftBrace) => return ahead,
                _ => {}
            }
            ahead += 1;
        }
    }

    /// Returns a location from the start of one part to the end of the last token.
    pub(super) fn span_from(&self, start: Span) -> Span {
        start.to(self.last_span())
    }
}
