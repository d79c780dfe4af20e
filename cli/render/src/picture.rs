//! Images and their comparison.

use std::fmt;

/// Red, green, blue and alpha of a pixel.
pub type Pixel = [u8; 4];

/// The dimensions of an image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    width: u16,
    height: u16,
}

impl Size {
    /// Maximum width and height.
    pub const MAX: u16 = 2048;

    /// Creates a size; `None` unless both numbers are from 1 to [`Size::MAX`].
    pub fn new(width: u16, height: u16) -> Option<Self> {
        let fits = |side| (1..=Self::MAX).contains(&side);
        (fits(width) && fits(height)).then_some(Self { width, height })
    }

    /// Returns the number of columns.
    pub fn width(self) -> u16 {
        self.width
    }

    /// Returns the number of rows.
    pub fn height(self) -> u16 {
        self.height
    }

    /// Returns the number of pixels.
    pub fn pixels(self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// An image: rows of pixels, the topmost first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    size: Size,
    pixels: Vec<Pixel>,
}

impl Picture {
    /// Creates an image of one colour.
    pub fn new(size: Size, color: Pixel) -> Self {
        Self {
            size,
            pixels: vec![color; size.pixels()],
        }
    }

    /// Creates an image from pixels; `None` if their number does not match the size.
    pub fn from_pixels(size: Size, pixels: Vec<Pixel>) -> Option<Self> {
        (pixels.len() == size.pixels()).then_some(Self { size, pixels })
    }

    /// Returns the size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns all pixels, row by row.
    pub fn pixels(&self) -> &[Pixel] {
        &self.pixels
    }

    /// Returns a pixel; `None` outside the image.
    pub fn pixel(&self, column: u16, row: u16) -> Option<Pixel> {
        let row = self.row(row)?;
        row.get(usize::from(column)).copied()
    }

    /// Returns the pixels of a row; `None` below the image.
    pub fn row(&self, row: u16) -> Option<&[Pixel]> {
        let width = usize::from(self.size.width);
        self.pixels.chunks_exact(width).nth(row.into())
    }

    /// Returns the pixels of all rows starting at `first`.
    pub(crate) fn rows_mut(&mut self, first: usize) -> impl Iterator<Item = &mut [Pixel]> {
        let width = usize::from(self.size.width);
        self.pixels.chunks_exact_mut(width).skip(first)
    }

    /// Returns how this image differs from another one by more than `tolerance` in a channel; `None` if it does not.
    pub fn difference(&self, expected: &Self, tolerance: u8) -> Option<Difference> {
        if self.size != expected.size {
            return Some(Difference::Size {
                found: self.size,
                expected: expected.size,
            });
        }
        let mut wrong = DifferenceStats::default();
        let pairs = self.pixels.iter().zip(&expected.pixels).enumerate();
        for (at, (found, expected)) in pairs {
            let channels = found.iter().zip(expected);
            let by = channels.map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0);
            if by > tolerance {
                wrong.count += 1;
                wrong.largest = wrong.largest.max(by);
                wrong.first.get_or_insert((at, *found, *expected));
            }
        }
        let (at, found, expected) = wrong.first?;
        let width = usize::from(self.size.width);
        Some(Difference::Pixels {
            count: wrong.count,
            largest: wrong.largest,
            column: at % width,
            row: at / width,
            found,
            expected,
        })
    }
}

/// Statistics of differing pixels.
#[derive(Default)]
struct DifferenceStats {
    count: usize,
    largest: u8,
    first: Option<(usize, Pixel, Pixel)>,
}

/// The difference between an image and the expected one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference {
    /// The sizes differ.
    Size {
        /// Size of the image.
        found: Size,
        /// Expected size.
        expected: Size,
    },
    /// Pixels differ.
    Pixels {
        /// Number of differing pixels.
        count: usize,
        /// Largest difference of a channel.
        largest: u8,
        /// Column of the first differing pixel, from 0.
        column: usize,
        /// Its row, from 0 at the top.
        row: usize,
        /// Its colour.
        found: Pixel,
        /// Expected colour.
        expected: Pixel,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { found, expected } => {
                write!(f, "the picture has {found} pixels; expected {expected}")
            }
            Self::Pixels {
                count,
                largest,
                column,
                row,
                found,
                expected,
            } => {
                let pixels = if *count == 1 { "pixel differs" } else { "pixels differ" };
                let ([r, g, b, a], [er, eg, eb, ea]) = (found, expected);
                write!(
                    f,
                    "{count} {pixels}, by up to {largest}; the first is in column {column}, row {row}: expected \
                     ({er}, {eg}, {eb}, {ea}), got ({r}, {g}, {b}, {a})"
                )
            }
        }
    }
}
