// The border between the source and the results, which can be moved.
import { h } from './dom.js';

const [LEAST, MOST] = [20, 80];

/** A border that changes the share of `container` which its first part has, in percent: the variable `--share`. */
export function splitter(container) {
  let share = 50;
  const set = (value) => {
    share = Math.min(Math.max(value, LEAST), MOST);
    container.style.setProperty('--share', `${share}%`);
    element.setAttribute('aria-valuenow', String(Math.round(share)));
  };
  const isStacked = () => getComputedStyle(container).flexDirection === 'column';
  const move = ({ clientX, clientY }) => {
    const box = container.getBoundingClientRect();
    set(100 * (isStacked() ? (clientY - box.top) / box.height : (clientX - box.left) / box.width));
  };
  const element = h('div', {
    class: 'splitter',
    role: 'separator',
    tabIndex: 0,
    'aria-label': 'Width of the source',
    'aria-valuemin': LEAST,
    'aria-valuemax': MOST,
    onpointerdown: (event) => {
      event.preventDefault();
      element.setPointerCapture(event.pointerId);
      element.addEventListener('pointermove', move);
    },
    onpointerup: () => element.removeEventListener('pointermove', move),
    onpointercancel: () => element.removeEventListener('pointermove', move),
    ondblclick: () => set(50),
    onkeydown: (event) => {
      const by = { ArrowLeft: -2, ArrowUp: -2, ArrowRight: 2, ArrowDown: 2 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      set(share + by);
    },
  });
  set(share);
  return element;
}
