// The code as words, beside the lines that they come from.
import { h } from '../dom.js';

const offset = (address) => address.toString(16).padStart(3, '0');

export class Words {
  id = 'words';
  title = 'Words';
  #rows = [];

  constructor(app) {
    this.app = app;
    this.element = h('div', {});
  }

  update({ words }) {
    if (words.length === 0) {
      this.#rows = [];
      this.element.replaceChildren(h('p', { class: 'empty' }, 'There is no code: the source has errors.'));
      return;
    }
    this.#rows = words.map((word) => {
      const { address, word: bits, text, labels, remarks, line, file, descriptor } = word;
      const place = line
        ? h('button', { type: 'button', class: 'link', onclick: () => this.app.goTo(file, line) }, String(line))
        : '';
      const row = h('tr', { onclick: () => line && this.app.goTo(file, line, 1, false), class: line ? 'leads' : '' },
        h('th', { scope: 'row', class: 'number' }, offset(address)),
        h('td', { class: 'bits' }, bits),
        h('td', { class: 'instruction' }, ...labels.map((label) => h('span', { class: 'label' }, `${label}:`)), text,
          ...remarks.map((remark) => h('span', { class: 'remark' }, ` ; ${remark}`))),
        h('td', { class: 'bits number' }, descriptor ?? ''),
        h('td', { class: 'number' }, place));
      return { row, line, file };
    });
    const heads = [['Word', 'number'], ['Bits', ''], ['Instruction', ''], ['Descriptor', 'number'], ['Line', 'number']];
    this.element.replaceChildren(
      h('table', { class: 'words' },
        h('thead', {}, h('tr', {}, ...heads.map(([head, kind]) => h('th', { scope: 'col', class: kind }, head)))),
        h('tbody', {}, ...this.#rows.map(({ row }) => row))));
    this.mark(this.app.cursor);
  }

  /** Marks the words of a line. */
  mark({ name, line }) {
    for (const one of this.#rows) one.row.classList.toggle('same', one.line === line && one.file === name);
  }
}
