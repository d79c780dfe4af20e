//! Limits of WGSL sources, checked before naga reads them. Its parser and later phases recurse into nested constructs,
//! and some of its checks take quadratic time in the size of a function.

use ::naga::{Binding, Module, TypeInner};
use pica200_diagnostics::Code;

use crate::diagnostic::{Diagnostic, diagnose};

use super::text::Text;
use super::words::{Kind, Token, tokens};
use crate::options::{Language, Options};

/// Maximum nesting of brackets.
const MAX_BRACKETS: usize = 200;

/// Maximum number of operators, members, indices and calls around a part of an expression.
const MAX_OPERATORS: usize = 1000;

/// Maximum number of consecutive branches that begin with `else`.
const MAX_ELSES: usize = 200;

/// Maximum number of tokens of a source. The GPU executes 512 instructions.
const MAX_TOKENS: usize = 400_000;

/// Maximum number of tokens of a declaration. Naga walks over all expressions of a function for each one.
const MAX_DECLARATION: usize = 50_000;

/// Maximum number of assertions and overrides. Naga walks over the expressions of all earlier ones for each one.
const MAX_ASSERTIONS: usize = 10_000;

/// Limits of sources for which a small stack is enough: bytes, tokens, bodies of functions and types, statements with
/// inner statements; and nested or consecutive brackets, operators, commas and `else`.
const SMALL_BYTES: usize = 32 << 10;
const SMALL_TOKENS: usize = 8_000;
const SMALL_BODIES: usize = 24;
const SMALL_CONTROLS: usize = 40;
const SMALL_BRACKETS: usize = 16;
const SMALL_OPERATORS: usize = 48;
const SMALL_COMMAS: usize = 64;
const SMALL_ELSES: usize = 8;

/// The largest location of attributes and outputs. Naga has a bit for each smaller one.
const MAX_LOCATION: u32 = 1023;

/// Returns an error if an attribute or output of a module has a location that is too large.
pub(super) fn check_locations(module: &Module, text: &Text<'_>) -> Option<Diagnostic> {
    let too_large = |binding: Option<&Binding>| match binding {
        Some(Binding::Location { location, .. }) if *location > MAX_LOCATION => Some(*location),
        _ => None,
    };
    let structs = module.types.iter().filter_map(|(handle, found)| {
        let TypeInner::Struct { members, .. } = &found.inner else {
            return None;
        };
        let mut members = members.iter();
        let location = members.find_map(|member| too_large(member.binding.as_ref()))?;
        Some((location, text.place(module.types.get_span(handle))))
    });
    let functions = module.entry_points.iter().filter_map(|entry| {
        let function = &entry.function;
        let result = function.result.iter().map(|result| result.binding.as_ref());
        let arguments = function.arguments.iter();
        let arguments = arguments.map(|argument| argument.binding.as_ref());
        let location = arguments.chain(result).find_map(too_large)?;
        Some((location, text.place_of_word(&entry.name)))
    });
    let (location, place) = structs.chain(functions).next()?;
    let message = format!("the location {location} is too large; locations go up to {MAX_LOCATION}");
    Some(diagnose(Code::SourceInvalid, place, message))
}

/// The stack size that a source needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Size {
    /// Any stack does.
    Small,
    Large,
}

/// Tells whether a source needs a large stack.
///
/// # Errors
///
/// The WGSL source is larger, or nested deeper, than the compiler supports. The reader of GLSL has separate limits.
pub(super) fn check(text: &Text<'_>, options: &Options) -> Result<Size, Diagnostic> {
    match text.language() {
        Language::SpirV => Ok(Size::Large),
        Language::Glsl => Ok(size_of_glsl(text.written(), options)),
        _ => size_of_wgsl(text),
    }
}

fn size_of_wgsl(text: &Text<'_>) -> Result<Size, Diagnostic> {
    let source = text.written();
    let mut nesting = Nesting::default();
    let (mut count, mut first, mut assertions) = (0, 0, 0);
    for token in text.tokens() {
        count += 1;
        let written = source.get(token.range.clone()).unwrap_or_default();
        assertions += usize::from(matches!(written, "const_assert" | "override"));
        nesting.add(token, written);
        let what = nesting.excess();
        let what = what.or_else(|| excess(count, count - first, assertions));
        if let Some((code, what)) = what {
            let place = text.place_of(token.range.start, token.range.end);
            return Err(diagnose(code, place, what));
        }
        if nesting.is_between_declarations() {
            first = count;
        }
    }
    Ok(nesting.size(count))
}

