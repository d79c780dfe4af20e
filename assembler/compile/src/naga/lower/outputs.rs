//! The result of an entry point: outputs, which become properties by their names.

use ::naga::{BuiltIn, Span};
use pica200_diagnostics::Code;
use pica200_objfmt::isa::property::{DUMMY, PROPERTIES, Property, by_name};

use crate::finding::Finding;
use crate::ir::{Operand, Output};

use super::super::interface::{OutputPart, Slot};
use super::super::shape::Shape;
use super::{Lowering, Written};

/// An output that fits into one register.
struct Found {
    /// Its name in the source, with the path to it (`block.member`, `rows[2]`). Empty if it has none.
    name: String,
    slot: Option<Slot>,
    span: Span,
    lanes: Vec<Operand>,
}

impl Lowering<'_> {
    /// Makes outputs of the lanes of output variables.
    pub(super) fn outputs(&mut self, parts: &[(&OutputPart, Vec<Written>)]) {
        let mut found = Vec::new();
        let zero = self.builder.literal(0.0);
        for (part, lanes) in parts {
            let whole = Found {
                name: part.name.clone(),
                slot: part.slot,
                span: part.span,
                lanes: lanes.iter().map(|lane| lane.unwrap_or(zero)).collect(),
            };
            self.split(whole, self.shapes.of(part.ty), lanes, &mut found);
        }
        self.warn_about_unmatched(&found);
        let mut taken: Vec<(&'static Property, String)> = Vec::new();
        for output in &found {
            self.output(output, &mut taken);
        }
    }

    /// Splits an output into the columns of its matrices and the elements of its arrays, each of which has a location of its
    /// own.
    fn split(&self, output: Found, shape: Shape, written: &[Written], to: &mut Vec<Found>) {
        // What the program never writes is no output.
        if written.iter().all(Option::is_none) {
            return;
        }
        let count = self.shapes.length(shape);
        let (Shape::Matrix { .. } | Shape::Aggregate(_)) = shape else {
            to.push(output);
            return;
        };
        for index in 0..count {
            let Some(part) = self.shapes.part(shape, index) else {
                return;
            };
            let end = part.offset.saturating_add(self.shapes.lanes(part.shape));
            let lanes = output.lanes.get(part.offset..end).unwrap_or_default();
            let number = u32::try_from(index * self.shapes.locations(part.shape));
            let slot = match output.slot {
                Some(Slot::Location(first)) => {
                    let location = first.saturating_add(number.unwrap_or(u32::MAX));
                    Some(Slot::Location(location))
                }
                other => other,
            };
            let element = Found {
                name: format!("{}[{index}]", output.name),
                slot,
                span: output.span,
                lanes: lanes.to_vec(),
            };
            let written = written.get(part.offset..end).unwrap_or_default();
            self.split(element, part.shape, written, to);
        }
    }

    fn output(&mut self, output: &Found, taken: &mut Vec<(&'static Property, String)>) {
        let name = output.key();
        if self
            .options
            .ignore_output
            .iter()
            .any(|ignored| output.is(ignored))
        {
            return;
        }
        let lanes = output.lanes.as_slice();
        let place = self.text.place(output.span);
        self.place = place.or_else(|| self.text.place_of_word(&output.name));
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

    fn property(&self, output: &Found) -> Option<&'static Property> {
        let mut mapped = self.options.map_output.iter();
        if let Some(found) = mapped.find(|mapping| output.is(&mapping.name)) {
            return Some(found.property);
        }
        match output.slot {
            Some(Slot::BuiltIn(BuiltIn::Position { .. })) => by_name("position"),
            Some(Slot::BuiltIn(_)) => None,
            _ => by_common_name(&output.name),
        }
    }

    /// Warns about options that name outputs which the shader does not have.
    fn warn_about_unmatched(&mut self, found: &[Found]) {
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

impl Found {
    /// What options call the output: its name, or its location if it has none.
    fn key(&self) -> String {
        match self.slot {
            Some(Slot::BuiltIn(built_in)) if self.name.is_empty() => {
                built_in_name(built_in).to_owned()
            }
            Some(Slot::Location(location)) if self.name.is_empty() => {
                format!("@location({location})")
            }
            _ => self.name.clone(),
        }
    }

    /// Whether an option means the output.
    fn is(&self, name: &str) -> bool {
        let by_binding = match self.slot {
            Some(Slot::BuiltIn(built_in)) => name == built_in_name(built_in),
            Some(Slot::Location(location)) => name == format!("@location({location})"),
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
