//! Archive reader.

use bstr::{BString, ByteSlice};
use pica200_objfmt::formats::bytes::{ByteOrder, ByteView, Plain};

use super::{
    Archive, Array, Binary, HeaderWords, Inspection, Kind, Macro, Program, SIGNATURE, Symbol, SymbolKind, Text,
    VERSION_9,
};
use crate::error::{Error, ErrorKind, Location};
use crate::gx2::Stage;
use crate::layout::{ArchiveHeader, ArrayHeader, BinaryHeader, MacroHeader, ProgramHeader, SymbolHeader, Word};

/// Returns the offset of a header field.
macro_rules! at {
    ($field:ident) => {
        std::mem::offset_of!(ArchiveHeader, $field)
    };
}

pub(super) fn inspect(file: &[u8]) -> Result<Inspection, Error> {
    let (header, mut cursor) = open(file)?;
    let (order, size) = (cursor.pieces.order(), cursor.pieces.len());
    let name = cursor.text("the name", order.u32(header.name))?;
    let mut archive = Archive {
        order,
        version: order.u32(header.version),
        header_words: HeaderWords {
            endian: order.u32(header.endian),
            resolved: order.u32(header.resolved),
        },
        name,
        binaries: Array::default(),
        programs: Array::default(),
        rest: Vec::new(),
        trailing: file.get(size..).unwrap_or_default().to_vec(),
    };
    let mut damage = Vec::new();
    let found = order.u32(header.size);
    if offset(found) != size {
        let size = file.len();
        damage.push(Error::new(
            Location::Header,
            at!(size),
            ErrorKind::FileSize { found, size },
        ));
    }
    if archive.is_known_version()
        && let Err(error) = arrays(&mut archive, &mut cursor, &mut damage)
    {
        damage.push(error);
    }
    archive.rest = cursor.rest();
    // In a memory dump, offsets are addresses. Otherwise the word means nothing.
    let found = archive.header_words.resolved;
    if found != 0 && !damage.is_empty() {
        let error = Error::new(Location::Header, at!(resolved), ErrorKind::Resolved { found });
        damage.insert(0, error);
    }
    Ok(Inspection { archive, size, damage })
}

/// Returns the size in bytes of the archive at the start of the bytes. Returns `None` if the header, the name or an
/// array is out of bounds, or if the header does not have a known version. Neither the name nor the array entries are
/// read.
pub(crate) fn extent(file: &[u8]) -> Option<usize> {
    let (header, mut cursor) = open(file).ok()?;
    let order = cursor.pieces.order();
    let header_words = HeaderWords {
        endian: order.u32(header.endian),
        resolved: order.u32(header.resolved),
    };
    let is_known = super::is_known_version(order.u32(header.version));
    if !is_known || header_words != HeaderWords::new(order) || offset(order.u32(header.size)) > file.len() {
        return None;
    }
    cursor.counted("the name", order.u32(header.name)).ok()?;
    cursor.array(Location::Binaries).ok()?;
    cursor.array(Location::Programs).ok()?;
    Some(cursor.pieces.len())
}

/// Reads the header. Returns it and a cursor after it, bounded by the stated file size.
fn open(file: &[u8]) -> Result<(&ArchiveHeader, Cursor<'_>), Error> {
    let out = |out| Error::out_of_bytes(Location::Header, "the header", out);
    let found: Word = ByteView::new(file).array(0).map_err(out)?;
    let order = order_of(found).ok_or_else(|| Error::new(Location::Header, 0, ErrorKind::Signature { found }))?;
    let pieces = ByteView::new(file).with_order(order);
    let header: &ArchiveHeader = pieces.record(0).map_err(out)?;
    let stated = offset(order.u32(header.size));
    // A truncated file ends with its bytes, and an impossible size is ignored.
    let size = if stated < size_of::<ArchiveHeader>() {
        file.len()
    } else {
        stated.min(file.len())
    };
    let cursor = Cursor {
        pieces: pieces.part(0, size).map_err(out)?,
        at: size_of::<ArchiveHeader>(),
        location: Location::Header,
    };
    Ok((header, cursor))
}

fn order_of(signature: Word) -> Option<ByteOrder> {
    let orders = [ByteOrder::Big, ByteOrder::Little];
    let expected = u32::from_be_bytes(SIGNATURE);
    orders.into_iter().find(|order| order.u32(signature) == expected)
}

fn arrays(archive: &mut Archive, cursor: &mut Cursor<'_>, damage: &mut Vec<Error>) -> Result<(), Error> {
    archive.binaries = cursor.entries_of(Location::Binaries, Some(damage), |index, entry| {
        binary(Location::Binary(index), entry)
    })?;
    let has_extra = archive.version == VERSION_9;
    archive.programs = cursor.entries_of(Location::Programs, Some(damage), |index, entry| {
        program(index, has_extra, entry)
    })?;
    Ok(())
}

