//! Reading of WGSL, and validation, by naga, whose errors become diagnostics.

use ::naga::valid::{Capabilities, ModuleInfo, ValidationError, ValidationFlags, Validator};
use ::naga::{AddressSpace, Module, Span, TypeInner, WithSpan, front};
use pica200_diagnostics::{Code, Label};

use crate::diagnostic::{Diagnostic, Place, diagnose};

use super::text::Text;
use super::wording::{lower_case, without_numbers};

/// Reads a module in WGSL.
pub(super) fn parse(text: &Text<'_>) -> Result<Module, Diagnostic> {
    let module = front::wgsl::Frontend::new().parse(text.written());
    module.map_err(|error| wgsl_error(&error, text))
}

/// Checks a module by the rules of all languages. Blocks of uniforms may have any layout, because the GPU has none.
pub(super) fn validate(module: &Module, text: &Text<'_>) -> Result<ModuleInfo, Diagnostic> {
    if let Some(diagnostic) = super::limits::check_locations(module, text) {
        return Err(diagnostic);
    }
    let flags = ValidationFlags::all() - ValidationFlags::STRUCT_LAYOUTS - ValidationFlags::BINDINGS;
    let mut validator = Validator::new(flags, Capabilities::all());
    let result = if has_bool_types(module) {
        // Booleans in memory that the application shares are an error of WGSL alone.
        let mut own = module.clone();
        for (_, global) in own.global_variables.iter_mut() {
            if matches!(global.space, AddressSpace::Uniform | AddressSpace::Immediate) {
                global.space = AddressSpace::Private;
                global.binding = None;
            }
        }
        validator.validate(&own)
    } else {
        validator.validate(module)
    };
    result.map_err(|error| validation_error(&error, module, text))
}

fn has_bool_types(module: &Module) -> bool {
    let mut holds = vec![false; module.types.len()];
    for (handle, found) in module.types.iter() {
        let of = |handle: ::naga::Handle<::naga::Type>| holds.get(handle.index()) == Some(&true);
        let is = match &found.inner {
            TypeInner::Scalar(scalar) | TypeInner::Vector { scalar, .. } => scalar.kind == ::naga::ScalarKind::Bool,
            TypeInner::Array { base, .. } => of(*base),
            TypeInner::Struct { members, .. } => members.iter().any(|member| of(member.ty)),
            _ => false,
        };
        if let Some(slot) = holds.get_mut(handle.index()) {
            *slot = is;
        }
    }
    module.global_variables.iter().any(|(_, global)| {
        matches!(global.space, AddressSpace::Uniform | AddressSpace::Immediate)
            && holds.get(global.ty.index()) == Some(&true)
    })
}

fn wgsl_error(error: &front::wgsl::ParseError, text: &Text<'_>) -> Diagnostic {
    let labels = error.labels().map(|(span, label)| {
        // Placeholders in naga's messages.
        let label = if label == "see msg" { "" } else { label };
        (span, label.to_owned())
    });
    let message = without_numbers(&lower_case(error.message()));
    let message = message.trim_end_matches(" for expression").to_owned();
    let out_of_range = message.strip_suffix(" built-in function argument is out of valid range");
    let message = match out_of_range {
        Some(name) => format!("`{name}` is not defined for this constant argument"),
        None => message,
    };
    let mut diagnostic = with_labels(message, labels, text);
    let of_select = diagnostic.location().map(|place| text.at(*place)) == Some("select");
    if of_select && diagnostic.message.starts_with("constructor expects") {
        // naga counts the arguments of constructors, not their components.
        diagnostic.message = "`select` has a constant argument that is a vector made of vectors".to_owned();
        diagnostic.help = Some("write its components one by one, or put it into a `var`".to_owned());
        return diagnostic;
    }
    let notes: Vec<_> = error.notes().map(lower_case).collect();
    if !notes.is_empty() {
        diagnostic.help = Some(notes.join("; "));
    }
    diagnostic
}

fn validation_error(error: &WithSpan<ValidationError>, module: &Module, text: &Text<'_>) -> Diagnostic {
    let (message, help) = super::invalid::message(text.language(), error.as_inner(), module);
    let own = super::invalid::place(error.as_inner(), module).map(|span| (span, String::new()));
    // Labels that name types of naga, such as `naga::ir::Expression [0]`, say no more than the location.
    let says = |label: &str| !label.starts_with("naga::") && label != "invalid function call";
    let mut spans: Vec<_> = own.into_iter().collect();
    for (span, label) in error.spans() {
        if says(label) {
            spans.push((*span, label.clone()));
        } else if spans.is_empty() {
            spans.push((*span, String::new()));
        }
    }
    let mut diagnostic = with_labels(message, spans.into_iter(), text);
    diagnostic.help = help;
    diagnostic
}

/// Returns a diagnostic at the first of several locations, where the others are related.
fn with_labels(message: String, labels: impl Iterator<Item = (Span, String)>, text: &Text<'_>) -> Diagnostic {
    let mut places: Vec<(Place, String)> = labels
        .filter_map(|(span, label)| Some((text.place(span)?, label)))
        .collect();
    let first = (!places.is_empty()).then(|| places.remove(0));
    let message = match &first {
        // The label of the location describes the error.
        Some((_, label))
            if !label.is_empty() && !label.starts_with("definition of") && !message.contains(label.as_str()) =>
        {
            format!("{message} ({label})")
        }
        _ => message,
    };
    let mut diagnostic = diagnose(Code::SourceInvalid, first.map(|(place, _)| place), message);
    let labels = places.into_iter();
    diagnostic.secondary = labels.map(|(place, text)| Label::new(place, text)).collect();
    diagnostic
}
