//! Access to a file as the loader addresses it.

/// An invalid access, after which the behaviour of a console is unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InvalidAccess {
    /// A word outside the file.
    Word {
        /// Its index in the file.
        index: u64,
    },
    /// An unterminated name.
    Name {
        /// Its offset in the file.
        offset: u64,
    },
    /// An output register outside the loader's record.
    Output {
        /// The register.
        register: u16,
    },
    /// An output with a property that overwrites other data in the loader's record.
    Property {
        /// The register.
        register: u16,
    },
    /// A number of outputs that exceeds the GPU's limit.
    OutputCount {
        /// The number.
        count: usize,
    },
    /// More float constants than the loader can count.
    FloatCount,
    /// A float register outside the register file.
    FloatRegister {
        /// The register.
        register: u16,
    },
    /// A number of vertices of 0, from which the loader subtracts 1.
    NoVertices,
}

/// A file in memory: words by index, and names by byte offset.
#[derive(Clone, Copy)]
pub(super) struct Words<'a>(pub(super) &'a [u8]);

impl<'a> Words<'a> {
    /// Returns a word.
    pub(super) fn word(self, index: u64) -> Result<u32, InvalidAccess> {
        let (words, _) = self.0.as_chunks();
        let word = usize::try_from(index).ok().and_then(|at| words.get(at));
        word.map(|bytes| u32::from_le_bytes(*bytes))
            .ok_or(InvalidAccess::Word { index })
    }

    /// Returns the words at `first` and every `stride` words from there.
    pub(super) fn table(self, first: u64, count: u32, stride: u64) -> Result<Vec<u32>, InvalidAccess> {
        (0..u64::from(count))
            .map(|entry| self.word(first + entry * stride))
            .collect()
    }

    /// Returns the name at a byte offset, without its NUL.
    pub(super) fn name(self, offset: u64) -> Result<&'a [u8], InvalidAccess> {
        let start = usize::try_from(offset).ok();
        let rest = start.and_then(|start| self.0.get(start..)).unwrap_or(&[]);
        let mut names = rest.split(|&byte| byte == 0);
        let name = names.next().filter(|name| name.len() < rest.len());
        name.ok_or(InvalidAccess::Name { offset })
    }
}

/// Returns the two halves of a word.
pub(super) fn halves(word: u32) -> [u16; 2] {
    let [a, b, c, d] = word.to_le_bytes();
    [u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d])]
}
