// Texts of the build: the map of the linker, and the assembly of a translated shader.
import { h } from '../dom.js';

/** A panel with a text, which can be copied. */
export class TextPanel {
  /**
   * @param {any} app
   * @param {{id: string, title: string, empty: string, text: (built: any) => string | undefined, isShown?: (built: any) => boolean}} of
   */
  constructor(app, { id, title, empty, text, isShown }) {
    Object.assign(this, { app, id, title, empty, text });
    if (isShown) this.isShown = isShown;
    this.element = h('div', {});
  }

  update(built) {
    const text = this.text(built);
    if (!text) {
      this.element.replaceChildren(h('p', { class: 'empty' }, this.empty));
      return;
    }
    const copy = h('button', { type: 'button', class: 'small', onclick: () => this.app.copy(text) }, 'Copy');
    this.element.replaceChildren(h('div', { class: 'actions' }, copy), h('pre', { class: 'text', tabIndex: 0 }, text));
  }
}
