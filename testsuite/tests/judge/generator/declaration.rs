//! Top-level declarations: structs, constants, global variables, functions, `main`.

use super::types::{Kind, Struct, Type};
use super::{Access, Body, Direction, Function, Writer};

impl Writer {
    /// Writes a complete shader.
    pub(super) fn shader(&mut self) {
        self.preamble();
        self.macros();
        for _ in 0..self.random.below(3) {
            self.structure();
        }
        self.attributes();
        self.uniforms();
        self.output_declarations();
        for _ in 0..self.random.below(4) {
            self.constant();
        }
        for _ in 0..self.random.below(3) {
            self.global();
        }
        for _ in 0..self.random.below(5) {
            if self.chance(8) {
                self.skipped_part()
            } else {
                self.function()
            }
        }
        self.main();
    }

    fn structure(&mut self) {
        let name = self.name("S");
        let mut members = Vec::new();
        for _ in 0..self.from(1, 3) {
            let ty = match self.random.below(8) {
                0 if !self.structs.is_empty() => Type::Struct(self.random.below(self.structs.len())),
                1 if self.version.has_arrays() => Type::array(Type::floats(2), self.from(2, 3)),
                2 => self.matrix_type(),
                3 => Type::INT,
                size => Type::floats(1 + size % 4),
            };
            let member = self.name("m");
            members.push((member, ty));
        }
        self.line(&format!("struct {name} {{"));
        for (member, ty) in &members {
            let precision = match ty {
                Type::Vector(Kind::Float, _) if self.version.is_es && self.chance(3) => "highp ",
                _ => "",
            };
            let declarator = self.declarator(ty, member);
            self.line(&format!("    {precision}{declarator};"));
        }
        self.line("};");
        self.structs.push(Struct { name, members });
    }

    /// Writes a global constant; arrays can be indexed dynamically.
    fn constant(&mut self) {
        self.is_constant = true;
        let ty = match self.random.below(6) {
            0 if self.version.has_arrays() => {
                let length = self.from(2, 6);
                let element = match self.random.below(3) {
                    0 => Type::INT,
                    size => Type::floats(size),
                };
                Type::array(element, length)
            }
            1 => Type::INT,
            2 => Type::Matrix(2, 2),
            _ => Type::floats(self.from(1, 4)),
        };
        let name = self.name("K");
        let value = match &ty {
            Type::Array(..) => self.constructor(&ty, 0).text,
            // Constants of version 1.10 contain no function calls.
            _ => self.expression(&ty, usize::from(self.version.number > 110)).text,
        };
        self.is_constant = false;
        let declarator = self.declarator(&ty, &name);
        self.line(&format!("const {declarator} = {value};"));
        self.add(name, ty, Access::Indexed);
    }

    /// Writes a global variable.
    fn global(&mut self) {
        let ty = match self.any_type() {
            Type::Array(..) if !self.version.has_arrays() => Type::floats(4),
            Type::Struct(index) if !self.is_value(&Type::Struct(index)) => Type::FLOAT,
            ty => ty,
        };
        let name = self.name("G");
        // In old versions, initializers must be constant.
        self.is_constant = !self.version.is_lenient() || self.chance(2);
        let value = self.initialiser(&ty);
        self.is_constant = false;
        let declarator = self.declarator(&ty, &name);
        self.line(&format!("{declarator} = {value};"));
        self.add(name, ty, Access::Write);
    }

    fn function(&mut self) {
        let is_pure = !self.chance(3);
        let writes_globals = !is_pure && self.chance(2);
        let result = if is_pure || self.chance(2) {
            Some(self.value_type())
        } else {
            None
        };
        let result = match result {
            Some(_) if !is_pure && self.chance(3) => Some(Type::BOOL),
            result => result,
        };
        let parameters = self.parameters(is_pure);
        let front = match (is_pure, writes_globals) {
            (true, _) => "compute",
            (false, true) => "change",
            (false, false) => "set",
        };
        let name = self.function_name(front, &parameters);
        let types: Vec<_> = parameters
            .iter()
            .map(|(_, direction, ty, _)| (*direction, ty.clone()))
            .collect();
        let result_name = result.as_ref().map_or("void".to_owned(), |ty| {
            format!("{}{}", self.type_name(ty), self.lengths(ty))
        });
        let texts: Vec<_> = parameters.iter().map(|(text, ..)| text.clone()).collect();
        let head = format!("{result_name} {name}({})", texts.join(", "));
        if self.chance(5) {
            // Prototype.
            self.line(&format!("{head};"));
        }
        self.line(&format!("{head} {{"));
        self.body = Body {
            result: result.clone(),
            is_pure: !writes_globals,
            ..Body::default()
        };
        if writes_globals {
            self.show_outputs();
        }
        self.scopes.push(Vec::new());
        for (_, _, ty, name) in &parameters {
            let is_constant = texts
                .iter()
                .any(|text| text.starts_with("const") && text.contains(name.as_str()));
            let access = if is_constant { Access::Read } else { Access::Write };
            self.add(name.clone(), ty.clone(), access);
        }
        for (_, direction, ty, name) in &parameters {
            if *direction == Direction::Out {
                // Its initializer cannot refer to it.
                self.is_constant = true;
                let value = self.last_value(ty).text;
                self.is_constant = false;
                self.line(&format!("{name} = {value};"));
            }
        }
        let count = self.from(1, 4);
        self.statements(count);
        if let Some(ty) = &result {
            let value = self.last_value(ty).text;
            self.line(&format!("return {value};"));
        }
        self.scopes.truncate(1);
        self.line("}");
        self.functions.push(Function {
            name,
            parameters: types,
            result,
            is_pure,
        });
    }