fn binary(location: Location, pieces: ByteView<'_>) -> Result<Binary, Error> {
    let (mut cursor, header) = Cursor::new::<BinaryHeader>(location, pieces)?;
    let order = cursor.pieces.order();
    let found = order.u32(header.offset).cast_signed();
    let Ok(gap) = usize::try_from(found) else {
        let at = cursor.pieces.offset(std::mem::offset_of!(BinaryHeader, offset));
        return Err(Error::new(location, at, ErrorKind::DataOffset { found }));
    };
    Ok(Binary {
        stage: Stage(order.u32(header.kind)),
        gap: cursor.bytes("the gap before the data", gap)?.to_vec(),
        data: cursor.counted("the data", order.u32(header.data))?.to_vec(),
        rest: cursor.rest(),
    })
}

fn program(index: usize, has_extra: bool, pieces: ByteView<'_>) -> Result<Program, Error> {
    let location = Location::Program(index);
    let (mut cursor, header) = Cursor::new::<ProgramHeader>(location, pieces)?;
    let order = cursor.pieces.order();
    let name = cursor.text("the name", order.u32(header.name))?;
    let mut macros = |defaults| {
        let location = |entry| Location::Macros {
            program: index,
            defaults,
            entry,
        };
        cursor.entries_of(location(None), None, |entry, pieces| {
            macro_of(location(Some(entry)), pieces)
        })
    };
    let (macros, defaults) = (macros(false)?, macros(true)?);
    let [uniforms, blocks, samplers, attributes] = SymbolKind::ALL;
    let uniforms = symbols(&mut cursor, index, uniforms)?;
    let mut extra = Vec::new();
    if has_extra {
        let out = |out| Error::out_of_bytes(location, "the array after the uniforms", out);
        let size = offset(cursor.pieces.u32(cursor.at).map_err(out)?);
        // The array size includes the size field.
        let size = size.max(size_of::<Word>());
        extra = cursor.bytes("the array after the uniforms", size)?.to_vec();
    }
    Ok(Program {
        name,
        kind: Kind(order.u32(header.kind)),
        base: order.u32(header.base),
        macros,
        defaults,
        symbols: [
            uniforms,
            symbols(&mut cursor, index, blocks)?,
            symbols(&mut cursor, index, samplers)?,
            symbols(&mut cursor, index, attributes)?,
        ],
        extra,
        rest: cursor.rest(),
    })
}

fn macro_of(location: Location, pieces: ByteView<'_>) -> Result<Macro, Error> {
    let (mut cursor, header) = Cursor::new::<MacroHeader>(location, pieces)?;
    let order = cursor.pieces.order();
    let name = cursor.text("the name", order.u32(header.name))?;
    let start = cursor.at;
    let (count, id_length) = (order.u32(header.values), order.u32(header.id));
    // Each value takes at least one byte.
    cursor.counted("the list of values", count)?;
    cursor.at = start;
    let values = (0..count).map(|_| cursor.value("a value"));
    let values: Vec<_> = values.collect::<Result<_, _>>()?;
    let id = cursor.value("the id")?;
    let sizes = values.iter().chain([&id]).map(|text| text.len() + 1);
    let is_plain = cursor.at - start == sizes.sum() && offset(id_length) == id.len() + 1;
    let raw = if is_plain {
        None
    } else {
        cursor.at = start;
        Some((id_length, cursor.rest()))
    };
    Ok(Macro {
        name,
        values,
        id,
        raw,
        rest: cursor.rest(),
    })
}

/// Reads the symbols of a kind in a program.
fn symbols(cursor: &mut Cursor<'_>, program: usize, kind: SymbolKind) -> Result<Array<Symbol>, Error> {
    let location = |entry| Location::Symbols { program, kind, entry };
    cursor.entries_of(location(None), None, |entry, pieces| {
        symbol(location(Some(entry)), kind, pieces)
    })
}

fn symbol(location: Location, kind: SymbolKind, pieces: ByteView<'_>) -> Result<Symbol, Error> {
    let (mut cursor, header) = Cursor::new::<SymbolHeader>(location, pieces)?;
    let order = cursor.pieces.order();
    let (name, id) = (order.u32(header.name), order.u32(header.id));
    let mut read = Symbol {
        offset: order.u32(header.offset).cast_signed(),
        name: cursor.text("the name", name)?,
        id: cursor.text("the id", id)?,
        default: cursor.counted("the default value", order.u32(header.default))?.to_vec(),
        variations: cursor
            .counted("the list of flags", order.u32(header.variations))?
            .to_vec(),
        rest: cursor.rest(),
    };
    canonical(kind, order, &mut read.default);
    Ok(read)
}

