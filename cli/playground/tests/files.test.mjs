// Files that people open, save and share.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { browse } from '../../tests/clients/browser/browser.mjs';
import { PAGE, Visit, exampleFile, served, visit } from './playground.mjs';

test('a binary is saved, dropped, shown and edited', () =>
  visit(async (one) => {
    const { page } = one;
    await one.example('skinning');
    const words = (await one.state()).split(' · ')[0];
    const { name, bytes } = await one.download();
    assert.equal(name, 'skinning.shbin');
    assert.equal(bytes.subarray(0, 4).toString(), 'DVLB');

    await one.drop([{ name, bytes }]);
    await page.getByRole('button', { name: 'Edit as source' }).waitFor();
    await one.built(words);
    assert.equal(await page.getByRole('tab', { name: 'skinning.pica' }).getAttribute('aria-selected'), 'true');
    await page.locator('.cm-content[aria-readonly=true]').waitFor();
    await one.tab('Words');
    assert.equal(await one.panel.locator('tbody tr').count(), Number(words.split(' ')[0]));

    await page.getByRole('button', { name: 'Edit as source' }).click();
    await one.built(words);
    assert.equal(await page.locator('.cm-content[aria-readonly=true]').count(), 0);
    assert.deepEqual((await one.download()).bytes.length > 100, true);
  }));

test('a container of Direct3D is shown with its translation', () =>
  visit(async (one) => {
    await one.drop([{ name: 'lit.dxbc', bytes: readFileSync(exampleFile('direct3d/lit.dxbc')) }]);
    await one.page.locator('.cm-line', { hasText: 'vs_4_0' }).waitFor();
    await one.tab('Assembly');
    assert.match(await one.panel.locator('pre').textContent(), /\.proc main/);
  }));

test('bytes of no known kind are a problem, and damaged binaries are', () =>
  visit(async (one) => {
    await one.drop([{ name: 'noise.shbin', bytes: Buffer.from('DVLB\0\0\0\xff', 'latin1') }]);
    await one.built('error');
    await one.drop([{ name: 'noise.xyz', bytes: Buffer.from([0, 1, 2, 3]) }]);
    await one.page.locator('.problems li.error', { hasText: 'none of the files' }).waitFor();
  }));

test('several sources that are dropped are one program', () =>
  visit(async (one) => {
    const names = ['particles.vsh', 'particles.gsh', 'particles.scene.toml'];
    await one.drop(names.map((name) => ({ name, bytes: readFileSync(exampleFile(`particles/${name}`)) })));
    await one.page.getByRole('tab', { name: 'particles.gsh' }).waitFor();
    await one.tab('Picture');
    assert.deepEqual(await one.pixels(), await one.decoded(exampleFile('particles/particles.png')));
  }));

async function shared(browser, address) {
  const one = await Visit.open(browser, address);
  await one.example('lights');
  await one.at('.proc main');
  await one.page.keyboard.press('Enter');
  await one.page.keyboard.type('\tmov r9, r9 ; übrigens');
  await one.built('words');
  await one.page.getByRole('button', { name: 'Share' }).click();
  await one.page.waitForURL(/#1,/);
  const url = one.page.url();
  assert.ok(url.length < 6000, `${url.length} characters`);
  await one.done();

  const other = await Visit.open(browser, address + url.slice(url.indexOf('#')));
  await other.at('übrigens');
  await other.page.locator('.cm-line', { hasText: 'mov r9, r9 ; übrigens' }).waitFor();
  await other.tab('Picture');
  assert.ok(new Set(await other.pixels()).size > 4);
  await other.done();
}

test('a link restores the sources, in a file', () => browse((browser) => shared(browser, PAGE)));

test('a link restores the sources, on a server', () => served((address) => browse((browser) => shared(browser, address))));

test('links that are damaged or of other versions say so, and the page works', () =>
  browse(async (browser) => {
    for (const [fragment, text] of [['#1,q1YqSy0qzszPU7JSAgA', 'damaged'], ['#1,!!', 'damaged'], ['#9,abc', 'newer version']]) {
      const one = await Visit.open(browser, PAGE + fragment);
      // The message hides after a while.
      await one.page.locator('.message.error', { hasText: text }).waitFor({ state: 'attached' });
      await one.built('words');
      await one.done();
    }
  }));

test('what was edited last is there on the next visit', () =>
  browse(async (browser) => {
    const context = await browser.newContext();
    const one = await Visit.open(context, PAGE);
    await one.at('.proc main');
    await one.page.keyboard.press('Enter');
    await one.page.keyboard.type('; kept');
    // It is kept when nobody has typed for a moment, which can be between two keys, too.
    await one.page.waitForFunction(() => JSON.stringify({ ...localStorage }).includes('; kept'));
    await one.done();
    const other = await Visit.open(context, PAGE);
    await other.at('; kept');
    await other.page.locator('.cm-line', { hasText: '; kept' }).waitFor();
    await other.done();
    await context.close();
  }));

test('a source that is too long for a link says so', () =>
  visit(async (one) => {
    let seed = 1;
    const next = () => (seed = (seed * 48271) % 2147483647);
    const lines = Array.from({ length: 12_000 }, () => `; ${next()} ${next()}`);
    await one.drop([{ name: 'long.vsh', bytes: Buffer.from(lines.join('\n')) }]);
    await one.page.getByRole('tab', { name: 'long.vsh' }).waitFor();
    await one.page.getByRole('button', { name: 'Share' }).click();
    await one.page.locator('.message.error', { hasText: 'too long for a link' }).waitFor({ state: 'attached' });
  }));
