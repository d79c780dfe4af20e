// Pictures of scenes: those that picarun renders, and sliders.
import assert from 'node:assert/strict';
import test from 'node:test';
import { PATIENCE } from '../../tests/clients/browser/browser.mjs';
import { exampleFile, visit } from './playground.mjs';

for (const name of ['triangle', 'lights', 'skinning', 'textured', 'particles']) {
  test(`the picture of ${name} is that of picarun`, () =>
    visit(async (one) => {
      await one.example(name);
      await one.tab('Picture');
      const expected = await one.decoded(exampleFile(`${name}/${name}.png`));
      assert.ok(new Set(expected).size > 4);
      assert.deepEqual(await one.pixels(), expected);
    }));
}

/** Waits until the picture is another one, and gives it. */
async function changed(one, from) {
  for (let waited = 0; waited < PATIENCE; waited += 20) {
    const now = await one.pixels();
    if (now.some((value, index) => value !== from[index])) return now;
    await one.page.waitForTimeout(20);
  }
  return assert.fail('the picture did not change');
}

test('sliders and the pointer change the picture, and Reset brings it back', () =>
  visit(async (one) => {
    const { page } = one;
    await one.example('lights');
    await one.tab('Picture');
    const first = await one.pixels();
    await page.getByLabel('Turn modelView about y').fill('40');
    const turned = await changed(one, first);
    await page.getByLabel('Frame').fill('3');
    await changed(one, turned);
    await page.getByRole('button', { name: 'Reset' }).click();
    assert.deepEqual(await one.pixels(), first);
    const box = await page.locator('.picture canvas').boundingBox();
    await page.mouse.move(box.x + 80, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 130, box.y + 60);
    await page.mouse.up();
    await changed(one, first);
    assert.equal(await page.getByLabel('Turn modelView about y').inputValue(), '25');
  }));

test('the scene is a source as well', () =>
  visit(async (one) => {
    await one.example('triangle');
    await one.tab('Picture');
    const first = await one.pixels();
    await one.page.getByRole('button', { name: 'Edit the scene' }).click();
    await one.at('size =');
    await one.page.keyboard.press('Enter');
    await one.page.keyboard.type('background = 5');
    await one.panel.locator('.fault:not([hidden])', { hasText: 'background' }).waitFor();
    for (let count = 0; count < 14; count += 1) await one.page.keyboard.press('Backspace');
    await one.page.locator('.picture .fault').waitFor({ state: 'hidden' });
    assert.deepEqual(await one.pixels(), first);
  }));
