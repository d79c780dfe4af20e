//! Writer of archives.

use bstr::{BString, ByteSlice};
use zerocopy::IntoBytes;

use super::ArchiveWriteError;
use super::header::{HEADER_END, INDEX, LONG_NAMES, MAGIC, MODE, PADDING};
use crate::formats::archive::header::{HeaderRecord, NAME_SIZE};
use crate::formats::error::ReadError;
use crate::formats::object::Object;

/// A member to write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewMember<'a> {
    /// The member name.
    pub name: &'a [u8],
    /// The contents.
    pub bytes: &'a [u8],
    /// The names of the member's symbols in the index.
    pub symbols: Vec<BString>,
}

impl<'a> NewMember<'a> {
    /// Creates a member from an object. The index lists all names that other objects can refer to.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not an object.
    pub fn from_object(name: &'a [u8], bytes: &'a [u8]) -> Result<Self, ReadError> {
        let object = Object::read(bytes)?;
        Ok(Self {
            name,
            bytes,
            symbols: object.exports().map(|export| export.to_string().into()).collect(),
        })
    }
}

/// Writes an archive with these members, in this order. It always has an index, even an empty one.
///
/// # Errors
///
/// Returns an error if a name cannot be written, or if the archive is too long for the offsets of the index.
pub fn write(members: &[NewMember<'_>]) -> Result<Vec<u8>, ArchiveWriteError> {
    let plan = Plan::new(members)?;
    let mut file = Vec::with_capacity(plan.size);
    file.extend(MAGIC);
    append(&mut file, INDEX, &plan.index(members)?);
    if !plan.long_names.is_empty() {
        append(&mut file, LONG_NAMES, &plan.long_names);
    }
    for (member, name) in members.iter().zip(&plan.name_fields) {
        append(&mut file, name, member.bytes);
    }
    Ok(file)
}

/// The offsets and sizes of all parts.
struct Plan {
    /// The name field of each member's header.
    name_fields: Vec<Vec<u8>>,
    long_names: Vec<u8>,
    /// The offset of each member.
    offsets: Vec<usize>,
    /// The size of the index.
    index_size: usize,
    /// The size of the file.
    size: usize,
}

impl Plan {
    fn new(members: &[NewMember<'_>]) -> Result<Self, ArchiveWriteError> {
        let mut long_names = Vec::new();
        let mut name_fields = Vec::with_capacity(members.len());
        for member in members {
            name_fields.push(name_field(member.name, &mut long_names)?);
        }
        let symbols = members.iter().flat_map(|member| &member.symbols);
        // The number of symbols, and for each symbol an offset and a name with its NUL.
        let index_size = 4 + symbols.map(|name| 4 + name.len() + 1).sum::<usize>();
        let mut size = MAGIC.len() + padded_size(index_size);
        if !long_names.is_empty() {
            size += padded_size(long_names.len());
        }
        let mut offsets = Vec::with_capacity(members.len());
        for member in members {
            offsets.push(size);
            size += padded_size(member.bytes.len());
        }
        if u32::try_from(size).is_err() {
            let size = size as u64;
            return Err(ArchiveWriteError::TooLong { size });
        }
        Ok(Self {
            name_fields,
            long_names,
            offsets,
            index_size,
            size,
        })
    }

    fn index(&self, members: &[NewMember<'_>]) -> Result<Vec<u8>, ArchiveWriteError> {
        let mut index = Vec::with_capacity(self.index_size);
        let count = members.iter().map(|member| member.symbols.len()).sum();
        index.extend(number(count)?);
        for (member, &offset) in members.iter().zip(&self.offsets) {
            let offset = number(offset)?;
            index.extend(member.symbols.iter().flat_map(|_| offset));
        }
        for name in members.iter().flat_map(|member| &member.symbols) {
            if name.contains(&0) {
                let name = name.to_vec();
                return Err(ArchiveWriteError::Symbol { name });
            }
            index.extend(name.iter());
            index.push(0);
        }
        Ok(index)
    }
}

/// Returns the name field of a header. A name that is too long for it, or that contains a slash, goes to the long name
/// table.
fn name_field(name: &[u8], long_names: &mut Vec<u8>) -> Result<Vec<u8>, ArchiveWriteError> {
    if name.is_empty() || name.find_byteset(b"\n\0").is_some() {
        let name = name.to_owned();
        return Err(ArchiveWriteError::Name { name });
    }
    let is_short = name.len() < NAME_SIZE && !name.contains(&b'/');
    if is_short {
        return Ok([name, b"/"].concat());
    }
    let place = long_names.len();
    long_names.extend(name);
    long_names.extend(b"/\n");
    Ok(format!("/{place}").into_bytes())
}

/// Returns the size of a member with its header and its padding.
fn padded_size(size: usize) -> usize {
    size_of::<HeaderRecord>() + size.next_multiple_of(2)
}

fn number(value: usize) -> Result<[u8; 4], ArchiveWriteError> {
    u32::try_from(value)
        .map(u32::to_be_bytes)
        .map_err(|_| ArchiveWriteError::TooLong { size: value as u64 })
}

/// Appends a header and the contents of its member.
fn append(file: &mut Vec<u8>, name: &[u8], bytes: &[u8]) {
    let header = HeaderRecord {
        name: field(name),
        modified: field(b"0"),
        owner: field(b"0"),
        group: field(b"0"),
        mode: field(MODE.as_bytes()),
        size: field(bytes.len().to_string().as_bytes()),
        end: HEADER_END,
    };
    file.extend(header.as_bytes());
    file.extend(bytes);
    if !bytes.len().is_multiple_of(2) {
        file.push(PADDING);
    }
}

/// Returns a field padded with spaces.
fn field<const SIZE: usize>(text: &[u8]) -> [u8; SIZE] {
    let mut field = [b' '; SIZE];
    for (place, byte) in field.iter_mut().zip(text) {
        *place = *byte;
    }
    field
}
