// A stand-in for the interface of Visual Studio Code: as much of it as the extension and the library of its client use. What
// the extension shows, starts and registers is recorded.

/** What stands for any part of the interface that the test does not look at, such as the classes that the client derives. */
function anything() {
  return new Proxy(class {}, {
    get: (target, key) => (key in target || typeof key === 'symbol' ? target[key] : anything()),
    apply: () => anything(),
  });
}

/** An object whose members are these, and whose other members are anything. */
const open = (members) =>
  new Proxy(members, { get: (target, key) => (key in target || typeof key === 'symbol' ? target[key] : anything()) });

class Disposable {
  constructor(run) {
    this.run = run;
  }
  static from(...items) {
    return new Disposable(() => items.forEach((item) => item.dispose()));
  }
  dispose() {
    this.run?.();
  }
}

class EventEmitter {
  listeners = new Set();
  event = (run, self, disposables) => {
    const listener = (value) => run.call(self, value);
    this.listeners.add(listener);
    const end = new Disposable(() => this.listeners.delete(listener));
    disposables?.push(end);
    return end;
  };
  fire(value) {
    return Promise.all([...this.listeners].map((listener) => listener(value)));
  }
  dispose() {
    this.listeners.clear();
  }
}

export class Uri {
  constructor(parts) {
    Object.assign(this, { scheme: 'file', authority: '', path: '', query: '', fragment: '' }, parts);
  }
  static file(path) {
    return new Uri({ path });
  }
  static parse(text) {
    const { protocol, host, pathname, search, hash } = new URL(text);
    const path = decodeURIComponent(pathname);
    return new Uri({ scheme: protocol.slice(0, -1), authority: host, path, query: search.slice(1), fragment: hash.slice(1) });
  }
  get fsPath() {
    return this.path;
  }
  with(parts) {
    return new Uri({ ...this, ...parts });
  }
  toString() {
    return `${this.scheme}://${this.authority}${encodeURI(this.path)}`;
  }
}

class CancellationTokenSource {
  cancelled = new EventEmitter();
  token = { isCancellationRequested: false, onCancellationRequested: this.cancelled.event };
  cancel() {
    this.token.isCancellationRequested = true;
    this.cancelled.fire();
  }
  dispose() {}
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(startLine, startCharacter, endLine, endCharacter) {
    this.start = new Position(startLine, startCharacter);
    this.end = new Position(endLine, endCharacter);
  }
}

class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

/** A class whose objects have the arguments of its constructor under these names. */
const record = (...names) =>
  class {
    constructor(...values) {
      names.forEach((name, place) => (this[name] = values[place]));
    }
  };

/** An open document. */
export class Document {
  version = 1;
  isDirty = false;
  isClosed = false;
  constructor(uri, languageId, text) {
    Object.assign(this, { uri, languageId, text, fileName: uri.path });
  }
  getText() {
    return this.text;
  }
  get lineCount() {
    return this.text.split('\n').length;
  }
}

/** Makes the stand-in. Settings are the full names of those that differ from the defaults of the manifest. */
export function standIn(manifest, settings, documents) {
  const seen = {
    commands: new Map(),
    providers: new Map(),
    contents: new Map(),
    warnings: [],
    errors: [],
    tasks: [],
    shown: [],
    diagnostics: new Map(),
  };
  const registered = manifest.contributes.configuration.properties;
  const names = ['Open', 'Close', 'Save', 'Change'].map((name) => `onDid${name}TextDocument`);
  const events = Object.fromEntries(names.map((name) => [name, new EventEmitter()]));
  /** An event that does not come. */
  const never = () => new Disposable();
  const getConfiguration = (section) => ({
    get: (name, normal) => settings[`${section}.${name}`] ?? registered[`${section}.${name}`]?.default ?? normal,
  });
  const fits = (filter, document) =>
    (filter.language ?? document.languageId) === document.languageId && (filter.scheme ?? document.uri.scheme) === document.uri.scheme;
  const listed = (map) => (name, value) => {
    map.set(name, value);
    return new Disposable(() => map.delete(name));
  };
  const registerCommand = (name, run) => {
    if (seen.commands.has(name)) {
      throw new Error(`command '${name}' already exists`);
    }
    return listed(seen.commands)(name, run);
  };
  const said = (list) => async (text) => {
    list.push(text);
  };
  const channel = () => open({ append() {}, appendLine() {}, clear() {}, show() {}, dispose() {} });
  const workspace = {
    ...Object.fromEntries(names.map((name) => [name, events[name].event])),
    textDocuments: documents,
    workspaceFolders: undefined,
    getConfiguration,
    getWorkspaceFolder: () => undefined,
    asRelativePath: (path) => path,
    onDidChangeConfiguration: never,
    onDidChangeWorkspaceFolders: never,
    onWillSaveTextDocument: never,
    createFileSystemWatcher: () => open({ onDidCreate: never, onDidChange: never, onDidDelete: never, dispose() {} }),
    registerTextDocumentContentProvider: listed(seen.contents),
    async openTextDocument(uri) {
      const suffix = uri.path.slice(uri.path.lastIndexOf('.'));
      const language = manifest.contributes.languages.find(({ extensions }) => extensions.includes(suffix));
      const text = await seen.contents.get(uri.scheme).provideTextDocumentContent(uri);
      const document = new Document(uri, language?.id ?? 'plaintext', text);
      documents.push(document);
      return document;
    },
  };
  const window = {
    activeTextEditor: undefined,
    visibleTextEditors: [],
    tabGroups: { all: [], activeTabGroup: { activeTab: undefined }, onDidChangeTabs: never },
    onDidChangeActiveTextEditor: never,
    onDidChangeVisibleTextEditors: never,
    showWarningMessage: said(seen.warnings),
    showErrorMessage: said(seen.errors),
    createOutputChannel: channel,
    withProgress: (_, run) => run({ report() {} }, new CancellationTokenSource().token),
    async showTextDocument(document, options) {
      seen.shown.push({ document, options });
    },
  };
  const languages = {
    match: (selector, document) => ([selector].flat().some((filter) => fits(filter, document)) ? 10 : 0),
    createDiagnosticCollection: () =>
      open({
        set: (uri, found) => seen.diagnostics.set(uri.toString(), found ?? []),
        delete: (uri) => seen.diagnostics.delete(uri.toString()),
        clear: () => seen.diagnostics.clear(),
        dispose: () => seen.diagnostics.clear(),
      }),
  };
  const vscode = open({
    version: '1.82.0',
    env: open({ language: 'en', appName: 'a stand-in' }),
    workspace: open(workspace),
    window: open(window),
    languages: open(languages),
    commands: open({ registerCommand }),
    tasks: open({ registerTaskProvider: listed(seen.providers), executeTask: async (task) => seen.tasks.push(task) }),
    Disposable,
    EventEmitter,
    CancellationTokenSource,
    CancellationError: class extends Error {},
    Uri,
    Position,
    Range,
    Diagnostic,
    DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
    TabInputText: record('uri'),
    TabInputCustom: record('uri', 'viewType'),
    TabInputTextDiff: record('original', 'modified'),
    TaskScope: { Workspace: 2 },
    TaskGroup: { Build: 'build' },
    ViewColumn: { Beside: -2 },
    ProcessExecution: record('program', 'args'),
    Task: record('definition', 'scope', 'name', 'origin', 'execution', 'matchers'),
  });
  return { vscode, seen, window, settings, events };
}
