// Run by `npm test` in the folder `vscode`, after the extension is bundled: packs it, looks at what the package contains, and
// runs it on a stand-in for the interface of the editor, with the programs of this project. PICA200_SERVER is the language
// server, with picac beside it; without the variable, they are those that `cargo build` makes.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { Document, Uri, standIn } from './vscode-stand-in.mjs';

const folder = path.resolve(import.meta.dirname, '../vscode');
const require = createRequire(path.join(folder, 'package.json'));
const Module = require('node:module');
const processes = require('node:child_process');
const manifest = require('./package.json');

const server = path.resolve(process.env.PICA200_SERVER ?? path.join(folder, '../../../target/debug/picals'));
const programs = path.dirname(server);
for (const program of [server, path.join(programs, 'picac')]) {
  assert(existsSync(program), `${program} is missing: run \`cargo build -p pica200-cli --bins\`, or set PICA200_SERVER`);
}

const work = mkdtempSync(path.join(tmpdir(), 'pica200-vscode-'));
process.on('exit', () => rmSync(work, { recursive: true }));

/** The files of the package. */
function packed() {
  const file = path.join(work, 'pica200.vsix');
  const options = ['package', '--no-dependencies', '--allow-missing-repository', '--out', file];
  execFileSync('npx', ['--no-install', 'vsce', ...options], { cwd: folder, stdio: 'pipe' });
  const names = execFileSync('unzip', ['-Z1', file], { encoding: 'utf8' }).trim().split('\n');
  return names.filter((name) => name.startsWith('extension/')).sort();
}

// The editor's stores show the page, the changes, the licence and the icon.
assert.deepEqual(packed(), [
  'extension/LICENSE-APACHE',
  'extension/LICENSE.txt',
  'extension/changelog.md',
  'extension/dist/extension.js',
  'extension/icon.png',
  'extension/language-configuration.json',
  'extension/package.json',
  'extension/pica200.tmLanguage.json',
  'extension/readme.md',
]);

