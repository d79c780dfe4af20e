//! Errors of naga's validator about attributes and outputs, in the words of the source's language.

use ::naga::valid::{EntryPointError, ValidationError, VaryingError};
use ::naga::{EntryPoint, Handle, Module, Type, TypeInner};

use crate::options::Language;

use super::language::{built_in_name, inner_name};

/// Returns the message and the advice for an error of an entry point; `None` for other errors.
pub(super) fn message(language: Language, error: &ValidationError, module: &Module) -> Option<(String, String)> {
    let ValidationError::EntryPoint { source, .. } = error else {
        return None;
    };
    let entry = entry(error, module)?;
    let varying = |error, what, ty| {
        Varying {
            language,
            module,
            what,
            ty,
        }
        .message(error)
    };
    match source {
        EntryPointError::MissingVertexOutputPosition => Some(without_position(language)),
        EntryPointError::Argument(index, error) => {
            let index = usize::try_from(*index).ok()?;
            let argument = entry.function.arguments.get(index)?;
            let what = match argument.name.as_deref() {
                Some(name) if !name.is_empty() => format!("the attribute `{name}`"),
                _ => "an attribute".to_owned(),
            };
            varying(error, what, argument.ty)
        }
        EntryPointError::Result(error) => {
            let result = entry.function.result.as_ref()?;
            varying(error, "an output".to_owned(), result.ty)
        }
        _ => None,
    }
}

/// Returns the error about a shader without a position.
fn without_position(language: Language) -> (String, String) {
    let (message, help) = match language {
        Language::Wgsl => (
            "the entry point does not return a position",
            "add a member `@builtin(position) position: vec4f` to its result",
        ),
        Language::SpirV => (
            "the module has no output that is the position",
            "compile a shader that assigns to the position; in modules, it has the decoration `BuiltIn Position`",
        ),
        _ => (
            "the shader does not assign to `gl_Position`",
            "assign the position of the vertex to `gl_Position` in `main`",
        ),
    };
    (message.to_owned(), help.to_owned())
}

/// An attribute or an output that is wrong.
struct Varying<'v> {
    language: Language,
    module: &'v Module,
    /// A noun for it.
    what: String,
    ty: Handle<Type>,
}

impl Varying<'_> {
    fn message(&self, error: &VaryingError) -> Option<(String, String)> {
        let what = &self.what;
        let is_wgsl = self.language == Language::Wgsl;
        let (message, help) = match error {
            VaryingError::NotIOShareableType(ty) | VaryingError::InvalidType(ty) => (
                format!(
                    "{what} has the type `{}`, which attributes and outputs cannot have",
                    self.type_name(*ty)
                ),
                "use numbers and vectors of numbers: a matrix is several vectors, and a truth value is a number that is compared with 0".to_owned(),
            ),
            VaryingError::InvalidInterpolationForInteger | VaryingError::MissingInterpolation => (
                format!("{what} consists of integers, which are not interpolated"),
                if is_wgsl {
                    "add `@interpolate(flat)` to it".to_owned()
                } else {
                    "declare it `flat`".to_owned()
                },
            ),
            VaryingError::BindingCollision { location } => (
                format!("two attributes or two outputs have the location {location}"),
                "give each its own location".to_owned(),
            ),
            VaryingError::DuplicateBuiltIn(built_in) => (
                format!(
                    "`{}` comes twice",
                    built_in_name(self.language, *built_in)
                ),
                "leave one of them out".to_owned(),
            ),
            VaryingError::InvalidBuiltInStage(built_in) => (
                format!(
                    "`{}` is not for attributes or outputs of vertex shaders",
                    built_in_name(self.language, *built_in)
                ),
                "leave it out".to_owned(),
            ),
            VaryingError::InvalidBuiltInType(built_in, found) => (
                format!(
                    "`{}` has the type `{}`, which it cannot have",
                    built_in_name(self.language, *built_in),
                    inner_name(self.language, self.module, found)
                ),
                "give it the type that the language requires".to_owned(),
            ),
            VaryingError::MissingBinding => (
                format!("{what} has no location"),
                self.binding("it"),
            ),
            VaryingError::MemberMissingBinding(index) => {
                let name = self.member(*index)?;
                (
                    format!("the member `{name}` of {what} has no location"),
                    self.binding(&format!("`{name}`")),
                )
            }
            _ => return None,
        };
        Some((message, help))
    }

    fn type_name(&self, ty: Handle<Type>) -> String {
        inner_name(self.language, self.module, &self.module.types[ty].inner)
    }

    /// Returns the name of a member of the type.
    fn member(&self, index: u32) -> Option<String> {
        let TypeInner::Struct { members, .. } = &self.module.types[self.ty].inner else {
            return None;
        };
        members.get(usize::try_from(index).ok()?)?.name.clone()
    }

    /// How to give something a location.
    fn binding(&self, what: &str) -> String {
        match self.language {
            Language::Wgsl => {
                format!("write `@location(N)` or `@builtin(NAME)` before {what}")
            }
            _ => format!("write `layout(location = N)` before {what}"),
        }
    }
}

/// Returns the entry point that an error is about.
pub(super) fn entry<'m>(error: &ValidationError, module: &'m Module) -> Option<&'m EntryPoint> {
    let ValidationError::EntryPoint { stage, name, .. } = error else {
        return None;
    };
    let mut entries = module.entry_points.iter();
    entries.find(|entry| entry.stage == *stage && entry.name == *name)
}
