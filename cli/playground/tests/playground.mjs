// The page in a browser: what people do there.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { browse, open } from '../../tests/clients/browser/browser.mjs';

const here = dirname(fileURLToPath(import.meta.url));
/** The built page. */
export const PAGE = join(here, '../dist/index.html');
/** The path of a file of an example. */
export const exampleFile = (name) => join(here, '../../../examples', name);

/** Calls `visit` with the address of a server that has nothing but the page. */
export async function served(visit) {
  const server = createServer((request, response) => {
    const isPage = request.url === '/';
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' });
    response.end(isPage ? readFileSync(PAGE) : '');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await visit(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.close();
  }
}

/** A page of the playground. */
export class Visit {
  constructor({ page, faults, done }) {
    Object.assign(this, { page, faults, done });
  }

  /** Opens the page, from its file or elsewhere, and waits until something is built. */
  static async open(browser, address = PAGE, options = {}) {
    const visit = new Visit(await open(browser, address, options));
    await visit.page.waitForSelector('header .state:not(:empty)');
    return visit;
  }

  async example(name) {
    await this.page.getByLabel('Examples').selectOption(name);
  }

  async tab(name) {
    await this.page.getByRole('tablist', { name: 'Results' }).getByRole('tab', { name }).click();
  }

  /** The panel that is shown. */
  get panel() {
    return this.page.locator('.results [role=tabpanel]:not([hidden])');
  }

  /** The text of the build's state. */
  state() {
    return this.page.locator('header .state').textContent();
  }

  /** Waits until the state of the build matches. */
  async built(pattern) {
    await this.page.locator('header .state', { hasText: pattern }).waitFor();
  }

  /** Puts the cursor to the end of the first line that has a text. */
  async at(text) {
    await this.behind(text);
    await this.page.keyboard.press('End');
  }

  /** Puts the cursor behind the first place that has a text, by the editor's search. */
  async behind(text) {
    const { keyboard } = this.page;
    await this.page.locator('.cm-content').focus();
    await keyboard.press('Control+Home');
    await keyboard.press('Control+f');
    await keyboard.type(text);
    await keyboard.press('Enter');
    await keyboard.press('Escape');
  }

  /** Drops files on the page. */
  async drop(files) {
    await this.page.evaluate((all) => {
      const transfer = new DataTransfer();
      for (const { name, base64 } of all) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        transfer.items.add(new File([bytes], name));
      }
      for (const type of ['dragover', 'drop']) {
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
      }
    }, files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') })));
  }

  /** The bytes of the binary, as somebody saves it. */
  async download() {
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.page.getByRole('button', { name: 'Download' }).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  }

  /** The pixels of the picture, as numbers from 0 to 255. */
  async pixels() {
    return this.page.locator('.picture canvas').evaluate((canvas) => {
      const { width, height } = canvas;
      return [...canvas.getContext('2d').getImageData(0, 0, width, height).data];
    });
  }

  /** The picture, to compare it with others. */
  async picture() {
    return this.page.locator('.picture canvas').evaluate((canvas) => canvas.toDataURL());
  }

  /** The pixels of the first frame of a PNG. */
  async decoded(path) {
    const url = `data:image/png;base64,${readFileSync(path).toString('base64')}`;
    return this.page.evaluate(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      return [...context.getImageData(0, 0, canvas.width, canvas.height).data];
    }, url);
  }
}

/** Calls `visit` with the page from its file, and closes it. Nothing may go wrong meanwhile. */
export async function visit(action, address = PAGE, options = {}) {
  await browse(async (browser) => {
    const one = await Visit.open(browser, address, options);
    await action(one, browser);
    await one.done();
  });
}
