//! Disassembly and reassembly.

use pica200_asm::{AssemblyOptions, assemble};
use pica200_cli::relink::{Relinked, relink};
use pica200_disasm::disassemble;
use pica200_objfmt::isa::descriptor::{Descriptor, DescriptorEntry};

use pica200_objfmt::formats::shbin::{Program, Shader, Shbin};
use pica200_objfmt::isa::limits;

/// Disassembles a shader binary, and links the result. Other bytes are used as the words of a program that starts at
/// its first word and, repeated, as its operand descriptors.
///
/// # Panics
///
/// Panics if a source of the disassembly has errors, or if all of them, without omissions, link to a program with
/// another meaning.
pub fn disassemble_assemble(bytes: &[u8]) {
    let (file, shbin) = match Shbin::read(bytes) {
        Ok(shbin) => (bytes.to_vec(), shbin),
        Err(_) => {
            let shbin = program_of(bytes);
            (shbin.write().expect("a program can be written"), shbin)
        }
    };
    let Ok(disassembly) = disassemble(&shbin) else {
        return;
    };
    for source in &disassembly.sources {
        let assembly = assemble("source", source.text.as_bytes(), &AssemblyOptions::default());
        let diagnostics = assembly.diagnostics;
        assert!(assembly.object.is_some(), "{diagnostics:#?}\n{}", source.text);
    }
    // The linker may reject faults of the program, such as a vertex shader that emits.
    let excused = !disassembly.unstated.is_empty();
    if let Relinked::Different(_, differences) = relink(&file, &shbin, &disassembly) {
        assert!(excused, "{differences:#?}\n{disassembly:#?}");
    }
}

fn program_of(bytes: &[u8]) -> Shbin {
    let words = bytes.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word));
    let code: Vec<_> = words.take(limits::CODE_WORDS).collect();
    let words = code.iter().cycle().take(limits::DESCRIPTORS);
    let descriptors = words.map(|&word| DescriptorEntry {
        descriptor: Descriptor::from_bits(word),
        flags: 0,
    });
    let shader = Shader {
        end: u32::try_from(code.len()).unwrap_or(0),
        ..Shader::default()
    };
    Shbin {
        program: Program {
            descriptors: descriptors.collect(),
            code,
            ..Program::default()
        },
        shaders: vec![shader],
    }
}
