//! Expressions of all types but floats: literals, constructors, operators, calls.

use super::types::{BOOL, FLOAT, INT, Kind, Type, UINT};
use super::{Use, Writer};

impl Writer {
    /// Returns an expression of a type. `depth` limits the nesting. Operators are in brackets.
    pub(super) fn expression(&mut self, ty: &Type, depth: u8) -> String {
        if depth == 0 || self.chance(6) {
            return self.leaf(ty);
        }
        if self.chance(10)
            && let Some(call) = self.call(ty, depth - 1)
        {
            return call;
        }
        match ty {
            Type::Scalar(kind) => self.components(*kind, 1, depth - 1),
            Type::Vector(kind, size) => self.components(*kind, *size, depth - 1),
            Type::Matrix(columns, rows) => self.matrix(*columns, *rows, depth - 1),
            Type::Array(..) | Type::Struct(_) => self.constructor(ty, depth - 1),
        }
    }

    fn components(&mut self, kind: Kind, size: usize, depth: u8) -> String {
        if self.chance(12) {
            return self.selection(kind, size, depth);
        }
        if size > 1 && self.chance(6) {
            return self.constructor(&kind.of_size(size), depth);
        }
        match kind {
            Kind::Float => self.floats(size, depth),
            Kind::Int => self.integers(size, depth),
            Kind::Uint => self.unsigned(size, depth),
            Kind::Bool => self.booleans(size, depth),
        }
    }

    /// Returns a variable or a literal.
    fn leaf(&mut self, ty: &Type) -> String {
        if !self.chance(6)
            && let Some(found) = self.read(ty)
        {
            return found;
        }
        match ty {
            Type::Scalar(kind) => self.literal(*kind),
            _ => self.constructor(ty, 0),
        }
    }

    pub(super) fn literal(&mut self, kind: Kind) -> String {
        match kind {
            Kind::Float => {
                let literals = [
                    "0.0", "1.0", "0.5", "2.0", "-1.0", "0.25", "1.5", "0.1", "0.7", "-0.3", "3.3", "-2.5",
                ];
                match *self.choose(&literals) {
                    literal if literal.starts_with('-') => format!("({literal}f)"),
                    literal => format!("{literal}f"),
                }
            }
            Kind::Int => match self.random.below(9) {
                number @ 0..6 => format!("{number}i"),
                number => format!("(-{}i)", number - 5),
            },
            Kind::Uint => format!("{}u", self.random.below(6)),
            Kind::Bool => (*self.choose(&["true", "false"])).to_owned(),
        }
    }

    /// Returns a value of its parts.
    fn constructor(&mut self, ty: &Type, depth: u8) -> String {
        let name = self.type_name(ty);
        let parts: Vec<Type> = match ty {
            Type::Scalar(kind) => return self.literal(*kind),
            Type::Vector(kind, size) if depth == 0 => {
                // naga fails on some constants whose parts are vectors.
                let scalar = Type::Scalar(*kind);
                match self.chance(3).then(|| self.read(&scalar)).flatten() {
                    Some(scalar) => return format!("{name}({scalar})"),
                    None => vec![scalar; *size],
                }
            }
            Type::Vector(kind, size) => {
                let mut rest = *size;
                let mut parts = Vec::new();
                while rest > 0 {
                    let count = match self.random.below(3) {
                        0 if rest >= 3 => rest.min(3).min(size - 1),
                        1 if rest >= 2 && *size > 2 => 2,
                        _ => 1,
                    };
                    parts.push(kind.of_size(count));
                    rest -= count;
                }
                parts
            }
            Type::Matrix(columns, rows) => vec![Kind::Float.of_size(*rows); *columns],
            Type::Array(element, length) => vec![element.as_ref().clone(); *length],
            Type::Struct(index) => {
                let members = self.structs[*index].members.iter();
                members.map(|(_, ty)| ty.clone()).collect()
            }
        };
        let parts = parts.iter().map(|part| self.expression(part, depth));
        let parts: Vec<_> = parts.collect();
        format!("{name}({})", parts.join(", "))
    }

