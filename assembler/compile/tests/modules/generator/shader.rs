//! The parts of a shader: uniforms, tables, functions, the entry point.

use super::types::{FLOAT, INT, Kind, Type, UINT};
use super::{Context, Function, Parameter, Use, Writer};

/// The context of a function's body.
const BODY: Context = Context {
    is_in_loop: false,
    is_in_switch: false,
    depth: 0,
};

fn float(size: usize) -> Type {
    Kind::Float.of_size(size)
}

fn array(element: Type, length: usize) -> Type {
    Type::Array(Box::new(element), length)
}

impl Writer {
    pub(super) fn shader(&mut self) {
        self.uniforms();
        self.tables();
        self.declare("Part", vec![("p".to_owned(), float(3)), ("q".to_owned(), FLOAT)]);
        if self.chance(2) {
            let inner = Type::Struct(self.structs.len() - 1);
            let members = [("part", inner), ("n", INT), ("m", Type::Matrix(2, 2))];
            let members = members.map(|(name, ty)| (name.to_owned(), ty));
            self.declare("Whole", members.to_vec());
        }
        if self.chance(3) {
            let name = self.name("shared");
            self.line(&format!("var<private> {name}: vec3f = vec3f(0.5f, 1.0f, -2.0f);"));
            self.add(&name, float(3), Use::Written);
        }
        for _ in 0..self.random.below(4) {
            self.function();
        }
        self.entry_point();
    }

    /// Uniforms: a block with some members, and a separate variable.
    fn uniforms(&mut self) {
        let mut light = vec![("direction", float(3)), ("color", float(4))];
        if self.chance(2) {
            light.push(("kind", INT));
        }
        let light = light.into_iter().map(|(name, ty)| (name.to_owned(), ty));
        let light = self.declare("Light", light.collect());
        let palette = match self.random.below(4) {
            0 => Type::Matrix(4, 4),
            1 => Type::Matrix(3, 3),
            2 => Type::Matrix(2, 3),
            _ => Type::Matrix(4, 3),
        };
        let all = [
            ("mvp", Type::Matrix(4, 4)),
            ("params", float(4)),
            ("scale", FLOAT),
            ("count", INT),
            ("lit", UINT),
            ("offset", Kind::Int.of_size(2)),
            ("palette", array(palette, 4)),
            ("colors", array(float(4), 5)),
            ("weights", array(FLOAT, 4)),
            ("grid", array(array(float(2), 3), 2)),
            ("lights", array(light.clone(), 3)),
            ("lamp", light),
            ("tilt", Type::Matrix(3, 2)),
            ("normals", Type::Matrix(3, 3)),
        ];
        let mut members = Vec::new();
        for (name, ty) in all {
            if self.chance(2) {
                members.push((name.to_owned(), ty));
            }
        }
        if !members.is_empty() {
            let block = self.declare("Uniforms", members);
            self.line("@group(0) @binding(0) var<uniform> u: Uniforms;");
            self.add("u", block, Use::Indexed);
        }
        if self.chance(2) {
            self.line("@group(0) @binding(1) var<uniform> extra: array<mat4x3f, 3>;");
            self.add("extra", array(Type::Matrix(4, 3), 3), Use::Indexed);
        }
    }

    /// Arrays of constants.
    fn tables(&mut self) {
        for _ in 0..self.random.below(3) {
            let element = match self.random.below(5) {
                0 => INT,
                1 => Type::Matrix(2, 2),
                2 => Kind::Bool.of_size(1),
                size => float(size),
            };
            let length = 2 + self.random.below(5);
            let elements: Vec<_> = (0..length).map(|_| self.constant(&element)).collect();
            let name = self.name("TABLE");
            let ty = array(element, length);
            let of_type = self.type_name(&ty);
            self.line(&format!("const {name} = {of_type}({});", elements.join(", ")));
            self.add(&name, ty, Use::Indexed);
        }
    }

    fn constant(&mut self, ty: &Type) -> String {
        let (kind, count) = match ty {
            Type::Matrix(columns, rows) => (Kind::Float, columns * rows),
            other => other.components().unwrap_or((Kind::Float, 1)),
        };
        let literals: Vec<_> = (0..count).map(|_| self.literal(kind)).collect();
        match ty {
            Type::Scalar(_) => literals.join(", "),
            _ => format!("{}({})", self.type_name(ty), literals.join(", ")),
        }
    }

