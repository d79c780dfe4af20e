// Files that people open, drop and keep.
import { fromBase64, textOf } from './bytes.js';
import { binaryOf, projectOf, projectOfBinary, projectOfFiles } from './project.js';

/** The most bytes of a file that is opened. */
const MOST_BYTES = 32 << 20;

/** @returns {Promise<import('./project.js').File>} */
async function read(file) {
  if (file.size > MOST_BYTES) throw new Error(`${file.name} has more than ${MOST_BYTES >> 20} MiB`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = textOf(bytes);
  return text === null ? { name: file.name, bytes } : { name: file.name, text };
}

const isImage = ({ name }) => /\.(?:png|glb|bin)$/i.test(name);

/** Opens files: sources are built, a binary is inspected. */
export async function open(app, list) {
  const files = await Promise.all([...list].map(read));
  if (files.length === 0) return;
  const binary = files.find((file) => file.bytes && !isImage(file));
  if (!binary) {
    const project = projectOfFiles(files);
    if (project.inputs.length === 0) throw new Error('there is no shader among these files');
    app.open(project);
    return;
  }
  app.open(projectOfBinary(binary, app.module.inspect(binary.name, binary.bytes)));
}

/** Opens an example. */
export function openExample(app, example) {
  const project = projectOf(example);
  const binary = binaryOf(project);
  app.open(binary ? projectOfBinary(binary, app.module.inspect(binary.name, binary.bytes), example) : project);
}

/** Saves the binary of the last build. */
export function download(app) {
  const { shbin } = app.built;
  const { inputs, binary } = app.project;
  const name = (inputs[0] ?? binary.name).replace(/(?:\.[^.]*)?$/, '.shbin');
  const url = URL.createObjectURL(new Blob([fromBase64(shbin)], { type: 'application/octet-stream' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Takes files that are dropped anywhere on the page. */
export function takeDrops(dropped, isOver) {
  const hasFiles = (event) => event.dataTransfer?.types.includes('Files');
  const handle = (name, action) =>
    document.addEventListener(name, (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      action(event);
    }, { capture: true });
  handle('dragover', () => isOver(true));
  handle('dragleave', (event) => event.relatedTarget === null && isOver(false));
  handle('drop', (event) => {
    isOver(false);
    dropped(event.dataTransfer.files);
  });
}
