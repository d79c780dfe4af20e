//! Client capabilities.

use gen_lsp_types::{ClientCapabilities, DiagnosticTag, DiagnosticsCapabilities, MarkupKind};

use crate::positions::Encoding;

/// The client capabilities that the server uses.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Client {
    /// The position encoding.
    pub encoding: Encoding,
    /// True if the client pulls diagnostics. The server then does not publish diagnostics of open documents.
    pub pulls_diagnostics: bool,
    /// True if the client supports `workspace/diagnostic/refresh`.
    pub refreshes_diagnostics: bool,
    /// Supported parts of pulled or published diagnostics.
    pub diagnostics: DiagnosticSupport,
    /// True if the client supports `workspace/inlayHint/refresh`.
    pub refreshes_inlay_hints: bool,
    /// True if the client supports `workspace/semanticTokens/refresh`.
    pub refreshes_tokens: bool,
    /// True if the client supports `workspace/codeLens/refresh`.
    pub refreshes_lenses: bool,
    /// True if workspace edits contain document versions.
    pub versioned_edits: bool,
    /// True if the client sends `textDocument/prepareRename`.
    pub prepares_renames: bool,
    /// True if the client supports code action literals, not only commands.
    pub code_actions: bool,
    /// True if the client supports preferred code actions.
    pub preferred_actions: bool,
    /// True if hovers may contain Markdown.
    pub markdown_hover: bool,
    /// True if completion documentation may contain Markdown.
    pub markdown_completion: bool,
    /// True if signature documentation may contain Markdown.
    pub markdown_signatures: bool,
    /// True if the client supports completion snippets.
    pub snippets: bool,
    /// True if the client supports hierarchical document symbols.
    pub symbol_trees: bool,
    /// True if the client supports semantic tokens.
    pub semantic_tokens: bool,
    /// True if semantic tokens augment the highlighting of the client's grammar instead of replacing it.
    pub augments_tokens: bool,
    /// True if the client resolves tooltips of inlay hints.
    pub resolves_tooltips: bool,
    /// True if the client folds only whole lines.
    pub folds_lines: bool,
    /// True if the client supports `workspace/configuration`.
    pub has_settings: bool,
    /// True if the client supports dynamic registration of file watchers.
    pub watches_files: bool,
    /// True if the client sends changes of its workspace folders.
    pub has_folders: bool,
    /// True if the client supports dynamic registration for changes of settings.
    pub registers_settings: bool,
}

/// The parts of a diagnostic that a client shows.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct DiagnosticSupport {
    /// Related information.
    pub related: bool,
    /// A link to the documentation page of the diagnostic.
    pub links: bool,
    /// The tag for unnecessary code.
    pub unnecessary: bool,
    /// The tag for deprecated code.
    pub deprecated: bool,
}

impl DiagnosticSupport {
    fn new(capabilities: &DiagnosticsCapabilities) -> Self {
        let tags = capabilities.tag_support.as_ref();
        let has = |tag| tags.is_some_and(|tags| tags.value_set.contains(&tag));
        Self {
            related: capabilities.related_information == Some(true),
            links: capabilities.code_description_support == Some(true),
            unnecessary: has(DiagnosticTag::Unnecessary),
            deprecated: has(DiagnosticTag::Deprecated),
        }
    }

    /// Returns true if the client shows a tag.
    pub(crate) fn shows(self, tag: &DiagnosticTag) -> bool {
        match tag {
            DiagnosticTag::Unnecessary => self.unnecessary,
            DiagnosticTag::Deprecated => self.deprecated,
            _ => false,
        }
    }

    /// Returns the union of two sets of features.
    const fn or(self, other: Self) -> Self {
        Self {
            related: self.related || other.related,
            links: self.links || other.links,
            unnecessary: self.unnecessary || other.unnecessary,
            deprecated: self.deprecated || other.deprecated,
        }
    }
}

impl Client {
    /// Reads the client capabilities.
    pub(crate) fn new(capabilities: &ClientCapabilities) -> Self {
        let mut client = Self::default();
        client.take_general(capabilities);
        client.take_document(capabilities);
        client.take_workspace(capabilities);
        client
    }

    fn take_general(&mut self, capabilities: &ClientCapabilities) {
        let general = capabilities.general.as_ref();
        let offered = general.and_then(|general| general.position_encodings.as_deref());
        self.encoding = Encoding::negotiate(offered.unwrap_or_default());
    }

