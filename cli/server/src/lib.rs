#![doc = include_str!("../README.md")]

mod builds;
mod client;
mod describe;
mod diagnostics;
mod documents;
mod error;
mod features;
mod includes;
mod kinds;
mod links;
mod local;
mod markup;
mod names;
mod outgoing;
mod pool;
mod positions;
mod publish;
mod recorder;
mod routes;
mod server;
mod settings;
mod shader;
mod snapshot;
mod source_analysis;
mod sources;
mod transport;
mod uri;
mod workspace;

use std::path::PathBuf;

use gen_lsp_types::{
    ChangeNotifications, ClientCapabilities, InitializeResult, Save, ServerCapabilities, ServerInfo,
    TextDocumentSyncKind, TextDocumentSyncOptions, WorkspaceFolder, WorkspaceFoldersServerCapabilities,
    WorkspaceOptions,
};
pub use local::LocalServer;
pub use lsp_server::{Connection, ProtocolError};
use pica200::levels::Levels;
use serde::Deserialize;
use serde_json::Value;
pub use transport::{Threads, connect};

use crate::client::Client;
use crate::features::FEATURES;
use crate::server::{Server, SessionConfig};

/// The end of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SessionEnd {
    /// The client sent `shutdown`, then `exit`.
    Orderly,
    /// The client disconnected, or sent `exit` before `shutdown`.
    Abrupt,
}

/// Serves a client until the session ends. `levels` are the diagnostic levels, which projects can override.
///
/// # Errors
///
/// Returns an error if the client violates the protocol during initialization.
pub fn serve(connection: &Connection, levels: Levels) -> Result<SessionEnd, ProtocolError> {
    let (id, params) = match connection.initialize_start() {
        Ok(started) => started,
        Err(error) if error.channel_is_disconnected() => return Ok(SessionEnd::Abrupt),
        Err(error) => return Err(error),
    };
    let start = start(&params, levels);
    let result = initialized(&start.client);
    match connection.initialize_finish(id, result) {
        Ok(()) => Ok(Server::new(connection, start).run()),
        Err(error) if error.channel_is_disconnected() => Ok(SessionEnd::Abrupt),
        Err(error) => Err(error),
    }
}

/// Returns the result of `initialize`.
fn initialized(client: &Client) -> Value {
    let result = InitializeResult {
        capabilities: capabilities(client),
        server_info: Some(ServerInfo {
            name: "picals".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    };
    serde_json::to_value(result).unwrap_or_default()
}

/// Reads the parameters of `initialize` that the server uses. Each is read separately, so that an invalid one does not
/// affect the others.
fn start(params: &Value, levels: Levels) -> SessionConfig {
    let read = |name: &str| params.get(name).unwrap_or(&Value::Null);
    let capabilities = ClientCapabilities::deserialize(read("capabilities")).unwrap_or_default();
    let folders = Vec::<WorkspaceFolder>::deserialize(read("workspaceFolders"));
    let mut folders: Vec<PathBuf> = folders
        .unwrap_or_default()
        .iter()
        .filter_map(|folder| uri::to_path(&folder.uri))
        .collect();
    if folders.is_empty() {
        let root = read("rootUri").as_str();
        folders.extend(root.and_then(|root| uri::to_path(&root.to_owned().into())));
    }
    SessionConfig {
        client: Client::new(&capabilities),
        folders,
        settings: read("initializationOptions").clone(),
        levels,
    }
}

/// Returns the server capabilities for a client.
fn capabilities(client: &Client) -> ServerCapabilities {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::Incremental),
        save: Some(Save::Bool(true)),
        ..TextDocumentSyncOptions::default()
    };
    let folders = WorkspaceFoldersServerCapabilities {
        supported: Some(true),
        change_notifications: Some(ChangeNotifications::Bool(true)),
    };
    let mut capabilities = ServerCapabilities {
        position_encoding: Some(client.encoding.kind()),
        text_document_sync: Some(sync.into()),
        workspace: client.has_folders.then(|| WorkspaceOptions {
            workspace_folders: Some(folders),
            ..WorkspaceOptions::default()
        }),
        ..ServerCapabilities::default()
    };
    for feature in FEATURES {
        (feature.announce)(client, &mut capabilities);
    }
    capabilities
}
