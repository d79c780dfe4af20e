//! Requests, and the functions that answer them.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use gen_lsp_types::Request;
use serde_json::Value;

use crate::fault::Fault;
use crate::snapshot::Snapshot;

/// A function that answers a request.
type Answer = dyn Fn(&Snapshot, Value) -> Result<Value, Fault> + Send + Sync;

/// The function for a request, and what is said of its answers.
#[derive(Clone)]
pub(crate) struct Route {
    answer: Arc<Answer>,
    /// Whether the answer is sent although the document has changed.
    pub(crate) survives_changes: bool,
    /// Whether the answer can need all files of the workspace. Such requests do not keep others waiting.
    pub(crate) searches: bool,
}

/// The functions that answer requests, by methods.
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
    /// Answers requests of a kind with a function. If the document changes before the answer, the client gets an error
    /// instead, and asks again.
    pub(crate) fn on<R: Request>(&mut self, answer: fn(&Snapshot, R::Params) -> Result<R::Result, Fault>) {
        self.add::<R>(answer, false, false);
    }

    /// The same for an answer that can need all files of the workspace.
    pub(crate) fn on_search<R: Request>(&mut self, answer: fn(&Snapshot, R::Params) -> Result<R::Result, Fault>) {
        self.add::<R>(answer, false, true);
    }

    /// Answers requests of a kind with a function. The answer is sent even if the document has changed.
    pub(crate) fn on_any_version<R: Request>(&mut self, answer: fn(&Snapshot, R::Params) -> Result<R::Result, Fault>) {
        self.add::<R>(answer, true, false);
    }

    /// The same for an answer that can need all files of the workspace.
    pub(crate) fn on_search_of_any_version<R: Request>(
        &mut self,
        answer: fn(&Snapshot, R::Params) -> Result<R::Result, Fault>,
    ) {
        self.add::<R>(answer, true, true);
    }

    fn add<R: Request>(
        &mut self,
        answer: fn(&Snapshot, R::Params) -> Result<R::Result, Fault>,
        survives_changes: bool,
        searches: bool,
    ) {
        let answer = move |snapshot: &Snapshot, params: Value| {
            let params = serde_json::from_value(params);
            let params = params.map_err(|error| Fault::Params(error.to_string()))?;
            let result = answer(snapshot, params)?;
            serde_json::to_value(result).map_err(|error| Fault::Internal(error.to_string()))
        };
        let route = Route {
            answer: Arc::new(answer),
            survives_changes,
            searches,
        };
        self.routes.insert(R::METHOD.as_str(), route);
    }

    /// The route of a method.
    pub(crate) fn get(&self, method: &str) -> Option<&Route> {
        self.routes.get(method)
    }
}

impl Route {
    /// Answers a request.
    pub(crate) fn answer(&self, snapshot: &Snapshot, params: Value) -> Result<Value, Fault> {
        snapshot.check()?;
        (self.answer)(snapshot, params)
    }
}
