//! Search for shader binaries and objects embedded in other files.

use bstr::ByteSlice;

use super::documented;
use crate::formats::bytes::FileReader;
use crate::formats::{FileKind, recognise, shbin};

/// A shader binary or object inside another file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Embedded {
    /// The file offset.
    pub offset: usize,
    /// The size in bytes, including padding.
    pub size: usize,
    /// The kind of file.
    pub kind: FileKind,
}

/// The number of shaders that are always examined for each candidate, regardless of the budget.
///
/// In files below 1 GiB no two lists of offsets share bytes, since a magic is no valid offset there, so examining all
/// of them takes linear time anyway. In longer files it need not, hence the limit.
const FREE_SHADERS: usize = 16;

/// Finds the shader binaries and objects in any file, at any offset. They do not overlap.
///
/// A shader binary is recognised if its DVLB, DVLP and DVLEs exist, with all their tables within the file. An object is
/// recognised if its documented tables are within the file and not all empty; an object of this crate's version may
/// have only empty ones, and must also have its other tables. The tables are not read, so the result may still be
/// damaged. It ends at the end of its last table, including any zero padding to a multiple of 4 from its start. Its
/// headers and tables must not overlap.
///
/// The time is linear in the file size: a false start may cost an examination of 16 shaders, and beyond those all
/// together cost at most one shader for each 4 bytes of the file.
pub fn scan(file: &[u8]) -> Vec<Embedded> {
    let mut found = Vec::new();
    let mut end = 0;
    let mut shaders_left = file.len() / 4;
    for offset in file.find_iter(b"DV") {
        if offset < end {
            continue;
        }
        if let Some(embedded) = examine(file, offset, &mut shaders_left) {
            end = offset + embedded.size;
            found.push(embedded);
        }
    }
    found
}

/// Returns the shader binary or object at an offset.
fn examine(file: &[u8], offset: usize, shaders_left: &mut usize) -> Option<Embedded> {
    let mut reader = FileReader::strict_from(file, offset);
    let kind = recognise(file.get(offset..)?)?;
    let (is_whole, looked_at) = match kind {
        FileKind::Shbin => shbin::find(&mut reader, FREE_SHADERS.saturating_add(*shaders_left)),
        FileKind::Object => {
            let parts = documented::find(&mut reader);
            (parts.is_ok_and(|parts| parts.has_content()), 0)
        }
        _ => return None,
    };
    let size = reader.extent().filter(|_| is_whole);
    if size.is_none() {
        let paid = looked_at.saturating_sub(FREE_SHADERS);
        *shaders_left = shaders_left.saturating_sub(paid);
    }
    size.map(|size| Embedded { offset, size, kind })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot make its data has failed")]
mod tests {
    use super::*;
    use crate::formats::shbin::{Shader, Shbin};

    fn file_with(shaders: usize) -> Vec<u8> {
        let shbin = Shbin {
            shaders: vec![Shader::default(); shaders],
            ..Shbin::default()
        };
        shbin.write().unwrap()
    }

    #[test]
    fn what_is_found_is_free() {
        let mut left = 4;
        let file = file_with(FREE_SHADERS + 4);
        assert!(examine(&file, 0, &mut left).is_some());
        assert_eq!(left, 4);
    }

    #[test]
    fn what_is_not_found_is_paid_for() {
        let mut file = file_with(FREE_SHADERS + 4);
        let last = file.len() - 0x40;
        file[last] = 0;
        let mut left = 5;
        assert!(examine(&file, 0, &mut left).is_none());
        assert_eq!(left, 1);
        assert!(examine(&file, 0, &mut left).is_none());
        assert_eq!(left, 0);
    }

    #[test]
    fn shaders_beyond_the_free_ones_need_something_left() {
        let mut left = 0;
        assert!(examine(&file_with(FREE_SHADERS), 0, &mut left).is_some());
        assert!(examine(&file_with(FREE_SHADERS + 1), 0, &mut left).is_none());
    }
}
