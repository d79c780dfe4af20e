//! The interface of an entry point to the pipeline: attributes and outputs, in any language.

use ::naga::{Binding, BuiltIn, EntryPoint, Function, GlobalVariable, Handle, Module, Span, Type, TypeInner};

/// The inputs and outputs of an entry point, in the order of the source.
#[derive(Debug)]
pub(super) struct Interface {
    pub(super) entry: Entry,
    pub(super) inputs: Vec<Input>,
    pub(super) outputs: Vec<Output>,
}

/// The entry point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Entry {
    /// An entry point of the module, by its index.
    Point(usize),
    /// A function without parameters and result. Its inputs and outputs are variables of the module.
    Function(Handle<Function>),
}

/// Where a variable of the interface is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// An argument of the entry point, by its index.
    Argument(usize),
    /// The result of the entry point.
    Result,
    /// A private variable of the module.
    Global(Handle<GlobalVariable>),
}

/// An input variable. Its attributes follow each other in its components.
#[derive(Debug)]
pub(super) struct Input {
    pub(super) place: Place,
    pub(super) attributes: Vec<Attribute>,
}

/// An attribute, or a number that the GPU does not supply. It is not a struct.
#[derive(Clone, Debug)]
pub(super) struct Attribute {
    pub(super) name: Option<String>,
    pub(super) ty: Handle<Type>,
    pub(super) slot: Option<Slot>,
    /// The first component of its register.
    pub(super) component: u8,
    pub(super) span: Span,
}

/// An output variable. Its parts follow each other in its components.
#[derive(Debug)]
pub(super) struct Output {
    pub(super) place: Place,
    pub(super) parts: Vec<OutputPart>,
}

/// A part of an output variable: all of it, or a member of a struct. It is not a struct itself.
#[derive(Clone, Debug)]
pub(super) struct OutputPart {
    /// Its name in the source, with the path to it (`block.member`). Empty if it has none.
    pub(super) name: String,
    pub(super) ty: Handle<Type>,
    pub(super) slot: Option<Slot>,
    /// Its source, or the source of the struct that it is a member of.
    pub(super) span: Span,
}

/// The binding of an attribute or output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Slot {
    Location(u32),
    BuiltIn(BuiltIn),
}

impl Slot {
    fn new(binding: &Binding) -> Self {
        match binding {
            Binding::BuiltIn(built_in) => Self::BuiltIn(*built_in),
            Binding::Location { location, .. } => Self::Location(*location),
        }
    }
}

impl Interface {
    /// Returns the interface of an entry point of a module.
    pub(super) fn new(module: &Module, index: usize) -> Option<Self> {
        let entry = module.entry_points.get(index)?;
        Some(Self {
            entry: Entry::Point(index),
            inputs: inputs(module, entry),
            outputs: outputs(module, entry).into_iter().collect(),
        })
    }
}

fn inputs(module: &Module, entry: &EntryPoint) -> Vec<Input> {
    let arguments = entry.function.arguments.iter().enumerate();
    let input = |(index, argument): (usize, &::naga::FunctionArgument)| Input {
        place: Place::Argument(index),
        attributes: match &module.types[argument.ty].inner {
            TypeInner::Struct { members, .. } if argument.binding.is_none() => members
                .iter()
                .map(|member| Attribute {
                    name: member.name.clone(),
                    ty: member.ty,
                    slot: member.binding.as_ref().map(Slot::new),
                    component: 0,
                    span: Span::UNDEFINED,
                })
                .collect(),
            _ => vec![Attribute {
                name: argument.name.clone(),
                ty: argument.ty,
                slot: argument.binding.as_ref().map(Slot::new),
                component: 0,
                span: Span::UNDEFINED,
            }],
        },
    };
    arguments.map(input).collect()
}

fn outputs(module: &Module, entry: &EntryPoint) -> Option<Output> {
    let result = entry.function.result.as_ref()?;
    let parts = match &module.types[result.ty].inner {
        TypeInner::Struct { members, .. } if result.binding.is_none() => members
            .iter()
            .map(|member| OutputPart {
                name: member.name.clone().unwrap_or_default(),
                ty: member.ty,
                slot: member.binding.as_ref().map(Slot::new),
                span: module.types.get_span(result.ty),
            })
            .collect(),
        _ => vec![OutputPart {
            name: String::new(),
            ty: result.ty,
            slot: result.binding.as_ref().map(Slot::new),
            span: Span::UNDEFINED,
        }],
    };
    Some(Output {
        place: Place::Result,
        parts,
    })
}
