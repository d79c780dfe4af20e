//! Reader for the header and the chunk list.

use pica200_objfmt::formats::bytes::ByteView;

use super::{CHUNK_HEADER, Chunk, Container, Entry, Gap, HEADER, Header, MAGIC, VERSION};
use crate::chunk;
use crate::error::{Error, ErrorKind, FourCc};
use crate::layout::{ChunkHeader, ContainerHeader};

/// The maximum number of errors listed.
const MAX_ERRORS: usize = 500;

/// Returns the offset of a header field.
macro_rules! at {
    ($field:ident) => {
        std::mem::offset_of!(ContainerHeader, $field)
    };
}

pub(super) fn read(file: &[u8]) -> Result<Container<'_>, Error> {
    let pieces = ByteView::new(file);
    let header_error = |out| Error::out_of_bytes(None, "the header", out);
    let found: [u8; 4] = pieces.array(0).map_err(header_error)?;
    if found != MAGIC {
        return Err(Error::new(None, 0, ErrorKind::Magic { found }));
    }
    let record: &ContainerHeader = pieces.record(0).map_err(header_error)?;
    let count = record.chunks.get();
    let header = Header {
        checksum: record.checksum,
        version: record.version.get(),
        size: record.size.get(),
    };
    let list = pieces
        .table(HEADER, count, size_of::<u32>())
        .map_err(|out| Error::out_of_bytes(None, "the list of chunks", out))?;
    let mut reader = Reader {
        pieces,
        faults: Vec::new(),
        notes: Vec::new(),
    };
    reader.check(&header);
    let entries = reader.entries(list);
    let gaps = reader.gaps(HEADER + list.len(), header.size, &entries);
    Ok(Container {
        file,
        header,
        entries,
        gaps,
        faults: reader.faults,
        notes: reader.notes,
    })
}

struct Reader<'a> {
    pieces: ByteView<'a>,
    faults: Vec<Error>,
    notes: Vec<Error>,
}

impl<'a> Reader<'a> {
    /// Notes an unexpected value that does not prevent reading.
    fn note(&mut self, error: Error) {
        if self.notes.len() < MAX_ERRORS {
            self.notes.push(error);
        }
    }

    fn report(&mut self, error: Error) {
        if self.faults.len() < MAX_ERRORS {
            self.faults.push(error);
        }
    }

    /// Checks the fields that have only one valid value.
    fn check(&mut self, header: &Header) {
        if header.version != VERSION {
            let kind = ErrorKind::Field {
                field: "version number after the checksum",
                found: header.version,
                allowed: "1",
            };
            self.note(Error::new(None, at!(version), kind));
        }
        let (found, size) = (header.size, self.pieces.len());
        if u64::from(found) > size as u64 {
            self.report(Error::new(None, at!(size), ErrorKind::Size { found, size }));
        }
    }

    fn entries(&mut self, list: &[u8]) -> Vec<Entry<'a>> {
        let offsets = list.as_chunks().0.iter().copied().map(u32::from_le_bytes);
        let mut entries = Vec::with_capacity(offsets.len());
        for (index, offset) in offsets.enumerate() {
            let chunk = self.chunk(index, offset);
            entries.push(Entry {
                offset,
                chunk: chunk.map_err(|error| self.report(error)).ok(),
            });
        }
        entries
    }

    fn chunk(&self, index: usize, found: u32) -> Result<Chunk<'a>, Error> {
        let offset = chunk::offset(found);
        let outside = |_| {
            let size = self.pieces.len();
            let kind = ErrorKind::ChunkOffset { index, found, size };
            Error::new(None, HEADER + index * size_of::<u32>(), kind)
        };
        let header: &ChunkHeader = self.pieces.record(offset).map_err(outside)?;
        let id = FourCc(header.id.0);
        let start = offset.saturating_add(CHUNK_HEADER);
        let data = self.pieces.table(start, header.size.get(), 1);
        let data = data.map_err(|out| Error::out_of_bytes(Some(id), "the data", out))?;
        Ok(Chunk {
            id,
            offset: start,
            data,
        })
    }

    /// Returns the bytes between and after the chunks. Notes chunks that overlap or extend past the end of the
    /// container.
    fn gaps(&mut self, list_end: usize, size: u32, entries: &[Entry<'a>]) -> Vec<Gap<'a>> {
        let mut chunks: Vec<_> = entries.iter().filter_map(|entry| entry.chunk).collect();
        chunks.sort_by_key(|chunk| chunk.offset);
        let mut gaps = Vec::new();
        let mut end = list_end;
        for chunk in chunks {
            let start = chunk.offset - CHUNK_HEADER;
            if start < end {
                self.note(Error::new(Some(chunk.id), start, ErrorKind::Overlap { end }));
            }
            gaps.extend(self.gap(end, start));
            end = end.max(chunk.offset + chunk.data.len());
        }
        gaps.extend(self.gap(end, self.pieces.len()));
        if u64::from(size) < end as u64 {
            let kind = ErrorKind::SizeTooSmall { found: size, end };
            self.note(Error::new(None, at!(size), kind));
        }
        gaps
    }

    fn gap(&self, start: usize, end: usize) -> Option<Gap<'a>> {
        let size = end.checked_sub(start).filter(|&size| size > 0)?;
        let bytes = self.pieces.slice(start, size).ok()?;
        Some(Gap { offset: start, bytes })
    }
}
