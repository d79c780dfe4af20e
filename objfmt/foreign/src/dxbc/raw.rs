//! Hex dump of a container, with the meaning of every byte.

use std::collections::HashSet;

use pica200_dxbc::container::{Chunk, Gap};
use pica200_dxbc::layout;
use pica200_dxbc::level9::Level9;
use pica200_dxbc::program::Program;
use pica200_dxbc::resources::{Resources, Type};
use pica200_dxbc::signature::Signature;
use pica200_dxbc::text::{Compiler, Disassembly};
use pica200_objfmt::formats::layout::Record;

use super::parsed::ParsedContainer;
use pica200::text::page::Page;
use pica200_report::view::claims::{self, Claims};

/// Size of a dword in bytes.
const DWORD: usize = 4;

/// Dumps all bytes of a container.
pub(crate) fn raw(page: &mut Page, parsed: &ParsedContainer<'_>, file: &[u8]) {
    let mut claims = Claims::default();
    claims.title("Container header".to_owned());
    let header = record("container header");
    claims.record(0, header);
    for (number, entry) in parsed.container.entries().iter().enumerate() {
        let text = format!("offset of chunk {number}: {:#x}", entry.offset);
        claims.text(header.size + number * DWORD, DWORD, text);
    }
    for chunk in parsed.container.chunks() {
        claims.title(format!("Chunk {}", chunk.id));
        let header = record("chunk header");
        claims.record(chunk.offset.saturating_sub(header.size), header);
    }
    for &Gap { offset, bytes } in parsed.container.gaps() {
        claims.text(offset, bytes.len(), "between chunks");
    }
    let shader = &parsed.shader;
    if let Some(resources) = &shader.resources {
        claim_resources(&mut claims, file, resources);
    }
    for signature in &shader.signatures {
        claim_signature(&mut claims, file, signature);
    }
    if let Some(statistics) = &shader.statistics {
        for (number, (field, value)) in statistics.iter().enumerate() {
            let text = format!("{field}: {value}");
            claims.text(statistics.offset + number * DWORD, DWORD, text);
        }
    }
    let chunk = |id: [u8; 4]| parsed.container.chunks().find(|chunk| chunk.id.0 == id);
    if let (Some(chunk), Some(_)) = (chunk(*b"SFI0"), shader.features) {
        claims.record(chunk.offset, record("features"));
    }
    if let (Some(chunk), Some(interfaces)) = (chunk(*b"IFCE"), &shader.interfaces) {
        claims.record(chunk.offset, record("interfaces header"));
        let slots = interfaces.slots.iter();
        let slots = slots.map(|slot| (slot.offset, record("slot record")));
        let types = interfaces.types.iter();
        let types = types.map(|class| (class.offset, record("class type")));
        let instances = interfaces.instances.iter();
        let instances = instances.map(|one| (one.offset, record("class instance")));
        for (offset, record) in slots.chain(types).chain(instances) {
            claim_named(&mut claims, file, chunk.offset, offset, record);
        }
    }
    if let Some(level9) = &shader.level9 {
        claim_level9(&mut claims, file, level9);
    }
    if let Some((chunk, program)) = &shader.program {
        let compiler = Compiler::detect(shader);
        claim_program(&mut claims, chunk, program, compiler);
    }
    claims.show(page, file);
}

/// Returns the record with a name.
fn record(name: &str) -> &'static Record {
    claims::record(layout::RECORDS, name)
}

/// Claims a record, and the name that its field `name` points to, in a chunk whose data begins at `start`.
fn claim_named(claims: &mut Claims, file: &[u8], start: usize, offset: usize, record: &'static Record) {
    claims.record(offset, record);
    let field = |name| record.field(name);
    let bytes = file.get(offset..).unwrap_or_default();
    for field in ["name", "creator"].into_iter().filter_map(field) {
        let at = usize::try_from(field.number(bytes)).unwrap_or(usize::MAX);
        if at > 0 {
            claims.name(file, start.saturating_add(at));
        }
    }
}

