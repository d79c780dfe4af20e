// Pages of all kinds open without errors and without requests, in light and dark, on paper, and by the keyboard.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { browse, example, open, run, write } from './browser.mjs';

const lights = example('lights/lights.vsh');
const faulty = readFileSync(lights, 'utf8').replace('.proc main\n', '.proc main\n\tmov r0, inColor\n');
writeFileSync('faulty.vsh', faulty);
writeFileSync('trace.json', run(process.env.PICARUN, [lights, '--trace=json']));
writeFileSync('<script>alert(1)<!--.vsh', readFileSync(lights));
run(process.env.PICARUN, [lights, '--profile-html', 'costs.html']);

const paths = {
  source: write('source.html', [lights]),
  profile: write('profile.html', [lights, '--profile', 'trace.json']),
  faulty: write('faulty.html', ['faulty.vsh']),
  hostile: write('hostile.html', ['<script>alert(1)<!--.vsh']),
  diff: write('diff.html', ['--diff', lights, 'faulty.vsh'], [0, 1]),
  costs: `${process.cwd()}/costs.html`,
};

/** The number of rows of code that are shown. */
const shown = (page) => page.locator('table.code tbody tr:not([hidden]) td.instruction').count();

await browse(async (browser) => {
  for (const path of Object.values(paths)) {
    for (const colorScheme of ['light', 'dark']) {
      const { page, done } = await open(browser, path, { colorScheme });
      const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      assert.equal(paper === 'rgb(255, 255, 255)', colorScheme === 'light', paper);
      await done();
    }
  }

  // Graphs, charts and maps have sizes, and blocks lead to words.
  const source = await open(browser, paths.source);
  for (const name of ['flow', 'lives', 'map']) {
    const box = await source.page.locator(`svg.${name}`).first().boundingBox();
    assert.ok(box.width > 100 && box.height > 20, name);
  }
  await source.page.locator('svg.flow a').first().click();
  assert.match(source.page.url(), /#p0-w\d+$/);
  // A page that is as narrow as a telephone does not scroll sideways as a whole.
  await source.page.setViewportSize({ width: 390, height: 800 });
  const wide = await source.page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} pixels`);
  await source.page.emulateMedia({ media: 'print' });
  assert.equal(await source.page.locator('nav').isVisible(), false);
  // On paper of A4, the columns of code have room: no row is higher than three lines.
  await source.page.setViewportSize({ width: 718, height: 1000 });
  const printed = source.page.locator('table.code tbody tr[data-line]');
  const heights = await printed.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  assert.ok(heights.length > 20 && heights.every((height) => height < 45), `${heights}`);
  await source.done();

  // The keyboard: filter, then warnings.
  const faults = await open(browser, paths.faulty);
  const all = await shown(faults.page);
  await faults.page.keyboard.press('/');
  await faults.page.keyboard.type('addLight');
  const some = await shown(faults.page);
  assert.ok(some > 0 && some < all, `${some} of ${all}`);
  await faults.page.keyboard.press('Escape');
  assert.equal(await shown(faults.page), all);
  await faults.page.keyboard.press('n');
  const focus = await faults.page.evaluate(() => document.activeElement.className);
  assert.match(focus, /finding/);
  // Each warning is one step, although several tables have it.
  const finding = () => faults.page.evaluate(() => document.activeElement.dataset.finding);
  const rows = faults.page.locator('tr.finding');
  const names = await rows.evaluateAll((rows) => rows.map((row) => row.dataset.finding));
  assert.ok(new Set(names).size < names.length, `${names}`);
  const first = await finding();
  for (const _ of new Set(names)) await faults.page.keyboard.press('n');
  assert.equal(await finding(), first);
  await faults.page.keyboard.press('p');
  await faults.page.keyboard.press('n');
  assert.equal(await finding(), first);
  // A link into a folded graph unfolds it.
  await faults.page.locator('details.graph > summary').first().click();
  await faults.page.locator('table.procedures th a', { hasText: 'addLight' }).click();
  // The browser tells the page of its new address a moment later.
  await faults.page.waitForFunction(() => document.querySelector('details.graph').open);
  await faults.done();

  // A page of costs has lines to filter, and no warnings.
  const costs = await open(browser, paths.costs);
  const lines = () => costs.page.locator('table.source tbody tr:not([hidden])').count();
  const every = await lines();
  await costs.page.keyboard.press('/');
  await costs.page.keyboard.type('addLight');
  const left = await lines();
  assert.ok(left > 0 && left < every, `${left} of ${every}`);
  assert.ok(await costs.page.locator('#filtering').isVisible());
  assert.equal(await costs.page.locator('#finding-keys').isVisible(), false);
  await costs.done();

  // The policy refuses scripts and styles that are not those of the page.
  const policy = await open(browser, paths.source);
  const ran = await policy.page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    document.body.append(script);
    document.body.setAttribute('style', 'color: red');
    return window.ran === true || getComputedStyle(document.body).color === 'rgb(255, 0, 0)';
  });
  assert.equal(ran, false);
  assert.ok(policy.faults.length >= 2);

  const hostile = await open(browser, paths.hostile);
  assert.match(await hostile.page.title(), /<script>alert\(1\)<!--/);
  await hostile.done();
});
