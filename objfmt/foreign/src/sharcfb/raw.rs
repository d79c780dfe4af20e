//! Hex dump of an archive, with the meaning of every byte.

use pica200_objfmt::formats::bytes::ByteOrder;
use pica200_objfmt::formats::layout::Record;
use pica200_sharcfb::archive::SymbolKind;
use pica200_sharcfb::gx2::Stage;
use pica200_sharcfb::layout::RECORDS;

use super::text::ParsedArchive;
use pica200::text::page::{Page, truncated_name};
use pica200_report::view::claims::{self, Claims};

/// Dumps all bytes of an archive. Locations are computed from the sizes in the file, as in the console's loader.
pub(crate) fn raw(page: &mut Page, parsed: &ParsedArchive<'_>, file: &[u8]) {
    let mut walk = Walk {
        claims: Claims::default(),
        order: parsed.archive.order(),
        file,
    };
    walk.archive(parsed);
    walk.claims.show(page, file);
}

struct Walk<'a> {
    claims: Claims,
    order: ByteOrder,
    file: &'a [u8],
}

impl Walk<'_> {
    fn archive(&mut self, parsed: &ParsedArchive<'_>) {
        let archive = parsed.archive;
        self.claims.title("Archive header".to_owned());
        let mut at = self.record(0, "archive header");
        at = self.text(at, self.field(0, "archive header", "name length"), "");
        if !archive.is_known_version() {
            return;
        }
        let binaries = at;
        self.array(binaries, "Array of binaries");
        let programs = at.saturating_add(self.number(at));
        at = binaries + record("array header").size;
        for (index, binary) in archive.binaries().iter().enumerate() {
            self.claims.title(format!("Binary {index}"));
            let start = self.record(at, "shader binary") + binary.offset();
            self.structure(start, binary.stage(), binary.data().len());
            at = at.saturating_add(binary.size());
        }
        self.array(programs, "Array of programs");
        at = programs + record("array header").size;
        for (index, _) in archive.programs().iter().enumerate() {
            let size = self.number(at);
            self.program(at, index, archive.version());
            at = at.saturating_add(size);
        }
    }

    /// Returns the number at an offset, or 0 outside the file.
    fn number(&self, at: usize) -> usize {
        let bytes = self.file.get(at..).and_then(|rest| rest.first_chunk());
        let number = bytes.map_or(0, |bytes| self.order.u32(*bytes));
        usize::try_from(number).unwrap_or(usize::MAX)
    }

    /// Returns the number in a field of a record at an offset.
    fn field(&self, at: usize, name: &str, field: &str) -> usize {
        let field = record(name).field(field);
        field.map_or(0, |field| self.number(at.saturating_add(field.offset)))
    }

    /// Claims a record, and returns the offset after it.
    fn record(&mut self, at: usize, name: &str) -> usize {
        let record = record(name);
        self.claims.ordered(at, record, self.order);
        at.saturating_add(record.size)
    }

    /// Claims bytes, and returns the offset after them. Without a text, their characters are shown.
    fn text(&mut self, at: usize, size: usize, text: &str) -> usize {
        let end = at.saturating_add(size);
        let bytes = self.file.get(at..end).unwrap_or_default();
        let text = match text {
            "" => truncated_name(bytes.strip_suffix(b"\0").unwrap_or(bytes)),
            text => text.to_owned(),
        };
        self.claims.text(at, size, text);
        end
    }

    fn array(&mut self, at: usize, title: &str) {
        self.claims.title(title.to_owned());
        self.record(at, "array header");
    }

    /// Claims the data of a binary: the structure and its tables.
    fn structure(&mut self, start: usize, stage: Stage, size: usize) {
        let name = match stage {
            Stage::VERTEX => "vertex shader",
            Stage::PIXEL => "pixel shader",
            Stage::GEOMETRY => "geometry shader",
            _ => {
                self.claims.text(start, size, "data of an unknown stage");
                return;
            }
        };
        self.claims.title(format!("Data of a {name}"));
        self.record(start, name);
        let layout = record(name);
        let field = |name: &str| layout.field(name).map(|field| start + field.offset);
        let tables = field("tables").unwrap_or(start);
        let table = record("tables");
        let mut lists: Vec<_> = [
            ("uniform blocks", "uniform block"),
            ("uniform variables", "uniform variable"),
            ("initial values", "initial value"),
            ("loop variables", "loop variable"),
            ("sampler variables", "sampler variable"),
        ]
        .into_iter()
        .filter_map(|(list, entry)| Some((tables + table.field(list)?.offset, entry)))
        .collect();
        lists.extend(field("attributes").map(|at| (at, "attribute")));
        for (at, entry) in lists {
            let part = |field| self.field(at, "table", field);
            let (count, pointer) = (part("count"), part("pointer"));
            let mut place = start.saturating_add(pointer);
            for _ in 0..count.min(size) {
                if let Some(name) = record(entry).field("name") {
                    let name = start.saturating_add(self.number(place + name.offset));
                    self.claims.name(self.file, name);
                }
                place = self.record(place, entry);
            }
        }
        for name in ["code", "copy code"] {
            if let Some(at) = field(name) {
                let part = |field| self.field(at, "code", field);
                let (size, pointer) = (part("size"), part("pointer"));
                self.claims.text(start.saturating_add(pointer), size, name);
            }
        }
    }

    fn program(&mut self, start: usize, index: usize, version: u32) {
        self.claims.title(format!("Program {index}"));
        let mut at = self.record(start, "shader program");
        let length = self.field(start, "shader program", "name length");
        at = self.text(at, length, "");
        for title in ["macros", "default macros"] {
            at = self.claim_array(at, &format!("Program {index}, {title}"), |walk, at| {
                let behind = walk.record(at, "macro");
                let length = walk.field(at, "macro", "name length");
                let text = walk.text(behind, length, "");
                let end = at.saturating_add(walk.number(at));
                walk.text(text, end.saturating_sub(text), "values and id");
            });
        }
        for kind in SymbolKind::ALL {
            let title = format!("Program {index}, symbols of {}", kind.plural());
            at = self.claim_array(at, &title, |walk, at| {
                let behind = walk.record(at, "symbol");
                let mut end = behind;
                for (field, text) in [
                    ("name length", ""),
                    ("id length", ""),
                    ("default size", "default value"),
                    ("variation count", "flags of variations"),
                ] {
                    end = walk.text(end, walk.field(at, "symbol", field), text);
                }
            });
            if kind == SymbolKind::Uniform && version != pica200_sharcfb::archive::VERSION {
                let size = self.number(at);
                at = self.text(at, size, "an array that version 8 does not have");
            }
        }
    }

    /// Claims the entries of an array, each of which begins with its size. Returns the offset after the array.
    fn claim_array(&mut self, start: usize, title: &str, mut entry: impl FnMut(&mut Self, usize)) -> usize {
        self.array(start, title);
        let end = start.saturating_add(self.number(start));
        let mut at = start + record("array header").size;
        for _ in 0..self.field(start, "array header", "count") {
            let size = self.number(at);
            if size == 0 || at.saturating_add(size) > end.min(self.file.len()) {
                break;
            }
            entry(self, at);
            at += size;
        }
        end
    }
}

/// Returns the record with a name.
fn record(name: &str) -> &'static Record {
    claims::record(RECORDS, name)
}
