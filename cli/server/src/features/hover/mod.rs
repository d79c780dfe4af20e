//! Hovers of keywords, names and numbers.

mod code;
mod spot;

use gen_lsp_types::{Hover, HoverParams, HoverRequest, Range};
use pica200::text::page::counted;
use pica200_asm::allow::tool_comment;
use pica200_asm::analysis::{ClassifiedToken, ExpectedKind, SymbolId, TokenClass};
use pica200_asm::reference::Reference;
use pica200_asm::text::Span;
use pica200_asm::words::Class;
use pica200_objfmt::isa::property;

use self::spot::Spot;
use super::Feature;
use crate::describe;
use crate::error::RequestError;
use crate::markup::{Markup, code as code_of};
use crate::snapshot::Snapshot;

/// Maximum number of lines shown of a macro.
const MAX_LINES: usize = 40;

/// Maximum number of values shown of a parameter.
const MAX_ARGUMENTS: usize = 6;

/// Hovers.
pub(super) const FEATURE: Feature = Feature {
    announce: |_, capabilities| capabilities.hover_provider = Some(true.into()),
    routes: |routes| routes.on::<HoverRequest>(hover),
};

fn hover(snapshot: &Snapshot, params: HoverParams) -> Result<Option<Hover>, RequestError> {
    let at = params.text_document_position_params;
    let Some(shader) = snapshot.shader(&at.text_document.uri)? else {
        return Ok(None);
    };
    let Some(spot) = Spot::find(snapshot, &shader, at.position) else {
        return Ok(None);
    };
    let mut markup = Markup::new(snapshot.client.markdown_hover);
    let range = describe_spot(&mut markup, &spot);
    Ok((!markup.is_empty()).then(|| Hover {
        contents: markup.content().into(),
        range,
    }))
}

/// Describes the token at a spot, and returns its range.
fn describe_spot(markup: &mut Markup, spot: &Spot<'_>) -> Option<Range> {
    let token = match spot.token.class {
        TokenClass::Comment => return in_comment(markup, spot),
        // Components are described together with their operand.
        TokenClass::Components => spot.before(spot.token, 2)?,
        _ => spot.token,
    };
    let written = spot.text_of(token.span);
    let reference = &spot.snapshot.reference;
    match token.class {
        TokenClass::Word(Class::Property) => property(markup, reference, written),
        TokenClass::Word(class) => {
            describe::word(markup, reference, class, written);
            if class == Class::Mnemonic {
                code::instruction(markup, spot);
            }
        }
        TokenClass::ExternKind => {
            describe::word(markup, reference, Class::Directive, written);
        }
        TokenClass::Register(bank) => {
            describe::register(markup, reference, bank);
            code::operand(markup, spot, token);
        }
        TokenClass::Symbol(id, _) => name(markup, spot, token, id),
        TokenClass::Number => number(markup, spot, written),
        TokenClass::Operator => expression(markup, spot, None),
        TokenClass::Parameter => parameter(markup, spot, written),
        TokenClass::Text => include(markup, spot, token),
        // A float24 where none is allowed.
        TokenClass::Unknown => {
            describe::raw_number(markup, written);
        }
        _ => {}
    }
    spot.range(token.span)
}

/// Describes the diagnostic name in an `allow` comment.
fn in_comment(markup: &mut Markup, spot: &Spot<'_>) -> Option<Range> {
    let comment = spot.text_of(spot.token.span);
    tool_comment(comment)?;
    let at = usize::try_from(spot.offset - spot.token.span.start).ok()?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let (before, after) = (comment.get(..at)?, comment.get(at..)?);
    let start = before.trim_end_matches(is_part).len();
    let end = comment.len() - after.trim_start_matches(is_part).len();
    describe::diagnostic(markup, comment.get(start..end)?);
    let base = spot.token.span.range().start;
    spot.range(Span::from_range(base + start..base + end))
}

/// Describes an output property, given by name or number.
fn property(markup: &mut Markup, reference: &Reference, written: &str) {
    let number = written.parse().ok();
    match number.map(property::by_number) {
        None => {
            describe::word(markup, reference, Class::Property, written);
        }
        Some(Some(known)) => {
            describe::word(markup, reference, Class::Property, known.name);
        }
        Some(None) => markup.paragraph(&format!("Output property {written}, which has no name.")),
    }
}

/// Describes a name and its use at the spot.
fn name(markup: &mut Markup, spot: &Spot<'_>, token: ClassifiedToken, id: SymbolId) {
    let analysis = spot.analysis();
    let symbol = analysis.symbol(id);
    let span = spot.span(token.span);
    describe::symbol(markup, &symbol, analysis, span.map(|span| span.start));
    match id {
        SymbolId::Macro(_) => expansion(markup, spot, token),
        SymbolId::Name(_) => {
            expression(markup, spot, span);
            code::operand(markup, spot, token);
        }
    }
}

