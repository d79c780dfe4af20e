// The language server, which runs in the module, as the editor's client sees it.
import {
  LSPClient, Workspace, findReferencesKeymap, formatKeymap, hoverTooltips, jumpToDefinitionKeymap, renameKeymap, serverCompletion,
} from '@codemirror/lsp-client';
import { Text } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { sanitize } from './dom.js';
import { isAssembly, languageOfTag } from './language.js';

const ROOT = 'file:///shaders/';

/** The address of a file for the server, and the name of a file at an address. */
export const uriOf = (name) => ROOT + encodeURI(name);
export const nameOf = (uri) => decodeURI(uri.slice(ROOT.length));

/** The answers come after the call that sends, as those of any server. */
function transport(module) {
  const handlers = new Set();
  return {
    send(message) {
      const answers = module.lsp(message);
      queueMicrotask(() => answers.forEach((answer) => handlers.forEach((handler) => handler(answer))));
    },
    subscribe: (handler) => handlers.add(handler),
    unsubscribe: (handler) => handlers.delete(handler),
  };
}

/** Versions grow over all files and projects: no server confuses a file with one that had its name before. */
let version = 0;

/** All files of a project are open, also those that the editor does not show: sources include each other. */
class Files extends Workspace {
  files = [];

  constructor(client, host) {
    super(client);
    this.host = host;
  }

  /** Opens the sources of a project, and closes those of the last one. */
  replace(sources) {
    for (const { uri } of this.files) this.client.didClose(uri);
    this.files = sources.map(({ name, text }) => ({
      uri: uriOf(name),
      languageId: 'pica200',
      version: (version += 1),
      doc: Text.of(text.split(/\r\n?|\n/)),
      getView: () => this.host.viewOf(name),
    }));
    for (const file of this.files) this.client.didOpen(file);
    this.check();
  }

  /** Asks for the diagnostics of all files: one may include the other. */
  check() {
    for (const file of this.files) {
      const { uri, version: asked } = file;
      const answer = this.client.request('textDocument/diagnostic', { textDocument: { uri } });
      const isCurrent = () => this.files.includes(file) && file.version === asked;
      answer.then(({ items }) => isCurrent() && this.host.published(nameOf(uri), items ?? []), () => {});
    }
  }

  syncFiles() {
    const updates = [];
    for (const file of this.files) {
      const view = file.getView();
      if (!view) continue;
      const plugin = this.host.pluginOf(view);
      if (!plugin || plugin.unsyncedChanges.empty) continue;
      updates.push({ changes: plugin.unsyncedChanges, file, prevDoc: file.doc });
      file.doc = view.state.doc;
      file.version = version += 1;
      plugin.clear();
    }
    return updates;
  }

  openFile() {}

  closeFile() {}

  /** A server that begins anew knows nothing: it gets the files as they are. */
  connected() {
    this.syncFiles();
    super.connected();
    if (this.files.length > 0) this.check();
  }

  async displayFile(uri) {
    return this.host.show(nameOf(uri));
  }

  updateFile(uri, update) {
    this.host.show(nameOf(uri))?.dispatch(update);
  }
}

/**
 * A client of the server, which `connect` connects.
 * @param {{viewOf: Function, pluginOf: Function, show: Function, published: (name: string, diagnostics: any[]) => void}} host the editor
 */
export function clientFor(host) {
  const client = new LSPClient({
    rootUri: ROOT.slice(0, -1),
    workspace: (of) => new Files(of, host),
    sanitizeHTML: sanitize,
    highlightLanguage: languageOfTag,
    notificationHandlers: {
      'window/logMessage': () => true,
    },
    unhandledNotification: () => {},
    extensions: [
      { clientCapabilities: { textDocument: { diagnostic: { relatedInformation: true } } } },
      serverCompletion({ override: true }),
      hoverTooltips({ hoverTime: 250 }),
      keymap.of([...formatKeymap, ...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap]),
    ],
  });
  return client;
}

/** Connects a client with the server of a module, also when the module was started anew. */
export function connect(client, module) {
  if (client.connected) client.disconnect();
  client.connect(transport(module));
}

/** The part of an editor's state that belongs to the server. */
export const serverSupport = (client, name) => (isAssembly(name) ? client.plugin(uriOf(name), 'pica200') : []);
