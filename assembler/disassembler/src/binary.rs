//! Disassembler for shader binaries.

use std::borrow::Cow;

use pica200_asm::lint::Lints;
use pica200_asm::{AssemblyOptions, assemble};
use pica200_objfmt::flow::BitSet;
use pica200_objfmt::flow::WordSpan;
use pica200_objfmt::formats::object::DEFAULT_ENTRY;
use pica200_objfmt::formats::shbin::{Program, Shader, Shbin};
use pica200_objfmt::isa::descriptor::Descriptor;
use pica200_objfmt::isa::instruction::{Instruction, Operation};
use pica200_objfmt::isa::limits;
use rustc_hash::{FxHashMap, FxHashSet};

use super::claims::reached;
use super::declarations::{self, Declarable, Declarations};
use super::labels::{self, Labels, called, entry_span};
use super::sources::{self, Part};
use super::stated::{self, DescriptorIndex};
use super::structure::{Blocks, EmptyProcedures, Procedures, Structure};
use super::unsized_labels::with_sizes;
use super::values::registers;
use super::writer::Writer;
use super::{Code, DisassembledSource, Disassembly, DisassemblyError, MAX_SHADERS, NO_PADDING, Record};

/// Disassembles a shader binary.
///
/// Linked in order, the sources produce an equivalent file: the same instructions with the descriptor bits that they
/// use, and the same tables as far as consoles read them. Differences are listed as unstated.
///
/// # Errors
///
/// Returns an error if the file has more code or more shaders than a program can have.
pub fn disassemble(shbin: &Shbin) -> Result<Disassembly, DisassemblyError> {
    let shbin = with_sizes(shbin);
    let has_whole_tables = matches!(shbin, Cow::Borrowed(_));
    let shbin = &*shbin;
    let program = &shbin.program;
    let words = program.code.len();
    let length = u32::try_from(words)
        .ok()
        .filter(|_| words <= limits::CODE_WORDS)
        .ok_or(DisassemblyError::TooMuchCode { words })?;
    let shaders = shbin.shaders.len();
    if shaders > MAX_SHADERS {
        return Err(DisassemblyError::TooManyShaders { shaders });
    }
    let code: Vec<_> = program.code.iter().map(|&word| Instruction::decode(word)).collect();

    // Label tables are the best source of procedures, but an entry point can lie within a procedure.
    let reached = reached(shbin);
    let best = write(shbin, &code, length, &reached, Preference::Names, has_whole_tables);
    if best.unstated.is_empty() {
        return Ok(best);
    }
    let other = write(shbin, &code, length, &reached, Preference::Entries, has_whole_tables);
    let is_better = other.unstated.len() < best.unstated.len();
    Ok(if is_better { other } else { best })
}

/// Which procedures take precedence if they overlap.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Preference {
    /// The procedures that label tables name.
    Names,
    /// The procedures at which shaders start.
    Entries,
}

