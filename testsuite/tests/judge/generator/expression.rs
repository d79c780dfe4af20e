//! Expressions of a type.

use super::text::{Expression, Level, binary};
use super::types::{Kind, Type};
use super::{Direction, Writer};

impl Writer {
    /// Returns an expression of a type, with up to `depth` nested operations.
    pub(super) fn expression(&mut self, ty: &Type, depth: usize) -> Expression {
        let expression = self.bare_expression(ty, depth);
        // Redundant parentheses.
        if self.chance(24) {
            Expression::primary(format!("({})", expression.text))
        } else {
            expression
        }
    }

    fn bare_expression(&mut self, ty: &Type, depth: usize) -> Expression {
        if depth == 0 || self.is_spent() || self.chance(6) {
            return self.leaf(ty);
        }
        if self.chance(9)
            && !self.is_constant
            && let Some(call) = self.pure_call(ty, depth)
        {
            return call;
        }
        if self.chance(12) && self.is_value(ty) && !matches!(ty, Type::Array(..)) {
            let condition = self.condition(depth - 1);
            let (one, other) = (self.expression(ty, depth - 1), self.expression(ty, depth - 1));
            return choice(&condition, &one, &other);
        }
        match ty {
            Type::Vector(Kind::Float, size) => self.floats(*size, depth),
            Type::Vector(Kind::Int | Kind::Uint, _) => self.integers(ty, depth),
            Type::Vector(Kind::Bool, 1) => self.condition(depth),
            Type::Vector(Kind::Bool, size) => self.booleans(*size, depth),
            Type::Matrix(columns, rows) => self.matrix(*columns, *rows, depth),
            Type::Array(..) | Type::Struct(_) => self.leaf(ty),
        }
    }

    /// Returns a variable, or a value composed of literals and variables.
    pub(super) fn leaf(&mut self, ty: &Type) -> Expression {
        if !self.chance(4)
            && let Some(found) = self.read(ty)
        {
            return found;
        }
        match ty {
            Type::Vector(kind, 1) => {
                let literal = self.literal(*kind);
                if matches!(kind, Kind::Float | Kind::Int) && self.chance(5) {
                    Expression::new(format!("-{literal}"), Level::Unary)
                } else {
                    Expression::primary(literal)
                }
            }
            _ => self.constructor(ty, 0),
        }
    }

    /// Returns a constructor call: `vec3(...)`, `mat2(...)`, `S(...)`, `float[2](...)`.
    pub(super) fn constructor(&mut self, ty: &Type, depth: usize) -> Expression {
        let (name, arguments) = match ty {
            Type::Vector(kind, size) => (ty.basic_name(), self.components(*kind, *size, depth)),
            Type::Matrix(columns, rows) => (ty.basic_name(), self.matrix_arguments(*columns, *rows, depth)),
            Type::Array(element, length) => {
                let name = format!("{}[{length}]{}", self.type_name(element), self.lengths(element));
                let arguments = (0..*length).map(|_| self.expression(element, depth).text);
                (name, arguments.collect())
            }
            Type::Struct(index) => {
                let found = self.structs[*index].clone();
                let members = found.members.iter();
                let arguments = members.map(|(_, ty)| self.expression(ty, depth).text);
                (found.name, arguments.collect())
            }
        };
        Expression::primary(format!("{name}({})", arguments.join(", ")))
    }

    /// Returns the arguments of a vector constructor: one number for all components, or parts.
    fn components(&mut self, kind: Kind, size: usize, depth: usize) -> Vec<String> {
        let scalar = Type::Vector(kind, 1);
        if self.chance(4) {
            return vec![self.expression(&scalar, depth).text];
        }
        if kind != Kind::Bool && self.chance(6) {
            // Conversion.
            let other = if kind == Kind::Float { Kind::Int } else { Kind::Bool };
            return vec![self.expression(&Type::Vector(other, size), depth).text];
        }
        let mut arguments = Vec::new();
        let mut left = size;
        while left > 0 {
            let count = self.from(1, left.min(if size == 1 { 1 } else { 3 }));
            let ty = Type::Vector(kind, if self.chance(2) { 1 } else { count });
            let Type::Vector(_, count) = ty else { continue };
            arguments.push(self.expression(&ty, depth).text);
            left -= count;
        }
        arguments
    }

