//! Detection of a source's dialect.

use crate::Dialect;

/// A detected dialect, and the line that reveals it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Detection {
    /// The dialect; `None` for a 2014 form of nihstro's that nothing reads.
    pub dialect: Option<Dialect>,
    /// The first line that reveals it, from 1.
    pub line: u32,
    /// The replacement for the form that nothing reads.
    pub instead: Option<String>,
}

/// Detects the dialect of a source; `None` if it appears to be in picasm syntax. Comments are ignored.
pub fn detect(text: &str) -> Option<Detection> {
    let lines = || text.lines().map(code).zip(1u32..);
    // A misspelt picasm word can look like another dialect's, so any picasm block is decisive.
    let is_ours = |word: &str| [".proc", ".end"].iter().any(|own| word.eq_ignore_ascii_case(own));
    if lines().any(|(line, _)| is_ours(first_word(line).0)) {
        return None;
    }
    let found = |dialect: Dialect, tells: fn(&str) -> bool| {
        let line = lines().find(|(line, _)| tells(line))?.1;
        Some(Detection {
            dialect: Some(dialect),
            line,
            instead: None,
        })
    };
    let aemstro = found(Dialect::Aemstro, is_aemstro);
    let known = aemstro.or_else(|| found(Dialect::Nihstro, is_nihstro));
    known.or_else(|| {
        let mut old = lines().filter_map(|(line, number)| Some((alias_for_2014(line)?, number)));
        let (instead, line) = old.next()?;
        Some(Detection {
            dialect: None,
            line,
            instead: Some(instead),
        })
    })
}

/// Strips the comment of any language and surrounding blanks from a line.
fn code(line: &str) -> &str {
    let end = line.find(['#', ';']).unwrap_or(line.len());
    let end = line.find("//").map_or(end, |slashes| slashes.min(end));
    line.get(..end).unwrap_or_default().trim()
}

/// Returns the first word of a line, and the rest.
fn first_word(line: &str) -> (&str, &str) {
    line.split_once([' ', '\t']).unwrap_or((line, ""))
}

/// Returns true if a line is in aemstro's language.
fn is_aemstro(line: &str) -> bool {
    let (word, rest) = first_word(line);
    let is = |directive: &str| word.eq_ignore_ascii_case(directive);
    if [".opdesc", ".vsh"].into_iter().any(is) && !rest.trim().is_empty() {
        return true;
    }
    if is(".out") {
        return rest.contains("result.");
    }
    // In picasm syntax, a comma precedes a number in parentheses.
    let number = line.strip_suffix(')').and_then(|line| line.rsplit_once('('));
    number.is_some_and(|(before, number)| {
        let is_instruction = word.bytes().all(|c| c.is_ascii_alphanumeric());
        let operand = before.rsplit_once(',').map_or("", |(_, operand)| operand.trim());
        let mut letters = operand.bytes();
        let bank = letters.next().is_some_and(|bank| b"ovrcdOVRCD".contains(&bank));
        let is_operand = bank && letters.next().is_some_and(|c| c.is_ascii_hexdigit());
        let number = number.trim();
        let digits = number.strip_prefix("0x").unwrap_or(number);
        let is_number = !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_hexdigit());
        is_operand && is_instruction && is_number
    })
}

/// Returns true if a line is in nihstro's language.
fn is_nihstro(line: &str) -> bool {
    let (word, rest) = first_word(line);
    if word.eq_ignore_ascii_case(".alias") {
        let Some((_, meaning)) = rest.trim().split_once([' ', '\t']) else {
            return false;
        };
        let words = || meaning.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let range = meaning.split_once('-');
        let is_range = range.is_some_and(|(first, last)| is_register(first.trim()) && is_register(last.trim()));
        return is_range || words().any(|word| word == "as");
    }
    let own = ["if", "endif", "loop", "endloop", "setemitraw"];
    own.iter().any(|own| word.eq_ignore_ascii_case(own))
}

/// Returns true if a word is a register.
fn is_register(word: &str) -> bool {
    let mut letters = word.chars();
    let bank = letters.next().is_some_and(|bank| "vorcib".contains(bank));
    let digits = letters.as_str();
    bank && !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// Returns the `.alias` that replaces a 2014 declaration of nihstro's. `line` has no comment.
pub(crate) fn alias_for_2014(line: &str) -> Option<String> {
    let (word, rest) = first_word(line);
    let (name, rest) = rest.trim().split_once([' ', '\t'])?;
    let (register, meaning) = rest.trim().split_once([' ', '\t', '('])?;
    if !is_register(register) {
        return None;
    }
    match word {
        ".out" if register.starts_with('o') => Some(format!(".alias {name} {register} as {}", meaning.trim())),
        ".const" => {
            let numbers = meaning.trim_start_matches([' ', '\t', '(']);
            Some(format!(".alias {name} {register} as ({numbers}"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_recognised() {
        let nihstro = [
            ".alias a o0 as position",
            "main:\n  .alias a c0-c3 // x",
            "IF cc.x",
            "\tendif",
            "setemitraw 0, prim",
        ];
        for text in nihstro {
            let found = detect(text).expect("it is recognised");
            assert_eq!(found.dialect, Some(Dialect::Nihstro), "{text}");
        }
        let aemstro = [
            "\t.opdesc xyzw, xyzw",
            ".vsh main, done",
            "if cc.x\n.out o0 , result.position",
            "loop a, i0\nmov r0, c0[a0.x] (0x1F)",
            "add r0, v0, r0 ( 3 ) ; c",
        ];
        for text in aemstro {
            let found = detect(text).expect("it is recognised");
            assert_eq!(found.dialect, Some(Dialect::Aemstro), "{text}");
        }
        let ours = [
            "",
            ".gsh point c0",
            "mov r0, (1)",
            ".alias a c0(1)",
            "mov r0, sin(1)",
            ".proc main\nif cc.x",
            ".porc main\nif cc.x\n.end",
            ".alias a c0",
            ".alias as_it_is c0[2]",
            "; if cc.x",
            "ifc cmp.x",
            ".fvec a",
        ];
        for text in ours {
            assert_eq!(detect(text), None, "{text}");
        }
    }

    #[test]
    fn the_form_of_2014_says_what_to_write() {
        let instead = |text| detect(text).and_then(|found| found.instead);
        assert_eq!(
            instead(".out pos o0 position").as_deref(),
            Some(".alias pos o0 as position")
        );
        assert_eq!(
            instead("\n.const one c20 (1, 0, 0, 0)").as_deref(),
            Some(".alias one c20 as (1, 0, 0, 0)")
        );
        assert_eq!(instead(".out pos position o0"), None);
    }
}