    /// Returns a type for a parameter or a result.
    fn value_type(&mut self) -> Type {
        let ty = self.any_type();
        if self.is_value(&ty) { ty } else { Type::floats(3) }
    }

    /// Returns parameters: their texts, directions, types and names.
    fn parameters(&mut self, is_pure: bool) -> Vec<(String, Direction, Type, String)> {
        let mut parameters: Vec<(String, Direction, Type, String)> = Vec::new();
        for _ in 0..self.from(usize::from(!is_pure), 3) {
            let ty = self.value_type();
            let direction = match (is_pure, self.random.below(4)) {
                (true, _) | (_, 0) => Direction::In,
                (_, 1) => Direction::Out,
                _ => Direction::InOut,
            };
            // A parameter may shadow a global variable.
            let globals = self.global_names();
            let name = if self.chance(8) && !globals.is_empty() {
                self.choose(&globals).clone()
            } else {
                self.name("p")
            };
            if parameters.iter().any(|(.., other)| *other == name) {
                continue;
            }
            let qualifier = match direction {
                Direction::In => *self.choose(&["", "", "in ", "const ", "const in "]),
                Direction::Out => "out ",
                Direction::InOut => "inout ",
            };
            let precision = match &ty {
                Type::Vector(Kind::Float, _)
                    if (self.version.is_es || self.version.number >= 130) && self.chance(6) =>
                {
                    "highp "
                }
                _ => "",
            };
            let declarator = self.declarator(&ty, &name);
            parameters.push((format!("{qualifier}{precision}{declarator}"), direction, ty, name));
        }
        parameters
    }

    /// Returns the name of a function: a new one, or an overload of an existing one.
    fn function_name(&mut self, front: &str, parameters: &[(String, Direction, Type, String)]) -> String {
        let types: Vec<_> = parameters.iter().map(|(_, _, ty, _)| ty).collect();
        // Implicit conversions of arguments would make a call ambiguous.
        if self.chance(3) && (self.version.is_es || self.version.number == 110) {
            let functions = self
                .functions
                .iter()
                .filter(|function| function.name.starts_with(front));
            let found = functions.filter(|function| {
                let others = function.parameters.iter().map(|(_, ty)| ty);
                let same = self.functions.iter().filter(|other| other.name == function.name);
                let mut same = same.map(|other| other.parameters.iter().map(|(_, ty)| ty).collect::<Vec<_>>());
                others.count() > 0 && same.all(|others| others != types)
            });
            let names: Vec<_> = found.map(|function| function.name.clone()).collect();
            if !names.is_empty() {
                return self.choose(&names).clone();
            }
        }
        let overloads = self
            .functions
            .iter()
            .filter(|function| function.name.starts_with(front) && function.parameters.len() != parameters.len());
        let overloads: Vec<_> = overloads.map(|function| function.name.clone()).collect();
        let free = |name: &&String| {
            let mut same = self.functions.iter().filter(|other| other.name == **name);
            same.all(|other| other.parameters.len() != parameters.len())
        };
        let overloads: Vec<_> = overloads.iter().filter(free).cloned().collect();
        if !overloads.is_empty() && self.chance(3) {
            self.choose(&overloads).clone()
        } else {
            self.names += 1;
            format!("{front}{}", self.names)
        }
    }

    fn main(&mut self) {
        let head = *self.choose(&["void main()", "void main(void)", "void main ( )"]);
        self.line(&format!("{head} {{"));
        self.body = Body::default();
        self.scopes.push(Vec::new());
        // `main` may return early, and unwritten outputs are undefined.
        let outputs = self.outputs.clone();
        let position = self.position();
        self.line(&format!("gl_Position = {position};"));
        for (name, ty) in &outputs {
            match ty {
                Type::Array(element, length) if !self.version.has_arrays() => {
                    for index in 0..*length {
                        let value = self.expression(element, 2).text;
                        self.line(&format!("{name}[{index}] = {value};"));
                    }
                }
                Type::Array(..) => {
                    let value = self.constructor(ty, 1).text;
                    self.line(&format!("{name} = {value};"));
                }
                _ => {
                    let value = self.expression(ty, 3).text;
                    self.line(&format!("{name} = {value};"));
                }
            }
        }
        self.scopes.pop();
        self.show_outputs();
        self.scopes.push(Vec::new());
        self.left = self.left.max(20);
        let count = self.from(2, 7);
        self.statements(count);
        for (name, ty) in &outputs {
            if matches!(ty, Type::Array(..)) || self.chance(2) {
                continue;
            }
            let value = self.expression(ty, 3).text;
            self.line(&format!("{name} = {value};"));
        }
        self.scopes.truncate(1);
        self.line("}");
    }

    /// Makes the outputs visible variables: they have values from the start of `main` on, and functions that read or
    /// write them are called later.
    fn show_outputs(&mut self) {
        self.scopes.push(Vec::new());
        for (name, ty) in self.outputs.clone() {
            self.add(name, ty, Access::Write);
        }
    }

    fn position(&mut self) -> String {
        self.left = self.left.max(20);
        if self.version.has_fixed_names() && self.chance(4) {
            return (*self.choose(&["ftransform()", "gl_ModelViewProjectionMatrix * gl_Vertex"])).to_owned();
        }
        self.expression(&Type::floats(4), 3).text
    }
}
