//! The syntax tree.

use super::token::{Span, Symbol};

/// An expression.
#[derive(Clone, Debug)]
pub(super) struct Expr {
    pub(super) kind: ExprKind,
    pub(super) span: Span,
    /// The number of expressions nested, this one included.
    pub(super) depth: u32,
}

impl Expr {
    /// Returns the name of the variable of which the expression is a part.
    pub(super) fn root(&self) -> Option<Symbol> {
        let mut expr = self;
        loop {
            match &expr.kind {
                ExprKind::Name(name) => return Some(*name),
                ExprKind::Index(base, _) | ExprKind::Member(base, ..) => expr = base,
                _ => return None,
            }
        }
    }
}

/// A kind of expression.
#[derive(Clone, Debug)]
pub(super) enum ExprKind {
    Literal(Literal),
    Name(Symbol),
    /// A call of a function, or a constructor of a type.
    Call {
        callee: Callee,
        arguments: Vec<Expr>,
    },
    Index(Box<Expr>, Box<Expr>),
    Member(Box<Expr>, Symbol, Span),
    /// A method: `length`.
    Method(Box<Expr>, Symbol, Span),
    Unary(Unary, Box<Expr>),
    /// `++` and `--`.
    Step {
        operand: Box<Expr>,
        is_increment: bool,
        /// True if the value is the one before the change.
        is_postfix: bool,
    },
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// An assignment, with the operator of `+=` and the like.
    Assign(Option<Binary>, Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    Comma(Box<Expr>, Box<Expr>),
    /// An initialiser in braces.
    Braces(Vec<Expr>),
}

/// The callee of a call.
#[derive(Clone, Debug)]
pub(super) enum Callee {
    Name(Symbol),
    /// A type that is no name alone: `float[3]`, `vec4`.
    Type(TypeSpec),
}

/// A literal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Literal {
    Bool(bool),
    Int(i32),
    Uint(u32),
    Float(f64),
}

/// An operator of one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unary {
    Plus,
    Minus,
    Not,
    Complement,
}

/// An operator of two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Binary {
    Multiply,
    Divide,
    Modulo,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Xor,
    Or,
}

/// A type as it is written.
#[derive(Clone, Debug)]
pub(super) struct TypeSpec {
    pub(super) base: BaseType,
    /// The lengths of arrays, the outermost first; `None` for one without a length.
    pub(super) lengths: Vec<Option<Expr>>,
    pub(super) span: Span,
}

/// A type without arrays.
#[derive(Clone, Debug)]
pub(super) enum BaseType {
    /// A type of the language or a struct.
    Name(Symbol),
    Struct(Box<StructSpec>),
}

/// A definition of a struct.
#[derive(Clone, Debug)]
pub(super) struct StructSpec {
    pub(super) name: Option<Symbol>,
    pub(super) members: Vec<Variables>,
}

/// A name with the lengths of arrays after it and its initialiser.
#[derive(Clone, Debug)]
pub(super) struct Declarator {
    pub(super) name: Symbol,
    pub(super) span: Span,
    pub(super) lengths: Vec<Option<Expr>>,
    pub(super) initialiser: Option<Expr>,
}

/// A declaration of variables of one type, or of members.
#[derive(Clone, Debug)]
pub(super) struct Variables {
    pub(super) qualifiers: Qualifiers,
    pub(super) ty: TypeSpec,
    pub(super) declarators: Vec<Declarator>,
    pub(super) span: Span,
}

/// Where a variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Storage {
    In,
    Out,
    InOut,
    Attribute,
    Varying,
    Uniform,
    Buffer,
    Shared,
}

/// The qualifiers of a declaration.
#[derive(Clone, Debug, Default)]
pub(super) struct Qualifiers {
    pub(super) storage: Option<(Storage, Span)>,
    pub(super) is_const: bool,
    /// The words in `layout(...)`, with their values.
    pub(super) layout: Vec<LayoutItem>,
    /// True if there is one that has no meaning here, such as `highp`.
    pub(super) has_other: bool,
    pub(super) is_subroutine: bool,
    pub(super) span: Option<Span>,
}

impl Qualifiers {
    /// Returns the item of the layout with a name.
    pub(super) fn item(&self, name: Symbol) -> Option<&LayoutItem> {
        self.layout.iter().rev().find(|item| item.name == name)
    }

    /// Returns whether there are any.
    pub(super) const fn is_empty(&self) -> bool {
        self.span.is_none()
    }
}

/// An item of a layout.
#[derive(Clone, Debug)]
pub(super) struct LayoutItem {
    pub(super) name: Symbol,
    pub(super) value: Option<Expr>,
    pub(super) span: Span,
}

/// A block of uniforms, inputs or outputs.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) qualifiers: Qualifiers,
    pub(super) name: Symbol,
    pub(super) name_span: Span,
    pub(super) members: Vec<Variables>,
    /// The name of the instance, if it has one.
    pub(super) instance: Option<Declarator>,
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub(super) struct Parameter {
    pub(super) qualifiers: Qualifiers,
    pub(super) ty: TypeSpec,
    pub(super) name: Option<Symbol>,
    pub(super) span: Span,
}

/// A function.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) result: TypeSpec,
    pub(super) name: Symbol,
    pub(super) name_span: Span,
    pub(super) parameters: Vec<Parameter>,
    /// `None` for a declaration without a body.
    pub(super) body: Option<Body>,
}

/// The body of a function.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) statements: Vec<Statement>,
    /// Names that the body may change: those at the roots of assignments, and of arguments of calls.
    pub(super) changed: Vec<Symbol>,
}

/// A declaration outside of functions.
#[derive(Clone, Debug)]
pub(super) enum Global {
    Variables(Variables),
    Block(Block),
    Function(Function),
    /// Qualifiers alone (`layout(std140) uniform;`), or of names that are declared already (`invariant gl_Position;`).
    Qualifiers,
}

/// A statement.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub(super) kind: StatementKind,
    pub(super) span: Span,
}

/// A kind of statement.
#[derive(Clone, Debug)]
pub(super) enum StatementKind {
    Empty,
    Variables(Variables),
    Expr(Expr),
    Block(Vec<Statement>),
    If {
        condition: Expr,
        then: Box<Statement>,
        otherwise: Option<Box<Statement>>,
    },
    Switch {
        selector: Expr,
        body: Vec<Statement>,
    },
    /// `case VALUE:`, or `default:`.
    Case(Option<Expr>),
    While {
        condition: Condition,
        body: Box<Statement>,
    },
    DoWhile {
        body: Box<Statement>,
        condition: Expr,
    },
    For {
        first: Box<Statement>,
        condition: Option<Condition>,
        step: Option<Expr>,
        body: Box<Statement>,
    },
    Return(Option<Expr>),
    Break,
    Continue,
    Discard,
}

/// The condition of a loop.
#[derive(Clone, Debug)]
pub(super) enum Condition {
    Expr(Expr),
    /// A declaration of a variable whose value decides.
    Variables(Variables),
}
