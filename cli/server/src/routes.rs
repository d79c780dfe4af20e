//! Request dispatch.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use gen_lsp_types::Request;
use serde_json::Value;

use crate::error::RequestError;
use crate::snapshot::Snapshot;

/// A request handler.
type Handler = dyn Fn(&Snapshot, Value) -> Result<Value, RequestError> + Send + Sync;

/// The handler of a request, and its scheduling.
#[derive(Clone)]
pub(crate) struct Route {
    answer: Arc<Handler>,
    /// True if the response is sent even if the document has changed.
    pub(crate) survives_changes: bool,
    /// True if the handler may need all files of the workspace. Such requests do not block others.
    pub(crate) searches: bool,
}

/// Request handlers by method.
#[derive(Default)]
pub(crate) struct Routes {
    routes: HashMap<&'static str, Route>,
}

impl fmt::Debug for Routes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.routes.keys()).finish()
    }
}

impl Routes {
    /// Registers a handler. If the document changes before the response, the client gets an error instead and retries.
    pub(crate) fn on<R: Request>(&mut self, answer: fn(&Snapshot, R::Params) -> Result<R::Result, RequestError>) {
        self.add::<R>(answer, false, false);
    }

    /// Like [`Self::on`], for a handler that may need all files of the workspace.
    pub(crate) fn on_search<R: Request>(
        &mut self,
        answer: fn(&Snapshot, R::Params) -> Result<R::Result, RequestError>,
    ) {
        self.add::<R>(answer, false, true);
    }

    /// Registers a handler whose response is sent even if the document has changed.
    pub(crate) fn on_any_version<R: Request>(
        &mut self,
        answer: fn(&Snapshot, R::Params) -> Result<R::Result, RequestError>,
    ) {
        self.add::<R>(answer, true, false);
    }

    /// Like [`Self::on_any_version`], for a handler that may need all files of the workspace.
    pub(crate) fn on_search_of_any_version<R: Request>(
        &mut self,
        answer: fn(&Snapshot, R::Params) -> Result<R::Result, RequestError>,
    ) {
        self.add::<R>(answer, true, true);
    }

    fn add<R: Request>(
        &mut self,
        answer: fn(&Snapshot, R::Params) -> Result<R::Result, RequestError>,
        survives_changes: bool,
        searches: bool,
    ) {
        let answer = move |snapshot: &Snapshot, params: Value| {
            let params = serde_json::from_value(params);
            let params = params.map_err(|error| RequestError::InvalidParams(error.to_string()))?;
            let result = answer(snapshot, params)?;
            serde_json::to_value(result).map_err(|error| RequestError::Internal(error.to_string()))
        };
        let route = Route {
            answer: Arc::new(answer),
            survives_changes,
            searches,
        };
        self.routes.insert(R::METHOD.as_str(), route);
    }

    /// Returns the route of a method.
    pub(crate) fn get(&self, method: &str) -> Option<&Route> {
        self.routes.get(method)
    }
}

impl Route {
    /// Handles a request.
    pub(crate) fn answer(&self, snapshot: &Snapshot, params: Value) -> Result<Value, RequestError> {
        snapshot.check_cancelled()?;
        (self.answer)(snapshot, params)
    }
}
