// The package in a browser: bundlers know this form of an address, and ship the module with the page.
import { over } from './compile.js';

export const compile = over(() => WebAssembly.compileStreaming(fetch(new URL('./pica200.wasm', import.meta.url))));
