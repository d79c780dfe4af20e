// The package in Node: the module is a file beside this one.
import { readFile } from 'node:fs/promises';
import { over } from './compile.js';

export const compile = over(async () => WebAssembly.compile(await readFile(new URL('./pica200.wasm', import.meta.url))));
