// The course of sessions: encodings of positions, cancelling, restarts, ends, and large workspaces.

import assert from 'node:assert/strict';
import test from 'node:test';
import protocol from 'vscode-languageserver-protocol/node.js';
import { Client, failure, folder, marks, write } from './client.mjs';

const STRANGE = '.out p position ; \u{e9}\u{1f600}\u{4e2d}\n.proc main\n\tmov p, v0\n\t.error "\u{e9}\u{1f600}" ; \u{1f600}\n\tend\n.end\n';

for (const [encodings, expected] of [
  [undefined, 'utf-16'],
  [['utf-16'], 'utf-16'],
  [['utf-16', 'utf-8'], 'utf-8'],
  [['utf-32'], 'utf-32'],
]) {
  test(`positions are counted in ${expected} for ${encodings ?? 'a client that offers nothing'}`, async (t) => {
    const client = await Client.start(t, folder(t), { encodings });
    assert.equal(client.encoding, expected);
    const document = client.open('\u{e9} \u{1f600}.vsh', '; \u{1f600} \u{e9}\n.proc main\n\tmov r0, v0 ; \u{1f600}\n\tend\n.end\n');
    await document.diagnostics();
    // Edits behind characters of several units, and what the server says of them.
    document.replace('\u{1f600}\n\tend', '\u{e9}\u{1f600}\u{1f600} x\n\tend');
    document.replace('\u{1f600} x', '\u{4e2d}\n\tadd r1, wrong, r0');
    assert.deepEqual(marks(document, await document.diagnostics()), [['unknown-name', 'wrong']]);
    const edits = await document.ask('formatting', { options: { tabSize: 4, insertSpaces: false } });
    assert.doesNotThrow(() => document.edited(edits));
    document.replace(document.text, STRANGE);
    const [mistake] = await document.diagnostics();
    assert.match(document.in(mistake.range), /^\.error "\u{e9}\u{1f600}"$|^"\u{e9}\u{1f600}"$/u);
    await client.end();
  });
}

test('what is cancelled or out of date is answered with the error for it', async (t) => {
  const client = await Client.start(t, folder(t));
  const lines = Array.from({ length: 4000 }, (_, line) => `\tmov r${line % 16},   v0 ; ${line}\n`);
  const document = client.open('a.vsh', `.proc main\n${lines.join('')}\tend\n.end\n`);
  // Answers may be faster than the message that cancels.
  let outcome = 'answered';
  for (let round = 0; round < 1000 && outcome === 'answered'; round += 1) {
    const source = new protocol.CancellationTokenSource();
    const answer = client.request('textDocument/formatting', { textDocument: document.id, options: { tabSize: 4, insertSpaces: false } }, source.token);
    source.cancel();
    outcome = await answer.then(() => 'answered', ({ code }) => code);
  }
  assert.equal(outcome, protocol.LSPErrorCodes.RequestCancelled);
  const stale = document.ask('foldingRange').then(() => 'answered', ({ code }) => code);
  document.replace(' ; 0', ' ; 1');
  assert(['answered', protocol.LSPErrorCodes.ContentModified].includes(await stale));
  assert.equal((await document.ask('foldingRange')).length, 1);
  await client.end();
});

test('wrong requests are answered, and the session goes on', async (t) => {
  const client = await Client.start(t, folder(t));
  assert.equal((await failure(client.request('pica200/nothing', {}))).code, protocol.ErrorCodes.MethodNotFound);
  const wrong = client.request('textDocument/formatting', { textDocument: 3 });
  assert.equal((await failure(wrong)).code, protocol.ErrorCodes.InvalidParams);
  const closed = client.request('textDocument/foldingRange', { textDocument: { uri: client.uri('none.vsh') } });
  assert.equal((await failure(closed)).code, protocol.ErrorCodes.InvalidParams);
  await client.end();
});

