//! The result of an entry point: outputs, which become properties by their names.

use ::naga::{
    Binding, BuiltIn, EntryPoint, Expression, Handle, Statement, Type as NagaType, TypeInner,
};
use pica200_diagnostics::Code;
use pica200_objfmt::isa::property::{DUMMY, PROPERTIES, Property, by_name};

use crate::finding::Finding;
use crate::ir::{Operand, Output};

use super::Lowering;

/// An output of the source.
struct Found<'m> {
    /// Its name in the source, or that of the built-in value.
    name: String,
    ty: Handle<NagaType>,
    binding: Option<&'m Binding>,
}

impl<'m> Lowering<'m> {
    /// Makes the lanes of the result of an entry point to outputs.
    pub(super) fn outputs(&mut self, entry: &'m EntryPoint, lanes: &[Operand]) {
        let Some(result) = &entry.function.result else {
            self.place = None;
            self.report_with(
                Code::SourceInvalid,
                format!("the entry point `{}` has no result", entry.name),
                "return a position",
            );
            return;
        };
        let names = names_of_result(self.module, entry);
        let found: Vec<Found<'m>> = match &self.module.types[result.ty].inner {
            TypeInner::Struct { members, .. } if result.binding.is_none() => members
                .iter()
                .enumerate()
                .map(|(index, member)| {
                    let known = member.name.clone();
                    let other = || names.get(index).cloned().flatten();
                    Found {
                        name: known.or_else(other).unwrap_or_default(),
                        ty: member.ty,
                        binding: member.binding.as_ref(),
                    }
                })
                .collect(),
            _ => vec![Found {
                name: names.into_iter().next().flatten().unwrap_or_default(),
                ty: result.ty,
                binding: result.binding.as_ref(),
            }],
        };
        self.warn_about_unmatched(&found);
        let mut rest = lanes;
        let mut taken: Vec<(&'static Property, String)> = Vec::new();
        for output in &found {
            let count = self.shapes.lanes(self.shapes.of(output.ty));
            let Some((lanes, behind)) = rest.split_at_checked(count) else {
                return;
            };
            rest = behind;
            self.output(output, lanes, &mut taken);
        }
    }

    fn output(
        &mut self,
        output: &Found<'m>,
        lanes: &[Operand],
        taken: &mut Vec<(&'static Property, String)>,
    ) {
        let name = output.key();
        if self
            .options
            .ignore_output
            .iter()
            .any(|ignored| output.is(ignored))
        {
            return;
        }
        self.place = self.text.place_of_word(&output.name);
        let Some(property) = self.property(output) else {
            let all = properties().map(|property| format!("`{}`", property.name));
            let all: Vec<_> = all.collect();
            self.report_with(
                Code::NoSuchOutput,
                format!(
                    "the machine has no use for the output `{name}`; it has {}",
                    all.join(", ")
                )
                .as_str(),
                format!(
                    "name its use with `{}`, or leave it out with `{}`",
                    mapped(&name),
                    ignored(&name)
                )
                .as_str(),
            );
            return;
        };
        if let Some((_, other)) = taken.iter().find(|(known, _)| *known == property) {
            self.report_with(
                Code::NoSuchOutput,
                format!(
                    "the outputs `{other}` and `{name}` both become `{}`",
                    property.name
                ),
                format!(
                    "leave one out with `--ignore-output`, or name its use with `{}`",
                    mapped(&name)
                )
                .as_str(),
            );
            return;
        }
        taken.push((property, name.clone()));
        let most = size(property);
        if lanes.len() > most {
            self.notes.push(format!(
                "the output `{name}` has {} components; `{}` takes {most}, and the others are left out",
                lanes.len(),
                property.name
            ));
        }
        let lanes = lanes.get(..most).unwrap_or(lanes);
        let mut components = lanes.to_vec();
        if components.len() < most {
            self.report_with(
                Code::OutputIncomplete,
                format!("the output `{name}` has {} of the {most} components of `{}`; the others become 0, and `w` becomes 1", lanes.len(), property.name),
                "write all components",
            );
            while components.len() < most {
                let last = if components.len() == 3 { 1.0 } else { 0.0 };
                components.push(self.builder.literal(last));
            }
        }
        if self.options.fix_depth
            && property.name == "position"
            && let [_, _, z, w] = components.as_mut_slice()
        {
            *z = self.builder.subtract(*z, *w);
        }
        self.builder.program().outputs.push(Output {
            name,
            property,
            components,
        });
    }

    fn property(&self, output: &Found<'m>) -> Option<&'static Property> {
        let mut mapped = self.options.map_output.iter();
        if let Some(found) = mapped.find(|mapping| output.is(&mapping.name)) {
            return Some(found.property);
        }
        match output.binding {
            Some(Binding::BuiltIn(BuiltIn::Position { .. })) => by_name("position"),
            Some(Binding::BuiltIn(_)) => None,
            _ => by_common_name(&output.name),
        }
    }

    /// Warns about options that name outputs which the shader does not have.
    fn warn_about_unmatched(&mut self, found: &[Found<'m>]) {
        let mapped = self
            .options
            .map_output
            .iter()
            .map(|mapping| ("--map-output", &mapping.name));
        let ignored = self
            .options
            .ignore_output
            .iter()
            .map(|name| ("--ignore-output", name));
        let names: Vec<_> = found
            .iter()
            .map(|output| format!("`{}`", output.key()))
            .collect();
        for (option, name) in mapped.chain(ignored) {
            if !found.iter().any(|output| output.is(name)) {
                let message = format!(
                    "`{option}` names the output `{name}`, which the shader does not have; it has {}",
                    names.join(", ")
                );
                self.findings
                    .push(Finding::new(Code::UnmatchedOption, None, message));
            }
        }
    }
}

impl Found<'_> {
    /// What options call the output: its name, or its location if it has none.
    fn key(&self) -> String {
        match self.binding {
            Some(Binding::BuiltIn(built_in)) if self.name.is_empty() => {
                built_in_name(*built_in).to_owned()
            }
            Some(Binding::Location { location, .. }) if self.name.is_empty() => {
                format!("@location({location})")
            }
            _ => self.name.clone(),
        }
    }

    /// Whether an option means the output.
    fn is(&self, name: &str) -> bool {
        let by_binding = match self.binding {
            Some(Binding::BuiltIn(built_in)) => name == built_in_name(*built_in),
            Some(Binding::Location { location, .. }) => name == format!("@location({location})"),
            None => false,
        };
        by_binding || (!self.name.is_empty() && name == self.name)
    }
}

/// The properties that outputs can have.
fn properties() -> impl Iterator<Item = &'static Property> {
    PROPERTIES
        .iter()
        .filter(|property| property.number != DUMMY)
}

/// The number of components of a property.
fn size(property: &Property) -> usize {
    match property.name {
        "texcoord0w" => 1,
        "texcoord0" | "texcoord1" | "texcoord2" => 2,
        "view" => 3,
        _ => 4,
    }
}

/// The property that people mean by a name. Prefixes, underscores and case do not matter.
fn by_common_name(name: &str) -> Option<&'static Property> {
    let last = name.rsplit('.').next().unwrap_or(name).to_ascii_lowercase();
    let bare = ["v_", "o_", "out_", "vs_", "_"]
        .iter()
        .find_map(|prefix| last.strip_prefix(prefix))
        .unwrap_or(&last);
    let bare = bare.replace('_', "");
    // The position is a built-in value.
    let mut others = properties().filter(|property| property.name != "position");
    others.find(|property| bare == property.name || bare == property.short)
}

