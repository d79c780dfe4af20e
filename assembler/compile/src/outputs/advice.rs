//! The error about outputs without a use, with options for each.

use pica200_diagnostics::{Advice, Code};
use pica200_objfmt::isa::property::Property;

use super::{array, components, properties};
use crate::diagnostic::{Diagnostic, diagnose};

/// An output of a shader.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Its name in options.
    pub(crate) name: String,
    /// Its type in the language of the source.
    pub(crate) ty: String,
    pub(crate) assignment: Assignment,
}

/// The use of an output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Assignment {
    Property(&'static Property),
    LeftOut,
    /// Nothing says it.
    Unknown(Hint),
}

/// A suggestion for an output without a use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hint {
    /// Properties of this number of components.
    OfSize(usize),
    /// It could be added to the output that has a property.
    Add(&'static Property),
    Nothing,
}

/// A proposal for an output without a use.
#[derive(Clone, Copy, Debug)]
struct Proposal {
    property: &'static Property,
    is_added: bool,
}

impl Proposal {
    /// Returns the property as options have it.
    fn text(self) -> String {
        let sign = if self.is_added { "+" } else { "" };
        format!("{sign}{}", self.property.name)
    }
}

/// The error about outputs without a use.
#[derive(Clone, Debug)]
pub(crate) struct UnusedOutputs {
    pub(crate) diagnostic: Diagnostic,
    /// The rows of these outputs, each with a text about it.
    pub(crate) rows: Vec<(usize, String)>,
}

/// Returns the error about two outputs to which options give one property.
pub(crate) fn duplicate(first: &str, second: &str, property: &Property) -> Diagnostic {
    let property = property.name;
    diagnose(
        Code::DuplicateProperty,
        None,
        format!("the outputs `{first}` and `{second}` both become `{property}`"),
    )
    .with_help(format!(
        "leave one out with `--ignore-output`, give it another property with `--map-output`, or add it to the other one with `--map-output {second}=+{property}`"
    ))
}

/// Returns the error about all outputs of a shader that have no use; `None` if all have one.
pub(crate) fn unused(rows: &[Row]) -> Option<UnusedOutputs> {
    let proposals = proposals(rows);
    let is_unknown = |index: usize| {
        let row = rows.get(index);
        row.is_some_and(|row| matches!(row.assignment, Assignment::Unknown(_)))
    };
    let proposal = |index: usize| proposals.get(index).copied().flatten();
    let without = names(rows, is_unknown);
    if without.is_empty() {
        return None;
    }
    let mut options = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        if let Some(proposal) = proposal(index) {
            options.push(format!("--map-output={}={}", row.name, proposal.text()));
        }
    }
    let left_out = names(rows, |index| is_unknown(index) && proposal(index).is_none());
    options.extend(left_out.iter().map(|name| format!("--ignore-output={name}")));
    let listed = without.iter().map(|name| format!("the output `{name}`"));
    let message = format!("the hardware has no use for {}", listed.collect::<Vec<_>>().join(", "));
    let known: Vec<_> = properties().map(|property| format!("`{}`", property.name)).collect();
    let help = format!(
        "give each a use with `--map-output NAME=PROPERTY` ({}), or leave it out with `--ignore-output NAME`; by types, this fits",
        known.join(", "),
    );
    let rows_without = (0..rows.len()).filter(|index| is_unknown(*index));
    Some(UnusedOutputs {
        diagnostic: Diagnostic {
            advice: Some(Box::new(Advice {
                table: table(rows, &proposals),
                options,
                ..Advice::default()
            })),
            ..diagnose(Code::NoSuchOutput, None, message).with_help(help)
        },
        rows: rows_without.map(|index| (index, text(proposal(index)))).collect(),
    })
}

/// Returns the names of rows. An array or a matrix all of whose elements are among them has one name.
fn names(rows: &[Row], is_one: impl Fn(usize) -> bool) -> Vec<String> {
    let is_whole = |name: &str| {
        let mut all = rows.iter().enumerate();
        all.all(|(index, row)| array(&row.name) != Some(name) || is_one(index))
    };
    let mut names: Vec<String> = Vec::new();
    for (_, row) in rows.iter().enumerate().filter(|(index, _)| is_one(*index)) {
        let whole = array(&row.name).filter(|name| is_whole(name));
        let name = whole.unwrap_or(&row.name);
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// Returns a free property that fits for each row, if there is one.
fn proposals(rows: &[Row]) -> Vec<Option<Proposal>> {
    let is_taken = |property| rows.iter().any(|row| row.assignment == Assignment::Property(property));
    let mut free: Vec<_> = properties()
        .filter(|property| property.name == "color" || components(property) == 2)
        .filter(|property| !is_taken(property))
        .collect();
    let propose = |row: &Row| match row.assignment {
        Assignment::Unknown(Hint::OfSize(size)) => {
            // A colour without alpha is opaque.
            let fits = |property: &&Property| match components(property) {
                2 => size == 2,
                _ => size >= 3,
            };
            let index = free.iter().position(fits)?;
            Some(Proposal {
                property: free.remove(index),
                is_added: false,
            })
        }
        Assignment::Unknown(Hint::Add(property)) => Some(Proposal {
            property,
            is_added: is_taken(property),
        }),
        _ => None,
    };
    rows.iter().map(propose).collect()
}

/// Returns the lines of a table of outputs.
fn table(rows: &[Row], proposals: &[Option<Proposal>]) -> Vec<String> {
    let cells = rows.iter().zip(proposals).map(|(row, proposal)| {
        let becomes = match row.assignment {
            Assignment::Property(property) => property.name.to_owned(),
            Assignment::LeftOut => "left out".to_owned(),
            Assignment::Unknown(_) => match proposal {
                Some(proposal) => format!("{}?", proposal.text()),
                None => "left out?".to_owned(),
            },
        };
        [row.name.clone(), row.ty.clone(), becomes]
    });
    let head = ["output", "type", "becomes"].map(str::to_owned);
    let cells: Vec<_> = std::iter::once(head).chain(cells).collect();
    let width = |column: usize| {
        let widths = cells.iter().filter_map(|row| Some(row.get(column)?.chars().count()));
        widths.max().unwrap_or_default()
    };
    let widths = [width(0), width(1)];
    let line = |[name, ty, becomes]: &[String; 3]| {
        let [first, second] = widths;
        format!("{name:first$}  {ty:second$}  {becomes}")
    };
    cells.iter().map(line).collect()
}

/// Returns the text at an output without a use.
fn text(proposal: Option<Proposal>) -> String {
    match proposal {
        Some(proposal) if proposal.is_added => {
            format!("it can be added to `{}`", proposal.property.name)
        }
        Some(proposal) => format!("`{}` fits its type", proposal.property.name),
        None => "no use for this".to_owned(),
    }
}
