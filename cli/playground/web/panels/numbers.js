// Fields for the numbers of registers.
import { h } from '../dom.js';

const LETTERS = ['x', 'y', 'z', 'w'];

/** A number as people write it: few digits, but enough to see that it is not round. */
export function shortNumber(value) {
  if (typeof value !== 'number') return String(value);
  if (Number.isInteger(value)) return String(value);
  return String(Number(value.toPrecision(5)));
}

/**
 * Fields for the components of a row.
 * @param {{label: string, kind: string, values: (number | boolean)[], changed: (values: (number | boolean)[]) => void}} of
 */
export function fields({ label, kind, values, changed }) {
  if (kind === 'boolean') {
    const onchange = (event) => changed([event.target.checked]);
    return h('input', { type: 'checkbox', checked: Boolean(values[0]), 'aria-label': label, onchange });
  }
  const row = [...values];
  const integer = kind === 'integer';
  const field = (index) => {
    const oninput = (event) => {
      const value = event.target.valueAsNumber;
      event.target.toggleAttribute('aria-invalid', Number.isNaN(value));
      if (Number.isNaN(value)) return;
      row[index] = value;
      changed([...row]);
    };
    const limits = integer ? { min: '0', max: '255', step: '1' } : { step: 'any' };
    const properties = { type: 'number', value: shortNumber(row[index]), 'aria-label': `${label}.${LETTERS[index]}`, ...limits };
    return h('input', { ...properties, oninput });
  };
  return h('span', { class: 'fields' }, ...row.map((_, index) => field(index)));
}