fn claim_resources(claims: &mut Claims, file: &[u8], resources: &Resources<'_>) {
    let start = resources.offset;
    claim_named(claims, file, start, start, record("resources header"));
    if resources.model.has_details() {
        let strides = record("resources strides");
        claims.record(start + record("resources header").size, strides);
    }
    for binding in &resources.bindings {
        let own = record("binding");
        claim_named(claims, file, start, binding.offset, own);
        if binding.space.is_some() {
            claims.record(binding.offset + own.size, record("binding space"));
        }
    }
    let mut types = HashSet::new();
    for buffer in &resources.buffers {
        claim_named(claims, file, start, buffer.offset, record("buffer"));
        for variable in &buffer.variables {
            let own = record("variable");
            claim_named(claims, file, start, variable.offset, own);
            if variable.slots.is_some() {
                claims.record(variable.offset + own.size, record("variable slots"));
            }
            let bytes = file.get(variable.offset..).unwrap_or_default();
            let default = own.field("default");
            let at = default.map_or(0, |field| field.number(bytes));
            if let (Some(value), Ok(at)) = (variable.default, usize::try_from(at)) {
                claims.text(start.saturating_add(at), value.len(), "default value");
            }
            claim_type(claims, file, start, &variable.base, &mut types);
        }
    }
}

/// Claims a type and the types of its members. `known` has the offsets of claimed types: types may be shared.
fn claim_type(claims: &mut Claims, file: &[u8], start: usize, base: &Type<'_>, known: &mut HashSet<usize>) {
    if !known.insert(base.offset) {
        return;
    }
    let own = record("type");
    claims.record(base.offset, own);
    if base.detail.is_some() {
        let detail = record("type detail");
        claim_named(claims, file, start, base.offset + own.size, detail);
    }
    for member in &base.members {
        claim_named(claims, file, start, member.offset, record("member"));
        claim_type(claims, file, start, &member.base, known);
    }
}

fn claim_signature(claims: &mut Claims, file: &[u8], signature: &Signature<'_>) {
    claims.record(signature.offset, record("signature header"));
    let own = record("element");
    let stride = signature.stride();
    // An element of 28 or 32 bytes begins with its stream.
    let before = if stride > own.size { DWORD } else { 0 };
    for element in &signature.elements {
        claims.text(element.offset, before, format!("stream: {}", element.stream));
        let at = element.offset + before;
        claim_named(claims, file, signature.offset, at, own);
        let rest = stride.saturating_sub(before + own.size);
        let text = format!("minimum precision: {}", element.min_precision);
        claims.text(at + own.size, rest, text);
    }
}

fn claim_level9(claims: &mut Claims, file: &[u8], level9: &Level9) {
    let header = record("level 9 header");
    claims.record(level9.offset, header);
    let bytes = file.get(level9.offset..).unwrap_or_default();
    let part = |name| {
        let number = header.field(name).map_or(0, |field| field.number(bytes));
        usize::try_from(number).unwrap_or(usize::MAX)
    };
    for (field, entry) in [
        ("constants", "level 9 constant"),
        ("samplers", "level 9 sampler"),
        ("runtime constants", "level 9 runtime constant"),
    ] {
        // The number of entries, followed by the offset of the first.
        let (count, at) = (part(field) & 0xFFFF, part(field) >> 16);
        for number in 0..count {
            let entry = record(entry);
            claims.record(level9.offset + at + number * entry.size, entry);
        }
    }
    let code = level9.offset.saturating_add(part("code"));
    for number in 0..level9.tokens.len() {
        let text = if number == 0 { "code" } else { "" };
        claims.text(code.saturating_add(number * DWORD), DWORD, text);
    }
}

fn claim_program(claims: &mut Claims, chunk: &Chunk<'_>, program: &Program, compiler: Compiler) {
    claims.text(chunk.offset, DWORD, format!("version: {}", program.version));
    claims.text(chunk.offset + DWORD, DWORD, "length in dwords");
    let mut texts = Disassembly::new(program, compiler).lines().peekable();
    let mut next = program.instructions.iter().skip(1);
    for instruction in &program.instructions {
        let line = texts.next_if(|line| std::ptr::eq(line.instruction, instruction));
        let text = line.map_or_else(
            || "data without a text".to_owned(),
            |line| line.to_string().lines().next().unwrap_or_default().trim().to_owned(),
        );
        let start = usize::try_from(instruction.at).unwrap_or(usize::MAX);
        let behind = chunk.data.len().saturating_sub(program.trailing.len());
        let end = next
            .next()
            .map_or(behind / DWORD, |next| usize::try_from(next.at).unwrap_or(usize::MAX));
        let size = end.saturating_sub(start).saturating_mul(DWORD);
        let at = chunk.offset.saturating_add(start.saturating_mul(DWORD));
        claims.text(at, size, text);
    }
    let trailing = program.trailing.len();
    let at = chunk.offset + chunk.data.len().saturating_sub(trailing);
    claims.text(at, trailing, "behind the program");
}
