// Projects as texts: links that carry one, which no server sees because it follows the `#`; and what the browser keeps.
import { fromBase64, through, toBase64, toUrl64 } from './bytes.js';

/** The most characters of a link. Browsers take more, but programs that pass links on do not. */
const MOST_CHARACTERS = 60_000;
/** The most bytes of a project: a damaged or hostile link must not fill the memory. */
const MOST_BYTES = 8 << 20;
/** The first characters of a link, with the version of what follows. */
const PREFIX = '#1,';

/** Files of an example that nobody changes are named alone. */
function packed(project, examples) {
  const example = examples.find(({ name }) => name === project.example);
  const isKnown = ({ name, text }) => text === undefined && example?.files.some((file) => file.name === name);
  const { title, inputs, scene } = project;
  const files = project.files.filter((file) => !isKnown(file) && !isModel(file, example));
  const named = ({ name, text, bytes }) => (text === undefined ? { name, base64: toBase64(bytes) } : { name, text });
  return { title, inputs, scene, example: project.example, files: files.map(named) };
}

/** A model is long, and the page cannot change it. */
const isModel = ({ name, text }, example) =>
  /\.(?:obj|gltf)$/i.test(name) && example?.files.some((file) => file.name === name && file.text === text);

/** Where the browser keeps what somebody works on. */
const KEY = 'pica200-playground';

/** Keeps a project for the next visit, where the browser allows that. */
export function keep(project, examples) {
  try {
    localStorage.setItem(KEY, JSON.stringify(packed(project, examples)));
  } catch {
    // Without room or permission, the next visit begins with an example.
  }
}

/** The project of the last visit; `null` if there is none. */
export function kept(examples) {
  try {
    return project(JSON.parse(localStorage.getItem(KEY) ?? 'null') ?? {}, examples);
  } catch {
    return null;
  }
}

/** Takes a link from the address, which the sources differ from now. */
export function forget() {
  if (location.hash) history.replaceState(null, '', location.pathname + location.search);
}

/** The part of a link after the address of the page. Throws a text if it would be too long. */
export async function link(project, examples) {
  const text = JSON.stringify(packed(project, examples));
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  const fragment = PREFIX + toUrl64(bytes);
  if (fragment.length > MOST_CHARACTERS) {
    const [found, most] = [fragment.length, MOST_CHARACTERS].map((count) => count.toLocaleString('en'));
    throw new Error(`these files are too long for a link: it would have ${found} characters, and ${most} are the most`);
  }
  return fragment;
}

/** The project of a link; `null` if there is none in it. Throws a text if it is damaged. */
export async function unlink(fragment, examples) {
  if (fragment === '' || fragment === '#') return null;
  if (!fragment.startsWith(PREFIX)) throw new Error('the link was not made by this page, or by a newer version of it');
  let value;
  try {
    const bytes = await through(fromBase64(fragment.slice(PREFIX.length)), new DecompressionStream('deflate-raw'), MOST_BYTES);
    value = project(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), examples);
  } catch {
    value = null;
  }
  if (!value) throw new Error('the link is damaged, such as by a program that cut it off');
  return value;
}

const isText = (value) => typeof value === 'string';

/** @returns {import('./project.js').Project | null} what a link says, if it has the form of a project */
function project({ title, inputs, scene, example, files }, examples) {
  const isFile = (file) => isText(file?.name) && (isText(file.text) || isText(file.base64));
  if (!Array.isArray(files) || !files.every(isFile) || !Array.isArray(inputs) || !inputs.every(isText)) return null;
  const known = examples.find(({ name }) => name === example)?.files ?? [];
  const others = known.filter(({ name }) => !files.some((file) => file.name === name));
  const all = [...files, ...others].map(({ name, text, base64 }) =>
    isText(text) ? { name, text } : { name, bytes: fromBase64(base64) },
  );
  if (!inputs.length || !inputs.every((input) => all.some(({ name, text }) => name === input && text !== undefined))) return null;
  return {
    title: isText(title) ? title : inputs[0],
    files: all,
    inputs,
    scene: isText(scene) ? scene : undefined,
    example: isText(example) ? example : undefined,
    isChanged: true,
  };
}
