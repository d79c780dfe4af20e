//! Random GLSL vertex shaders, of all versions from 1.10 to 4.50 and of ES.
//!
//! Shaders are valid, terminate, write all outputs, and stay within the capabilities of the hardware except for its
//! sizes. Functions get operands within their domain, and values near a discontinuity are rare; where results still
//! depend on a last bit, the comparison detects their sensitivity to small input changes.

mod declaration;
mod expression;
mod flow;
mod function;
mod interface;
mod place;
mod preprocessor;
mod statement;
mod text;
mod types;

use pica200_testsuite::random::Random;

use crate::names::Aliases;
use types::{Kind, Struct, Type, Version};

/// A random shader.
#[derive(Clone, Debug)]
pub(crate) struct Shader {
    pub(crate) text: String,
    /// The instance names of its blocks, by block name.
    pub(crate) aliases: Aliases,
    /// True if it uses names of the fixed-function pipeline.
    pub(crate) is_old: bool,
    /// True if other compilers can generate a module from it, with the loose uniforms of OpenGL.
    pub(crate) has_module: bool,
}

/// Names that are reserved in other languages.
const ODD_NAMES: [&str; 12] = [
    "mov", "r0", "end", "fn", "let", "loop", "aL", "c0", "position", "cmp", "var", "o1",
];

/// Returns the shader of a seed.
pub(crate) fn shader(seed: u64) -> Shader {
    let mut writer = Writer::new(seed);
    writer.shader();
    Shader {
        is_old: writer.version.has_fixed_names(),
        has_module: writer.version.has_modules() && !writer.text.contains("(shared)"),
        text: writer.text,
        aliases: writer.aliases,
    }
}

/// A variable.
#[derive(Clone, Debug)]
struct Variable {
    /// The expression that reads it.
    text: String,
    ty: Type,
    access: Access,
}

/// The permitted accesses of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Access {
    Read,
    /// Readable and writable.
    Write,
    /// A uniform or constant, whose arrays can be indexed dynamically.
    Indexed,
    /// A loop counter, with values from 0 to below this number.
    Counter(usize),
}

/// The direction of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Direction {
    In,
    Out,
    InOut,
}

/// A function that later functions can call.
#[derive(Clone, Debug)]
struct Function {
    name: String,
    parameters: Vec<(Direction, Type)>,
    /// `None` for `void`.
    result: Option<Type>,
    /// True if a call has no side effects, so that it can be used in any expression.
    is_pure: bool,
}

/// The current function.
#[derive(Clone, Debug, Default)]
struct Body {
    /// The result; `None` for `void`.
    result: Option<Type>,
    /// True if it changes no outer variables.
    is_pure: bool,
    /// The number of loops around the statement.
    loops: usize,
    /// True if `break` leaves a switch.
    is_in_switch: bool,
}

struct Writer {
    random: Random,
    version: Version,
    text: String,
    structs: Vec<Struct>,
    functions: Vec<Function>,
    /// The global variables, then the scopes of the function.
    scopes: Vec<Vec<Variable>>,
    body: Body,
    aliases: Aliases,
    /// Macros with one parameter, from float to float.
    macros: Vec<String>,
    /// The number of free input registers.
    inputs: usize,
    /// The outputs with their types.
    outputs: Vec<(String, Type)>,
    /// The number of names so far.
    names: usize,
    /// The reserved words already used as names.
    odd_names: Vec<&'static str>,
    /// The remaining budget of expressions and statements.
    left: usize,
    /// True if the current expression is an index, in which nested indices are constants.
    is_in_index: bool,
    /// True if the current expression is a constant.
    is_constant: bool,
}

impl Writer {
    fn new(seed: u64) -> Self {
        let mut random = Random(seed);
        let version = Version::ALL[random.below(Version::ALL.len())];
        let left = 40 + random.below(140);
        Self {
            random,
            version,
            text: version.line(),
            structs: Vec::new(),
            functions: Vec::new(),
            scopes: vec![Vec::new()],
            body: Body::default(),
            aliases: Aliases::new(),
            macros: Vec::new(),
            inputs: 12,
            outputs: Vec::new(),
            names: 0,
            odd_names: Vec::new(),
            left,
            is_in_index: false,
            is_constant: false,
        }
    }

    /// Returns true once in `of` times.
    fn chance(&mut self, of: usize) -> bool {
        self.random.below(of) == 0
    }

