//! Reader of archive members.

use bstr::{BStr, ByteSlice};
use zerocopy::FromBytes;

use super::header::{
    BSD_INDICES, BSD_INDICES_64, HEADER_END, INDEX, INDEX_64, LONG_NAMES, MAGIC, NAME_INSIDE, THIN_MAGIC,
};
use super::index::{Form, Index};
use super::{Archive, ArchiveError, ArchiveErrorKind, ArchivePart, Member};
use crate::formats::archive::header::HeaderRecord;
use crate::formats::bytes::{ByteView, MAX_NAMES_MULTIPLE, NameError, OutOfBounds};

/// Reads an archive, with its index if `with_index` is true.
pub(super) fn read(file: &[u8], with_index: bool) -> Result<Archive<'_>, ArchiveError> {
    let mut reader = Reader {
        view: ByteView::new(file),
        long_names: &[],
        index: None,
        members: Vec::new(),
    };
    reader.magic()?;
    let mut offset = MAGIC.len();
    while offset < reader.view.len() {
        offset = reader.next(offset)?;
    }
    let symbols = match reader.index {
        Some(index) if with_index => Some(index.read(&mut reader.view, &reader.members)?),
        _ => None,
    };
    Ok(Archive {
        members: reader.members,
        symbols,
    })
}

struct Reader<'a> {
    view: ByteView<'a>,
    /// The long name table; empty until its member has been read.
    long_names: &'a [u8],
    /// The first symbol index.
    index: Option<Index<'a>>,
    members: Vec<Member<'a>>,
}

/// The fields of a header, and the bytes after it.
struct Entry<'a> {
    /// The name field without trailing spaces.
    name: &'a [u8],
    /// The offset of the header.
    offset: usize,
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn magic(&self) -> Result<(), ArchiveError> {
        let found = self.view.start(MAGIC.len());
        let kind = if found == MAGIC {
            return Ok(());
        } else if found == THIN_MAGIC {
            ArchiveErrorKind::Thin
        } else {
            let found = found.to_owned();
            ArchiveErrorKind::Magic { found }
        };
        Err(ArchiveError {
            offset: 0,
            part: ArchivePart::Start,
            kind,
        })
    }

    /// Reads the member at an offset. Returns the offset of the next header.
    fn next(&mut self, offset: usize) -> Result<usize, ArchiveError> {
        let entry = self.entry(offset)?;
        let end = offset + size_of::<HeaderRecord>() + entry.bytes.len();
        match entry.name {
            INDEX => self.put_index(Form::Gnu32, &entry),
            INDEX_64 => self.put_index(Form::Gnu64, &entry),
            LONG_NAMES => self.long_names = entry.bytes,
            _ => self.member(&entry)?,
        }
        // The padding of the last member may be missing.
        Ok(end.next_multiple_of(2))
    }

    /// Returns an error at the current member.
    fn error(&self, offset: usize, kind: ArchiveErrorKind) -> ArchiveError {
        let part = ArchivePart::Member(self.members.len());
        ArchiveError { offset, part, kind }
    }

    fn piece(&self, offset: usize, at: usize, size: usize) -> Result<&'a [u8], ArchiveError> {
        self.view.slice(at, size).map_err(|fault| {
            let OutOfBounds { needed, left, .. } = fault;
            self.error(offset, ArchiveErrorKind::OutOfFile { needed, left })
        })
    }

    fn entry(&self, offset: usize) -> Result<Entry<'a>, ArchiveError> {
        let bytes = self.piece(offset, offset, size_of::<HeaderRecord>())?;
        let Ok(header) = HeaderRecord::ref_from_bytes(bytes) else {
            let (needed, left) = (size_of::<HeaderRecord>() as u64, bytes.len());
            return Err(self.error(offset, ArchiveErrorKind::OutOfFile { needed, left }));
        };
        if header.end != HEADER_END {
            let found = header.end;
            return Err(self.error(offset, ArchiveErrorKind::HeaderEnd { found }));
        }
        let size = self.number(offset, "size", &header.size)?;
        let start = offset + size_of::<HeaderRecord>();
        // A number that is too large for `usize` is too large for the file.
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        Ok(Entry {
            name: trim_spaces(&header.name),
            offset,
            bytes: self.piece(offset, start, size)?,
        })
    }

    fn number(&self, offset: usize, field: &'static str, digits: &[u8]) -> Result<u64, ArchiveError> {
        let digits = trim_spaces(digits);
        decimal(digits).ok_or_else(|| {
            let found = digits.to_owned();
            self.error(offset, ArchiveErrorKind::Number { field, found })
        })
    }

    fn put_index(&mut self, form: Form, entry: &Entry<'a>) {
        // Some tools write a second index for the same symbols.
        self.index.get_or_insert(Index {
            form,
            bytes: entry.bytes,
            offset: entry.offset + size_of::<HeaderRecord>(),
        });
    }

    fn member(&mut self, entry: &Entry<'a>) -> Result<(), ArchiveError> {
        let (name, bytes) = self.name(entry)?;
        // Names in the System V format belong to ordinary members.
        let may_be_index = !entry.name.starts_with(b"/") && !entry.name.ends_with(b"/");
        if may_be_index && BSD_INDICES.contains(&name) {
            self.put_index(Form::Bsd, &Entry { bytes, ..*entry });
        } else if !may_be_index || !BSD_INDICES_64.contains(&name) {
            self.members.push(Member {
                name: BStr::new(name),
                offset: entry.offset,
                bytes,
            });
        }
        Ok(())
    }

    /// Returns the name of a member, and its contents without a name at the start of the data.
    fn name(&mut self, entry: &Entry<'a>) -> Result<(&'a [u8], &'a [u8]), ArchiveError> {
        let Entry { name, offset, bytes } = *entry;
        if let Some(digits) = name.strip_prefix(NAME_INSIDE) {
            let length = self.number(offset, "length of the name", digits)?;
            let split = usize::try_from(length)
                .ok()
                .and_then(|length| bytes.split_at_checked(length));
            let size = bytes.len();
            let (name, bytes) =
                split.ok_or_else(|| self.error(offset, ArchiveErrorKind::NameInside { length, size }))?;
            // The name may be padded.
            return Ok((name.trim_end_with(|c| c == '\0'), bytes));
        }
        if let Some(digits) = name.strip_prefix(b"/") {
            let at = self.number(offset, "place of the name", digits)?;
            return Ok((self.long_name(offset, at)?, bytes));
        }
        Ok((name.strip_suffix(b"/").unwrap_or(name), bytes))
    }

    fn long_name(&mut self, offset: usize, at: u64) -> Result<&'a [u8], ArchiveError> {
        match self.view.name(self.long_names, at, b'\n') {
            Ok(line) => Ok(line.strip_suffix(b"/").unwrap_or(line)),
            Err(NameError::TooLong) => {
                let multiple = MAX_NAMES_MULTIPLE;
                Err(self.error(offset, ArchiveErrorKind::NamesTooLong { multiple }))
            }
            Err(NameError::Outside | NameError::Unterminated) => {
                Err(self.error(offset, ArchiveErrorKind::LongName { offset: at }))
            }
        }
    }
}

fn trim_spaces(field: &[u8]) -> &[u8] {
    field.trim_end_with(|c| c == ' ')
}

/// Parses a decimal number; `None` if there are characters other than digits.
fn decimal(digits: &[u8]) -> Option<u64> {
    let are_digits = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    str::from_utf8(digits).ok().filter(|_| are_digits)?.parse().ok()
}
