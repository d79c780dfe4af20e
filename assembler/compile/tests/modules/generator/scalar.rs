//! Expressions of floats and of vectors of floats.

use super::Writer;
use super::types::{FLOAT, Kind, Type};

/// Functions of one number, with the numbers around the argument that keep it where the function is defined and small.
const FUNCTIONS: &[[&str; 3]] = &[
    ["abs", "", ""],
    ["saturate", "", ""],
    ["floor", "", ""],
    ["ceil", "", ""],
    ["trunc", "", ""],
    ["round", "", ""],
    ["fract", "", ""],
    ["sign", "", ""],
    ["sqrt", "abs(", ")"],
    ["inverseSqrt", "(0.5f + abs(", "))"],
    ["exp", "clamp(", ", T(-3.0f), T(3.0f))"],
    ["exp2", "clamp(", ", T(-4.0f), T(4.0f))"],
    ["log", "(0.25f + abs(", "))"],
    ["log2", "(0.25f + abs(", "))"],
    ["sin", "", ""],
    ["cos", "", ""],
    ["tan", "clamp(", ", T(-1.0f), T(1.0f))"],
    ["sinh", "clamp(", ", T(-2.0f), T(2.0f))"],
    ["cosh", "clamp(", ", T(-2.0f), T(2.0f))"],
    ["tanh", "", ""],
    ["asin", "clamp(", ", T(-1.0f), T(1.0f))"],
    ["acos", "clamp(", ", T(-1.0f), T(1.0f))"],
    ["atan", "", ""],
    ["asinh", "", ""],
    ["acosh", "(1.0f + abs(", "))"],
    ["atanh", "clamp(", ", T(-0.9f), T(0.9f))"],
    ["radians", "", ""],
    ["degrees", "", ""],
];

/// Functions of a number `A` of the type `T` that are not defined for all numbers, each with a relation of the numbers
/// for which it is, and with the opposite.
const PARTIAL: &[[&str; 3]] = &[
    ["log(A)", "> 0.25", "<= 0.25"],
    ["log2(A)", "> 0.0", "<= 0.0"],
    ["log2(A)", ">= 0.5", "< 0.5"],
    ["sqrt(A)", "> 0.0", "<= 0.0"],
    ["sqrt(A)", ">= 0.0", "< 0.0"],
    ["inverseSqrt(A)", "> 0.0", "<= 0.0"],
    ["pow(A, T(1.7f))", "> 0.0", "<= 0.0"],
    ["pow(A, T(0.5f))", "> 0.25", "<= 0.25"],
    ["(T(1.0f) / A)", "> 0.25", "<= 0.25"],
    ["(T(1.0f) / A)", "< -0.25", ">= -0.25"],
    ["exp(A * 60.0f)", "< 0.1", ">= 0.1"],
    ["acosh(A)", "> 1.0", "<= 1.0"],
    ["(sqrt(A) * 0.5f + log2(A))", "> 0.0", "<= 0.0"],
    ["(1.0f - pow(A, T(0.4f)))", "> 0.0", "<= 0.0"],
];

/// A function that is not defined for all numbers.
pub(super) struct Partial {
    /// The expression.
    pub(super) call: String,
    /// A condition where it is defined, and the opposite.
    pub(super) conditions: [String; 2],
}

impl Writer {
    /// Returns a function that is not defined for all numbers. Where the condition holds it is, in most cases.
    pub(super) fn partial(&mut self, argument: &str, ty: &str) -> Partial {
        let [function, holds, fails] = *self.choose(PARTIAL);
        let call = function.replace('T', ty).replace('A', argument);
        let mut conditions = [holds, fails].map(|relation| {
            let (op, limit) = relation.split_once(' ').unwrap_or((relation, "0.0"));
            format!("({argument} {op} {ty}({limit}f))")
        });
        if self.chance(30) {
            conditions.reverse();
        }
        Partial { call, conditions }
    }

    /// Returns a number that a condition guards.
    fn guarded(&mut self, size: usize) -> String {
        let ty = Kind::Float.of_size(size);
        let name = self.type_name(&ty);
        let argument = match self.read(&ty) {
            Some(found) if !found.contains("TABLE") => found,
            _ => return self.expression(&ty, 0),
        };
        let Partial { call, conditions } = self.partial(&argument, &name);
        let [holds, fails] = conditions;
        let other = self.expression(&ty, 0);
        match self.random.below(5) {
            0 if size == 1 => format!("select({other}, {call}, {holds} && {argument} < 3.0f)"),
            1 if size == 1 => format!("select({call}, {other}, {fails} || {argument} > 3.0f)"),
            0 | 1 => format!("select({call}, {other}, !{holds})"),
            2 => format!("select({call}, {other}, {fails})"),
            _ => format!("select({other}, {call}, {holds})"),
        }
    }

    pub(super) fn floats(&mut self, size: usize, depth: u8) -> String {
        if self.chance(12) {
            return self.guarded(size);
        }
        if self.chance(3) {
            return match size {
                1 => self.of_vectors(depth),
                _ => self.vector(size, depth),
            };
        }
        let ty = Kind::Float.of_size(size);
        let name = self.type_name(&ty);
        match self.random.below(15) {
            14 => self.moved_bits(size, depth),
            0..=4 => {
                let [a, b] = [(); 2].map(|()| self.expression(&ty, depth));
                let op = *self.choose(&["+", "-", "*"]);
                format!("({a} {op} {b})")
            }
            5 if size > 1 => {
                let [a, b] = [&ty, &FLOAT].map(|ty| self.expression(ty, depth));
                match self.random.below(4) {
                    0 => format!("({b} * {a})"),
                    1 => format!("({a} * {b})"),
                    2 => format!("({a} + {b})"),
                    _ => format!("({b} - {a})"),
                }
            }
            5 | 6 => {
                let a = self.expression(&ty, depth);
                format!("(-{a})")
            }
            7 => {
                let [a, b] = [(); 2].map(|()| self.expression(&ty, depth));
                format!("({a} / (0.5f + abs({b})))")
            }
            8..=10 => {
                let [function, before, after] = *self.choose(FUNCTIONS);
                let a = self.expression(&ty, depth);
                let after = after.replace('T', &name);
                format!("{function}({before}{a}{after})")
            }
            _ => self.of_several(&ty, &name, depth),
        }
    }

