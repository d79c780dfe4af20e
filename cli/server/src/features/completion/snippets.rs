//! Snippets: directives with placeholders for their operands and with their closing directive.

use pica200_asm::directive::{DIRECTIVES, Directive};

/// Returns the snippet of a directive, or `None` if it has no operands. Most snippets are derived from the syntax form.
pub(in crate::features) fn snippet(directive: Directive) -> Option<String> {
    let snippet = match directive {
        Directive::Proc => ".proc ${1:name}\n\t$0\n.end",
        Directive::Fvec => ".fvec ${1:name}",
        Directive::Ivec => ".ivec ${1:name}",
        Directive::Bool => ".bool ${1:name}",
        Directive::Constf => ".constf ${1:name}(${2:x}, ${3:y}, ${4:z}, ${5:w})",
        Directive::Consti => ".consti ${1:name}(${2:x}, ${3:y}, ${4:z}, ${5:w})",
        Directive::Constfa => ".constfa ${1:name}[]\n.constfa (${2:x}, ${3:y}, ${4:z}, ${5:w})\n.end",
        Directive::Extern => ".extern ${1|fvec,ivec,bool,constf,consti,constfa|} ${2:name}",
        Directive::Setf => ".setf ${1:register}(${2:x}, ${3:y}, ${4:z}, ${5:w})",
        Directive::Seti => ".seti ${1:register}(${2:x}, ${3:y}, ${4:z}, ${5:w})",
        Directive::Setb => ".setb ${1:register} ${2|true,false|}",
        Directive::In => ".in ${1:name}",
        Directive::Out => ".out ${1:name} ${2:property}",
        Directive::Local => ".local ${1:procedure}",
        Directive::Global => ".global ${1:procedure}",
        Directive::Gsh => ".gsh ${1|point,variable,fixed|} ${2:register}",
        Directive::Assert => ".assert ${1:condition}, \"${2:text}\"",
        Directive::Include => ".include \"$1\"",
        Directive::Loc => ".loc \"$1\"",
        Directive::If => ".if ${1:condition}\n$0\n.endif",
        Directive::Ifdef => ".ifdef ${1:name}\n$0\n.endif",
        Directive::Ifndef => ".ifndef ${1:name}\n$0\n.endif",
        Directive::Macro => ".macro ${1:name} ${2:parameters}\n\t$0\n.endm",
        Directive::Rept => ".rept ${1:count}\n\t$0\n.endr",
        _ => return of_form(directive),
    };
    Some(snippet.to_owned())
}

/// Derives a snippet from the first syntax form, whose operands are in capitals: `.equ NAME, NUMBER`. Returns `None` if
/// there are no operands.
fn of_form(directive: Directive) -> Option<String> {
    let (_, _, form) = DIRECTIVES.iter().find(|(known, ..)| *known == directive)?;
    let form = form.split(", .").next()?;
    let (mut snippet, mut count) = (String::new(), 0);
    for part in form.split_inclusive(|c: char| !c.is_ascii_uppercase()) {
        let operand = part.trim_end_matches(|c: char| !c.is_ascii_uppercase());
        if !operand.is_empty() {
            count += 1;
            snippet.push_str(&format!("${{{count}:{}}}", operand.to_ascii_lowercase()));
        }
        snippet.push_str(&part[operand.len()..]);
    }
    (count > 0).then_some(snippet)
}

/// Returns the snippet of a call, with the parameters that have no default.
pub(super) fn call(name: &str, parameters: &[&str]) -> Option<String> {
    let numbered = (1..).zip(parameters);
    let places: Vec<_> = numbered
        .map(|(number, parameter)| format!("${{{number}:{parameter}}}"))
        .collect();
    (!places.is_empty()).then(|| format!("{} {}", escaped(name), places.join(", ")))
}

/// Escapes a text so that it contains no placeholders.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('$', "\\$").replace('}', "\\}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_snippets() {
        for (directive, expected) in [
            (Directive::Equ, Some(".equ ${1:name}, ${2:number}")),
            (Directive::Entry, Some(".entry ${1:procedure}")),
            (Directive::Error, Some(".error \"${1:text}\"")),
            (Directive::Endm, None),
        ] {
            assert_eq!(snippet(directive).as_deref(), expected);
        }
    }

    /// Snippets derived from forms contain no metasyntax.
    #[test]
    fn forms_of_snippets_are_plain() {
        for (directive, _, form) in DIRECTIVES {
            if snippet(*directive) == of_form(*directive) {
                let first = form.split(", .").next().unwrap_or_default();
                assert!(!first.contains(['[', '|', '$']), "{form} needs a snippet");
                assert!(!first.contains("..."), "{form} needs a snippet");
            }
        }
    }
}
