//! A shader binary as read by the console's loader: aligned words, offsets divided by four, no validation. It finds the
//! same data as the console.

/// A shader binary in memory.
#[derive(Clone, Copy, Debug)]
pub struct Binary<'b> {
    bytes: &'b [u8],
}

/// A shader in a binary.
#[derive(Clone, Copy, Debug)]
pub struct Shader<'b> {
    binary: Binary<'b>,
    /// Word at which it starts.
    start: usize,
}

impl<'b> Binary<'b> {
    /// Wraps the bytes of a file.
    ///
    /// # Panics
    ///
    /// Panics if they are not aligned to 4, or lack the magic number: the console would crash.
    pub fn new(bytes: &'b [u8]) -> Self {
        assert_eq!(bytes.as_ptr().align_offset(4), 0);
        let binary = Self { bytes };
        assert_eq!(binary.word(0), u32::from_le_bytes(*b"DVLB"));
        binary
    }

    /// Returns the number of shaders.
    pub fn len(self) -> usize {
        self.number(1)
    }

    /// Returns true if there are no shaders.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns a shader by index.
    pub fn shader(self, index: usize) -> Shader<'b> {
        Shader {
            binary: self,
            start: self.number(2 + index) / 4,
        }
    }

    /// Returns the number of code words of all shaders.
    pub fn code_len(self) -> usize {
        self.number(2 + self.len() + 3)
    }

    fn word(self, index: usize) -> u32 {
        let bytes = &self.bytes[index * 4..];
        u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
    }

    /// Returns a word that is an offset or a count.
    fn number(self, index: usize) -> usize {
        self.word(index) as usize
    }
}

impl<'b> Shader<'b> {
    /// Returns true for a geometry shader.
    pub fn is_geometry(self) -> bool {
        let [_, _, kind, _] = self.binary.word(self.start + 1).to_le_bytes();
        kind == 1
    }

    /// Returns the location by which programs set a uniform; -1 if there is none with the name.
    pub fn uniform_location(self, name: &str) -> i8 {
        let location = |(found, first): (&[u8], u16)| {
            let number = first.to_le_bytes()[0].cast_signed();
            (found == name.as_bytes()).then(|| number.wrapping_sub(0x10))
        };
        self.uniforms().find_map(location).unwrap_or(-1)
    }

    /// Returns the names of uniforms and inputs, and their first registers.
    pub fn uniforms(self) -> impl Iterator<Item = (&'b [u8], u16)> {
        let binary = self.binary;
        let entry = |number: usize| self.start + binary.number(self.start + number) / 4;
        let table = entry(12);
        let names = entry(14) * 4;
        (0..binary.number(self.start + 13)).map(move |index| {
            let word = table + 2 * index;
            let name = &binary.bytes[names + binary.number(word)..];
            let len = name.iter().take_while(|byte| **byte != 0).count();
            let [low, high, ..] = binary.word(word + 1).to_le_bytes();
            (&name[..len], u16::from_le_bytes([low, high]))
        })
    }
}
