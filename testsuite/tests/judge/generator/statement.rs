//! Statements.

use super::interface::is_hideable;
use super::text::{Expression, Level};
use super::types::{Kind, Type};
use super::{Access, Direction, Function, Writer};

/// Maximum depth of nested blocks.
const DEPTH: usize = 5;

impl Writer {
    /// Writes statements in the current block.
    pub(super) fn statements(&mut self, count: usize) {
        for _ in 0..count {
            if self.left == 0 {
                return;
            }
            self.statement();
        }
    }

    fn statement(&mut self) {
        let is_deep = self.scopes.len() > DEPTH;
        match self.random.below(20) {
            0..=4 => self.local(),
            5..=9 => self.assignment(),
            10 | 11 if !is_deep => self.branch(),
            12 | 13 if !is_deep => self.repeat(),
            14 if !is_deep && self.version.is_modern() => self.switch(),
            15 if !is_deep => self.block(),
            16 => self.call(),
            17 => self.step_by_one(),
            18 if !is_deep => self.guarded_statement(),
            19 => self.leave(),
            _ => self.assignment(),
        }
    }

    /// Writes a declaration of one or several local variables, which may shadow another one.
    fn local(&mut self) {
        let ty = self.any_type();
        if matches!(ty, Type::Array(..)) && !self.version.has_arrays() {
            return self.assignment();
        }
        let is_one = matches!(ty, Type::Array(..)) || !self.chance(6);
        let name = if is_one { self.new_name("t") } else { self.name("t") };
        let qualifier = match self.random.below(10) {
            0 if self.version.is_es || self.version.number >= 130 => self.precision(&ty),
            1 if self.version.has_precise() => "precise ",
            _ => "",
        };
        if !is_one {
            return self.several(&ty, &name, qualifier);
        }
        let value = self.initialiser(&ty);
        let declarator = self.declarator(&ty, &name);
        let is_constant = qualifier.is_empty() && self.chance(8) && self.version.number >= 420 && !self.version.is_es;
        let qualifier = if is_constant { "const " } else { qualifier };
        self.line(&format!("{qualifier}{declarator} = {value};"));
        self.add(name, ty, if is_constant { Access::Read } else { Access::Write });
    }

    /// Writes `float a = 1.0, b = a, c[2];`.
    fn several(&mut self, ty: &Type, name: &str, qualifier: &str) {
        let first = self.expression(ty, 2).text;
        let second = self.name("u");
        let value = if self.chance(2) {
            name.to_owned()
        } else {
            self.expression(ty, 1).text
        };
        let bare = self.type_name(ty);
        self.line(&format!("{qualifier}{bare} {name} = {first}, {second} = {value};"));
        self.add(name, ty.clone(), Access::Write);
        self.add(second, ty.clone(), Access::Write);
    }

    /// Returns a name that is unused in the block, but may be used in an enclosing one.
    fn new_name(&mut self, front: &str) -> String {
        if self.chance(8) {
            let own = self.scopes.last().expect("a scope").iter();
            let own: Vec<_> = own.map(|variable| variable.text.clone()).collect();
            let others = self.scopes.iter().rev().skip(1).flatten();
            let free = others.filter(|variable| is_hideable(variable) && !own.contains(&variable.text));
            let free = free.map(|variable| variable.text.clone());
            let free: Vec<_> = free.collect();
            if self.scopes.len() > 3 && !free.is_empty() {
                return self.choose(&free).clone();
            }
        }
        self.name(front)
    }

