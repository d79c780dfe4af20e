//! Reader of symbol indices.

use bstr::BStr;

use super::{ArchiveError, ArchiveErrorKind, ArchivePart, Member, Symbol};
use crate::formats::bytes::{ByteView, MAX_NAMES_MULTIPLE, NameError};

/// The format of a symbol index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// The number of symbols, the member offset of each, the name of each. 32-bit big-endian numbers.
    Gnu32,
    /// Like [`Self::Gnu32`], with 64-bit numbers.
    Gnu64,
    /// The size of a table, the table, the size of the names, the names. A table entry has the offset of a name and the
    /// offset of a member. 32-bit little-endian numbers.
    Bsd,
}

/// A symbol index that has not been parsed yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Index<'a> {
    pub(super) form: Form,
    pub(super) bytes: &'a [u8],
    /// The offset in the file of `bytes`, or of a name before them.
    pub(super) offset: usize,
}

impl<'a> Index<'a> {
    /// Parses the symbols. `members` are all members, in the order of the file.
    pub(super) fn read(self, view: &mut ByteView<'a>, members: &[Member<'a>]) -> Result<Vec<Symbol<'a>>, ArchiveError> {
        let entries = Entries {
            index: self,
            members,
            view,
            last: 0,
        };
        match self.form {
            Form::Gnu32 => entries.gnu(|word: [u8; 4]| u32::from_be_bytes(word).into()),
            Form::Gnu64 => entries.gnu(u64::from_be_bytes),
            Form::Bsd => entries.bsd(),
        }
    }

    fn error(self, entry: Option<usize>, kind: ArchiveErrorKind) -> ArchiveError {
        ArchiveError {
            offset: self.offset,
            part: ArchivePart::Index(entry),
            kind,
        }
    }

    /// Splits off `needed` bytes from the front, and returns both parts.
    fn split(self, bytes: &'a [u8], needed: Option<usize>) -> Result<(&'a [u8], &'a [u8]), ArchiveError> {
        needed.and_then(|needed| bytes.split_at_checked(needed)).ok_or_else(|| {
            let needed = needed.map_or(u64::MAX, |needed| needed as u64);
            let size = bytes.len();
            self.error(None, ArchiveErrorKind::IndexSize { needed, size })
        })
    }
}

struct Entries<'a, 'r> {
    index: Index<'a>,
    members: &'r [Member<'a>],
    view: &'r mut ByteView<'a>,
    /// The member of the previous symbol: most indices are in the order of the members.
    last: usize,
}

impl<'a> Entries<'a, '_> {
    /// Parses an index whose names follow each other.
    fn gnu<const WORD: usize>(mut self, number: impl Fn([u8; WORD]) -> u64) -> Result<Vec<Symbol<'a>>, ArchiveError> {
        let index = self.index;
        let (count, rest) = index.split(index.bytes, Some(WORD))?;
        let count = count.first_chunk().map_or(0, |word| number(*word));
        let size = usize::try_from(count).ok().and_then(|count| count.checked_mul(WORD));
        let (offsets, names) = index.split(rest, size)?;
        let offsets = offsets.as_chunks::<WORD>().0;
        let mut symbols = Vec::with_capacity(offsets.len());
        let mut start = 0;
        for (entry, offset) in offsets.iter().enumerate() {
            let name = self.name(entry, names, start)?;
            start += name.len() as u64 + 1;
            symbols.push(self.symbol(entry, name, number(*offset))?);
        }
        Ok(symbols)
    }

    fn bsd(mut self) -> Result<Vec<Symbol<'a>>, ArchiveError> {
        let index = self.index;
        let sized = |bytes| {
            let (size, rest) = index.split(bytes, Some(4))?;
            let size = size.first_chunk().map_or(0, |word| u32::from_le_bytes(*word));
            index.split(rest, usize::try_from(size).ok())
        };
        let (table, rest) = sized(index.bytes)?;
        let (names, _) = sized(rest)?;
        let records = table.as_chunks::<8>().0;
        let mut symbols = Vec::with_capacity(records.len());
        for (entry, record) in records.iter().enumerate() {
            let [a, b, c, d, e, f, g, h] = *record;
            let name = self.name(entry, names, u32::from_le_bytes([a, b, c, d]).into())?;
            let member = u32::from_le_bytes([e, f, g, h]);
            symbols.push(self.symbol(entry, name, member.into())?);
        }
        Ok(symbols)
    }

    fn name(&mut self, entry: usize, names: &'a [u8], at: u64) -> Result<&'a [u8], ArchiveError> {
        self.view.name(names, at, 0).map_err(|why| {
            let kind = match why {
                NameError::Outside | NameError::Unterminated => ArchiveErrorKind::IndexName,
                NameError::TooLong => ArchiveErrorKind::NamesTooLong {
                    multiple: MAX_NAMES_MULTIPLE,
                },
            };
            self.index.error(Some(entry), kind)
        })
    }

    fn symbol(&mut self, entry: usize, name: &'a [u8], offset: u64) -> Result<Symbol<'a>, ArchiveError> {
        let member = usize::try_from(offset)
            .ok()
            .and_then(|offset| self.member_at(offset))
            .ok_or_else(|| {
                let name = name.to_owned();
                let kind = ArchiveErrorKind::IndexOffset { name, offset };
                self.index.error(Some(entry), kind)
            })?;
        self.last = member;
        Ok(Symbol {
            name: BStr::new(name),
            member,
        })
    }

    /// Returns the member whose header begins at an offset.
    fn member_at(&self, offset: usize) -> Option<usize> {
        let begins_there = |&number: &usize| {
            let member = self.members.get(number);
            member.is_some_and(|member| member.offset == offset)
        };
        let near = [self.last, self.last + 1].into_iter().find(begins_there);
        near.or_else(|| {
            let found = self.members.binary_search_by_key(&offset, |m| m.offset);
            found.ok()
        })
    }
}
