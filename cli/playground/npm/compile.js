// The functions of the package, over the module of WebAssembly.
import { bindings } from './bindings.js';

/** The suffix of each language. */
const SUFFIXES = { assembly: 'vsh', glsl: 'vert', wgsl: 'wgsl', spirv: 'spv', dxbc: 'dxbc' };

/** A file of a request. */
function file(name, contents) {
  if (typeof contents === 'string') return { name, text: contents };
  if (contents instanceof Uint8Array) return { name, base64: toBase64(contents) };
  throw new TypeError(`${name} is neither a string nor a Uint8Array`);
}

function toBase64(bytes) {
  let text = '';
  // The arguments of a call are limited.
  for (let at = 0; at < bytes.length; at += 0x2000) text += String.fromCharCode(...bytes.subarray(at, at + 0x2000));
  return btoa(text);
}

function fromBase64(text) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** The name of a source, whose suffix says the language. */
function named({ name, language }) {
  if (language !== undefined && !Object.hasOwn(SUFFIXES, language)) {
    throw new TypeError(`there is no language ${language}; the languages are ${Object.keys(SUFFIXES).join(', ')}`);
  }
  if (language === undefined) {
    if (typeof name !== 'string') throw new TypeError('the options have neither `language` nor `name`');
    return name;
  }
  const suffix = SUFFIXES[language];
  if (name === undefined) return `shader.${suffix}`;
  return name.endsWith(`.${suffix}`) ? name : `${name}.${suffix}`;
}

/** The function `compile` over a module, which `load` gives as bytes or compiled. */
export function over(load) {
  let code;
  let session;

  async function start() {
    code ??= await load();
    const library = bindings();
    await library({ module_or_path: code });
    return new library.Playground();
  }

  return async function compile(source, options = {}) {
    const name = named(options);
    const files = Object.entries(options.files ?? {}).map(([path, contents]) => file(path, contents));
    const request = JSON.stringify({ main: name, files: [file(name, source), ...files] });
    session ??= start();
    let text;
    try {
      text = (await session).build(request);
    } catch (error) {
      // A failure within the module ends it, and what it held cannot be trusted.
      session = undefined;
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      throw new Error(`the toolchain failed on ${name}; leave parts of it out to find what it fails on`, { cause: error });
    }
    const answer = JSON.parse(text);
    if (answer.error !== undefined) throw new TypeError(answer.error);
    return {
      ok: answer.ok,
      binary: answer.ok ? fromBase64(answer.shbin) : null,
      assembly: answer.assembly ?? null,
      diagnostics: answer.diagnostics,
      report: answer.report,
      shaders: answer.programs,
    };
  };
}