/// Returns whether a GLSL source needs a large stack. It may if a directive can add text.
fn size_of_glsl(source: &str, options: &Options) -> Size {
    if source.len() > SMALL_BYTES || !options.defines.is_empty() {
        return Size::Large;
    }
    let mut nesting = Nesting::default();
    let tokens = tokens(source);
    for token in &tokens {
        let written = source.get(token.range.clone()).unwrap_or_default();
        if token.kind == Kind::Directive && !adds_nothing(written) {
            return Size::Large;
        }
        nesting.add(token, written);
    }
    nesting.size(tokens.len())
}

/// Returns whether a directive of GLSL neither defines a macro nor includes a file.
fn adds_nothing(directive: &str) -> bool {
    let word = directive.trim_start_matches(['#', ' ', '\t']);
    let end = word.find(|c: char| !c.is_ascii_lowercase());
    let word = word.get(..end.unwrap_or(word.len())).unwrap_or_default();
    // A backslash can join a word with the next line.
    let known = [
        "version",
        "extension",
        "pragma",
        "precision",
        "line",
        "if",
        "ifdef",
        "ifndef",
        "elif",
        "else",
        "endif",
    ];
    known.contains(&word) && !directive.contains('\\')
}

/// Returns the exceeded limit of a source, by its number of tokens, the number in the current declaration, and the
/// number of assertions and overrides.
fn excess(all: usize, own: usize, assertions: usize) -> Option<(Code, String)> {
    let what = match () {
        () if all > MAX_TOKENS => format!("the source has more than {MAX_TOKENS} tokens"),
        () if own > MAX_DECLARATION => {
            format!("this declaration has more than {MAX_DECLARATION} tokens")
        }
        () if assertions > MAX_ASSERTIONS => {
            format!("the source has more than {MAX_ASSERTIONS} assertions and overrides")
        }
        () => return None,
    };
    Some((Code::SourceInvalid, what))
}

/// The context of a token.
#[derive(Debug, Default)]
struct Nesting {
    /// The open brackets, with the tokens before the current one in each.
    levels: Vec<Level>,
    /// The tokens before the current one, outside of all brackets.
    outside: Level,
    /// The operators of all levels, and their `else`.
    operators: usize,
    elses: usize,
    /// True if the token before is the end of a block.
    follows_block: bool,
    /// True if the token ends a declaration.
    ends: bool,
    /// The bodies of functions and types so far.
    bodies: usize,
    /// The words so far that begin statements with others inside, which need no brackets in GLSL.
    controls: usize,
    /// The commas since the last semicolon or block. In GLSL, each can be an operator.
    commas: usize,
    /// True if something so far is nested too deeply for a small stack.
    is_deep: bool,
}

/// The tokens before the current one in its innermost bracket.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    /// The operators since the last comma or semicolon.
    operators: usize,
    /// The `else` of one chain of branches.
    elses: usize,
}

impl Nesting {
    fn add(&mut self, token: &Token, text: &str) {
        if std::mem::take(&mut self.follows_block) && text != "else" {
            let level = self.level();
            let elses = std::mem::take(&mut level.elses);
            self.elses -= elses;
        }
        self.ends = false;
        match token.kind {
            Kind::Word if text == "else" => {
                self.level().elses += 1;
                self.elses += 1;
            }
            Kind::Word if matches!(text, "if" | "for" | "while" | "do" | "switch") => {
                self.controls += 1;
            }
            Kind::Sign(sign) => self.sign(sign),
            Kind::Word | Kind::Number | Kind::Directive => {}
        }
        self.is_deep |= self.levels.len() > SMALL_BRACKETS
            || self.operators > SMALL_OPERATORS
            || self.elses > SMALL_ELSES
            || self.commas > SMALL_COMMAS;
    }

    /// Returns the size of a source with a number of tokens, all of which were added.
    const fn size(&self, tokens: usize) -> Size {
        let is_long = tokens > SMALL_TOKENS || self.bodies > SMALL_BODIES || self.controls > SMALL_CONTROLS;
        if self.is_deep || is_long {
            Size::Large
        } else {
            Size::Small
        }
    }