/// Writes the sources of a shader binary with `length` words.
fn write(
    shbin: &Shbin,
    instructions: &[Instruction],
    length: u32,
    reached: &[BitSet],
    preference: Preference,
    has_whole_tables: bool,
) -> Disassembly {
    let empty = EmptyProcedures::find(shbin);
    let wanted = wanted_procedures(shbin, instructions, preference);
    let procedures = Procedures::find(length, wanted, &empty);
    let structure = Structure {
        shbin,
        code: instructions,
        reached,
        blocks: Blocks::find(instructions, &procedures, |_| true),
        empty,
        procedures,
        has_whole_tables,
    };
    let parts = sources::divide(&structure);
    let labels = labels::labels(&structure, &parts);
    let program = &shbin.program;
    let descriptors = instructions.iter().map(|word| descriptor(program, word));
    let code = Code {
        descriptors: descriptors.collect(),
        instructions: instructions.to_owned(),
        names: labels::name_procedures(&structure, &parts),
        files: program.files.clone(),
        lines: program.lines.clone(),
        has_lines: true,
        records: records(program, instructions),
        shared: shared(&parts, reached),
        procedures: structure.procedures,
        blocks: structure.blocks,
    };
    let private = have_conflicting_uniforms(&shbin.shaders);
    let known = shared_declarations(&shbin.shaders);
    let mut disassembly = Disassembly {
        sources: Vec::new(),
        unstated: Vec::new(),
    };
    for (number, (part, labels)) in parts.iter().zip(&labels).enumerate() {
        let shader = part.shader.and_then(|shader| shbin.shaders.get(shader));
        let mut declarations = match shader {
            Some(shader) => head(shader, &known, part, &code, labels, private),
            None => library(&known, part, &code),
        };
        let is_first = number == 0;
        let directives = stated::directives(shader, is_first.then_some(program));
        declarations.lines.splice(0..0, directives);
        declarations.unstated.extend(missing_descriptors(program, &code, part));
        declarations.unstated.extend(repeated_descriptors(program, &code, part));
        let is_geometry = shader.is_some_and(Shader::is_geometry);
        let written = |declarations| {
            let mut writer = Writer::new(&code, part.clone(), labels, is_geometry);
            writer.file_names(is_first);
            writer.write(declarations)
        };
        let (mut text, mut unstated) = written(declarations.clone());
        if would_be_padded(&text, part) {
            declarations.lines.insert(0, NO_PADDING.to_owned());
            (text, unstated) = written(declarations);
        }
        disassembly.sources.push(DisassembledSource {
            shader: part.shader,
            is_geometry,
            text,
        });
        disassembly.unstated.extend(unstated);
    }
    disassembly
}

/// Returns true if the assembler would add padding NOPs to the words of a source.
fn would_be_padded(text: &str, part: &Part) -> bool {
    let options = AssemblyOptions {
        lints: Lints::NONE,
        ..AssemblyOptions::default()
    };
    let object = assemble("source", text.as_bytes(), &options).object;
    object.is_some_and(|object| {
        // The linker pads empty procedures at the start of an object, unless no code precedes them.
        let pads_head = part.words.start > 0 && object.head_procedures().next().is_some();
        pads_head || object.code.len() != part.words.len()
    })
}

/// Returns the words that are reached by shaders other than the shader whose source contains them.
fn shared(parts: &[Part], reached: &[BitSet]) -> BitSet {
    let mut shared = BitSet::default();
    for part in parts {
        for (_, words) in reached.iter().enumerate().filter(|(n, _)| part.shader != Some(*n)) {
            let own = part.words.start as usize..part.words.end as usize;
            own.filter(|&word| words.contains(word)).for_each(|word| {
                shared.insert(word);
            });
        }
    }
    shared
}

/// Returns the records of words whose descriptors only `.word` can express, if the sources state descriptors.
fn records(program: &Program, instructions: &[Instruction]) -> FxHashMap<u32, Record> {
    if !stated::states_descriptors(program) {
        return FxHashMap::default();
    }
    (0..)
        .zip(instructions)
        .filter(|(_, instruction)| stated::descriptor_index(program, instruction) == DescriptorIndex::WordOnly)
        .map(|(word, _)| {
            let is_raw = true;
            let record = Record {
                is_raw,
                ..Record::default()
            };
            (word, record)
        })
        .collect()
}

/// Returns the note about the words of a source whose descriptors repeat others in a stated table.
fn repeated_descriptors(program: &Program, code: &Code, part: &Part) -> Option<String> {
    if !stated::states_descriptors(program) {
        return None;
    }
    let repeats = |word: &u32| {
        let instruction = code.instructions.get(*word as usize);
        instruction.is_some_and(|one| stated::descriptor_index(program, one) == DescriptorIndex::Unavailable)
    };
    let mut words = part.words.clone().filter(repeats);
    let first = words.next()?;
    let more = words.count();
    Some(format!(
        "the operand descriptors of word {first:03X} and {more} more words repeat earlier ones, which the linker uses"
    ))
}

