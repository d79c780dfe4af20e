// What the page is, for people who see it for the first time. Whoever hides it does not see it again.
import { h } from './dom.js';

/** Where the browser keeps that somebody has hidden it. */
const KEY = 'pica200-playground-greeted';

const PAGES = [
  ['Assembly', 'https://docs.rs/crate/pica200-asm/latest/source/LANGUAGE.md'],
  ['WGSL and GLSL', 'https://docs.rs/crate/pica200-compile/latest/source/WGSL.md'],
  ['Linking', 'https://docs.rs/crate/pica200-link/latest/source/LINKING.md'],
  ['All documents', 'https://docs.rs/crate/pica200-cli/latest/source/docs/README.md'],
];

function isHidden() {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

function remember() {
  try {
    localStorage.setItem(KEY, '1');
  } catch {
    // Without permission, it is there again at the next visit.
  }
}

/** The greeting. */
export function greeting() {
  const element = h('section', { class: 'greeting', 'aria-label': 'About this page', hidden: isHidden() },
    h('p', {}, 'Write shaders for the Nintendo 3DS and see what they draw. Everything runs in this page.'),
    h('ol', {},
      h('li', {}, 'Choose an example, or open your files.'),
      h('li', {}, 'Edit the source: the picture and the problems follow.'),
      h('li', {}, 'Download the binary for your program.')),
    h('nav', { 'aria-label': 'Documents' }, ...PAGES.map(([title, href]) => h('a', { href, target: '_blank', rel: 'noopener' }, title))),
    h('button', { type: 'button', class: 'small', onclick: () => {
      element.hidden = true;
      remember();
    } }, 'Hide'));
  return element;
}
