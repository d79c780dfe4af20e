// Measures how long each key takes, in Chromium: `npm run bench`. Nothing is asserted: computers differ.
import { browse } from '../../tests/clients/browser/browser.mjs';
import { PAGE, Visit } from './playground.mjs';

/** The keys per example, after some that warm up. */
const [KEYS, WARM] = [60, 20];

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

await browse(async (browser) => {
  const one = await Visit.open(browser, PAGE);
  const names = await one.page.getByLabel('Examples').locator('option:not([disabled])').evaluateAll((all) => all.map((option) => option.value));
  console.log('example           build (median, most)   key to result (median, most), in milliseconds');
  for (const name of names) {
    await one.example(name);
    await one.built('words');
    if (await one.page.locator('.cm-content[aria-readonly=true]').count()) continue;
    await one.page.locator('.cm-line').first().click();
    await one.page.keyboard.press('End');
    const [builds, keys] = [[], []];
    for (let key = 0; key < WARM + KEYS; key += 1) {
      // The state changes with each build, if only its time does.
      const taken = one.page.evaluate(() => new Promise((resolve) => {
        let start = performance.now();
        document.addEventListener('keydown', () => { start = performance.now(); }, { capture: true, once: true });
        new MutationObserver((_, observer) => {
          observer.disconnect();
          resolve([document.querySelector('header .state').textContent, performance.now() - start]);
        }).observe(document.querySelector('header .state'), { childList: true, characterData: true, subtree: true });
      }));
      await one.page.keyboard.type('x');
      const [state, time] = await taken;
      if (key < WARM) continue;
      builds.push(Number(/([\d.]+) ms/.exec(state)[1]));
      keys.push(time);
    }
    const text = (values) => `${median(values).toFixed(1).padStart(6)} ${Math.max(...values).toFixed(1).padStart(6)}`;
    console.log(`${name.padEnd(18)}${text(builds)}          ${text(keys)}`);
  }
  await one.done();
});