    /// Returns a call of a function with a result.
    pub(super) fn call(&mut self, ty: &Type, depth: u8) -> Option<String> {
        let functions = self.functions.iter().filter(|found| found.result == *ty);
        let functions: Vec<_> = functions.cloned().collect();
        if functions.is_empty() {
            return None;
        }
        let function = self.choose(&functions).clone();
        let mut arguments: Vec<String> = Vec::new();
        for parameter in &function.parameters {
            if !parameter.is_pointer {
                arguments.push(self.expression(&parameter.ty, depth));
                continue;
            }
            let local = self.local(&parameter.ty)?;
            let argument = match local.strip_prefix("(*") {
                Some(pointer) => pointer.trim_end_matches(')').to_owned(),
                None => format!("&{local}"),
            };
            // Two pointers of a call must not point at the same variable.
            if arguments.contains(&argument) {
                return None;
            }
            arguments.push(argument);
        }
        Some(format!("{}({})", function.name, arguments.join(", ")))
    }

    fn selection(&mut self, kind: Kind, size: usize, depth: u8) -> String {
        let ty = kind.of_size(size);
        let [a, b] = [(); 2].map(|()| self.expression(&ty, depth));
        let width = if self.chance(2) { size } else { 1 };
        let condition = self.expression(&Kind::Bool.of_size(width), depth);
        format!("select({a}, {b}, {condition})")
    }

    fn matrix(&mut self, columns: usize, rows: usize, depth: u8) -> String {
        let ty = Type::Matrix(columns, rows);
        match self.random.below(8) {
            6 => {
                let a = self.expression(&Kind::Float.of_size(rows), depth);
                let (Some(m), true) = (self.read(&ty), columns > 1) else {
                    return self.constructor(&ty, depth);
                };
                // A product of each column, as `matrixCompMult` becomes.
                let columns = (0..columns).map(|column| format!("{a} * {m}[{column}]"));
                let columns: Vec<_> = columns.collect();
                format!("{}({})", self.type_name(&ty), columns.join(", "))
            }
            0 => {
                let inner = 2 + self.random.below(3);
                let a = self.expression(&Type::Matrix(inner, rows), depth);
                let b = self.expression(&Type::Matrix(columns, inner), depth);
                format!("({a} * {b})")
            }
            1 => {
                let [a, b] = [(); 2].map(|()| self.expression(&ty, depth));
                let op = *self.choose(&["+", "-"]);
                format!("({a} {op} {b})")
            }
            2 => {
                let a = self.expression(&ty, depth);
                let factor = self.expression(&FLOAT, depth);
                format!("({a} * {factor})")
            }
            3 => {
                let a = self.expression(&Type::Matrix(rows, columns), depth);
                format!("transpose({a})")
            }
            _ => self.constructor(&ty, depth),
        }
    }

    fn integers(&mut self, size: usize, depth: u8) -> String {
        if self.chance(3) {
            return self.bits(Kind::Int, size, depth);
        }
        let ty = Kind::Int.of_size(size);
        let name = self.type_name(&ty);
        let mut a = || self.expression(&ty, depth);
        let (a, b) = (a(), a());
        let number = 2 + self.random.below(6);
        match self.random.below(13) {
            0 => format!("({a} + {b})"),
            1 => format!("({a} - {b})"),
            2 => format!("({a} * {b})"),
            3 => format!("(-{a})"),
            4 => format!("abs({a})"),
            5 => {
                let function = *self.choose(&["min", "max"]);
                format!("{function}({a}, {b})")
            }
            6 => format!("clamp({a}, {name}(-{number}), {name}({number}))"),
            7 => format!("({a} / (abs({b}) + {name}(1i)))"),
            8 => format!("({a} % {name}({number}i))"),
            9 => {
                let mask = *self.choose(&[1, 3, 7, 15]);
                format!("({a} & {name}({mask}i))")
            }
            10 => {
                let op = *self.choose(&["<<", ">>"]);
                let count = self.type_name(&Kind::Uint.of_size(size));
                format!("({a} {op} {count}({}u))", number % 3)
            }
            11 => {
                let (kind, limit) = match self.random.below(3) {
                    0 => (Kind::Uint, None),
                    1 => (Kind::Bool, None),
                    _ => (Kind::Float, Some(())),
                };
                let from = self.expression(&kind.of_size(size), depth);
                match limit {
                    Some(()) => {
                        let floats = self.type_name(&Kind::Float.of_size(size));
                        format!("{name}(clamp({from}, {floats}(-9.5f), {floats}(9.5f)))")
                    }
                    None => format!("{name}({from})"),
                }
            }
            _ if size > 1 => format!("(-{a})"),
            _ => {
                if self.chance(2) {
                    format!("sign({a})")
                } else {
                    let vector = Kind::Int.of_size(2 + self.random.below(3));
                    let [a, b] = [(); 2].map(|()| self.expression(&vector, depth));
                    format!("dot({a}, {b})")
                }
            }
        }
    }

