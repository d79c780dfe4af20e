// Completion, signature help and the call hierarchy.

import assert from 'node:assert/strict';
import test from 'node:test';
import { Client, folder } from './client.mjs';

const SOURCE = `.fvec tint
.constf one(1.0, 1.0, 1.0, 1.0)
.out outPos position
.proc inner
	add r0, r0, v0
.end
.proc outer
	call inner
	call inner
.end
.proc main
	mov r0, tint
	call outer
	mov outPos, r0
	end
.end
`;

/** The items of an answer, which is a list or has one. */
function itemsOf(answer) {
  const items = Array.isArray(answer) ? answer : answer.items;
  items.forEach((item) => assert.equal(typeof item.label, 'string', JSON.stringify(item)));
  return items.map(({ label }) => label);
}

test('completion offers what may stand at a place', async (t) => {
  const client = await Client.start(t, folder(t));
  const document = client.open('a.vsh', SOURCE);
  const offered = async (marked) => itemsOf(await document.askAt('completion', marked));
  const called = await offered('call |outer');
  assert(['inner', 'outer'].every((name) => called.includes(name)), `${called}`);
  assert(!called.includes('tint') && !called.includes('outPos'), `${called}`);
  const sources = await offered('mov r0, |tint');
  assert(['tint', 'one'].every((name) => sources.includes(name)), `${sources}`);
  assert(!sources.includes('outPos') && !sources.includes('inner'), `${sources}`);
  const destinations = await offered('mov |outPos');
  assert(destinations.includes('outPos') && !destinations.includes('tint'), `${destinations}`);
  await client.end();
});

test('signatures tell the operand at the cursor', async (t) => {
  const client = await Client.start(t, folder(t));
  const document = client.open('a.vsh', SOURCE);
  for (const [marked, operand] of [
    ['add |r0, r0, v0', 0],
    ['add r0, |r0, v0', 1],
    ['add r0, r0, |v0', 2],
  ]) {
    const help = await document.askAt('signatureHelp', marked);
    const signature = help.signatures[help.activeSignature ?? 0];
    assert.match(signature.label, /^add /);
    assert.equal(signature.parameters.length, 3);
    assert.equal(signature.activeParameter ?? help.activeParameter, operand);
  }
  await client.end();
});

test('the call hierarchy leads to callers and to what is called', async (t) => {
  const client = await Client.start(t, folder(t));
  const document = client.open('a.vsh', SOURCE);
  const [outer] = await document.askAt('prepareCallHierarchy', 'call |outer');
  assert.equal(outer.name, 'outer');
  assert.equal(document.in(outer.selectionRange), 'outer');
  const incoming = await client.request('callHierarchy/incomingCalls', { item: outer });
  assert.deepEqual(incoming.map(({ from, fromRanges }) => [from.name, fromRanges.length]), [['main', 1]]);
  const outgoing = await client.request('callHierarchy/outgoingCalls', { item: outer });
  assert.deepEqual(outgoing.map(({ to, fromRanges }) => [to.name, fromRanges.length]), [['inner', 2]]);
  outgoing.forEach(({ fromRanges }) => fromRanges.forEach((range) => assert.equal(document.in(range), 'inner')));
  await client.end();
});
