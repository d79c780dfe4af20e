//! Syntax definition for Kate and other KDE programs.

use std::fmt::Write;

use pica200_asm::words::Class;

use crate::Files;
use crate::textmate::register;
use crate::tree_sitter::SUFFIXES;
use crate::words::{of_class, swizzle_letters};

/// The keyword lists and their styles.
const LISTS: [(&str, Class, &str); 7] = [
    ("mnemonics", Class::Mnemonic, "dsKeyword"),
    ("functions", Class::Function, "dsBuiltIn"),
    ("properties", Class::Property, "dsConstant"),
    ("modes", Class::GeometryMode, "dsConstant"),
    ("truths", Class::Boolean, "dsConstant"),
    ("flags", Class::EmitFlag, "dsConstant"),
    ("numbers", Class::Number, "dsDecVal"),
];

pub(crate) fn add(files: &mut Files) {
    files.insert("cli/editors/kate/pica200.xml".to_owned(), syntax().into_bytes());
}

fn list(name: &str, words: &[&str]) -> String {
    let items: String = words.iter().map(|word| format!("<item>{word}</item>")).collect();
    format!("    <list name=\"{name}\">{items}</list>\n")
}

fn syntax() -> String {
    let suffixes = SUFFIXES.map(|suffix| format!("*.{suffix}")).join(";");
    let mut lists: String = LISTS
        .iter()
        .map(|(name, class, _)| list(name, &of_class(*class)))
        .collect();
    let directives: Vec<_> = of_class(Class::Directive)
        .iter()
        .map(|word| format!(".{word}"))
        .collect();
    lists += &list("directives", &directives.iter().map(String::as_str).collect::<Vec<_>>());
    let mut kinds = String::new();
    for (name, _, style) in LISTS {
        writeln!(kinds, "      <itemData name=\"{name}\" defStyleNum=\"{style}\"/>").unwrap();
    }
    let letters = swizzle_letters();
    let register = register();
    format!(
        r##"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE language>
<!-- Made from the tables of the language. -->
<language name="PICA200" version="1" kateversion="5.62" section="Assembler" extensions="{suffixes}" casesensitive="0" license="MIT" author="">
  <highlighting>
{lists}    <contexts>
      <context name="line" attribute="text" lineEndContext="#stay">
        <RegExpr attribute="directive" context="output" String="\.out\b" insensitive="true"/>
        <RegExpr attribute="directive" context="geometry" String="\.gsh\b" insensitive="true"/>
        <RegExpr attribute="directive" context="boolean" String="\.setb\b" insensitive="true"/>
        <RegExpr attribute="directive" context="name" String="\.(proc|macro)\b" insensitive="true"/>
        <RegExpr attribute="label" String="[A-Za-z_$][A-Za-z0-9_$]*(?=\s*:)"/>
        <RegExpr attribute="mnemonics" context="emission" String="\bsetemit\b" insensitive="true"/>
        <RegExpr attribute="marker" String="^\s*#.*"/>
        <keyword attribute="mnemonics" context="operands" String="mnemonics"/>
        <keyword attribute="directive" context="operands" String="directives"/>
        <RegExpr attribute="macro" context="operands" String="[A-Za-z_$][A-Za-z0-9_$]*"/>
        <IncludeRules context="operands"/>
      </context>
      <context name="operands" attribute="text" lineEndContext="#pop">
        <DetectChar attribute="comment" context="comment" char=";"/>
        <DetectChar attribute="string" context="string" char="&quot;"/>
        <RegExpr attribute="functions" String="\b({functions})(?=\s*\()" insensitive="true"/>
        <RegExpr attribute="register" String="\b{register}\b" insensitive="true"/>
        <RegExpr attribute="register" String="\b({addresses})\b" insensitive="true"/>
        <RegExpr attribute="swizzle" String="(?&lt;=[\w$\])])\.[{letters}]{{1,4}}\b" insensitive="true"/>
        <RegExpr attribute="numbers" String="\bf24\$[0-9a-f]{{6}}\b|\b0x[0-9a-f.]+(p[+-]?\d+)?|(\b\d+\.?\d*|\.\d+)(e[+-]?\d+)?" insensitive="true"/>
        <keyword attribute="numbers" String="numbers"/>
        <RegExpr attribute="parameter" String="\\(@|\(\)|[A-Za-z_$][A-Za-z0-9_$]*)"/>
      </context>
      <context name="name" attribute="text" lineEndContext="#pop">
        <DetectChar attribute="comment" context="comment" char=";"/>
        <RegExpr attribute="function" context="#pop!operands" String="[A-Za-z_$][A-Za-z0-9_$]*"/>
      </context>
      <context name="output" attribute="text" lineEndContext="#pop">
        <RegExpr attribute="text" context="property" String="\s+[^\s;]+\s+"/>
        <IncludeRules context="operands"/>
      </context>
      <context name="property" attribute="text" lineEndContext="#pop#pop">
        <RegExpr attribute="properties" String="\b({properties})\b" insensitive="true"/>
        <IncludeRules context="operands"/>
      </context>
      <context name="geometry" attribute="text" lineEndContext="#pop">
        <keyword attribute="modes" String="modes"/>
        <IncludeRules context="operands"/>
      </context>
      <context name="boolean" attribute="text" lineEndContext="#pop">
        <keyword attribute="truths" String="truths"/>
        <IncludeRules context="operands"/>
      </context>
      <context name="emission" attribute="text" lineEndContext="#pop">
        <keyword attribute="flags" String="flags"/>
        <IncludeRules context="operands"/>
      </context>
      <context name="comment" attribute="comment" lineEndContext="#pop"/>
      <context name="string" attribute="string" lineEndContext="#pop">
        <DetectChar attribute="string" context="#pop" char="&quot;"/>
      </context>
    </contexts>
    <itemDatas>
      <itemData name="text" defStyleNum="dsNormal"/>
{kinds}      <itemData name="directive" defStyleNum="dsPreprocessor"/>
      <itemData name="function" defStyleNum="dsFunction"/>
      <itemData name="label" defStyleNum="dsOthers"/>
      <itemData name="macro" defStyleNum="dsExtension"/>
      <itemData name="marker" defStyleNum="dsImport"/>
      <itemData name="register" defStyleNum="dsVariable"/>
      <itemData name="swizzle" defStyleNum="dsAttribute"/>
      <itemData name="parameter" defStyleNum="dsVariable"/>
      <itemData name="string" defStyleNum="dsString"/>
      <itemData name="comment" defStyleNum="dsComment"/>
    </itemDatas>
  </highlighting>
  <general>
    <keywords casesensitive="0" additionalDeliminator="$" weakDeliminator="."/>
    <comments><comment name="singleLine" start=";"/></comments>
  </general>
</language>
"##,
        addresses = [of_class(Class::AddressRegister), of_class(Class::Flags)]
            .concat()
            .join("|"),
        functions = of_class(Class::Function).join("|"),
        properties = of_class(Class::Property).join("|"),
    )
}
