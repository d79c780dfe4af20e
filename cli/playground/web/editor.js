// The editor: one view, and a state for each file.
import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { LSPPlugin, formatDocument } from '@codemirror/lsp-client';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers,
} from '@codemirror/view';
import { h } from './dom.js';
import { highlighting, isAssembly, support } from './language.js';
import { clientFor, connect, serverSupport } from './server.js';

/** Marks the line that the trace is at; 0 marks none. */
const setTraced = StateEffect.define();
const tracedLine = Decoration.line({ class: 'cm-traced' });
const traced = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setTraced)) continue;
      const { doc } = transaction.state;
      if (effect.value < 1 || effect.value > doc.lines) return Decoration.none;
      return Decoration.set([tracedLine.range(doc.line(effect.value).from)]);
    }
    return marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const COMMON = [
  lineNumbers(),
  highlightActiveLineGutter(),
  highlightActiveLine(),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  bracketMatching(),
  closeBrackets(),
  autocompletion(),
  highlightSelectionMatches(),
  lintGutter(),
  traced,
  highlighting,
  indentUnit.of('\t'),
  EditorState.tabSize.of(4),
  keymap.of([...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
];

const SEVERITIES = ['error', 'error', 'warning', 'info', 'hint'];

/** The offset of a line from 1 and a column of characters from 1; columns beyond the line are its end. */
export function offsetOf(doc, line, column = 1) {
  const of = doc.line(Math.min(Math.max(line, 1), doc.lines));
  const before = [...of.text].slice(0, column - 1).join('');
  return of.from + before.length;
}

export class Editor {
  #states = new Map();
  #diagnostics = new Map();
  #name = '';
  #isReplacing = false;

  /**
   * @param {{module: import('./module.js').Module, nonce: string, changed: (name: string, text: string) => void,
   *   moved: (name: string, line: number) => void, shown: (name: string) => void}} host what the editor tells
   */
  constructor(host) {
    this.host = host;
    // The nonce belongs to the first state: the view makes its styles with it.
    this.empty = EditorState.create({ extensions: EditorView.cspNonce.of(host.nonce) });
    this.view = new EditorView({ state: this.empty });
    this.client = clientFor({
      viewOf: (name) => (name === this.#name ? this.view : null),
      pluginOf: (view) => LSPPlugin.get(view),
      show: (name) => this.show(name),
      published: (name, diagnostics) => this.#published(name, diagnostics),
    });
    connect(this.client, host.module);
  }

  /** The name of the file that is shown. */
  get name() {
    return this.#name;
  }

  /** Shows the first of other files. Those that are not `isEditable` cannot be changed. */
  open(files, isEditable) {
    this.#isReplacing = true;
    this.#states.clear();
    this.#diagnostics.clear();
    this.#name = '';
    this.view.setState(this.empty);
    // Other files begin at their tops, wherever the last ones were.
    this.view.scrollDOM.scrollTo(0, 0);
    this.client.workspace.replace(files.filter(({ name }) => isAssembly(name)));
    for (const file of files) this.#states.set(file.name, this.#state(file, isEditable));
    this.#isReplacing = false;
  }

  #state({ name, text }, isEditable) {
    return EditorState.create({
      doc: text,
      extensions: [
        EditorView.lineWrapping,
        COMMON,
        support(name),
        serverSupport(this.client, name),
        EditorState.readOnly.of(!isEditable),
        EditorView.cspNonce.of(this.host.nonce),
        EditorView.contentAttributes.of({
          'aria-label': `Source of ${name}`,
          'aria-description': 'Tab indents. Escape, then Tab, leaves the editor.',
        }),
        EditorView.updateListener.of((update) => this.#updated(update)),
      ],
    });
  }

  #updated(update) {
    if (this.#isReplacing) return;
    if (update.docChanged) this.host.changed(this.#name, update.state.doc.toString());
    if (update.selectionSet || update.docChanged) this.#moved();
  }

  #moved() {
    const { doc, selection } = this.view.state;
    this.host.moved(this.#name, doc.lineAt(selection.main.head).number);
  }

  /** Shows a file. Returns the view, or `null` if there is no such file. */
  show(name) {
    const state = this.#states.get(name);
    if (!state) return null;
    if (name === this.#name) return this.view;
    this.sync();
    if (this.#name) this.#states.set(this.#name, this.view.state);
    this.#name = name;
    this.view.setState(state);
    this.#mark(this.#diagnostics.get(name) ?? []);
    this.host.shown(name);
    this.#moved();
    return this.view;
  }

  /** Sends the changes to the server, and asks what it thinks of them. */
  sync() {
    const plugin = LSPPlugin.get(this.view);
    if (!plugin || plugin.unsyncedChanges.empty) return;
    this.client.sync();
    this.client.workspace.check();
  }

  /** The module was started anew, and the server with it. */
  reconnect() {
    connect(this.client, this.host.module);
  }

  format() {
    formatDocument(this.view);
    this.view.focus();
  }

  /** Puts the cursor to a place, in the middle of the view. */
  goTo(name, line, column = 1, takesFocus = true) {
    const view = this.show(name);
    if (!view) return;
    const at = offsetOf(view.state.doc, line, column);
    view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
    if (takesFocus) view.focus();
  }

  /** Replaces a part of a file: a suggestion of a diagnostic. */
  replace({ file, start, end, replacement }) {
    const view = this.show(file);
    if (!view) return;
    const { doc } = view.state;
    const [from, to] = [offsetOf(doc, start.line, start.column), offsetOf(doc, end.line, end.column)];
    view.dispatch({ changes: { from, to, insert: replacement }, selection: { anchor: from + replacement.length } });
    view.focus();
  }

  /** Marks the line where a trace is, and takes the mark from others. Line 0 marks none. Who types is not disturbed. */
  trace(name, line) {
    const { view } = this;
    if (name !== this.#name) view.dispatch({ effects: setTraced.of(0) });
    const isTyping = view.hasFocus;
    if (line === 0 || (name !== this.#name && (isTyping || !this.show(name)))) return;
    const place = EditorView.scrollIntoView(offsetOf(view.state.doc, line), { y: 'nearest', yMargin: 40 });
    view.dispatch({ effects: isTyping ? setTraced.of(line) : [setTraced.of(line), place] });
  }

  #published(name, diagnostics) {
    this.#keep(
      name,
      diagnostics.map(({ range, severity, message, code, relatedInformation }) => ({
        from: [range.start.line, range.start.character],
        to: [range.end.line, range.end.character],
        severity: SEVERITIES[severity ?? 1],
        message,
        name: code,
        others: (relatedInformation ?? []).map((one) => `line ${one.location.range.start.line + 1}: ${one.message}`),
      })),
    );
  }

  /** Shows the diagnostics of a build in files that the server does not know. */
  built(diagnostics) {
    for (const name of this.#states.keys()) {
      if (isAssembly(name)) continue;
      const own = diagnostics.filter(({ file, line }) => file === name && line);
      this.#keep(
        name,
        own.map((one) => ({
          from: [one.line - 1, one.column - 1],
          to: [(one.end_line ?? one.line) - 1, (one.end_column ?? one.column) - 1],
          severity: one.severity === 'error' ? 'error' : 'warning',
          message: one.message,
          name: one.name,
          others: one.help ? [`help: ${one.help}`] : [],
        })),
      );
    }
  }

  #keep(name, diagnostics) {
    this.#diagnostics.set(name, diagnostics);
    if (name === this.#name) this.#mark(diagnostics);
  }

  #mark(diagnostics) {
    const { doc } = this.view.state;
    const place = ([line, column]) => {
      const of = doc.line(Math.min(line + 1, doc.lines));
      return Math.min(of.from + column, of.to);
    };
    const marks = diagnostics.map((one) => ({
      from: place(one.from),
      to: Math.max(place(one.from), place(one.to)),
      severity: one.severity,
      message: one.message,
      renderMessage: () => message(one),
    }));
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }
}

/** The text of a diagnostic in the editor. */
function message({ message: text, name, others }) {
  const notes = others.map((note) => h('div', { class: 'note' }, note));
  return h('div', {}, text, name && h('span', { class: 'code' }, ` ${name}`), ...notes);
}
