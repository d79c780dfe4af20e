//! Attributes, uniforms and outputs.

use super::types::{Kind, Type};
use super::{Access, ODD_NAMES, Variable, Writer};

impl Writer {
    pub(super) fn attributes(&mut self) {
        if self.version.has_fixed_names() && self.chance(2) {
            for (name, size) in [
                ("gl_Vertex", 4),
                ("gl_Normal", 3),
                ("gl_Color", 4),
                ("gl_MultiTexCoord0", 4),
            ] {
                if self.chance(2) {
                    self.add(name, Type::floats(size), Access::Read);
                    self.inputs -= 1;
                }
            }
        }
        let mut location = 0;
        for _ in 0..self.from(1, 4) {
            let ty = match self.random.below(10) {
                0 => self.matrix_type(),
                1 if self.version.is_modern() => Type::Vector(Kind::Int, self.from(1, 4)),
                2 if self.version.is_modern() => Type::Vector(Kind::Uint, self.from(1, 4)),
                _ => Type::floats(self.from(1, 4)),
            };
            let registers = if let Type::Matrix(columns, _) = ty { columns } else { 1 };
            if registers > self.inputs {
                continue;
            }
            self.inputs -= registers;
            let name = self.name("a");
            let layout = if self.version.has_locations() && self.chance(2) {
                format!("layout(location = {location}) ")
            } else {
                String::new()
            };
            location += registers;
            let word = if self.version.is_modern() { "in" } else { "attribute" };
            let precision = self.interface_precision(&ty);
            let declarator = self.declarator(&ty, &name);
            // Attributes with and without locations in one shader may overlap.
            let layout = if location == registers || layout.is_empty() {
                layout
            } else {
                String::new()
            };
            if ty == Type::floats(3) && layout.is_empty() && self.inputs > 1 && self.chance(4) {
                let second = self.name("a");
                self.line(&format!("{word} {precision}{declarator}, {second};"));
                self.add(second, ty.clone(), Access::Read);
                self.inputs -= 1;
                location += 1;
            } else {
                self.line(&format!("{layout}{word} {precision}{declarator};"));
            }
            self.add(name, ty, Access::Read);
        }
        if self.version.is_modern() && self.chance(5) {
            self.add("gl_VertexID", Type::INT, Access::Read);
        }
    }

