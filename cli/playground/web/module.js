// The WebAssembly module, which the page contains: the assembler, the linker and all others.
import { fromBase64, through } from './bytes.js';

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

/** An answer. Throws what the module says about a request that it cannot carry out. */
function answer(text) {
  const value = JSON.parse(text);
  if (value.error !== undefined) throw new Error(value.error);
  return value;
}

/** An answer about files, with an error as a problem: everybody who shows one shows problems. */
function built(text) {
  const value = JSON.parse(text);
  if (value.error === undefined) return value;
  const problem = { severity: 'error', name: '', message: value.error };
  return { ok: false, report: value.error, diagnostics: [problem], size: 0, words: [], programs: [] };
}

/** The module with answers as values. Each method is carried out before it returns. */
export class Module {
  #of;

  constructor(of) {
    this.#of = of;
  }

  /** Starts the module. */
  static async start() {
    const packed = fromBase64(document.getElementById('module').textContent);
    const bytes = await through(packed, new DecompressionStream('gzip'));
    await wasm_bindgen({ module_or_path: bytes });
    return new Module(new wasm_bindgen.Playground());
  }

  /** @returns {string[]} the answers of the language server */
  lsp(message) {
    return this.#of.lsp(message);
  }

  /** @returns {Built} */
  build(request) {
    return built(this.#of.build(JSON.stringify(request)));
  }

  /** @returns {Built} */
  inspect(name, bytes) {
    return built(this.#of.inspect(name, bytes));
  }

  /**
   * A view of what was built last: "flow", "registers", "uniforms", "map".
   * @returns {{name: string, svg?: string, text?: string}[]}
   */
  view(name) {
    return answer(this.#of.view(name));
  }

  trace(request) {
    return answer(this.#of.trace(JSON.stringify(request)));
  }

  scene(request) {
    return answer(this.#of.scene(JSON.stringify(request)));
  }

  /** @returns {Uint8Array} RGBA of the frame. Throws a text if it cannot be drawn. */
  draw(overrides, frame) {
    return this.#of.draw(JSON.stringify(overrides), frame);
  }

  examples() {
    return JSON.parse(wasm_bindgen.examples());
  }
}
