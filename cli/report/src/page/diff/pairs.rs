//! Matching members and procedures of both sides.

use crate::model::{Part, Procedure};
use crate::pairs::match_by_name;

/// A procedure of one or both sides.
pub(super) struct Pair<'c> {
    pub(super) name: &'c str,
    pub(super) sides: [Option<&'c Procedure>; 2],
}

/// Matches the procedures of both sides by name. Procedures of the first side come first, then those only in the
/// second.
pub(super) fn procedures<'c>([first, second]: [&'c Part; 2]) -> Vec<Pair<'c>> {
    let all = match_by_name([&first.procedures, &second.procedures], |of| &*of.name);
    let pair = |(name, sides)| Pair { name, sides };
    all.into_iter().map(pair).collect()
}

/// Matches the programs of both sides by name. Archive members have names; other files have a single program.
pub(super) fn parts(sides: [&[Part]; 2]) -> Vec<[Option<&Part>; 2]> {
    let all = match_by_name(sides, |part| part.name.as_deref().unwrap_or_default());
    all.into_iter().map(|(_, sides)| sides).collect()
}
