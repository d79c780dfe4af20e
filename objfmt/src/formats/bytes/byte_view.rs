//! Bounds-checked slices for readers with their own error types.

use bstr::ByteSlice;

use super::{MAX_NAMES_MULTIPLE, Plain};

/// The byte order of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ByteOrder {
    /// Least significant byte first.
    #[default]
    Little,
    /// Most significant byte first.
    Big,
}

impl ByteOrder {
    /// Decodes a 32-bit number.
    #[must_use]
    pub const fn u32(self, bytes: [u8; 4]) -> u32 {
        match self {
            Self::Little => u32::from_le_bytes(bytes),
            Self::Big => u32::from_be_bytes(bytes),
        }
    }

    /// Encodes a 32-bit number.
    #[must_use]
    pub const fn bytes(self, number: u32) -> [u8; 4] {
        match self {
            Self::Little => number.to_le_bytes(),
            Self::Big => number.to_be_bytes(),
        }
    }
}

/// An error: a range extends past the end of the bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("takes {needed} bytes, but only {left} are left")]
pub struct OutOfBounds {
    /// The file offset of the range.
    pub offset: usize,
    /// The number of bytes needed.
    pub needed: u64,
    /// The number of bytes from the offset to the end of the file, or of the part that is being read.
    pub left: usize,
}

/// The reason why a name cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NameError {
    /// The name begins outside its table.
    #[error("the name begins outside its table")]
    Outside,
    /// The name is not terminated.
    #[error("the name has no end")]
    Unterminated,
    /// Names overlap so much that reading them would take too long.
    #[error("the names so far are more than {MAX_NAMES_MULTIPLE} times as large as the file")]
    TooLong,
}

/// The bytes of a file, or of a part of it, for a reader with its own error type.
///
/// Offsets passed to methods are relative to the start of the part. Offsets in errors are relative to the start of the
/// file.
///
/// The total number of bytes searched for the ends of names is limited to a multiple of the size of the part, because
/// names may share bytes. Nothing else is limited: if the parts or tables of a file can overlap, its reader must bound
/// their number or their total size.
///
/// ```
/// use pica200_objfmt::formats::bytes::{ByteOrder, OutOfBounds, ByteView};
///
/// let file = b"head\x02\x01\x00\x00name\0";
/// let view = ByteView::new(file);
/// assert_eq!(view.u32(4), Ok(0x102));
/// assert_eq!(view.with_order(ByteOrder::Big).u16(4), Ok(0x201));
///
/// let mut part = view.part(4, 9)?;
/// let table = part.bytes();
/// assert_eq!(part.name(table, 4, 0), Ok(&b"name"[..]));
/// assert_eq!(part.u32(6), Err(OutOfBounds { offset: 10, needed: 4, left: 3 }));
/// # Ok::<(), OutOfBounds>(())
/// ```
#[derive(Clone, Debug)]
pub struct ByteView<'a> {
    bytes: &'a [u8],
    /// The file offset of these bytes.
    start: usize,
    order: ByteOrder,
    /// The remaining number of bytes that may be searched for the ends of names.
    names_left: usize,
}

impl<'a> ByteView<'a> {
    /// Creates the view of a whole file, with little-endian numbers.
    pub fn new(file: &'a [u8]) -> Self {
        Self::at(file, 0, ByteOrder::Little)
    }

    fn at(bytes: &'a [u8], start: usize, order: ByteOrder) -> Self {
        Self {
            bytes,
            start,
            order,
            names_left: bytes.len().saturating_mul(MAX_NAMES_MULTIPLE),
        }
    }

    /// Returns the same bytes with another byte order.
    #[must_use]
    pub fn with_order(&self, order: ByteOrder) -> Self {
        let mut view = self.clone();
        view.order = order;
        view
    }

    /// Returns a part of these bytes, with its own offsets and its own limit for names.
    ///
    /// # Errors
    ///
    /// Returns an error if there are fewer bytes.
    pub fn part(&self, offset: usize, size: usize) -> Result<Self, OutOfBounds> {
        let bytes = self.slice(offset, size)?;
        Ok(Self::at(bytes, self.offset(offset), self.order))
    }

    /// Returns the part from an offset to the end; empty if the offset is past the end.
    #[must_use]
    pub fn rest(&self, offset: usize) -> Self {
        let bytes = self.bytes.get(offset..).unwrap_or_default();
        Self::at(bytes, self.offset(offset), self.order)
    }