/// Converts a default value from file order to symbol order, or back.
pub(super) fn canonical(kind: SymbolKind, order: ByteOrder, default: &mut [u8]) {
    if kind == SymbolKind::UniformBlock || order == ByteOrder::Big {
        return;
    }
    let (words, _) = default.as_chunks_mut::<{ size_of::<Word>() }>();
    for word in words {
        word.reverse();
    }
}

/// A read position in an entry.
struct Cursor<'a> {
    pieces: ByteView<'a>,
    at: usize,
    location: Location,
}

impl<'a> Cursor<'a> {
    /// Creates a cursor at the start of an entry and reads the entry header.
    fn new<T: Plain>(location: Location, pieces: ByteView<'a>) -> Result<(Self, &'a T), Error> {
        let min = size_of::<T>();
        let Ok(header) = pieces.record(0) else {
            let found = u32::try_from(pieces.len()).unwrap_or(u32::MAX);
            let kind = ErrorKind::Size { found, min };
            return Err(Error::new(location, pieces.offset(0), kind));
        };
        let at = min;
        Ok((Self { pieces, at, location }, header))
    }

    fn file_offset(&self) -> usize {
        self.pieces.offset(self.at)
    }

    fn bytes(&mut self, what: &'static str, size: usize) -> Result<&'a [u8], Error> {
        let location = self.location;
        let out = |out| Error::out_of_bytes(location, what, out);
        let bytes = self.pieces.slice(self.at, size).map_err(out)?;
        self.at += size;
        Ok(bytes)
    }

    /// Reads `count` bytes, as stated by a field.
    fn counted(&mut self, what: &'static str, count: u32) -> Result<&'a [u8], Error> {
        self.bytes(what, offset(count))
    }

    fn text(&mut self, what: &'static str, length: u32) -> Result<Text, Error> {
        let at = self.file_offset();
        let bytes = self.counted(what, length)?;
        Text::from_file(bytes).ok_or_else(|| Error::new(self.location, at, ErrorKind::Unterminated { what }))
    }

    /// Reads the next text of a macro as the console's loader does: after a run of NULs, up to the next NUL. It is
    /// empty only if nothing is left.
    fn value(&mut self, what: &'static str) -> Result<BString, Error> {
        let left = self.pieces.rest(self.at);
        let left = left.bytes();
        let Some(start) = left.find_not_byteset(b"\0") else {
            self.at += left.len();
            return Ok(BString::default());
        };
        let text = left.get(start..).unwrap_or_default();
        let Some(end) = text.find_byte(0) else {
            let at = self.pieces.offset(self.at + start);
            return Err(Error::new(self.location, at, ErrorKind::Unterminated { what }));
        };
        self.at += start + end + 1;
        Ok(text.get(..end).unwrap_or_default().into())
    }

    /// Returns all remaining bytes.
    fn rest(&mut self) -> Vec<u8> {
        let rest = self.pieces.rest(self.at).bytes().to_vec();
        self.at += rest.len();
        rest
    }

    /// Creates a cursor at the start of an array and reads the array header. `self` moves past the array.
    fn array(&mut self, location: Location) -> Result<(Self, &'a ArrayHeader), Error> {
        let out = |out| Error::out_of_bytes(location, "the array", out);
        let size = self.pieces.u32(self.at).map_err(out)?;
        let array = self.pieces.part(self.at, offset(size)).map_err(out)?;
        self.at += array.len();
        Cursor::new(location, array)
    }

    /// Reads the entries of an array. With `damage`, the array ends at the first unreadable entry.
    fn entries_of<T>(
        &mut self,
        location: Location,
        mut damage: Option<&mut Vec<Error>>,
        mut read: impl FnMut(usize, ByteView<'a>) -> Result<T, Error>,
    ) -> Result<Array<T>, Error> {
        let (mut cursor, header) = self.array(location)?;
        let mut entries = Vec::new();
        for index in 0..offset(cursor.pieces.order().u32(header.count)) {
            match cursor.entry().and_then(|entry| read(index, entry)) {
                Ok(entry) => entries.push(entry),
                Err(error) => match damage.as_deref_mut() {
                    Some(damage) => {
                        damage.push(error);
                        break;
                    }
                    None => return Err(error),
                },
            }
        }
        let rest = cursor.rest();
        Ok(Array { entries, rest })
    }

    /// Reads the next entry of an array, which begins with its size.
    fn entry(&mut self) -> Result<ByteView<'a>, Error> {
        let location = self.location;
        let out = |out| Error::out_of_bytes(location, "the next entry", out);
        let size = offset(self.pieces.u32(self.at).map_err(out)?);
        let entry = self.pieces.part(self.at, size).map_err(out)?;
        self.at += size;
        Ok(entry)
    }
}

/// Converts a size or count of the file. On hosts with a small `usize`, a number that does not fit saturates.
fn offset(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
