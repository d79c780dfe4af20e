//! The loop of the server: the main thread listens and answers nothing by itself; other threads compute.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, at, never, select, unbounded};
use gen_lsp_types::Uri;
use lsp_server::{Connection, Message, Request, RequestId};
use pica200::levels::Levels;
use serde_json::Value;

use crate::End;
use crate::client::Client;
use crate::diagnostics::{Everything, everything};
use crate::documents::Documents;
use crate::fault::Fault;
use crate::features;
use crate::kinds::names_builds;
use crate::outgoing::Outgoing;
use crate::pool::Pool;
use crate::publish::Published;
use crate::routes::Routes;
use crate::settings::Settings;
use crate::snapshot::{Cancelled, Snapshot};
use crate::workspace::Workspace;

mod notifications;
#[cfg(test)]
mod tests;

/// How long the server waits for further changes before it checks. Keys repeat more slowly; edits in many places are
/// faster.
const PAUSE: Duration = Duration::from_millis(8);

/// How long the server waits for further changes of files before it scans the workspace.
const SCAN_PAUSE: Duration = Duration::from_millis(200);

/// The most threads that answer requests.
const MOST_WORKERS: usize = 4;

/// What a session begins with.
pub(crate) struct Start {
    pub(crate) client: Client,
    pub(crate) folders: Vec<PathBuf>,
    /// The settings in `initialize`.
    pub(crate) settings: Value,
    pub(crate) levels: Levels,
}

/// What other threads tell the main thread.
enum Event {
    /// A request is answered, or the answer panicked.
    Answered(RequestId, Option<Result<Value, Fault>>),
    /// The diagnostics were computed of a snapshot, and whether views of documents that were not edited can show
    /// something else; unless the work was cancelled or panicked.
    Checked(Snapshot, Option<Option<(Everything, bool)>>),
    /// The workspace was scanned, unless that panicked.
    Scanned(Option<Workspace>),
}

/// A request that is being answered.
struct Pending {
    cancelled: Cancelled,
    /// The document of the request, if changes of it make the answer wrong.
    document: Option<Uri>,
}

/// When work begins.
#[derive(Clone, Copy)]
enum Due {
    /// At a time.
    At(Instant),
    /// When the host of a server without a clock gives it a turn.
    NextTurn,
}

/// Work that begins after a pause and runs at most once at a time.
struct Task {
    has_clock: bool,
    /// When it begins.
    due: Option<Due>,
    /// The work that is running.
    running: Option<Cancelled>,
}

impl Task {
    const fn new(has_clock: bool) -> Self {
        Self {
            has_clock,
            due: None,
            running: None,
        }
    }

    /// Lets the work begin after a pause, and cancels what is running.
    fn put_off(&mut self, pause: Duration) {
        self.due = Some(if self.has_clock {
            Due::At(Instant::now() + pause)
        } else {
            Due::NextTurn
        });
        if let Some(running) = &self.running {
            running.set();
        }
    }

    /// The signal for the beginning; it never comes while work is running, or without a clock.
    fn signal(&self) -> Receiver<Instant> {
        match (self.due, &self.running) {
            (Some(Due::At(due)), None) => at(due),
            _ => never(),
        }
    }

    /// Whether a turn begins it.
    const fn is_due_in_turn(&self) -> bool {
        matches!((self.due, &self.running), (Some(Due::NextTurn), None))
    }

    /// Notes that the work begins.
    fn begin(&mut self) -> Cancelled {
        let cancelled = Cancelled::default();
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
    /// Whether the client has asked the server to shut down.
    is_shut_down: bool,
    /// The threads that answer requests about documents, those that search the workspace, and those that check and
    /// scan.
    workers: Pool,
    searchers: Pool,
    checker: Pool,
    scanner: Pool,
}

impl Server {
    /// The server for a client, with threads.
    pub(crate) fn new(connection: &Connection, start: Start) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let answering = cores.min(MOST_WORKERS);
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

    /// A server without threads and clock, which works when it is given a turn.
    pub(crate) fn without_threads(connection: &Connection, start: Start) -> Self {
        let (events, results) = unbounded();
        let outgoing = Outgoing::new(connection.sender.clone());
        let settings = Settings::read(&start.settings).unwrap_or_else(|message| {
            outgoing.warn(message);
            Settings::default()
        });
        let documents = Documents::new(start.client.encoding);
        let mut state = Snapshot::of_documents(documents, Workspace::new(start.folders));
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
            workers: Pool::none(),
            searchers: Pool::none(),
            checker: Pool::none(),
            scanner: Pool::none(),
        }
    }

    /// Begins the session: asks the client for what the server needs to know.
    pub(crate) fn begin(&mut self) {
        self.outgoing.register(&self.state.client);
        if self.state.client.has_settings {
            self.outgoing.ask_settings();
        }
        self.scan.put_off(Duration::ZERO);
    }

