// Runs the tests of the page in Chromium. Without a browser, it says so and succeeds: the page is built nevertheless.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from '../build.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const browser = process.env.PICA200_BROWSER ?? '/usr/bin/chromium';

if (!existsSync(join(here, '../dist/index.html'))) execFileSync('node', [join(here, '../build.mjs')], { stdio: 'inherit' });
if (!existsSync(browser)) {
  console.log(`${browser} is not here: the tests of the playground are skipped; PICA200_BROWSER names another Chromium`);
  process.exit(0);
}
install(join(here, '../../tests/clients/browser'));
const tests = readdirSync(here).filter((name) => name.endsWith('.test.mjs')).map((name) => join(here, name));
const { status } = spawnSync('node', ['--test', '--test-concurrency=2', ...tests], { stdio: 'inherit' });
process.exit(status ?? 1);
