// The WebAssembly module, which the page contains: the assembler, the linker and all others.
import { fromBase64, through } from './bytes.js';

/* global bindings -- the build puts it before the scripts: each call gives the functions of a module of their own. */

/**
 * A place in a source: lines and columns from 1.
 * @typedef {{file?: string, line?: number, column?: number, end_line?: number, end_column?: number}} Place
 * @typedef {Place & {severity: string, name: string, message: string, help?: string,
 *   labels?: (Place & {text: string})[], notes?: {message?: string}[]}} Diagnostic
 * @typedef {{address: number, word: string, text: string, labels: string[], remarks: string[], descriptor?: number,
 *   line?: number, file?: string}} Word
 * @typedef {{index: number, entry: string, kind: string, inputs: {name: string, register: string}[],
 *   outputs: {name: string, register: string}[],
 *   uniforms: {name: string, register: string, size: number, kind: string}[]}} Program
 * @typedef {{ok: boolean, report: string, diagnostics: Diagnostic[], assembly?: string, source?: string, size: number,
 *   words: Word[], programs: Program[], shbin?: string}} Built
 */

/** What the module says about a source that it fails on: a defect of ours, or a source that is nested too deeply. */
const FAILED = 'the toolchain failed on this source; leave parts of it out to find what it fails on';

/** An answer. Throws what the module says about a request that it cannot carry out. */
function answer(text) {
  const value = JSON.parse(text);
  if (value.error !== undefined) throw new Error(value.error);
  return value;
}

/** The result of a build that did not take place. */
function notBuilt(message) {
  const problem = { severity: 'error', name: '', message };
  return { ok: false, report: message, diagnostics: [problem], size: 0, words: [], programs: [] };
}

/** The module with answers as values. Each method is carried out before it returns. */
export class Module {
  /** Is told when the module works again, after it failed, and whether it was the language server that failed. */
  restarted = (isServer) => {};
  #code;
  /** The functions of the module; `null` while it starts. */
  #library = null;
  #playground = null;

  /** Starts the module. */
  static async start() {
    const packed = fromBase64(document.getElementById('module').textContent);
    const bytes = await through(packed, new DecompressionStream('gzip'));
    const module = new Module();
    module.#code = await WebAssembly.compile(bytes);
    await module.#begin();
    return module;
  }

  async #begin() {
    const library = bindings();
    await library({ module_or_path: this.#code });
    this.#library = library;
    this.#playground = new library.Playground();
  }

  /** Whether the module can be called. After a failure, it starts anew, which takes a moment. */
  get isRunning() {
    return this.#playground !== null;
  }

  /** A failure within the module ends it: what it held cannot be trusted. A new one takes its place. */
  #call(action, isServer = false) {
    if (!this.isRunning) throw new Error(FAILED);
    try {
      return action(this.#playground);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      this.#playground = null;
      this.#begin().then(() => this.restarted(isServer));
      throw new Error(FAILED);
    }
  }

  /** A build or an inspection, with an error as a problem: everybody who shows one shows problems. */
  #built(action) {
    try {
      return answer(this.#call(action));
    } catch (error) {
      return notBuilt(error.message);
    }
  }

  /** @returns {string[]} the answers of the language server */
  lsp(message) {
    try {
      return this.#call((of) => of.lsp(message), true);
    } catch {
      return [];
    }
  }

  /** @returns {Built} */
  build(request) {
    return this.#built((of) => of.build(JSON.stringify(request)));
  }

  /** @returns {Built} */
  inspect(name, bytes) {
    return this.#built((of) => of.inspect(name, bytes));
  }

  /**
   * A view of what was built last: "flow", "registers", "uniforms", "map".
   * @returns {{name: string, svg?: string, text?: string}[]}
   */
  view(name) {
    return answer(this.#call((of) => of.view(name)));
  }

  trace(request) {
    return answer(this.#call((of) => of.trace(JSON.stringify(request))));
  }

  scene(request) {
    return answer(this.#call((of) => of.scene(JSON.stringify(request))));
  }

  /** @returns {Uint8Array} RGBA of a frame. Throws what is wrong if it cannot be drawn. */
  draw(overrides, frame) {
    return this.#call((of) => of.draw(JSON.stringify(overrides), frame));
  }

  examples() {
    return JSON.parse(this.#library.examples());
  }
}
