// Pictures of scenes: those that picarun renders, and sliders.
import assert from 'node:assert/strict';
import test from 'node:test';
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

/** Waits until the picture is another one. */
async function changed(one, from) {
  await one.page.waitForFunction((before) => document.querySelector('.picture canvas').toDataURL() !== before, from);
}

test('sliders and the pointer change the picture, and Reset brings it back', () =>
  visit(async (one) => {
    const { page } = one;
    const reset = page.getByRole('button', { name: 'Reset' });
    await one.example('lights');
    await one.tab('Picture');
    const first = await one.picture();
    const turn = page.getByLabel('Turn modelView about y');
    await turn.fill('40');
    await changed(one, first);
    await reset.click();
    assert.equal(await one.picture(), first);
    await page.getByLabel('Frame').fill('3');
    await changed(one, first);
    await reset.click();
    assert.equal(await one.picture(), first);
    const box = await page.locator('.picture canvas').boundingBox();
    await page.mouse.move(box.x + 80, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 130, box.y + 60);
    await page.mouse.up();
    await changed(one, first);
    assert.equal(await turn.inputValue(), '25');
  }));

test('the scene is a source as well', () =>
  visit(async (one) => {
    await one.example('triangle');
    await one.tab('Picture');
    const first = await one.picture();
    await one.page.getByRole('button', { name: 'Edit the scene' }).click();
    await one.at('size =');
    await one.page.keyboard.press('Enter');
    await one.page.keyboard.type('background = 5');
    await one.panel.locator('.fault:not([hidden])', { hasText: 'background' }).waitFor();
    for (let count = 0; count < 14; count += 1) await one.page.keyboard.press('Backspace');
    await one.page.locator('.picture .fault').waitFor({ state: 'hidden' });
    assert.equal(await one.picture(), first);
  }));
