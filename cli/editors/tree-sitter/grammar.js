/**
 * A tree-sitter grammar of the assembly language of the PICA200.
 *
 * All words come from `words.json`, which is made from the tables of the assembler. A word is a keyword only where it
 * has its meaning: names that sources declare may be words of the language.
 *
 * Conditionals and macros may hold a part of a block: its head, its end, or an else-body. Therefore the `.end` of a
 * block is optional, and an `.end` without a block is a statement of its own, where such parts can be.
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const words = require('../words.json');

/** The words of a category. */
const listed = (category) => words[category].map((entry) => entry.word);

/**
 * An expression in which case does not matter. The flag `i` would also match letters beyond ASCII, such as `ſ`, which no
 * name contains, and the lexer would then not take words for keywords.
 */
const anyCase = (expression) =>
  new RegExp(
    expression.replace(/\\.|\[[^\]]*\]|[a-z]/g, (part) =>
      part.length > 1 ? part : `[${part}${part.toUpperCase()}]`,
    ),
  );

/** A token that is one of these words. */
const oneOf = (list) => anyCase(list.join('|'));

/** Checks that a table contains a word to which this grammar gives a form of its own. */
const known = (category, word) => {
  if (!listed(category).includes(word)) {
    throw new Error(`words.json has no ${word} in ${category}`);
  }
  return word;
};

/** A directive with a form in this grammar. */
const formed = new Set();
const directive = ($, name) => {
  formed.add(known('directives', name));
  return alias(oneOf([`\\.${name}`]), $.directive);
};

/** The numbers below a limit as a regular expression. */
const below = (count) => {
  const [tens, ones] = [Math.floor(count / 10), count % 10];
  const last = `${tens}[0-${ones - 1}]`;
  return tens < 2 ? [...(tens ? [last] : []), `[0-${tens ? 9 : ones - 1}]`].join('|')
    : `${last}|[1-${tens - 1}]?[0-9]`;
};

const registers = words.registers
  .map(({ letter, count }) => `${letter}(${below(count)})`)
  .concat(listed('address_registers'));

/** Instructions whose operands are not like those of the others. */
const special = {
  call: ['call', 'callc', 'callu'],
  compare: ['cmp'],
  for: ['for'],
  if: ['ifc', 'ifu'],
  setemit: ['setemit'],
};
const specials = Object.values(special).flat().map((word) => known('mnemonics', word));

const KINDS = ['fvec', 'ivec', 'bool', 'constf', 'consti', 'constfa'];

/** The words of each class of words that has a rule of its own. */
const classes = {
  ...special,
  mnemonic: listed('mnemonics').filter((word) => !specials.includes(word)),
  flags: listed('flags'),
  function: listed('functions'),
  number: listed('numbers').concat('f24\\$[0-9a-fA-F]{6}'),
  property: listed('output_properties'),
  comparison: listed('comparisons'),
  emission: listed('emit_flags'),
  truth: listed('truth_values'),
  mode: listed('geometry_modes'),
  kind: KINDS.map((word) => known('directives', word)),
};

/**
 * The tokens: no two of them match the same word, as only then the lexer finds words by their context. A word of two
 * classes belongs to a token of both, whose name has both.
 */
const tokens = {};
for (const word of new Set(Object.values(classes).flat())) {
  const names = Object.keys(classes).filter((name) => classes[name].includes(word));
  const token = `_${names.join('_')}_word`;
  tokens[token] = [...(tokens[token] ?? []), word];
}

/** The tokens of a class. */
const wordOf = ($, name) => {
  const found = Object.keys(tokens).filter((token) => token.split('_').includes(name));
  return choice(...found.map((token) => $[token]));
};

const NAME = /[A-Za-z_$][0-9A-Za-z_$]*/;

const comma = (rule) => seq(rule, repeat(seq(',', rule)));

/** A name, and what precedes and follows it in a row of the table of operators. */
const PRECEDENCE = { or: 1, and: 2, not: 3, compare: 4, add: 5, multiply: 6, sign: 7 };

