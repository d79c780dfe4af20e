//! Fields of shader binaries that a link sets to fixed values, and that other tools set differently: versions, second
//! words of descriptors, reserved halfwords. A disassembly states them, and linking it yields identical bytes.

use std::error::Error;

use pica200_asm::{AssemblyOptions, assemble};
use pica200_cli::relink::{Reassembled, Relinked, reassemble, relink};
use pica200_disasm::{disassemble, disassemble_object};
use pica200_link::{Compat, LinkOptions};
use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::isa::descriptor::Descriptor;
use pica200_testsuite::programs::{Program, examples, golden};
use pica200_testsuite::random::Random;
use pica200_testsuite::run::run;

/// A change of one kind of field, to a random number.
type Change = fn(&mut Shbin, &mut Random);

/// The changes, each with the directive that states it.
const CHANGES: [(&str, Change); 6] = [
    (".version", |shbin, random| {
        for shader in &mut shbin.shaders {
            shader.version = 0x1003 ^ u16::from(random.byte()) << 4;
        }
    }),
    (".version", |shbin, random| {
        shbin.program.version = 0x0900 | u16::from(random.count(255));
    }),
    (".version", |shbin, random| {
        shbin.program.reserved = u16::from(random.count(255)) << 8;
    }),
    (".descriptor", |shbin, random| {
        for entry in &mut shbin.program.descriptors {
            entry.flags = [0xF, 7, 3, 0, u32::MAX][random.below(5)];
        }
        // At least one is not 0.
        if let Some(entry) = shbin.program.descriptors.first_mut() {
            entry.flags = 0xF;
        }
    }),
    (".descriptor", |shbin, random| {
        let count = shbin.program.descriptors.len();
        let entry = &mut shbin.program.descriptors[random.below(count)];
        entry.descriptor = Descriptor::from_bits(entry.descriptor.to_bits() | 1 << 31);
    }),
    (".out", |shbin, random| {
        for output in shbin.shaders.iter_mut().flat_map(|shader| &mut shader.outputs) {
            output.reserved = u16::from(random.count(255)) << 4;
        }
    }),
];

/// Returns a file, its disassembly, and true if linking it yields identical bytes.
fn round_trip(shbin: &Shbin) -> Result<(String, bool), Box<dyn Error>> {
    let bytes = shbin.write()?;
    let disassembly = disassemble(shbin)?;
    let texts: Vec<_> = disassembly.sources.iter().map(|s| s.text.as_str()).collect();
    let relinked = relink(&bytes, shbin, &disassembly);
    let is_same = matches!(relinked, Relinked::SameBytes(_));
    Ok((texts.join("; ----\n"), is_same))
}

/// Returns the binaries of programs that round-trip to identical bytes.
fn binaries() -> Result<Vec<(String, Shbin)>, Box<dyn Error>> {
    let programs = golden()?.into_iter().chain(examples()?);
    let mut binaries = Vec::new();
    for Program {
        name,
        sources,
        assembling,
        ..
    } in programs
    {
        for compat in [Compat::Picasso, Compat::None] {
            let outcome = run(&sources, &assembling, Some(&LinkOptions::with_compat(compat)));
            let Some(bytes) = outcome.shbin else { continue };
            let shbin = Shbin::read(&bytes)?;
            let has_all =
                !shbin.program.descriptors.is_empty() && shbin.shaders.iter().any(|shader| !shader.outputs.is_empty());
            if has_all && round_trip(&shbin)?.1 {
                binaries.push((format!("{name} {compat:?}"), shbin));
            }
        }
    }
    assert!(binaries.len() >= 300, "{}", binaries.len());
    Ok(binaries)
}

#[test]
fn each_field_comes_back() -> Result<(), Box<dyn Error>> {
    let binaries = binaries()?;
    for (seed, (name, shbin)) in (0..).zip(&binaries) {
        for (number, (directive, change)) in CHANGES.iter().enumerate() {
            let mut changed = shbin.clone();
            change(&mut changed, &mut Random(seed));
            assert_ne!(&changed, shbin, "{name}, change {number}");
            let (text, is_same) = round_trip(&changed)?;
            assert!(is_same, "{name}, change {number}\n{text}");
            assert!(text.contains(directive), "{name}, change {number}\n{text}");
        }
    }
    Ok(())
}

#[test]
fn random_fields_come_back_together() -> Result<(), Box<dyn Error>> {
    let binaries = binaries()?;
    for (seed, (name, shbin)) in (0..).zip(&binaries) {
        let mut random = Random(seed);
        let mut changed = shbin.clone();
        for (_, change) in CHANGES {
            if random.below(3) > 0 {
                change(&mut changed, &mut random);
            }
        }
        let (text, is_same) = round_trip(&changed)?;
        assert!(is_same, "{name}\n{text}");
    }
    Ok(())
}

#[test]
fn usual_values_need_no_directives() -> Result<(), Box<dyn Error>> {
    for (name, shbin) in binaries()? {
        let (text, _) = round_trip(&shbin)?;
        let has = |directive| text.lines().any(|line| line.starts_with(directive));
        assert!(!has(".version") && !has(".descriptor"), "{name}\n{text}");
    }
    Ok(())
}

/// A library before a shader puts the version of the program before the version of the shader.
#[test]
fn objects_state_fields_in_any_order() {
    let source = "\
.version 0x1003, 3, 7
.descriptor 0, 0x0000036F, 0xF
.out o position
.proc main
	mov o, v0
	end
.end
";
    let assembly = assemble("a.pica", source.as_bytes(), &AssemblyOptions::default());
    let mut object = assembly.object.expect("the source has no errors");
    assert_eq!(object.stated.len(), 4);
    for _ in 0..4 {
        object.stated.rotate_left(1);
        let disassembly = disassemble_object(&object);
        let text = &disassembly.sources[0].text;
        assert!(text.contains(".version 0x1003, 0x0003, 0x0007\n"), "{text}");
        assert_eq!(text.matches(".version").count(), 1, "{text}");
        assert_eq!(reassemble(&object, &disassembly), Reassembled::Same, "{text}");
    }
    object.stated.reverse();
    let disassembly = disassemble_object(&object);
    assert_eq!(reassemble(&object, &disassembly), Reassembled::Same);
}
