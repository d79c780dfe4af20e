//! Files for Vim: syntax, file type detection, a compiler.

use pica200_asm::words::Class;
use pica200_objfmt::isa::register::Bank;

use crate::Files;
use crate::lines::errorformat;
use crate::words::{of_class, swizzle_letters};

const FOLDER: &str = "cli/editors/vim";

/// The header of each file.
const HEAD: &str =
    "\" Shaders of the PICA200. Made from the tables of the language; see README.md beside this folder.\n";

pub(crate) fn add(files: &mut Files) {
    let texts = [
        ("syntax", syntax()),
        ("ftdetect", FTDETECT.to_owned()),
        ("ftplugin", FTPLUGIN.to_owned()),
        ("compiler", compiler()),
    ];
    for (folder, text) in texts {
        let name = format!("{FOLDER}/{folder}/pica200.vim");
        files.insert(name, format!("{HEAD}{text}").into_bytes());
    }
}

/// `setfiletype` would leave `.vsh` to V, which later versions of both editors detect.
const FTDETECT: &str = "autocmd BufNewFile,BufRead *.pica,*.vsh,*.gsh set filetype=pica200\n";

const FTPLUGIN: &str = "\
if exists('b:did_ftplugin') | finish | endif
let b:did_ftplugin = 1
setlocal commentstring=;\\ %s comments=:; iskeyword=@,48-57,_,$
let b:undo_ftplugin = 'setlocal commentstring< comments< iskeyword<'
";

/// Returns the compiler plug-in: `:compiler pica200`, then `:make`.
fn compiler() -> String {
    let formats = errorformat().join(",");
    format!(
        "let current_compiler = 'pica200'\n\
         CompilerSet makeprg=picasm\\ --error-format=short\\ -o\\ /dev/null\\ %:S\n\
         CompilerSet errorformat={formats}\n"
    )
}

/// Returns a pattern for the words of a class.
fn one_of(class: Class) -> String {
    format!(r"\%({}\)", of_class(class).join(r"\|"))
}

/// Returns a pattern for the registers of a bank.
fn bank(bank: Bank) -> String {
    let last = bank.size() - 1;
    let numbers = match (last / 10, last % 10) {
        (0, ones) => format!("[0-{ones}]"),
        (1, ones) => format!(r"\%(1[0-{ones}]\|[0-9]\)"),
        (tens, ones) => format!(r"\%({tens}[0-{ones}]\|[1-{}]\=[0-9]\)", tens - 1),
    };
    format!("{}{numbers}", bank.letter())
}

/// Returns a pattern that matches whole words only.
fn word(pattern: &str) -> String {
    format!(r"\k\@1<!{pattern}\k\@!")
}

/// Returns a pattern for a word of a class after some text.
fn after(before: &str, class: Class) -> String {
    format!(r"\%({before}\)\@<={}\k\@!", one_of(class))
}

/// A number.
const NUMBER: &str = r"\%(0x\x*\.\=\x\+\%(p[+-]\=\d\+\)\=\|\%(\d\+\.\=\d*\|\.\d\+\)\%(e[+-]\=\d\+\)\=\|f24\$\x\{6}\)";

/// Returns syntax groups and their patterns. Of several matches, the last one wins.
fn matches() -> Vec<(&'static str, String)> {
    let registers = Bank::ALL.map(bank).join(r"\|");
    let letters = swizzle_letters();
    let class = |class| word(&one_of(class));
    let leading = |class, next: &str| format!(r"\k\@1<!{}\ze{next}", one_of(class));
    vec![
        ("Mnemonic", class(Class::Mnemonic)),
        ("Register", class(Class::AddressRegister)),
        ("Register", word(&format!(r"\%({registers}\)"))),
        ("Register", leading(Class::Flags, r"\.[xy]\k\@!")),
        ("Directive", word(&format!(r"\.{}", one_of(Class::Directive)))),
        ("Function", leading(Class::Function, r"\s*(")),
        ("Number", word(NUMBER)),
        ("Number", class(Class::Number)),
        ("Constant", after(r"\.out\s\+\S\+\s\+", Class::Property)),
        ("Constant", after(r"\.gsh\s\+", Class::GeometryMode)),
        ("Constant", after(r"\.setb\s\+\S\+\s\+", Class::Boolean)),
        ("Constant", after(r"setemit\s.*[, ]", Class::EmitFlag)),
        ("Operator", after(r",\s*", Class::Comparison)),
        ("Swizzle", format!(r"[[:alnum:]_$\])]\@1<=\.[{letters}]\{{1,4}}\k\@!")),
        ("Label", r"\k\@1<!\h\k*\ze\s*:".to_owned()),
        ("String", "\"[^\"]*\"".to_owned()),
        ("Marker", r"^\s*#.*".to_owned()),
        ("Comment", ";.*".to_owned()),
    ]
}

fn syntax() -> String {
    let matches = matches();
    let rules = matches
        .iter()
        .map(|(group, pattern)| format!("syntax match pica200{group} /{pattern}/\n"));
    let links = LINKS
        .iter()
        .map(|(group, meaning)| format!("highlight default link pica200{group} {meaning}\n"));
    format!(
        "if exists('b:current_syntax') | finish | endif\n\
         syntax case ignore\n\
         syntax iskeyword @,48-57,_,$\n\
         {}{}\
         let b:current_syntax = 'pica200'\n",
        rules.collect::<String>(),
        links.collect::<String>()
    )
}

/// The highlight groups of the syntax groups.
const LINKS: [(&str, &str); 12] = [
    ("Comment", "Comment"),
    ("Constant", "Constant"),
    ("Directive", "PreProc"),
    ("Function", "Function"),
    ("Label", "Label"),
    ("Marker", "Include"),
    ("Mnemonic", "Statement"),
    ("Number", "Number"),
    ("Operator", "Operator"),
    ("Register", "Identifier"),
    ("String", "String"),
    ("Swizzle", "Special"),
];

#[test]
fn groups_have_meanings_and_patterns_contain_no_slashes() {
    for (group, pattern) in matches() {
        assert!(LINKS.iter().any(|(linked, _)| *linked == group), "{group}");
        assert!(!pattern.contains('/'), "{pattern}");
    }
}
