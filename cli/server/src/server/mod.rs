//! The server loop: the main thread only dispatches, other threads compute.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, at, never, select, unbounded};
use gen_lsp_types::Uri;
use lsp_server::{Connection, Message, Request, RequestId};
use pica200::levels::Levels;
use serde_json::Value;

use crate::SessionEnd;
use crate::client::Client;
use crate::diagnostics::{AllDiagnostics, all_diagnostics};
use crate::documents::Documents;
use crate::error::RequestError;
use crate::features;
use crate::kinds::names_builds;
use crate::outgoing::Outgoing;
use crate::pool::Pool;
use crate::publish::Published;
use crate::routes::Routes;
use crate::settings::Settings;
use crate::snapshot::{CancelFlag, Snapshot};
use crate::workspace::Workspace;

mod notifications;
#[cfg(test)]
mod tests;

/// Debounce time before a check. Shorter than the key repeat interval, longer than the gaps of a multi-cursor edit.
const PAUSE: Duration = Duration::from_millis(8);

/// Debounce time of file changes before a workspace scan.
const SCAN_PAUSE: Duration = Duration::from_millis(200);

/// Maximum number of threads that handle requests.
const MAX_WORKERS: usize = 4;

/// The initial state of a session.
pub(crate) struct SessionConfig {
    pub(crate) client: Client,
    pub(crate) folders: Vec<PathBuf>,
    /// The settings in `initialize`.
    pub(crate) settings: Value,
    pub(crate) levels: Levels,
}

/// Messages from other threads to the main thread.
enum Event {
    /// A request was handled, or its handler panicked.
    Answered(RequestId, Option<Result<Value, RequestError>>),
    /// Diagnostics were computed from a snapshot, unless the work was cancelled or panicked. The flag tells whether
    /// views of unedited documents may be outdated.
    Checked(Snapshot, Option<Option<(AllDiagnostics, bool)>>),
    /// The workspace was scanned, unless the scan panicked.
    Scanned(Option<Workspace>),
}

/// A request in progress.
struct Pending {
    cancelled: CancelFlag,
    /// The document of the request, if its changes invalidate the response.
    document: Option<Uri>,
}

/// The start time of work.
#[derive(Clone, Copy)]
enum Deadline {
    /// At a time.
    At(Instant),
    /// On the next turn of a server without a clock.
    NextTurn,
}

/// Debounced work of which at most one instance runs.
struct Task {
    has_clock: bool,
    /// The start time.
    due: Option<Deadline>,
    /// The running work.
    running: Option<CancelFlag>,
}

impl Task {
    const fn new(has_clock: bool) -> Self {
        Self {
            has_clock,
            due: None,
            running: None,
        }
    }

    /// Schedules the work after a pause and cancels a running instance.
    fn schedule(&mut self, pause: Duration) {
        self.due = Some(if self.has_clock {
            Deadline::At(Instant::now() + pause)
        } else {
            Deadline::NextTurn
        });
        if let Some(running) = &self.running {
            running.set();
        }
    }

    /// Returns the start signal. It never fires while work is running or without a clock.
    fn signal(&self) -> Receiver<Instant> {
        match (self.due, &self.running) {
            (Some(Deadline::At(due)), None) => at(due),
            _ => never(),
        }
    }

    /// Returns true if the next turn starts it.
    const fn is_due_in_turn(&self) -> bool {
        matches!((self.due, &self.running), (Some(Deadline::NextTurn), None))
    }

    /// Marks the work as started.
    fn begin(&mut self) -> CancelFlag {
        let cancelled = CancelFlag::default();
        self.due = None;
        self.running = Some(cancelled.clone());
        cancelled
    }
}

/// The server.
pub(crate) struct Server {
    incoming: Receiver<Message>,
    outgoing: Outgoing,
    events: Sender<Event>,
    results: Receiver<Event>,
    state: Snapshot,
    routes: Routes,
    pending: HashMap<RequestId, Pending>,
    published: Published,
    /// The documents that changed since the last check.
    edited: BTreeSet<PathBuf>,
    check: Task,
    scan: Task,
    /// True if the client has sent `shutdown`.
    is_shut_down: bool,
    /// Thread pools for document requests, for workspace searches, and for checks and scans.
    workers: Pool,
    searchers: Pool,
    checker: Pool,
    scanner: Pool,
}

