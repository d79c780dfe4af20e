// A client of the language server: the connection of `vscode-jsonrpc` to a process, in the terms of
// `vscode-languageserver-protocol`, and the documents that the client has open.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import protocol from 'vscode-languageserver-protocol/node.js';

const server = process.env.PICA200_SERVER;
const examples = process.env.PICA200_EXAMPLES;
assert(server && examples, 'PICA200_SERVER is the path of picals, PICA200_EXAMPLES the folder of the examples');

/** How long a test waits for a message of the server, in milliseconds. */
const PATIENCE = 600_000;

/** What a client with all abilities says of itself. */
const ABLE = {
  general: {},
  textDocument: {
    publishDiagnostics: {
      relatedInformation: true,
      codeDescriptionSupport: true,
      versionSupport: true,
      tagSupport: { valueSet: [1, 2] },
    },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ['', 'quickfix', 'refactor', 'source', 'source.fixAll'] } },
      isPreferredSupport: true,
    },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    hover: { contentFormat: ['markdown', 'plaintext'] },
    signatureHelp: {
      signatureInformation: {
        documentationFormat: ['markdown'],
        parameterInformation: { labelOffsetSupport: true },
        activeParameterSupport: true,
      },
    },
    completion: {
      completionItem: { snippetSupport: true, documentationFormat: ['markdown'] },
    },
    rename: { prepareSupport: true },
    callHierarchy: {},
    inlayHint: {},
    codeLens: {},
    semanticTokens: {
      requests: { full: { delta: true }, range: true },
      tokenTypes: Object.values(protocol.SemanticTokenTypes),
      tokenModifiers: Object.values(protocol.SemanticTokenModifiers),
      formats: ['relative'],
    },
  },
  workspace: {
    workspaceEdit: { documentChanges: true },
    configuration: true,
    workspaceFolders: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
    inlayHint: { refreshSupport: true },
    codeLens: { refreshSupport: true },
    semanticTokens: { refreshSupport: true },
  },
};

