// A run of one vertex, instruction by instruction, forward and back.
import { counted, h } from '../dom.js';
import { fields, shortNumber } from './numbers.js';

/** The steps before and after the current one that the list has. */
const AROUND = 100;

/** The head of a table of registers. */
const components = () =>
  h('thead', {}, h('tr', {}, h('td'), h('td'), ...['x', 'y', 'z', 'w'].map((name) => h('th', { scope: 'col', class: 'number faint' }, name))));

const IDENTITY = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]];

/** The value of a uniform that nobody chose: matrices that change nothing, and 0. */
const unset = ({ size, kind }) => {
  if (kind === 'boolean') return Array.from({ length: size }, () => [false]);
  if (size === 4 && kind === 'float') return IDENTITY;
  return Array.from({ length: size }, () => [0, 0, 0, 0]);
};

/** An output, with each component in its column. */
function outputRow({ name, register, components: letters, value }) {
  const at = (letter) => value[letters.indexOf(letter)];
  const cell = (letter) => h('td', { class: 'number' }, letters.includes(letter) ? shortNumber(at(letter)) : '');
  return h('tr', {}, h('th', { scope: 'row' }, register), h('td', { class: 'faint' }, name), ...['x', 'y', 'z', 'w'].map(cell));
}

export class Trace {
  id = 'trace';
  title = 'Trace';
  #steps = [];
  #at = 0;
  #index = 0;
  #run = { steps: [], outputs: [] };
  /** The values that somebody chose, by names: rows of uniforms and inputs. */
  #chosen = {};

