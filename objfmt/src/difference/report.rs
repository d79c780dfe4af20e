//! The list of differences.

use std::fmt;

use super::Difference;

/// The most differences that are listed.
const MOST: usize = 1000;

/// The most characters of a place, of a text, and of each side in a text. Names in a file can be as long as the file,
/// and occur in each difference.
const MOST_CHARACTERS: usize = 1000;

/// The differences that were found so far. Only the first of very many are listed, and very long texts are cut off.
#[derive(Default, Debug)]
pub struct Report {
    list: Vec<Difference>,
    /// Whether there are more than the list holds.
    more: bool,
}

impl Report {
    /// Adds a difference.
    pub fn add(&mut self, place: impl fmt::Display, text: impl fmt::Display) {
        if self.list.len() < MOST {
            self.list.push(Difference {
                place: cut(place.to_string(), MOST_CHARACTERS),
                // Both sides, each of which is cut off, and the words between them.
                text: cut(text.to_string(), 3 * MOST_CHARACTERS),
            });
        } else {
            self.more = true;
        }
    }

    /// Adds a difference with the contents of both files; `None` for nothing.
    pub fn either<T: fmt::Display>(&mut self, place: impl fmt::Display, [a, b]: [Option<T>; 2]) {
        let name = |side: Option<T>| side.map_or("nothing".to_owned(), |side| side.to_string());
        let [a, b] = [a, b].map(|side| cut(name(side), MOST_CHARACTERS));
        self.add(place, format_args!("{a} in the first, {b} in the second"));
    }

    /// Adds a difference with the contents of both files, if they differ.
    pub fn compare<T: PartialEq + fmt::Display>(&mut self, place: impl fmt::Display, [a, b]: [T; 2]) {
        if a != b {
            self.either(place, [Some(a), Some(b)]);
        }
    }

    /// Compares bytes without a structure: adds their sizes, and the first byte that differs.
    pub fn compare_bytes(&mut self, place: impl fmt::Display, [a, b]: [&[u8]; 2]) {
        if a == b {
            return;
        }
        let equal = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let (size_a, size_b) = (a.len(), b.len());
        self.add(
            place,
            format_args!("{size_a} bytes in the first, {size_b} in the second, different from byte {equal:X}h on"),
        );
    }

    /// The differences, in the order in which they were added. `place` is that of the last one if it says that there
    /// are more.
    pub fn into_list(mut self, place: impl fmt::Display) -> Vec<Difference> {
        if self.more {
            self.list.push(Difference {
                place: place.to_string(),
                text: format!("there are more than these {MOST} differences"),
            });
        }
        self.list
    }
}

/// The text, without what is behind so many characters.
fn cut(text: String, most: usize) -> String {
    let end = text.char_indices().nth(most);
    match end.and_then(|(at, _)| text.get(..at)) {
        Some(start) => format!("{start}..."),
        None => text,
    }
}
