// Sliders for the uniforms of a scene.
import { h } from '../dom.js';
import { shortNumber } from './numbers.js';
import { partsOf, turned } from './rotation.js';

const LETTERS = ['x', 'y', 'z', 'w'];
/** The most registers of a uniform whose sliders are shown at first. */
const FEW = 2;

/** The controls of a picture, and what somebody chose with them. */
export class Controls {
  /** Rows in place of those of the scene, by names of uniforms or of their elements. */
  overrides = {};
  #shown = '';

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.element = h('div', { class: 'controls' });
  }

  /** Goes back to the values of the scene. */
  reset() {
    this.overrides = {};
    this.#shown = '';
  }

  /** Shows the uniforms of a scene; what is chosen stays, if they are the ones that are shown already. */
  show(uniforms) {
    const shown = JSON.stringify(uniforms);
    if (shown === this.#shown) return;
    this.reset();
    this.#shown = shown;
    this.element.replaceChildren(...uniforms.map((uniform) => this.#uniform(uniform)));
  }

  /** Turns the first matrix that turns: the sliders follow. */
  turn(degrees) {
    const first = this.element.querySelector('.turns');
    if (!first) return;
    first.closest('details').open = true;
    for (const [axis, by] of Object.entries(degrees)) {
      const slider = first.querySelector(`[data-axis="${axis}"]`);
      const value = slider.valueAsNumber + by;
      slider.value = String(value - 360 * Math.round(value / 360));
      slider.dispatchEvent(new Event('input'));
    }
  }

  #uniform({ name, register, kind, values }) {
    const key = (row) => (values.length > 1 ? `${name}[${row}]` : name);
    const parts = kind === 'float' ? partsOf(values) : values.map((_, first) => ({ first, count: 1 }));
    // Of a long array, those elements that the scene sets.
    const used = parts.filter(({ first, count }) => count > 1 || values.length <= 16 || values[first].some((value) => value !== 0));
    const turns = used.some(({ count }) => count > 1);
    const groups = used.map(({ first, count }) => {
      const rows = values.slice(first, first + count);
      return count > 1 ? this.#turns(count === values.length ? name : key(first), rows, used.length > 1) : this.#row(key(first), kind, rows[0], values.length > 1);
    });
    return h('details', { open: turns || values.length <= FEW },
      h('summary', {}, h('code', {}, name), ' ', h('span', { class: 'faint' }, register)), ...groups);
  }

  #turns(key, rows, isNamed) {
    const angles = [0, 0, 0];
    const sliders = LETTERS.slice(0, 3).map((axis, index) =>
      this.#slider({
        label: `turn ${axis}`, name: `Turn ${key} about ${axis}`, value: 0, min: -180, max: 180, step: 'any', unit: '°', axis,
        set: (value) => {
          angles[index] = value;
          this.overrides[key] = turned(rows, angles);
        },
      }));
    return h('div', { class: 'turns' }, isNamed && h('code', { class: 'faint' }, key), ...sliders);
  }

  #row(key, kind, row, isNamed) {
    const now = [...row];
    const set = (index, value) => {
      now[index] = value;
      this.overrides[key] = kind === 'boolean' ? now[0] : [[...now]];
    };
    if (kind === 'boolean') {
      const onchange = (event) => {
        set(0, event.target.checked);
        this.changed();
      };
      return h('label', { class: 'switch' }, h('input', { type: 'checkbox', checked: Boolean(row[0]), onchange }), isNamed ? ` ${key}` : ' on');
    }
    const sliders = row.map((value, index) => {
      const reach = Math.max(1, 2 * Math.abs(Number(value) || 0));
      const limits = kind === 'integer' ? { min: 0, max: 255, step: 1 } : { min: -reach, max: reach, step: 'any' };
      const label = LETTERS[index];
      return this.#slider({ label, name: `${key}.${label}`, value, ...limits, set: (changed) => set(index, changed) });
    });
    return h('div', { class: 'row' }, isNamed && h('code', { class: 'faint' }, key), ...sliders);
  }

  #slider({ label, name, value, min, max, step, unit = '', axis, set }) {
    const written = (number) => (unit ? Math.round(number) : shortNumber(number)) + unit;
    const shown = h('output', {}, written(value));
    const oninput = (event) => {
      const changed = event.target.valueAsNumber;
      shown.textContent = written(changed);
      set(changed);
      this.changed();
    };
    // The value comes last: it is cut to the limits that are there.
    const range = h('input', { type: 'range', min, max, step, 'aria-label': name, 'data-axis': axis, oninput, value: String(value) });
    return h('label', { class: 'slider' }, h('span', {}, label), range, shown);
  }
}
