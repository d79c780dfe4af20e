// A browser that opens pages which programs of this workspace wrote, and reports what goes wrong in them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

/** How long the browser may take for anything, in milliseconds: so long that only one that hangs does. */
export const PATIENCE = 600_000;

/** The path of an example. */
export const example = (name) => join(process.env.PICA200_EXAMPLES, name);

/** The output of a program. Its status may be one of `statuses`. */
export function run(program, args, statuses = [0]) {
  try {
    return execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
  } catch (error) {
    assert.ok(statuses.includes(error.status), `${program} ${args.join(' ')}: ${error.message}`);
    return error.stdout;
  }
}

/** Writes a page of picadump, and returns its path. */
export function write(name, args, statuses) {
  run(process.env.PICADUMP, ['--html', ...args, '-o', name], statuses);
  return join(process.cwd(), name);
}

/** Calls `visit` with a browser. */
export async function browse(visit) {
  const browser = await chromium.launch({
    timeout: PATIENCE,
    executablePath: process.env.PICA200_BROWSER ?? '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  try {
    await visit(browser);
  } finally {
    await browser.close();
  }
}

/** Opens a file, or a page at an address of HTTP. Nothing but that itself may be requested, and nothing may go wrong until
 * `done` is called. */
export async function open(browser, path, options = {}) {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(PATIENCE);
  const address = /^https?:/.test(path) ? path : pathToFileURL(path.split('#')[0]).href + path.replace(/^[^#]*/, '');
  const url = address.split('#')[0];
  const faults = [];
  page.on('console', (message) => faults.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== url) faults.push(`request: ${request.url()}`);
  });
  await page.goto(address);
  const done = async () => {
    assert.deepEqual(faults, [], path);
    await page.close();
  };
  return { page, faults, done };
}
