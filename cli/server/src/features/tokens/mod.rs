//! Semantic tokens.

mod legend;
mod sent;

use std::collections::BTreeSet;

use gen_lsp_types::{
    Range, SemanticToken, SemanticTokens, SemanticTokensDelta, SemanticTokensDeltaParams, SemanticTokensDeltaRequest,
    SemanticTokensDeltaResponse, SemanticTokensFullDelta, SemanticTokensOptions, SemanticTokensParams,
    SemanticTokensRangeParams, SemanticTokensRangeRequest, SemanticTokensRequest, Uri,
};
use pica200_asm::analysis::{
    Analysis, ClassifiedToken, FileSpan, Meaning, Symbol, SymbolId, SymbolKind, TokenClass, Use,
};
use pica200_asm::resolve::NameKind;
use pica200_asm::words::Class;
use pica200_objfmt::isa::register::Bank;

use super::Feature;
use crate::documents::Document;
use crate::error::RequestError;
use crate::shader::Shader;
use crate::snapshot::Snapshot;
use legend::{Modifier, Type, legend};
pub(crate) use sent::SentTokens;
use sent::edit;

/// Semantic tokens.
pub(super) const FEATURE: Feature = Feature {
    announce: |client, capabilities| {
        if client.semantic_tokens {
            let options = SemanticTokensOptions {
                legend: legend(client),
                range: Some(true.into()),
                full: Some(SemanticTokensFullDelta { delta: Some(true) }.into()),
                ..SemanticTokensOptions::default()
            };
            capabilities.semantic_tokens_provider = Some(options.into());
        }
    },
    routes: |routes| {
        routes.on::<SemanticTokensRequest>(full);
        routes.on::<SemanticTokensDeltaRequest>(delta);
        routes.on::<SemanticTokensRangeRequest>(range);
    },
};

fn full(snapshot: &Snapshot, params: SemanticTokensParams) -> Result<Option<SemanticTokens>, RequestError> {
    let Some((document, data)) = tokens(snapshot, &params.text_document.uri, None)? else {
        return Ok(None);
    };
    let sent = snapshot.shared::<SentTokens>();
    let (id, _) = sent.replace(&document.path, &data, &snapshot.documents);
    let result_id = Some(id);
    Ok(Some(SemanticTokens { result_id, data }))
}

fn delta(
    snapshot: &Snapshot,
    params: SemanticTokensDeltaParams,
) -> Result<Option<SemanticTokensDeltaResponse>, RequestError> {
    let Some((document, data)) = tokens(snapshot, &params.text_document.uri, None)? else {
        return Ok(None);
    };
    let sent = snapshot.shared::<SentTokens>();
    let (id, last) = sent.replace(&document.path, &data, &snapshot.documents);
    let result_id = Some(id);
    Ok(Some(match last {
        Some(last) if last.id == params.previous_result_id => {
            let edits = edit(&last.data, &data).into_iter().collect();
            SemanticTokensDelta { result_id, edits }.into()
        }
        _ => SemanticTokens { result_id, data }.into(),
    }))
}

fn range(snapshot: &Snapshot, params: SemanticTokensRangeParams) -> Result<Option<SemanticTokens>, RequestError> {
    let found = tokens(snapshot, &params.text_document.uri, Some(params.range))?;
    Ok(found.map(|(_, data)| SemanticTokens { result_id: None, data }))
}

/// Returns a document with its tokens, or only those in a range.
fn tokens<'s>(
    snapshot: &'s Snapshot,
    uri: &Uri,
    wanted: Option<Range>,
) -> Result<Option<(&'s Document, Vec<SemanticToken>)>, RequestError> {
    let Some(Shader {
        document,
        analysed,
        file: Some(file),
    }) = snapshot.shader(uri)?
    else {
        return Ok(None);
    };
    snapshot.check_cancelled()?;
    let analysis = &analysed.analysis;
    let mut data = Vec::new();
    let (mut line, mut start) = (0, 0);
    let tokens = analysis.tokens(file);
    let used = used(&tokens);
    for token in tokens {
        let Some((kind, modifiers)) = classify(analysis, token, &used) else {
            continue;
        };
        let span = token.span;
        let Some(range) = analysed.range(FileSpan { file, span }) else {
            continue;
        };
        let is_wanted = wanted.is_none_or(|wanted| range.start < wanted.end && wanted.start < range.end);
        if !is_wanted || range.start.line != range.end.line {
            continue;
        }
        let delta_line = range.start.line - line;
        if delta_line > 0 {
            start = 0;
        }
        data.push(SemanticToken {
            delta_line,
            delta_start: range.start.character - start,
            length: range.end.character - range.start.character,
            token_type: kind as u32,
            token_modifiers_bitset: modifiers,
        });
        (line, start) = (range.start.line, range.start.character);
    }
    Ok(Some((document, data)))
}