/** A folder with files, which the test removes at its end. */
export function folder(t, files = {}) {
  const made = realpathSync(mkdtempSync(path.join(tmpdir(), 'pica200-client-')));
  t.after(() => rmSync(made, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    write(made, name, text);
  }
  return made;
}

/** Writes a file in a folder. */
export function write(into, name, text) {
  const file = path.join(into, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** A folder with the examples. */
export function exampleFolder(t) {
  const made = folder(t);
  cpSync(examples, made, { recursive: true, filter: (source) => path.basename(source) !== 'target' });
  return made;
}

/** The number of units of a text in an encoding of positions. */
function units(text, encoding) {
  switch (encoding) {
    case 'utf-8':
      return Buffer.byteLength(text);
    case 'utf-32':
      return [...text].length;
    default:
      return text.length;
  }
}

/** A text in the client, with the positions of the encoding of the session. */
export class Text {
  constructor(text, encoding) {
    this.text = text;
    this.encoding = encoding;
  }

  /** The position of an index. */
  position(index) {
    const start = this.text.lastIndexOf('\n', index - 1) + 1;
    const line = this.text.slice(0, start).split('\n').length - 1;
    return { line, character: units(this.text.slice(start, index), this.encoding) };
  }

  /** The index of a position, which must be inside the text and between two characters. */
  index({ line, character }) {
    const lines = this.text.split('\n');
    assert(line < lines.length, `line ${line} is behind the text`);
    const start = lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0);
    let column = 0;
    for (const one of lines[line]) {
      if (units(lines[line].slice(0, column), this.encoding) >= character) {
        break;
      }
      column += one.length;
    }
    assert.equal(units(lines[line].slice(0, column), this.encoding), character, `${lines[line]} has no column ${character}`);
    return start + column;
  }

  /** What stands in a range. */
  in(range) {
    return this.text.slice(this.index(range.start), this.index(range.end));
  }

  /** The index of a piece of text, in which `|` can mark the place that is meant; else it is the beginning. */
  find(marked, after = 0) {
    const mark = Math.max(marked.indexOf('|'), 0);
    const found = this.text.indexOf(marked.replace('|', ''), after);
    assert(found >= 0, `${marked} is not in the text`);
    return found + mark;
  }

  /** The position of a piece of text, as `find` takes it. */
  at(marked) {
    return this.position(this.find(marked));
  }

  /** The range of a piece of text. */
  range(piece) {
    const start = this.find(piece);
    return { start: this.position(start), end: this.position(start + piece.length) };
  }

  /** The text after edits, which must not overlap. */
  edited(edits) {
    const pieces = edits.map((edit) => ({
      from: this.index(edit.range.start),
      to: this.index(edit.range.end),
      text: edit.newText,
    }));
    pieces.sort((a, b) => b.from - a.from || b.to - a.to);
    let result = this.text;
    let last = Infinity;
    for (const { from, to, text } of pieces) {
      assert(from <= to && to <= last, 'edits overlap');
      result = result.slice(0, from) + text + result.slice(to);
      last = from;
    }
    return result;
  }
}

/** A document that the client has open. */
class Document extends Text {
  constructor(client, uri, text) {
    super(text, client.encoding);
    this.client = client;
    this.uri = uri;
    this.version = 1;
    client.notify('textDocument/didOpen', {
      textDocument: { uri, languageId: 'pica200', version: 1, text },
    });
  }

  /** What names the document in requests. */
  get id() {
    return { uri: this.uri };
  }

  /** Replaces a piece of the text, and tells the server of this range only. */
  replace(piece, text) {
    this.change(this.range(piece), text);
  }

  change(range, text) {
    this.text = this.edited([{ range, newText: text }]);
    this.version += 1;
    this.client.notify('textDocument/didChange', {
      textDocument: { uri: this.uri, version: this.version },
      contentChanges: [{ range, text }],
    });
  }

  /** The diagnostics of this version. */
  async diagnostics() {
    const sent = await this.client.published(this.uri, (sent) => sent.version === this.version);
    sent.diagnostics.forEach((one) => assert(protocol.Diagnostic.is(one)));
    return sent.diagnostics;
  }

  /** The answer to a request about the document. */
  ask(method, params = {}) {
    return this.client.request(`textDocument/${method}`, { textDocument: this.id, ...params });
  }

  /** The answer to a request about a place, as `find` takes it. */
  askAt(method, marked, params = {}) {
    return this.ask(method, { position: this.at(marked), ...params });
  }

  close() {
    this.client.notify('textDocument/didClose', { textDocument: this.id });
  }
}

/** A session. */
export class Client {
  /**
   * Begins a session. `capabilities` change those of a client with all abilities; `encodings` are the encodings of
   * positions that the client offers.
   */
  static async start(t, root, { capabilities = {}, encodings, settings = null, folders = [root] } = {}) {
    const client = new Client(root, settings);
    t.after(() => client.kill());
    const able = merged(merged(ABLE, { general: encodings ? { positionEncodings: encodings } : {} }), capabilities);
    const answer = await client.request('initialize', {
      processId: process.pid,
      clientInfo: { name: 'sessions' },
      rootUri: pathToFileURL(root).href,
      workspaceFolders: folders.map((one) => ({ uri: pathToFileURL(one).href, name: path.basename(one) })),
      initializationOptions: settings,
      capabilities: able,
    });
    client.capabilities = answer.capabilities;
    client.encoding = answer.capabilities.positionEncoding ?? 'utf-16';
    assert.equal(answer.serverInfo.name, 'picals');
    client.notify('initialized', {});
    return client;
  }

  constructor(root, settings) {
    this.root = root;
    this.settings = settings;
    /** The last diagnostics of each address. */
    this.diagnostics = new Map();
    /** The requests and other notifications of the server. */
    this.received = [];
    this.waiting = [];
    this.process = spawn(server, [], { stdio: ['pipe', 'pipe', 'pipe'] });
    this.errors = '';
    this.process.stderr.on('data', (data) => (this.errors += data));
    this.exited = new Promise((resolve) => this.process.on('exit', resolve));
    const reader = new protocol.StreamMessageReader(this.process.stdout);
    const writer = new protocol.StreamMessageWriter(this.process.stdin);
    this.connection = protocol.createProtocolConnection(reader, writer);
    this.connection.onNotification('textDocument/publishDiagnostics', (sent) => {
      this.diagnostics.set(sent.uri, sent);
      this.wake();
    });
    this.connection.onRequest('workspace/configuration', ({ items }) => {
      this.took('workspace/configuration', { items });
      return items.map(() => this.settings);
    });
    this.connection.onNotification((method, params) => this.took(method, params));
    this.connection.onRequest((method, params) => {
      this.took(method, params);
      return null;
    });
    this.connection.listen();
  }

  took(method, params) {
    this.received.push({ method, params });
    this.wake();
  }

  wake() {
    this.waiting = this.waiting.filter((look) => !look());
  }

  /** Waits until `look` returns something. `what` is said when it does not. */
  async until(look, what) {
    let timer;
    const found = new Promise((resolve, reject) => {
      const attempt = () => {
        const result = look();
        if (result === undefined || result === false) {
          return false;
        }
        resolve(result);
        return true;
      };
      if (!attempt()) {
        this.waiting.push(attempt);
        timer = setTimeout(() => reject(new Error(`the server did not send ${what}`)), PATIENCE);
      }
    });
    return found.finally(() => clearTimeout(timer));
  }

  /** Waits for diagnostics of an address that fit. */
  published(uri, fits = () => true) {
    const look = () => {
      const sent = this.diagnostics.get(uri);
      return sent && fits(sent) ? sent : undefined;
    };
    return this.until(look, `diagnostics of ${uri}`);
  }

  /** Waits for a message of the server, and takes it. */
  async message(method) {
    const look = () => this.received.find((one) => one.method === method);
    const found = await this.until(look, method);
    this.received.splice(this.received.indexOf(found), 1);
    return found.params;
  }

  uri(name) {
    return pathToFileURL(path.join(this.root, name)).href;
  }

  /** Opens a document. Its text need not be that of a file. */
  open(name, text) {
    return new Document(this, this.uri(name), text);
  }

  request(method, params = null, token = protocol.CancellationToken.None) {
    return this.connection.sendRequest(method, params, token);
  }

  notify(method, params) {
    this.connection.sendNotification(method, params);
  }

  /** Ends the session in order. */
  async end() {
    assert.equal(await this.request('shutdown'), null);
    this.notify('exit');
    assert.equal(await this.exited, 0);
    assert.equal(this.errors, '');
  }

  kill() {
    this.connection.dispose();
    this.process.kill();
  }
}

/** An object with the members of two, and theirs where both have objects. */
function merged(one, other) {
  const result = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const both = [result[key], value].every((side) => typeof side === 'object' && side !== null && !Array.isArray(side));
    result[key] = both ? merged(result[key], value) : value;
  }
  return result;
}

/** The name of each diagnostic, and what it marks. */
export function marks(document, diagnostics) {
  return diagnostics.map((one) => [one.code, document.in(one.range)]);
}

/** The error of a request that fails. */
export async function failure(answer) {
  try {
    await answer;
  } catch (error) {
    assert(error instanceof protocol.ResponseError, String(error));
    return error;
  }
  return assert.fail('the request was answered');
}
