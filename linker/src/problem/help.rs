//! Help derived from a problem's own data. The catalogue contains the general remedy.

use pica200_objfmt::isa::register::UniformKind;

use super::facts::{DescriptorUsage, DisplayRange, Holder};
use super::{CombineObstacle, Problem};

impl Problem {
    /// Returns help for this case, if there is any.
    pub(super) fn help(&self) -> Option<String> {
        match self {
            Self::CannotCombine {
                obstacle: CombineObstacle::OwnUniforms | CombineObstacle::LibraryValues | CombineObstacle::OtherValues,
            } => Some("remove this input, and pass it to the final link".into()),
            Self::UndefinedProcedure {
                name,
                is_label: true,
                ..
            } => Some(format!(
                "`{name}` is a label: to call the code, write `.proc {name}` before it and `.end` after it, or call a number of words with `call {name}, COUNT`"
            )),
            Self::UndefinedProcedure {
                similar, searched, ..
            } => undefined_text(similar.as_deref(), searched),
            Self::UndefinedExtern {
                name,
                other: Some(other),
                ..
            } => Some(format!(
                "`{name}` is a {}: name it with {}",
                other.noun(),
                other.words()
            )),
            Self::UndefinedExtern {
                similar, searched, ..
            } => undefined_text(similar.as_deref(), searched),
            Self::MissingEntry { similar, .. } => {
                similar.as_ref().map(|name| format!("did you mean `{name}`?"))
            }
            Self::DuplicateProcedure {
                named_elsewhere: true,
                ..
            } => Some(
                "each file may have an entry procedure of this name if no other file names it; mark a file that makes no \
                 shader with `.nodvle`, or name its entry procedure with `.entry`"
                    .into(),
            ),
            Self::UniformMismatch { shader, .. } => shader
                .as_ref()
                .map(|entry| format!("the shader that starts at `{entry}` uses both")),
            Self::RegistersUsedUp { kind, holders, .. } => Some(holders_text(*kind, holders)),
            Self::TooManyDescriptors { usage } => {
                Some(usage_text(usage, |share| share.descriptors))
            }
            Self::TooManyMadDescriptors { usage } => Some(usage_text(usage, |share| share.mads)),
            _ => None,
        }
    }
}

/// The number of archives that are listed; the others are only counted.
const MAX_LISTED_ARCHIVES: usize = 4;

/// Returns the defined name that is similar to an undefined one, and the archives that do not define the name.
fn undefined_text(similar: Option<&str>, searched: &[String]) -> Option<String> {
    let meant = similar.map(|name| format!("did you mean `{name}`?"));
    let named = searched.iter().take(MAX_LISTED_ARCHIVES);
    let mut archives: Vec<_> = named.map(|name| format!("`{name}`")).collect();
    let others = searched.len() - archives.len();
    if others > 0 {
        archives.push(format!("{others} more"));
    }
    let searched = (!archives.is_empty()).then(|| format!("also searched: {}", archives.join(", ")));
    match (meant, searched) {
        (Some(meant), Some(searched)) => Some(format!("{meant} ({searched})")),
        (meant, searched) => meant.or(searched),
    }
}

/// Returns the holders of registers, in one line.
fn holders_text(kind: UniformKind, holders: &[Holder]) -> String {
    let held: Vec<_> = holders
        .iter()
        .map(|holder| {
            let run = DisplayRange(kind, holder.first, holder.len);
            match &holder.name {
                Some(name) => format!("{run} `{name}` ({})", holder.object),
                None => format!("{run} not allocated ({})", holder.object),
            }
        })
        .collect();
    if held.is_empty() {
        format!("the total is {}", kind.bank().size())
    } else {
        format!("in use: {}", held.join(", "))
    }
}

/// Returns each object's share of a limit, in one line.
fn usage_text(usage: &[DescriptorUsage], number: impl Fn(&DescriptorUsage) -> usize) -> String {
    let parts: Vec<_> = usage
        .iter()
        .filter(|share| number(share) > 0)
        .map(|share| format!("{} of {}", number(share), share.object))
        .collect();
    format!("in use: {}", parts.join(", "))
}
