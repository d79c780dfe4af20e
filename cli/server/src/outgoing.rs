//! Outgoing messages, and the purposes of pending requests to the client.

use std::collections::HashMap;

use crossbeam_channel::Sender;
use gen_lsp_types::{
    CodeLensRefreshRequest, ConfigurationItem, ConfigurationParams, ConfigurationRequest, DiagnosticRefreshRequest,
    DidChangeConfigurationNotification, DidChangeWatchedFilesNotification, DidChangeWatchedFilesRegistrationOptions,
    FileSystemWatcher, GlobPattern, InlayHintRefreshRequest, LogMessageNotification, LogMessageParams, MessageType,
    Notification, Registration, RegistrationParams, RegistrationRequest, Request, SemanticTokensRefreshRequest,
};
use lsp_server::{Message, RequestId, Response, ResponseError};
use pica200::input::suffixes;
use serde::Serialize;
use serde_json::{Value, json};

use crate::client::Client;
use crate::kinds::SUFFIXES;
use crate::settings::SECTION;

/// The purpose of a request to the client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// The response contains the settings.
    Settings,
    /// Only errors matter.
    Ignore,
}

/// The sender of messages to the client.
#[derive(Debug)]
pub(crate) struct Outgoing {
    client: Sender<Message>,
    /// The requests without responses.
    open: HashMap<RequestId, Purpose>,
    /// The number of requests so far.
    requests: i32,
}

impl Outgoing {
    pub(crate) fn new(client: Sender<Message>) -> Self {
        Self {
            client,
            open: HashMap::new(),
            requests: 0,
        }
    }

    fn send(&self, message: Message) {
        // The main loop notices a disconnected client.
        let _ = self.client.send(message);
    }

    /// Responds to a request.
    pub(crate) fn respond(&self, id: RequestId, result: Result<Value, ResponseError>) {
        self.send(Message::Response(Response {
            id,
            response_result: result,
        }));
    }

    /// Sends a notification.
    pub(crate) fn notify<N: Notification>(&self, params: N::Params) {
        let method = N::METHOD.as_str().to_owned();
        self.send(lsp_server::Notification::new(method, params).into());
    }

    /// Sends a request.
    fn request<R: Request>(&mut self, params: impl Serialize, purpose: Purpose) {
        self.requests = self.requests.wrapping_add(1);
        let id = RequestId::from(self.requests);
        let method = R::METHOD.as_str().to_owned();
        self.open.insert(id.clone(), purpose);
        self.send(lsp_server::Request::new(id, method, params).into());
    }

    /// Returns the purpose of a request that the client has responded to.
    pub(crate) fn answered(&mut self, id: &RequestId) -> Option<Purpose> {
        self.open.remove(id)
    }

    /// Logs a warning in the client.
    pub(crate) fn warn(&self, message: String) {
        self.notify::<LogMessageNotification>(LogMessageParams {
            kind: MessageType::Warning,
            message,
        });
    }

    /// Requests the settings.
    pub(crate) fn request_settings(&mut self) {
        let item = ConfigurationItem {
            scope_uri: None,
            section: Some(SECTION.to_owned()),
        };
        let params = ConfigurationParams { items: vec![item] };
        self.request::<ConfigurationRequest>(params, Purpose::Settings);
    }

    /// Requests a refresh of diagnostics.
    pub(crate) fn refresh_diagnostics(&mut self) {
        self.request::<DiagnosticRefreshRequest>(Value::Null, Purpose::Ignore);
    }

    /// Requests a refresh of semantic tokens, inlay hints and code lenses, as far as the client supports it.
    pub(crate) fn refresh_views(&mut self, client: &Client) {
        if client.refreshes_tokens {
            self.request::<SemanticTokensRefreshRequest>(Value::Null, Purpose::Ignore);
        }
        if client.refreshes_inlay_hints {
            self.request::<InlayHintRefreshRequest>(Value::Null, Purpose::Ignore);
        }
        if client.refreshes_lenses {
            self.request::<CodeLensRefreshRequest>(Value::Null, Purpose::Ignore);
        }
    }

    /// Registers for changes of files and settings, as far as the client supports it.
    pub(crate) fn register(&mut self, client: &Client) {
        let mut registrations = Vec::new();
        if client.watches_files {
            let method = DidChangeWatchedFilesNotification::METHOD.as_str();
            registrations.push(registration(method, json!(watched_files())));
        }
        if client.registers_settings {
            let method = DidChangeConfigurationNotification::METHOD.as_str();
            registrations.push(registration(method, json!({ "section": SECTION })));
        }
        if !registrations.is_empty() {
            let params = RegistrationParams { registrations };
            self.request::<RegistrationRequest>(params, Purpose::Ignore);
        }
    }
}

fn registration(method: &str, options: Value) -> Registration {
    Registration {
        id: format!("pica200/{method}"),
        method: method.to_owned(),
        register_options: Some(options),
    }
}

/// Returns the watchers for relevant files: sources, common include files, other build inputs, and TOML files
/// (projects, variant files and tests).
fn watched_files() -> DidChangeWatchedFilesRegistrationOptions {
    let text = SUFFIXES.into_iter().chain(["inc", "h", "asm", "s", "toml"]);
    let suffixes: Vec<_> = text.chain(suffixes()).collect();
    let watcher = FileSystemWatcher {
        glob_pattern: GlobPattern::Pattern(format!("**/*.{{{}}}", suffixes.join(","))),
        kind: None,
    };
    DidChangeWatchedFilesRegistrationOptions {
        watchers: vec![watcher],
    }
}