    fn choose<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.random.below(of.len())]
    }

    /// Returns a number from `low` to `high`.
    fn from(&mut self, low: usize, high: usize) -> usize {
        low + self.random.below(high - low + 1)
    }

    /// Returns true if the budget is nearly used up.
    fn is_spent(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left == 0
    }

    /// Returns a new name. Some are reserved in other languages.
    fn name(&mut self, front: &str) -> String {
        self.names += 1;
        let number = self.names;
        match self.random.below(24) {
            // Each at most once in a shader.
            at if at < ODD_NAMES.len() && !self.odd_names.contains(&ODD_NAMES[at]) => {
                self.odd_names.push(ODD_NAMES[at]);
                ODD_NAMES[at].to_owned()
            }
            at if at % 2 == 0 => format!("{front}{number}"),
            _ => format!("{front}_{number}"),
        }
    }

    fn line(&mut self, line: &str) {
        for _ in 1..self.scopes.len() {
            self.text.push_str("    ");
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn add(&mut self, text: impl Into<String>, ty: Type, access: Access) {
        let variable = Variable {
            text: text.into(),
            ty,
            access,
        };
        let scope = self.scopes.last_mut().expect("the scope of the module");
        scope.push(variable);
    }

    /// Returns the type name for a declaration whose name follows: array lengths follow the name.
    fn type_name(&self, ty: &Type) -> String {
        match ty {
            Type::Struct(index) => self.structs[*index].name.clone(),
            Type::Array(element, _) => self.type_name(element),
            basic => basic.basic_name(),
        }
    }

    /// Returns the lengths that follow the name of an array.
    fn lengths(&self, ty: &Type) -> String {
        match ty {
            Type::Array(element, length) => format!("[{length}]{}", self.lengths(element)),
            _ => String::new(),
        }
    }

    /// Returns the type and name, in one of the forms of a declaration.
    fn declarator(&mut self, ty: &Type, name: &str) -> String {
        let (bare, lengths) = (self.type_name(ty), self.lengths(ty));
        if !lengths.is_empty() && self.version.has_arrays() && self.chance(2) {
            return format!("{bare}{lengths} {name}");
        }
        format!("{bare} {name}{lengths}")
    }

    /// Returns a type for the value of a statement.
    fn any_type(&mut self) -> Type {
        let size = self.from(2, 4);
        match self.random.below(16) {
            0..=4 => Type::FLOAT,
            5..=9 => Type::floats(size),
            10 => Type::INT,
            11 => self.integer_type(size),
            12 => Type::BOOL,
            13 => Type::Vector(Kind::Bool, size),
            14 => self.matrix_type(),
            _ => self.aggregate_type(),
        }
    }

    fn integer_type(&mut self, size: usize) -> Type {
        match self.random.below(3) {
            0 => Type::Vector(Kind::Int, size),
            1 if self.version.is_modern() => Type::Vector(Kind::Uint, size),
            1 => Type::INT,
            _ if self.version.is_modern() => Type::UINT,
            _ => Type::INT,
        }
    }

    fn matrix_type(&mut self) -> Type {
        let (columns, rows) = (self.from(2, 4), self.from(2, 4));
        if self.version.has_all_matrices() && self.chance(2) {
            Type::Matrix(columns, rows)
        } else {
            Type::Matrix(columns, columns)
        }
    }

    fn aggregate_type(&mut self) -> Type {
        if !self.structs.is_empty() && self.chance(2) {
            return Type::Struct(self.random.below(self.structs.len()));
        }
        if self.version.has_arrays() {
            self.array_type()
        } else {
            Type::floats(3)
        }
    }

    fn array_type(&mut self) -> Type {
        let length = self.from(2, 4);
        let element = match self.random.below(5) {
            0 => Type::INT,
            1 => Type::FLOAT,
            size => Type::floats(size),
        };
        if self.version.has_nested_arrays() && self.chance(6) {
            return Type::array(Type::array(element, length), 2);
        }
        Type::array(element, length)
    }

    /// Returns true if values of a type can be constructed, passed and assigned: arrays only in later versions.
    fn is_value(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(..) => self.version.has_arrays(),
            Type::Struct(index) => {
                let mut members = self.structs[*index].members.iter();
                members.all(|(_, ty)| self.is_value(ty))
            }
            _ => true,
        }
    }
}