/// Returns the note about the words of a source whose descriptors are missing in the table.
fn missing_descriptors(program: &Program, code: &Code, part: &Part) -> Option<String> {
    let lacks = |word: &u32| {
        let instruction = code.instructions.get(*word as usize);
        match instruction.map(|instruction| instruction.operation) {
            Some(Operation::Arithmetic { descriptor, .. }) => program.descriptor(descriptor).is_none(),
            _ => false,
        }
    };
    let mut words = part.words.clone().filter(lacks);
    let first = words.next()?;
    let more = words.count();
    Some(format!(
        "the operand descriptors of word {first:03X} and {more} more words are not in the table"
    ))
}

/// Returns the descriptor of an instruction; all zero if it has none or the table lacks it.
fn descriptor(program: &Program, instruction: &Instruction) -> Descriptor {
    let Operation::Arithmetic { descriptor, .. } = instruction.operation else {
        return Descriptor::default();
    };
    program.descriptor(descriptor).unwrap_or_default()
}

/// Returns the uniforms and inputs that have the same names and registers in all shaders.
fn shared_declarations(shaders: &[Shader]) -> Vec<Declarable> {
    let entries = shaders.iter().flat_map(|shader| &shader.uniforms);
    let all: Vec<_> = entries
        .filter_map(|entry| declarations::declarable(entry).ok())
        .collect();
    let mut by_name = FxHashMap::default();
    let mut by_register = FxHashMap::default();
    let mut contested = FxHashSet::default();
    for uniform in &all {
        let name = uniform.name.as_str();
        if by_name.entry(name).or_insert(uniform) != &uniform {
            contested.insert(name.to_owned());
        }
        for register in uniform.registers() {
            let holder: &&str = by_register.entry(register).or_insert(name);
            if *holder != name {
                contested.extend([(*holder).to_owned(), name.to_owned()]);
            }
        }
    }
    let mut seen = FxHashSet::default();
    let mut known = all;
    known.retain(|uniform| !contested.contains(&uniform.name) && seen.insert(uniform.name.clone()));
    known
}

/// Returns the head of a library: names of the registers that its code uses. Aliases do not appear in any table.
fn library(known: &[Declarable], part: &Part, code: &Code) -> Declarations {
    let mut used = FxHashSet::default();
    let words = part.words.start as usize..part.words.end as usize;
    for instruction in code.instructions.get(words).unwrap_or_default() {
        used.extend(registers(instruction));
    }
    let mut head = Declarations {
        lines: vec![".nodvle".to_owned()],
        ..Declarations::default()
    };
    for uniform in known {
        if uniform.registers().any(|register| used.contains(&register)) {
            let Declarable { name, first, len } = uniform;
            head.lines.push(format!(".alias {name} {first}"));
            head.names.name(name, *first, *len);
            head.shared_names.name(name, *first, *len);
        }
    }
    head
}

/// Returns the head of a shader's source.
fn head(
    shader: &Shader,
    known: &[Declarable],
    part: &Part,
    code: &Code,
    labels: &Labels,
    private: bool,
) -> Declarations {
    let mut head = declarations::declare(shader);
    for uniform in shader
        .uniforms
        .iter()
        .filter_map(|entry| declarations::declarable(entry).ok())
    {
        if known.contains(&uniform) {
            head.shared_names.name(&uniform.name, uniform.first, uniform.len);
        }
    }
    let is_bare = head.lines.is_empty() && part.words.is_empty();
    if private {
        head.lines.insert(0, ".private".to_owned());
    }
    if shader.kind > 1 {
        let kind = shader.kind;
        head.unstated.push(format!(
            "a shader of kind {kind}: sources make those of kind 0 (vertex) and 1 (geometry)"
        ));
    }
    match entry(shader, part, code, labels) {
        Some(entry) if entry != DEFAULT_ENTRY || is_bare => {
            head.lines.push(format!(".entry {entry}"));
        }
        Some(_) => {}
        None => head.unstated.push(format!(
            "entry at word {}, end at {}: the words are not in the source",
            shader.entry, shader.end
        )),
    }
    head
}

