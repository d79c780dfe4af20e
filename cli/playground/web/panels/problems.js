// What is wrong, and what the shader is.
import { counted, h } from '../dom.js';

/** The text of a place; empty for problems of a whole build. */
function place({ file, line, column }) {
  if (!file) return '';
  return line ? `${file}:${line}:${column ?? 1}` : file;
}

export class Problems {
  id = 'problems';
  title = 'Problems';

  constructor(app) {
    this.app = app;
    this.element = h('div', {});
  }

  update({ diagnostics, report, programs, members = [], size, words, ok }) {
    const list = diagnostics.length > 0 && h('ul', { class: 'problems' }, ...diagnostics.map((one) => this.#row(one)));
    const facts = ok && `${counted(words.length, 'word')} of code, ${counted(size, 'byte')} in all`;
    const clean = diagnostics.length === 0 && ok && h('p', { class: 'clean' }, 'No problems');
    this.element.replaceChildren(
      ...[
        clean,
        list,
        !ok && diagnostics.length === 0 && h('pre', { class: 'report' }, report),
        facts && h('p', { class: 'faint' }, facts),
        ...programs.map(interfaceOf),
        members.length > 0 && membersOf(members),
        diagnostics.length > 0 &&
          h('details', { class: 'printed' }, h('summary', {}, 'Printed diagnostics'), h('pre', { class: 'report' }, report)),
      ].filter(Boolean),
    );
  }

  #row(diagnostic) {
    const { severity, message, name, help, labels = [], suggestions = [], line, file, column } = diagnostic;
    const goTo = () => this.app.goTo(file, line, column);
    const where = place(diagnostic);
    const others = labels.filter((label) => label.text && label.text !== message);
    const fix = suggestions.length > 0 && suggestions[0].file
      && h('button', { type: 'button', class: 'small', onclick: () => this.app.apply(suggestions[0]) },
        suggestions[0].replacement ? `Write “${suggestions[0].replacement.trim()}”` : 'Remove it');
    return h(
      'li',
      { class: severity },
      h('div', { class: 'head' },
        h('span', { class: 'severity' }, severity), ' ',
        line ? h('button', { type: 'button', class: 'link place', onclick: goTo }, where) : h('span', { class: 'place' }, where),
        h('span', { class: 'code' }, name)),
      h('p', {}, message),
      ...others.map((label) => h('p', { class: 'note' }, label.line ? `line ${label.line}: ` : '', label.text)),
      help && h('p', { class: 'note' }, `help: ${help}`),
      fix && h('p', {}, fix),
    );
  }
}

/** The members of an archive. */
function membersOf(members) {
  const row = ({ name, size }) => h('tr', {}, h('th', { scope: 'row' }, name), h('td', { class: 'number' }, counted(size, 'byte')));
  return h('section', { class: 'interface' }, h('h2', {}, 'Members'), h('table', {}, h('tbody', {}, ...members.map(row))));
}

/** What a program takes and gives. */
function interfaceOf({ entry, kind, inputs, outputs, uniforms }) {
  const rows = (title, of, ...cells) =>
    of.map((one, index) =>
      h('tr', {},
        h('th', { scope: 'row' }, index === 0 ? title : ''),
        h('td', {}, one.name),
        h('td', { class: 'register' }, one.register),
        h('td', { class: 'faint' }, ...cells.map((cell) => cell(one)))),
    );
  const extent = ({ size, kind: type }) => (size > 1 ? `${type}, ${counted(size, 'register')}` : type);
  return h('section', { class: 'interface' },
    h('h2', {}, h('code', {}, entry), ' ', h('span', { class: 'faint' }, `${kind} shader`)),
    h('table', {}, h('tbody', {},
      ...rows('Inputs', inputs),
      ...rows('Outputs', outputs),
      ...rows('Uniforms', uniforms, extent))));
}
