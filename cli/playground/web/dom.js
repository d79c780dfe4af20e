// Elements of the page. Texts become text nodes: nothing that a source contains is read as HTML.

/**
 * Makes an element.
 * @param {string} tag
 * @param {Object<string, unknown>} [properties] `class`, `onclick` and the like, attributes, and properties of the element.
 *   A value of `undefined`, `null` or `false` leaves an attribute out.
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {any}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), /** @type {any} */ (value));
    else if (name === 'class') element.className = String(value);
    else if (name in element && !name.includes('-')) element[name] = value;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false).map(asNode));
  return element;
}

const asNode = (child) => (child instanceof Node ? child : String(child));

/** A drawing of the module. Only graphics and notes are taken from the text. */
export function drawing(text) {
  const parsed = new DOMParser().parseFromString(text, 'text/html');
  for (const element of parsed.querySelectorAll('script, style, foreignObject, iframe, object, embed')) element.remove();
  for (const element of parsed.body.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      const leads = name.endsWith('href') && !value.startsWith('#');
      if (name.startsWith('on') || name === 'style' || leads) element.removeAttribute(name);
    }
  }
  const fragment = document.createDocumentFragment();
  fragment.append(...parsed.body.childNodes);
  return fragment;
}

/** Elements that a server's Markdown may become, and the attributes that they keep. */
const MARKUP = { A: ['href'], P: [], PRE: [], CODE: [], EM: [], STRONG: [], UL: [], OL: [], LI: [], BR: [], HR: [], H1: [], H2: [],
  H3: [], H4: [], BLOCKQUOTE: [], TABLE: [], THEAD: [], TBODY: [], TR: [], TH: [], TD: [], SPAN: ['class'] };

/** HTML of documentation without anything that acts. Other elements leave their text. */
export function sanitize(html) {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of [...body.querySelectorAll('*')].reverse()) {
    const kept = MARKUP[element.tagName];
    if (!kept) {
      element.replaceWith(...(element.tagName === 'SCRIPT' || element.tagName === 'STYLE' ? [] : element.childNodes));
      continue;
    }
    for (const { name } of [...element.attributes]) if (!kept.includes(name)) element.removeAttribute(name);
    if (element.tagName !== 'A') continue;
    if (/^https?:/.test(element.getAttribute('href') ?? '')) {
      element.setAttribute('target', '_blank');
      element.setAttribute('rel', 'noopener noreferrer');
    } else element.removeAttribute('href');
  }
  return body.innerHTML;
}

/** `1 word`, `2 words`. */
export const counted = (count, noun) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** Calls something when nobody has asked for it for half a second. */
export function late(action) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, 500);
  };
}

/** Calls something once before the next frame, however often it is asked for. Pages in the background have no frames. */
export function once(action) {
  let waits = false;
  return () => {
    if (waits) return;
    waits = true;
    const run = () => {
      waits = false;
      action();
    };
    if (document.hidden) setTimeout(run);
    else requestAnimationFrame(() => setTimeout(run));
  };
}
