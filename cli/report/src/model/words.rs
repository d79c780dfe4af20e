//! Words of the code, and operand descriptors.

use pica200::text::location::location;
use pica200::text::page::shown;

use crate::contents::Contents;
use crate::listing::Listing;

/// A word of the code.
#[derive(Clone, Debug)]
pub struct Word {
    /// Its address in words.
    pub word: u32,
    /// Its bits.
    pub bits: u32,
    /// The labels of its address.
    pub labels: Vec<String>,
    /// The indices of the shaders that start here.
    pub starts: Vec<usize>,
    /// The instruction.
    pub text: String,
    /// Short remarks.
    pub remarks: Vec<String>,
    /// The target of the control transfer.
    pub target: Option<u32>,
    /// The index of its descriptor.
    pub descriptor: Option<usize>,
    /// Its file and line, as text.
    pub place: Option<String>,
    /// Its line in [`super::Part::sources`]: indices of the source and row.
    pub source: Option<(usize, usize)>,
    /// Its execution count.
    pub count: Option<u64>,
    /// The number of live temporaries after it.
    pub held: Option<usize>,
    /// The indices of its warnings.
    pub warnings: Vec<usize>,
}

/// An operand descriptor.
#[derive(Clone, Debug)]
pub struct Descriptor {
    /// Its bits.
    pub bits: u32,
    /// The write mask: `xyz`.
    pub mask: String,
    /// The source operands: `-xyzw`.
    pub sources: [String; 3],
    /// The words that use it.
    pub users: Vec<u32>,
}

/// Returns the words of a program.
pub(super) fn words(contents: &Contents<'_>) -> Vec<Word> {
    let listing = Listing::new(contents);
    let words = listing.words().map(|word| Word {
        word: word.word,
        bits: word.bits,
        labels: word.labels.iter().map(|label| shown(&label.name)).collect(),
        starts: word.starts.to_vec(),
        text: word.decoded.text(),
        remarks: word.remarks,
        target: word.decoded.target,
        descriptor: word.descriptor,
        place: word
            .line
            .filter(|line| line.line > 0)
            .map(|line| location(&contents.program, line)),
        source: None,
        count: None,
        held: None,
        warnings: Vec::new(),
    });
    words.collect()
}

/// Returns the descriptors of a program, with the words that use them.
pub(super) fn descriptors(contents: &Contents<'_>) -> Vec<Descriptor> {
    let entries = contents.program.descriptors.iter();
    let mut all: Vec<_> = entries
        .map(|entry| {
            let descriptor = entry.descriptor;
            let source = |number| {
                let source = descriptor.source(number);
                format!("{}{}", if source.negate { "-" } else { "" }, source.swizzle)
            };
            Descriptor {
                bits: descriptor.to_bits(),
                mask: descriptor.mask().to_string(),
                sources: [source(0), source(1), source(2)],
                users: Vec::new(),
            }
        })
        .collect();
    for (word, number) in (0u32..).zip(contents.descriptor_numbers()) {
        if let Some(descriptor) = number.and_then(|number| all.get_mut(number)) {
            descriptor.users.push(word);
        }
    }
    all
}
