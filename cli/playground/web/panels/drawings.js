// Drawings of the module: control flow, lifetimes of registers, uniforms.
import { drawing, h } from '../dom.js';

/** Moves what a box shows with the pointer, as on a map. */
function pan(box) {
  let from = null;
  box.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'touch' || event.button !== 0 || event.target.closest('a')) return;
    from = { x: event.clientX + box.scrollLeft, y: event.clientY + box.scrollTop };
    box.setPointerCapture(event.pointerId);
    box.classList.add('moves');
  });
  box.addEventListener('pointermove', (event) => {
    if (from) box.scrollTo(from.x - event.clientX, from.y - event.clientY);
  });
  for (const end of ['pointerup', 'pointercancel']) {
    box.addEventListener(end, () => {
      from = null;
      box.classList.remove('moves');
    });
  }
  return box;
}

/** A panel with drawings, each with the name of a procedure or program. */
export class Drawings {
  /**
   * @param {any} app
   * @param {{id: string, title: string, view: string, note: string | Node, empty: string}} of
   */
  constructor(app, { id, title, view, note, empty }) {
    Object.assign(this, { app, id, title, view, note, empty });
    this.element = h('div', { class: 'drawings', onclick: (event) => this.#clicked(event) });
  }

  update(built) {
    const of = built.ok ? this.app.view(this.view) : [];
    if (of.length === 0) {
      this.element.replaceChildren(h('p', { class: 'empty' }, built.ok ? this.empty : 'There is no code: the source has errors.'));
      return;
    }
    const parts = of.map(({ name, svg }) => {
      const box = pan(h('div', { class: 'scroll', tabIndex: 0, role: 'group', 'aria-label': `${this.title}: ${name}` }, drawing(svg)));
      return h('section', {}, of.length > 1 || name ? h('h2', {}, h('code', {}, name)) : null, box);
    });
    this.element.replaceChildren(h('p', { class: 'faint' }, this.note), ...parts);
  }

  /** The links of drawings lead to words of the code. */
  #clicked(event) {
    const href = event.target.closest('a')?.getAttribute('href');
    if (!href) return;
    event.preventDefault();
    const word = /w(\d+)$/.exec(href)?.[1];
    if (word) this.app.goToWord(Number(word));
  }
}
