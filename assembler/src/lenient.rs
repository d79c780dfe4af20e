//! Errors that picasso 2.7.2 accepts and whose meaning is certain.
//!
//! Each is replaced by text of the same length, so that offsets in the source stay valid, and triggers the warning
//! `read-as-picasso`. Text that picasso accepts with an unintended meaning remains an error.

use std::ops::Range;

use pica200_objfmt::isa::opcode::{Opcode, Operands};
use pica200_objfmt::isa::register::RegisterForm;

use crate::diagnostic::{Applicability, Code, Diagnostic, diagnose};
use crate::directive::Directive;
use crate::foreign::c_directive;
use crate::program::Selection;
use crate::syntax::{LineToken, Token, label_token_count, line_tokens};
use crate::text::{self, FileId, Origins, Role, Span, is_name_char, line_len, tail};

/// A source with such errors replaced.
#[derive(Debug)]
pub(crate) struct Repaired {
    /// The text, with the same length and lines.
    pub(crate) text: String,
    /// A warning for each replacement, in order, with spans in the text.
    pub(crate) warnings: Vec<Diagnostic>,
}

/// Repairs a source. Returns `None` if there is nothing to repair.
pub(crate) fn repair(source: &str) -> Option<Repaired> {
    let mut repairer = Repairer::default();
    let mut start = 0;
    while start < source.len() {
        let len = line_len(tail(source, start));
        let line = source.get(start..start + len).unwrap_or_default();
        repairer.line(start, line.trim_end_matches(['\r', '\n']));
        start += len;
    }
    if repairer.repairs.is_empty() {
        return None;
    }
    repairer.repairs.sort_by_key(|repair| repair.range.start);
    let mut end = 0;
    repairer.repairs.retain(|repair| {
        let is_apart = repair.range.start >= end;
        end = end.max(repair.range.end);
        is_apart
    });
    let text = repaired_text(source, &repairer.repairs);
    let warnings = repairer.repairs.into_iter().map(|repair| {
        let span = Span::from_range(repair.range);
        let found = diagnose(Code::ReadAsPicasso, span, repair.message);
        found
            .with_help(repair.help)
            .with_fix(span, repair.replacement, Applicability::Certain)
    });
    Some(Repaired {
        text,
        warnings: warnings.collect(),
    })
}

/// Applies the repairs to the source. Text that gets shorter is padded with blanks after the word, because a word must
/// stay contiguous.
fn repaired_text(source: &str, repairs: &[Repair]) -> String {
    let mut text = String::with_capacity(source.len());
    let mut read = 0;
    for (n, Repair { range, replacement, .. }) in repairs.iter().enumerate() {
        text.push_str(source.get(read..range.start).unwrap_or_default());
        text.push_str(replacement);
        read = range.end;
        if replacement.ends_with(is_name_char) {
            let rest = tail(source, read);
            let of_word = |c: char| is_name_char(c) || c == '.';
            let end = read + rest.find(|c| !of_word(c)).unwrap_or(rest.len());
            let next = repairs.get(n + 1).map_or(end, |next| next.range.start);
            text.push_str(source.get(read..next.min(end)).unwrap_or_default());
            read = next.min(end);
            if next < end {
                continue;
            }
        }
        // Offsets in the text and in the source stay aligned.
        text.extend(std::iter::repeat_n(' ', read - text.len()));
    }
    text.push_str(tail(source, read));
    text
}

impl Repaired {
    /// Maps the warnings to the preprocessed text of the repaired source. Warnings on inactive lines are dropped.
    pub(crate) fn warnings_in(&self, origins: &Origins) -> Vec<Diagnostic> {
        let mut locations = vec![None; self.warnings.len()];
        for piece in source_pieces(origins) {
            let location = piece.location.span;
            let before = |warning: &Diagnostic| warning.span().end <= location.start;
            let first = self.warnings.partition_point(before);
            let rest = self.warnings.get(first..).unwrap_or_default().iter();
            let rest = rest.zip(locations.get_mut(first..).unwrap_or_default());
            for (warning, found) in rest.take_while(|(w, _)| w.span().start < location.end) {
                if found.is_none() {
                    *found = piece.map_span(warning.span());
                }
            }
        }
        let found = self.warnings.iter().zip(locations);
        let found = found.filter_map(|(warning, span)| {
            let mut warning = warning.clone();
            if let Some(primary) = &mut warning.primary {
                primary.location = span?;
            }
            for fix in &mut warning.fixes {
                fix.location = span?;
            }
            Some(warning)
        });
        found.collect()
    }
}

