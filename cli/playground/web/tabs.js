// Tabs: the arrows, Home and End move between them, as in programs.
import { h } from './dom.js';

/** A list of tabs. */
export class Tabs {
  #buttons = new Map();
  #selected = '';

  /**
   * @param {string} label what the tabs are for
   * @param {string} prefix of the ids of elements
   * @param {(id: string) => void} selected is told the tab that somebody chose
   */
  constructor(label, prefix, selected) {
    this.prefix = prefix;
    this.selected = selected;
    this.element = h('div', { class: 'tabs', role: 'tablist', 'aria-label': label, onkeydown: (event) => this.#key(event) });
  }

  /**
   * Shows other tabs.
   * @param {{id: string, title: string, controls: string}[]} tabs
   */
  replace(tabs) {
    this.#buttons.clear();
    for (const { id, title, controls } of tabs) {
      const onclick = () => this.selected(id);
      const properties = { type: 'button', role: 'tab', id: `${this.prefix}-${id}`, 'aria-controls': controls, tabIndex: -1, onclick };
      this.#buttons.set(id, h('button', properties, title));
    }
    this.element.replaceChildren(...this.#buttons.values());
    this.select(this.#selected);
  }

  /** Marks a tab as the one that is shown. */
  select(id) {
    this.#selected = id;
    for (const [one, button] of this.#buttons) {
      button.setAttribute('aria-selected', String(one === id));
      button.tabIndex = one === id ? 0 : -1;
      if (one === id) button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  }

  /** Whether a tab can be chosen. */
  show(id, isShown) {
    const button = this.#buttons.get(id);
    if (button) button.hidden = !isShown;
  }

  /** The mark beside the title of a tab, such as a number of errors. */
  badge(id, text, kind = '') {
    const button = this.#buttons.get(id);
    if (!button) return;
    button.querySelector('.badge')?.remove();
    if (text) button.append(h('span', { class: `badge ${kind}` }, text));
  }

  #key(event) {
    const shown = [...this.#buttons].filter(([, button]) => !button.hidden);
    const at = shown.findIndex(([id]) => id === this.#selected);
    const last = shown.length - 1;
    const next = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at <= 0 ? last : at - 1, Home: 0, End: last }[event.key];
    if (next === undefined || !shown[next]) return;
    event.preventDefault();
    this.selected(shown[next][0]);
    shown[next][1].focus();
  }
}