    fn matrix_arguments(&mut self, columns: usize, rows: usize, depth: usize) -> Vec<String> {
        match self.random.below(4) {
            // Mesa fills columns beyond the diagonal with values other than 0.
            0 if columns <= rows => vec![self.expression(&Type::FLOAT, depth).text],
            1 if columns <= rows && self.version.has_all_matrices() => {
                let size = self.from(2, 4);
                match self.read(&Type::Matrix(size, size)) {
                    Some(matrix) => vec![matrix.text],
                    None => vec![self.expression(&Type::FLOAT, depth).text],
                }
            }
            2 => {
                let numbers = (0..columns * rows).map(|_| self.expression(&Type::FLOAT, 0).text);
                numbers.collect()
            }
            _ => {
                let columns = (0..columns).map(|_| self.expression(&Type::floats(rows), depth).text);
                columns.collect()
            }
        }
    }

    /// Returns an expression of a float scalar or vector.
    fn floats(&mut self, size: usize, depth: usize) -> Expression {
        let ty = Type::floats(size);
        match self.random.below(12) {
            0..=4 => self.arithmetic(&ty, depth),
            5..=7 => self.float_function(size, depth),
            8 => self.guarded(size, depth),
            9 => self.constructor(&ty, depth - 1),
            10 if size > 1 => self.product_with_matrix(size, depth),
            10 => self.component(depth),
            _ => {
                let operand = self.expression(&ty, depth - 1);
                Expression::new(format!("-({})", operand.text), Level::Unary)
            }
        }
    }

    /// Returns a component of a vector expression.
    fn component(&mut self, depth: usize) -> Expression {
        let size = self.from(2, 4);
        let vector = self.expression(&Type::floats(size), depth - 1);
        let name = ["x", "y", "z", "w"][self.random.below(size)];
        Expression::primary(format!("({}).{name}", vector.text))
    }

    fn arithmetic(&mut self, ty: &Type, depth: usize) -> Expression {
        let operator = *self.choose(&["+", "-", "*", "*", "+"]);
        // Also a scalar and a vector.
        let scalar = Type::FLOAT;
        let (left, right) = match self.random.below(5) {
            0 => (ty, &scalar),
            1 => (&scalar, ty),
            _ => (ty, ty),
        };
        let is_whole = left == ty;
        let (left, mut right) = (self.expression(left, depth - 1), self.expression(right, depth - 1));
        if is_whole && self.version.converts() && self.chance(12) {
            right = self.expression(&Type::INT, depth - 1);
        }
        if self.chance(8) {
            let one = if self.version.is_lenient() && self.chance(4) {
                "1"
            } else {
                "1.0"
            };
            let divisor = format!("(abs({}) + {one})", right.text);
            return binary(&left, "/", &Expression::primary(divisor));
        }
        binary(&left, operator, &right)
    }

    fn product_with_matrix(&mut self, size: usize, depth: usize) -> Expression {
        let other = if self.version.has_all_matrices() {
            self.from(2, 4)
        } else {
            size
        };
        let vector = self.expression(&Type::floats(other), depth - 1);
        if self.chance(3) {
            let matrix = self.expression(&Type::Matrix(size, other), depth - 1);
            binary(&vector, "*", &matrix)
        } else {
            let matrix = self.expression(&Type::Matrix(other, size), depth - 1);
            binary(&matrix, "*", &vector)
        }
    }