/// Returns the names used by tokens, including statements with errors and inactive lines.
fn used(tokens: &[ClassifiedToken]) -> BTreeSet<SymbolId> {
    let used = tokens.iter().filter_map(|token| match token.class {
        TokenClass::Symbol(_, Use::Definition) => None,
        TokenClass::Symbol(id, _) => Some(id),
        _ => None,
    });
    used.collect()
}

/// Returns the type and modifiers of a token, or `None` for punctuation and for words without a meaning. `used` are the
/// names that the file uses.
fn classify(analysis: &Analysis, token: ClassifiedToken, used: &BTreeSet<SymbolId>) -> Option<(Type, u32)> {
    let plain = |kind| Some((kind, 0));
    let of_language = |kind| Some((kind, Modifier::Language.bit()));
    match token.class {
        TokenClass::Comment => plain(Type::Comment),
        TokenClass::Word(class) => match class {
            Class::Directive => plain(Type::Directive),
            Class::Mnemonic => plain(Type::Mnemonic),
            Class::AddressRegister | Class::Flags => plain(Type::Register),
            Class::Function => of_language(Type::Procedure),
            Class::Number => plain(Type::Number),
            Class::Property | Class::Comparison | Class::Boolean | Class::GeometryMode | Class::EmitFlag => {
                of_language(Type::Property)
            }
        },
        TokenClass::Register(bank) => plain(register(bank)),
        TokenClass::Symbol(id, usage) => {
            let symbol = analysis.symbol(id);
            let is_definition = usage == Use::Definition;
            let is_unused = is_definition && !used.contains(&id) && is_unused(analysis, &symbol);
            let unused = if is_unused { Modifier::Unused.bit() } else { 0 };
            Some((name(&symbol), modifiers(&symbol, usage) | unused))
        }
        TokenClass::Parameter => plain(Type::Parameter),
        TokenClass::ExternKind | TokenClass::Marker => plain(Type::Directive),
        TokenClass::Number => plain(Type::Number),
        TokenClass::Text => plain(Type::Text),
        TokenClass::Components => plain(Type::Components),
        TokenClass::Operator => plain(Type::Operator),
        _ => None,
    }
}

/// Returns the type of a register used by number.
const fn register(bank: Bank) -> Type {
    match bank {
        Bank::Input => Type::Input,
        Bank::Output => Type::Output,
        Bank::Temporary => Type::Temporary,
        _ => Type::Uniform,
    }
}

/// Returns the type of a name.
fn name(symbol: &Symbol<'_>) -> Type {
    let kind = match symbol.kind() {
        SymbolKind::Name(kind) => kind,
        SymbolKind::Macro => return Type::Macro,
    };
    match kind {
        NameKind::Uniform | NameKind::Extern => Type::Uniform,
        NameKind::Constant => Type::Constant,
        NameKind::Input => Type::Input,
        NameKind::Output => Type::Output,
        NameKind::Alias => Type::Alias,
        NameKind::Procedure | NameKind::ExternProcedure => Type::Procedure,
        NameKind::Label => Type::Label,
        // Numbers.
        _ => Type::Symbol,
    }
}

/// Returns the modifiers of a name for its kind and its use.
fn modifiers(symbol: &Symbol<'_>, usage: Use) -> u32 {
    let mut bits = match usage {
        Use::Definition => Modifier::Definition.bit(),
        Use::Write => Modifier::Modification.bit(),
        Use::Read => 0,
    };
    if symbol.is_read_only() {
        bits |= Modifier::ReadOnly.bit();
    }
    bits
}

/// Returns true if a name is unused. Global procedures are callable from other files, and the entry point is started by
/// the hardware.
fn is_unused(analysis: &Analysis, symbol: &Symbol<'_>) -> bool {
    let is_visible = match symbol.meaning() {
        Some(Meaning::Procedure { index }) => {
            let procedure = analysis.procedures().get(index);
            procedure.is_none_or(|procedure| procedure.is_global || procedure.is_entry)
        }
        _ => false,
    };
    !is_visible && symbol.uses().next().is_none()
}
