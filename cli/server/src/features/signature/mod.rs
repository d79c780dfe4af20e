//! Signature help: the operands of instructions and directives, and the parameters of macros.

mod directive;

use gen_lsp_types::{
    ParameterInformation, ParameterInformationLabel, SignatureHelp, SignatureHelpOptions, SignatureHelpParams,
    SignatureHelpRequest, SignatureInformation,
};
use pica200_asm::analysis::{Analysis, FileSpan, StatementKind, SymbolId};
use pica200_asm::reference::Reference;
use pica200_asm::text::Span;
use pica200_asm::words::Class;

use super::Feature;
use crate::describe;
use crate::error::RequestError;
use crate::markup::Markup;
use crate::positions::to_u32;
use crate::snapshot::Snapshot;

/// Signature help.
pub(super) const FEATURE: Feature = Feature {
    announce: |_, capabilities| {
        capabilities.signature_help_provider = Some(SignatureHelpOptions {
            trigger_characters: Some([" ", ",", "("].map(str::to_owned).into()),
            ..SignatureHelpOptions::default()
        });
    },
    routes: |routes| routes.on::<SignatureHelpRequest>(help),
};

fn help(snapshot: &Snapshot, params: SignatureHelpParams) -> Result<Option<SignatureHelp>, RequestError> {
    let at = params.text_document_position_params;
    let Some(shader) = snapshot.shader(&at.text_document.uri)? else {
        return Ok(None);
    };
    let analysis = &shader.analysed.analysis;
    let place = shader
        .place(at.position)
        .and_then(|(file, offset)| Some((file, offset, analysis.expected_at(file, offset)?.statement?)));
    let Some((file, offset, statement)) = place else {
        return Ok(None);
    };
    let markup = Markup::new(snapshot.client.markdown_signatures);
    let written = |span| analysis.text_of(FileSpan { file, span });
    let (signatures, operand) = match statement.kind {
        StatementKind::Instruction(_) => {
            let word = written(statement.keyword);
            let signatures = instruction(markup, &snapshot.reference, word);
            (signatures, statement.operand)
        }
        StatementKind::Call(index) => (called(markup, analysis, index), statement.operand),
        StatementKind::Directive(of) => {
            let operands = written(Span::new(statement.keyword.end, offset));
            directive::signature(markup, &snapshot.reference, of, operands)
        }
    };
    let has_operand = |signature: &SignatureInformation| {
        let parameters = signature.parameters.as_deref().unwrap_or_default();
        operand < parameters.len()
    };
    let active = signatures.iter().position(has_operand);
    Ok((!signatures.is_empty()).then(|| SignatureHelp {
        signatures,
        active_signature: Some(to_u32(active.unwrap_or(0))),
        // An index out of range means no active parameter.
        active_parameter: Some(to_u32(operand).into()),
    }))
}

/// Returns the signatures of an instruction.
fn instruction(mut markup: Markup, reference: &Reference, written: &str) -> Vec<SignatureInformation> {
    let word = written.to_ascii_lowercase();
    let Some(entry) = reference.entries(Class::Mnemonic, &word).next() else {
        return Vec::new();
    };
    describe::effect(&mut markup, entry);
    let documentation = markup.content();
    let forms = entry.forms().into_iter().filter(|form| !form.is_empty());
    forms
        .map(|form| {
            let operands = form.split(',');
            let operands = operands.map(|operand| operand.trim().trim_matches(['[', ']']));
            SignatureInformation {
                label: format!("{word} {form}"),
                documentation: Some(documentation.clone().into()),
                parameters: Some(operands.map(parameter).collect()),
                active_parameter: None,
            }
        })
        .collect()
}

/// Returns the signature of a macro.
fn called(mut markup: Markup, analysis: &Analysis, index: usize) -> Vec<SignatureInformation> {
    let (Some(defined), Ok(id)) = (analysis.macros().get(index), u32::try_from(index)) else {
        return Vec::new();
    };
    let parameters = defined.parameters.iter().map(ToString::to_string);
    let parameters: Vec<_> = parameters.collect();
    let symbol = analysis.symbol(SymbolId::Macro(id));
    if let Some(documentation) = symbol.documentation() {
        markup.prose(&documentation);
    }
    vec![SignatureInformation {
        label: format!("{} {}", defined.name, parameters.join(", ")),
        documentation: (!markup.is_empty()).then(|| markup.content().into()),
        parameters: Some(parameters.iter().map(|text| parameter(text)).collect()),
        active_parameter: None,
    }]
}

fn parameter(label: &str) -> ParameterInformation {
    ParameterInformation {
        label: ParameterInformationLabel::String(label.to_owned()),
        documentation: None,
    }
}