impl Server {
    /// Creates a server with threads.
    pub(crate) fn new(connection: &Connection, start: SessionConfig) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let answering = cores.min(MAX_WORKERS);
        Self {
            workers: Pool::new("answer", answering),
            searchers: Pool::new("search", answering),
            checker: Pool::new("check", 1),
            scanner: Pool::new("scan", 1),
            check: Task::new(true),
            scan: Task::new(true),
            ..Self::without_threads(connection, start)
        }
    }

    /// Creates a server without threads and clock, driven by [`Self::turn`].
    pub(crate) fn without_threads(connection: &Connection, start: SessionConfig) -> Self {
        let (events, results) = unbounded();
        let outgoing = Outgoing::new(connection.sender.clone());
        let settings = Settings::read(&start.settings).unwrap_or_else(|message| {
            outgoing.warn(message);
            Settings::default()
        });
        let documents = Documents::new(start.client.encoding);
        let mut state = Snapshot::from_documents(documents, Workspace::new(start.folders));
        state.client = Arc::new(start.client);
        state.settings = settings;
        state.levels = Arc::new(start.levels);
        Self {
            incoming: connection.receiver.clone(),
            outgoing,
            events,
            results,
            state,
            routes: features::routes(),
            pending: HashMap::new(),
            published: Published::default(),
            edited: BTreeSet::new(),
            check: Task::new(false),
            scan: Task::new(false),
            is_shut_down: false,
            workers: Pool::inline(),
            searchers: Pool::inline(),
            checker: Pool::inline(),
            scanner: Pool::inline(),
        }
    }

    /// Starts the session: sends the initial requests to the client.
    pub(crate) fn begin(&mut self) {
        self.outgoing.register(&self.state.client);
        if self.state.client.has_settings {
            self.outgoing.request_settings();
        }
        self.scan.schedule(Duration::ZERO);
    }

    /// Handles a message and does all due work. Only for servers without threads.
    pub(crate) fn turn(&mut self, message: Message) {
        self.take(message);
        loop {
            if let Ok(event) = self.results.try_recv() {
                self.handle_event(event);
            } else if self.scan.is_due_in_turn() {
                self.begin_scan();
            } else if self.check.is_due_in_turn() {
                self.begin_check();
            } else {
                break;
            }
        }
    }

    /// Serves until the session ends.
    pub(crate) fn run(mut self) -> SessionEnd {
        self.begin();
        loop {
            let (check, scan) = (self.check.signal(), self.scan.signal());
            select! {
                recv(self.incoming) -> message => match message {
                    Ok(Message::Notification(one)) if one.method == "exit" => break,
                    Ok(message) => self.take(message),
                    Err(_) => {
                        self.is_shut_down = false;
                        break;
                    }
                },
                recv(self.results) -> event => if let Ok(event) = event {
                    self.handle_event(event);
                },
                recv(check) -> _ => self.begin_check(),
                recv(scan) -> _ => self.begin_scan(),
            }
        }
        self.cancel_all();
        self.end()
    }

    /// Returns how the session would end now.
    pub(crate) const fn end(&self) -> SessionEnd {
        if self.is_shut_down {
            SessionEnd::Orderly
        } else {
            SessionEnd::Abrupt
        }
    }

    /// Cancels all work.
    fn cancel_all(&mut self) {
        let requests = self.pending.values().map(|pending| &pending.cancelled);
        let tasks = [&self.check.running, &self.scan.running].into_iter().flatten();
        requests.chain(tasks).for_each(CancelFlag::set);
    }

    fn take(&mut self, message: Message) {
        match message {
            Message::Request(request) => self.handle_request(request),
            Message::Notification(notification) => self.handle_notification(notification),
            Message::Response(response) => self.handle_response(response),
        }
    }

    /// Dispatches a request to a worker.
    fn handle_request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        if self.is_shut_down {
            let error = RequestError::InvalidRequest("the server has shut down".to_owned());
            return self.outgoing.respond(id, Err(error.response()));
        }
        if method == "shutdown" {
            self.is_shut_down = true;
            return self.outgoing.respond(id, Ok(Value::Null));
        }
        let Some(route) = self.routes.get(&method).cloned() else {
            return self
                .outgoing
                .respond(id, Err(RequestError::UnknownMethod(method).response()));
        };
        let cancelled = CancelFlag::default();
        let snapshot = self.state.with_cancel_flag(cancelled.clone());
        let document = document_of(&params).filter(|_| !route.survives_changes);
        let pending = Pending { cancelled, document };
        self.pending.insert(id.clone(), pending);
        let events = self.events.clone();
        let workers = if route.searches { &self.searchers } else { &self.workers };
        workers.run(
            move || route.answer(&snapshot, params),
            move |answer| {
                let _ = events.send(Event::Answered(id, answer));
            },
        );
    }

    /// Responds to a pending request with an error, and cancels its work.
    fn refuse(&mut self, id: &RequestId, error: RequestError) {
        if let Some(pending) = self.pending.remove(id) {
            pending.cancelled.set();
            self.outgoing.respond(id.clone(), Err(error.response()));
        }
    }

    /// Refuses the pending requests about a changed document, whose responses would be outdated.
    fn refuse_stale(&mut self, uri: &Uri) {
        let is_stale = |pending: &Pending| pending.document.as_ref() == Some(uri);
        let stale = self.pending.iter().filter(|(_, pending)| is_stale(pending));
        let stale: Vec<_> = stale.map(|(id, _)| id.clone()).collect();
        for id in stale {
            self.refuse(&id, RequestError::Stale);
        }
    }

    fn handle_event(&mut self, event: Event) {
        match event {
            // A cancelled request already has a response.
            Event::Answered(id, answer) => {
                if self.pending.remove(&id).is_some() {
                    let defect = || RequestError::Internal("internal error; see the log of the server".to_owned());
                    let answer = answer.unwrap_or_else(|| Err(defect()));
                    self.outgoing.respond(id, answer.map_err(RequestError::response));
                }
            }
            Event::Checked(snapshot, found) => {
                self.check.running = None;
                // A newer check follows for an outdated snapshot, whose documents may be closed.
                let found = found.flatten().filter(|_| !snapshot.cancelled.is_set());
                if let Some((found, affects_others)) = found {
                    let edited = std::mem::take(&mut self.edited);
                    if affects_others {
                        self.outgoing.refresh_views(&self.state.client);
                    }
                    self.published.update(found, &snapshot, &edited, &mut self.outgoing);
                }
            }
            Event::Scanned(workspace) => {
                self.scan.running = None;
                // Directories that changed during the scan are scanned again.
                if let Some(workspace) = workspace.filter(|_| self.scan.due.is_none()) {
                    if workspace != *self.state.workspace {
                        self.state = self.state.with_workspace(Arc::new(workspace));
                        self.outgoing.refresh_views(&self.state.client);
                    }
                    self.check.schedule(Duration::ZERO);
                }
            }
        }
    }

    /// Starts a check of all open documents.
    fn begin_check(&mut self) {
        let snapshot = self.state.with_cancel_flag(self.check.begin());
        let (events, same) = (self.events.clone(), snapshot.clone());
        let edited = self.edited.clone();
        let work = move || Some((all_diagnostics(&snapshot)?, affects_others(&edited, &snapshot)));
        self.checker.run(work, move |found| {
            let _ = events.send(Event::Checked(same, found));
        });
    }

    /// Starts a scan of the workspace folders.
    fn begin_scan(&mut self) {
        let snapshot = self.state.with_cancel_flag(self.scan.begin());
        let events = self.events.clone();
        self.scanner.run(
            move || snapshot.scan(),
            move |workspace| {
                let _ = events.send(Event::Scanned(workspace));
            },
        );
    }

    /// Returns the documents for modification. Snapshots keep the old ones.
    fn documents(&mut self) -> &mut Documents {
        self.state.documents_mut()
    }

    /// Returns the directory for documents without a file.
    fn folder(&self) -> PathBuf {
        let first = self.state.workspace.folders.first();
        first.map(PathBuf::as_path).unwrap_or(Path::new("")).to_owned()
    }
}

/// Returns true if edited documents share a source with unedited open documents, or define how these are assembled.
fn affects_others(edited: &BTreeSet<PathBuf>, snapshot: &Snapshot) -> bool {
    if edited.iter().any(|path| names_builds(path)) {
        return true;
    }
    let others: Vec<_> = snapshot
        .documents
        .iter()
        .filter(|other| !edited.contains(&other.path))
        .collect();
    if others.is_empty() {
        return false;
    }
    let sources: BTreeSet<_> = edited.iter().flat_map(|path| snapshot.roots(path)).collect();
    let mut roots = others.iter().flat_map(|other| snapshot.roots(&other.path));
    roots.any(|root| sources.contains(&root))
}

/// Returns the document URI in the parameters of a request.
fn document_of(params: &Value) -> Option<Uri> {
    let uri = params.get("textDocument")?.get("uri")?;
    Some(Uri(uri.as_str()?.to_owned()))
}