    fn take_document(&mut self, capabilities: &ClientCapabilities) {
        let Some(document) = &capabilities.text_document else {
            return;
        };
        let is_markdown =
            |kinds: Option<&[MarkupKind]>| kinds.is_some_and(|kinds| kinds.contains(&MarkupKind::Markdown));
        if let Some(pushed) = &document.publish_diagnostics {
            self.diagnostics = DiagnosticSupport::new(&pushed.diagnostics_capabilities);
        }
        if let Some(pulled) = &document.diagnostic {
            let pulled = DiagnosticSupport::new(&pulled.diagnostics_capabilities);
            self.pulls_diagnostics = true;
            self.diagnostics = self.diagnostics.or(pulled);
        }
        if let Some(actions) = &document.code_action {
            self.code_actions = actions.code_action_literal_support.is_some();
            self.preferred_actions = actions.is_preferred_support == Some(true);
        }
        if let Some(hover) = &document.hover {
            self.markdown_hover = is_markdown(hover.content_format.as_deref());
        }
        let signatures = document.signature_help.as_ref();
        let signatures = signatures.and_then(|help| help.signature_information.as_ref());
        if let Some(information) = signatures {
            self.markdown_signatures = is_markdown(information.documentation_format.as_deref());
        }
        if let Some(symbols) = &document.document_symbol {
            self.symbol_trees = symbols.hierarchical_document_symbol_support == Some(true);
        }
        if let Some(rename) = &document.rename {
            self.prepares_renames = rename.prepare_support == Some(true);
        }
        if let Some(folding) = &document.folding_range {
            self.folds_lines = folding.line_folding_only == Some(true);
        }
        if let Some(tokens) = &document.semantic_tokens {
            self.semantic_tokens = true;
            self.augments_tokens = tokens.augments_syntax_tokens == Some(true);
        }
        let hints = document.inlay_hint.as_ref();
        if let Some(lazy) = hints.and_then(|hints| hints.resolve_support.as_ref()) {
            self.resolves_tooltips = lazy.properties.iter().any(|one| one == "tooltip");
        }
        let completion = document.completion.as_ref();
        if let Some(item) = completion.and_then(|completion| completion.completion_item.as_ref()) {
            self.snippets = item.snippet_support == Some(true);
            self.markdown_completion = is_markdown(item.documentation_format.as_deref());
        }
    }

    fn take_workspace(&mut self, capabilities: &ClientCapabilities) {
        let Some(workspace) = &capabilities.workspace else {
            return;
        };
        let edit = workspace.workspace_edit.as_ref();
        let files = workspace.did_change_watched_files.as_ref();
        let settings = workspace.did_change_configuration.as_ref();
        let diagnostics = workspace.diagnostics.as_ref();
        let hints = workspace.inlay_hint.as_ref();
        let lenses = workspace.code_lens.as_ref();
        self.versioned_edits = edit.and_then(|edit| edit.document_changes) == Some(true);
        self.watches_files = files.and_then(|files| files.dynamic_registration) == Some(true);
        self.registers_settings = settings.and_then(|s| s.dynamic_registration) == Some(true);
        self.refreshes_diagnostics = diagnostics.and_then(|d| d.refresh_support) == Some(true);
        self.refreshes_inlay_hints = hints.and_then(|hints| hints.refresh_support) == Some(true);
        self.refreshes_lenses = lenses.and_then(|lenses| lenses.refresh_support) == Some(true);
        let tokens = workspace.semantic_tokens.as_ref();
        self.refreshes_tokens = tokens.and_then(|tokens| tokens.refresh_support) == Some(true);
        self.has_settings = workspace.configuration == Some(true);
        self.has_folders = workspace.workspace_folders == Some(true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn client(capabilities: Value) -> Client {
        let read = serde_json::from_value(capabilities);
        Client::new(&read.expect("the capabilities are valid"))
    }

    #[test]
    fn a_client_without_capabilities_gets_the_least() {
        assert_eq!(client(json!({})), Client::default());
    }

    #[test]
    fn capabilities_are_read() {
        let client = client(json!({
            "general": { "positionEncodings": ["utf-16", "utf-8"] },
            "textDocument": {
                "publishDiagnostics": { "relatedInformation": true, "tagSupport": { "valueSet": [1] } },
                "diagnostic": {},
                "hover": { "contentFormat": ["plaintext", "markdown"] },
                "completion": { "completionItem": { "snippetSupport": true } },
            },
            "workspace": {
                "workspaceEdit": { "documentChanges": true },
                "didChangeWatchedFiles": { "dynamicRegistration": true },
                "configuration": true,
            },
        }));
        let expected = Client {
            encoding: Encoding::Utf8,
            pulls_diagnostics: true,
            diagnostics: DiagnosticSupport {
                related: true,
                unnecessary: true,
                ..DiagnosticSupport::default()
            },
            markdown_hover: true,
            snippets: true,
            versioned_edits: true,
            watches_files: true,
            has_settings: true,
            ..Client::default()
        };
        assert_eq!(client, expected);
    }
}
