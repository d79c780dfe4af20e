//! Lvalues and parts of variables.

use super::text::Expression;
use super::types::{Kind, Type};
use super::{Access, Variable, Writer};

/// A variable or a part of it.
#[derive(Clone, Debug)]
pub(super) struct Lvalue {
    pub(super) text: String,
    pub(super) ty: Type,
}

impl Writer {
    /// Returns a readable expression of a type, or `None` if there is none.
    pub(super) fn read(&mut self, ty: &Type) -> Option<Expression> {
        if self.is_constant {
            return None;
        }
        for _ in 0..6 {
            let variable = self.variable(|_| true)?;
            if let Some(place) = self.part(&variable, Some(ty), false) {
                return Some(Expression::primary(place.text));
            }
        }
        None
    }

    /// Returns a writable variable or part of any type.
    pub(super) fn written(&mut self) -> Option<Lvalue> {
        let is_pure = self.body.is_pure;
        let functions = self.scopes[1..].iter().flatten().count();
        for _ in 0..8 {
            let variable = self.variable(|variable| variable.access == Access::Write)?;
            let is_global = self.scopes[0].iter().any(|global| global.text == variable.text);
            // Local variables are preferred, if there are any.
            if is_global && (is_pure || functions > 0 && self.chance(2)) {
                continue;
            }
            if let Some(place) = self.part(&variable, None, true) {
                return Some(place);
            }
        }
        None
    }

    /// Returns a complete writable variable of a type, for an `out` parameter.
    pub(super) fn written_of(&mut self, ty: &Type, without: &[String]) -> Option<String> {
        let is_pure = self.body.is_pure;
        let globals: Vec<_> = self.scopes[0].iter().map(|global| global.text.clone()).collect();
        let variable = self.variable(|variable| {
            let is_global = globals.contains(&variable.text);
            variable.access == Access::Write
                && variable.ty == *ty
                && !(is_pure && is_global)
                && !without.contains(&variable.text)
        })?;
        Some(variable.text)
    }

    /// Returns a random visible variable. Inner ones shadow outer ones.
    fn variable(&mut self, is_meant: impl Fn(&Variable) -> bool) -> Option<Variable> {
        let mut seen = Vec::new();
        let mut found = Vec::new();
        for variable in self.scopes.iter().rev().flat_map(|scope| scope.iter().rev()) {
            let root = root(&variable.text);
            if !seen.contains(&root) && is_meant(variable) {
                found.push(variable.clone());
            }
            // Members of a block are listed one by one.
            if !variable.text.contains('.') {
                seen.push(root);
            }
        }
        if found.is_empty() {
            return None;
        }
        Some(self.choose(&found).clone())
    }

    /// Selects a part of a variable: of a given type, or any. Writes need swizzles without repetitions.
    fn part(&mut self, variable: &Variable, wanted: Option<&Type>, is_written: bool) -> Option<Lvalue> {
        let mut place = Lvalue {
            text: variable.text.clone(),
            ty: variable.ty.clone(),
        };
        for _ in 0..5 {
            let fits = wanted.is_none_or(|wanted| *wanted == place.ty);
            if fits && (!self.chance(4) || place.ty.is_scalar()) && self.is_whole(&place.ty) {
                return Some(place);
            }
            place = self.step(place, variable.access, wanted, is_written)?;
        }
        (wanted == Some(&place.ty)).then_some(place)
    }

    /// Returns true if a value of this type can be read or assigned as a whole.
    fn is_whole(&self, ty: &Type) -> bool {
        self.is_value(ty)
    }