  constructor(app) {
    this.app = app;
    this.controls = h('div', { class: 'values' });
    this.state = h('div', {});
    const step = (label, title, to) =>
      h('button', { type: 'button', title, 'aria-label': title, onclick: () => this.go(to()) }, label);
    const last = () => this.#steps.length - 1;
    this.slider = h('input', { type: 'range', min: '0', 'aria-label': 'Step', oninput: () => this.go(Number(this.slider.value)) });
    this.count = h('output', { class: 'faint' });
    this.player = h('div', { class: 'player', role: 'group', 'aria-label': 'Steps' },
      step('|◀', 'First step', () => 0),
      step('◀', 'Back', () => this.#at - 1),
      step('▶', 'Forward', () => this.#at + 1),
      step('▶|', 'Last step', last),
      this.slider,
      this.count);
    this.list = h('ol', { class: 'steps' });
    this.run = h('div', { class: 'run' }, this.player, h('div', { class: 'both' }, this.list, this.state));
    this.element = h('div', { class: 'trace' }, this.controls, this.run);
  }

  /** Forgets what belongs to another project. */
  reset() {
    this.#chosen = {};
    this.#index = 0;
    this.#at = 0;
  }

  update(built) {
    const programs = built.ok ? built.programs : [];
    const program = programs[this.#index] ?? programs[0];
    this.run.hidden = !program;
    if (!program) {
      this.#steps = [];
      const why = built.ok ? 'objects are not linked.' : 'the source has errors.';
      this.controls.replaceChildren(h('p', { class: 'empty' }, `There is no program to run: ${why}`));
      return;
    }
    this.program = program;
    this.#index = program.index;
    const scene = this.app.sceneValues();
    const valueOf = (of, ofScene, otherwise) => {
      const rows = this.#chosen[of.name] ?? ofScene ?? otherwise;
      return [of.name, otherwise.map((row, index) => rows[index] ?? row)];
    };
    this.inputs = Object.fromEntries(program.inputs.map((of) => valueOf(of, undefined, [[0, 0, 0, 1]])));
    this.uniforms = Object.fromEntries(program.uniforms.map((of) => valueOf(of, scene[of.name], unset(of))));
    this.#form(programs);
    this.#trace();
  }

  /** No line stays marked when nobody sees the trace. */
  hide() {
    this.app.editor.trace('', 0);
  }

  #form(programs) {
    const { inputs, uniforms } = this.program;
    const choose = programs.length > 1 && h('label', {}, 'Program ',
      h('select', { onchange: (event) => this.#choose(Number(event.target.value)) },
        ...programs.map(({ entry, index }) => h('option', { value: String(index), selected: index === this.#index }, entry))));
    const rows = (values, { name, register, kind = 'float' }) =>
      values[name].map((row, index, all) =>
        this.#row(all.length > 1 ? `${name}[${index}]` : name, index === 0 ? register : '', kind, row, (changed) => {
          values[name] = values[name].with(index, changed);
          this.#chosen[name] = values[name];
        }));
    const group = (title, all, open) => all.length > 0
      && h('details', { open }, h('summary', {}, `${title} `, h('span', { class: 'faint' }, String(all.length))),
        h('table', {}, h('tbody', {}, ...all)));
    this.controls.replaceChildren(...[
      choose,
      group('Inputs', inputs.flatMap((of) => rows(this.inputs, of)), this.controls.querySelector('details')?.open ?? true),
      group('Uniforms', uniforms.flatMap((of) => rows(this.uniforms, of)), this.controls.querySelectorAll('details')[1]?.open ?? false),
    ].filter(Boolean));
  }

  #choose(index) {
    this.#index = index;
    this.#at = 0;
    this.app.results.refresh();
  }

  #row(label, register, kind, values, set) {
    const changed = (row) => {
      set(row);
      this.#trace();
    };
    return h('tr', {}, h('th', { scope: 'row' }, label), h('td', { class: 'register' }, register),
      h('td', {}, fields({ label, kind, values, changed })));
  }

  #trace() {
    const { inputs, uniforms } = this;
    try {
      this.#run = this.app.module.trace({ index: this.#index, inputs, uniforms });
    } catch (error) {
      this.#run = { steps: [], outputs: [], fault: error };
    }
    this.#steps = this.#run.steps;
    this.player.hidden = this.#steps.length === 0;
    this.slider.max = String(Math.max(this.#steps.length - 1, 0));
    this.go(this.#at);
  }

  /** Shows a step, or the nearest that there is. */
  go(to) {
    this.#at = Math.max(0, Math.min(to, this.#steps.length - 1));
    this.slider.value = String(this.#at);
    this.count.textContent = `${this.#at + 1} of ${counted(this.#steps.length, 'step')}`;
    this.#showList();
    this.#showState();
    const step = this.#steps[this.#at];
    this.app.editor.trace(step?.file ?? '', step?.line ?? 0);
  }

  #showList() {
    const first = Math.max(0, this.#at - AROUND);
    const rows = this.#steps.slice(first, this.#at + AROUND + 1).map(({ address, text }, index) => {
      const number = first + index;
      const current = number === this.#at;
      return h('li', { class: current ? 'now' : '', 'aria-current': current ? 'step' : null, onclick: () => this.go(number) },
        h('span', { class: 'number' }, address.toString(16).padStart(3, '0')), ' ', text);
    });
    this.list.replaceChildren(...rows);
    const now = this.list.querySelector('.now');
    if (now) this.list.scrollTop = now.offsetTop - this.list.clientHeight / 2;
  }

  #showState() {
    const values = new Map();
    for (const { changes } of this.#steps.slice(0, this.#at + 1)) {
      for (const { register, value } of changes) values.set(register, value);
    }
    const changed = new Set(this.#steps[this.#at]?.changes.map(({ register }) => register));
    const names = new Map(this.program.outputs.map(({ name, register }) => [register.split('.')[0], name]));
    const row = ([register, value]) => h('tr', { class: changed.has(register) ? 'changed' : '' },
      h('th', { scope: 'row' }, register), h('td', { class: 'faint' }, names.get(register) ?? ''),
      ...[value].flat().map((one) => h('td', { class: 'number' }, shortNumber(one))));
    const rank = (register) => 'roavcib'.indexOf(register[0]);
    const number = (register) => Number(/\d+/.exec(register)?.[0] ?? 0);
    const sorted = [...values].sort(([a], [b]) => rank(a) - rank(b) || number(a) - number(b));
    const { fault, outputs, is_limited: isLimited } = this.#run;
    const last = this.#at === this.#steps.length - 1;
    this.state.replaceChildren(...[
      h('table', { class: 'registers' }, h('caption', {}, 'Registers after this step'), components(), h('tbody', {}, ...sorted.map(row))),
      last && outputs.length > 0 && h('table', { class: 'registers' }, h('caption', {}, 'Outputs of the vertex'), components(),
        h('tbody', {}, ...outputs.map(outputRow))),
      fault && (last || this.#steps.length === 0) && h('p', { class: 'fault', role: 'status' }, fault.message),
      isLimited && last && h('p', { class: 'fault' }, 'The run was stopped here: a trace has at most 20,000 steps.'),
    ].filter(Boolean));
  }
}
