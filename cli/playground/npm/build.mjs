// Makes the npm package in target/npm/pica200: the files of this folder, and the module.
//
//   node cli/playground/npm/build.mjs [--module=FOLDER]
//
// FOLDER has a module that is built already: playground.js and playground_bg.wasm.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildModule, target } from '../build.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const given = process.argv.slice(2).find((word) => word.startsWith('--module='));
const folder = given ? given.slice('--module='.length) : buildModule();
const out = join(target, 'npm/pica200');

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const name of ['package.json', 'README.md', 'index.d.ts', 'compile.js', 'node.js', 'browser.js']) {
  copyFileSync(join(here, name), join(out, name));
}
for (const name of ['LICENSE-MIT', 'LICENSE-APACHE']) copyFileSync(join(here, '../../..', name), join(out, name));
copyFileSync(join(folder, 'playground_bg.wasm'), join(out, 'pica200.wasm'));
// As a function: a module that failed is replaced by another one, with functions of its own.
const glue = readFileSync(join(folder, 'playground.js'), 'utf8');
writeFileSync(join(out, 'bindings.js'), `export function bindings() {\n${glue}\nreturn wasm_bindgen;\n}\n`);
console.log(relative(process.cwd(), out));
