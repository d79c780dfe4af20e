// The page: the header, the source on one side, the results on the other.
import { App } from './app.js';
import { counted, h } from './dom.js';
import { download, open, openExample, takeDrops } from './files.js';
import { greeting } from './greeting.js';
import { Module } from './module.js';
import { forget, kept, link, unlink } from './share.js';
import { splitter } from './splitter.js';
import { Tabs } from './tabs.js';

/** A line of text that goes away by itself. */
function messages() {
  let timer;
  const element = h('div', { class: 'message', role: 'status' });
  const tell = (text, kind = '') => {
    clearTimeout(timer);
    element.textContent = text;
    element.className = `message shown ${kind}`;
    timer = setTimeout(() => element.classList.remove('shown'), kind === 'error' ? 8000 : 2500);
  };
  return { element, tell };
}

function page(module) {
  const { element: message, tell } = messages();
  /** Says what went wrong in something that somebody asked for. */
  const attempt = (action) => async (...values) => {
    try {
      await action(...values);
    } catch (error) {
      tell(String(error?.message ?? error), 'error');
    }
  };

  const fileTabs = new Tabs('Files', 'file', (name) => {
    app.editor.show(name);
  });
  const state = h('button', { type: 'button', class: 'state', onclick: () => app.results.select('problems') });
  const editable = h('button', { type: 'button', class: 'small', hidden: true, onclick: () => app.edit() }, 'Edit as source');
  const format = h('button', { type: 'button', class: 'small', title: 'Shift+Alt+F', onclick: () => app.editor.format() }, 'Format');
  const save = h('button', { type: 'button', onclick: () => download(app) }, 'Download', h('span', {}, ' .shbin'));

  const app = new App(module, {
    tell,
    files: (names) => fileTabs.replace(names.map((name) => ({ id: name, title: name, controls: 'source' }))),
    file: (name) => fileTabs.select(name),
    state: () => {
      const { built, milliseconds, project } = app;
      const errors = built.diagnostics.filter(({ severity }) => severity === 'error').length;
      const what = built.ok ? counted(built.words.length, 'word') : counted(errors, 'error');
      state.textContent = `${what} · ${milliseconds.toFixed(1)} ms`;
      state.classList.toggle('error', !built.ok);
      save.disabled = !built.shbin;
      editable.hidden = !project.isEditable;
      format.hidden = Boolean(project.binary);
      examples.value = (!project.isChanged && project.example) || '';
      document.title = `${project.title} – PICA200 playground`;
    },
  });

  const examples = h('select', { 'aria-label': 'Examples', onchange: () => {
    const example = app.examples.find(({ name }) => name === examples.value);
    if (!example) return;
    forget();
    openExample(app, example);
  } },
  h('option', { value: '', disabled: true }, 'Examples'),
  ...app.examples.map(({ name, title }) => h('option', { value: name }, title)));

  const openFiles = attempt((files) => open(app, files));
  const picker = h('input', { type: 'file', multiple: true, hidden: true, 'aria-label': 'Files', onchange: async () => {
    await openFiles(picker.files);
    picker.value = '';
  } });
  const share = attempt(async () => {
    if (app.project.binary) throw new Error('links can only contain sources: choose “Edit as source” first');
    const fragment = await link(app.project, app.examples);
    history.replaceState(null, '', fragment);
    await app.copy(location.href, 'The link is copied', 'The link is in the address bar');
  });

  const shade = h('div', { class: 'shade', hidden: true }, h('p', {}, 'Drop sources, or a binary to inspect'));
  takeDrops(openFiles, (isOver) => { shade.hidden = !isOver; });

  const panes = h('main', { class: 'panes' });
  const source = h('section', { class: 'source', 'aria-label': 'Source' },
    h('div', { class: 'files' }, fileTabs.element, editable, format),
    h('div', { class: 'editor', id: 'source', role: 'tabpanel', 'aria-label': 'Text' }, app.editor.view.dom));
  panes.append(source, splitter(panes), app.results.element);
  document.getElementById('app').replaceWith(
    h('header', {},
      h('h1', {}, 'PICA200 playground'),
      examples,
      h('button', { type: 'button', onclick: () => picker.click() }, 'Open…'), picker,
      h('button', { type: 'button', onclick: share }, 'Share'),
      save,
      state),
    greeting(),
    panes, message, shade);
  return { app, attempt };
}

async function start() {
  const { app, attempt } = page(await Module.start());
  const restore = attempt(async () => {
    const project = await unlink(location.hash, app.examples);
    if (project) app.open(project);
  });
  addEventListener('hashchange', restore);
  await restore();
  if (app.project.files.length > 0) return;
  const last = kept(app.examples);
  if (last) app.open(last);
  else openExample(app, app.examples[0]);
}

start().catch((error) => {
  document.getElementById('app')?.replaceChildren(
    h('p', { class: 'fault' }, `The playground cannot start here: ${error?.message ?? error}. It needs a browser with WebAssembly and DecompressionStream.`));
});
