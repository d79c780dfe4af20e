// The panels beside the source. A panel works only while it is shown.
import { h } from './dom.js';
import { Drawings } from './panels/drawings.js';
import { Picture } from './panels/picture.js';
import { Problems } from './panels/problems.js';
import { TextPanel } from './panels/texts.js';
import { Trace } from './panels/trace.js';
import { Words } from './panels/words.js';
import { Tabs } from './tabs.js';

const key = (...names) => h('span', { class: 'key' }, ...names.flatMap(([name, kind]) => [h('span', { class: kind }, name), ' ']));

function panelsOf(app) {
  const lives = h('span', {}, 'From the word that writes a component to the last that reads it: ',
    key(['x', 'live-x'], ['y', 'live-y'], ['z', 'live-z'], ['w', 'live-w']));
  const kinds = key(['uniform', 'uniform'], ['constant', 'constant'], ['without a name', 'unnamed'], ['not read', 'unread']);
  return [
    new Picture(app),
    new Problems(app),
    new Words(app),
    new TextPanel(app, {
      id: 'map', title: 'Map', empty: 'No link map: it requires a successful link.',
      text: (built) => (built.ok ? app.view('map').map(({ text }) => text).join('\n') : ''),
    }),
    new Drawings(app, { id: 'flow', title: 'Control flow', view: 'flow', note: 'A block leads to its line.', empty: 'There is no code to draw.' }),
    new Drawings(app, { id: 'registers', title: 'Registers', view: 'registers', note: lives, empty: 'The code uses no registers.' }),
    new Drawings(app, { id: 'uniforms', title: 'Uniforms', view: 'uniforms', note: kinds, empty: 'The program has no uniforms.' }),
    new Trace(app),
    new TextPanel(app, {
      id: 'assembly', title: 'Assembly', empty: 'There is no assembly: the source has errors.',
      text: (built) => built.assembly, isShown: (built) => built.assembly !== undefined && built.assembly !== null,
    }),
  ];
}

export class Results {
  #isStale = new Set();
  #built = null;
  /** The last build that went well: while somebody types, the panels show that one. */
  #good = null;
  /** Whether nothing of the project was built yet. */
  #isNew = true;

  constructor(app) {
    this.panels = panelsOf(app);
    this.tabs = new Tabs('Results', 'tab', (id) => this.select(id));
    this.tabs.replace(this.panels.map(({ id, title }) => ({ id, title, controls: `panel-${id}` })));
    this.places = this.panels.map(({ id, element }) => {
      element.classList.add('panel', id);
      Object.assign(element, { id: `panel-${id}`, hidden: true, tabIndex: 0 });
      element.setAttribute('role', 'tabpanel');
      element.setAttribute('aria-labelledby', `tab-${id}`);
      return element;
    });
    this.element = h('section', { class: 'results', 'aria-label': 'Results' }, this.tabs.element, ...this.places);
    this.select('problems');
  }

  get #current() {
    return this.panels.find(({ id }) => id === this.selected);
  }

  /** Shows a panel. */
  select(id) {
    if (id !== this.selected) this.#current?.hide?.();
    this.selected = id;
    this.tabs.select(id);
    for (const { id: one, element } of this.panels) element.hidden = one !== id;
    this.#refresh();
  }

  /** The module does not have the last good build any more. */
  forget() {
    this.#good = null;
  }

  /** Another project: panels forget what was chosen in them. */
  reset() {
    this.forget();
    this.#isNew = true;
    for (const panel of this.panels) panel.reset?.();
  }

  /** Takes the result of a build. */
  update(built) {
    this.#built = built;
    if (built.ok) this.#good = built;
    this.#isStale = new Set(this.panels);
    const errors = built.diagnostics.filter(({ severity }) => severity === 'error').length;
    const others = built.diagnostics.length - errors;
    this.tabs.badge('problems', errors || others ? String(errors || others) : '', errors ? 'error' : 'warning');
    for (const panel of this.panels) {
      const isShown = panel.isShown?.(this.#for(panel)) ?? true;
      panel.element.classList.toggle('old', this.#for(panel) !== built);
      this.tabs.show(panel.id, isShown);
      if (!isShown && panel === this.#current) this.select('problems');
    }
    this.#greet(errors > 0);
    this.#refresh();
  }

  /** A project shows first what it draws, or what keeps it from drawing. */
  #greet(hasErrors) {
    if (!this.#isNew) return;
    this.#isNew = false;
    const picture = this.panels.find(({ id }) => id === 'picture');
    if (hasErrors) this.select('problems');
    else if (this.selected === 'problems' && picture.isShown()) this.select('picture');
  }

  #refresh() {
    const panel = this.#current;
    if (this.#built && panel && this.#isStale.delete(panel)) panel.update(this.#for(panel));
  }

  /** The build that a panel shows. */
  #for(panel) {
    return panel.id === 'problems' ? this.#built : this.#good ?? this.#built;
  }

  /** Shows the current panel anew. */
  refresh() {
    this.#isStale.add(this.#current);
    this.#refresh();
  }

  /** Marks what belongs to the line of the cursor. */
  mark(cursor) {
    this.#current?.mark?.(cursor);
  }

  draw() {
    this.#current?.draw?.();
  }
}