/// Returns the operands of `.entry`: [`DEFAULT_ENTRY`] if the directive can be omitted, provided that something else
/// makes the source a shader.
fn entry(shader: &Shader, part: &Part, code: &Code, labels: &Labels) -> Option<String> {
    let span = entry_span(shader)?;
    let Some(number) = code.procedures.exactly(span) else {
        let label = labels.at(span.start).filter(|_| part.has(span))?;
        return Some(format!("{label}, {}", span.size));
    };
    code.names.get(number).cloned()
}

/// Returns the procedures that the file mentions: first those with names and entry points, then called ones.
fn wanted_procedures(shbin: &Shbin, code: &[Instruction], preference: Preference) -> Vec<WordSpan> {
    let entries = shbin.shaders.iter().filter_map(entry_span);
    let labels = shbin.shaders.iter().flat_map(|shader| &shader.labels);
    let named = labels.filter_map(|label| {
        Some(WordSpan {
            start: label.word,
            size: label.size?,
        })
    });
    let calls = code.iter().filter_map(called);
    match preference {
        Preference::Names => named.chain(entries).chain(calls).collect(),
        Preference::Entries => entries.chain(named).chain(calls).collect(),
    }
}

/// Returns true if shaders that share their uniforms when linked have different uniforms of the same name.
fn have_conflicting_uniforms(shaders: &[Shader]) -> bool {
    let mut known = FxHashMap::default();
    shaders
        .iter()
        .filter(|shader| !declarations::has_own_uniforms(shader))
        .flat_map(|shader| &shader.uniforms)
        .filter_map(|entry| declarations::declarable(entry).ok())
        .any(|uniform| {
            let place = (uniform.first, uniform.len);
            *known.entry(uniform.name).or_insert(place) != place
        })
}

#[cfg(test)]
mod tests {
    use pica200_objfmt::isa::opcode::Opcode;

    use super::*;

    #[test]
    fn kinds_that_no_source_makes_are_unstated() {
        let mut shbin = Shbin {
            shaders: vec![Shader {
                end: 1,
                ..Shader::default()
            }],
            ..Shbin::default()
        };
        shbin.program.code = vec![Opcode::End.base_word(); 2];
        let unstated = [0, 1, 2].map(|kind| {
            shbin.shaders[0].kind = kind;
            disassemble(&shbin).map(|disassembly| disassembly.unstated)
        });
        let kind = "a shader of kind 2: sources make those of kind 0 (vertex) and 1 (geometry)";
        let expected = [vec![], vec![], vec![kind.to_owned()]];
        assert_eq!(unstated, expected.map(Ok));
    }

    /// The length of the text must not be quadratic in the length of the code.
    #[test]
    fn deep_blocks_are_not_indented_without_end() {
        let words: u16 = 4095;
        let fields = Opcode::Ifu.fields().target;
        let open = fields.map_or(0, |[_, place]| place.set(Opcode::Ifu.base_word(), words.into()));
        let mut code = vec![open; words.into()];
        code.push(Opcode::End.base_word());
        let shader = Shader {
            end: u32::from(words) + 1,
            ..Shader::default()
        };
        let shbin = Shbin {
            program: Program {
                code,
                ..Program::default()
            },
            shaders: vec![shader],
        };
        let disassembly = disassemble(&shbin).expect("a small program");
        let text = &disassembly.sources.first().expect("a source").text;
        assert!(text.contains("ifu b0"), "{text}");
        assert!(text.len() < 120 * usize::from(words), "{}", text.len());
    }
}
