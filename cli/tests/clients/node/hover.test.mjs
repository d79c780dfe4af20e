// What hovers say.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import protocol from 'vscode-languageserver-protocol/node.js';
import { Client, exampleFolder, folder } from './client.mjs';

async function hover(document, marked) {
  const answer = await document.askAt('hover', marked);
  assert(protocol.Hover.is(answer), `${marked}: ${JSON.stringify(answer)}`);
  return { ...answer, marked: document.in(answer.range), text: answer.contents.value };
}

test('instructions, names, numbers and temporaries of an example', async (t) => {
  const root = exampleFolder(t);
  const client = await Client.start(t, root);
  const text = readFileSync(path.join(root, 'lights/lights.vsh'), 'utf8');
  const document = client.open('lights/lights.vsh', text);
  for (const [marked, word, parts] of [
    ['|mad r4.xyz', 'mad', ['a \\* b + c', 'r4.xyz']],
    ['dp3 normal.x, |modelView[0]', 'modelView[0]', ['Float uniform array `modelView`', '`c4` to `c7`', 'reads `c4`']],
    ['r6.w, |one', 'one', ['`numbers`', '1.0']],
    ['call |addLight', 'addLight', ['Procedure `addLight`', 'what comes from the light at']],
    ['0.|08', '0.08', ['float24']],
    ['ifu |lighting', 'lighting', ['`lighting`', 'b']],
    ['dp3 |normal.x', 'normal', ['`r1`']],
    ['min |outColor.rgb', 'outColor', ['Output `outColor`', '`o1`', 'color']],
  ]) {
    const found = await hover(document, marked);
    assert.equal(found.contents.kind, protocol.MarkupKind.Markdown);
    assert(found.marked.startsWith(word.split('[')[0]), `${marked} marks ${found.marked}`);
    for (const part of parts) {
      assert(found.text.includes(part), `${marked} does not say ${part}:\n${found.text}`);
    }
  }
  assert.equal(await document.ask('hover', { position: { line: 1, character: 0 } }), null);
  await client.end();
});

test('what a temporary holds, in a text that is not saved', async (t) => {
  const client = await Client.start(t, folder(t));
  const document = client.open('a.vsh', '.out p position\n.proc main\n\tmov r3.x, v0\n\tmov r3.yzw, v1\n\tmov p, r3\n\tend\n.end\n');
  const before = await hover(document, 'mov p, |r3');
  assert(['mov r3.x, v0', 'mov r3.yzw, v1'].every((write) => before.text.includes(write)), before.text);
  document.replace('mov r3.yzw, v1', 'mov r3, v1 ; \u{1f600}');
  const after = await hover(document, 'mov p, |r3');
  assert(after.text.includes('mov r3, v1') && !after.text.includes('mov r3.x, v0'), after.text);
  // A source with an error still answers.
  document.replace('mov r3.x, v0', 'mov r3.x,');
  assert((await hover(document, '|mov p')).text.includes('mov'));
  await client.end();
});

test('a client without Markdown gets none', async (t) => {
  const client = await Client.start(t, folder(t), { capabilities: { textDocument: { hover: { contentFormat: ['plaintext'] } } } });
  const document = client.open('a.vsh', '.fvec light\n.proc main\n\tmov r0, light\n\tend\n.end\n');
  const found = await hover(document, 'mov r0, |light');
  assert.equal(found.contents.kind, protocol.MarkupKind.PlainText);
  assert(!/[`*]|\\\\/.test(found.text), found.text);
  await client.end();
});