    /// Returns the byte order of numbers.
    pub fn order(&self) -> ByteOrder {
        self.order
    }

    /// Returns all bytes.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Returns the number of bytes.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Returns true if there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Converts an offset in these bytes to a file offset.
    pub fn offset(&self, offset: usize) -> usize {
        self.start.saturating_add(offset)
    }

    /// Returns the number of bytes from an offset to the end.
    pub fn left(&self, offset: usize) -> usize {
        self.bytes.len().saturating_sub(offset)
    }

    /// Returns `size` bytes at an offset.
    ///
    /// # Errors
    ///
    /// Returns an error if there are fewer bytes.
    pub fn slice(&self, offset: usize, size: usize) -> Result<&'a [u8], OutOfBounds> {
        offset
            .checked_add(size)
            .and_then(|end| self.bytes.get(offset..end))
            .ok_or_else(|| self.out_of_bounds(offset, size as u64))
    }

    /// Returns the bytes of `count` records of `size` bytes at an offset. `chunks_exact` splits them into records.
    ///
    /// # Errors
    ///
    /// Returns an error if there are fewer bytes, including when the total size overflows `usize`.
    pub fn table(&self, offset: usize, count: u32, size: usize) -> Result<&'a [u8], OutOfBounds> {
        let needed = u64::from(count).saturating_mul(size as u64);
        usize::try_from(needed)
            .ok()
            .and_then(|needed| self.slice(offset, needed).ok())
            .ok_or_else(|| self.out_of_bounds(offset, needed))
    }

    /// Returns an array of bytes at an offset.
    ///
    /// # Errors
    ///
    /// Returns an error if there are fewer bytes.
    pub fn array<const SIZE: usize>(&self, offset: usize) -> Result<[u8; SIZE], OutOfBounds> {
        self.bytes
            .get(offset..)
            .and_then(<[u8]>::first_chunk)
            .copied()
            .ok_or_else(|| self.out_of_bounds(offset, SIZE as u64))
    }

    /// Returns the record at an offset.
    ///
    /// # Errors
    ///
    /// Returns an error if there are fewer bytes than the record has.
    pub fn record<T: Plain>(&self, offset: usize) -> Result<&'a T, OutOfBounds> {
        let rest = self.bytes.get(offset..).unwrap_or_default();
        match T::ref_from_prefix(rest) {
            Ok((record, _)) => Ok(record),
            Err(_) => Err(self.out_of_bounds(offset, size_of::<T>() as u64)),
        }
    }

    /// Returns the byte at an offset.
    ///
    /// # Errors
    ///
    /// Returns an error if the offset is past the last byte.
    pub fn u8(&self, offset: usize) -> Result<u8, OutOfBounds> {
        self.array(offset).map(u8::from_le_bytes)
    }

    /// Returns the 16-bit number at an offset.
    ///
    /// # Errors
    ///
    /// Returns an error if there are fewer bytes.
    pub fn u16(&self, offset: usize) -> Result<u16, OutOfBounds> {
        self.array(offset).map(match self.order {
            ByteOrder::Little => u16::from_le_bytes,
            ByteOrder::Big => u16::from_be_bytes,
        })
    }

    /// Returns the 32-bit number at an offset.
    ///
    /// # Errors
    ///
    /// Returns an error if there are fewer bytes.
    pub fn u32(&self, offset: usize) -> Result<u32, OutOfBounds> {
        self.array(offset).map(|bytes| self.order.u32(bytes))
    }

    /// Returns the 64-bit number at an offset.
    ///
    /// # Errors
    ///
    /// Returns an error if there are fewer bytes.
    pub fn u64(&self, offset: usize) -> Result<u64, OutOfBounds> {
        self.array(offset).map(match self.order {
            ByteOrder::Little => u64::from_le_bytes,
            ByteOrder::Big => u64::from_be_bytes,
        })
    }

    /// Returns the first bytes, at most `most`.
    pub fn start(&self, most: usize) -> &'a [u8] {
        self.bytes.get(..most).unwrap_or(self.bytes)
    }

    /// Returns the name at an offset of a table, up to the first `end` byte.
    ///
    /// # Errors
    ///
    /// Returns an error if the table has no such name, or if the names read so far overlap too much.
    pub fn name(&mut self, table: &'a [u8], offset: u64, end: u8) -> Result<&'a [u8], NameError> {
        let rest = usize::try_from(offset)
            .ok()
            .and_then(|start| table.get(start..))
            .filter(|rest| !rest.is_empty())
            .ok_or(NameError::Outside)?;
        let within = rest.get(..self.names_left).unwrap_or(rest);
        let len = within.find_byte(end);
        let looked_at = len.map_or(within.len(), |len| len + 1);
        self.names_left = self.names_left.saturating_sub(looked_at);
        match len {
            Some(len) => Ok(rest.get(..len).unwrap_or_default()),
            None if within.len() < rest.len() => Err(NameError::TooLong),
            None => Err(NameError::Unterminated),
        }
    }

    fn out_of_bounds(&self, offset: usize, needed: u64) -> OutOfBounds {
        OutOfBounds {
            offset: self.offset(offset),
            needed,
            left: self.left(offset),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_stay_within_their_part_and_tell_offsets_of_the_file() {
        let file: Vec<u8> = (0..32).collect();
        let part = ByteView::new(&file).part(8, 8).expect("the file has 32 bytes");
        assert_eq!(part.bytes(), &file[8..16]);
        assert_eq!(part.slice(6, 2), Ok(&file[14..16]));
        let beyond = |offset, needed, left| OutOfBounds { offset, needed, left };
        assert_eq!(part.slice(6, 3), Err(beyond(14, 3, 2)));
        assert_eq!(part.u64(1), Err(beyond(9, 8, 7)));
        assert_eq!(part.u8(9), Err(beyond(17, 1, 0)));
        assert_eq!(
            part.slice(usize::MAX, 1),
            Err(beyond(usize::MAX, 1, 0)),
            "offsets do not wrap"
        );
        assert_eq!(part.part(2, 7).map(|_| ()), Err(beyond(10, 7, 6)));
        assert_eq!(part.rest(3).offset(1), 12);
        assert!(part.rest(9).is_empty());
    }

    #[test]
    fn tables_are_measured_before_they_are_cut() {
        let view = ByteView::new(&[0; 12]);
        assert_eq!(view.table(4, 2, 4), Ok(&[0; 8][..]));
        let fault = view.table(4, u32::MAX, usize::MAX).map(<[u8]>::len);
        let (needed, left) = (u64::MAX, 8);
        assert_eq!(
            fault,
            Err(OutOfBounds {
                offset: 4,
                needed,
                left
            })
        );
    }

    #[test]
    fn records_are_within_the_bytes() {
        let view = ByteView::new(&[1, 2, 3, 4]).rest(1);
        assert_eq!(view.record(1), Ok(&[3_u8, 4]));
        let (offset, needed, left) = (2, 3, 2);
        assert_eq!(view.record::<[u8; 3]>(1), Err(OutOfBounds { offset, needed, left }));
    }

    #[test]
    fn numbers_have_an_order() {
        let little = ByteView::new(&[1, 2, 3, 4, 5, 6, 7, 8]);
        let big = little.with_order(ByteOrder::Big);
        assert_eq!((little.u8(1), big.u8(1)), (Ok(2), Ok(2)));
        assert_eq!((little.u16(1), big.u16(1)), (Ok(0x302), Ok(0x203)));
        assert_eq!(little.u32(4), Ok(0x0807_0605));
        assert_eq!(big.rest(4).u32(0), Ok(0x0506_0708));
        for order in [ByteOrder::Little, ByteOrder::Big] {
            assert_eq!(order.u32(order.bytes(0x0102_0304)), 0x0102_0304);
        }
        assert_eq!(big.u64(0), Ok(0x0102_0304_0506_0708));
        assert_eq!(little.u64(0), Ok(0x0807_0605_0403_0201));
    }

    #[test]
    fn names_that_share_their_bytes_come_to_an_end() {
        let table = [b'a'; 100];
        let mut view = ByteView::new(&table);
        let tries = (0..).take_while(|_| view.name(&table, 0, 0) == Err(NameError::Unterminated));
        assert_eq!(tries.count(), MAX_NAMES_MULTIPLE);
        assert_eq!(view.name(&table, 0, 0), Err(NameError::TooLong));
        assert_eq!(view.name(&table, 100, 0), Err(NameError::Outside));
    }
}
