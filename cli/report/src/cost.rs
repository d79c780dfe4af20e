//! Execution costs and their shares of a total.

use std::fmt;

/// The execution cost of a set of words.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cost {
    /// The number of executed instructions.
    pub instructions: u64,
    /// The number of words.
    pub words: usize,
    /// The number of words executed at least once.
    pub executed: usize,
}

impl Cost {
    /// Adds a word with its execution count.
    pub fn add(&mut self, count: u64) {
        self.instructions = self.instructions.saturating_add(count);
        self.words += 1;
        self.executed += usize::from(count > 0);
    }

    /// Returns the share of a total.
    pub const fn share(&self, total: &Self) -> Share {
        Share::new(self.instructions, total.instructions)
    }
}

/// The cost of words, from their execution counts.
impl FromIterator<u64> for Cost {
    fn from_iter<I: IntoIterator<Item = u64>>(counts: I) -> Self {
        let mut cost = Self::default();
        counts.into_iter().for_each(|count| cost.add(count));
        cost
    }
}

/// Formats the coverage: `31/40` for words executed and words.
pub fn coverage(cost: &Cost) -> String {
    format!("{}/{}", cost.executed, cost.words)
}

/// Formats the average number of instructions per run, rounded: `25.0`. Returns `None` without runs.
pub fn per_run(instructions: u64, runs: u64) -> Option<String> {
    let tenths = u128::from(instructions) * 10 + u128::from(runs / 2);
    let tenths = tenths.checked_div(runs.into())?;
    Some(format!("{}.{}", tenths / 10, tenths % 10))
}

/// A share in tenths of a percent, rounded: 0 to 1000. Shares of a total of 0 are 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Share(u128);

impl Share {
    /// Returns the share of `part` in `total`.
    pub const fn new(part: u64, total: u64) -> Self {
        let (part, total) = (part as u128, total as u128);
        match (part * 1000 + total / 2).checked_div(total) {
            Some(share) => Self(share),
            None => Self(0),
        }
    }

    /// Maps a share to one of `levels` steps: the highest for the whole, 0 only for a part of 0.
    pub const fn level(part: u64, total: u64, levels: u8) -> u128 {
        let product = part as u128 * levels as u128;
        match product.checked_div(total as u128) {
            Some(_) => product.div_ceil(total as u128),
            None => 0,
        }
    }
}

/// Formats as `64.0%`.
impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{}%", self.0 / 10, self.0 % 10))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_and_exist_of_nothing() {
        let cases = [
            (0, 0, "0.0%"),
            (0, 7, "0.0%"),
            (1, 3, "33.3%"),
            (2, 3, "66.7%"),
            (1, 2000, "0.1%"),
            (1, 2001, "0.0%"),
            (u64::MAX, u64::MAX, "100.0%"),
        ];
        for (part, total, text) in cases {
            assert_eq!(Share::new(part, total).to_string(), text);
        }
        assert_eq!(format!("{:>7}", Share::new(1, 1)), " 100.0%");
    }

    #[test]
    fn averages_are_rounded_and_need_runs() {
        assert_eq!(per_run(7, 2).as_deref(), Some("3.5"));
        assert_eq!(per_run(2, 3).as_deref(), Some("0.7"));
        assert_eq!(per_run(0, 0), None);
    }

    #[test]
    fn levels_are_0_only_for_nothing() {
        let level = |part, total| Share::level(part, total, 5);
        assert_eq!([level(0, 0), level(0, 9), level(1, 1_000_000)], [0, 0, 1]);
        assert_eq!([level(1, 5), level(2, 9), level(8, 9)], [1, 2, 5]);
        assert_eq!(level(u64::MAX, u64::MAX), 5);
    }

    #[test]
    fn costs_count_words_that_never_ran() {
        let cost: Cost = [3, 0, 1].into_iter().collect();
        assert_eq!((cost.instructions, coverage(&cost)), (4, "2/3".to_owned()));
    }
}
