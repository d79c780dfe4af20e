//! Variables and pointers to their parts. A pointer is no value: it is rebuilt at each use.

use ::naga::{Expression, Handle, Literal, LocalVariable, Statement};

use super::super::Reader;
use super::super::refusal::{self, RefusalReason};
use super::super::types::Type;
use super::super::words::{Id, Instruction, Result};
use super::{Body, Definition, Value};

/// Maximum number of parts nested.
const MAX_STEPS: usize = 64;

/// A part of a variable.
#[derive(Clone, Debug)]
pub(super) struct Pointer {
    pub(super) root: Root,
    pub(super) steps: Vec<Step>,
    /// The type of the part.
    pub(super) ty: Id,
}

/// The base of a pointer.
#[derive(Clone, Debug)]
pub(super) enum Root {
    Local(Handle<LocalVariable>),
    /// A variable of the module.
    Global(Id),
    /// A parameter that is a pointer.
    Pointer(Handle<Expression>),
    /// A value, instead of a pointer to a uniform.
    Value(Handle<Expression>),
    /// A counter that only ends a loop which would not end otherwise.
    Endless,
    /// Memory that the hardware does not have.
    Absent(Box<Absence>),
}

/// The reason why memory cannot be read and written.
#[derive(Clone, Debug)]
pub(super) struct Absence {
    pub(super) read: RefusalReason,
    pub(super) write: RefusalReason,
}

/// A step to a part.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Constant(u32),
    Index(Id),
}

impl Pointer {
    pub(super) const fn to(root: Root, ty: Id) -> Self {
        Self {
            root,
            steps: Vec::new(),
            ty,
        }
    }
}

impl Absence {
    fn new(what: String, name: &str) -> Self {
        let [read, write] = ["read", "write"].map(|action| {
            refusal::operation(
                format!("cannot {action} {name}: it is {what}"),
                "use an attribute, a uniform or an output",
            )
        });
        Self { read, write }
    }
}

impl Body<'_, '_> {
    /// Adds a variable of the function.
    pub(super) fn declare(&mut self, id: Id, ty: Id, instruction: &Instruction<'_>) -> Result<()> {
        let Some((_, pointee)) = self.reader.types.pointer(ty) else {
            return Err(instruction.unknown(ty, "the type of a pointer"));
        };
        let root = if self.endless.contains(&id) {
            Root::Endless
        } else {
            match self.reader.types.naga(pointee) {
                Some(naga) => {
                    let name = self.reader.names.get(&id).cloned();
                    let variable = self.variable(naga, name);
                    if let Ok(first) = instruction.operand(3) {
                        let value = self.constant(first, instruction)?;
                        self.initialize(variable, value);
                    }
                    Root::Local(variable)
                }
                None => self.absent(pointee, id),
            }
        };
        let pointer = Pointer::to(root, pointee);
        self.define(id, ty, Value::Pointer(pointer));
        Ok(())
    }

    /// Initialises a variable, in each iteration of a loop around the declaration.
    fn initialize(&mut self, variable: Handle<LocalVariable>, value: Handle<Expression>) {
        match self.function.expressions[value] {
            Expression::Literal(_) | Expression::Constant(_) | Expression::ZeroValue(_) => {
                self.function.local_variables[variable].init = Some(value);
            }
            _ => self.store(variable, value),
        }
    }

    /// Returns the root for memory that the hardware does not have.
    fn absent(&self, pointee: Id, id: Id) -> Root {
        let is_opaque = |ty: Option<&Type>| matches!(ty, Some(Type::Opaque));
        let element = self.reader.types.part(pointee, None);
        let texture =
            is_opaque(self.reader.types.ty(pointee)) || element.is_some_and(|ty| is_opaque(self.reader.types.ty(ty)));
        let what = if texture {
            "a texture or a sampler; no texture can be read in a vertex shader"
        } else {
            "too large, or of a type that the hardware does not have"
        };
        Root::Absent(Box::new(Absence::new(what.to_owned(), &self.reader.shown(id))))
    }

    /// Returns the pointer that an id is.
    pub(super) fn pointer(&mut self, id: Id, instruction: &Instruction<'_>) -> Result<Pointer> {
        if let Some(defined) = self.values.get(&id) {
            return match &defined.value {
                Value::Pointer(pointer) => Ok(pointer.clone()),
                _ => {
                    let pointee = self.reader.types.pointer(defined.ty).map(|(_, pointee)| pointee);
                    let pointee = pointee.ok_or_else(|| instruction.unknown(id, "a pointer"))?;
                    let why = refusal::operation(
                        "memory at a run-time address; the hardware has no such memory",
                        "use an index into an array of uniforms",
                    );
                    let absence = Absence {
                        read: why.clone(),
                        write: why,
                    };
                    Ok(Pointer::to(Root::Absent(Box::new(absence)), pointee))
                }
            };
        }
        let Some(variable) = self.reader.variables.get(&id).copied() else {
            return Err(instruction.unknown(id, "a pointer"));
        };
        let root = self.reader.root(id, variable);
        let root = root.unwrap_or_else(|| self.absent(variable.pointee, id));
        Ok(Pointer::to(root, variable.pointee))
    }

    /// Returns a pointer to a part.
    pub(super) fn access(&mut self, base: Id, indices: &[Id], instruction: &Instruction<'_>) -> Result<Pointer> {
        let mut pointer = self.pointer(base, instruction)?;
        for index in indices {
            let constant = self.reader.constants.scalar(*index);
            let part = self.reader.types.part(pointer.ty, constant);
            let Some(part) = part else {
                let name = self.reader.shown(base);
                let message = match constant {
                    Some(constant) => format!("the index {constant} is outside of {name}"),
                    None => format!("an index selects a part of {name}, which has no parts"),
                };
                return Err(instruction.error(message));
            };
            if pointer.steps.len() >= MAX_STEPS {
                let message = format!("more than {MAX_STEPS} parts are within one another");
                return Err(instruction.error(message));
            }
            pointer.ty = part;
            pointer.steps.push(match constant {
                Some(constant) => Step::Constant(constant),
                None => Step::Index(*index),
            });
        }
        Ok(pointer)
    }