const fn built_in_name(built_in: BuiltIn) -> &'static str {
    match built_in {
        BuiltIn::Position { .. } => "position",
        BuiltIn::PointSize => "point_size",
        BuiltIn::ClipDistances => "clip_distances",
        BuiltIn::CullDistance => "cull_distance",
        _ => "a built-in value",
    }
}

/// The names of the variables that an entry point copies to its result, where members have no names: modules that began
/// as SPIR-V.
fn names_of_result(module: &::naga::Module, entry: &EntryPoint) -> Vec<Option<String>> {
    let function = &entry.function;
    let value = function
        .body
        .iter()
        .rev()
        .find_map(|statement| match statement {
            Statement::Return { value } => *value,
            _ => None,
        });
    let components = match value.map(|value| (&function.expressions[value], value)) {
        Some((Expression::Compose { components, .. }, _)) => components.clone(),
        Some((_, value)) => vec![value],
        None => return Vec::new(),
    };
    let name = |mut handle: Handle<Expression>| {
        loop {
            match &function.expressions[handle] {
                Expression::Load { pointer: next }
                | Expression::Access { base: next, .. }
                | Expression::Swizzle { vector: next, .. } => handle = *next,
                Expression::AccessIndex { base, index } => {
                    let member = member_name(module, function, *base, *index);
                    if member.is_some() {
                        return member;
                    }
                    handle = *base;
                }
                Expression::GlobalVariable(global) => {
                    return module.global_variables[*global].name.clone();
                }
                _ => return None,
            }
        }
    };
    components.into_iter().map(name).collect()
}

/// The name of a member of a variable of the module.
fn member_name(
    module: &::naga::Module,
    function: &::naga::Function,
    base: Handle<Expression>,
    index: u32,
) -> Option<String> {
    let Expression::GlobalVariable(global) = function.expressions[base] else {
        return None;
    };
    let TypeInner::Struct { members, .. } = &module.types[module.global_variables[global].ty].inner
    else {
        return None;
    };
    members.get(usize::try_from(index).ok()?)?.name.clone()
}

/// The option that gives an output a property.
fn mapped(name: &str) -> String {
    option("--map-output", &format!("{name}=PROPERTY"))
}

/// The option that leaves an output out.
fn ignored(name: &str) -> String {
    option("--ignore-output", name)
}

/// An option as a shell and the programs take it, for which a word that begins with `@` is a file of words.
fn option(name: &str, value: &str) -> String {
    match value.starts_with('@') {
        true => format!("{name}='{value}'"),
        false => format!("{name} {value}"),
    }
}
