// Tests of the npm package, as a project that installed it has it: `node --test`, with the folder of node_modules as
// PICA200_PACKAGE.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const workspace = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const project = process.env.PICA200_PACKAGE;
assert.ok(project, 'PICA200_PACKAGE is the folder of a project that has the package');
const resolved = createRequire(join(project, 'index.js')).resolve('pica200');
const { compile } = await import(pathToFileURL(resolved));
const text = (path) => readFileSync(join(workspace, path), 'utf8');

test('GLSL becomes a binary', async () => {
  const source = text('examples/c-triangle/source/triangle.vert');
  const result = await compile(source, { language: 'glsl', name: 'triangle' });
  assert.equal(result.report, '');
  assert.equal(result.ok, true);
  assert.deepEqual(result.diagnostics, []);
  assert.equal(new TextDecoder().decode(result.binary.subarray(0, 4)), 'DVLB');
  assert.match(result.assembly, /\.proc main/);
  const [shader] = result.shaders;
  assert.equal(shader.kind, 'vertex');
  assert.deepEqual(shader.uniforms.map(({ name, size }) => [name, size]), [['projection', 4]]);
  assert.deepEqual(shader.inputs.map(({ name }) => name).sort(), ['color', 'position']);
});

test('the suffix says the language', async () => {
  for (const path of ['examples/triangle/triangle.vsh', 'examples/triangle/triangle.wgsl']) {
    const { ok, assembly } = await compile(text(path), { name: path });
    assert.equal(ok, true, path);
    assert.equal(assembly === null, path.endsWith('.vsh'), path);
  }
});

test('assembly is that of picald', async () => {
  const source = '.out position position\n.proc main\n\tmov position, v0\n\tend\n.end\n';
  const { binary } = await compile(source, { language: 'assembly' });
  const again = await compile(new TextEncoder().encode(source), { language: 'assembly' });
  assert.deepEqual(again.binary, binary);
});

test('sources include files', async () => {
  const source = '.include "lib/position.inc"\n.proc main\n\tmov position, v0\n\tend\n.end\n';
  const files = { 'lib/position.inc': '.out position position\n' };
  assert.equal((await compile(source, { language: 'assembly', files })).ok, true);
  const missing = await compile(source, { language: 'assembly' });
  assert.equal(missing.diagnostics[0].name, 'cannot-include');
});

test('mistakes have places', async () => {
  const { ok, binary, diagnostics, report } = await compile('.proc main\n\tmov position, v0\n\tend\n.end\n', { name: 'bad.vsh' });
  assert.equal(ok, false);
  assert.equal(binary, null);
  assert.equal(diagnostics[0].name, 'unknown-name');
  assert.deepEqual([diagnostics[0].file, diagnostics[0].line, diagnostics[0].column], ['bad.vsh', 2, 6]);
  assert.match(report, /^error\[unknown-name\]/);
});

test('wrong options are rejected', async () => {
  await assert.rejects(compile('', {}), TypeError);
  await assert.rejects(compile(''), TypeError);
  await assert.rejects(compile('', { language: 'metal' }), /there is no language metal/);
  await assert.rejects(compile(7, { language: 'glsl' }), /neither a string nor a Uint8Array/);
});