    fn precision(&mut self, ty: &Type) -> &'static str {
        match ty {
            Type::Vector(Kind::Bool, _) | Type::Struct(_) | Type::Array(..) => "",
            _ => "highp ",
        }
    }

    /// Returns the initializer of a declaration, sometimes with C braces.
    pub(super) fn initialiser(&mut self, ty: &Type) -> String {
        let depth = self.from(1, 3);
        if !self.version.has_braces() || !self.chance(3) {
            return match ty {
                Type::Array(..) => self.constructor(ty, 1).text,
                _ => self.expression(ty, depth).text,
            };
        }
        let parts: Vec<Type> = match ty {
            Type::Vector(_, 1) => return self.expression(ty, depth).text,
            Type::Vector(kind, size) => vec![Type::Vector(*kind, 1); *size],
            Type::Matrix(columns, rows) => vec![Type::floats(*rows); *columns],
            Type::Array(element, length) => vec![(**element).clone(); *length],
            Type::Struct(index) => {
                let members = &self.structs[*index].members;
                members.iter().map(|(_, ty)| ty.clone()).collect()
            }
        };
        let parts: Vec<_> = parts.iter().map(|ty| self.initialiser(ty)).collect();
        let end = if self.chance(4) { "," } else { "" };
        format!("{{ {}{end} }}", parts.join(", "))
    }

    fn assignment(&mut self) {
        let Some(place) = self.written() else {
            return self.local();
        };
        if !self.is_value(&place.ty) {
            return self.local();
        }
        let depth = self.from(1, 3);
        let statement = match (&place.ty, self.random.below(4)) {
            (Type::Vector(Kind::Float, size), 0) => {
                let operator = *self.choose(&["+=", "-=", "*="]);
                let operand = if self.chance(3) {
                    Type::FLOAT
                } else {
                    Type::floats(*size)
                };
                format!("{} {operator} {}", place.text, self.expression(&operand, depth).text)
            }
            (Type::Vector(Kind::Float, size @ 2..=4), 1) if self.chance(2) => {
                let matrix = self.expression(&Type::Matrix(*size, *size), 1);
                format!("{} *= {}", place.text, matrix.text)
            }
            (Type::Matrix(columns, rows), 0) => {
                let operator = *self.choose(&["+=", "*=", "-="]);
                let operand = match operator {
                    "*=" => Type::Matrix(*columns, *columns),
                    _ => Type::Matrix(*columns, *rows),
                };
                format!("{} {operator} {}", place.text, self.expression(&operand, 1).text)
            }
            (ty @ Type::Vector(Kind::Int, _), 0) => {
                let operator = *self.choose(&["+=", "-="]);
                let value = self.expression(ty, 1).text;
                format!("{} {operator} {value}", place.text)
            }
            (Type::Vector(Kind::Float, _), _) if self.chance(3) => {
                // Values stay small over many statements.
                let value = self.expression(&place.ty, depth).text;
                format!("{} = clamp({value}, -4.0, 4.0)", place.text)
            }
            (ty, _) => format!("{} = {}", place.text, self.expression(ty, depth).text),
        };
        self.line(&format!("{statement};"));
    }

    /// Writes `i++` or `--v`, alone or in an assignment that does not read the variable otherwise.
    fn step_by_one(&mut self) {
        let Some(place) = self.written() else {
            return self.local();
        };
        if !matches!(place.ty, Type::Vector(Kind::Int | Kind::Float, _)) || place.text.contains('[') {
            return self.assignment();
        }
        let step = *self.choose(&["#++", "#--", "++#", "--#"]);
        let step = step.replace('#', &place.text);
        if self.chance(2) {
            return self.line(&format!("{step};"));
        }
        let name = self.name("t");
        let bare = self.type_name(&place.ty);
        self.line(&format!("{bare} {name} = {step};"));
        self.add(name, place.ty, Access::Write);
    }

    pub(super) fn block(&mut self) {
        self.line("{");
        self.scopes.push(Vec::new());
        let count = self.from(1, 3);
        self.statements(count);
        self.scopes.pop();
        self.line("}");
    }

    fn branch(&mut self) {
        let condition = self.condition(3).text;
        if self.chance(5) {
            // Without braces.
            self.line(&format!("if ({condition})"));
            self.scopes.push(Vec::new());
            self.assignment_alone();
            self.scopes.pop();
            return;
        }
        self.line(&format!("if ({condition})"));
        self.block();
        while self.chance(4) {
            let condition = self.condition(2).text;
            self.line(&format!("else if ({condition})"));
            self.block();
        }
        if self.chance(2) {
            self.line("else");
            self.block();
        }
    }

    /// Writes a statement that is not a declaration.
    fn assignment_alone(&mut self) {
        match self.written() {
            Some(place) if self.is_value(&place.ty) => {
                let value = self.expression(&place.ty, 2).text;
                self.line(&format!("{} = {value};", place.text));
            }
            _ => self.line(";"),
        }
    }

    /// Writes a call of a function that is undefined for some operands, in a branch that excludes these.
    fn guarded_statement(&mut self) {
        let operand = self.expression(&Type::FLOAT, 1);
        let name = self.name("g");
        self.line(&format!("float {name} = {};", operand.text));
        let result = self.name("s");
        self.line(&format!("float {result} = 0.5;"));
        let function = *self.choose(&[
            "sqrt(#)",
            "log(#)",
            "pow(#, 1.7)",
            "1.0 / sqrt(#)",
            "inversesqrt(#) * 0.5",
        ]);
        let value = function.replace('#', &name);
        if self.chance(2) {
            self.line(&format!("if ({name} > 0.0371) {result} = {value};"))
        } else {
            self.line(&format!(
                "if ({name} <= 0.0371) {{ {result} = 0.25; }} else {{ {result} = {value}; }}"
            ))
        }
        self.add(name, Type::FLOAT, Access::Write);
        self.add(result, Type::FLOAT, Access::Write);
    }

    /// Writes a call of a function that writes its arguments or global variables, alone or to initialize a new
    /// variable.
    fn call(&mut self) {
        let is_pure = self.body.is_pure;
        let functions = self.functions.iter();
        let writes_only_arguments = |function: &Function| {
            function
                .parameters
                .iter()
                .any(|(direction, _)| *direction != Direction::In)
        };
        let found = functions.filter(|function| {
            !function.is_pure && (!is_pure || writes_only_arguments(function) && function.name.starts_with("set"))
        });
        let found: Vec<_> = found.cloned().collect();
        if found.is_empty() {
            return self.assignment();
        }
        let function = self.choose(&found).clone();
        let (mut arguments, mut taken) = (Vec::new(), Vec::new());
        for (direction, ty) in &function.parameters {
            let argument = match direction {
                Direction::In => self.expression(ty, 1).text,
                Direction::Out | Direction::InOut => match self.written_of(ty, &taken) {
                    Some(name) => {
                        taken.push(name.clone());
                        name
                    }
                    None => self.argument_variable(ty, &mut taken),
                },
            };
            arguments.push(argument);
        }
        let call = format!("{}({})", function.name, arguments.join(", "));
        match &function.result {
            Some(ty) if self.chance(2) => {
                let name = self.name("t");
                let declarator = self.declarator(ty, &name);
                self.line(&format!("{declarator} = {call};"));
                self.add(name, ty.clone(), Access::Write);
            }
            Some(Type::Vector(Kind::Bool, 1)) => {
                // The right side must not run if the left side decides.
                let condition = self.leaf(&Type::BOOL);
                let name = self.name("t");
                let operator = *self.choose(&["&&", "||"]);
                self.line(&format!(
                    "bool {name} = {} {operator} {call};",
                    condition.within(Level::Unary)
                ));
                self.add(name, Type::BOOL, Access::Write);
            }
            _ => self.line(&format!("{call};")),
        }
    }

    /// Declares a new variable for an `out` argument.
    fn argument_variable(&mut self, ty: &Type, taken: &mut Vec<String>) -> String {
        let name = self.name("a");
        let value = match ty {
            Type::Array(..) => self.constructor(ty, 0).text,
            _ => self.leaf(ty).text,
        };
        let declarator = self.declarator(ty, &name);
        self.line(&format!("{declarator} = {value};"));
        self.add(name.clone(), ty.clone(), Access::Write);
        taken.push(name.clone());
        name
    }

    /// Returns a literal for the `return` at the end of a function.
    pub(super) fn last_value(&mut self, ty: &Type) -> Expression {
        match ty {
            Type::Array(..) => self.constructor(ty, 1),
            _ => self.expression(ty, 2),
        }
    }
}
