//! Classification of the tokens of a file.

use pica200_objfmt::isa::instruction::Comparison;
use pica200_objfmt::isa::opcode::{Opcode, Operands};
use pica200_objfmt::isa::property;
use pica200_objfmt::isa::register::{Bank, RegisterForm};
use rustc_hash::FxHashMap;

use super::Analysis;
use super::ids::SymbolId;
use super::occurrences::{Occurrence, Use};
use super::symbols::SymbolKind;
use crate::directive::Directive;
use crate::expression::function::is_expression_word;
use crate::mnemonic::Mnemonic;
use crate::register::{AddressWord, FLAGS};
use crate::syntax::{Lexer, Token};
use crate::text::{FileId, Lines, Span, line_start, tail};
use crate::words::{Class, is_contextual};

/// The class of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TokenClass {
    /// A comment, including its `;`.
    Comment,
    /// A keyword. A directive includes its dot.
    Word(Class),
    /// A register named by number.
    Register(Bank),
    /// A name, and how it is used.
    Symbol(SymbolId, Use),
    /// A macro parameter or repetition counter: in its definition, or with a backslash in the body.
    Parameter,
    /// The kind keyword after `.extern`.
    ExternKind,
    /// A number.
    Number,
    /// A string in quotation marks.
    Text,
    /// The components of a swizzle or a mask.
    Components,
    /// An operator.
    Operator,
    /// Other punctuation.
    Punctuation,
    /// A line marker.
    Marker,
    /// An unknown word or character.
    Unknown,
}

/// A token of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClassifiedToken {
    /// Span of the token in the text of the file.
    pub span: Span,
    /// Its class.
    pub class: TokenClass,
}

impl Analysis {
    /// Returns all tokens and comments of a file in order. On inactive lines, and in macros that are never called,
    /// classes are derived from the words alone.
    pub fn tokens(&self, file: FileId) -> Vec<ClassifiedToken> {
        let text = self.file(file).map_or("", |file| &file.text);
        self.tokens_of_lines(file, Span::from_range(0..text.len()))
    }

    /// Like [`Analysis::tokens`], for the lines that a span of the file touches.
    pub fn tokens_in(&self, file: FileId, span: Span) -> Vec<ClassifiedToken> {
        let text = self.file(file).map_or("", |file| &file.text);
        let before = text.get(..span.start as usize).unwrap_or(text);
        let start = line_start(before);
        let after = tail(text, span.end as usize);
        let end = text.len() - after.len() + after.find(['\n', '\r']).unwrap_or(after.len());
        self.tokens_of_lines(file, Span::from_range(start..end.max(start)))
    }

    /// Returns the tokens of whole lines.
    fn tokens_of_lines(&self, file: FileId, of: Span) -> Vec<ClassifiedToken> {
        let Some(source) = self.file(file) else {
            return Vec::new();
        };
        let names = self.occurrences_in(file);
        let passed = names.partition_point(|found| found.location.span.start < of.start);
        // A text that is not a source can be split anywhere.
        let mut lines = Lines::new("");
        let mut classifier = Classifier {
            text: &source.text,
            names: names.get(passed..).unwrap_or_default(),
            known: self.known_words(),
            statement: Statement::default(),
            tokens: Vec::with_capacity(of.range().len() / 4),
        };
        let mut end = of.start;
        for (start, token, next) in Lexer::at(of.start, of.text(&source.text), &mut lines) {
            classifier.comments(Span::new(end, start));
            classifier.token(token, Span::new(start, next));
            end = next;
        }
        classifier.comments(Span::new(end, of.end));
        classifier.tokens
    }

    /// Returns the names used to classify words that nothing resolves.
    fn known_words(&self) -> FxHashMap<&str, SymbolId> {
        let symbols = self.symbols();
        let known = symbols.map(|symbol| (symbol.text(), symbol.id()));
        known.filter(|(text, _)| !text.is_empty()).collect()
    }
}

/// The current statement.
#[derive(Clone, Copy, Default)]
struct Statement {
    /// Number of tokens after the keyword; `None` before it.
    operands: Option<usize>,
    directive: Option<Directive>,
    mnemonic: Option<Mnemonic>,
}

struct Classifier<'a> {
    text: &'a str,
    /// Remaining occurrences of names.
    names: &'a [Occurrence],
    known: FxHashMap<&'a str, SymbolId>,
    statement: Statement,
    tokens: Vec<ClassifiedToken>,
}