/// Returns the preprocessed text of a repaired source, with the repairs undone.
pub(crate) fn undo_repairs(text: &str, origins: &Origins, written: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for piece in source_pieces(origins) {
        let (span, location) = (piece.span.range(), piece.location.span.range());
        out.push_str(text.get(out.len()..span.start).unwrap_or_default());
        let mended = text.get(span).unwrap_or_default();
        out.push_str(written.get(location).unwrap_or(mended));
    }
    out.push_str(tail(text, out.len()));
    out
}

/// Returns the pieces that come unmodified from the source itself.
fn source_pieces(origins: &Origins) -> impl Iterator<Item = &text::Piece> {
    let is_in_source = |piece: &&text::Piece| piece.location.file == FileId::SOURCE;
    let all = origins.pieces().iter().filter(is_in_source);
    all.filter(|piece| piece.role != Role::Generated)
}

/// Splits a register into its letter and its number.
fn register(text: &str) -> Option<(&str, u8)> {
    Some((text.get(..1)?, text.get(1..)?.parse().ok()?))
}

/// A piece of the source, and a replacement of at most the same length that has the meaning picasso reads.
struct Repair {
    range: Range<usize>,
    replacement: String,
    message: String,
    help: String,
}

#[derive(Default)]
struct Repairer {
    repairs: Vec<Repair>,
    /// Offset of the start of the line.
    start: usize,
}

impl Repairer {
    fn line(&mut self, start: usize, line: &str) {
        self.start = start;
        let all = line_tokens(line);
        let statement = all.get(label_token_count(&all)..).unwrap_or_default();
        let Some((keyword, operands)) = statement.split_first() else {
            return;
        };
        match keyword.token {
            Token::BadMarker if statement.len() == all.len() => self.marker(keyword),
            Token::Word => {
                let Some(opcode) = Opcode::from_mnemonic(keyword.text) else {
                    return;
                };
                let operands = self.comment(line, operands);
                if writes(opcode) {
                    let comma = operands.iter().position(|p| p.token == Token::Comma);
                    let target = operands.get(..comma.unwrap_or(0)).unwrap_or_default();
                    self.mask(target);
                }
                self.operands(operands);
            }
            Token::Directive(directive) if !directive.is_preprocessor() => {
                self.directive(directive, line, operands);
            }
            _ => {}
        }
    }

