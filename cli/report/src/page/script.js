'use strict';
(() => {
  const filter = document.getElementById('filter');
  const rows = [...document.querySelectorAll('table.code tbody tr, table.holders tbody tr, table.both tbody tr')];
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

  const findings = [...document.querySelectorAll('tr.finding')];
  let at = -1;
  const step = (by) => {
    if (findings.length === 0) return;
    at = (at + by + findings.length) % findings.length;
    findings[at].scrollIntoView({ block: 'center' });
    findings[at].focus({ preventScroll: true });
  };
  const keys = {
    '/': () => filter.focus(),
    n: () => step(1),
    p: () => step(at < 0 ? 0 : -1),
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
