//! Hex dump of a BNSH file, with the meaning of every byte.

use pica200_bnsh::layout::RECORDS;
use pica200_bnsh::program::Program;
use pica200_bnsh::{Bnsh, ProgramId, RecordSpan};

use super::text::programs;
use pica200::text::page::{Page, truncated_name};
use pica200_report::view::claims::{Claims, record};

/// Size in bytes of the length before the characters of a string.
const LENGTH: usize = 2;

/// Dumps all bytes of a file. `file` may have more bytes than the size that the header states.
pub(crate) fn raw(page: &mut Page, found: &Bnsh<'_>, file: &[u8]) {
    let mut claims = Claims::default();
    claims.title("File header".to_owned());
    claims.record(0, record(RECORDS, "file header"));
    for place in &found.record_spans {
        claim(&mut claims, place);
    }
    if let Some((offset, text)) = found.header.name {
        claims.text(offset, LENGTH + text.len() + 1, truncated_name(text));
    }
    for string in found.strings.iter().flat_map(|strings| &strings.list) {
        let size = LENGTH + string.text.len() + 1;
        claims.text(string.offset, size, truncated_name(string.text));
    }
    for (id, program) in programs(found) {
        claim_program(&mut claims, id, program);
    }
    claims.show(page, file);
}

fn claim(claims: &mut Claims, place: &RecordSpan) {
    let RecordSpan {
        structure,
        what,
        offset,
        size,
        count,
        layout,
    } = *place;
    if count == 0 {
        return;
    }
    let name = structure.to_string();
    let mut title = name.clone();
    if let Some(first) = title.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let part = what.trim_start_matches("the ").trim_start_matches("a ");
    claims.title(if name.ends_with(part) || part == "header" {
        title
    } else {
        format!("{title}, {part}")
    });
    for number in 0..count {
        let at = offset + number * size;
        match layout {
            Some(record) => claims.record(at, record),
            None => claims.text(at, size, format!("{part}, entry {number}")),
        }
    }
}

/// Claims the code of a program, and the bytes of the loaded program.
fn claim_program(claims: &mut Claims, id: ProgramId, program: &Program) {
    let object = usize::try_from(program.object_offset).unwrap_or(usize::MAX);
    let size = usize::try_from(program.object_size).unwrap_or(usize::MAX);
    if object != 0 {
        claims.text(object, size, format!("{id}, object"));
    }
    for (stage, code) in &program.code {
        for (piece, range) in code.pieces() {
            claims.text(range.start, range.len(), format!("{id}, {stage} {piece}"));
        }
    }
}
