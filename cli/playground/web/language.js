// Highlighting. The words of the assembly are those of cli/editors/words.json, which the tables of the assembler generate.
import { HighlightStyle, LanguageSupport, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';
import {
  address_registers, comparisons, directives, emit_flags, flags, functions, geometry_modes, mnemonics, numbers,
  output_properties, registers, truth_values,
} from '../../editors/words.json';

const set = (...lists) => new Set(lists.flat().map((entry) => entry.word));
const DIRECTIVES = set(directives);
const MNEMONICS = set(mnemonics);
const FUNCTIONS = set(functions);
const CONSTANTS = set(comparisons, emit_flags, numbers, truth_values);
/** Words that mean something after a directive alone. */
const PROPERTIES = { out: set(output_properties), gsh: set(geometry_modes) };
const REGISTERS = set(address_registers, flags);
const LETTERS = new Map(registers.map(({ letter, count }) => [letter, count]));

function isRegister(word) {
  const [, letter, number] = /^([a-z])(\d+)$/.exec(word) ?? [];
  return REGISTERS.has(word) || (letter !== undefined && Number(number) < (LETTERS.get(letter) ?? 0));
}

/** The state is what came before on the line: whether an instruction may begin, and the directive of the line. */
const assembly = StreamLanguage.define({
  name: 'pica200',
  startState: () => ({ begins: true, directive: '' }),
  token(stream, state) {
    if (stream.sol()) Object.assign(state, { begins: true, directive: '' });
    if (stream.eatSpace()) return null;
    if (stream.match(/^;.*/)) return 'comment';
    if (stream.match(/^"[^"]*"?/)) return 'string';
    if (stream.match(/^\.[A-Za-z_]\w*/)) {
      const word = stream.current().slice(1).toLowerCase();
      if (DIRECTIVES.has(word) && state.begins) {
        Object.assign(state, { begins: false, directive: word });
        return 'keyword';
      }
      return 'propertyName';
    }
    if (stream.match(/^(?:f24\$[0-9a-f]{6}|0x[\da-f]*\.?[\da-f]+(?:p[+-]?\d+)?|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(?![\w$])/i)) {
      return 'number';
    }
    if (stream.match(/^[A-Za-z_$][\w$]*/)) return name(stream, state);
    stream.next();
    return 'operator';
  },
  languageData: { commentTokens: { line: ';' } },
});

function name(stream, state) {
  const word = stream.current().toLowerCase();
  if (state.begins && stream.match(/^\s*:/, false)) return 'labelName';
  const { begins, directive } = state;
  state.begins = false;
  if (begins) return MNEMONICS.has(word) ? 'operatorKeyword' : 'macroName';
  if (directive === 'proc' || directive === 'macro') return 'labelName';
  if (isRegister(word)) return 'variableName.standard';
  if (FUNCTIONS.has(word) && stream.match(/^\s*\(/, false)) return 'macroName';
  if (PROPERTIES[directive]?.has(word)) return 'atom';
  return CONSTANTS.has(word) && !stream.match(/^\s*[.[]/, false) ? 'atom' : 'variableName';
}

/** A language of the family of C: words, comments, numbers. */
function curly(id, keywords, types) {
  const words = new Set(keywords.split(' '));
  const known = new RegExp(`^(?:${types})$`);
  return StreamLanguage.define({
    name: id,
    startState: () => ({ depth: 0 }),
    token(stream, state) {
      if (state.depth > 0 || stream.match('/*')) return comment(stream, state);
      if (stream.eatSpace()) return null;
      if (stream.match(/^\/\/.*/)) return 'comment';
      if (stream.match(/^[#@]\s*\w+/)) return 'meta';
      if (stream.match(/^(?:0x[\da-f]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)[ufh]*/i)) return 'number';
      if (stream.match(/^[A-Za-z_]\w*/)) {
        const word = stream.current();
        if (words.has(word)) return 'keyword';
        if (word === 'true' || word === 'false') return 'atom';
        if (known.test(word)) return 'typeName';
        return stream.match(/^\s*\(/, false) ? 'macroName' : 'variableName';
      }
      stream.next();
      return 'operator';
    },
    languageData: { commentTokens: { line: '//', block: { open: '/*', close: '*/' } } },
  });
}

/** Comments of WGSL nest. Those of GLSL do not, where nobody writes one in another. */
function comment(stream, state) {
  if (state.depth === 0) state.depth = 1;
  while (state.depth > 0 && !stream.eol()) {
    if (stream.match('*/')) state.depth -= 1;
    else if (stream.match('/*')) state.depth += 1;
    else stream.next();
  }
  return 'comment';
}

const wgsl = curly(
  'wgsl',
  'alias break case const const_assert continue continuing default diagnostic discard else enable fn for if let loop override ' +
    'requires return struct switch var while',
  '[bfiu]32|f16|bool|(?:vec[234]|mat[234]x[234])[fhiu]?|array|atomic|ptr|sampler|texture_\\w+',
);

const glsl = curly(
  'glsl',
  'attribute break buffer case centroid const continue default discard do else flat for highp if in inout invariant layout lowp ' +
    'mediump noperspective out precision return smooth struct switch uniform varying void while',
  'bool|double|float|u?int|[biud]?vec[234]|d?mat[234](?:x[234])?|[iu]?sampler\\w+',
);

const toml = StreamLanguage.define({
  name: 'toml',
  token(stream) {
    const starts = stream.sol();
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return 'comment';
    if (stream.match(/^(?:"(?:[^"\\]|\\.)*"?|'[^']*'?)/)) return stream.match(/^\s*=/, false) ? 'propertyName' : 'string';
    if (starts && stream.match(/^\[+[^\]]*\]+/)) return 'heading';
    if (stream.match(/^[+-]?(?:0x[\da-f_]+|\d[\d_]*\.?\d*(?:e[+-]?\d+)?)/i)) return 'number';
    if (stream.match(/^[\w-]+/)) {
      if (stream.match(/^\s*=/, false)) return 'propertyName';
      return /^(?:true|false)$/.test(stream.current()) ? 'atom' : null;
    }
    stream.next();
    return 'operator';
  },
  languageData: { commentTokens: { line: '#' } },
});

/** Languages by the ends of file names. */
const LANGUAGES = [
  [/\.(?:pica|vsh|gsh|s|inc)$/i, assembly],
  [/\.wgsl$/i, wgsl],
  [/\.(?:vert|glsl|vs|frag)$/i, glsl],
  [/\.toml$/i, toml],
];

/** Whether the language server knows the files of a name. */
export const isAssembly = (name) => languageOf(name) === assembly;

/** The language of a file, or of a tag in Markdown. */
export const languageOf = (name) => LANGUAGES.find(([ending]) => ending.test(name))?.[1];
export const languageOfTag = (tag) => ({ pica200: assembly, wgsl, glsl, toml })[tag] ?? null;

/** The extension of a file's language. */
export const support = (name) => {
  const language = languageOf(name);
  return language ? new LanguageSupport(language) : [];
};

const STYLE = HighlightStyle.define([
  { tag: tags.comment, class: 'tok-comment' },
  { tag: [tags.keyword, tags.heading], class: 'tok-keyword' },
  { tag: tags.operatorKeyword, class: 'tok-mnemonic' },
  { tag: [tags.labelName, tags.macroName, tags.typeName], class: 'tok-name' },
  { tag: tags.standard(tags.variableName), class: 'tok-register' },
  { tag: [tags.propertyName, tags.meta], class: 'tok-component' },
  { tag: [tags.number, tags.string, tags.atom], class: 'tok-literal' },
  { tag: tags.operator, class: 'tok-operator' },
]);

export const highlighting = syntaxHighlighting(STYLE);
