// Inlay hints, code lenses and semantic tokens.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import protocol from 'vscode-languageserver-protocol/node.js';
import { Client, exampleFolder, folder } from './client.mjs';

const TEXT = '.fvec matrix[4]\n.alias sum r3.x\n.constf half(0.5, 2.0, -1.0, 0.0)\n.out p position\n.proc main\n\tmul sum, half.y, v0 ; \u{1f600}\n\tmov p, r3\n\tend\n.end\n';

const label = (hint) => (typeof hint.label === 'string' ? hint.label : hint.label.map(({ value }) => value).join(''));

function everything(document) {
  return { range: { start: document.position(0), end: document.position(document.text.length) } };
}

test('hints can be turned on and off', async (t) => {
  const client = await Client.start(t, folder(t), { settings: {} });
  const document = client.open('a.vsh', TEXT);
  const labels = async () => {
    const hints = await document.ask('inlayHint', everything(document));
    hints.forEach((hint) => assert(protocol.InlayHint.is(hint), JSON.stringify(hint)));
    return hints.map((hint) => [hint.position.line, label(hint)]);
  };
  const shown = await labels();
  for (const [line, part] of [[0, 'c0'], [4, '3'], [5, '2']]) {
    assert(shown.some(([at, text]) => at === line && text.includes(part)), `line ${line} lacks ${part}: ${JSON.stringify(shown)}`);
  }
  const none = { addresses: false, freeTemporaries: false, padding: false, registers: false, sizes: false, values: false };
  // The server says that hints have changed, for these settings or for earlier ones.
  const lines = async (inlayHints, expected) => {
    client.settings = { inlayHints };
    client.notify('workspace/didChangeConfiguration', { settings: null });
    let found;
    do {
      await client.message('workspace/inlayHint/refresh');
      found = (await labels()).map(([line]) => line);
    } while (JSON.stringify(found) !== JSON.stringify(expected));
  };
  await lines(none, []);
  await lines({ ...none, addresses: true }, [5, 6, 7]);
  await client.end();
});

test('lenses show sizes and references, and run tests', async (t) => {
  const root = exampleFolder(t);
  const client = await Client.start(t, root);
  const text = readFileSync(path.join(root, 'lights/lights.vsh'), 'utf8');
  const document = client.open('lights/lights.vsh', text);
  let lenses = [];
  // The server finds the files of tests when it scans the workspace, and then says that lenses have changed.
  do {
    await client.message('workspace/codeLens/refresh');
    lenses = await document.ask('codeLens');
  } while (!lenses.some(({ command }) => command.command === 'pica200.runTests'));
  lenses.forEach((lens) => assert(protocol.CodeLens.is(lens)));
  const tests = lenses.filter(({ command }) => command.command === 'pica200.runTests');
  const files = tests.flatMap(({ command }) => command.arguments).map((file) => path.basename(file)).sort();
  assert.deepEqual(files, ['defaults.test.toml', 'lights.test.toml']);
  const references = lenses.find(({ command, range }) => document.in(range) === 'addLight' && command.command !== '');
  assert.match(references.command.title, /2/);
  const [uri, , places] = references.command.arguments;
  assert.equal(uri, document.uri);
  assert.equal(places.length, 2);
  // Each command is one of the extension, or of the editor.
  const manifest = JSON.parse(readFileSync(new URL('../../../editors/vscode/package.json', import.meta.url)));
  const extension = readFileSync(new URL('../../../editors/vscode/src/extension.ts', import.meta.url), 'utf8');
  for (const { command } of lenses) {
    const known = manifest.contributes.commands.some((one) => one.command === command.command) || extension.includes(`'${command.command}'`);
    assert(known || command.command === '', `the extension does not know ${command.command}`);
  }
  await client.end();
});

test('tokens have the kinds and places of what they name', async (t) => {
  const client = await Client.start(t, folder(t));
  const document = client.open('a.vsh', TEXT);
  const { tokenTypes, tokenModifiers } = client.capabilities.semanticTokensProvider.legend;
  const read = ({ data }) => {
    assert.equal(data.length % 5, 0);
    let [line, character] = [0, 0];
    const tokens = new Map();
    for (let at = 0; at < data.length; at += 5) {
      const [lines, columns, length, type, modifiers] = data.slice(at, at + 5);
      character = lines === 0 ? character + columns : columns;
      line += lines;
      const text = document.in({ start: { line, character }, end: { line, character: character + length } });
      const names = tokenModifiers.filter((_, bit) => modifiers & (1 << bit));
      tokens.set(`${line}:${text}`, [tokenTypes[type], ...names]);
    }
    return tokens;
  };
  const answer = await document.ask('semanticTokens/full');
  assert(protocol.SemanticTokens.is(answer));
  const tokens = read(answer);
  for (const name of ['0:matrix', '1:sum', '2:half', '3:p', '4:main', '5:mul', '5:sum', '5:half']) {
    assert(tokens.has(name), `${name} has no token: ${[...tokens.keys()].join(' ')}`);
  }
  assert.equal(tokens.get('4:main')[0], 'function');
  assert.equal(tokens.get('5:mul')[0], 'keyword');
  assert.notEqual(tokens.get('5:v0')[0], tokens.get('5:sum')[0], 'an input is not a temporary');
  assert(tokens.get('5:sum').includes('modification') && !tokens.get('5:half').includes('modification'));
  assert.deepEqual(tokens.get('5:half')[0], tokens.get('2:half')[0]);
  assert(['definition', 'declaration'].some((name) => tokens.get('2:half').includes(name)));
  assert(tokens.get('5:half').includes('readonly') && !tokens.get('5:half').includes('definition'));
  const part = read(await document.ask('semanticTokens/range', { range: document.range('\tmov p, r3') }));
  assert.deepEqual([...part.keys()].every((name) => name.startsWith('6:')), true);
  assert(part.has('6:p'));
  await client.end();
});