/** The lines of a body, of which the last may lack its line ending. */
const lines = ($, statement) => {
  const line = choice($._newline, $.label, seq(statement, $._newline));
  return prec.right(choice(seq(repeat1(line), optional(statement)), statement));
};

/** What follows the first line of a block. */
const body = ($, inner) => optional(seq($._newline, optional(inner)));

/** A block with an optional end. */
const block = ($, ...head) =>
  prec.right(
    seq(
      ...head,
      body($, $._block_lines),
      repeat(choice($.elseif_clause, $.else_clause)),
      optional(directive($, 'end')),
    ),
  );

module.exports = grammar({
  name: 'pica200',

  extras: ($) => [/[ \t\v\f\uFEFF]/, $.comment],

  word: ($) => $.identifier,

  supertypes: ($) => [$.expression],

  inline: ($) => [$._name],

  rules: {
    source_file: ($) => optional($._lines),

    // Bodies. A block within a conditional belongs to it if it ends there; otherwise its end is a statement of the lines
    // that follow.
    _lines: ($) => lines($, choice($._statement, $.block_end, $.block_else)),
    _branch_lines: ($) => lines($, choice($._statement, $.block_end)),
    _block_lines: ($) => lines($, $._statement),

    block_end: ($) => directive($, 'end'),
    block_else: ($) =>
      choice(directive($, 'else'), seq(directive($, 'elseif'), $._operands)),

    label: ($) =>
      seq(
        field(
          'name',
          choice(
            $.identifier,
            alias($._mnemonic, $.identifier),
            alias($._call, $.identifier),
            alias($._for, $.identifier),
            alias($._if, $.identifier),
            alias($._cmp, $.identifier),
            alias($._setemit, $.identifier),
            $.local_label,
            $.substitution,
            $.dotted_substitution,
          ),
        ),
        ':',
      ),

    _statement: ($) =>
      choice(
        $.line_marker,
        $.procedure,
        $.if_block,
        $.loop,
        $.constant_array,
        $.conditional,
        $.macro_definition,
        $.repetition,
        $.instruction,
        $.call_instruction,
        $.macro_call,
        $.alias_declaration,
        $.uniform_declaration,
        $.constant_declaration,
        $.constant_element,
        $.extern_declaration,
        $.value_statement,
        $.input_declaration,
        $.output_declaration,
        $.number_declaration,
        $.entry_statement,
        $.visibility_statement,
        $.geometry_statement,
        $.word_statement,
        $.field_statement,
        $.assertion,
        $.include,
        $.location,
        $.message,
        $.mode_statement,
        $.substituted_directive,
      ),

    line_marker: () => /#[^\r\n]*/,

    // Blocks.

    procedure: ($) => block($, directive($, 'proc'), field('name', $._name)),

    if_block: ($) =>
      block(
        $,
        alias($._if, $.mnemonic),
        field('condition', $.condition),
      ),

    loop: ($) => block($, alias($._for, $.mnemonic), field('count', $.operand)),

    constant_array: ($) =>
      block($, directive($, 'constfa'), field('name', $._name), $.length, optional($._pin)),

    else_clause: ($) => prec.right(seq(directive($, 'else'), body($, $._block_lines))),

    elseif_clause: ($) =>
      prec.right(
        seq(directive($, 'elseif'), field('condition', $.condition), body($, $._block_lines)),
      ),

    condition: ($) => seq($.operand, repeat(seq($._and_or, $.operand))),

    _and_or: () => choice('&', '&&', '|', '||'),

    // Directives that decide which lines exist.

    conditional: ($) =>
      prec.right(
        seq(
          choice(
            seq(directive($, 'if'), field('condition', $.expression)),
            seq(directive($, 'ifdef'), field('name', $._name)),
            seq(directive($, 'ifndef'), field('name', $._name)),
          ),
          body($, $._branch_lines),
          repeat(choice($.elif_clause, alias($._else_branch, $.else_clause))),
          optional(directive($, 'endif')),
        ),
      ),

    elif_clause: ($) =>
      prec.right(
        seq(directive($, 'elif'), field('condition', $.expression), body($, $._branch_lines)),
      ),

    _else_branch: ($) => prec.right(seq(directive($, 'else'), body($, $._branch_lines))),

    macro_definition: ($) =>
      prec.right(
        seq(
          directive($, 'macro'),
          field('name', $._name),
          optional(comma($.macro_parameter)),
          body($, $._lines),
          optional(directive($, 'endm')),
        ),
      ),

    macro_parameter: ($) =>
      seq(field('name', $._name), optional(seq('=', optional(field('default', $.macro_text))))),

    repetition: ($) =>
      prec.right(
        seq(
          directive($, 'rept'),
          field('count', $.expression),
          optional(seq(',', field('counter', $._name))),
          body($, $._lines),
          optional(directive($, 'endr')),
        ),
      ),

    include: ($) => seq(directive($, 'include'), field('path', $.string)),

    location: ($) =>
      seq(
        directive($, 'loc'),
        field('path', $.string),
        optional(seq(',', field('line', $.number))),
      ),

    message: ($) => seq(choice(directive($, 'error'), directive($, 'warning')), $.string),

    // Instructions.

    instruction: ($) =>
      choice(
        seq(field('mnemonic', alias($._mnemonic, $.mnemonic)), optional($._operands)),
        seq(
          field('mnemonic', alias($._cmp, $.mnemonic)),
          $.operand,
          ',',
          $._comparison,
          ',',
          $._comparison,
          ',',
          $.operand,
        ),
        seq(
          field('mnemonic', alias($._setemit, $.mnemonic)),
          $.operand,
          optional(seq(',', repeat1(choice($.emit_flag, $.substitution)))),
        ),
        // These open no block: they name the word where they end.
        seq(
          field('mnemonic', alias($._if, $.mnemonic)),
          $.condition,
          repeat1(seq(',', $.operand)),
        ),
        seq(field('mnemonic', alias($._for, $.mnemonic)), $.operand, ',', $.operand),
      ),

    // The last operand names a procedure, or a label if a count follows.
    call_instruction: ($) => seq(field('mnemonic', alias($._call, $.mnemonic)), $._operands),

    _operands: ($) =>
      prec.right(seq($.operand, repeat(seq(optional(choice(',', $._and_or)), $.operand)))),

    operand: ($) =>
      prec.right(
        seq(
          repeat(choice('-', '!')),
          choice(
            seq(
              choice(
                $.identifier,
                $.register,
                $.substitution,
                alias($._named_number, $.number),
              ),
              optional($.index),
              optional($._swizzle),
            ),
            seq($.flags, optional($._swizzle)),
            $.number,
            $.local_label,
            $.dotted_substitution,
            seq($._group, optional($._swizzle)),
          ),
        ),
      ),

    _swizzle: ($) => choice($.swizzle, alias($.dotted_substitution, $.swizzle)),

    index: ($) => seq('[', $.expression, ']'),

    _comparison: ($) => choice($.comparison, $.substitution),

    macro_call: ($) =>
      seq(
        field('name', choice($.identifier, $.substitution)),
        optional(
          seq(
            optional(choice($.macro_argument, $.named_argument)),
            repeat(seq(',', optional(choice($.macro_argument, $.named_argument)))),
          ),
        ),
      ),

    named_argument: ($) =>
      prec(1, seq(field('parameter', $.identifier), '=', optional($.macro_argument))),

    macro_argument: ($) => repeat1($._macro_piece),
    macro_text: ($) => repeat1($._macro_piece),

    _macro_piece: ($) =>
      choice(
        $.identifier,
        $.register,
        $.flags,
        $.number,
        alias($._named_number, $.number),
        $.string,
        $.local_label,
        $.substitution,
        $._swizzle,
        '-', '+', '*', '/', '%', '!', '&', '&&', '|', '||', '==', '!=', '<', '<=', '>', '>=',
        seq('[', optional($._macro_pieces), ']'),
        seq('(', optional($._macro_pieces), ')'),
      ),

    _macro_pieces: ($) => repeat1(choice($._macro_piece, ',')),

    substituted_directive: ($) => prec.right(seq($.dotted_substitution, optional($.macro_argument))),

    // Declarations.

    alias_declaration: ($) =>
      seq(directive($, 'alias'), field('name', $._name), field('value', $.operand)),

    uniform_declaration: ($) =>
      seq(
        choice(directive($, 'fvec'), directive($, 'ivec'), directive($, 'bool')),
        comma($.declarator),
      ),

    extern_declaration: ($) =>
      seq(
        directive($, 'extern'),
        field('kind', choice($.uniform_kind, $.substitution)),
        comma($.declarator),
      ),

    declarator: ($) => seq(field('name', $._name), optional($.length), optional($._pin)),

    length: ($) => seq('[', optional($.expression), ']'),

    _pin: ($) => field('register', choice($.register, $.identifier, $.substitution)),

    constant_declaration: ($) =>
      seq(
        choice(directive($, 'constf'), directive($, 'consti')),
        field('name', $._name),
        field('value', $.vector),
        optional($._pin),
      ),

    constant_element: ($) => seq(directive($, 'constfa'), field('value', $.vector)),

    vector: ($) => seq('(', comma($.expression), ')'),

    value_statement: ($) =>
      choice(
        seq(
          choice(directive($, 'setf'), directive($, 'seti')),
          field('register', $._set),
          field('value', $.vector),
        ),
        seq(
          directive($, 'setb'),
          field('register', $._set),
          field('value', choice($.truth_value, $.expression)),
        ),
      ),

    _set: ($) => seq(choice($.register, $.identifier, $.substitution), optional($.index)),

    input_declaration: ($) => seq(directive($, 'in'), field('name', $._name), optional($._pin)),

    output_declaration: ($) =>
      seq(
        directive($, 'out'),
        field('name', choice($._name, '-')),
        field('property', choice($.property, $.number, $.identifier, $.substitution)),
        optional($._swizzle),
        optional(seq($._pin, optional($._swizzle))),
        optional(seq(',', field('reserved', $.expression))),
      ),

    number_declaration: ($) =>
      seq(
        choice(directive($, 'equ'), directive($, 'set')),
        field('name', $._name),
        ',',
        field('value', $.expression),
      ),

    // Other directives.

    entry_statement: ($) => seq(directive($, 'entry'), $._name, optional(seq(',', $.expression))),

    visibility_statement: ($) =>
      seq(choice(directive($, 'local'), directive($, 'global')), comma($._name)),

    geometry_statement: ($) =>
      seq(
        directive($, 'gsh'),
        optional($.geometry_mode),
        repeat(choice($.register, $.identifier, $.number, $.parenthesized, $.substitution)),
      ),

    word_statement: ($) =>
      seq(directive($, 'word'), $.expression, optional(seq(',', $.expression))),

    field_statement: ($) =>
      seq(choice(directive($, 'version'), directive($, 'descriptor')), comma($.expression)),

    assertion: ($) => seq(directive($, 'assert'), $.expression, optional(seq(',', $.string))),

    mode_statement: ($) =>
      choice(directive($, 'nodvle'), directive($, 'private'), directive($, 'nonop')),

    // Expressions.

    expression: ($) =>
      choice(
        $.binary_expression,
        $.unary_expression,
        $.call_expression,
        $.component,
        $.parenthesized,
        $.number,
        alias($._named_number, $.number),
        $.identifier,
        alias($._function, $.identifier),
        $.register,
        $.substitution,
      ),

    binary_expression: ($) => {
      const row = (precedence, ...operators) =>
        operators.map((operator) =>
          prec.left(precedence, seq($.expression, operator, $.expression)),
        );
      return choice(
        ...row(PRECEDENCE.or, '|', '||'),
        ...row(PRECEDENCE.and, '&', '&&'),
        ...row(PRECEDENCE.compare, '==', '!=', '<', '<=', '>', '>='),
        ...row(PRECEDENCE.add, '+', '-'),
        ...row(PRECEDENCE.multiply, '*', '/', '%'),
      );
    },

    unary_expression: ($) =>
      choice(
        prec(PRECEDENCE.sign, seq(choice('-', '+'), $.expression)),
        prec(PRECEDENCE.not, seq('!', $.expression)),
      ),

    call_expression: ($) =>
      seq(
        field('function', choice(alias($._function, $.builtin_function), $.identifier, $.substitution)),
        '(',
        optional(comma($.expression)),
        ')',
      ),

    component: ($) => seq(choice($.identifier, $.register, $.substitution), $._swizzle),

    parenthesized: ($) => seq('(', $.expression, ')'),

    _group: ($) => choice($.parenthesized, $.literal),

    literal: ($) => seq('(', $.expression, ',', comma($.expression), ')'),

    // A name in a macro, made of parts that may be parameters: `\to`, `row\n`, `\name\()_\@`.
    substitution: ($) =>
      seq(
        token(/[0-9A-Za-z_$]*\\/),
        $._parameter,
        repeat(seq(token.immediate(/[0-9A-Za-z_$]*\\/), $._parameter)),
        optional(token.immediate(/[0-9A-Za-z_$]+/)),
      ),

    dotted_substitution: ($) =>
      seq(
        token(/\.[0-9A-Za-z_$]*\\/),
        $._parameter,
        repeat(seq(token.immediate(/[0-9A-Za-z_$]*\\/), $._parameter)),
        optional(token.immediate(/[0-9A-Za-z_$]+/)),
      ),

    _parameter: ($) =>
      choice(alias(token.immediate(NAME), $.parameter), token.immediate('@'), token.immediate('()')),

    _name: ($) => choice($.identifier, $.substitution),

    // Tokens.

    ...Object.fromEntries(Object.entries(tokens).map(([name, list]) => [name, () => oneOf(list)])),

    _mnemonic: ($) => wordOf($, 'mnemonic'),
    _call: ($) => wordOf($, 'call'),
    _cmp: ($) => wordOf($, 'compare'),
    _for: ($) => wordOf($, 'for'),
    _if: ($) => wordOf($, 'if'),
    _setemit: ($) => wordOf($, 'setemit'),
    _function: ($) => wordOf($, 'function'),
    _named_number: ($) => wordOf($, 'number'),

    register: () => oneOf(registers),
    flags: ($) => wordOf($, 'flags'),
    property: ($) => wordOf($, 'property'),
    comparison: ($) => wordOf($, 'comparison'),
    emit_flag: ($) => wordOf($, 'emission'),
    truth_value: ($) => wordOf($, 'truth'),
    geometry_mode: ($) => wordOf($, 'mode'),
    uniform_kind: ($) => wordOf($, 'kind'),

    swizzle: () => {
      const letters = words.swizzle_letters;
      return new RegExp(`\\.[${letters}${letters.toUpperCase()}]{1,4}`);
    },
    local_label: () => /\.L[0-9A-Za-z_$]+/,

    // What begins like a number, so that a mistake in it is one node. A sign may follow an exponent.
    number: () =>
      token(
        choice(
          /0[xX]([0-9A-Za-z_$.]|[pP][+-])*/,
          /(\.[0-9]|[1-9])([0-9A-Za-z_$.]|[eEpP][+-])*/,
          /0(([0-9A-WYZa-wyz_$.]|[eEpP][+-])([0-9A-Za-z_$.]|[eEpP][+-])*)?/,
        ),
      ),

    string: () => /"[^"\r\n]*"/,
    comment: () => /;[^\r\n]*/,
    _newline: () => /\r\n|\n|\r/,

    // The lexer prefers the first of two tokens, so that words are keywords.
    identifier: () => NAME,
  },
});

const unformed = listed('directives').filter((word) => !formed.has(word));
if (unformed.length > 0) {
  throw new Error(`the grammar has no form for ${unformed.join(', ')}`);
}