    fn unsigned(&mut self, size: usize, depth: u8) -> String {
        if self.chance(3) {
            return self.bits(Kind::Uint, size, depth);
        }
        let ty = Kind::Uint.of_size(size);
        let name = self.type_name(&ty);
        let mut a = || self.expression(&ty, depth);
        let (a, b) = (a(), a());
        let number = 2 + self.random.below(6);
        match self.random.below(10) {
            0 => format!("({a} + {b})"),
            1 => format!("({a} * {b})"),
            // The difference is not negative.
            2 => format!("(max({a}, {name}({number}u)) - min({b}, {name}({number}u)))"),
            3 => {
                let function = *self.choose(&["min", "max"]);
                format!("{function}({a}, {b})")
            }
            4 => format!("({a} / ({b} + {name}(1u)))"),
            5 => format!("({a} % {name}({number}u))"),
            6 => {
                let mask = *self.choose(&[1, 3, 7, 15]);
                format!("({name}({mask}u) & {a})")
            }
            7 => {
                let op = *self.choose(&["<<", ">>"]);
                format!("({a} {op} {name}({}u))", number % 3)
            }
            8 => {
                let from = self.expression(&Kind::Int.of_size(size), depth);
                format!("{name}(abs({from}))")
            }
            _ => {
                let from = self.expression(&Kind::Float.of_size(size), depth);
                let floats = self.type_name(&Kind::Float.of_size(size));
                format!("{name}(clamp({from}, {floats}(-1.0f), {floats}(9.5f)))")
            }
        }
    }

    fn booleans(&mut self, size: usize, depth: u8) -> String {
        let ty = Kind::Bool.of_size(size);
        match self.random.below(14) {
            12 => {
                let name = self.type_name(&Kind::Int.of_size(size));
                let a = self.expression(&Kind::Int.of_size(size), depth);
                let limit = *self.choose(&["1000000i", "-1000000i", "2147483647i"]);
                let op = *self.choose(&["<", ">=", "==", "!="]);
                format!("({a} {op} {name}({limit}))")
            }
            13 => {
                let name = self.type_name(&Kind::Uint.of_size(size));
                let a = self.expression(&Kind::Uint.of_size(size), depth);
                match self.random.below(3) {
                    0 => format!("({a} < {name}(4294967295u))"),
                    1 => format!("({a} == {name}(0xffffffffu))"),
                    _ => format!("(({a} & {name}(4u)) != {name}(0u))"),
                }
            }
            0 => {
                let a = self.expression(&ty, depth);
                format!("(!{a})")
            }
            1 | 2 => {
                let [a, b] = [(); 2].map(|()| self.expression(&ty, depth));
                let ops: &[&str] = match size {
                    1 => &["&&", "||", "==", "!=", "&", "|"],
                    _ => &["&", "|", "==", "!="],
                };
                let op = *self.choose(ops);
                format!("({a} {op} {b})")
            }
            3 if size == 1 => {
                let vector = Kind::Bool.of_size(2 + self.random.below(3));
                let a = self.expression(&vector, depth);
                let function = *self.choose(&["all", "any"]);
                format!("{function}({a})")
            }
            4 => {
                let from = [FLOAT, INT, UINT];
                let kind = self.choose(&from).components().map_or(Kind::Float, |(kind, _)| kind);
                let a = self.expression(&kind.of_size(size), depth);
                format!("{}({a})", self.type_name(&ty))
            }
            other => {
                let kind = match other {
                    5 => Kind::Int,
                    6 => Kind::Uint,
                    _ => Kind::Float,
                };
                let operand = kind.of_size(size);
                let [a, b] = [(); 2].map(|()| self.expression(&operand, depth));
                let op = *self.choose(&["<", "<=", ">", ">=", "<", ">", "==", "!="]);
                format!("({a} {op} {b})")
            }
        }
    }

    /// Returns a condition.
    pub(super) fn condition(&mut self) -> String {
        let depth = 1 + u8::from(self.chance(2));
        self.expression(&BOOL, depth)
    }

    /// Returns whether variables of the module of which elements can be chosen by any index are there.
    pub(super) fn has_tables(&self) -> bool {
        self.globals.iter().any(|found| found.use_of == Use::Indexed)
    }
}
