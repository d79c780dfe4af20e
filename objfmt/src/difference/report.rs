//! A bounded list of differences.

use std::fmt;

use super::Difference;

/// The maximum number of differences in a report.
const MAX_DIFFERENCES: usize = 1000;

/// The maximum number of characters of a location, of a text, and of each side in a text. Names in a file can be as
/// long as the file, and occur in each difference.
const MAX_CHARACTERS: usize = 1000;

/// The differences found so far. A limited number of them is listed, and long texts are truncated.
#[derive(Default, Debug)]
pub struct Report {
    list: Vec<Difference>,
    /// True if differences were dropped.
    more: bool,
}

impl Report {
    /// Adds a difference.
    pub fn add(&mut self, location: impl fmt::Display, text: impl fmt::Display) {
        if self.list.len() < MAX_DIFFERENCES {
            self.list.push(Difference {
                location: truncate(location.to_string(), MAX_CHARACTERS),
                // The text has both sides, each truncated already, and the words between them.
                text: truncate(text.to_string(), 3 * MAX_CHARACTERS),
            });
        } else {
            self.more = true;
        }
    }

    /// Adds a difference with the contents of both files; `None` means that a file has no such entry.
    pub fn add_sides<T: fmt::Display>(&mut self, location: impl fmt::Display, [a, b]: [Option<T>; 2]) {
        let name = |side: Option<T>| side.map_or("nothing".to_owned(), |side| side.to_string());
        let [a, b] = [a, b].map(|side| truncate(name(side), MAX_CHARACTERS));
        self.add(location, format_args!("{a} in the first, {b} in the second"));
    }

    /// Adds a difference with the contents of both files, if these differ.
    pub fn compare<T: PartialEq + fmt::Display>(&mut self, location: impl fmt::Display, [a, b]: [T; 2]) {
        if a != b {
            self.add_sides(location, [Some(a), Some(b)]);
        }
    }

    /// Compares unstructured bytes: adds their sizes and the first differing byte.
    pub fn compare_bytes(&mut self, location: impl fmt::Display, [a, b]: [&[u8]; 2]) {
        if a == b {
            return;
        }
        let equal = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let (size_a, size_b) = (a.len(), b.len());
        self.add(
            location,
            format_args!(
                "{size_a} bytes in the first, {size_b} in the second; the first difference is at byte {equal:X}h"
            ),
        );
    }

    /// Returns the differences in the order in which they were added. If some were dropped, a last entry at `location`
    /// says so.
    pub fn into_list(mut self, location: impl fmt::Display) -> Vec<Difference> {
        if self.more {
            self.list.push(Difference {
                location: location.to_string(),
                text: format!("there are more than {MAX_DIFFERENCES} differences"),
            });
        }
        self.list
    }
}

/// Truncates a text to a number of characters.
fn truncate(text: String, most: usize) -> String {
    let end = text.char_indices().nth(most);
    match end.and_then(|(at, _)| text.get(..at)) {
        Some(start) => format!("{start}..."),
        None => text,
    }
}