/// Shows the expansion of a macro call.
fn expansion(markup: &mut Markup, spot: &Spot<'_>, token: ClassifiedToken) {
    let place = spot.place(token.span);
    let mut calls = spot.analysis().calls().iter();
    let Some(call) = calls.find(|call| call.name == place) else {
        return;
    };
    let lines: Vec<_> = call.expansion.lines().collect();
    let shown = lines.get(..lines.len().min(MAX_LINES)).unwrap_or_default();
    markup.paragraph("Expansion:");
    markup.source(&shown.join("\n"));
    if shown.len() < lines.len() {
        let left = counted(lines.len() - shown.len(), "line");
        markup.paragraph(&format!("and {left} more."));
    }
    if calls.any(|call| call.name == place) {
        markup.paragraph("This is the first of several expansions of this line.");
    }
}

fn number(markup: &mut Markup, spot: &Spot<'_>, written: &str) {
    let expected = spot.analysis().expected_at(spot.file, spot.offset);
    if expected.is_some_and(|expected| expected.kinds.contains(&ExpectedKind::VertexSlot)) {
        return markup.paragraph(&format!("{}: a vertex slot, 0 to 2.", code_of(written)));
    }
    if describe::raw_number(markup, written) {
        return;
    }
    if let Some(value) = spot.analysis().evaluate_at(written, 0) {
        describe::number(markup, written, value);
    }
    expression(markup, spot, spot.span(spot.token.span));
}

/// Shows the value of the expression around the spot, if it is more than a single token.
fn expression(markup: &mut Markup, spot: &Spot<'_>, part: Option<Span>) {
    let analysis = spot.analysis();
    let span = spot.span(spot.token.span);
    let found = span.and_then(|span| analysis.expression_at(span.start));
    let Some((span, value)) = found.filter(|(span, _)| Some(*span) != part) else {
        return;
    };
    let written = span.text(analysis.text());
    if !written.contains(['\n', '\r']) {
        let line = describe::number_line(value);
        markup.paragraph(&format!("{} = {line}.", code_of(written)));
    }
}

/// Describes a macro parameter or a repetition counter, with its values.
fn parameter(markup: &mut Markup, spot: &Spot<'_>, written: &str) {
    let analysis = spot.analysis();
    let word = written.trim_start_matches('\\');
    let is_here = |defined: &&pica200_asm::analysis::MacroDefinition| {
        let (place, body) = (defined.location, defined.body);
        let around = place.span.start <= spot.offset && spot.offset <= body.span.end;
        place.file == spot.file && around
    };
    let found = analysis.macros().iter().find(is_here).and_then(|defined| {
        let mut parameters = defined.parameters.iter();
        let index = parameters.position(|parameter| parameter.name == word)?;
        Some((defined, index))
    });
    let Some((defined, index)) = found else {
        markup.paragraph(&format!("`{word}`: counts the repetitions of these lines."));
        return;
    };
    let default = defined.parameters.get(index);
    let default = default.and_then(|parameter| parameter.default.as_deref());
    let default = default.map_or_else(String::new, |text| format!(", by default {}", code_of(text)));
    let name = &defined.name;
    markup.paragraph(&format!("Parameter `{word}` of the macro `{name}`{default}."));
    let mut values = Vec::new();
    for call in analysis.calls() {
        let is_meant = analysis.macros().get(call.definition) == Some(defined);
        let value = call.arguments.get(index).filter(|_| is_meant);
        let value = value.map(|value| code_of(value));
        if let Some(value) = value.filter(|value| !values.contains(value)) {
            values.push(value);
        }
    }
    if let Some(shown) = values.get(..values.len().min(MAX_ARGUMENTS)).filter(|v| !v.is_empty()) {
        let more = if shown.len() < values.len() { ", ..." } else { "" };
        markup.paragraph(&format!("Values in calls: {}{more}", shown.join(", ")));
    }
}

/// Describes the file named by an `.include`.
fn include(markup: &mut Markup, spot: &Spot<'_>, token: ClassifiedToken) {
    let place = spot.place(token.span);
    let mut includes = spot.analysis().includes().iter();
    let found = includes.find(|include| {
        let (one, all) = (include.location, place.span);
        one.file == place.file && all.start <= one.span.start && one.span.end <= all.end
    });
    let path = found.and_then(|include| spot.analysed.path(include.file?));
    if let Some(uri) = path.and_then(|path| spot.snapshot.documents.uri(path)) {
        let link = markup.link(&code_of(&uri.0), &uri.0);
        markup.list_with_links(&[format!("includes {link}")]);
    }
}
