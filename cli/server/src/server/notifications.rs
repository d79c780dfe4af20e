//! Notifications and responses of the client.

use gen_lsp_types::{
    CancelNotification, CancelParams, DidChangeConfigurationNotification, DidChangeConfigurationParams,
    DidChangeTextDocumentNotification, DidChangeTextDocumentParams, DidChangeWatchedFilesNotification,
    DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersNotification, DidChangeWorkspaceFoldersParams,
    DidCloseTextDocumentNotification, DidCloseTextDocumentParams, DidOpenTextDocumentNotification,
    DidOpenTextDocumentParams, DidSaveTextDocumentNotification, Uri,
};
use lsp_server::{Notification, RequestId, Response};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;

use super::{PAUSE, SCAN_PAUSE, Server};
use crate::error::RequestError;
use crate::kinds::{is_project, is_toml, names_builds};
use crate::outgoing::Purpose;
use crate::settings::{SECTION, Settings};
use crate::uri::to_path;
use crate::workspace::Workspace;

/// Returns the method of a notification.
const fn method<N: gen_lsp_types::Notification>() -> &'static str {
    N::METHOD.as_str()
}

impl Server {
    /// Handles a notification. Unknown ones are ignored, as the protocol requires.
    pub(super) fn handle_notification(&mut self, notification: Notification) {
        let Notification { method: name, params } = notification;
        match name.as_str() {
            m if m == method::<CancelNotification>() => self.with(params, Self::cancel),
            m if m == method::<DidOpenTextDocumentNotification>() => self.with(params, Self::open),
            m if m == method::<DidChangeTextDocumentNotification>() => self.with(params, Self::change),
            m if m == method::<DidCloseTextDocumentNotification>() => self.with(params, Self::close),
            m if m == method::<DidSaveTextDocumentNotification>() => self.saved(),
            m if m == method::<DidChangeWatchedFilesNotification>() => self.with(params, Self::watched_files_changed),
            m if m == method::<DidChangeConfigurationNotification>() => self.with(params, Self::configure),
            m if m == method::<DidChangeWorkspaceFoldersNotification>() => self.with(params, Self::change_folders),
            _ => {}
        }
    }

    /// Parses the parameters of a notification and handles it. Invalid parameters are logged, since notifications have
    /// no response.
    fn with<P: DeserializeOwned>(&mut self, params: Value, run: fn(&mut Self, P)) {
        match serde_json::from_value(params) {
            Ok(params) => run(self, params),
            Err(error) => self
                .outgoing
                .warn(format!("a notification has invalid parameters: {error}")),
        }
    }

    fn cancel(&mut self, params: CancelParams) {
        // Numeric and string IDs are distinct.
        let id = serde_json::to_value(params.id).and_then(serde_json::from_value::<RequestId>);
        if let Ok(id) = id {
            self.refuse(&id, RequestError::Cancelled);
        }
    }

    fn open(&mut self, params: DidOpenTextDocumentParams) {
        let folder = self.folder();
        let uri = params.text_document.uri.clone();
        self.documents().open(params.text_document, &folder);
        self.edited(&uri);
    }

    fn change(&mut self, params: DidChangeTextDocumentParams) {
        let version = params.text_document.version;
        let uri = params.text_document.text_document_identifier.uri;
        if self.state.documents.get(&uri).is_none() {
            return self.outgoing.warn(format!("`{}` changes, but it is not open", uri.0));
        }
        self.documents().change(&uri, version, params.content_changes);
        self.edited(&uri);
    }

    fn close(&mut self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri;
        let path = self.state.documents.get(&uri).map(|document| document.path.clone());
        self.documents().close(&uri);
        if let Some(path) = path {
            self.published.clear(&path, &self.outgoing);
        }
        self.edited(&uri);
    }

    /// Records that a document has a new text.
    fn edited(&mut self, uri: &Uri) {
        self.refuse_stale(uri);
        let path = self.state.documents.path(uri);
        // The include directories may have changed.
        if path.as_deref().is_some_and(is_project) {
            self.scan.schedule(SCAN_PAUSE);
        }
        self.edited.extend(path);
        self.check.schedule(PAUSE);
    }

    /// Handles the save of a document. Clients that watch files also report the change.
    fn saved(&mut self) {
        if !self.state.client.watches_files {
            self.files_changed();
        }
    }

    fn watched_files_changed(&mut self, params: DidChangeWatchedFilesParams) {
        let mut paths = params.changes.iter().map(|change| to_path(&change.uri));
        let is_for_tests = |path: PathBuf| is_toml(&path) && !names_builds(&path);
        if !params.changes.is_empty() && paths.all(|path| path.is_some_and(is_for_tests)) {
            self.scan.schedule(SCAN_PAUSE)
        } else {
            self.files_changed()
        }
    }

    /// Handles changes of files on disk: any source may depend on them.
    fn files_changed(&mut self) {
        self.documents().disk_changed();
        self.scan.schedule(SCAN_PAUSE);
        self.check.schedule(PAUSE);
    }

    /// Handles changed settings. Clients that support `workspace/configuration` may send nothing useful here.
    fn configure(&mut self, params: DidChangeConfigurationParams) {
        if self.state.client.has_settings {
            return self.outgoing.request_settings();
        }
        if params.settings.get(SECTION).is_some() {
            self.take_settings(&params.settings);
        }
    }

    fn take_settings(&mut self, settings: &Value) {
        match Settings::read(settings) {
            Ok(settings) if settings != self.state.settings => {
                self.state.settings = settings;
                self.outgoing.refresh_views(&self.state.client);
            }
            Ok(_) => {}
            Err(message) => self.outgoing.warn(message),
        }
    }

    fn change_folders(&mut self, params: DidChangeWorkspaceFoldersParams) {
        let mut folders = self.state.workspace.folders.clone();
        let removed: Vec<_> = params.event.removed.iter().filter_map(|f| to_path(&f.uri)).collect();
        folders.retain(|folder| !removed.contains(folder));
        for folder in params.event.added.iter().filter_map(|f| to_path(&f.uri)) {
            if !folders.contains(&folder) {
                folders.push(folder);
            }
        }
        self.state = self.state.with_workspace(Arc::new(Workspace::new(folders)));
        self.scan.schedule(SCAN_PAUSE);
    }

    /// Handles a response of the client.
    pub(super) fn handle_response(&mut self, response: Response) {
        let purpose = self.outgoing.answered(&response.id);
        match (purpose, response.response_result) {
            (Some(Purpose::Settings), Ok(answer)) => {
                // A single section was requested. A client without settings responds with `null`.
                let settings = answer.get(0).unwrap_or(&Value::Null).clone();
                if !settings.is_null() {
                    self.take_settings(&settings);
                }
            }
            (Some(_), Err(error)) => {
                let message = format!("the client refused a request: {}", error.message);
                self.outgoing.warn(message);
            }
            _ => {}
        }
    }
}
