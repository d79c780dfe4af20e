//! A file as the loader addresses it.

/// A read or write that goes astray: what a console would do next is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stray {
    /// A word outside the file.
    Word {
        /// Its index in the file.
        index: u64,
    },
    /// A name that does not end inside the file.
    Name {
        /// Its offset in the file.
        offset: u64,
    },
    /// An output register for which the loader's own record has no place.
    Output {
        /// The register.
        register: u16,
    },
    /// An output with a property, which overwrites something else in the loader's record.
    Property {
        /// The register.
        register: u16,
    },
    /// A number of outputs for which the GPU has no place.
    OutputCount {
        /// The number.
        count: usize,
    },
    /// More float constants than the loader counts.
    FloatCount,
    /// A float register behind the end of the register file.
    FloatRegister {
        /// The register.
        register: u16,
    },
    /// A number of vertices of which the loader subtracts 1, although it is 0.
    NoVertices,
}

/// A file in memory: words by their index, and bytes of names.
#[derive(Clone, Copy)]
pub(super) struct Words<'a>(pub(super) &'a [u8]);

impl<'a> Words<'a> {
    /// A word by its index.
    pub(super) fn word(self, index: u64) -> Result<u32, Stray> {
        let (words, _) = self.0.as_chunks();
        let word = usize::try_from(index).ok().and_then(|at| words.get(at));
        word.map(|bytes| u32::from_le_bytes(*bytes))
            .ok_or(Stray::Word { index })
    }

    /// The words at `first` and every `stride` words from there.
    pub(super) fn table(self, first: u64, count: u32, stride: u64) -> Result<Vec<u32>, Stray> {
        (0..u64::from(count))
            .map(|entry| self.word(first + entry * stride))
            .collect()
    }

    /// The name at an offset in bytes, without its NUL.
    pub(super) fn name(self, offset: u64) -> Result<&'a [u8], Stray> {
        let start = usize::try_from(offset).ok();
        let rest = start.and_then(|start| self.0.get(start..)).unwrap_or(&[]);
        let mut names = rest.split(|&byte| byte == 0);
        let name = names.next().filter(|name| name.len() < rest.len());
        name.ok_or(Stray::Name { offset })
    }
}

/// The two halves of a word.
pub(super) fn halves(word: u32) -> [u16; 2] {
    let [a, b, c, d] = word.to_le_bytes();
    [u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d])]
}
