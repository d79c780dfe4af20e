// The source: diagnostics, suggestions, hovers, completion, definitions, formatting.
import assert from 'node:assert/strict';
import test from 'node:test';
import { browse } from '../../tests/clients/browser/browser.mjs';
import { PAGE, Visit, served, visit } from './playground.mjs';

async function mistakes(one) {
  const { page } = one;
  await one.example('triangle');
  await one.tab('Problems');
  const before = await one.state();
  assert.match(before, /^\d+ words · [\d.]+ ms$/);
  await one.at('.proc main');
  await page.keyboard.press('Enter');
  await page.keyboard.type('\tmvo r0, inColor');
  await one.built('1 error');
  await page.locator('.cm-lintRange-error', { hasText: 'mvo' }).waitFor();
  const problem = page.locator('.problems li.error');
  assert.equal(await problem.count(), 1);
  assert.match(await problem.textContent(), /triangle\.vsh:\d+:2.*unknown-instruction.*unknown instruction `mvo`.*did you mean `mov`/s);
  assert.equal(await page.getByRole('tab', { name: /Problems/ }).locator('.badge.error').textContent(), '1');

  await problem.getByRole('button', { name: 'Write “mov”' }).click();
  await one.built('words');
  assert.equal(await page.locator('.problems li.error').count(), 0);
  assert.equal(await page.locator('.cm-lintRange-error').count(), 0);
}

test('a mistake shows as it is typed, and its suggestion mends it, in a file', () => visit(mistakes));

test('a mistake shows as it is typed, and its suggestion mends it, on a server', () => served((address) => visit(mistakes, address)));

test('a mistake in WGSL shows in the editor, and the assembly is that of the last good source', () =>
  visit(async (one) => {
    await one.example('lights-wgsl');
    await one.tab('Assembly');
    assert.match(await one.panel.locator('pre').textContent(), /\.proc main/);
    await one.at('struct Uniforms');
    await one.page.keyboard.press('Enter');
    await one.page.keyboard.type('wrong: vec9,');
    await one.built('error');
    await one.page.locator('.cm-lintRange-error').first().waitFor();
  }));

test('the server answers in the editor', () =>
  visit(async (one) => {
    const { page } = one;
    await one.example('triangle');
    await one.at('dp4');
    await page.locator('.cm-line', { hasText: 'dp4' }).first().getByText('dp4').hover();
    await page.locator('.cm-tooltip-hover', { hasText: 'dot product' }).waitFor();
    await page.mouse.move(5, 5);

    await one.at('.proc main');
    await page.keyboard.press('Enter');
    await page.keyboard.type('ma');
    await page.locator('.cm-tooltip-autocomplete li', { hasText: 'madi' }).waitFor();
    await page.keyboard.press('Escape');
    for (let count = 0; count < 3; count += 1) await page.keyboard.press('Backspace');

    await one.behind('dp4 outPosition.x, proj');
    await page.keyboard.press('F12');
    await page.locator('.cm-activeLine', { hasText: '.fvec projection' }).waitFor();
  }));

test('formatting', () =>
  visit(async (one) => {
    await one.example('triangle');
    await one.at('.proc main');
    await one.page.keyboard.press('Enter');
    await one.page.keyboard.type('mov     r3 ,  v0');
    await one.page.getByRole('button', { name: 'Format' }).click();
    await one.page.locator('.cm-line', { hasText: /^\tmov r3, v0$/ }).waitFor();
  }));

test('nothing that a source or a name of a file contains is read as HTML', () =>
  visit(async (one) => {
    const evil = '<img src=x onerror=document.title=1><b>';
    const text = `; ${evil}\n.error "${evil}"\n`;
    await one.drop([{ name: `${evil}.vsh`.replaceAll('/', ''), bytes: Buffer.from(text) }]);
    await one.built('error');
    assert.match(await one.page.locator('.problems li').first().textContent(), /<img src=x onerror/);
    assert.equal(await one.page.locator('main img, main b').count(), 0);
  }));

test('the policy refuses scripts and requests that are not those of the page', () =>
  browse(async (browser) => {
    const one = await Visit.open(browser, PAGE);
    const [ran, asked] = await one.page.evaluate(async () => {
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.body.append(script);
      const asked = await fetch('https://example.org/').then(() => true, () => false);
      return [window.ran === true, asked];
    });
    assert.deepEqual([ran, asked], [false, false]);
    assert.ok(one.faults.every((fault) => !fault.startsWith('request: ')), one.faults.join('\n'));
    assert.ok(one.faults.length >= 2);
  }));

test('a module that fails is replaced, and says on which source it failed', () =>
  browse(async (browser) => {
    const context = await browser.newContext();
    await context.addInitScript(() => {
      const instantiate = WebAssembly.instantiate;
      WebAssembly.instantiate = async (...values) => {
        const { exports } = await instantiate(...values);
        const build = (...parameters) => {
          if (!window.fails) return exports.playground_build(...parameters);
          window.fails = false;
          throw new WebAssembly.RuntimeError('unreachable');
        };
        return Object.create(WebAssembly.Instance.prototype, { exports: { value: { ...exports, playground_build: build } } });
      };
    });
    const one = await Visit.open(context, PAGE);
    const { page } = one;
    await one.tab('Problems');
    await one.at('.proc main');
    await page.evaluate(() => { window.fails = true; });
    await page.keyboard.press('Enter');
    await page.locator('.problems li.error', { hasText: 'the toolchain failed on this source' }).waitFor();
    // The next keys go to another module, and so do those for the language server.
    await page.keyboard.type('mvo');
    await page.locator('.problems li.error', { hasText: 'unknown instruction' }).waitFor();
    await page.locator('.cm-lintRange-error', { hasText: 'mvo' }).waitFor();
    await one.done();
    await context.close();
  }));