impl Classifier<'_> {
    fn push(&mut self, span: Span, class: TokenClass) {
        if span.start < span.end {
            self.tokens.push(ClassifiedToken { span, class });
        }
    }

    /// Adds the comments between two tokens.
    fn comments(&mut self, gap: Span) {
        let text = gap.text(self.text);
        let mut at = gap.start as usize;
        for line in text.split_inclusive(['\n', '\r']) {
            if let Some(start) = line.find(';') {
                let len = line.trim_end_matches(['\n', '\r']).len();
                self.push(Span::from_range(at + start..at + len), TokenClass::Comment);
            }
            at += line.len();
        }
    }

    fn token(&mut self, token: Token, span: Span) {
        if token == Token::Newline {
            self.statement = Statement::default();
            return;
        }
        match token {
            Token::Word | Token::LocalName => {
                let class = self.word(span);
                self.push(span, class);
                self.begin(span);
            }
            Token::Dotted(dot) => {
                let name = Span::new(span.start, dot);
                let class = self.word(name);
                self.push(name, class);
                self.push(Span::new(dot, dot + 1), TokenClass::Punctuation);
                self.push(Span::new(dot + 1, span.end), TokenClass::Components);
                self.begin(name);
            }
            Token::DotWord => {
                let dot = Span::new(span.start, span.start + 1);
                self.push(dot, TokenClass::Punctuation);
                self.push(Span::new(dot.end, span.end), TokenClass::Components);
            }
            Token::Directive(directive) => {
                self.push(span, TokenClass::Word(Class::Directive));
                self.statement.directive = Some(directive);
                self.statement.operands = Some(0);
                return;
            }
            Token::Colon => {
                self.push(span, TokenClass::Punctuation);
                self.statement = Statement::default();
                return;
            }
            Token::Number => self.push(span, self.number()),
            _ => self.push(span, plain_class(token)),
        }
        self.statement.operands = self.statement.operands.map(|count| count + 1);
    }

    /// Returns the class of a number. Properties can be numbers.
    fn number(&self) -> TokenClass {
        match (self.statement.directive, self.statement.operands) {
            (Some(Directive::Out), Some(1)) => TokenClass::Word(Class::Property),
            _ => TokenClass::Number,
        }
    }

    /// Starts a statement with a word, unless it has already started.
    fn begin(&mut self, word: Span) {
        if self.statement.operands.is_none() && !self.is_label(word) {
            self.statement.mnemonic = Mnemonic::find(word.text(self.text));
            self.statement.operands = Some(0);
        }
    }

    fn after(&self, span: Span) -> &str {
        tail(self.text, span.end as usize).trim_start_matches([' ', '\t', '\x0B', '\x0C'])
    }

    fn is_label(&self, word: Span) -> bool {
        self.statement.operands.is_none() && self.after(word).starts_with(':')
    }

    /// Returns the class of a word.
    fn word(&mut self, span: Span) -> TokenClass {
        if let Some(found) = self.occurrence(span) {
            return TokenClass::Symbol(found.symbol, found.usage);
        }
        let word = span.text(self.text);
        let Some(operands) = self.statement.operands else {
            return self.first_word(span, word);
        };
        if let Some(class) = self.word_of_statement(span, word, operands) {
            return class;
        }
        match RegisterForm::classify(word) {
            RegisterForm::Register(register) => return TokenClass::Register(register.bank),
            RegisterForm::LeadingZero(_) | RegisterForm::OutOfRange(_) => {
                return TokenClass::Unknown;
            }
            RegisterForm::Name => {}
        }
        if let Some(&symbol) = self.known.get(word) {
            return TokenClass::Symbol(symbol, Use::Read);
        }
        word_of_language(word, self.after(span).starts_with('('))
    }

    /// Returns the class of the first word of a statement.
    fn first_word(&self, span: Span, word: &str) -> TokenClass {
        let known = self.known.get(word).copied();
        match known {
            Some(symbol) if self.is_label(span) => TokenClass::Symbol(symbol, Use::Definition),
            _ if Mnemonic::find(word).is_some() => TokenClass::Word(Class::Mnemonic),
            Some(symbol @ SymbolId::Macro(_)) => TokenClass::Symbol(symbol, Use::Read),
            _ => TokenClass::Unknown,
        }
    }

    /// Returns the occurrence of a name at exactly a span. Spans must be requested in order.
    fn occurrence(&mut self, span: Span) -> Option<Occurrence> {
        let passed = self
            .names
            .iter()
            .take_while(|found| found.location.span.start < span.start);
        self.names = self.names.get(passed.count()..).unwrap_or_default();
        let here = self
            .names
            .iter()
            .take_while(|found| found.location.span.start == span.start);
        // A definition or write is more specific than a read at the same location.
        let exact = here.filter(|found| found.is_exact && found.location.span == span);
        exact.min_by_key(|found| found.usage).copied()
    }

    /// Returns the class of a contextual keyword.
    fn word_of_statement(&self, span: Span, word: &str, operands: usize) -> Option<TokenClass> {
        let lower = word.to_ascii_lowercase();
        match self.statement.directive {
            Some(Directive::Out) if operands > 0 && property::by_name(&lower).is_some() => {
                return Some(TokenClass::Word(Class::Property));
            }
            Some(Directive::Extern) if operands == 0 => return Some(TokenClass::ExternKind),
            Some(Directive::Gsh) if is_contextual(Class::GeometryMode, word) => {
                return Some(TokenClass::Word(Class::GeometryMode));
            }
            Some(Directive::Macro) if operands > 0 && !is_default(self.text, span) => {
                return Some(TokenClass::Parameter);
            }
            Some(Directive::Rept) if operands > 0 && self.text_before(span).ends_with(',') => {
                return Some(TokenClass::Parameter);
            }
            Some(Directive::Setb) if is_contextual(Class::Boolean, word) => {
                return Some(TokenClass::Word(Class::Boolean));
            }
            _ => {}
        }
        match self.statement.mnemonic.map(|mnemonic| mnemonic.usage().1) {
            Some(Operands::Compare) if Comparison::from_name(&lower).is_some() => {
                Some(TokenClass::Word(Class::Comparison))
            }
            Some(Operands::Emit) if is_contextual(Class::EmitFlag, word) => Some(TokenClass::Word(Class::EmitFlag)),
            _ => None,
        }
    }

    fn text_before(&self, span: Span) -> &str {
        let before = self.text.get(..span.start as usize).unwrap_or_default();
        before.trim_end_matches([' ', '\t', '\x0B', '\x0C'])
    }
}

