//! What belongs together on both sides: members, procedures.

use crate::model::{Part, Procedure};
use crate::pairs::by_name;

/// A procedure of one or both sides.
pub(super) struct Pair<'c> {
    pub(super) name: &'c str,
    pub(super) sides: [Option<&'c Procedure>; 2],
}

/// The procedures of both sides by their names: those of the first, then those that only the second has.
pub(super) fn procedures<'c>([first, second]: [&'c Part; 2]) -> Vec<Pair<'c>> {
    let all = by_name([&first.procedures, &second.procedures], |of| &*of.name);
    let pair = |(name, sides)| Pair { name, sides };
    all.into_iter().map(pair).collect()
}

/// The programs of both sides by their names. Those of archives have names; there is one of every other file.
pub(super) fn parts(sides: [&[Part]; 2]) -> Vec<[Option<&Part>; 2]> {
    let all = by_name(sides, |part| part.name.as_deref().unwrap_or_default());
    all.into_iter().map(|(_, sides)| sides).collect()
}
