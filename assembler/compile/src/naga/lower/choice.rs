//! The use of each output of an entry point, by options, names and types.

use ::naga::BuiltIn;
use pica200_diagnostics::{Code, Label, most_similar};
use pica200_objfmt::isa::property::{DUMMY, Property, by_name};

use crate::diagnostic::diagnose;
use crate::options::{ALL_UNUSED, OutputMapping};
use crate::outputs::{
    Assignment, Hint, Identity, PropertySource, Row, Selection, UnassignedOutput, UnusedOutputs, by_names, duplicate,
    is_something_else, select, unused,
};

use super::Lowering;
use super::register_output::RegisterOutput;

/// The use of an output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    Property(&'static Property),
    /// It is added to another output.
    Added(&'static Property),
    LeftOut,
    /// An error is about it.
    Refused,
}

/// The uses chosen so far; `None` where undecided.
type Choices = Vec<Option<Choice>>;

impl Lowering<'_> {
    /// Chooses a use for each output. Reports options that match no output or several, duplicate properties, and
    /// outputs without a use.
    pub(super) fn uses_of_outputs(&mut self, found: &[RegisterOutput]) -> Vec<Choice> {
        let mut choices: Choices = vec![None; found.len()];
        self.follow_options(found, &mut choices);
        for (output, choice) in found.iter().zip(&mut choices) {
            if choice.is_none()
                && let Some(BuiltIn::Position { .. }) = output.built_in()
            {
                *choice = by_name("position").map(Choice::Property);
            }
        }
        self.leave_out_without_effect(found, &mut choices);
        self.refuse_duplicates(found, &mut choices);
        self.follow_names(found, &mut choices);
        let options = self.options;
        let all = options.ignore_output.iter();
        let mut all = all.chain(&options.output_defaults.ignore_output);
        if all.any(|name| name == ALL_UNUSED) {
            for choice in &mut choices {
                choice.get_or_insert(Choice::LeftOut);
            }
        }
        self.refuse_unused(found, &choices);
        let choices = choices.into_iter();
        choices.map(|choice| choice.unwrap_or(Choice::Refused)).collect()
    }

    /// Applies the shader's options, then the project's.
    fn follow_options(&mut self, found: &[RegisterOutput], choices: &mut Choices) {
        let identities: Vec<_> = found
            .iter()
            .map(|output| Identity {
                name: &output.name,
                location: output.location(),
                built_in: output.built_in_names(),
            })
            .collect();
        let options = self.options;
        for name in options.ignore_output.iter().filter(|name| *name != ALL_UNUSED) {
            let meant = select(name, &identities);
            self.follow("--ignore-output", name, meant, Choice::LeftOut, found, choices);
        }
        // The last option for an output wins.
        for mapping in options.map_output.iter().rev() {
            let meant = select(&mapping.name, &identities);
            let choice = choice(mapping);
            self.follow("--map-output", &mapping.name, meant, choice, found, choices);
        }
        let defaults = &options.output_defaults;
        let ignored = defaults.ignore_output.iter();
        let ignored = ignored.map(|name| (name, Choice::LeftOut));
        let mapped = defaults.map_output.iter().rev();
        let mapped = mapped.map(|mapping| (&mapping.name, choice(mapping)));
        for (name, choice) in ignored.chain(mapped) {
            let (Selection::These(meant) | Selection::Ambiguous(meant)) = select(name, &identities) else {
                continue;
            };
            for index in meant {
                if let Some(slot) = choices.get_mut(index) {
                    slot.get_or_insert(choice);
                }
            }
        }
    }

    /// Processes an option of the shader.
    fn follow(
        &mut self,
        option: &str,
        name: &str,
        meant: Selection,
        choice: Choice,
        found: &[RegisterOutput],
        choices: &mut Choices,
    ) {
        let key = |index: &usize| found.get(*index).map(|output| output.key.as_str());
        let listed = |keys: &[&str]| {
            let keys: Vec<_> = keys.iter().map(|key| format!("`{key}`")).collect();
            keys.join(", ")
        };
        let meant = match meant {
            Selection::These(meant) => meant,
            Selection::Ambiguous(meant) => {
                let keys: Vec<_> = meant.iter().filter_map(key).collect();
                let message = format!("ambiguous name `{name}` in `{option}`");
                let help = format!("use one of these names: {}", listed(&keys));
                self.diagnostics
                    .insert(diagnose(Code::AmbiguousOutput, None, message).with_help(help));
                for index in meant {
                    if let Some(slot) = choices.get_mut(index) {
                        *slot = Some(Choice::Refused);
                    }
                }
                return;
            }
            Selection::None => {
                let keys: Vec<_> = found.iter().map(|output| output.key.as_str()).collect();
                let message = format!(
                    "`{option}` refers to an unknown output `{name}`; the shader has {}",
                    listed(&keys)
                );
                let mut diagnostic = diagnose(Code::UnmatchedOption, None, message);
                if let Some(similar) = most_similar(name, keys) {
                    diagnostic = diagnostic.with_help(format!("did you mean `{similar}`?"));
                }
                self.diagnostics.insert(diagnostic);
                return;
            }
        };
        for index in meant {
            if let Some(slot) = choices.get_mut(index) {
                slot.get_or_insert(choice);
            }
        }
    }

    /// Leaves out built-in outputs that change nothing that this GPU draws.
    fn leave_out_without_effect(&mut self, found: &[RegisterOutput], choices: &mut Choices) {
        for (output, choice) in found.iter().zip(choices) {
            let Some(why) = without_effect(output).filter(|_| choice.is_none()) else {
                continue;
            };
            self.place = output.place;
            let message = format!("output `{}` ignored: {why}", output.key);
            let help = format!("`--ignore-output {}` silences this warning", output.key);
            self.push(diagnose(Code::OutputWithoutEffect, None, message).with_help(help));
            *choice = Some(Choice::LeftOut);
        }
    }

    /// Reports outputs to which options give one property.
    fn refuse_duplicates(&mut self, found: &[RegisterOutput], choices: &mut Choices) {
        let mut taken: Vec<(&'static Property, &str)> = Vec::new();
        for (output, choice) in found.iter().zip(choices) {
            let Some(Choice::Property(property)) = *choice else {
                continue;
            };
            if property.number == DUMMY {
                continue;
            }
            match taken.iter().find(|(known, _)| *known == property) {
                None => taken.push((property, &output.key)),
                Some((_, first)) => {
                    self.place = output.place;
                    self.push(duplicate(first, &output.key, property));
                    *choice = Some(Choice::Refused);
                }
            }
        }
    }

    /// Assigns properties to outputs by their names.
    fn follow_names(&mut self, found: &[RegisterOutput], choices: &mut Choices) {
        let taken: Vec<_> = choices
            .iter()
            .filter_map(|choice| match choice {
                Some(Choice::Property(property)) => Some(*property),
                _ => None,
            })
            .collect();
        let open: Vec<_> = (0..found.len())
            .filter(|index| choices.get(*index) == Some(&None))
            .collect();
        let claimants: Vec<_> = open
            .iter()
            .filter_map(|index| found.get(*index))
            .map(|output| UnassignedOutput {
                name: if output.built_in().is_some() { "" } else { &output.name },
                components: output.components.len(),
            })
            .collect();
        let mut ordered = Vec::new();
        for (index, overrides) in open.into_iter().zip(by_names(&claimants, &taken)) {
            let Some((property, by)) = overrides else {
                continue;
            };
            if let Some(slot) = choices.get_mut(index) {
                *slot = Some(Choice::Property(property));
            }
            if let (PropertySource::Order, Some(output)) = (by, found.get(index)) {
                ordered.push(format!("`{}` is `{}`", output.key, property.name));
            }
        }
        if ordered.len() > 1 {
            let ordered = ordered.join(", ");
            self.notes.push(format!(
                "{ordered}: their names have no numbers, so they are numbered in order; `--map-output` changes it"
            ));
        }
    }

    /// Reports all outputs without a use as one error.
    fn refuse_unused(&mut self, found: &[RegisterOutput], choices: &Choices) {
        let rows: Vec<_> = found
            .iter()
            .zip(choices)
            .map(|(output, choice)| Row {
                name: output.key.clone(),
                ty: output.ty.clone(),
                assignment: match choice {
                    Some(Choice::Property(property) | Choice::Added(property)) => Assignment::Property(property),
                    Some(Choice::LeftOut | Choice::Refused) => Assignment::LeftOut,
                    None => Assignment::Unknown(hint(output)),
                },
            })
            .collect();
        let Some(UnusedOutputs { mut diagnostic, rows }) = unused(&rows) else {
            return;
        };
        let places = rows.into_iter();
        let mut places = places.filter_map(|(index, text)| Some((found.get(index)?.place?, text)));
        self.place = places.next().map(|(place, _)| place);
        // Elements of an array share one location.
        diagnostic.secondary = places
            .filter(|(place, _)| Some(*place) != self.place)
            .map(|(place, text)| Label::new(place, text))
            .collect();
        diagnostic.secondary.dedup_by_key(|label| label.location);
        self.push(diagnostic);
    }
}

/// Returns a suggestion for an output without a use.
fn hint(output: &RegisterOutput) -> Hint {
    if output.name == "gl_FrontSecondaryColor" {
        by_name("color").map_or(Hint::Nothing, Hint::Add)
    } else if output.built_in().is_some() || is_something_else(&output.name) {
        Hint::Nothing
    } else {
        Hint::OfSize(output.components.len())
    }
}

/// Returns the use that an option gives.
const fn choice(mapping: &OutputMapping) -> Choice {
    if mapping.is_added {
        Choice::Added(mapping.property)
    } else {
        Choice::Property(mapping.property)
    }
}

/// The reason why a built-in output changes nothing that this GPU draws, unless the application of another one asks for
/// it; `None` for other outputs.
fn without_effect(output: &RegisterOutput) -> Option<&'static str> {
    match (output.built_in(), output.name.as_str()) {
        (Some(BuiltIn::PointSize), _) | (_, "gl_PointSize") => Some("the hardware draws triangles, not points"),
        (_, "gl_BackColor" | "gl_BackSecondaryColor") => {
            Some("the hardware has one colour for both sides of a triangle")
        }
        (_, "gl_ClipVertex") => Some("no plane of the application clips by it"),
        _ => None,
    }
}