    /// Takes a message, and does all work that is due then. Only for servers without threads.
    pub(crate) fn turn(&mut self, message: Message) {
        self.take(message);
        loop {
            if let Ok(event) = self.results.try_recv() {
                self.take_event(event);
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
    pub(crate) fn run(mut self) -> End {
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
                    self.take_event(event);
                },
                recv(check) -> _ => self.begin_check(),
                recv(scan) -> _ => self.begin_scan(),
            }
        }
        self.cancel_all();
        self.end()
    }

    /// How the session ends if it does now.
    pub(crate) const fn end(&self) -> End {
        if self.is_shut_down { End::Orderly } else { End::Abrupt }
    }

    /// Tells all threads that nobody waits for them.
    fn cancel_all(&mut self) {
        let requests = self.pending.values().map(|pending| &pending.cancelled);
        let tasks = [&self.check.running, &self.scan.running].into_iter().flatten();
        requests.chain(tasks).for_each(Cancelled::set);
    }

    fn take(&mut self, message: Message) {
        match message {
            Message::Request(request) => self.take_request(request),
            Message::Notification(notification) => self.take_notification(notification),
            Message::Response(response) => self.take_response(response),
        }
    }

    /// Lets a worker answer a request.
    fn take_request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        if self.is_shut_down {
            let fault = Fault::Request("the server has shut down".to_owned());
            return self.outgoing.respond(id, Err(fault.response()));
        }
        if method == "shutdown" {
            self.is_shut_down = true;
            return self.outgoing.respond(id, Ok(Value::Null));
        }
        let Some(route) = self.routes.get(&method).cloned() else {
            return self.outgoing.respond(id, Err(Fault::Method(method).response()));
        };
        let cancelled = Cancelled::default();
        let snapshot = self.state.for_work(cancelled.clone());
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

    /// Answers a pending request without a result, and cancels its work.
    fn refuse(&mut self, id: &RequestId, fault: Fault) {
        if let Some(pending) = self.pending.remove(id) {
            pending.cancelled.set();
            self.outgoing.respond(id.clone(), Err(fault.response()));
        }
    }

    /// Answers the pending requests about a document that has changed, whose answers would be wrong.
    fn refuse_stale(&mut self, uri: &Uri) {
        let is_stale = |pending: &Pending| pending.document.as_ref() == Some(uri);
        let stale = self.pending.iter().filter(|(_, pending)| is_stale(pending));
        let stale: Vec<_> = stale.map(|(id, _)| id.clone()).collect();
        for id in stale {
            self.refuse(&id, Fault::Stale);
        }
    }

    fn take_event(&mut self, event: Event) {
        match event {
            // A request that was cancelled already has its answer.
            Event::Answered(id, answer) => {
                if self.pending.remove(&id).is_some() {
                    let defect = || Fault::Internal("the server failed; its log says more".to_owned());
                    let answer = answer.unwrap_or_else(|| Err(defect()));
                    self.outgoing.respond(id, answer.map_err(Fault::response));
                }
            }
            Event::Checked(snapshot, found) => {
                self.check.running = None;
                // Of a snapshot that is old, the next check says more; a document of it may be closed.
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
                // Folders that changed meanwhile are scanned again.
                if let Some(workspace) = workspace.filter(|_| self.scan.due.is_none()) {
                    if workspace != *self.state.workspace {
                        self.state = self.state.with_workspace(Arc::new(workspace));
                        self.outgoing.refresh_views(&self.state.client);
                    }
                    self.check.put_off(Duration::ZERO);
                }
            }
        }
    }

    /// Begins to check all open documents.
    fn begin_check(&mut self) {
        let snapshot = self.state.for_work(self.check.begin());
        let (events, same) = (self.events.clone(), snapshot.clone());
        let edited = self.edited.clone();
        let work = move || Some((everything(&snapshot)?, affects_others(&edited, &snapshot)));
        self.checker.run(work, move |found| {
            let _ = events.send(Event::Checked(same, found));
        });
    }

    /// Begins to scan the folders of the workspace.
    fn begin_scan(&mut self) {
        let snapshot = self.state.for_work(self.scan.begin());
        let events = self.events.clone();
        self.scanner.run(
            move || snapshot.scan(),
            move |workspace| {
                let _ = events.send(Event::Scanned(workspace));
            },
        );
    }

    /// The documents, to change them. Snapshots keep the old ones.
    fn documents(&mut self) -> &mut Documents {
        self.state.documents_mut()
    }

    /// The folder of documents without files.
    fn folder(&self) -> PathBuf {
        let first = self.state.workspace.folders.first();
        first.map(PathBuf::as_path).unwrap_or(Path::new("")).to_owned()
    }
}

/// Whether documents that changed are parts of the same sources as open documents that did not, or say how these are
/// assembled.
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

/// The address of the document in the parameters of a request.
fn document_of(params: &Value) -> Option<Uri> {
    let uri = params.get("textDocument")?.get("uri")?;
    Some(Uri(uri.as_str()?.to_owned()))
}