    /// Returns an expression for the target of a pointer: a pointer, or a value instead of one.
    pub(super) fn place(
        &mut self,
        pointer: &Pointer,
        instruction: &Instruction<'_>,
    ) -> Result<Option<Handle<Expression>>> {
        let mut place = match &pointer.root {
            Root::Local(variable) => self.local(*variable),
            Root::Global(id) => {
                let Some(global) = self.reader.globals.get(id).copied() else {
                    return Ok(None);
                };
                let known = self.globals.get(&global).copied();
                let known = known.unwrap_or_else(|| {
                    let known = self.constant_expression(Expression::GlobalVariable(global));
                    self.globals.insert(global, known);
                    known
                });
                let variable = self.reader.variables.get(id).copied();
                if variable.is_some_and(Reader::is_loose) {
                    self.part(known, 0)
                } else {
                    known
                }
            }
            Root::Pointer(argument) | Root::Value(argument) => *argument,
            Root::Endless | Root::Absent(_) => return Ok(None),
        };
        for step in &pointer.steps {
            let expression = match *step {
                Step::Constant(index) => Expression::AccessIndex { base: place, index },
                Step::Index(id) => Expression::Access {
                    base: place,
                    index: self.index(id, instruction)?,
                },
            };
            place = self.emit(expression);
        }
        Ok(Some(place))
    }

    /// Returns an integer as an index.
    pub(super) fn index(&mut self, id: Id, instruction: &Instruction<'_>) -> Result<Handle<Expression>> {
        let is_integer = self
            .type_of(id)
            .is_some_and(|ty| matches!(self.reader.types.ty(ty), Some(Type::Int { .. })));
        if is_integer {
            self.value(id, instruction)
        } else {
            Err(instruction.unknown(id, "an integer"))
        }
    }

    /// Returns the value that a pointer leads to.
    pub(super) fn read(&mut self, pointer: &Pointer, instruction: &Instruction<'_>) -> Result<Value> {
        match &pointer.root {
            Root::Absent(absence) => {
                let why = absence.read.clone();
                return Ok(self.poison_of(pointer.ty, &why));
            }
            Root::Endless => {
                // No counter of a loop that ends reaches its end.
                let one = self.literal(Literal::U32(1));
                let naga = self.reader.types.naga(pointer.ty);
                return Ok(match (self.reader.types.ty(pointer.ty), naga) {
                    (Some(Type::Vector { size, .. }), Some(ty)) => {
                        let count = usize::try_from(*size).unwrap_or(0);
                        Value::Expression(self.emit(Expression::Compose {
                            ty,
                            components: vec![one; count],
                        }))
                    }
                    _ => Value::Expression(one),
                });
            }
            _ => {}
        }
        let Some(known) = self.reader.types.get(pointer.ty) else {
            return Ok(Value::Opaque);
        };
        if let Some(bits) = known.wrong_width {
            return Ok(self.poison_of(pointer.ty, &refusal::width(bits)));
        }
        if known.naga.is_none() {
            return Ok(Value::Opaque);
        }
        let Some(place) = self.place(pointer, instruction)? else {
            return Ok(Value::Opaque);
        };
        Ok(Value::Expression(match pointer.root {
            Root::Value(_) => place,
            _ => self.emit(Expression::Load { pointer: place }),
        }))
    }

    /// Stores a value where a pointer leads to.
    pub(super) fn write(
        &mut self,
        pointer: &Pointer,
        value: Handle<Expression>,
        instruction: &Instruction<'_>,
    ) -> Result<()> {
        match &pointer.root {
            Root::Absent(absence) => {
                let why = absence.write.clone();
                self.refuse(&why);
            }
            Root::Value(_) => {
                return Err(instruction.error("a uniform is written, which a shader cannot change"));
            }
            Root::Global(id) => {
                let first = match pointer.steps.first() {
                    Some(Step::Constant(index)) => Some(*index),
                    _ => None,
                };
                self.reader.written.insert((*id, first));
            }
            Root::Local(_) | Root::Pointer(_) | Root::Endless => {}
        }
        if let Some(pointer) = self.place(pointer, instruction)? {
            self.push(Statement::Store { pointer, value });
        }
        Ok(())
    }

    pub(super) fn load_from(&mut self, id: Id, instruction: &Instruction<'_>) -> Result<Value> {
        let pointer = self.pointer(id, instruction)?;
        self.read(&pointer, instruction)
    }

    pub(super) fn store_to(&mut self, id: Id, value: Id, instruction: &Instruction<'_>) -> Result<()> {
        let pointer = self.pointer(id, instruction)?;
        // Values that cannot be stored cannot be read.
        let Some(ty) = self.reader.types.get(pointer.ty).and_then(|known| known.naga) else {
            if let Root::Absent(absence) = &pointer.root {
                let why = absence.write.clone();
                self.refuse(&why);
            }
            return Ok(());
        };
        let value = match self.values.get(&value) {
            Some(Definition {
                value: Value::Pointer(_) | Value::Opaque,
                ..
            }) => self.poison(
                ty,
                &refusal::operation(
                    "a store of a value that the hardware does not have",
                    "store a number, a vector or a matrix",
                ),
            ),
            _ => self.value(value, instruction)?,
        };
        self.write(&pointer, value, instruction)
    }
}
