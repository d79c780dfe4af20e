//! Messages to the client, and what its answers are for.

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

/// What the answer to a request of the server is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// It has the settings.
    Settings,
    /// Only errors matter.
    Nothing,
}

/// The way to the client.
#[derive(Debug)]
pub(crate) struct Outgoing {
    client: Sender<Message>,
    /// The requests without answers.
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
        // A client that has gone away is noticed by the loop.
        let _ = self.client.send(message);
    }

    /// Answers a request.
    pub(crate) fn respond(&self, id: RequestId, result: Result<Value, ResponseError>) {
        self.send(Message::Response(Response {
            id,
            response_result: result,
        }));
    }

    /// Notifies the client.
    pub(crate) fn notify<N: Notification>(&self, params: N::Params) {
        let method = N::METHOD.as_str().to_owned();
        self.send(lsp_server::Notification::new(method, params).into());
    }

    /// Asks the client.
    fn ask<R: Request>(&mut self, params: impl Serialize, purpose: Purpose) {
        self.requests = self.requests.wrapping_add(1);
        let id = RequestId::from(self.requests);
        let method = R::METHOD.as_str().to_owned();
        self.open.insert(id.clone(), purpose);
        self.send(lsp_server::Request::new(id, method, params).into());
    }

    /// The purpose of a request that the client has answered.
    pub(crate) fn answered(&mut self, id: &RequestId) -> Option<Purpose> {
        self.open.remove(id)
    }

    /// Writes a warning into the client's log.
    pub(crate) fn warn(&self, message: String) {
        self.notify::<LogMessageNotification>(LogMessageParams {
            kind: MessageType::Warning,
            message,
        });
    }

    /// Asks for the settings.
    pub(crate) fn ask_settings(&mut self) {
        let item = ConfigurationItem {
            scope_uri: None,
            section: Some(SECTION.to_owned()),
        };
        let params = ConfigurationParams { items: vec![item] };
        self.ask::<ConfigurationRequest>(params, Purpose::Settings);
    }

    /// Asks the client to ask for diagnostics again.
    pub(crate) fn refresh_diagnostics(&mut self) {
        self.ask::<DiagnosticRefreshRequest>(Value::Null, Purpose::Nothing);
    }

    /// Asks the client to ask for semantic tokens, inlay hints and code lenses again, as far as it can.
    pub(crate) fn refresh_views(&mut self, client: &Client) {
        if client.refreshes_tokens {
            self.ask::<SemanticTokensRefreshRequest>(Value::Null, Purpose::Nothing);
        }
        if client.refreshes_inlay_hints {
            self.ask::<InlayHintRefreshRequest>(Value::Null, Purpose::Nothing);
        }
        if client.refreshes_lenses {
            self.ask::<CodeLensRefreshRequest>(Value::Null, Purpose::Nothing);
        }
    }

    /// Asks the client to tell of changes of files and settings, as far as it can.
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
            self.ask::<RegistrationRequest>(params, Purpose::Nothing);
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

/// The files whose changes matter: sources, files that sources usually include, other inputs of builds, and files in
/// TOML: those of projects, variations and tests.
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