test('a server that is killed can be started again with what is open', async (t) => {
  const root = folder(t);
  const text = '.proc main\n\tmov r0, wrong\n\tend\n.end\n';
  const first = await Client.start(t, root);
  const before = await first.open('a.vsh', text).diagnostics();
  first.process.kill('SIGKILL');
  await first.exited;
  const second = await Client.start(t, root);
  assert.deepEqual(await second.open('a.vsh', text).diagnostics(), before);
  await second.end();
});

test('nothing but exit is allowed after shutdown', async (t) => {
  const client = await Client.start(t, folder(t));
  await client.request('shutdown');
  const late = client.request('textDocument/foldingRange', { textDocument: { uri: client.uri('a.vsh') } });
  assert.equal((await failure(late)).code, protocol.ErrorCodes.InvalidRequest);
  client.notify('exit');
  assert.equal(await client.exited, 0);
});

test('a client that goes away ends the server', async (t) => {
  // This one has nothing to answer, and all that it sent has arrived.
  const capabilities = { workspace: { configuration: false, didChangeConfiguration: null, didChangeWatchedFiles: null } };
  const client = await Client.start(t, folder(t), { capabilities });
  await failure(client.request('pica200/nothing'));
  client.process.stdin.end();
  assert.equal(await client.exited, 1);
});

test('settings are asked for, and mistakes in them are logged', async (t) => {
  const client = await Client.start(t, folder(t), { settings: { inlayHints: { padding: 3 } } });
  const { items } = await client.message('workspace/configuration');
  assert.deepEqual(items.map(({ section }) => section), ['pica200']);
  const { message, type } = await client.message('window/logMessage');
  assert.match(message, /expected a boolean/);
  assert.equal(type, protocol.MessageType.Warning);
  client.settings = {};
  client.notify('workspace/didChangeConfiguration', { settings: null });
  await client.message('workspace/configuration');
  await client.end();
});

test('the server asks to be told of changes of files', async (t) => {
  const client = await Client.start(t, folder(t));
  const registered = [];
  while (!registered.includes('workspace/didChangeWatchedFiles')) {
    const { registrations } = await client.message('client/registerCapability');
    registered.push(...registrations.map(({ method }) => method));
  }
  await client.end();
});

test('a workspace with 2,000 files blocks nothing', async (t) => {
  const files = Object.fromEntries(
    Array.from({ length: 2000 }, (_, number) => [
      `group${number % 40}/shader${number}.vsh`,
      `.include "../common.inc"\n.out p position\n.proc main${number}\n\tmov p, one\n\tend\n.end\n`,
    ]),
  );
  const root = folder(t, { ...files, 'common.inc': '.constf one(1.0, 1.0, 1.0, 1.0)\n' });
  const client = await Client.start(t, root);
  // The folder is still being scanned.
  const [name, text] = Object.entries(files)[1234];
  const document = client.open(name, text);
  assert.equal((await document.ask('foldingRange')).length, 1);
  assert.deepEqual(await document.diagnostics(), []);
  // Each file includes this one; its mistakes appear in it.
  const common = client.open('common.inc', '.constf one(1.0, 1.0, 1.0, oops)\n');
  await client.published(common.uri, ({ diagnostics }) => diagnostics.length > 0);
  common.replace('oops', '1.0');
  await client.published(common.uri, ({ diagnostics }) => diagnostics.length === 0);
  assert.deepEqual(await document.diagnostics(), []);
  // Another folder, and a file that is new.
  const other = folder(t, { 'b.inc': '.fvec b\n' });
  const event = { added: [{ uri: new URL(`file://${other}`).href, name: 'other' }], removed: [] };
  client.notify('workspace/didChangeWorkspaceFolders', { event });
  write(root, 'new.inc', '.fvec new\n');
  client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: client.uri('new.inc'), type: 1 }] });
  document.replace('.include "../common.inc"', '.include "../new.inc"');
  assert.deepEqual(marks(document, await document.diagnostics()), [['unknown-name', 'one']]);
  await client.end();
});
