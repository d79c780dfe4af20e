//! Hints about the correct syntax of malformed statements.

use pica200_objfmt::isa::instruction::Comparison;
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::{Bank, RegisterForm};

use crate::directive::Directive;
use crate::mnemonic::Mnemonic;
use crate::register::FLAGS;
use crate::syntax::line_tokens;
use crate::syntax::token::Token;
use crate::text::{WHITESPACE, code, is_name_char, line_len, tail, word_len};

/// Maximum length of a list of expected tokens shown in addition to the syntax of a statement.
const MAX_EXPECTED_WITH_FORM: usize = 2;

/// Maximum length of a list of expected tokens shown alone.
const MAX_EXPECTED: usize = 7;

/// Returns a hint about the correct syntax of a statement. `statement` is the source from the statement on, if there is
/// one.
pub(super) fn hint(found: &str, expected: &[String], statement: Option<&str>) -> Option<String> {
    let line = statement.map(|source| code(source.get(..line_len(source)).unwrap_or_default()));
    if let Some(help) = line.and_then(|line| missing_instruction(found, line)) {
        return Some(help);
    }
    if let Some(directive) = found.strip_prefix('.').and_then(Directive::from_name) {
        let (_, form) = directive.name_and_form();
        return Some(format!("a directive must start its line; the form is: {form}"));
    }
    let keyword = line.map(first_word);
    if let Some(help) = keyword.and_then(|keyword| foreign_operand(found, keyword)) {
        return Some(help);
    }
    if let Some(help) = line.and_then(range) {
        return Some(help);
    }
    let in_directive = keyword.is_some_and(|keyword| keyword.starts_with('.'));
    if matches!(found, "+" | "-" | "*" | "/" | "%") && !in_directive {
        let help = "an expression takes numbers, not registers; put an expression operand in parentheses";
        return Some(help.to_owned());
    }
    let expects = |terminal: &str| expected.iter().any(|e| e.trim_matches('"') == terminal);
    // Where no number can start, these are operators, not signs.
    let follows_number = expects("+") && !expects("number");
    let is_expression = keyword.is_none_or(|keyword| keyword.starts_with('.'));
    let mut names: Vec<&str> = expected
        .iter()
        .filter_map(|terminal| match terminal.trim_matches('"') {
            "+" | "-" | "*" | "/" | "%" if follows_number => Some("an operator"),
            "&" | "|" | "==" | "!=" | "<" | "<=" | ">" | ">=" if is_expression => Some("an operator"),
            terminal => describe(terminal),
        })
        .collect();
    names.sort_unstable();
    names.dedup();
    let form = keyword.and_then(form);
    let longest = if form.is_some() {
        MAX_EXPECTED_WITH_FORM
    } else {
        MAX_EXPECTED
    };
    let list = match names.as_slice() {
        [only] => Some(format!("expected {only}")),
        [rest @ .., last] if names.len() <= longest => Some(format!("expected {} or {last}", rest.join(", "))),
        _ => None,
    };
    let form = form.map(|form| format!("the form is: {form}"));
    let parts: Vec<_> = list.into_iter().chain(form).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// Returns a hint for a line that starts with an operand: a name and a swizzle.
fn missing_instruction(found: &str, line: &str) -> Option<String> {
    let (name, swizzle) = found.split_once('.')?;
    if name.is_empty() || !line.starts_with(found) {
        return None;
    }
    Some(if name.eq_ignore_ascii_case(FLAGS) {
        format!("write an instruction that tests the flags, as in `ifc {name}.{swizzle}`")
    } else {
        format!("write an instruction before its operand `{found}`")
    })
}

/// Returns a hint for operands of other languages, or operands at the start of a line.
fn foreign_operand(found: &str, keyword: &str) -> Option<String> {
    let is_comparison = matches!(found, "<" | "<=" | ">" | ">=" | "==" | "!=");
    match Mnemonic::find(keyword) {
        Some(Mnemonic::Machine(Opcode::Cmp)) if is_comparison => Some(format!(
            "write comparisons as words ({}): cmp r0, gt, gt, r1",
            Comparison::NAMES.join(", ")
        )),
        Some(Mnemonic::Machine(Opcode::Ifc | Opcode::Callc | Opcode::Jmpc | Opcode::Breakc)) if is_comparison => {
            let help = "conditions test flags: compare with `cmp r0, gt, gt, r1` first, then test `cmp.x`";
            Some(help.to_owned())
        }
        None if found == "," && !keyword.is_empty() && !keyword.starts_with('.') => {
            Some(format!("write an instruction before its operand `{keyword}`"))
        }
        _ => None,
    }
}

/// Returns a hint for an alias of several registers: `.alias m c0-c3`.
fn range(line: &str) -> Option<String> {
    let pieces = line_tokens(line);
    let [directive, name, first, .., last] = pieces.as_slice() else {
        return None;
    };
    if directive.token != Token::Directive(Directive::Alias) {
        return None;
    }
    let between = line.get(first.start + first.text.len()..last.start)?;
    if !matches!(between.trim_matches(WHITESPACE), "-" | ".." | "..." | ":") {
        return None;
    }
    let [RegisterForm::Register(first), RegisterForm::Register(last)] =
        [first, last].map(|piece| RegisterForm::classify(piece.text))
    else {
        return None;
    };
    let count = last.number.checked_sub(first.number)? + 1;
    let directive = match first.bank {
        _ if first.bank != last.bank => return None,
        Bank::Float => "fvec",
        Bank::Integer => "ivec",
        Bank::Boolean => "bool",
        Bank::Input | Bank::Output | Bank::Temporary => {
            return Some("an alias has one register; declare each".to_owned());
        }
    };
    let name = name.text;
    Some(format!(
        "write `.{directive} {name}[{count}] {first}` for an array of uniforms"
    ))
}

/// Returns the first word of a line, including its dot.
fn first_word(line: &str) -> &str {
    let dot = usize::from(line.starts_with('.'));
    line.get(..dot + word_len(tail(line, dot))).unwrap_or_default()
}

/// Returns the syntax of a directive or an instruction.
fn form(keyword: &str) -> Option<String> {
    let Some(name) = keyword.strip_prefix('.') else {
        let (mnemonic, operands) = Mnemonic::find(keyword)?.usage();
        let form = format!("{mnemonic} {}", operands.usage());
        return Some(form.trim_end().to_owned());
    };
    let (_, form) = Directive::from_name(name)?.name_and_form();
    Some(form.to_owned())
}

/// Returns a hint for a line that starts like an assignment of other languages, or like a directive without its dot.
/// `statement` is the source from the statement on.
pub(super) fn assignment(statement: &str) -> Option<String> {
    let line = code(statement.get(..line_len(statement)).unwrap_or_default());
    let keyword = first_word(line);
    if Mnemonic::find(keyword).is_some() || keyword.starts_with('.') {
        return None;
    }
    if let Some(directive) = Directive::from_name(keyword) {
        let (name, _) = directive.name_and_form();
        return Some(format!("did you mean `.{name}`?"));
    }
    let (target, value) = line.split_once('=')?;
    let (target, value) = (target.trim_matches(WHITESPACE), value.trim_matches(WHITESPACE));
    let is_operand = |text: &str| {
        !text.is_empty()
            && text
                .chars()
                .all(|c| is_name_char(c) || matches!(c, '.' | '[' | ']' | '-'))
    };
    is_operand(target).then(|| {
        if is_operand(value) {
            format!("an assignment is an instruction: `mov {target}, {value}`")
        } else {
            format!("an assignment is an instruction: `mov {target}, SOURCE`")
        }
    })
}

/// Returns the display name of a grammar terminal.
fn describe(terminal: &str) -> Option<&'static str> {
    Some(match terminal {
        "newline" => Token::Newline.describe(),
        "word" | "dotted" | "local" => Token::Word.describe(),
        "dotword" | "." => Token::Dot.describe(),
        "number" => Token::Number.describe(),
        "," => Token::Comma.describe(),
        ":" => Token::Colon.describe(),
        "+" => Token::Plus.describe(),
        "-" => Token::Minus.describe(),
        "*" => Token::Times.describe(),
        "/" => Token::Slash.describe(),
        "%" => Token::Percent.describe(),
        "!" => Token::Not.describe(),
        "string" => Token::String.describe(),
        "=" => Token::Assign.describe(),
        "==" | "!=" | "<" | "<=" | ">" | ">=" => "a comparison",
        "&" => Token::And.describe(),
        "|" => Token::Or.describe(),
        "[" => Token::OpenBracket.describe(),
        "]" => Token::CloseBracket.describe(),
        "(" => Token::OpenParen.describe(),
        ")" => Token::CloseParen.describe(),
        directive if directive.starts_with('.') => "a directive",
        _ => return None,
    })
}