/** Waits for what a test expects, at most for ten seconds. */
async function until(holds, what) {
  for (let tries = 0; !holds(); tries += 1) {
    assert(tries < 1000, `after 10 seconds, ${what()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The processes that the extension started. */
const started = [];
const spawn = processes.spawn;
processes.spawn = (...given) => {
  const child = spawn(...given);
  started.push(child);
  return child;
};

const file = (name) => Uri.file(path.join(work, name));
const shader = new Document(file('lit.v.pica'), 'pica200', '.proc main\n\tmvo r0, r1\n\tend\n.end\n');
const settings = { 'pica200.server.path': path.join(work, 'picals') };
const editor = standIn(manifest, settings, [shader]);
const { vscode, seen, window } = editor;
window.activeTextEditor = { document: shader };
window.tabGroups.all.push({ tabs: [{ input: new vscode.TabInputText(shader.uri) }] });
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));
const extension = require('./dist/extension.js');

// A server that is missing: a warning that says what to do, and everything else works.
await extension.activate({ subscriptions: [] });
assert.equal(seen.warnings.length, 1, seen.warnings.join('\n'));
assert.match(seen.warnings[0], /^picals does not start: .*ENOENT.* set pica200\.server\.path\.$/s);
assert.deepEqual(seen.errors, ["PICA200 client: couldn't create connection to server."]);
seen.warnings.length = 0;
seen.errors.length = 0;

const offered = manifest.contributes.commands.map(({ command }) => command).sort();
assert.deepEqual([...seen.commands.keys()].sort(), offered);
for (const [place, items] of Object.entries(manifest.contributes.menus)) {
  items.forEach(({ command }) => assert(offered.includes(command), `${place}: ${command}`));
}

const { type } = manifest.contributes.taskDefinitions[0];
const [link] = seen.providers.get(type).provideTasks();
assert.equal(link.execution.program, 'picald');
const source = shader.uri.path;
const output = path.join(work, 'lit.v.shbin');
assert.deepEqual(link.execution.args, ['--error-format=short', source, '-o', output]);
const matchers = manifest.contributes.problemMatchers.map(({ name }) => `$${name}`);
assert.deepEqual(link.matchers, matchers);

await seen.commands.get('pica200.runTests')('/shaders/tests.toml');
const [{ execution, matchers: ofTests }] = seen.tasks;
assert.deepEqual({ ...execution }, { program: 'picarun', args: ['--error-format=short', '--test', '/shaders/tests.toml'] });
assert.deepEqual(ofTests, matchers);

// The server is there now: the command starts it, and it reports the mistake in the open document.
settings['pica200.server.path'] = server;
started.length = 0;
await seen.commands.get('pica200.restart')();
assert.deepEqual(seen.warnings, []);
assert.deepEqual(started.map(({ spawnfile }) => spawnfile), [server]);
assert.equal(started[0].exitCode, null);
const found = () => seen.diagnostics.get(shader.uri.toString()) ?? [];
await until(() => found().length > 0, () => 'there is no diagnostic');
const [mistake] = found();
assert.match(mistake.message, /mvo/);
assert.equal(mistake.range.start.line, 1);
assert.equal(mistake.severity, vscode.DiagnosticSeverity.Error);

// The assembly of a shader, for a document and for a file that no text editor shows.
const compile = seen.commands.get('pica200.compileBeside');
const wgsl = file('flat.wgsl');
const code = (value) => `@vertex fn main() -> @builtin(position) vec4f { return vec4f(${value}); }\n`;
writeFileSync(wgsl.path, code('1.0, 2.0, 3.0, 4.0'));
const text = new Document(wgsl, 'wgsl', code('1.0, 2.0, 3.0, 4.0'));
window.activeTextEditor = { document: text };
await compile();
assert.deepEqual(seen.errors, []);
const [{ document: assembly, options }] = seen.shown;
assert.equal(assembly.languageId, 'pica200');
assert.match(assembly.getText(), /^\.out \S+ position$/m);
assert.equal(options.viewColumn, vscode.ViewColumn.Beside);

const provider = seen.contents.get(assembly.uri.scheme);
const again = new Promise((resolve) => provider.onDidChange(resolve));
writeFileSync(wgsl.path, code('7.5, 2.0, 3.0, 4.0'));
await editor.events.onDidSaveTextDocument.fire(text);
assert.equal((await again).toString(), assembly.uri.toString());
assert.match(provider.provideTextDocumentContent(assembly.uri), /7\.5/);

const binary = path.join(folder, '../../../examples/direct3d/lit.dxbc');
window.activeTextEditor = undefined;
window.tabGroups.activeTabGroup.activeTab = { input: new vscode.TabInputCustom(Uri.file(binary), 'hex') };
await compile();
const expected = execFileSync(path.join(programs, 'picac'), [binary, '-o', '-'], { encoding: 'utf8' });
assert.equal(seen.shown.at(-1).document.getText(), expected);

writeFileSync(wgsl.path, 'fn main(\n');
await compile(wgsl);
assert.equal(seen.errors.length, 1);
assert.match(seen.errors[0], /flat\.wgsl:\d+:\d+: error: .* \[[a-z-]+\]$/);
assert.equal(seen.shown.length, 2);

// What is no saved file cannot be compiled.
await compile(Uri.parse('untitled:Untitled-1'));
assert.equal(seen.warnings.length, 1);

const [picals] = started;
await extension.deactivate();
await until(() => picals.exitCode !== null, () => 'the server runs');
assert.equal(picals.exitCode, 0);
assert.deepEqual(found(), []);
await compile(wgsl);
assert.match(seen.errors[1], /^picals does not run\. .* set pica200\.server\.path, and restart the language server\.$/);
console.log('the extension packs, starts the server, reports its diagnostics, and shows the assembly of a shader');
