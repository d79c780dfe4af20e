// Formatting, folding, selections and links.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import protocol from 'vscode-languageserver-protocol/node.js';
import { Client, exampleFolder, folder } from './client.mjs';

const OPTIONS = { options: { tabSize: 4, insertSpaces: false } };

test('examples are formatted already, and come back after a mess', async (t) => {
  const root = exampleFolder(t);
  const client = await Client.start(t, root);
  for (const name of ['triangle/triangle.vsh', 'lights/lights.vsh', 'particles/particles.gsh']) {
    const text = readFileSync(path.join(root, name), 'utf8');
    const tidy = client.open(name, text);
    assert.deepEqual(await tidy.ask('formatting', OPTIONS), [], name);
    tidy.close();
    // Comments stay as they are.
    const mess = (line) => line.replace(/^\t+/, (tabs) => ' '.repeat(tabs.length)).replace(/^[^;]*/, (code) => code.replaceAll(', ', ' ,'));
    const messy = client.open(name, text.split('\n').map(mess).join('\n'));
    assert.notEqual(messy.text, text);
    assert.equal(messy.edited(await messy.ask('formatting', OPTIONS)), text, name);
  }
  await client.end();
});

test('a range and a line are formatted alone', async (t) => {
  const client = await Client.start(t, folder(t));
  const document = client.open('a.vsh', '.proc main\nmov   r0,v0\nmov   r1,v1\nend\n.end\n');
  const range = document.range('mov   r1,v1');
  const ranged = document.edited(await document.ask('rangeFormatting', { range, ...OPTIONS }));
  assert.equal(ranged, '.proc main\nmov   r0,v0\n\tmov r1, v1\nend\n.end\n');
  const typed = await document.askAt('onTypeFormatting', '|mov   r1', { ch: '\n', ...OPTIONS });
  assert.equal(document.edited(typed).split('\n')[1], '\tmov r0, v0');
  await client.end();
});

test('blocks and comments fold', async (t) => {
  const root = exampleFolder(t);
  const client = await Client.start(t, root);
  const text = readFileSync(path.join(root, 'lights/lights.vsh'), 'utf8');
  const document = client.open('lights/lights.vsh', text);
  const folds = await document.ask('foldingRange');
  const lines = text.split('\n');
  const [opened, closed] = [new Set(), new Set()];
  for (const fold of folds) {
    assert(protocol.FoldingRange.is(fold) && fold.startLine < fold.endLine);
    opened.add(lines[fold.startLine].trim());
    closed.add(lines[fold.endLine + 1]?.trim());
  }
  for (const line of ['.proc main', '.proc addLight', 'ifu everyLight', 'for allLights', '.else']) {
    assert(opened.has(line), `${line} does not fold: ${[...opened].join('; ')}`);
  }
  assert(closed.has('.end') && closed.has('.else'));
  assert(folds.some((fold) => fold.kind === protocol.FoldingRangeKind.Comment));
  await client.end();
});

test('selections grow from the name to the file', async (t) => {
  const client = await Client.start(t, folder(t));
  const document = client.open('a.vsh', '.fvec m[4]\n.proc main\n\tdp4 r0.x, m[1 + 2], v0\n\tend\n.end\n');
  const [selection] = await document.ask('selectionRange', { positions: [document.at('1 |+ 2')] });
  const grown = [];
  for (let one = selection; one; one = one.parent) {
    assert(protocol.Range.is(one.range));
    grown.push(document.in(one.range));
  }
  for (const [smaller, larger] of grown.slice(1).map((text, index) => [grown[index], text])) {
    assert(larger.includes(smaller) && larger.length > smaller.length, grown.join('\n--\n'));
  }
  for (const expected of ['1 + 2', 'm[1 + 2]', 'dp4 r0.x, m[1 + 2], v0']) {
    assert(grown.includes(expected), `${expected} is not selected: ${grown.join('\n--\n')}`);
  }
  assert.equal(grown.at(-1), document.text);
  await client.end();
});

test('includes are links', async (t) => {
  const root = folder(t, { 'parts/common.inc': '.fvec m\n' });
  const client = await Client.start(t, root);
  const document = client.open('a.vsh', '; \u{1f600}\n.include "parts/common.inc"\n.include "none.inc"\n');
  const links = await document.ask('documentLink');
  assert.equal(links.length, 1);
  assert(protocol.DocumentLink.is(links[0]));
  assert.equal(links[0].target, client.uri('parts/common.inc'));
  assert.match(document.in(links[0].range), /^"?parts\/common\.inc"?$/);
  await client.end();
});
