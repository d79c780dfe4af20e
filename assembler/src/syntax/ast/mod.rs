//! The syntax tree: statements in source order, with spans. Names are not resolved.
//!
//! Parts are stored in flat lists, in source order; a statement refers to its parts by range.

mod expression;
mod term;

use std::ops::Range;

use lalrpop_util::ParseError;
use pica200_objfmt::formats::object::Visibility;
use pica200_objfmt::isa::register::UniformKind;

use crate::diagnostic::MAX_DIAGNOSTICS;
use crate::syntax::token::Token;
use crate::text::Span;

pub(crate) use self::expression::{Binary, Expr, Op, Plain, Quantity};
use self::term::NO_INDEX;
pub(crate) use self::term::{Atom, Lead, Signs, Term};

/// A syntax error.
pub(crate) type SyntaxError = ParseError<u32, Token, ()>;

/// A token with its span, as the generated parser reads it: most tokens need only their spans.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lexeme(pub(crate) Token, pub(crate) Span);

/// A source's statements.
#[derive(Default, Debug)]
pub(crate) struct Ast {
    /// Labels, instructions and directives.
    pub(crate) statements: Vec<Statement>,
    terms: Vec<Term>,
    indices: Vec<Index>,
    values: Vec<Expr>,
    declarators: Vec<Declarator>,
    /// The operations of all expressions, in postfix order.
    ops: Vec<Op>,
    /// The expressions that are terms.
    expressions: Vec<Expr>,
    /// The values of terms with several numbers.
    literals: Vec<List>,
    /// Start of the terms of the statement being parsed.
    first_term: usize,
    /// The condition, if only a condition was parsed.
    pub(crate) condition: Option<Expr>,
    /// The syntax errors, each with the index of the malformed statement.
    pub(crate) errors: Vec<(SyntaxError, usize)>,
    /// True if the end of the source was not read, because an expansion is too large.
    pub(crate) is_cut: bool,
}

/// A range of parts of a statement.
#[derive(Clone, Debug)]
pub(crate) struct List(Range<u32>);

impl List {
    fn between(start: usize, end: usize) -> Self {
        // Each part takes at least one byte of a source shorter than 4 GiB.
        Self(Span::from_range(start..end).start..Span::from_range(start..end).end)
    }

    fn range(&self) -> Range<usize> {
        self.0.start as usize..self.0.end as usize
    }
}

/// A statement: its keyword and its parts.
#[derive(Debug)]
pub(crate) struct Statement {
    /// Span of the label's name, the mnemonic, or the directive with its dot.
    pub(crate) keyword: Span,
    /// Its kind and its parts.
    pub(crate) kind: StatementKind,
}

/// The kind of a statement, with its parts.
#[derive(Debug)]
pub(crate) enum StatementKind {
    /// `NAME:`
    Label,
    /// A mnemonic and its operands.
    Instruction(List),
    /// An instruction whose operands could not be parsed.
    BrokenInstruction,
    /// `.proc NAME`; `None` if the name could not be parsed.
    Procedure(Option<Span>),
    /// `.else`
    Else,
    /// `.elseif` and its condition; `None` if it could not be parsed.
    ElseIf(Option<List>),
    /// `.end`
    End,
    /// `.alias NAME OPERAND`
    Alias(Span, Box<Term>),
    /// `.fvec`, `.ivec`, `.bool`
    Uniforms(UniformKind, List),
    /// `.constf`, `.consti`
    Constant(UniformKind, Box<Declarator>, List),
    /// `.constfa NAME[n]`; `None` if it could not be parsed.
    ConstantArray(Option<Box<Declarator>>),
    /// `.constfa (x, y, z, w)`
    ConstantElement(List),
    /// `.extern KIND NAME[n], ...`
    Extern(Span, List),
    /// `.setf`, `.seti`
    SetValue(UniformKind, Box<Term>, List),
    /// `.setb`
    SetBoolean(Box<Term>, Expr),
    /// `.in NAME [REGISTER]`
    Input(Span, Option<Span>),
    /// `.out NAME PROPERTY[.mask] [REGISTER[.mask]][, HALFWORD]`
    Output(Box<OutputStatement>),
    /// `.entry PROCEDURE` or `.entry LABEL, COUNT`
    Entry(Span, Option<Box<Expr>>),
    /// `.nodvle`
    NoShader,
    /// `.private`
    Private,
    /// `.nonop`
    NoPadding,
    /// `.local NAME, ...`, `.global NAME, ...`
    Visibility(Visibility, List),
    /// `.word WORD[, DESCRIPTOR]`
    Word(Box<WordStatement>),
    /// `.version SHADER[, PROGRAM[, HALFWORD]]`
    Version(Box<VersionStatement>),
    /// `.descriptor NUMBER, WORD, FLAGS`
    Descriptor(Box<DescriptorStatement>),
    /// `.gsh ...`
    Geometry(List),
    /// `.equ NAME, NUMBER`
    Equate(Span, Expr),
    /// `.set NAME, NUMBER`
    Set(Span, Expr),
    /// `.assert CONDITION[, "TEXT"]`; the text with its quotation marks.
    Assert(Expr, Option<Span>),
    /// A statement that could not be parsed.
    Broken,
}

/// The bracketed expression after a name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Index {
    /// Its span, including the brackets.
    pub(crate) span: Span,
    /// A number, an address register, or their sum.
    pub(crate) value: Expr,
}

/// A declared name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declarator {
    /// Span of the name.
    pub(crate) name: Span,
    /// Span of the length, including the brackets.
    pub(crate) len: Option<Span>,
    /// The number in the brackets, if there is one.
    pub(crate) count: Option<Expr>,
    /// The explicit register.
    pub(crate) pin: Option<Span>,
}