    fn step(&mut self, place: Lvalue, access: Access, wanted: Option<&Type>, is_written: bool) -> Option<Lvalue> {
        let Lvalue { text, ty } = place;
        match ty {
            Type::Struct(index) => {
                let members = self.structs[index].members.clone();
                let (name, ty) = self.choose(&members).clone();
                Some(Lvalue {
                    text: format!("{text}.{name}"),
                    ty,
                })
            }
            Type::Array(element, length) => {
                let index = self.index(length, access);
                Some(Lvalue {
                    text: format!("{text}[{index}]"),
                    ty: *element,
                })
            }
            Type::Matrix(columns, rows) => {
                let index = self.index(columns, access);
                Some(Lvalue {
                    text: format!("{text}[{index}]"),
                    ty: Type::floats(rows),
                })
            }
            Type::Vector(_, 1) => None,
            Type::Vector(kind, size) => {
                let count = match wanted {
                    Some(Type::Vector(wanted, count)) if *wanted == kind => *count,
                    Some(_) => return None,
                    None => self.from(1, size),
                };
                if count == 1 && self.chance(4) {
                    let index = self.index(size, access);
                    return Some(Lvalue {
                        text: format!("{text}[{index}]"),
                        ty: Type::Vector(kind, 1),
                    });
                }
                let swizzle = self.swizzle(size, count, is_written)?;
                Some(Lvalue {
                    text: format!("{text}.{swizzle}"),
                    ty: Type::Vector(kind, count),
                })
            }
        }
    }

    /// Returns a swizzle of `count` components of a vector with `size`.
    fn swizzle(&mut self, size: usize, count: usize, is_written: bool) -> Option<String> {
        if is_written && count > size {
            return None;
        }
        let names = *self.choose(&["xyzw", "xyzw", "xyzw", "rgba", "stpq"]);
        let mut left: Vec<usize> = (0..size).collect();
        let mut swizzle = String::new();
        for _ in 0..count {
            let at = self.random.below(left.len());
            let component = if is_written { left.remove(at) } else { left[at] };
            swizzle.push_str(&names[component..=component]);
        }
        Some(swizzle)
    }

    /// Returns an index below a length.
    fn index(&mut self, length: usize, access: Access) -> String {
        let counters = self.scopes.iter().flatten();
        let counters = counters.filter_map(|variable| match variable.access {
            Access::Counter(bound) if bound <= length => Some(variable.text.clone()),
            _ => None,
        });
        let counters: Vec<_> = counters.collect();
        if !counters.is_empty() && self.chance(2) && !self.is_constant {
            return self.choose(&counters).clone();
        }
        let is_computed = length <= 4 || access == Access::Indexed;
        if is_computed && !self.is_in_index && !self.is_constant && self.chance(4) {
            return self.computed_index(length);
        }
        let index = self.random.below(length);
        if self.version.is_modern() && self.chance(8) {
            format!("{index}u")
        } else {
            index.to_string()
        }
    }

    fn computed_index(&mut self, length: usize) -> String {
        self.is_in_index = true;
        let index = match self.random.below(3) {
            0 if self.version.is_modern() => {
                let value = self.expression(&Type::INT, 1);
                format!("abs({}) % {length}", value.text)
            }
            1 if self.version.is_modern() => {
                let value = self.expression(&Type::UINT, 1);
                let level = super::text::level("%");
                format!("{} % {length}u", value.within(level))
            }
            _ => {
                let value = self.expression(&Type::FLOAT, 1);
                format!("int(mod(abs({}) + 0.137, {length}.0))", value.text)
            }
        };
        self.is_in_index = false;
        index
    }

    /// Returns a scalar literal.
    pub(super) fn literal(&mut self, kind: Kind) -> String {
        match kind {
            Kind::Bool => (*self.choose(&["true", "false"])).to_owned(),
            Kind::Int => match self.random.below(12) {
                0 => format!("0x{:X}", self.random.below(32)),
                1 => format!("0{:o}", self.random.below(9)),
                _ => self.random.below(8).to_string(),
            },
            Kind::Uint => match self.random.below(8) {
                0 => format!("0x{:x}U", self.random.below(16)),
                _ => format!("{}u", self.random.below(8)),
            },
            Kind::Float => self.float_literal(),
        }
    }

    fn float_literal(&mut self) -> String {
        let (whole, part) = (self.random.below(3), self.random.below(100));
        match self.random.below(14) {
            0 => format!("{whole}."),
            1 => format!(".{part:02}"),
            2 => format!("{}e-1", 1 + whole),
            3 => format!("{}.5E0", whole),
            4 if self.version.is_lenient() => format!("{whole}.{part:02}f"),
            5 if self.version.converts() && !self.is_constant => format!("float({whole})"),
            _ => format!("{whole}.{part:02}"),
        }
    }
}

/// Returns the first name in an expression.
fn root(text: &str) -> String {
    text.split(['.', '[']).next().unwrap_or_default().to_owned()
}
