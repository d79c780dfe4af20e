// The state of the page: the project, what the module made of it, and who shows that.
import { Editor } from './editor.js';
import { late, once } from './dom.js';
import { projectOfSource, shown } from './project.js';
import { Results } from './results.js';
import { forget, keep } from './share.js';
import { toBase64 } from './bytes.js';

/** A file as requests have it. */
const packed = ({ name, text, bytes }) => (text === undefined ? { name, base64: toBase64(bytes) } : { name, text });

export class App {
  /** @type {import('./project.js').Project} */
  project = { title: '', files: [], inputs: [] };
  /** Where the cursor is. */
  cursor = { name: '', line: 1 };
  /** @type {import('./module.js').Built} */
  built = { ok: false, report: '', diagnostics: [], size: 0, words: [], programs: [] };
  /** The milliseconds of the last build. */
  milliseconds = 0;
  /** Whether a build waits for the module. */
  #waits = false;
  /** Whether the language server failed on the sources as they are. */
  #hasNoServer = false;

  /**
   * @param {import('./module.js').Module} module
   * @param {{tell: (text: string, kind?: string) => void, files: (names: string[]) => void, file: (name: string) => void,
   *   state: () => void}} page what shows messages, the tabs of files, and the state of the build
   */
  constructor(module, page) {
    this.module = module;
    this.page = page;
    this.examples = module.examples();
    this.results = new Results(this);
    this.editor = new Editor({
      module,
      nonce: document.querySelector('style[nonce]')?.nonce ?? '',
      changed: (name, text) => this.#changed(name, text),
      moved: (name, line) => this.#moved(name, line),
      shown: (name) => page.file(name),
    });
    this.buildSoon = once(() => this.build());
    this.keepSoon = late(() => keep(this.project, this.examples));
    this.drawSoon = once(() => this.results.draw());
    module.restarted = (isServer) => this.#restarted(isServer);
  }

  /** Replaces everything by another project. */
  open(project) {
    this.project = project;
    const files = shown(project);
    this.editor.open(files, !project.binary);
    this.page.files(files.map(({ name }) => name));
    this.results.reset();
    if (files.length > 0) this.editor.show(files[0].name);
    this.build();
  }

  /** Makes sources of a binary that can be changed. */
  edit() {
    this.open(projectOfSource(this.project));
  }

  #changed(name, text) {
    const file = this.project.files.find((one) => one.name === name);
    if (!file) return;
    file.text = text;
    if (this.#hasNoServer) this.#connect();
    this.project.isChanged = true;
    this.keepSoon();
    forget();
    this.buildSoon();
  }

  #moved(name, line) {
    this.cursor = { name, line };
    this.results.mark(this.cursor);
  }

  /** After a failure of the module: nothing is built in the new one, and what asked for that meanwhile is. */
  #restarted(isServer) {
    this.results.forget();
    // The same sources would fail again: the server gets them when they are others.
    this.#hasNoServer = isServer;
    if (!isServer) this.#connect();
    if (this.#waits) this.buildSoon();
  }

  #connect() {
    this.#hasNoServer = false;
    this.editor.reconnect();
  }

  /** Builds the project, or inspects the binary, and shows the result. */
  build() {
    const { binary, files, inputs } = this.project;
    this.editor.sync();
    this.#waits = !this.module.isRunning;
    if (this.#waits) return;
    const start = performance.now();
    this.built = binary
      ? this.module.inspect(binary.name, binary.bytes)
      : this.module.build({ inputs, files: files.map(packed) });
    this.milliseconds = performance.now() - start;
    this.editor.built(this.built.diagnostics);
    this.results.update(this.built);
    this.page.state();
  }

  /** A view of what was built last. */
  view(name) {
    return this.module.view(name);
  }

  /** The file of the scene. */
  scene() {
    const { files, scene } = this.project;
    return files.find(({ name }) => name === scene);
  }

  /** Opens the scene for drawing. */
  openScene() {
    const { name, text } = this.scene();
    return this.module.scene({ name, scene: text, files: this.project.files.map(packed) });
  }

  /** The values of uniforms in the scene, by names. */
  sceneValues() {
    if (!this.scene()) return {};
    return Object.fromEntries(this.openScene().uniforms.map(({ name, values }) => [name, values]));
  }

  /** Puts the cursor to a place of a source. */
  goTo(file, line, column = 1, takesFocus = true) {
    this.editor.goTo(file, line, column, takesFocus);
  }

  /** Puts the cursor to the line of a word of the code. */
  goToWord(address) {
    const word = this.built.words.find((one) => one.address === address);
    if (word?.line) this.goTo(word.file, word.line);
  }

  /** Makes the change that a diagnostic suggests. */
  apply(suggestion) {
    this.editor.replace(suggestion);
  }

  /** Copies a text, and says so. `otherwise` is for browsers that do not allow that. */
  async copy(text, done = 'Copied', otherwise = 'The browser does not allow copying here') {
    try {
      await navigator.clipboard.writeText(text);
      this.page.tell(done);
    } catch {
      this.page.tell(otherwise);
    }
  }
}
