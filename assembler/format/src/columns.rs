//! Columns that neighbouring lines share: where the words of two lines begin one below the other, or numbers end so,
//! because of blanks that an author wrote, they stay so.

/// The distances of tab stops for which columns are compared: nobody knows how an author saw a tab.
const TABS: [usize; 2] = [4, 8];

/// A column of a line, for each of [`TABS`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Columns([usize; 2]);

impl Columns {
    /// The column behind a text that begins in this one.
    pub(super) fn after(self, text: &str) -> Self {
        let next = |column: usize, tab: usize, c| match c {
            '\t' => (column / tab + 1) * tab,
            _ => column + 1,
        };
        let Self([mut four, mut eight]) = self;
        for c in text.chars() {
            four = next(four, TABS[0], c);
            eight = next(eight, TABS[1], c);
        }
        Self([four, eight])
    }

    /// Whether two columns can be one.
    fn meets(self, other: Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a == b)
    }
}

/// A part of a statement before which blanks may stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    /// The text, without blanks around it.
    pub(super) text: String,
    /// The number of blanks before it without any alignment.
    pub(super) gap: usize,
    /// Whether more blanks than `gap` stand before it in the source.
    pub(super) is_moved: bool,
    /// Whether at least `gap` blanks stand before it in the source.
    pub(super) is_apart: bool,
    /// Where it begins in the source.
    pub(super) start: Columns,
    /// For a number: where it ends in the source, and its length.
    pub(super) number: Option<(Columns, usize)>,
}

impl Cell {
    /// How much later than this one the cell below it begins, if the two share a column.
    fn offset_of(&self, below: &Self) -> Option<isize> {
        let is_wanted = self.is_moved || below.is_moved;
        if !is_wanted || !self.is_apart || !below.is_apart {
            return None;
        }
        if self.start.meets(below.start) {
            return Some(0);
        }
        let (end, len) = self.number?;
        let (end_below, len_below) = below.number?;
        end.meets(end_below)
            .then(|| len.cast_signed() - len_below.cast_signed())
    }
}

/// The texts of lines that follow each other at the same depth, by their cells.
pub(super) fn align(lines: &[&[Cell]]) -> Vec<String> {
    let mut texts = vec![Aligned::default(); lines.len()];
    let most = lines.iter().map(|cells| cells.len()).max().unwrap_or(0);
    for number in 0..most {
        let cell = |line: usize| lines.get(line).and_then(|cells| cells.get(number));
        let mut first = 0;
        while first < lines.len() {
            // How much later than the first cell of the group each of its cells begins.
            let mut offsets = vec![0_isize];
            while let Some(offset) = cell(first + offsets.len() - 1)
                .zip(cell(first + offsets.len()))
                .and_then(|(above, below)| above.offset_of(below))
            {
                offsets.push(offsets.last().map_or(0, |last| last + offset));
            }
            let group = || (first..).zip(&offsets);
            // The column of the first cell at which none has to begin too early.
            let column = group().filter_map(|(line, offset)| {
                let width = texts.get(line)?.width + cell(line)?.gap;
                Some(width.cast_signed() - offset)
            });
            let column = column.max().unwrap_or(0);
            for (line, offset) in group() {
                let (Some(cell), Some(text)) = (cell(line), texts.get_mut(line)) else {
                    continue;
                };
                let start = usize::try_from(column + offset).unwrap_or(0);
                text.push(start, &cell.text);
            }
            first += offsets.len();
        }
    }
    texts.into_iter().map(|aligned| aligned.text).collect()
}

/// The text of a line so far.
#[derive(Clone, Default)]
struct Aligned {
    text: String,
    /// The number of its characters.
    width: usize,
}

impl Aligned {
    /// Adds a text at a column, or behind what is there.
    fn push(&mut self, start: usize, text: &str) {
        let blanks = start.saturating_sub(self.width);
        self.text.extend(std::iter::repeat_n(' ', blanks));
        self.text.push_str(text);
        self.width += blanks + text.chars().count();
    }
}