    /// Returns an expression of an integer scalar or vector.
    fn integers(&mut self, ty: &Type, depth: usize) -> Expression {
        let Type::Vector(kind, size) = *ty else {
            return self.leaf(ty);
        };
        let suffix = if kind == Kind::Uint { "u" } else { "" };
        match self.random.below(9) {
            0..=2 => {
                // Unsigned numbers below 0 would wrap around.
                let operators: &[&str] = if kind == Kind::Uint { &["+"] } else { &["+", "-"] };
                let operator = *self.choose(operators);
                let (left, right) = (self.expression(ty, depth - 1), self.expression(ty, depth - 1));
                binary(&left, operator, &right)
            }
            3 => {
                let factor = format!("{}{suffix}", self.from(2, 3));
                let operand = self.expression(ty, depth - 1);
                binary(&operand, "*", &Expression::primary(factor))
            }
            4 if self.version.is_modern() => {
                let operand = self.expression(ty, depth - 1);
                let divisor = format!("{}{suffix}", self.from(2, 7));
                let is_remainder = self.chance(2);
                let operator = if is_remainder { "%" } else { "/" };
                // The remainder of a negative number is undefined.
                let operand = if is_remainder && kind == Kind::Int {
                    Expression::primary(format!("abs({})", operand.text))
                } else {
                    operand
                };
                binary(&operand, operator, &Expression::primary(divisor))
            }
            5 if self.version.is_modern() => {
                let name = *self.choose(&["min", "max"]);
                let (one, other) = (self.expression(ty, depth - 1), self.expression(ty, depth - 1));
                Expression::primary(format!("{name}({}, {})", one.text, other.text))
            }
            6 if self.version.is_modern() && kind == Kind::Int => {
                let name = *self.choose(&["abs", "sign"]);
                let operand = self.expression(ty, depth - 1);
                Expression::primary(format!("{name}({})", operand.text))
            }
            7 if kind == Kind::Int => {
                let operand = self.expression(&Type::floats(size), depth - 1);
                Expression::primary(format!("{}({} + 0.0371)", ty.basic_name(), operand.within(Level::Sum)))
            }
            7 => {
                let operand = self.expression(&Type::Vector(Kind::Int, size), depth - 1);
                Expression::primary(format!("{}(abs({}))", ty.basic_name(), operand.text))
            }
            _ => self.constructor(ty, depth - 1),
        }
    }

    /// Returns a boolean scalar.
    pub(super) fn condition(&mut self, depth: usize) -> Expression {
        if depth == 0 || self.is_spent() {
            return self.leaf(&Type::BOOL);
        }
        match self.random.below(10) {
            0..=3 => self.relation(depth),
            4 | 5 => {
                let operator = *self.choose(&["&&", "||", "^^"]);
                let (left, right) = (self.condition(depth - 1), self.condition(depth - 1));
                binary(&left, operator, &right)
            }
            6 => {
                let operand = self.condition(depth - 1);
                Expression::new(format!("!{}", operand.within(Level::Primary)), Level::Unary)
            }
            7 => {
                let size = self.from(2, 4);
                let name = *self.choose(&["any", "all"]);
                let operand = self.booleans(size, depth);
                Expression::primary(format!("{name}({})", operand.text))
            }
            8 => {
                let operand = self.expression(&Type::INT, depth - 1);
                Expression::primary(format!("bool({})", operand.text))
            }
            _ => self.leaf(&Type::BOOL),
        }
    }

    fn relation(&mut self, depth: usize) -> Expression {
        let (ty, operators): (_, &[&str]) = match self.random.below(6) {
            0 => (Type::INT, &["<", ">", "<=", ">=", "==", "!="]),
            1 if self.version.is_modern() => (Type::UINT, &["<", ">", "<=", ">=", "==", "!="]),
            2 => (Type::Vector(Kind::Int, self.from(2, 4)), &["==", "!="]),
            3 => (Type::BOOL, &["==", "!="]),
            _ => (Type::FLOAT, &["<", ">", "<=", ">="]),
        };
        let operator = *self.choose(operators);
        let (left, mut right) = (self.expression(&ty, depth - 1), self.expression(&ty, depth - 1));
        if ty == Type::FLOAT {
            right = binary(&right, "+", &Expression::primary("0.0371"));
        }
        binary(&left, operator, &right)
    }

