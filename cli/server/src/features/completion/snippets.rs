//! Snippets: directives with placeholders for their operands, and with the directive that ends them.

use pica200_asm::directive::Directive;

/// The snippet of a directive; `None` if it has no operands.
pub(in crate::features) fn snippet(directive: Directive) -> Option<&'static str> {
    Some(match directive {
        Directive::Proc => ".proc ${1:name}\n\t$0\n.end",
        Directive::Elseif => ".elseif ${1:condition}",
        Directive::Alias => ".alias ${1:name} ${2:operand}",
        Directive::Fvec => ".fvec ${1:name}",
        Directive::Ivec => ".ivec ${1:name}",
        Directive::Bool => ".bool ${1:name}",
        Directive::Constf => ".constf ${1:name}(${2:x}, ${3:y}, ${4:z}, ${5:w})",
        Directive::Consti => ".consti ${1:name}(${2:x}, ${3:y}, ${4:z}, ${5:w})",
        Directive::Constfa => {
            ".constfa ${1:name}[]\n.constfa (${2:x}, ${3:y}, ${4:z}, ${5:w})\n.end"
        }
        Directive::Extern => ".extern ${1|fvec,ivec,bool,constf,consti,constfa|} ${2:name}",
        Directive::Setf => ".setf ${1:register}(${2:x}, ${3:y}, ${4:z}, ${5:w})",
        Directive::Seti => ".seti ${1:register}(${2:x}, ${3:y}, ${4:z}, ${5:w})",
        Directive::Setb => ".setb ${1:register} ${2|true,false|}",
        Directive::In => ".in ${1:name}",
        Directive::Out => ".out ${1:name} ${2:property}",
        Directive::Entry => ".entry ${1:procedure}",
        Directive::Local => ".local ${1:procedure}",
        Directive::Global => ".global ${1:procedure}",
        Directive::Gsh => ".gsh ${1|point,variable,fixed|} ${2:register}",
        Directive::Word => ".word ${1:word}, ${2:descriptor}",
        Directive::Version => ".version ${1:shader}",
        Directive::Descriptor => ".descriptor ${1:number}, ${2:word}, ${3:flags}",
        Directive::Equ => ".equ ${1:name}, ${2:number}",
        Directive::Set => ".set ${1:name}, ${2:number}",
        Directive::Assert => ".assert ${1:condition}, \"${2:text}\"",
        Directive::Include => ".include \"$1\"",
        Directive::Loc => ".loc \"$1\"",
        Directive::If => ".if ${1:condition}\n$0\n.endif",
        Directive::Ifdef => ".ifdef ${1:name}\n$0\n.endif",
        Directive::Ifndef => ".ifndef ${1:name}\n$0\n.endif",
        Directive::Elif => ".elif ${1:condition}",
        Directive::Error => ".error \"${1:text}\"",
        Directive::Warning => ".warning \"${1:text}\"",
        Directive::Macro => ".macro ${1:name} ${2:parameters}\n\t$0\n.endm",
        Directive::Rept => ".rept ${1:count}\n\t$0\n.endr",
        Directive::Else
        | Directive::End
        | Directive::Nodvle
        | Directive::Private
        | Directive::Nonop
        | Directive::Endif
        | Directive::Endm
        | Directive::Endr => return None,
    })
}

/// The snippet of a call, with the parameters that have no default.
pub(super) fn call(name: &str, parameters: &[&str]) -> Option<String> {
    let numbered = (1..).zip(parameters);
    let places: Vec<_> = numbered
        .map(|(number, parameter)| format!("${{{number}:{parameter}}}"))
        .collect();
    (!places.is_empty()).then(|| format!("{} {}", escaped(name), places.join(", ")))
}

/// A text in which nothing is a placeholder.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('$', "\\$")
        .replace('}', "\\}")
}