/// Returns true if a word belongs to the default value of a parameter.
fn is_default(text: &str, span: Span) -> bool {
    let before = text.get(..span.start as usize).unwrap_or_default();
    let part = before.rsplit([',', '\n', '\r']).next().unwrap_or_default();
    part.contains('=')
}

/// Returns the class of a word that the language defines for operands.
fn word_of_language(word: &str, is_called: bool) -> TokenClass {
    if AddressWord::find(word).is_some() {
        TokenClass::Word(Class::AddressRegister)
    } else if word.eq_ignore_ascii_case(FLAGS) {
        TokenClass::Word(Class::Flags)
    } else if is_called && is_expression_word(word) {
        TokenClass::Word(Class::Function)
    } else if is_contextual(Class::Number, word) {
        TokenClass::Word(Class::Number)
    } else if Opcode::from_mnemonic(word).is_some() {
        TokenClass::Word(Class::Mnemonic)
    } else {
        TokenClass::Unknown
    }
}

/// Returns the class of a token that is not a word.
const fn plain_class(token: Token) -> TokenClass {
    match token {
        Token::Parameter => TokenClass::Parameter,
        Token::String => TokenClass::Text,
        Token::Number => TokenClass::Number,
        Token::Plus
        | Token::Minus
        | Token::Times
        | Token::Slash
        | Token::Percent
        | Token::Equal
        | Token::NotEqual
        | Token::Less
        | Token::LessEqual
        | Token::Greater
        | Token::GreaterEqual
        | Token::Not
        | Token::And
        | Token::Or => TokenClass::Operator,
        Token::Dot
        | Token::Comma
        | Token::Colon
        | Token::Assign
        | Token::OpenBracket
        | Token::CloseBracket
        | Token::OpenParen
        | Token::CloseParen => TokenClass::Punctuation,
        Token::Marker => TokenClass::Marker,
        _ => TokenClass::Unknown,
    }
}

impl super::Symbol<'_> {
    /// Returns true if a shader cannot change its value: all names except outputs, temporaries and variables.
    pub fn is_read_only(&self) -> bool {
        use crate::resolve::NameKind;
        match self.kind() {
            SymbolKind::Name(NameKind::Output | NameKind::Variable) => false,
            SymbolKind::Name(NameKind::Alias) => match self.meaning() {
                Some(super::Meaning::Operand(operand)) => !matches!(operand.bank, Bank::Output | Bank::Temporary),
                _ => true,
            },
            _ => true,
        }
    }
}
