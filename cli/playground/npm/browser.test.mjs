// A test of the npm package in a browser, without a bundler. Without Chromium, it is skipped; PICA200_BROWSER names another
// one than /usr/bin/chromium.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const browser = process.env.PICA200_BROWSER ?? '/usr/bin/chromium';
const installed = join(process.env.PICA200_PACKAGE, 'node_modules/pica200');

const PAGE = `<!doctype html><p>waiting</p><script type="module">
  import { compile } from './browser.js';
  const source = '.out position position\\n.proc main\\n\\tmov position, v0\\n\\tend\\n.end\\n';
  const { ok, binary } = await compile(source, { language: 'assembly' });
  await fetch('/result?' + ok + ',' + String.fromCharCode(...binary.subarray(0, 4)));
</script>`;

const TYPES = { js: 'text/javascript', wasm: 'application/wasm' };

test('a page compiles a shader', { skip: !existsSync(browser) && `${browser} is not here`, timeout: 120_000 }, async () => {
  let report;
  const reported = new Promise((resolve) => {
    report = resolve;
  });
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url, 'http://localhost');
    if (pathname === '/result') report(search.slice(1));
    const name = pathname.slice(1);
    const file = /^[a-z0-9]+\.(js|wasm)$/.exec(name);
    response.setHeader('content-type', file ? TYPES[file[1]] : 'text/html');
    response.end(file ? await readFile(join(installed, name)) : PAGE);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const profile = mkdtempSync(join(tmpdir(), 'pica200-browser-'));
  const options = [`--user-data-dir=${profile}`, '--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0'];
  const chromium = spawn(browser, [...options, `http://127.0.0.1:${server.address().port}/`], { stdio: 'ignore' });
  try {
    assert.equal(await reported, 'true,DVLB');
  } finally {
    chromium.kill('SIGKILL');
    await new Promise((resolve) => chromium.on('exit', resolve));
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