    /// Returns a precision for an attribute, a uniform or an output.
    fn interface_precision(&mut self, ty: &Type) -> &'static str {
        let takes = matches!(
            ty,
            Type::Vector(Kind::Float | Kind::Int | Kind::Uint, _) | Type::Matrix(..)
        );
        if takes && (self.version.is_es || self.version.number >= 130) && self.chance(4) {
            "highp "
        } else {
            ""
        }
    }

    pub(super) fn uniforms(&mut self) {
        if self.version.has_fixed_names() && self.chance(2) {
            self.add("gl_ModelViewMatrix", Type::Matrix(4, 4), Access::Read);
            self.add("gl_NormalMatrix", Type::Matrix(3, 3), Access::Read);
            if self.chance(2) {
                self.add("gl_LightSource[0].diffuse", Type::floats(4), Access::Read);
                self.add("gl_LightSource[1].position", Type::floats(4), Access::Read);
                self.add("gl_FrontMaterial.ambient", Type::floats(4), Access::Read);
            }
        }
        for _ in 0..self.from(1, 4) {
            self.loose_uniform();
        }
        if self.version.has_uniform_blocks() {
            for _ in 0..self.random.below(3) {
                self.uniform_block();
            }
        }
    }

    fn uniform_type(&mut self) -> Type {
        match self.random.below(12) {
            0 | 1 => self.matrix_type(),
            2 => Type::array(Type::floats(self.from(1, 4)), self.from(2, 6)),
            3 if !self.structs.is_empty() => Type::Struct(self.random.below(self.structs.len())),
            4 if !self.structs.is_empty() => {
                let index = self.random.below(self.structs.len());
                Type::array(Type::Struct(index), self.from(2, 3))
            }
            5 => Type::INT,
            6 => Type::BOOL,
            7 if self.version.is_modern() => Type::Vector(Kind::Uint, self.from(1, 3)),
            8 => Type::array(Type::Matrix(3, 3), 2),
            _ => Type::floats(self.from(1, 4)),
        }
    }

    fn loose_uniform(&mut self) {
        let ty = self.uniform_type();
        let front = if ty == Type::INT { "count" } else { "u" };
        let name = if ty == Type::INT {
            self.names += 1;
            format!("{front}{}", self.names)
        } else {
            self.name(front)
        };
        let precision = self.interface_precision(&ty);
        let declarator = self.declarator(&ty, &name);
        let value = match &ty {
            Type::Vector(Kind::Float, _) if self.version.is_lenient() && self.chance(6) => {
                self.is_constant = true;
                let value = self.expression(&ty, 1).text;
                self.is_constant = false;
                format!(" = {value}")
            }
            _ => String::new(),
        };
        self.line(&format!("uniform {precision}{declarator}{value};"));
        self.add(name, ty, Access::Indexed);
    }

    /// Writes a uniform block. If it has an instance name, its members may have the names of other variables.
    fn uniform_block(&mut self) {
        let block = self.name("B");
        let instance = if self.version.has_instances() && self.chance(2) {
            Some(self.name("b"))
        } else {
            None
        };
        let layout = *self.choose(&["", "layout(std140) ", "layout(std140, row_major) ", "layout(shared) "]);
        self.line(&format!("{layout}uniform {block} {{"));
        let mut members: Vec<(String, Type)> = Vec::new();
        for _ in 0..self.from(1, 4) {
            let ty = self.uniform_type();
            let known = self.names_for_uniforms(&ty);
            let name = if instance.is_some() && !known.is_empty() && self.chance(3) {
                self.choose(&known).clone()
            } else {
                self.name("x")
            };
            if members.iter().any(|(other, _)| *other == name) {
                continue;
            }
            let qualifier = match &ty {
                Type::Matrix(..) if self.chance(3) => *self.choose(&["layout(row_major) ", "layout(column_major) "]),
                Type::Vector(Kind::Float, _) if self.chance(5) => *self.choose(&["highp ", "uniform "]),
                _ => "",
            };
            let declarator = self.declarator(&ty, &name);
            self.line(&format!("    {qualifier}{declarator};"));
            members.push((name, ty));
        }
        for (text, ty) in self.end_block(block, instance, members) {
            self.add(text, ty, Access::Indexed);
        }
    }

    pub(super) fn output_declarations(&mut self) {
        if self.version.has_fixed_names() && self.chance(3) {
            for (name, size) in [("gl_FrontColor", 4), ("gl_TexCoord[0]", 4), ("gl_TexCoord[1]", 4)] {
                if self.chance(2) {
                    self.add_output(name.to_owned(), Type::floats(size));
                }
            }
        }
        if self.version.has_output_blocks() && self.chance(5) {
            self.line("out gl_PerVertex { vec4 gl_Position; };");
        }
        for _ in 0..self.from(1, 4) {
            let ty = match self.random.below(12) {
                0 => self.matrix_type(),
                1 => Type::array(Type::floats(self.from(1, 4)), self.from(2, 3)),
                2 if self.version.is_modern() => Type::Vector(Kind::Int, self.from(1, 3)),
                _ => Type::floats(self.from(1, 4)),
            };
            let name = self.name("v");
            let is_flat = matches!(ty, Type::Vector(Kind::Int, _));
            let word = if self.version.is_modern() { "out" } else { "varying" };
            let qualifier = match self.random.below(8) {
                _ if is_flat => "flat ",
                0 if self.version.is_modern() => "smooth ",
                1 if self.version.is_modern() && !self.version.is_es => "noperspective ",
                2 if self.version.number >= 120 && !self.version.is_es || self.version.number >= 300 => "centroid ",
                3 if self.version.number >= 120 || self.version.is_es => "invariant ",
                _ => "",
            };
            let precision = self.interface_precision(&ty);
            let declarator = self.declarator(&ty, &name);
            self.line(&format!("{qualifier}{word} {precision}{declarator};"));
            self.add_output(name, ty);
        }
        if self.version.has_output_blocks() && self.chance(3) {
            self.output_block();
        }
    }

    fn output_block(&mut self) {
        let block = self.name("V");
        let instance = if self.chance(3) { None } else { Some(self.name("o")) };
        self.line(&format!("out {block} {{"));
        let mut members: Vec<(String, Type)> = Vec::new();
        for _ in 0..self.from(1, 3) {
            let ty = Type::floats(self.from(1, 4));
            let known = self.names_for_members();
            let name = if instance.is_some() && !known.is_empty() && self.chance(2) {
                self.choose(&known).clone()
            } else {
                self.name("y")
            };
            if members.iter().any(|(other, _)| *other == name) {
                continue;
            }
            let qualifier = *self.choose(&["", "", "smooth ", "noperspective "]);
            let qualifier = if self.version.is_es { "" } else { qualifier };
            let declarator = self.declarator(&ty, &name);
            self.line(&format!("    {qualifier}{declarator};"));
            members.push((name, ty));
        }
        for (text, ty) in self.end_block(block, instance, members) {
            self.add_output(text, ty);
        }
    }

    /// Ends a block, and returns its members as the shader refers to them.
    fn end_block(
        &mut self,
        block: String,
        instance: Option<String>,
        members: Vec<(String, Type)>,
    ) -> Vec<(String, Type)> {
        let Some(instance) = instance else {
            self.line("};");
            return members;
        };
        self.line(&format!("}} {instance};"));
        let members = members.into_iter();
        let members = members.map(|(name, ty)| (format!("{instance}.{name}"), ty));
        let members = members.collect();
        self.aliases.insert(block, instance);
        members
    }

    fn add_output(&mut self, name: String, ty: Type) {
        self.outputs.push((name, ty));
    }

    /// Returns the names that a member of a type may have. Uniforms of the same name differ in their number of
    /// registers, by which the comparison identifies them.
    fn names_for_uniforms(&self, ty: &Type) -> Vec<String> {
        let mut names = self.names_for_members();
        let uniforms = self.scopes[0].iter().filter(|global| global.access == Access::Indexed);
        for uniform in uniforms.filter(|uniform| {
            // OpenGL truncates unused elements of arrays.
            let is_array = matches!(uniform.ty, Type::Array(..)) || matches!(ty, Type::Array(..));
            is_array || registers(&uniform.ty) == registers(ty)
        }) {
            names.retain(|name| *name != uniform.text);
        }
        names
    }

    /// Returns the existing names that block members may reuse. Assembly renames reserved words.
    fn names_for_members(&self) -> Vec<String> {
        let mut names = self.global_names();
        names.retain(|name| !ODD_NAMES.contains(&name.as_str()));
        names
    }

    /// Returns the global names that other variables may shadow.
    pub(super) fn global_names(&self) -> Vec<String> {
        let globals = self.scopes[0].iter().filter(|global| is_hideable(global));
        globals.map(|global| global.text.clone()).collect()
    }
}

/// Returns the number of registers of a uniform; 0 for a struct, whose members are uniforms.
fn registers(ty: &Type) -> usize {
    match ty {
        Type::Vector(..) => 1,
        Type::Matrix(_, rows) => *rows,
        Type::Array(element, length) => registers(element) * length,
        Type::Struct(_) => 0,
    }
}

/// Returns true if another variable may shadow this one: not a macro, a member of a block, a built-in variable or a
/// loop bound.
pub(super) fn is_hideable(variable: &Variable) -> bool {
    let name = &variable.text;
    let is_macro = name.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_counter = matches!(variable.access, Access::Counter(_));
    !is_macro && !is_counter && !name.contains(['.', '[']) && !name.starts_with("gl_") && !name.starts_with("count")
}
