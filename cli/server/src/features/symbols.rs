//! The symbols of a document as a tree: procedures with their labels, macros, and everything that is declared.

use std::collections::BTreeMap;

use gen_lsp_types::{
    BaseSymbolInformation, DocumentSymbol, DocumentSymbolParams, DocumentSymbolRequest, DocumentSymbolResponse,
    Location, Range, SymbolInformation, SymbolKind, Uri,
};
use pica200::text::page::counted;
use pica200_asm::analysis::{self, FileId, Meaning, OperandMeaning, Symbol};
use pica200_asm::resolve::NameKind;

use super::Feature;
use crate::analysed::Analysed;
use crate::fault::Fault;
use crate::positions::to_usize;
use crate::shader::Shader;
use crate::snapshot::Snapshot;

/// Symbols of documents.
pub(super) const FEATURE: Feature = Feature {
    announce: |_, capabilities| capabilities.document_symbol_provider = Some(true.into()),
    routes: |routes| routes.on::<DocumentSymbolRequest>(symbols),
};

fn symbols(snapshot: &Snapshot, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>, Fault> {
    let Some(Shader {
        document,
        analysed,
        file: Some(file),
    }) = snapshot.shader(&params.text_document.uri)?
    else {
        return Ok(None);
    };
    let tree = nest(found(&analysed, file));
    Ok(Some(if snapshot.client.symbol_trees {
        tree.into()
    } else {
        flat(tree, &document.uri).into()
    }))
}

/// The symbols that a file defines, in the order of their places, each place once.
fn found(analysed: &Analysed, file: FileId) -> Vec<DocumentSymbol> {
    let mut found = BTreeMap::new();
    for symbol in analysed.analysis.symbols() {
        let place = symbol.definition().filter(|place| place.file == file);
        let selection = place.and_then(|place| analysed.range(place));
        let (Some(place), Some(selection)) = (place, selection) else {
            continue;
        };
        // What a macro makes has the name that is written there.
        let name = analysed.analysis.text_of(place);
        let entry = DocumentSymbol {
            name: name.to_owned(),
            detail: Some(detail(analysed, &symbol)).filter(|detail| !detail.is_empty()),
            kind: kind(symbol.kind()),
            tags: None,
            #[expect(deprecated, reason = "the field cannot be left out")]
            deprecated: None,
            range: extent(analysed, file, &symbol, selection),
            selection_range: selection,
            children: None,
        };
        if !name.trim().is_empty() {
            found.entry(place.span).or_insert(entry);
        }
    }
    found.into_values().collect()
}

/// The piece of the file that a symbol is about: the whole block of a procedure, and the body of a macro.
pub(super) fn extent(analysed: &Analysed, file: FileId, symbol: &Symbol<'_>, selection: Range) -> Range {
    let analysis = &analysed.analysis;
    let of_macro = symbol.macro_definition().map(|one| one.body);
    let block = || {
        let Meaning::Procedure { index } = symbol.meaning()? else {
            return None;
        };
        let procedure = analysis.procedures().get(index)?;
        let block = analysis.blocks().get(procedure.block)?;
        let opening = analysed.place(block.opening)?;
        let closing = analysed.place(block.closing?)?;
        let is_here = opening.file == file && closing.file == file;
        is_here.then(|| Some((analysed.range(opening)?, analysed.range(closing)?)))?
    };
    let (start, end) = match of_macro.filter(|body| body.file == file) {
        Some(body) => match analysed.range(body) {
            Some(body) => (selection.start, body.end),
            None => return selection,
        },
        None => match block() {
            Some((opening, closing)) => (opening.start, closing.end),
            None => return selection,
        },
    };
    if start <= selection.start && selection.end <= end {
        Range { start, end }
    } else {
        selection
    }
}

/// What is said of a symbol after its name.
fn detail(analysed: &Analysed, symbol: &Symbol<'_>) -> String {
    match symbol.meaning() {
        Some(Meaning::Operand(operand)) => registers(&operand),
        Some(Meaning::Procedure { index }) => {
            let procedure = analysed.analysis.procedures().get(index);
            let count = procedure.map_or(0, |procedure| procedure.instructions);
            counted(to_usize(count), "instruction")
        }
        Some(Meaning::Macro { .. }) => {
            let defined = symbol.macro_definition();
            let names = defined.iter().flat_map(|one| &one.parameters);
            let names: Vec<_> = names.map(|parameter| parameter.name.as_str()).collect();
            names.join(", ")
        }
        _ => String::new(),
    }
}

/// The registers of a name, or the components of one: `c4`, `c4-c7`, `c4.xy`.
fn registers(operand: &OperandMeaning) -> String {
    let Some(first) = operand.register else {
        return String::new();
    };
    let last = operand.len.unwrap_or(1).saturating_sub(1);
    let last = first.number.saturating_add(last);
    let text = |number: u8| format!("{}{number}", operand.bank.letter());
    let components: String = operand.components.iter().map(|one| one.letter()).collect();
    match components.as_str() {
        "xyzw" if last == first.number => text(first.number),
        "xyzw" => format!("{}-{}", text(first.number), text(last)),
        _ => format!("{}.{components}", text(first.number)),
    }
}

/// The kind of the protocol that comes nearest.
pub(super) const fn kind(kind: analysis::SymbolKind) -> SymbolKind {
    match kind {
        analysis::SymbolKind::Macro => SymbolKind::Method,
        analysis::SymbolKind::Name(kind) => match kind {
            NameKind::Constant => SymbolKind::Constant,
            NameKind::Input | NameKind::Output => SymbolKind::Property,
            NameKind::Uniform | NameKind::Extern => SymbolKind::Field,
            NameKind::Number | NameKind::Variable => SymbolKind::Number,
            NameKind::Procedure | NameKind::ExternProcedure => SymbolKind::Function,
            NameKind::Label => SymbolKind::Key,
            _ => SymbolKind::Variable,
        },
    }
}

/// Puts symbols inside the ones that contain them. They are in the order of their places.
fn nest(symbols: Vec<DocumentSymbol>) -> Vec<DocumentSymbol> {
    let mut tree: Vec<DocumentSymbol> = Vec::new();
    for symbol in symbols {
        let outer = tree
            .last_mut()
            .filter(|outer| outer.range.start <= symbol.range.start && symbol.range.end <= outer.range.end);
        match outer {
            Some(outer) => outer.children.get_or_insert_default().push(symbol),
            None => tree.push(symbol),
        }
    }
    tree
}

/// The same symbols as a list, for clients that know no trees.
fn flat(tree: Vec<DocumentSymbol>, uri: &Uri) -> Vec<SymbolInformation> {
    let mut list = Vec::new();
    let one = |symbol: &DocumentSymbol, container: Option<&str>| SymbolInformation {
        location: Location {
            uri: uri.clone(),
            range: symbol.range,
        },
        base_symbol_information: BaseSymbolInformation {
            name: symbol.name.clone(),
            kind: symbol.kind,
            container_name: container.map(str::to_owned),
            tags: None,
        },
        #[expect(deprecated, reason = "the field cannot be left out")]
        deprecated: None,
    };
    for symbol in &tree {
        list.push(one(symbol, None));
        let children = symbol.children.iter().flatten();
        list.extend(children.map(|child| one(child, Some(&symbol.name))));
    }
    list
}
