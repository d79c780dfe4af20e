//! Expressions with operator precedence, so that they have few parentheses.

/// The text of an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Expression {
    pub(super) text: String,
    pub(super) level: Level,
}

/// Operator precedence, strongest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Level {
    Primary,
    Unary,
    Product,
    Sum,
    Shift,
    Relation,
    Equality,
    And,
    ExclusiveOr,
    Or,
    LogicalAnd,
    LogicalXor,
    LogicalOr,
    Choice,
}

impl Expression {
    pub(super) fn primary(text: impl Into<String>) -> Self {
        Self::new(text, Level::Primary)
    }

    pub(super) fn new(text: impl Into<String>, level: Level) -> Self {
        Self {
            text: text.into(),
            level,
        }
    }

    /// Returns the text as an operand of an operator with precedence `level`, parenthesized if necessary.
    pub(super) fn within(&self, level: Level) -> String {
        if self.level > level {
            format!("({})", self.text)
        } else {
            self.text.clone()
        }
    }

    /// Returns the text as the right operand.
    pub(super) fn right_of(&self, level: Level) -> String {
        if self.level >= level {
            format!("({})", self.text)
        } else {
            self.text.clone()
        }
    }
}

/// Returns the precedence of a binary operator.
pub(super) fn level(operator: &str) -> Level {
    match operator {
        "*" | "/" | "%" => Level::Product,
        "+" | "-" => Level::Sum,
        "<<" | ">>" => Level::Shift,
        "<" | ">" | "<=" | ">=" => Level::Relation,
        "==" | "!=" => Level::Equality,
        "&" => Level::And,
        "^" => Level::ExclusiveOr,
        "|" => Level::Or,
        "&&" => Level::LogicalAnd,
        "^^" => Level::LogicalXor,
        _ => Level::LogicalOr,
    }
}

/// Returns a binary operation.
pub(super) fn binary(left: &Expression, operator: &str, right: &Expression) -> Expression {
    let level = level(operator);
    let text = format!("{} {operator} {}", left.within(level), right.right_of(level));
    Expression::new(text, level)
}
