//! Random vertex shaders in WGSL.
//!
//! Shaders are valid, terminate, and use supported features, but may exceed the GPU's limits. Operands are within the
//! domain of their operations in nearly all runs; elsewhere, the [evaluator](crate::evaluator) stops.

mod bits;
mod expression;
mod place;
mod scalar;
mod shader;
mod statement;
mod types;

use crate::random::Random;
use types::{Kind, Type};

/// Returns the text of the shader of a seed.
pub(crate) fn shader(seed: u64) -> String {
    let mut writer = Writer::new(seed);
    writer.shader();
    writer.text
}

/// A variable that can be read, and perhaps written.
#[derive(Clone, Debug)]
struct Variable {
    /// The expression that reads it.
    text: String,
    ty: Type,
    use_of: Use,
}

/// The allowed uses of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    Read,
    /// It can be written, and pointers to it are arguments.
    Local,
    /// It can be written.
    Written,
    /// An array whose index can be any expression, but not one of local variables.
    Indexed,
}

#[derive(Clone, Debug)]
struct Parameter {
    ty: Type,
    is_pointer: bool,
}

/// A function that the ones after it can call.
#[derive(Clone, Debug)]
struct Function {
    name: String,
    parameters: Vec<Parameter>,
    result: Type,
}

/// A struct of the shader.
#[derive(Clone, Debug)]
struct Struct {
    name: String,
    members: Vec<(String, Type)>,
}

/// The context of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Context {
    /// True if a loop is around it, so that `break` and `continue` are possible.
    is_in_loop: bool,
    /// True if `break` leaves a switch.
    is_in_switch: bool,
    /// The number of blocks around it.
    depth: u8,
}

struct Writer {
    random: Random,
    text: String,
    structs: Vec<Struct>,
    functions: Vec<Function>,
    /// The variables of the module.
    globals: Vec<Variable>,
    /// The variables of the function, by blocks.
    scopes: Vec<Vec<Variable>>,
    /// The result of the function; `None` for the entry point.
    result: Option<Type>,
    /// True if the current expression is an index, in which other indices are constants.
    is_in_index: bool,
    /// The number of names so far.
    names: u32,
    /// The statements that the shader may still have.
    statements: u32,
}

impl Writer {
    fn new(seed: u64) -> Self {
        Self {
            random: Random(seed),
            text: String::new(),
            structs: Vec::new(),
            functions: Vec::new(),
            globals: Vec::new(),
            scopes: Vec::new(),
            result: None,
            is_in_index: false,
            names: 0,
            statements: 60,
        }
    }

    /// True once in `of` times.
    fn chance(&mut self, of: usize) -> bool {
        self.random.below(of) == 0
    }

    fn choose<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.random.below(of.len())]
    }

    fn name(&mut self, front: &str) -> String {
        self.names += 1;
        format!("{front}_{}", self.names)
    }

    fn line(&mut self, line: &str) {
        for _ in 0..self.scopes.len() {
            self.text.push_str("    ");
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn add(&mut self, text: &str, ty: Type, use_of: Use) {
        let variable = Variable {
            text: text.to_owned(),
            ty,
            use_of,
        };
        match self.scopes.last_mut() {
            Some(scope) => scope.push(variable),
            None => self.globals.push(variable),
        }
    }

    /// Returns all variables that can be seen.
    fn variables(&self) -> impl Iterator<Item = &Variable> {
        self.globals.iter().chain(self.scopes.iter().flatten())
    }

    /// Returns the type of a value that a statement computes.
    fn any_type(&mut self) -> Type {
        let size = 2 + self.random.below(3);
        match self.random.below(14) {
            0..=3 => Type::Scalar(Kind::Float),
            4..=7 => Type::Vector(Kind::Float, size),
            8 => Type::Scalar(Kind::Int),
            9 => Type::Scalar(Kind::Uint),
            10 => Type::Scalar(Kind::Bool),
            11 => match self.random.below(3) {
                0 => Type::Vector(Kind::Int, size),
                1 => Type::Vector(Kind::Uint, size),
                _ => Type::Vector(Kind::Bool, size),
            },
            12 => Type::Matrix(2 + self.random.below(3), 2 + self.random.below(3)),
            _ => self.aggregate(),
        }
    }

    fn aggregate(&mut self) -> Type {
        // The block of uniforms has arrays that are too long for local variables.
        let structs = self.structs.iter().enumerate();
        let structs = structs.filter(|(_, found)| found.name != "Uniforms");
        let structs: Vec<_> = structs.map(|(index, _)| index).collect();
        if !structs.is_empty() && self.chance(2) {
            return Type::Struct(*self.choose(&structs));
        }
        let length = if self.chance(4) {
            5 + self.random.below(5)
        } else {
            2 + self.random.below(3)
        };
        let element = match self.random.below(4) {
            0 => Type::Scalar(Kind::Int),
            1 => Type::Scalar(Kind::Float),
            size => Type::Vector(Kind::Float, size),
        };
        Type::Array(Box::new(element), length)
    }
}
