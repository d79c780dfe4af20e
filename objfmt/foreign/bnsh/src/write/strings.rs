//! String table of a written file.

use std::collections::{BTreeSet, HashMap};

use bstr::{BStr, BString, ByteSlice};
use pica200_objfmt::formats::layout::Magic;
use zerocopy::little_endian::U16;

use super::WriteError;
use super::output::{Output, count};
use crate::layout::StringsHeader;
use crate::strings::{ALIGNMENT, MAGIC};
use crate::verify;

/// The maximum number of characters of a string in a message.
const MAX_CHARS: usize = 40;

/// The strings in order, without the empty string, which comes first.
pub(super) struct StringTable<'c> {
    strings: Vec<&'c BStr>,
}

impl<'c> StringTable<'c> {
    /// Creates a table of the stated strings in their order, followed by the other used strings in byte order.
    ///
    /// # Errors
    ///
    /// Fails if a string is too long for its length field.
    pub(super) fn new(stated: &'c [BString], used: impl Iterator<Item = &'c BStr>) -> Result<Self, WriteError> {
        let mut known = BTreeSet::from([BStr::new("")]);
        let stated = stated.iter().map(BStr::new);
        let mut strings: Vec<_> = stated.filter(|text| known.insert(text)).collect();
        let more: BTreeSet<_> = used.filter(|text| !known.contains(text)).collect();
        strings.extend(more);
        let long = |text: &&&BStr| u16::try_from(text.len()).is_err();
        let start = |text: &BStr| {
            let first: String = text.chars().take(MAX_CHARS).collect();
            first.escape_debug().to_string()
        };
        if let Some(text) = strings.iter().find(long) {
            return Err(WriteError::LongString {
                start: start(text),
                length: text.len(),
            });
        }
        if let Some(text) = strings.iter().find(|text| text.contains(&0)) {
            return Err(WriteError::Nul { start: start(text) });
        }
        Ok(Self { strings })
    }

    /// Writes the block. Returns the offset of each string.
    pub(super) fn write(self, output: &mut Output) -> HashMap<&'c BStr, usize> {
        let block = output.reserve::<StringsHeader>();
        let mut offsets = HashMap::with_capacity(self.strings.len() + 1);
        for text in [BStr::new("")].iter().chain(&self.strings) {
            let length = u16::try_from(text.len()).unwrap_or(u16::MAX);
            offsets.insert(*text, output.put(&U16::from(length).to_bytes()));
            output.put(text);
            output.put(&[0]);
            output.align(ALIGNMENT);
        }
        output.align(verify::ALIGNMENT);
        let header = StringsHeader {
            magic: Magic(MAGIC),
            next: 0.into(),
            size: count(output.len() - block),
            reserved: 0.into(),
            count: count(self.strings.len()),
        };
        output.set(block, &header);
        offsets
    }
}