    fn sign(&mut self, sign: u8) {
        match sign {
            b'(' | b'[' | b'{' => {
                self.bodies += usize::from(sign == b'{' && self.levels.is_empty());
                self.operator();
                self.levels.push(Level::default());
            }
            b')' | b']' => self.close(),
            b'}' => {
                self.close();
                self.end_statement();
                self.follows_block = true;
                self.ends = self.levels.is_empty();
            }
            b',' => {
                self.commas += 1;
                self.end_expression();
            }
            b';' => {
                self.end_statement();
                self.ends = self.levels.is_empty();
            }
            b':' => {}
            _ => self.operator(),
        }
    }

    fn level(&mut self) -> &mut Level {
        self.levels.last_mut().unwrap_or(&mut self.outside)
    }

    fn operator(&mut self) {
        self.level().operators += 1;
        self.operators += 1;
    }

    fn end_expression(&mut self) {
        let operators = std::mem::take(&mut self.level().operators);
        self.operators -= operators;
    }

    fn end_statement(&mut self) {
        self.end_expression();
        self.commas = 0;
    }

    fn close(&mut self) {
        if let Some(level) = self.levels.pop() {
            self.operators -= level.operators;
            self.elses -= level.elses;
        }
    }

    /// Returns whether the last token ended a declaration of the module.
    const fn is_between_declarations(&self) -> bool {
        self.ends
    }

    /// Returns the exceeded limit of nesting.
    fn excess(&self) -> Option<(Code, String)> {
        let what = match () {
            () if self.levels.len() > MAX_BRACKETS => {
                format!("more than {MAX_BRACKETS} brackets are within one another")
            }
            () if self.operators > MAX_OPERATORS => {
                format!("an expression has more than {MAX_OPERATORS} operators")
            }
            () if self.elses > MAX_ELSES => {
                format!("more than {MAX_ELSES} `else` follow one another")
            }
            () => return None,
        };
        Some((Code::NestingTooDeep, what))
    }
}

#[cfg(test)]
mod tests {
    use super::{
        MAX_ASSERTIONS, MAX_BRACKETS, MAX_DECLARATION, MAX_ELSES, MAX_OPERATORS, MAX_TOKENS, Options, SMALL_BODIES,
        SMALL_BRACKETS, SMALL_COMMAS, SMALL_CONTROLS, SMALL_OPERATORS, Size, check,
    };
    use crate::naga::text::Text;

    fn found(source: &str) -> Option<String> {
        check(&Text::new(source), &Options::default())
            .err()
            .map(|diagnostic| diagnostic.message)
    }

    fn size(source: &str) -> Size {
        check(&Text::new(source), &Options::default()).expect("a source within the limits")
    }

    /// Returns a shader with so many functions that call each other, and so many blocks and operators nested.
    fn deep(functions: usize, blocks: usize, operators: usize) -> String {
        let mut source = "@vertex fn main(@location(0) a: vec4<f32>) -> @builtin(position) vec4<f32> {\n\
                          return f0(a); }\n"
            .to_owned();
        let (open, close) = ("{".repeat(blocks), "}".repeat(blocks));
        for number in 0..functions {
            source += &format!("fn f{number}(a: vec4<f32>) -> vec4<f32> {{ var b = a; {open}");
            let next = if number + 1 < functions {
                format!("f{}(b)", number + 1)
            } else {
                "b".to_owned()
            };
            source += &format!("b = {next}{}; {close} return b; }}\n", " + b".repeat(operators));
        }
        source
    }

    #[test]
    fn small_sources_compile_on_a_small_stack() {
        // The other brackets belong to a body and a call; the other operators are `=` and the ones of the heading.
        let (functions, blocks) = (SMALL_BODIES - 1, SMALL_BRACKETS - 2);
        let source = deep(functions, blocks, SMALL_OPERATORS - SMALL_BRACKETS - 8);
        assert_eq!(size(&source), Size::Small);
        assert_eq!(size(&deep(functions + 1, blocks, 1)), Size::Large);
        assert_eq!(size(&deep(functions, blocks + 2, 1)), Size::Large);
        assert_eq!(size(&deep(functions, 1, SMALL_OPERATORS)), Size::Large);
        let thread = std::thread::Builder::new().stack_size(1 << 20);
        let compiled = thread.spawn(move || crate::compile("deep.wgsl", source.as_bytes(), &Options::default()));
        let compiled = compiled.expect("a thread").join().expect("enough room");
        assert_eq!(compiled.diagnostics, []);
    }

