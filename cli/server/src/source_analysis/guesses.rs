//! Best-effort name lookup where the assembler resolves nothing: in inactive conditional branches and in macros that
//! are never called. Only token text is compared there.

use std::cmp::Reverse;
use std::collections::HashMap;

use pica200_asm::analysis::{Analysis, ClassifiedToken, FileId, FileSpan, SymbolId, TokenClass};
use pica200_asm::text::Span;

/// Returns the symbol that the token at a byte offset of a file probably refers to.
pub(super) fn symbol_at(analysis: &Analysis, file: FileId, offset: u32) -> Option<SymbolId> {
    let tokens = analysis.tokens(file);
    let unread = Unread::of(analysis, file);
    let touched = tokens.iter().enumerate().filter(|(_, token)| {
        let span = token.span;
        span.start <= offset && offset <= span.end
    });
    let mut symbols = touched.filter_map(|(index, token)| match token.class {
        TokenClass::Symbol(symbol, _) if unread.means(&tokens, index) => Some(symbol),
        _ => None,
    });
    symbols.next_back()
}

/// Locations of symbols, found by token text alone.
#[derive(Debug)]
pub(super) struct Guesses {
    places: HashMap<SymbolId, Vec<FileSpan>>,
}

impl Guesses {
    /// Reads the tokens of all files of a source.
    pub(super) fn of(analysis: &Analysis) -> Self {
        let mut places: HashMap<SymbolId, Vec<FileSpan>> = HashMap::new();
        if analysis.inactive().is_empty() && analysis.macros().is_empty() {
            return Self { places };
        }
        for file in (0..analysis.files().len()).map(FileId::new) {
            let unread = Unread::of(analysis, file);
            let tokens = analysis.tokens(file);
            for (index, token) in tokens.iter().enumerate() {
                if let TokenClass::Symbol(symbol, _) = token.class
                    && unread.means(&tokens, index)
                {
                    let span = token.span;
                    places.entry(symbol).or_default().push(FileSpan { file, span });
                }
            }
        }
        // Procedures, labels and other names can have the same text, so that a token is ambiguous.
        let mut count: HashMap<&str, usize> = HashMap::new();
        for symbol in analysis.symbols() {
            *count.entry(symbol.text()).or_default() += 1;
        }
        places.retain(|symbol, _| count.get(analysis.symbol(*symbol).text()) == Some(&1));
        Self { places }
    }

    /// Returns the locations of a symbol.
    pub(super) fn places(&self, symbol: SymbolId) -> &[FileSpan] {
        self.places.get(&symbol).map_or(&[], Vec::as_slice)
    }
}

/// The parts of a file that the assembler skips.
struct Unread<'a> {
    text: &'a str,
    /// The parts in order, without nested ones.
    parts: Vec<Span>,
}

impl<'a> Unread<'a> {
    fn of(analysis: &'a Analysis, file: FileId) -> Self {
        let bodies = analysis.macros().iter().map(|one| one.body);
        let places = analysis.inactive().iter().copied().chain(bodies);
        let here = places.filter(|place| place.file == file);
        let mut all: Vec<Span> = here.map(|place| place.span).collect();
        all.sort_by_key(|span| (span.start, Reverse(span.end)));
        let mut parts: Vec<Span> = Vec::new();
        for span in all {
            if parts.last().is_none_or(|last| last.end < span.end) {
                parts.push(span);
            }
        }
        let text = analysis.file(file).map_or("", |file| file.text.as_str());
        Self { text, parts }
    }

    /// Returns true if a token is in a skipped part and is a complete name there.
    fn means(&self, tokens: &[ClassifiedToken], index: usize) -> bool {
        let Some(token) = tokens.get(index) else {
            return false;
        };
        let before = self.parts.partition_point(|part| part.start <= token.span.start);
        // The ends are also sorted.
        let holds = before.checked_sub(1).and_then(|last| self.parts.get(last));
        if holds.is_none_or(|part| part.end < token.span.end) {
            return false;
        }
        let before = self.text.get(..token.span.start as usize);
        let after = self.text.get(token.span.end as usize..).unwrap_or_default();
        let is_glued = before.unwrap_or_default().ends_with("\\()") || after.starts_with('\\');
        !is_glued && !is_name_of_argument(tokens, index, after)
    }
}

/// Returns true if a token is the parameter name of a named argument, like `from` in `copy from=r0`.
fn is_name_of_argument(tokens: &[ClassifiedToken], index: usize, after: &str) -> bool {
    let after = after.trim_start_matches([' ', '\t']);
    let is_assigned = after.starts_with('=') && !after.starts_with("==");
    let previous = index.checked_sub(1).and_then(|index| tokens.get(index));
    let is_first = previous.is_none_or(|previous| {
        matches!(
            previous.class,
            TokenClass::Symbol(SymbolId::Macro(_), _) | TokenClass::Punctuation
        )
    });
    is_assigned && is_first
}
