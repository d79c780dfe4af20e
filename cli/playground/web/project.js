// A project: the files that the page works on.
import { fromBase64 } from './bytes.js';
import { languageOf } from './language.js';

/**
 * A file has a text, or bytes if it is something else, such as an image.
 * @typedef {{name: string, text?: string, bytes?: Uint8Array}} File
 * `inputs` are the names of the sources of the build, in order; `scene` is that of the scene to draw; `example` names the
 * example that the files come from. `binary` is a file that is inspected instead of built, and `isEditable` says whether the
 * text of one is a source of ours. `isChanged` says whether it may differ from the example.
 * @typedef {{title: string, files: File[], inputs: string[], scene?: string, example?: string, binary?: File,
 *   isEditable?: boolean, isChanged?: boolean}} Project
 */

/** A file as the module and links have it. */
const unpacked = ({ name, text, base64 }) => (text === undefined ? { name, bytes: fromBase64(base64) } : { name, text });

/** @returns {Project} the project of an example */
export function projectOf(example) {
  const { title, inputs, scene, name } = example;
  return { title, files: example.files.map(unpacked), inputs: [...inputs], scene, example: name };
}

/** The files that people edit, in the order of their tabs: inputs first. */
export function shown({ files, inputs, binary }) {
  const isEdited = (name) => binary || languageOf(name) || inputs.includes(name);
  const texts = files.filter(({ name, text }) => text !== undefined && isEdited(name));
  const rank = ({ name }) => (inputs.includes(name) ? inputs.indexOf(name) : inputs.length);
  return texts.sort((a, b) => rank(a) - rank(b));
}

/** @returns {Project} the project of files that somebody opened */
export function projectOfFiles(files) {
  const sources = files.filter(({ name, text }) => text !== undefined && !/\.(?:toml|inc|obj|gltf)$/i.test(name));
  const scene = files.find(({ name }) => /\.scene\.toml$/i.test(name));
  // A list names the sources itself.
  const list = files.find(({ name }) => /\.(?:variants\.toml|shlist)$/i.test(name));
  const inputs = (list ? [list] : sources).map(({ name }) => name);
  return { title: inputs.join(', ') || files[0].name, files, inputs, scene: scene?.name };
}

/** The input that is not text, for which the page has a disassembly instead of a source. */
export const binaryOf = ({ files, inputs }) => files.find(({ name, bytes }) => bytes && inputs.includes(name));

/** @returns {Project} a binary, with the text that an inspection gives */
export const projectOfBinary = (binary, { source, assembly }, example) => ({
  title: example?.title ?? binary.name,
  files: source ? [{ name: sourceName(binary.name, assembly), text: source }] : [],
  inputs: [],
  binary,
  isEditable: Boolean(source) && !assembly,
  example: example?.name,
});

/** @returns {Project} the disassembly of a binary, to be changed and built */
export const projectOfSource = ({ files }) => ({ title: files[0].name, files, inputs: files.map(({ name }) => name) });

/** Other shaders, which are translated to an assembly of ours, have a text of their own. */
const sourceName = (name, assembly) => name.replace(/(?:\.[^.]*)?$/, assembly ? '.asm' : '.pica');