    fn directive(&mut self, directive: Directive, line: &str, operands: &[LineToken<'_>]) {
        use Directive as D;
        let operands = match directive {
            D::Constf | D::Consti | D::Setf | D::Seti => self.comment(line, operands),
            _ => operands,
        };
        if matches!(directive, D::Setf | D::Seti | D::Setb) {
            self.comma_of_value(directive, operands);
        }
        if directive == D::Out {
            self.mask(operands);
        }
        if directive == D::Alias {
            self.range(operands);
        }
        let is_float = matches!(directive, D::Constf | D::Constfa | D::Setf);
        let is_integer = matches!(directive, D::Consti | D::Seti);
        let values = operands.iter().skip_while(|piece| piece.token != Token::OpenParen);
        for piece in values.filter(|piece| piece.token == Token::Number) {
            if is_float {
                self.suffix(piece);
            } else if is_integer {
                self.integer(piece);
            }
        }
        self.operands(operands);
    }

    fn add(&mut self, range: Range<usize>, replacement: &str, message: String, help: String) {
        let range = self.start + range.start..self.start + range.end;
        self.repairs.push(Repair {
            range,
            replacement: replacement.to_owned(),
            message,
            help,
        });
    }

    /// Repairs a line that starts with `#` and is not a line marker, which picasso skips. Lines that mean something in
    /// C remain errors.
    fn marker(&mut self, hash: &LineToken<'_>) {
        const C_DIRECTIVES: [&str; 9] = [
            "#define", "#undef", "#include", "#if", "#ifdef", "#ifndef", "#elif", "#else", "#endif",
        ];
        let word = c_directive(hash.text);
        if C_DIRECTIVES.contains(&word) || word == "#error" {
            return;
        }
        let message = "picasso skips this line, which is not a line marker".to_owned();
        let help = "begin comments with `;`".to_owned();
        self.add(hash.start..hash.start + 1, ";", message, help);
    }

    /// Repairs a C comment after a statement, which picasso ignores. Returns the pieces before it.
    fn comment<'p, 't>(&mut self, line: &str, operands: &'p [LineToken<'t>]) -> &'p [LineToken<'t>] {
        let is_comment = |pair: &[LineToken<'_>]| match pair {
            [one, two] => one.token == Token::Slash && two.token == Token::Slash && two.start == one.start + 1,
            _ => false,
        };
        let Some(at) = operands.windows(2).position(is_comment).filter(|at| *at > 0) else {
            return operands;
        };
        let (before, after) = operands.split_at(at);
        let start = after.first().map_or(0, |piece| piece.start);
        // With these characters, picasso reads more than the statement.
        if tail(line, start).contains(['.', ',', '[', ':']) {
            return operands;
        }
        let message = "picasso skips this comment".to_owned();
        let help = "comments begin with `;`".to_owned();
        self.add(start..start + 2, ";", message, help);
        before
    }

    /// Repairs `.setb b0, true` and `.setf c0, (1, 2, 3, 4)`.
    fn comma_of_value(&mut self, directive: Directive, operands: &[LineToken<'_>]) {
        let value = match directive {
            Directive::Setb => operands.len().checked_sub(1),
            _ => operands.iter().position(|piece| piece.token == Token::OpenParen),
        };
        let before = value.and_then(|value| operands.get(..value)).unwrap_or_default();
        let Some((comma, register)) = before.split_last() else {
            return;
        };
        // Without a blank, picasso reads the register and `true` as one name.
        let end = comma.start + 1;
        let next = operands.get(before.len()).map_or(end, |piece| piece.start);
        let is_apart = directive != Directive::Setb || next > end;
        if comma.token == Token::Comma && !register.is_empty() && is_apart {
            let (name, _) = directive.name_and_form();
            let message = format!("picasso skips the comma between the operands of `.{name}`");
            let help = "remove the comma".to_owned();
            self.add(comma.start..end, "", message, help);
        }
    }

    /// Repairs `.alias m c0-c3`: picasso ignores everything after the number of the first register.
    fn range(&mut self, operands: &[LineToken<'_>]) {
        let [name, first, minus, last] = operands else {
            return;
        };
        let (Some((one, from)), Some((other, to))) = (register(first.text), register(last.text)) else {
            return;
        };
        let is_range = minus.token == Token::Minus && one == other && from <= to;
        let end = last.start + last.text.len();
        let written = first.text.len() + minus.text.len() + last.text.len();
        if !is_range || end - first.start != written {
            return;
        }
        let (name, first) = (name.text, first.text);
        let message = format!("an alias names one register; picasso reads `{first}`");
        let help = match one {
            "c" => format!("write `.fvec {name}[{}] {first}`", u32::from(to - from) + 1),
            _ => format!("write `.alias {name} {first}`"),
        };
        self.add(minus.start..end, "", message, help);
    }

    /// Repairs a destination mask that repeats a component: picasso takes the set of components.
    fn mask(&mut self, target: &[LineToken<'_>]) {
        for piece in target {
            let dot = match piece.token {
                Token::Dotted(_) => piece.text.find('.'),
                Token::DotWord => Some(0),
                _ => None,
            };
            let Some(dot) = dot else { continue };
            let letters = tail(piece.text, dot + 1);
            let Some(named) = Selection::parse(letters) else {
                continue;
            };
            let mut seen = Vec::new();
            let mut once = ".".to_owned();
            for (component, letter) in named.components().zip(letters.chars()) {
                if !seen.contains(&component) {
                    seen.push(component);
                    once.push(letter);
                }
            }
            if once.len() <= letters.len() {
                let range = piece.start + dot..piece.start + piece.text.len();
                let message = format!("duplicate component in the mask `.{letters}`; picasso reads `{once}`");
                let help = format!("write `{once}`");
                self.add(range, &once, message, help);
            }
        }
    }

    /// Repairs the suffix of a C float.
    fn suffix(&mut self, number: &LineToken<'_>) {
        let text = number.text;
        let Some(value) = text.strip_suffix(['f', 'F']) else {
            return;
        };
        let is_decimal = value
            .bytes()
            .all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E'));
        if is_decimal && value.parse::<f64>().is_ok() {
            let message = format!("`{text}` is not a number here; picasso reads `{value}`");
            let range = number.start..number.start + text.len();
            self.add(range, value, message, format!("write `{value}`"));
        }
    }

    /// Repairs a component of an integer constant that has a decimal point or a leading zero: picasso reads the leading
    /// digits as a decimal number.
    fn integer(&mut self, number: &LineToken<'_>) {
        let text = number.text;
        let (digits, fraction) = text.split_once('.').unwrap_or((text, ""));
        let is_whole = fraction.bytes().all(|digit| digit == b'0');
        if !is_whole || digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return;
        }
        let value = without_zeros(digits);
        if value != text {
            let message = format!("`{text}` is not an integer here; picasso reads `{value}`");
            let range = number.start..number.start + text.len();
            self.add(range, value, message, format!("write `{value}`"));
        }
    }

    /// Repairs registers and indices with leading zeros, and a trailing comma.
    fn operands(&mut self, operands: &[LineToken<'_>]) {
        let mut in_brackets = false;
        for piece in operands {
            match piece.token {
                Token::OpenBracket => in_brackets = true,
                Token::CloseBracket => in_brackets = false,
                Token::Number if in_brackets => self.index(piece),
                Token::Word | Token::Dotted(_) => self.register(piece),
                _ => {}
            }
        }
        if let [.., before, comma] = operands
            && comma.token == Token::Comma
            && before.token != Token::Comma
        {
            let message = "picasso skips the comma at the end".to_owned();
            let help = "remove the comma".to_owned();
            self.add(comma.start..comma.start + 1, "", message, help);
        }
    }

    /// Repairs an index or a length, which picasso reads as a decimal number.
    fn index(&mut self, number: &LineToken<'_>) {
        let text = number.text;
        let value = without_zeros(text);
        if text.bytes().all(|digit| digit.is_ascii_digit()) && value != text {
            let message = format!("`{text}` has a leading zero; picasso reads `{value}`");
            let range = number.start..number.start + text.len();
            self.add(range, value, message, format!("write `{value}`"));
        }
    }

    /// Repairs a register whose number picasso reads in base 8, if the value is the same in base 10.
    fn register(&mut self, piece: &LineToken<'_>) {
        let name = piece.text.split('.').next().unwrap_or_default();
        let Some(digits) = name.get(1..) else { return };
        let value = without_zeros(digits);
        let is_same = value.len() == 1 && value < "8";
        if is_same && matches!(RegisterForm::classify(name), RegisterForm::LeadingZero(_)) {
            let letter = name.get(..1).unwrap_or_default();
            let replacement = format!("{letter}{value}");
            let message = format!("`{name}` has a leading zero; picasso reads `{replacement}`");
            let help = format!("write `{replacement}`");
            self.add(piece.start..piece.start + name.len(), &replacement, message, help);
        }
    }
}

/// Returns true if the first operand of an instruction is a vector that it writes.
fn writes(opcode: Opcode) -> bool {
    matches!(
        opcode.info().operands,
        Operands::Unary | Operands::Binary | Operands::Ternary
    )
}

/// Returns a decimal number without leading zeros.
fn without_zeros(digits: &str) -> &str {
    let value = digits.trim_start_matches('0');
    if value.is_empty() {
        digits.get(digits.len().saturating_sub(1)..).unwrap_or_default()
    } else {
        value
    }
}
