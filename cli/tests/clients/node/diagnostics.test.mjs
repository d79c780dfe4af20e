// Diagnostics, and the changes that they suggest.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import protocol from 'vscode-languageserver-protocol/node.js';
import { Client, exampleFolder, folder, marks, write } from './client.mjs';

const MISTAKE = '.out position position\n.proc main\n\tmvo position, v0\n\tend\n.end\n';

test('examples draw no diagnostics', async (t) => {
  const root = exampleFolder(t);
  const client = await Client.start(t, root);
  for (const name of ['triangle/triangle', 'lights/lights', 'skinning/skinning', 'textured/textured', 'library/lit']) {
    const text = readFileSync(path.join(root, `${name}.vsh`), 'utf8');
    const document = client.open(`${name}.vsh`, text);
    assert.deepEqual(await document.diagnostics(), [], name);
  }
  await client.end();
});

test('a mistake has a name, a page and a change that mends it', async (t) => {
  const client = await Client.start(t, folder(t));
  const document = client.open('a.vsh', MISTAKE);
  const [mistake, ...others] = await document.diagnostics();
  assert.deepEqual(marks(document, [mistake]), [['unknown-instruction', 'mvo']]);
  assert.deepEqual(others, []);
  assert.equal(mistake.severity, protocol.DiagnosticSeverity.Error);
  assert.match(mistake.codeDescription.href, /^https:.*unknown-instruction/);
  const actions = await document.ask('codeAction', { range: mistake.range, context: { diagnostics: [mistake] } });
  const fix = actions.find(({ title }) => title === 'Write `mov`');
  assert.equal(fix.kind, protocol.CodeActionKind.QuickFix);
  assert.deepEqual(fix.diagnostics.map(({ code }) => code), ['unknown-instruction']);
  const [change] = fix.edit.documentChanges;
  assert.equal(change.textDocument.uri, document.uri);
  assert.equal(change.textDocument.version, document.version);
  assert.equal(document.edited(change.edits), MISTAKE.replace('mvo', 'mov'));
  document.replace('mvo', 'mov');
  assert.deepEqual(await document.diagnostics(), []);
  await client.end();
});

test('a clash shows the other place', async (t) => {
  const client = await Client.start(t, folder(t));
  const document = client.open('a.vsh', '.out p position\n.fvec colour\n.proc main\n\tmov p, colour\n\tend\n.end\n.proc main\n\tend\n.end\n');
  const [clash] = await document.diagnostics();
  assert.equal(clash.code, 'duplicate-procedure');
  const [first] = clash.relatedInformation;
  assert.equal(first.location.uri, document.uri);
  assert.deepEqual(first.location.range.start, document.at('.proc |main'));
  await client.end();
});

test('code without use has the tag for it, and can be allowed', async (t) => {
  const client = await Client.start(t, folder(t));
  const text = '.out p position\n.proc main\n\tmov r0, v0\n\tmov p, v0\n\tend\n.end\n';
  const document = client.open('a.vsh', text);
  const [unused] = await document.diagnostics();
  assert.equal(unused.code, 'unused-value');
  assert.deepEqual(unused.tags, [protocol.DiagnosticTag.Unnecessary]);
  const actions = await document.ask('codeAction', { range: unused.range, context: { diagnostics: [unused] } });
  const allowing = actions.filter((action) => action.title.includes('llow'));
  assert.equal(allowing.length, 2, 'on the line, and in the file');
  for (const action of allowing) {
    const after = document.edited(action.edit.documentChanges[0].edits);
    assert.match(after, /allow(-file)?\(unused-value\)/);
    const other = client.open(`${allowing.indexOf(action)}.vsh`, after);
    assert.deepEqual(await other.diagnostics(), [], after);
  }
  await client.end();
});

test('all certain changes are made at once', async (t) => {
  const client = await Client.start(t, folder(t));
  const document = client.open('a.vsh', MISTAKE.replace('mvo position, v0', 'mvo position, v0.xyzw\n\tmvo r0, v0'));
  await document.diagnostics();
  const range = { start: document.position(0), end: document.position(document.text.length) };
  const context = { diagnostics: [], only: [protocol.CodeActionKind.SourceFixAll] };
  const actions = await document.ask('codeAction', { range, context });
  for (const action of actions) {
    assert.match(action.kind, /^source\.fixAll/);
    assert(!document.edited(action.edit.documentChanges[0].edits).includes('mvo'));
  }
  await client.end();
});

test('a buffer that is not saved counts in the files that include it', async (t) => {
  const root = folder(t, { 'common.inc': '.constf one(1.0, 1.0, 1.0, 1.0)\n' });
  const client = await Client.start(t, root);
  const text = '.include "common.inc"\n.out p position\n.proc main\n\tmov p, two\n\tend\n.end\n';
  const document = client.open('a.vsh', text);
  assert.deepEqual(marks(document, await document.diagnostics()), [['unknown-name', 'two']]);
  const common = client.open('common.inc', '.constf two(2.0, 2.0, 2.0, 2.0)\n');
  await client.published(document.uri, ({ diagnostics }) => diagnostics.length === 0);
  common.replace('two', 'three');
  await client.published(document.uri, ({ diagnostics }) => diagnostics[0]?.code === 'unknown-name');
  // Without the buffer, the file on disk counts, and changes of it.
  common.close();
  write(root, 'common.inc', '.constf two(1.0, 1.0, 1.0, 1.0)\n');
  const changes = [{ uri: client.uri('common.inc'), type: protocol.FileChangeType.Changed }];
  client.notify('workspace/didChangeWatchedFiles', { changes });
  await client.published(document.uri, ({ diagnostics }) => diagnostics.length === 0);
  await client.end();
});

test('a client can ask for diagnostics', async (t) => {
  const client = await Client.start(t, folder(t), {
    capabilities: { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: true } } },
  });
  assert(client.capabilities.diagnosticProvider);
  const document = client.open('a.vsh', MISTAKE);
  const report = await document.ask('diagnostic');
  assert.equal(report.kind, 'full');
  assert.deepEqual(marks(document, report.items), [['unknown-instruction', 'mvo']]);
  await client.end();
});