    /// Returns a boolean vector.
    fn booleans(&mut self, size: usize, depth: usize) -> Expression {
        let ty = Type::Vector(Kind::Bool, size);
        if depth == 0 {
            return self.leaf(&ty);
        }
        match self.random.below(6) {
            0 => {
                let operand = self.expression(&ty, depth - 1);
                Expression::primary(format!("not({})", operand.text))
            }
            1 => {
                let operand = Type::Vector(Kind::Int, size);
                let name = *self.choose(&["equal", "notEqual", "lessThan", "greaterThanEqual"]);
                let (one, other) = (
                    self.expression(&operand, depth - 1),
                    self.expression(&operand, depth - 1),
                );
                Expression::primary(format!("{name}({}, {})", one.text, other.text))
            }
            2 => self.constructor(&ty, depth - 1),
            _ => {
                let operand = Type::floats(size);
                let name = *self.choose(&["lessThan", "lessThanEqual", "greaterThan", "greaterThanEqual"]);
                let (one, other) = (
                    self.expression(&operand, depth - 1),
                    self.expression(&operand, depth - 1),
                );
                Expression::primary(format!("{name}({}, {} + 0.0371)", one.text, other.within(Level::Sum)))
            }
        }
    }

    fn matrix(&mut self, columns: usize, rows: usize, depth: usize) -> Expression {
        let ty = Type::Matrix(columns, rows);
        match self.random.below(8) {
            0 => {
                let operator = *self.choose(&["+", "-"]);
                let (left, right) = (self.expression(&ty, depth - 1), self.expression(&ty, depth - 1));
                binary(&left, operator, &right)
            }
            1 | 2 => {
                let inner = if self.version.has_all_matrices() {
                    self.from(2, 4)
                } else {
                    columns
                };
                let left = self.expression(&Type::Matrix(inner, rows), depth - 1);
                let right = self.expression(&Type::Matrix(columns, inner), depth - 1);
                binary(&left, "*", &right)
            }
            3 => {
                let (left, right) = (
                    self.expression(&ty, depth - 1),
                    self.expression(&Type::FLOAT, depth - 1),
                );
                binary(&left, "*", &right)
            }
            4 if self.version.has_all_matrices() => {
                let operand = self.expression(&Type::Matrix(rows, columns), depth - 1);
                Expression::primary(format!("transpose({})", operand.text))
            }
            5 if self.version.has_all_matrices() => {
                let (one, other) = (
                    self.expression(&Type::floats(rows), depth - 1),
                    self.expression(&Type::floats(columns), depth - 1),
                );
                Expression::primary(format!("outerProduct({}, {})", one.text, other.text))
            }
            6 => {
                let (one, other) = (self.expression(&ty, depth - 1), self.expression(&ty, depth - 1));
                Expression::primary(format!("matrixCompMult({}, {})", one.text, other.text))
            }
            _ => self.constructor(&ty, depth - 1),
        }
    }

    /// Returns a call of a pure function with a result type.
    fn pure_call(&mut self, ty: &Type, depth: usize) -> Option<Expression> {
        if *ty == Type::FLOAT && !self.macros.is_empty() && self.chance(2) {
            let macros = self.macros.clone();
            let name = self.choose(&macros).clone();
            let argument = self.expression(&Type::FLOAT, depth - 1);
            return Some(Expression::primary(format!("{name}({})", argument.text)));
        }
        let functions = self.functions.iter();
        let found = functions.filter(|function| function.is_pure && function.result.as_ref() == Some(ty));
        let found: Vec<_> = found.cloned().collect();
        if found.is_empty() {
            return None;
        }
        let function = self.choose(&found).clone();
        let parameters = function.parameters.iter();
        let arguments = parameters.map(|(direction, ty)| {
            debug_assert_eq!(*direction, Direction::In);
            self.expression(ty, depth - 1).text
        });
        let arguments: Vec<_> = arguments.collect();
        Some(Expression::primary(format!(
            "{}({})",
            function.name,
            arguments.join(", ")
        )))
    }
}

/// Returns `condition ? one : other`.
pub(super) fn choice(condition: &Expression, one: &Expression, other: &Expression) -> Expression {
    let condition = condition.within(Level::LogicalOr);
    let text = format!(
        "{condition} ? {} : {}",
        one.within(Level::Choice),
        other.within(Level::Choice)
    );
    Expression::new(text, Level::Choice)
}
