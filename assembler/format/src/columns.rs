//! Alignment of neighboring lines: if the author aligned words of two lines at their start, or numbers at their end,
//! with extra blanks, they stay aligned.

/// Tab widths for which columns are compared: the author's tab width is unknown.
const TABS: [usize; 2] = [4, 8];

/// A column of a line, for each of [`TABS`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Columns([usize; 2]);

impl Columns {
    /// Returns the column after a text that starts in this one.
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

    /// Returns true if two columns can be the same.
    fn can_align_with(self, other: Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a == b)
    }
}

/// A part of a statement that blanks may precede.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    /// The text, without surrounding whitespace.
    pub(super) text: String,
    /// Number of blanks before it without alignment.
    pub(super) gap: usize,
    /// True if it is preceded by more than `gap` blanks in the source.
    pub(super) is_moved: bool,
    /// True if it is preceded by at least `gap` blanks in the source.
    pub(super) is_apart: bool,
    /// Its start column in the source.
    pub(super) start: Columns,
    /// For a number: its end column in the source, and its length.
    pub(super) number: Option<(Columns, usize)>,
}

impl Cell {
    /// Returns how many columns further right the cell below starts, if the two are aligned.
    fn offset_of(&self, below: &Self) -> Option<isize> {
        let is_wanted = self.is_moved || below.is_moved;
        if !is_wanted || !self.is_apart || !below.is_apart {
            return None;
        }
        if self.start.can_align_with(below.start) {
            return Some(0);
        }
        let (end, len) = self.number?;
        let (end_below, len_below) = below.number?;
        end.can_align_with(end_below)
            .then(|| len.cast_signed() - len_below.cast_signed())
    }
}

/// Formats consecutive lines at the same depth from their cells.
pub(super) fn align(lines: &[&[Cell]]) -> Vec<String> {
    let mut texts = vec![Aligned::default(); lines.len()];
    let most = lines.iter().map(|cells| cells.len()).max().unwrap_or(0);
    for number in 0..most {
        let cell = |line: usize| lines.get(line).and_then(|cells| cells.get(number));
        let mut first = 0;
        while first < lines.len() {
            // For each cell of the group, its offset to the right of the first cell.
            let mut offsets = vec![0_isize];
            while let Some(offset) = cell(first + offsets.len() - 1)
                .zip(cell(first + offsets.len()))
                .and_then(|(above, below)| above.offset_of(below))
            {
                offsets.push(offsets.last().map_or(0, |last| last + offset));
            }
            let group = || (first..).zip(&offsets);
            // The column of the first cell at which no cell has to start too early.
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
    /// Number of its characters.
    width: usize,
}

impl Aligned {
    /// Appends a text at a column, or after the existing text.
    fn push(&mut self, start: usize, text: &str) {
        let blanks = start.saturating_sub(self.width);
        self.text.extend(std::iter::repeat_n(' ', blanks));
        self.text.push_str(text);
        self.width += blanks + text.chars().count();
    }
}
