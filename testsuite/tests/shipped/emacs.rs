//! Language keywords for Emacs.

use pica200_asm::words::Class;
use pica200_objfmt::isa::register::Bank;

use crate::Files;
use crate::words::of_class;

const PATH: &str = "cli/editors/emacs/pica200-words.el";

/// The constants and their keywords.
const LISTS: [(&str, Class); 7] = [
    ("mnemonics", Class::Mnemonic),
    ("directives", Class::Directive),
    ("properties", Class::Property),
    ("comparisons", Class::Comparison),
    ("functions", Class::Function),
    ("truth-values", Class::Boolean),
    ("geometry-modes", Class::GeometryMode),
];

pub(crate) fn add(files: &mut Files) {
    let lists = LISTS.map(|(name, class)| {
        let words = of_class(class).into_iter().map(|word| format!(" \"{word}\""));
        let words = words.collect::<String>();
        format!(
            "(defconst pica200-{name}\n  '({})\n  \"Words of the language.\")\n\n",
            words.trim_start()
        )
    });
    let banks = Bank::ALL.map(|bank| {
        let numbers = (0..bank.size()).map(|number| number.to_string());
        format!(
            "{}\\\\(?:{}\\\\)",
            bank.letter(),
            numbers.collect::<Vec<_>>().join("\\\\|")
        )
    });
    let words = [of_class(Class::AddressRegister), of_class(Class::Flags)].concat();
    let registers = [banks.join("\\\\|"), words.join("\\\\|")].join("\\\\|");
    let text = format!(
        ";;; pica200-words.el --- The words of the language of the PICA200 -*- lexical-binding: t; -*-\n\n\
         ;;; Commentary:\n\n;; Made from the tables of the language.\n\n;;; Code:\n\n{}\
         (defconst pica200-register-regexp\n  \"{registers}\"\n  \"A register.\")\n\n\
         (provide 'pica200-words)\n;;; pica200-words.el ends here\n",
        lists.concat()
    );
    files.insert(PATH.to_owned(), text.into_bytes());
}
