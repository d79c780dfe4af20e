//! Calls of built-in functions on floats.

use super::Writer;
use super::expression::choice;
use super::text::{Expression, Level, binary};
use super::types::{Kind, Type};

/// Functions of one operand, with the form of the operand. `#` is the operand.
const ONE: [&str; 26] = [
    "abs(#)",
    "sign(# + 0.0371)",
    "floor(# + 0.0371)",
    "ceil(# + 0.0371)",
    "fract(# + 0.0371)",
    "sin(#)",
    "cos(#)",
    "tan(clamp(#, -1.0, 1.0))",
    "asin(clamp(#, -0.9, 0.9))",
    "acos(clamp(#, -0.9, 0.9))",
    "atan(#)",
    "exp(clamp(#, -3.0, 3.0))",
    "exp2(clamp(#, -3.0, 3.0))",
    "log(abs(#) + 0.1)",
    "log2(abs(#) + 0.1)",
    "sqrt(abs(#) + 0.01)",
    "inversesqrt(abs(#) + 0.1)",
    "radians(#)",
    "degrees(# * 0.01)",
    "clamp(#, 0.0, 1.0)",
    "min(#, 1.0)",
    "max(#, 0.0)",
    "mod(# + 0.0371, 1.5)",
    "exp2(log2(abs(#) + 0.1) * 1.5)",
    "step(0.0371, #)",
    "smoothstep(0.0, 1.0, #)",
];

/// Functions of one operand in later versions.
const LATER: [&str; 5] = [
    "trunc(# + 0.0371)",
    "round(# + 0.0371)",
    "sinh(clamp(#, -2.0, 2.0))",
    "cosh(clamp(#, -2.0, 2.0))",
    "tanh(#)",
];

/// Functions of two operands of the same type.
const TWO: [&str; 9] = [
    "min(#, @)",
    "max(#, @)",
    "mix(#, @, 0.25)",
    "mod(# + 0.0371, abs(@) + 1.0)",
    "pow(abs(#) + 0.1, clamp(@, -2.0, 2.0))",
    "atan(#, abs(@) + 0.5)",
    "step(# + 0.0371, @)",
    "reflect(#, normalize(@ + 1.7))",
    "faceforward(#, @, @ + 0.0371)",
];

impl Writer {
    /// Returns a call of a built-in function whose result is a float scalar or vector.
    pub(super) fn float_function(&mut self, size: usize, depth: usize) -> Expression {
        let ty = Type::floats(size);
        let form = match self.random.below(8) {
            0..=2 => *self.choose(&ONE),
            3 if self.version.is_modern() => *self.choose(&LATER),
            3 | 4 => *self.choose(&TWO),
            5 => return self.geometric(size, depth),
            6 => return self.mixed(&ty, depth),
            _ => *self.choose(&ONE),
        };
        let one = self.expression(&ty, depth - 1).within(Level::Sum);
        let one = if form.contains("# *") { format!("({one})") } else { one };
        let other = if form.contains('@') {
            self.expression(&ty, depth - 1).within(Level::Sum)
        } else {
            String::new()
        };
        // Signs that the operand may have.
        let parts: Vec<_> = form.split('#').collect();
        let parts: Vec<_> = parts.iter().map(|part| part.replace('@', &other)).collect();
        Expression::primary(parts.join(&one))
    }

    /// Returns a call of a vector function.
    fn geometric(&mut self, size: usize, depth: usize) -> Expression {
        let operand = |writer: &mut Self, size| writer.expression(&Type::floats(size), depth - 1).text;
        let text = match size {
            1 => {
                let size = self.from(2, 4);
                let (one, other) = (operand(self, size), operand(self, size));
                match self.random.below(5) {
                    0 => format!("length({one})"),
                    1 => format!("distance({one}, {other})"),
                    2 if self.version.has_inverse() => self.determinant(depth),
                    _ => format!("dot({one}, {other})"),
                }
            }
            3 if self.chance(3) => format!("cross({}, {})", operand(self, 3), operand(self, 3)),
            _ => match self.random.below(4) {
                0 => {
                    let (one, other) = (operand(self, size), operand(self, size));
                    format!("refract(normalize({one} + 1.7), normalize({other} + 1.3), 0.5)")
                }
                1 => format!("clamp({}, 0.0, {})", operand(self, size), "1.0"),
                _ => format!("normalize({} + 1.7)", operand(self, size)),
            },
        };
        Expression::primary(text)
    }

    fn determinant(&mut self, depth: usize) -> String {
        let size = self.from(2, 3);
        let matrix = self.expression(&Type::Matrix(size, size), depth - 1);
        format!("determinant({})", matrix.text)
    }

    /// Returns a call of `mix`, `clamp` or `smoothstep` with different operands.
    fn mixed(&mut self, ty: &Type, depth: usize) -> Expression {
        let one = self.expression(ty, depth - 1).text;
        let other = self.expression(ty, depth - 1).text;
        let weight = self.expression(&Type::FLOAT, depth - 1).text;
        let text = match self.random.below(4) {
            0 => format!("mix({one}, {other}, {weight})"),
            1 => format!("clamp({one}, -abs({weight}), abs({weight}) + 1.0)"),
            2 if self.version.is_modern() => {
                let Type::Vector(_, size) = *ty else {
                    return Expression::primary(one);
                };
                let choice = self.expression(&Type::Vector(Kind::Bool, size), depth - 1).text;
                format!("mix({one}, {other}, {choice})")
            }
            _ => format!("mix({one}, {other}, {one})"),
        };
        Expression::primary(text)
    }

    /// Returns a call of a function that is undefined for some operands, guarded by a condition that excludes them.
    pub(super) fn guarded(&mut self, size: usize, depth: usize) -> Expression {
        let operand = self.expression(&Type::FLOAT, depth - 1);
        let operand = format!("({})", operand.text);
        let other = self.expression(&Type::FLOAT, depth - 1);
        let value = match self.random.below(6) {
            0 => format!("sqrt({operand})"),
            1 => format!("log({operand})"),
            2 => format!("log2({operand})"),
            3 => format!("inversesqrt({operand})"),
            4 => format!("pow({operand}, 1.3)"),
            _ => format!("1.0 / sqrt({operand})"),
        };
        let value = Expression::new(value, Level::Product);
        let bound = Expression::primary("0.0371");
        let operand = Expression::primary(operand);
        let scalar = if self.chance(2) {
            choice(&binary(&operand, ">", &bound), &value, &other)
        } else {
            choice(&binary(&operand, "<=", &bound), &other, &value)
        };
        match size {
            1 => scalar,
            _ => Expression::primary(format!("vec{size}({})", scalar.text)),
        }
    }
}
