// Run by `npm test` in the folder `vscode`, after the extension is bundled: packs it, looks at what the package contains, and
// activates the extension on a stand-in for the interface of the editor.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../vscode');
const require = createRequire(path.join(folder, 'package.json'));
const Module = require('node:module');

/** The files of the package. */
function packed() {
  const work = mkdtempSync(path.join(tmpdir(), 'pica200-vsix-'));
  try {
    const file = path.join(work, 'pica200.vsix');
    const options = ['package', '--no-dependencies', '--skip-license', '--allow-missing-repository', '--out', file];
    execFileSync('npx', ['--no-install', 'vsce', ...options], { cwd: folder, stdio: 'pipe' });
    const names = execFileSync('unzip', ['-Z1', file], { encoding: 'utf8' }).trim().split('\n');
    return names.filter((name) => name.startsWith('extension/')).sort();
  } finally {
    rmSync(work, { recursive: true });
  }
}

assert.deepEqual(packed(), [
  'extension/dist/extension.js',
  'extension/language-configuration.json',
  'extension/package.json',
  'extension/pica200.tmLanguage.json',
]);

/** What stands for any part of the interface that the test does not look at. */
function anything() {
  return new Proxy(class {}, {
    get: (target, key) => (key in target || typeof key === 'symbol' ? target[key] : anything()),
    apply: () => anything(),
  });
}

const commands = new Map();
const warnings = [];
const terminals = [];
let provider;
const source = { languageId: 'pica200', uri: { scheme: 'file', fsPath: '/work/lit.v.pica' } };
const editor = {
  workspace: {
    getConfiguration: () => ({ get: (_, normal) => normal }),
    getWorkspaceFolder: () => undefined,
  },
  window: {
    activeTextEditor: { document: source },
    showWarningMessage: (text) => warnings.push(text),
    createTerminal: (options) => {
      terminals.push(options);
      return { show() {} };
    },
  },
  commands: { registerCommand: (name, run) => commands.set(name, run) },
  tasks: { registerTaskProvider: (type, given) => (provider = { type, ...given }) },
  TaskScope: { Workspace: 2 },
  TaskGroup: { Build: 'build' },
  ProcessExecution: class {
    constructor(program, args) {
      Object.assign(this, { program, args });
    }
  },
  Task: class {
    constructor(definition, scope, name, origin, execution, matchers) {
      Object.assign(this, { definition, scope, name, origin, execution, matchers });
    }
  },
};
const vscode = new Proxy(editor, { get: (target, key) => (key in target ? target[key] : anything()) });
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));

const extension = require('./dist/extension.js');
// The client of the stand-in cannot start a server: the extension has to work without.
await extension.activate({ subscriptions: [] }).catch(() => {});

const manifest = require('./package.json');
const offered = manifest.contributes.commands.map(({ command }) => command).sort();
assert.deepEqual([...commands.keys()].sort(), offered);

const [link] = provider.provideTasks();
assert.equal(provider.type, manifest.contributes.taskDefinitions[0].type);
assert.equal(link.execution.program, 'picald');
assert.deepEqual(link.execution.args, ['--error-format=short', '/work/lit.v.pica', '-o', '/work/lit.v.shbin']);
const matchers = manifest.contributes.problemMatchers.map(({ name }) => `$${name}`);
assert.deepEqual(link.matchers, matchers);

commands.get('pica200.runTests')('/work/tests.toml');
assert.deepEqual(terminals, [{ name: 'picarun', shellPath: 'picarun', shellArgs: ['--test', '/work/tests.toml'] }]);
console.log('the extension packs, and offers its commands and tasks');
process.exit(0);
