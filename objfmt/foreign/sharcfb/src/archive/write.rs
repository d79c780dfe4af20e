//! Archive writer.

use pica200_objfmt::formats::bytes::ByteOrder;

use super::read::canonical;
use super::{Archive, Array, Binary, Macro, Program, SIGNATURE, Symbol, SymbolKind, TooLarge};
use crate::layout::{ArchiveHeader, ArrayHeader, MacroHeader, SymbolHeader, Word};

/// Size of the header in bytes, without the name.
pub(super) const HEADER: usize = size_of::<ArchiveHeader>();

pub(super) fn write(archive: &Archive) -> Result<Vec<u8>, TooLarge> {
    let size = archive.size();
    // No other number is larger.
    if u32::try_from(size).is_err() {
        return Err(TooLarge { size });
    }
    let order = archive.order;
    let mut writer = Writer {
        bytes: Vec::with_capacity(size.saturating_add(archive.trailing.len())),
        order,
    };
    writer.number(u32::from_be_bytes(SIGNATURE));
    writer.number(archive.version);
    writer.count(size);
    writer.number(archive.header_words.endian);
    writer.number(archive.header_words.resolved);
    writer.count(archive.name.bytes().len());
    writer.put(archive.name.bytes());
    if archive.is_known_version() {
        writer.array(&archive.binaries, Writer::binary);
        writer.array(&archive.programs, Writer::program);
    }
    writer.put(&archive.rest);
    writer.put(&archive.trailing);
    Ok(writer.bytes)
}

/// Returns the size of a program's entry in bytes.
pub(crate) fn program_size(program: &Program) -> usize {
    let header = size_of::<crate::layout::ProgramHeader>() + program.name.bytes().len();
    let macros = array_size(&program.macros, macro_size) + array_size(&program.defaults, macro_size);
    let symbols = program.symbols.iter();
    let symbols: usize = symbols.map(|list| array_size(list, symbol_size)).sum();
    header + macros + symbols + program.extra.len() + program.rest.len()
}

fn array_size<T>(list: &Array<T>, size: impl Fn(&T) -> usize) -> usize {
    let entries: usize = list.entries.iter().map(size).sum();
    size_of::<ArrayHeader>() + entries + list.rest.len()
}

fn macro_size(mac: &Macro) -> usize {
    let texts = match &mac.raw {
        Some((_, bytes)) => bytes.len(),
        None => {
            let texts = mac.values.iter().chain([&mac.id]);
            texts.map(|text| text.len() + 1).sum()
        }
    };
    size_of::<MacroHeader>() + mac.name.bytes().len() + texts + mac.rest.len()
}

fn symbol_size(symbol: &Symbol) -> usize {
    let texts = symbol.name.bytes().len() + symbol.id.bytes().len();
    let values = symbol.default.len() + symbol.variations.len();
    size_of::<SymbolHeader>() + texts + values + symbol.rest.len()
}

/// A partially written file.
struct Writer {
    bytes: Vec<u8>,
    order: ByteOrder,
}

impl Writer {
    fn number(&mut self, number: u32) {
        self.put(&self.order.bytes(number));
    }

    /// Writes a size or count, which the size of the archive bounds.
    fn count(&mut self, count: usize) {
        self.number(u32::try_from(count).unwrap_or(u32::MAX));
    }

    fn put(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Writes a structure that begins with its own size.
    fn sized(&mut self, write: impl FnOnce(&mut Self)) {
        let start = self.bytes.len();
        self.put(&[0; size_of::<Word>()]);
        write(self);
        let size = u32::try_from(self.bytes.len() - start).unwrap_or(u32::MAX);
        let size = self.order.bytes(size);
        if let Some(room) = self.bytes.get_mut(start..).and_then(|rest| rest.first_chunk_mut()) {
            *room = size;
        }
    }

    fn array<T>(&mut self, list: &Array<T>, write: impl Fn(&mut Self, &T)) {
        self.sized(|writer| {
            writer.count(list.entries.len());
            list.entries.iter().for_each(|entry| write(writer, entry));
            writer.put(&list.rest);
        });
    }

    fn binary(&mut self, binary: &Binary) {
        self.sized(|writer| {
            writer.number(binary.stage.0);
            writer.count(binary.gap.len());
            writer.count(binary.data.len());
            writer.put(&binary.gap);
            writer.put(&binary.data);
            writer.put(&binary.rest);
        });
    }

    fn program(&mut self, program: &Program) {
        self.sized(|writer| {
            writer.count(program.name.bytes().len());
            writer.number(program.kind.0);
            writer.number(program.base);
            writer.put(program.name.bytes());
            writer.array(&program.macros, Self::macro_of);
            writer.array(&program.defaults, Self::macro_of);
            for (kind, list) in SymbolKind::ALL.into_iter().zip(&program.symbols) {
                writer.array(list, |writer, symbol| writer.symbol(kind, symbol));
                if kind == SymbolKind::Uniform {
                    writer.put(&program.extra);
                }
            }
            writer.put(&program.rest);
        });
    }

    fn macro_of(&mut self, mac: &Macro) {
        self.sized(|writer| {
            writer.count(mac.name.bytes().len());
            writer.count(mac.values.len());
            match &mac.raw {
                Some((id_length, bytes)) => {
                    writer.number(*id_length);
                    writer.put(mac.name.bytes());
                    writer.put(bytes);
                }
                None => {
                    writer.count(mac.id.len() + 1);
                    writer.put(mac.name.bytes());
                    for text in mac.values.iter().chain([&mac.id]) {
                        writer.put(text);
                        writer.put(&[0]);
                    }
                }
            }
            writer.put(&mac.rest);
        });
    }

    fn symbol(&mut self, kind: SymbolKind, symbol: &Symbol) {
        let mut default = symbol.default.clone();
        canonical(kind, self.order, &mut default);
        self.sized(|writer| {
            writer.number(symbol.offset.cast_unsigned());
            writer.count(symbol.name.bytes().len());
            writer.count(symbol.id.bytes().len());
            writer.count(default.len());
            writer.count(symbol.variations.len());
            writer.put(symbol.name.bytes());
            writer.put(symbol.id.bytes());
            writer.put(&default);
            writer.put(&symbol.variations);
            writer.put(&symbol.rest);
        });
    }
}
