//! Inlay hints: sizes, addresses, registers, free temporaries, padding, and values of constants. Each kind can be
//! disabled.

mod collect;
mod subject;

use gen_lsp_types::{
    InlayHint, InlayHintKind, InlayHintOptions, InlayHintParams, InlayHintRequest, InlayHintResolveRequest, Uri,
};
use serde::{Deserialize, Serialize};

use super::Feature;
use crate::error::RequestError;
use crate::shader::Shader;
use crate::snapshot::Snapshot;
use crate::source_analysis::SourceAnalysis;
use collect::{Hint, Side};
use subject::HintSubject;

/// Inlay hints.
pub(super) const FEATURE: Feature = Feature {
    announce: |client, capabilities| {
        let options = InlayHintOptions {
            resolve_provider: Some(client.resolves_tooltips),
            ..InlayHintOptions::default()
        };
        capabilities.inlay_hint_provider = Some(options.into());
    },
    routes: |routes| {
        routes.on::<InlayHintRequest>(hints);
        routes.on_any_version::<InlayHintResolveRequest>(resolve);
    },
};

/// The subject of a hint, which the client sends back to resolve the tooltip.
#[derive(Serialize, Deserialize, Debug)]
struct HintData {
    uri: Uri,
    version: i32,
    subject: HintSubject,
}

fn hints(snapshot: &Snapshot, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>, RequestError> {
    let Some(Shader {
        document,
        analysed,
        file: Some(file),
    }) = snapshot.shader(&params.text_document.uri)?
    else {
        return Ok(None);
    };
    let offsets = (
        analysed.offset(file, params.range.start),
        analysed.offset(file, params.range.end),
    );
    let (Some(start), Some(end)) = offsets else {
        return Ok(None);
    };
    let found = collect::collect(snapshot, &analysed, file, start..=end)?;
    let hint = |hint: Hint| {
        let data = HintData {
            uri: params.text_document.uri.clone(),
            version: document.version,
            subject: hint.subject,
        };
        protocol_hint(snapshot, &analysed, hint, data)
    };
    Ok(Some(found.into_iter().filter_map(hint).collect()))
}

/// Converts a hint to LSP. The tooltip is included if the client cannot resolve it.
fn protocol_hint(snapshot: &Snapshot, analysed: &SourceAnalysis, hint: Hint, data: HintData) -> Option<InlayHint> {
    let position = analysed.range(hint.place)?.start;
    let is_lazy = snapshot.client.resolves_tooltips;
    let tooltip = if is_lazy {
        None
    } else {
        data.subject.tooltip(&analysed.analysis)
    };
    Some(InlayHint {
        position,
        label: hint.label.into(),
        kind: Some(InlayHintKind::Type),
        text_edits: None,
        tooltip: tooltip.map(Into::into),
        padding_left: (hint.side == Side::After).then_some(true),
        padding_right: (hint.side == Side::Before).then_some(true),
        data: is_lazy.then(|| serde_json::to_value(data).ok()).flatten(),
    })
}

/// Adds the tooltip to a hint, unless the document has changed.
fn resolve(snapshot: &Snapshot, mut hint: InlayHint) -> Result<InlayHint, RequestError> {
    let data = hint.data.as_ref().and_then(|data| HintData::deserialize(data).ok());
    let data = data.ok_or_else(|| RequestError::InvalidParams("the hint is not one of this server".to_owned()))?;
    let document = snapshot.document(&data.uri)?;
    if document.version == data.version {
        let analysed = snapshot.source_analysis(&document.path);
        hint.tooltip = data.subject.tooltip(&analysed.analysis).map(Into::into);
    }
    Ok(hint)
}
