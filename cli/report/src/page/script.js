'use strict';
(() => {
  const filter = document.getElementById('filter');
  const filtered = ['code', 'holders', 'both', 'source'].map((name) => `table.${name} tbody tr`);
  const rows = [...document.querySelectorAll(filtered.join())];
  const texts = new Map();
  const textOf = (row) => {
    if (!texts.has(row)) texts.set(row, row.textContent.toLowerCase());
    return texts.get(row);
  };
  const apply = () => {
    const wanted = filter.value.trim().toLowerCase();
    for (const row of rows) row.hidden = wanted !== '' && !textOf(row).includes(wanted);
  };
  filter.addEventListener('input', apply);

  // A finding has a row in each table with its place: the first that shows stands for all.
  const findings = [...document.querySelectorAll('tr.finding')];
  const visible = () => {
    const known = new Set();
    return findings.filter((row) => {
      if (row.getClientRects().length === 0 || known.has(row.dataset.finding)) return false;
      known.add(row.dataset.finding);
      return true;
    });
  };
  let last = null;
  const step = (by) => {
    const shown = visible();
    if (shown.length === 0) return;
    const of = (row) => row.dataset.finding;
    const at = last ? shown.findIndex((row) => of(row) === of(last)) : -1;
    const next = at < 0 ? (by > 0 ? 0 : shown.length - 1) : at + by + shown.length;
    last = shown[next % shown.length];
    last.scrollIntoView({ block: 'center' });
    last.focus({ preventScroll: true });
  };
  // Without this script, and without anything that they work on, the controls do not show.
  document.getElementById('filtering').hidden = rows.length === 0;
  document.getElementById('filter-key').hidden = rows.length === 0;
  document.getElementById('finding-keys').hidden = findings.length === 0;

  const keys = {
    '/': () => filter.focus(),
    n: () => step(1),
    p: () => step(-1),
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === filter) {
      if (event.key === 'Escape') {
        filter.value = '';
        apply();
        filter.blur();
      }
      return;
    }
    const action = keys[event.key];
    if (action) {
      event.preventDefault();
      action();
    }
  });

  // The words of a line, and the line, belong together.
  let marked = [];
  const mark = (line) => {
    for (const row of marked) row.classList.remove('same');
    marked = [];
    if (!line) return;
    marked = [...document.querySelectorAll(`tr[data-line="${line}"]`)];
    const source = document.getElementById(line);
    if (source) marked.push(source);
    for (const row of marked) row.classList.add('same');
  };
  document.addEventListener('click', (event) => {
    const row = event.target.closest('tr');
    if (row) mark(row.dataset.line || (row.closest('table.source') && row.id));
  });

  // A link into a folded graph or chart unfolds it.
  const unfold = () => {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    const folded = target && target.closest('details');
    if (folded) folded.open = true;
  };
  addEventListener('hashchange', unfold);
  unfold();
})();
