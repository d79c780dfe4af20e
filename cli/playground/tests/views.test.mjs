// The results: words, drawings, the trace, and how they lead to the source; the keyboard, colours and narrow screens.
import assert from 'node:assert/strict';
import test from 'node:test';
import { browse } from '../../tests/clients/browser/browser.mjs';
import { PAGE, Visit, visit } from './playground.mjs';

test('the page opens in light and dark without a fault', () =>
  browse(async (browser) => {
    for (const colorScheme of ['light', 'dark']) {
      const one = await Visit.open(browser, PAGE, { colorScheme });
      const paper = await one.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      assert.equal(paper === 'rgb(255, 255, 255)', colorScheme === 'light', paper);
      for (const tab of await one.page.locator('.results [role=tab]:visible').all()) {
        await tab.click();
        assert.ok((await one.panel.textContent()).trim().length > 0);
      }
      await one.done();
    }
  }));

test('the page opens on a picture, and says what it is until somebody hides that', () =>
  browse(async (browser) => {
    const context = await browser.newContext();
    const first = await Visit.open(context, PAGE);
    const greeting = first.page.getByRole('region', { name: 'About this page' });
    assert.match(await greeting.textContent(), /Nintendo 3DS/);
    assert.equal(await greeting.locator('li').count(), 3);
    const links = await greeting.getByRole('link').evaluateAll((all) => all.map(({ href, rel }) => [href, rel]));
    assert.ok(links.length >= 3 && links.every(([href, rel]) => href.startsWith('https://') && rel === 'noopener'));
    assert.ok(new Set(await first.pixels()).size > 4);
    await greeting.getByRole('button', { name: 'Hide' }).click();
    assert.ok(await greeting.isHidden());
    await first.done();
    const second = await Visit.open(context, PAGE);
    assert.ok(await second.page.locator('.greeting').isHidden());
    await second.done();
    await context.close();
  }));

test('a project with errors opens on its problems', () =>
  visit(async (one) => {
    await one.drop([{ name: 'wrong.vsh', bytes: Buffer.from('.proc main\nmvo r0, v0\n.end\n') }]);
    await one.built('error');
    await one.panel.locator('.problems li.error, li.error').first().waitFor();
    await one.example('triangle');
    await one.built('words');
    assert.ok(await one.page.locator('.picture canvas').isVisible());
  }));

test('every control has a name, and no tab is cut off at 1280 pixels', () =>
  visit(async (one) => {
    const { page } = one;
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const name of ['triangle', 'lights-wgsl', 'particles']) {
      await one.example(name);
      await one.built('words');
      const [wide, room] = await page.locator('.results .tabs').evaluate((tabs) => [tabs.scrollWidth, tabs.clientWidth]);
      assert.ok(wide <= room, `${name}: ${wide} of ${room} pixels`);
      for (const tab of await page.locator('.results [role=tab]:visible').all()) {
        await tab.click();
        const unnamed = await page.locator('button:visible, select:visible, input:visible').evaluateAll((all) =>
          all.filter((one) => !(one.textContent.trim() || one.labels?.[0]?.textContent.trim() || one.getAttribute('aria-label') || one.getAttribute('name')))
            .map((one) => one.outerHTML));
        assert.deepEqual(unnamed, [], await tab.textContent());
      }
    }
  }));

test('every example builds, and every view of it shows something', () =>
  visit(async (one) => {
    const names = await one.page.getByLabel('Examples').locator('option:not([disabled])').evaluateAll((all) => all.map((option) => option.value));
    assert.ok(names.length >= 6);
    for (const name of names) {
      await one.example(name);
      await one.built('words');
      for (const tab of await one.page.locator('.results [role=tab]:visible').all()) {
        await tab.click();
        const missing = await one.panel.locator('.empty, .fault:not([hidden])').allTextContents();
        assert.deepEqual(missing, [], `${name}: ${await tab.textContent()}`);
      }
    }
  }));

test('words lead to lines, and lines mark their words', () =>
  visit(async (one) => {
    await one.example('triangle');
    await one.tab('Words');
    const row = one.panel.locator('tbody tr', { hasText: 'dp4' }).first();
    await row.getByRole('button').click();
    await one.page.locator('.cm-activeLine', { hasText: 'dp4' }).waitFor();
    assert.match(await row.getAttribute('class'), /same/);
    assert.equal(await one.panel.locator('tr.same').count(), 1);
  }));

test('blocks of the control flow lead to lines', () =>
  visit(async (one) => {
    await one.example('skinning');
    await one.tab('Control flow');
    const box = await one.panel.locator('svg.flow').first().boundingBox();
    assert.ok(box.width > 100 && box.height > 50);
    await one.panel.locator('svg.flow a').first().click();
    await one.page.locator('.cm-activeLine', { hasText: /dph r5\.x|mov position/ }).waitFor();
  }));

test('the trace goes forward and back', () =>
  visit(async (one) => {
    const { page } = one;
    await one.example('triangle');
    await one.tab('Trace');
    const now = () => one.panel.locator('.steps .now').textContent();
    const first = await now();
    const count = one.panel.locator('.player output');
    assert.match(await count.textContent(), /^1 of \d+ steps$/);
    await one.panel.getByRole('button', { name: 'Forward' }).click();
    const second = await now();
    assert.notEqual(second, first);
    assert.equal(await one.panel.locator('tr.changed').count(), 1);
    const line = await page.locator('.cm-traced').textContent();
    await one.panel.getByRole('button', { name: 'Back' }).click();
    assert.equal(await now(), first);
    assert.notEqual(await page.locator('.cm-traced').textContent(), line);

    // The slider and its keys.
    await one.panel.getByLabel('Step', { exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await now(), second);
    await page.keyboard.press('End');
    const outputs = () => one.panel.locator('table.registers').last().textContent();
    const before = await outputs();
    assert.match(before, /Outputs of the vertex/);
    await one.panel.getByLabel('inPosition.x').fill('0.25');
    assert.notEqual(await outputs(), before);
    await one.tab('Words');
    assert.equal(await page.locator('.cm-traced').count(), 0);
  }));

test('tabs by the keyboard', () =>
  visit(async (one) => {
    const { page } = one;
    await page.getByRole('tab', { name: 'Picture' }).focus();
    const selected = () => page.locator('.results [role=tab][aria-selected=true]').textContent();
    await page.keyboard.press('ArrowRight');
    assert.equal(await selected(), 'Problems');
    await page.keyboard.press('End');
    assert.equal(await selected(), 'Trace');
    await page.keyboard.press('ArrowRight');
    assert.equal(await selected(), 'Picture');
    // The border between source and results.
    const share = () => page.locator('.source').evaluate((element) => element.getBoundingClientRect().width);
    const before = await share();
    await page.getByRole('separator').focus();
    await page.keyboard.press('ArrowRight');
    assert.ok((await share()) > before);
  }));

test('a page that is as narrow as a telephone does not scroll sideways as a whole', () =>
  visit(async (one) => {
    await one.page.setViewportSize({ width: 390, height: 800 });
    for (const tab of await one.page.locator('.results [role=tab]:visible').all()) {
      await tab.click();
      const wide = await one.page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `${await tab.textContent()}: ${wide} pixels`);
    }
  }));