    #[test]
    fn sources_of_glsl_may_need_a_large_stack() {
        let of = |source: &str| super::size_of_glsl(source, &Options::default());
        let main = |statement: &str| format!("void main() {{ {statement} }}");
        for small in [
            "#version 100\n# ifdef GL_ES\nprecision highp float;\n#endif\nvoid main() {}".to_owned(),
            main(&("if (a) ".repeat(SMALL_CONTROLS) + ";")),
            main(&("a = 1, ".repeat(SMALL_COMMAS) + "a;")),
            main(&"a = vec4(1, 2, 3, 4);".repeat(100)),
        ] {
            assert_eq!(of(&small), Size::Small, "{small}");
        }
        for large in [
            "#define A 1\nvoid main() {}".to_owned(),
            "#def\\\nine A 1\nvoid main() {}".to_owned(),
            "#include <a>\nvoid main() {}".to_owned(),
            main(&("if (a) ".repeat(SMALL_CONTROLS + 1) + ";")),
            main(&("while (a) for (;;) ".repeat(SMALL_CONTROLS / 2 + 1) + ";")),
            main(&("a = 1, ".repeat(SMALL_COMMAS + 1) + "a;")),
        ] {
            assert_eq!(of(&large), Size::Large, "{large}");
        }
    }

    #[track_caller]
    fn is_limit(most: usize, source: impl Fn(usize) -> String, message: &str) {
        assert_eq!(found(&source(most)), None);
        let found = found(&source(most + 1)).unwrap_or_default();
        assert!(found.contains(message), "{found}");
    }

    #[test]
    fn what_is_nested_has_limits() {
        let brackets = |n: usize| format!("const a = {}1{};", "(".repeat(n), ")".repeat(n));
        is_limit(MAX_BRACKETS, brackets, "brackets");
        let blocks = |n: usize| format!("fn f() {}{}", "{".repeat(n), "}".repeat(n));
        is_limit(MAX_BRACKETS, blocks, "brackets");
        // One operator is `=`.
        for piece in ["1 + ", "-", "a.", "a[0]", "a()", "&", "a<"] {
            let chain = |n: usize| format!("const a = {}1;", piece.repeat(n - 1));
            is_limit(MAX_OPERATORS, chain, "operators");
        }
        // Operators before a bracket are around its contents.
        let mixed = |n: usize| {
            let pieces = "1 + (1 + ".repeat(n / 30);
            let rest = "1 + ".repeat(n - 1 - n / 30 * 3);
            format!("const a = {pieces}{rest}1{};", ")".repeat(n / 30))
        };
        is_limit(MAX_OPERATORS, mixed, "operators");
        let branches = |n: usize| {
            let branches = " else if a {}".repeat(n - 1);
            format!("fn f() {{ if a {{}}{branches} else {{}} }}")
        };
        is_limit(MAX_ELSES, branches, "`else`");
    }

    #[test]
    fn what_is_beside_something_is_not_nested() {
        for source in [
            "const a = array(".to_owned() + &"-1.0, ".repeat(5_000) + "1.0);",
            "// ----------\n".repeat(500),
            "/* ********** */\n".repeat(500),
            "const a = -1;\n".repeat(5_000),
            "fn f() { a = b.c + d[0]; }\n".repeat(2_000),
            "fn f() {".to_owned() + &"if a {} else {}\n".repeat(2_000) + "}",
            "struct S {".to_owned() + &"@location(0) a: vec4<f32>,\n".repeat(2_000) + "}",
            // Brackets that nothing opens.
            ")]}".repeat(1_000),
        ] {
            assert_eq!(found(&source), None, "{}", source.get(..40).unwrap_or_default());
        }
    }

    #[test]
    fn sources_and_declarations_have_limits() {
        // `const a = 1;` has 5 tokens, `fn f() {}` 6.
        let all = |n: usize| "const a = 1;".repeat(n / 5) + &";".repeat(n % 5);
        is_limit(MAX_TOKENS, all, "the source has");
        let own = |n: usize| format!("fn f() {{{}}}", "a ".repeat(n - 6));
        is_limit(MAX_DECLARATION, own, "this declaration");
        let assertions = |n: usize| "const_assert true;".repeat(n);
        is_limit(MAX_ASSERTIONS, assertions, "assertions");
        let overrides = |n: usize| "override a = 1;".repeat(n);
        is_limit(MAX_ASSERTIONS, overrides, "overrides");
    }
}