    fn function(&mut self) {
        let name = self.name("function");
        let result = self.any_type();
        let mut parameters = Vec::new();
        let mut texts = Vec::new();
        let mut variables = Vec::new();
        for _ in 0..=self.random.below(3) {
            let is_pointer = self.chance(3);
            let ty = self.any_type();
            let parameter = self.name("p");
            let of_type = self.type_name(&ty);
            if is_pointer {
                texts.push(format!("{parameter}: ptr<function, {of_type}>"));
                variables.push((format!("(*{parameter})"), ty.clone(), Use::Local));
            } else {
                texts.push(format!("{parameter}: {of_type}"));
                variables.push((parameter, ty.clone(), Use::Read));
            }
            parameters.push(Parameter { ty, is_pointer });
        }
        let of_type = self.type_name(&result);
        self.line(&format!("fn {name}({}) -> {of_type} {{", texts.join(", ")));
        self.scopes.push(Vec::new());
        for (text, ty, use_of) in variables {
            self.add(&text, ty, use_of);
        }
        self.result = Some(result.clone());
        let count = 1 + self.random.below(4);
        if !self.statements(count, BODY) {
            let value = self.expression(&result, 2);
            self.line(&format!("return {value};"));
        }
        self.scopes.pop();
        self.line("}");
        self.functions.push(Function {
            name,
            parameters,
            result,
        });
    }

    fn entry_point(&mut self) {
        self.result = None;
        let mut outputs = vec![
            ("@builtin(position) position".to_owned(), float(4)),
            ("@location(0) color".to_owned(), float(4)),
        ];
        for (number, (name, size)) in (1..).zip([("texcoord0", 2), ("texcoord0w", 1), ("view", 3), ("normalquat", 4)]) {
            if self.chance(3) {
                outputs.push((format!("@location({number}) {name}"), float(size)));
            }
        }
        // A struct with bindings is for results only.
        let structs = self.structs.len();
        self.declare("Out", outputs);
        let members = self.structs[structs].members.clone();
        self.structs.truncate(structs);
        let attributes = [
            ("position", float(3)),
            ("a", float(4)),
            ("uv", float(2)),
            ("size", FLOAT),
            ("bones", Kind::Uint.of_size(2)),
            ("index", INT),
        ];
        let mut parameters = Vec::new();
        for (number, (name, ty)) in attributes.iter().enumerate() {
            if number < 2 || self.chance(2) {
                let of_type = self.type_name(ty);
                parameters.push((format!("@location({number}) {name}: {of_type}"), *name, ty));
            }
        }
        let texts: Vec<_> = parameters.iter().map(|(text, ..)| text.as_str()).collect();
        self.line(&format!("@vertex fn main({}) -> Out {{", texts.join(", ")));
        self.scopes.push(Vec::new());
        for (_, name, ty) in &parameters {
            self.add(name, (*ty).clone(), Use::Read);
        }
        let mut count = 6 + self.random.below(14);
        if self.chance(10) {
            // Many variables live at the same time.
            count += 25;
            self.statements += 60;
        }
        if !self.statements(count, BODY) {
            let values = members.iter().map(|(name, ty)| {
                if name.ends_with("color") {
                    self.observation()
                } else {
                    self.expression(ty, 2)
                }
            });
            let values: Vec<_> = values.collect();
            self.line(&format!("return Out({});", values.join(", ")));
        }
        self.scopes.pop();
        self.line("}");
    }

    /// Returns a colour that many variables change.
    fn observation(&mut self) -> String {
        let sums = (0..4).map(|_| {
            let components = (0..3).map(|_| self.observed());
            components.collect::<Vec<_>>().join(" + ")
        });
        let sums: Vec<_> = sums.collect();
        format!("vec4f({})", sums.join(", "))
    }

    /// Returns a number of a local variable.
    fn observed(&mut self) -> String {
        let kinds = [Kind::Float, Kind::Float, Kind::Int, Kind::Uint, Kind::Bool];
        let locals: Vec<_> = self.scopes.iter().flatten().cloned().collect();
        for _ in 0..4 {
            let kind = *self.choose(&kinds);
            let scalar = kind.of_size(1);
            if let Some(found) = self.read_of(&scalar, &locals) {
                return match kind {
                    Kind::Float => found,
                    _ => format!("f32({found})"),
                };
            }
        }
        self.expression(&FLOAT, 1)
    }
}
