//! Names where the assembler resolves nothing: in lines that conditionals leave out, and in macros that nothing calls. There,
//! words alone decide.

use pica200_asm::analysis::{Analysis, ClassifiedToken, FileId, Place, SymbolId, TokenClass, Use};

use super::{Member, Site};

/// The symbol that a word at a byte of a file probably is.
pub(super) fn symbol_at(analysis: &Analysis, file: FileId, offset: u32) -> Option<SymbolId> {
    let tokens = analysis.tokens(file);
    let touched = tokens.iter().enumerate().filter(|(_, token)| {
        let span = token.span;
        span.start <= offset && offset <= span.end
    });
    let mut symbols = touched.filter_map(|(index, token)| match token.class {
        TokenClass::Symbol(symbol, _) if is_meant(analysis, file, &tokens, index) => Some(symbol),
        _ => None,
    });
    symbols.next_back()
}

/// The places of a symbol by words alone.
pub(super) fn sites(member: &Member) -> Vec<Site> {
    let (analysed, analysis) = (&member.analysed, &member.analysed.analysis);
    let text = analysis.symbol(member.symbol).text();
    // Procedures, labels and other names can have the same text: the words do not tell which is meant.
    let is_ambiguous = analysis
        .symbols()
        .any(|other| other.text() == text && other.id() != member.symbol);
    let files = 0..analysis.files().len();
    let has_guesses = !analysis.inactive().is_empty() || !analysis.macros().is_empty();
    if is_ambiguous || !has_guesses {
        return Vec::new();
    }
    let mut sites = Vec::new();
    for file in files.map(FileId::new) {
        let tokens = analysis.tokens(file);
        for (index, token) in tokens.iter().enumerate() {
            let is_it =
                matches!(token.class, TokenClass::Symbol(symbol, _) if symbol == member.symbol);
            if !is_it || !is_meant(analysis, file, &tokens, index) {
                continue;
            }
            let place = Place {
                file,
                span: token.span,
            };
            if let (Some(path), Some(range)) = (analysed.path(file), analysed.range(place)) {
                sites.push(Site {
                    path: path.to_owned(),
                    span: token.span,
                    range,
                    usage: Use::Read,
                    is_exact: true,
                    is_extern: false,
                });
            }
        }
    }
    sites
}

/// Whether a word is in a part that the assembler does not read, and is a whole name there.
fn is_meant(analysis: &Analysis, file: FileId, tokens: &[ClassifiedToken], index: usize) -> bool {
    let Some(token) = tokens.get(index) else {
        return false;
    };
    let holds = |place: &Place| {
        place.file == file
            && place.span.start <= token.span.start
            && token.span.end <= place.span.end
    };
    let bodies = analysis.macros().iter().map(|one| one.body);
    let is_unread = analysis.inactive().iter().copied().chain(bodies);
    if !is_unread.into_iter().any(|place| holds(&place)) {
        return false;
    }
    let text = analysis.file(file).map_or("", |file| file.text.as_str());
    let before = text.get(..token.span.start as usize).unwrap_or_default();
    let after = text.get(token.span.end as usize..).unwrap_or_default();
    let is_glued = before.ends_with("\\()") || after.starts_with('\\');
    !is_glued && !is_name_of_argument(tokens, index, after)
}

/// Whether a word names the parameter of a call, as `from` in `copy from=r0`.
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