/// The parts of `.out`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutputStatement {
    /// The name; `None` for `-`.
    pub(crate) name: Option<Span>,
    /// The property by name or number, and the mask after it, with its dot.
    pub(crate) property: (Span, Option<Span>),
    /// The register or the name of an earlier output, and the mask after it, with its dot.
    pub(crate) register: Option<(Span, Option<Span>)>,
    /// The last halfword of the entry in the output table.
    pub(crate) reserved: Option<Expr>,
}

/// The parts of `.word`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordStatement {
    /// The instruction word.
    pub(crate) word: Expr,
    /// The operand descriptor.
    pub(crate) descriptor: Option<Expr>,
}

/// The parts of `.version`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VersionStatement {
    /// The version of the shader.
    pub(crate) shader: Expr,
    /// The version of the program.
    pub(crate) program: Option<Expr>,
    /// The halfword after the version of the program.
    pub(crate) reserved: Option<Expr>,
}

/// The parts of `.descriptor`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DescriptorStatement {
    /// Its number in the table.
    pub(crate) number: Expr,
    /// The first word: mask and selectors.
    pub(crate) word: Expr,
    /// The second word.
    pub(crate) flags: Expr,
}

/// Called by the actions of the grammar.
impl Ast {
    /// Creates a tree with capacity for the statements that a source of this many bytes usually has.
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        Self {
            statements: Vec::with_capacity(bytes / 24),
            terms: Vec::with_capacity(bytes / 10),
            ..Self::default()
        }
    }

    pub(crate) fn push(&mut self, keyword: Span, kind: StatementKind) {
        self.first_term = self.terms.len();
        self.statements.push(Statement { keyword, kind });
    }

    /// Adds an instruction with the terms since the previous statement.
    pub(crate) fn push_instruction(&mut self, keyword: Span) {
        let terms = List::between(self.first_term, self.terms.len());
        self.push(keyword, StatementKind::Instruction(terms));
    }

    /// Adds `.elseif` with the terms since the previous statement.
    pub(crate) fn push_else_if(&mut self, keyword: Span) {
        let terms = List::between(self.first_term, self.terms.len());
        self.push(keyword, StatementKind::ElseIf(Some(terms)));
    }

    /// Records an error that applies to the next statement.
    pub(crate) fn error(&mut self, error: ParseError<u32, Lexeme, ()>) {
        // One error more than the limit shows that there were too many.
        if self.errors.len() <= MAX_DIAGNOSTICS {
            let error = error.map_token(|Lexeme(token, _)| token);
            self.errors.push((error, self.statements.len()));
        }
    }

    pub(crate) fn push_term(&mut self, lead: Lead, term: Term) {
        self.terms.push(term.with_lead(lead));
    }

    /// Returns the current lengths of the lists that terms refer to.
    pub(crate) fn term_marks(&self) -> TermMarks {
        TermMarks {
            terms: self.terms.len(),
            indices: self.indices.len(),
            ops: self.ops.len(),
        }
    }

    /// Removes the terms since some marks.
    pub(crate) fn forget_terms(&mut self, marks: TermMarks) {
        self.terms.truncate(marks.terms);
        self.indices.truncate(marks.indices);
        self.ops.truncate(marks.ops);
    }

    pub(crate) fn push_index(&mut self, index: Index) -> (Span, u32) {
        self.indices.push(index);
        (index.span, Span::from_range(0..self.indices.len() - 1).end)
    }

    pub(crate) fn push_value(&mut self, value: Expr) {
        self.values.push(value);
    }

    /// Creates a term from the last `count` values.
    pub(crate) fn literal_term(&mut self, span: Span, count: usize) -> Term {
        let end = self.values.len();
        let index = Span::from_range(0..self.literals.len()).end;
        self.literals.push(List::between(end.saturating_sub(count), end));
        Term::listed(Atom::Vector, span, index)
    }

    pub(crate) fn push_declarator(&mut self, declarator: Declarator) {
        self.declarators.push(declarator);
    }

    /// Returns the current lengths of all lists, where the ranges of a statement start.
    pub(crate) fn marks(&self) -> Marks {
        Marks {
            values: self.values.len(),
            declarators: self.declarators.len(),
        }
    }

    pub(crate) fn values_since(&self, marks: Marks) -> List {
        List::between(marks.values, self.values.len())
    }

    pub(crate) fn declarators_since(&self, marks: Marks) -> List {
        List::between(marks.declarators, self.declarators.len())
    }
}

/// See [`Ast::marks`].
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Marks {
    values: usize,
    declarators: usize,
}

/// See [`Ast::term_marks`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct TermMarks {
    terms: usize,
    indices: usize,
    ops: usize,
}

/// Read by later phases.
impl Ast {
    /// Returns the terms of an instruction's operands.
    pub(crate) fn terms(&self, list: &List) -> &[Term] {
        self.terms.get(list.range()).unwrap_or_default()
    }

    /// Returns the values in a pair of parentheses, or after `.gsh`.
    pub(crate) fn values(&self, list: &List) -> &[Expr] {
        self.values.get(list.range()).unwrap_or_default()
    }

    /// Returns the declared names.
    pub(crate) fn declarators(&self, list: &List) -> &[Declarator] {
        self.declarators.get(list.range()).unwrap_or_default()
    }

    /// Returns a term's index.
    pub(crate) fn index(&self, term: &Term) -> Option<&Index> {
        if matches!(term.kind, Atom::Expression | Atom::Vector) {
            return None;
        }
        self.indices.get(term.index as usize)
    }

    /// Returns the numbers of a term with several numbers.
    pub(crate) fn numbers(&self, term: &Term) -> Option<&List> {
        let is_vector = term.kind == Atom::Vector;
        is_vector.then(|| self.literals.get(term.index as usize)).flatten()
    }
}
