// Definitions, references, highlights and symbols, across includes and linked files.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import protocol from 'vscode-languageserver-protocol/node.js';
import { Client, Text, exampleFolder, failure, folder } from './client.mjs';

/** The places of an answer as names of files and the marked text. Files that are not open are read. */
function places(client, answer, open = []) {
  return [answer].flat().map((place) => {
    assert(protocol.Location.is(place), JSON.stringify(place));
    const name = decodeURIComponent(path.relative(client.root, new URL(place.uri).pathname));
    const text = open.find(({ uri }) => uri === place.uri)?.text ?? readFileSync(path.join(client.root, name), 'utf8');
    const { start, end } = place.range;
    const line = text.split('\n')[start.line];
    assert.equal(start.line, end.line);
    return [name, start.line + 1, line.slice(start.character, end.character)];
  });
}

test('names lead to their definitions and references', async (t) => {
  const root = exampleFolder(t);
  const client = await Client.start(t, root);
  const text = readFileSync(path.join(root, 'lights/lights.vsh'), 'utf8');
  const document = client.open('lights/lights.vsh', text);
  const line = (piece) => text.slice(0, text.indexOf(piece)).split('\n').length;
  const definition = async (marked) => places(client, await document.askAt('definition', marked));
  for (const [marked, declared, name] of [
    ['mad |light.xyz', '.alias light ', 'light'],
    ['call |addLight', '.proc addLight', 'addLight'],
    ['for |allLights', '.consti allLights', 'allLights'],
    ['ifu |everyLight', '.bool lighting', 'everyLight'],
    ['modelView[2], inNormal', '.fvec modelView', 'modelView'],
  ]) {
    assert.deepEqual(await definition(marked), [['lights/lights.vsh', line(declared), name]]);
  }
  const references = await document.askAt('references', 'call |addLight', { context: { includeDeclaration: true } });
  assert.deepEqual(places(client, references).map(([, , name]) => name), ['addLight', 'addLight', 'addLight']);
  const uses = await document.askAt('references', 'call |addLight', { context: { includeDeclaration: false } });
  assert.equal(uses.length, 2);
  await client.end();
});

test('reads and writes are told apart', async (t) => {
  const client = await Client.start(t, folder(t));
  const document = client.open('a.vsh', '.alias sum r1\n.proc main\n\tmov sum, v0\n\tadd sum, sum, v0\n\tend\n.end\n');
  const highlights = await document.askAt('documentHighlight', 'mov |sum');
  assert(highlights.every((one) => document.in(one.range) === 'sum'));
  const { Read, Write } = protocol.DocumentHighlightKind;
  const kinds = highlights.map((one) => [document.text.slice(0, document.index(one.range.start)).split('\n').length, one.kind]);
  assert.deepEqual(kinds.filter(([at]) => at > 1).sort(), [[3, Write], [4, Read], [4, Write]].sort());
  await client.end();
});

test('names of included and linked files are found, also in buffers', async (t) => {
  const root = folder(t, {
    'common.inc': '.constf one(1.0, 1.0, 1.0, 1.0)\n',
    'library.vsh': '.nodvle\n.proc shine\n\tnop\n.end\n',
  });
  const client = await Client.start(t, root);
  const document = client.open('a.vsh', '.include "common.inc"\n.out p position\n.proc main\n\tcall shine\n\tmov p, one\n\tend\n.end\n');
  assert.deepEqual(places(client, await document.askAt('definition', 'p, |one')), [['common.inc', 1, 'one']]);
  assert.deepEqual(places(client, await document.askAt('definition', 'call |shine')), [['library.vsh', 2, 'shine']]);
  const common = client.open('common.inc', '; a new first line\n.constf one(1.0, 1.0, 1.0, 1.0)\n');
  const answer = await document.askAt('definition', 'p, |one');
  assert.deepEqual(places(client, answer, [common]), [['common.inc', 2, 'one']]);
  await client.end();
});

test('symbols form a tree, and those of the workspace are found', async (t) => {
  const root = exampleFolder(t);
  const client = await Client.start(t, root);
  const text = readFileSync(path.join(root, 'lights/lights.vsh'), 'utf8');
  const document = client.open('lights/lights.vsh', text);
  const symbols = await document.ask('documentSymbol');
  symbols.forEach((symbol) => assert(protocol.DocumentSymbol.is(symbol)));
  const kinds = new Map(symbols.map(({ name, kind }) => [name, kind]));
  assert.equal(kinds.get('main'), protocol.SymbolKind.Function);
  assert.equal(kinds.get('addLight'), protocol.SymbolKind.Function);
  for (const name of ['projection', 'lights', 'someLights', 'numbers', 'inPosition', 'outColor', 'surface']) {
    assert(kinds.has(name), `${name} is not a symbol: ${[...kinds.keys()]}`);
  }
  const found = await client.request('workspace/symbol', { query: 'flatmain' });
  assert.deepEqual(found.map(({ name, location }) => [name, location.uri]), [['flatMain', client.uri('library/flat.vsh')]]);
  assert.deepEqual(await client.request('workspace/symbol', { query: 'no such symbol' }), []);
  await client.end();
});

test('names are renamed in all files that use them, and clashes are refused', async (t) => {
  const files = {
    'common.inc': '.constf one(1.0, 1.0, 1.0, 1.0)\n',
    'library.vsh': '.nodvle\n.proc shine\n\tnop\n.end\n',
  };
  const client = await Client.start(t, folder(t, files));
  const text = '.include "common.inc"\n.fvec other\n.out p position\n.proc main ; \u{1f600}\n\tcall shine\n\tmov p, one\n\tend\n.end\n';
  const document = client.open('a.vsh', text);
  const rename = async (marked, newName) => {
    const { documentChanges } = await document.askAt('rename', marked, { newName });
    const texts = documentChanges.map(({ textDocument, edits }) => {
      const name = path.basename(textDocument.uri);
      const old = new Text(name === 'a.vsh' ? document.text : files[name], client.encoding);
      return [name, old.edited(edits)];
    });
    return Object.fromEntries(texts);
  };
  const prepared = await document.askAt('prepareRename', 'p, |one');
  assert.equal(document.in(prepared.range ?? prepared), 'one');
  assert.deepEqual(await rename('p, |one', 'unit'), {
    'a.vsh': text.replace('p, one', 'p, unit'),
    'common.inc': '.constf unit(1.0, 1.0, 1.0, 1.0)\n',
  });
  assert.deepEqual(await rename('call |shine', 'glow'), {
    'a.vsh': text.replace('shine', 'glow'),
    'library.vsh': files['library.vsh'].replace('shine', 'glow'),
  });
  for (const [taken, reason] of [
    ['other', /a\.vsh:2:7/],
    ['mov', /language/],
    ['r0', /register/],
    ['two words', /not a name/],
    ['', /name is empty/],
  ]) {
    const { message } = await failure(document.askAt('rename', 'p, |one', { newName: taken }));
    assert.match(message, reason);
  }
  await client.end();
});