    /// Functions of several numbers.
    fn of_several(&mut self, ty: &Type, name: &str, depth: u8) -> String {
        let size = ty.components().map_or(1, |(_, size)| size);
        let [a, b, c] = [(); 3].map(|()| self.expression(ty, depth));
        match self.random.below(14) {
            13 => {
                // naga does not compute it of constants.
                match (self.read(ty), self.chance(2)) {
                    (Some(read), true) => format!("frexp({read}).fract"),
                    (Some(read), false) => format!("{name}(frexp({read}).exp)"),
                    (None, _) => a,
                }
            }
            12 => format!("atan2({a}, {b})"),
            0 => format!("min({a}, {b})"),
            1 => format!("max({a}, {b})"),
            2 => format!("clamp({a}, {name}(-0.7f), {name}(1.3f))"),
            3 => format!("step({a}, {b})"),
            4 => format!("mix({a}, {b}, {c})"),
            5 if size > 1 => {
                let t = self.expression(&FLOAT, depth);
                format!("mix({a}, {b}, {t})")
            }
            5 | 6 => format!("smoothstep({name}(-0.5f), {name}(1.5f), {a})"),
            7 => {
                let exponent = *self.choose(&["0.5", "2.0", "3.0", "1.7", "4.0"]);
                format!("pow(abs({a}) + 0.125f, {name}({exponent}f))")
            }
            8 => format!("fma({a}, {b}, {c})"),
            9 => {
                let divisor = *self.choose(&["1.0", "0.75", "2.0", "3.1"]);
                format!("({a} % {name}({divisor}f))")
            }
            10 => {
                let integers = Kind::Int.of_size(size);
                let exponent = self.expression(&integers, depth);
                let integers = self.type_name(&integers);
                format!("ldexp({a}, clamp({exponent}, {integers}(-3i), {integers}(3i)))")
            }
            _ => {
                let part = *self.choose(&["fract", "whole"]);
                format!("modf({a}).{part}")
            }
        }
    }

    /// Returns a number from vectors, matrices or integers.
    fn of_vectors(&mut self, depth: u8) -> String {
        let vector = Kind::Float.of_size(2 + self.random.below(3));
        let [a, b] = [(); 2].map(|()| self.expression(&vector, depth));
        match self.random.below(8) {
            0 | 1 => format!("dot({a}, {b})"),
            2 => format!("length({a})"),
            3 => format!("distance({a}, {b})"),
            4 => format!("{a}.y"),
            5 => {
                let size = 2 + self.random.below(3);
                let matrix = self.expression(&Type::Matrix(size, size), depth);
                format!("determinant({matrix})")
            }
            _ => self.converted(1, depth),
        }
    }

    fn converted(&mut self, size: usize, depth: u8) -> String {
        let kind = *self.choose(&[Kind::Int, Kind::Uint, Kind::Bool]);
        let a = self.expression(&kind.of_size(size), depth);
        let name = self.type_name(&Kind::Float.of_size(size));
        format!("{name}({a})")
    }

    /// Returns a vector from vectors and matrices.
    fn vector(&mut self, size: usize, depth: u8) -> String {
        let ty = Kind::Float.of_size(size);
        match self.random.below(10) {
            0..=2 => {
                let other = 2 + self.random.below(3);
                let matrix = self.expression(&Type::Matrix(other, size), depth);
                let vector = self.expression(&Kind::Float.of_size(other), depth);
                format!("({matrix} * {vector})")
            }
            3 => {
                let other = 2 + self.random.below(3);
                let matrix = self.expression(&Type::Matrix(size, other), depth);
                let vector = self.expression(&Kind::Float.of_size(other), depth);
                format!("({vector} * {matrix})")
            }
            4 => {
                let a = self.expression(&ty, depth);
                // naga refuses a constant of the length 0.
                match self.read(&ty) {
                    Some(b) if !b.contains("TABLE") => format!("normalize({a} + {b})"),
                    _ => a,
                }
            }
            5 if size == 3 => {
                let [a, b] = [(); 2].map(|()| self.expression(&ty, depth));
                format!("cross({a}, {b})")
            }
            5 | 6 => {
                let [a, b] = [(); 2].map(|()| self.expression(&ty, depth));
                match self.random.below(3) {
                    0 => format!("reflect({a}, {b})"),
                    1 => format!("refract(0.5f * {a}, 0.5f * {b}, 0.8f)"),
                    _ => {
                        let c = self.expression(&ty, depth);
                        format!("faceForward({a}, {b}, {c})")
                    }
                }
            }
            7 => {
                let a = self.expression(&Kind::Float.of_size(4), depth);
                let components: String = (0..size).map(|_| *self.choose(&["r", "g", "b", "a"])).collect();
                format!("{a}.{components}")
            }
            _ => self.converted(size, depth),
        }
    }
}
