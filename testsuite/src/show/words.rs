//! Instruction words and descriptors as text.

use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::isa::descriptor::Component;
use pica200_objfmt::isa::instruction::{Instruction, Operation};
use pica200_objfmt::isa::text;

/// Returns all words of a binary: offset, bits, instruction, and in braces the index of its descriptor.
pub fn words(shbin: &Shbin) -> String {
    let program = &shbin.program;
    let line = |(n, &bits): (usize, &u32)| {
        let number = match Instruction::decode(bits).operation {
            Operation::Arithmetic { descriptor, .. } => format!(" {{{descriptor}}}"),
            _ => String::new(),
        };
        let text = text::instruction(bits, |number| program.descriptor(number));
        format!("{n:4}  {bits:08X}  {text}{number}\n")
    };
    program.code.iter().enumerate().map(line).collect()
}

/// Returns all descriptors of a binary: index, bits, destination mask, sign and selectors of each source.
pub fn descriptors(shbin: &Shbin) -> String {
    let entries = &shbin.program.descriptors;
    let line = |(n, entry): (usize, &pica200_objfmt::isa::descriptor::DescriptorEntry)| {
        let descriptor = entry.descriptor;
        let mask: String = Component::ALL
            .iter()
            .map(|&c| if descriptor.mask().contains(c) { c.letter() } else { '_' })
            .collect();
        let sources = [0, 1, 2].map(|source| {
            let select = descriptor.source(source);
            format!("{}{}", if select.negate { '-' } else { '+' }, select.swizzle)
        });
        let flags = match entry.flags {
            0 => String::new(),
            flags => format!(", flags {flags:X}"),
        };
        format!(
            "{n:4}  {:08X}  {mask} {}{flags}\n",
            descriptor.to_bits(),
            sources.join(" ")
        )
    };
    entries.iter().enumerate().map(line).collect()
}
