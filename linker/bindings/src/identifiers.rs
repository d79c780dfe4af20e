//! Valid and unique identifiers for the names of shaders, uniforms and so on. The parent module documents the rules.

use bstr::BStr;
use heck::{ToShoutySnakeCase, ToSnakeCase};
use rustc_hash::{FxHashMap, FxHashSet};

/// A language's rules for one kind of identifier.
pub(crate) struct Convention {
    /// Converts a name of ASCII letters, digits and single underscores to the case of the language.
    case: fn(&str) -> String,
    /// Lists of reserved words.
    reserved: &'static [&'static [&'static str]],
}

/// The modules of shaders in Rust. They share a scope with the types of the language, and must not shadow a type that
/// the generated code uses.
pub(crate) const RUST_MODULES: Convention = Convention {
    case: |name| name.to_snake_case(),
    reserved: &[RUST_WORDS],
};

/// The modules of shaders in a Rust module with all variations.
pub(crate) const RUST_VARIATIONS: Convention = Convention {
    case: |name| name.to_snake_case(),
    reserved: &[RUST_WORDS, &["numbers"]],
};

/// The values of an axis in Rust.
pub(crate) const RUST_VALUES: Convention = Convention {
    case: |name| name.to_shouty_snake_case(),
    reserved: &[&["DEFAULT", "VALUES"]],
};

/// Constants in Rust, which has no uppercase keywords.
pub(crate) const RUST_CONSTANTS: Convention = Convention {
    case: |name| name.to_shouty_snake_case(),
    reserved: &[],
};

/// The outermost namespace in C++.
pub(crate) const CPP_GLOBAL: Convention = Convention {
    case: str::to_owned,
    reserved: &[CPP_WORDS, &["main"]],
};

/// Identifiers in C, which consist of several parts. No reserved word has such a form.
pub(crate) const C: Convention = Convention {
    case: str::to_owned,
    reserved: &[],
};

/// All other identifiers in C++.
pub(crate) const CPP: Convention = Convention {
    case: str::to_owned,
    reserved: &[CPP_WORDS],
};

/// Keywords of all editions, including reserved ones, and other names that cannot be used for a module.
#[rustfmt::skip]
const RUST_WORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
    "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true",
    "try", "type", "typeof", "union", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
    // Crates and types that modules would shadow.
    "alloc", "bool", "char", "core", "f16", "f32", "f64", "f128", "i8", "i16", "i32", "i64", "i128", "isize", "std",
    "str", "u8", "u16", "u32", "u64", "u128", "usize",
];

/// Keywords up to C++20 and GNU extensions; names in the generated code; macros that compilers and common headers
/// define.
#[rustfmt::skip]
const CPP_WORDS: &[&str] = &[
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char",
    "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield", "compl", "concept", "const",
    "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype", "default", "delete", "do", "double",
    "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if",
    "inline", "int", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or",
    "or_eq", "private", "protected", "public", "register", "reinterpret_cast", "requires", "return", "short", "signed",
    "sizeof", "static", "static_assert", "static_cast", "struct", "switch", "template", "this", "thread_local",
    "throw", "true", "try", "typedef", "typeid", "typename", "typeof", "union", "unsigned", "using", "virtual", "void",
    "volatile", "wchar_t", "while", "xor", "xor_eq",
    // In the generated code.
    "BooleanUniform", "FloatUniform", "GeometryMode", "Input", "IntegerUniform", "Output", "Stage", "shbin",
    "shbin_size", "std",
    // Macros.
    "BIT", "EOF", "NULL", "assert", "errno", "far", "linux", "major", "minor", "near", "offsetof", "stderr",
    "stdin", "stdout", "unix",
];

/// The namespaces of shaders in a C++ header with all variations, and the parameters of its functions.
pub(crate) const CPP_VARIATIONS: Convention = Convention {
    case: str::to_owned,
    reserved: &[CPP_WORDS, CPP_VARIATION_WORDS],
};

/// Names in a C++ header with all variations.
const CPP_VARIATION_WORDS: &[&str] = &[
    "Shbin",
    "binaries",
    "binary_of",
    "binary_of_all",
    "combination",
    "combinations",
    "default_combination",
    "dvle_of",
    "dvle_of_all",
    "index",
    "indices",
    "numbers",
    "shbins",
];

/// The values of an axis in C++.
pub(crate) const CPP_VALUES: Convention = Convention {
    case: str::to_owned,
    reserved: &[CPP_WORDS, &["default_value", "values"]],
};

impl Convention {
    /// Returns the identifier of a name that is alone in its scope.
    pub(crate) fn identifier(&self, name: &BStr) -> String {
        let mut text = String::with_capacity(name.len());
        for &byte in name.iter() {
            if byte.is_ascii_alphanumeric() {
                text.push(byte.into());
            } else if !text.is_empty() && !text.ends_with('_') {
                text.push('_');
            }
        }
        if text.is_empty() {
            text.push_str("unnamed");
        }
        let mut text = (self.case)(&text);
        if text.starts_with(|first: char| first.is_ascii_digit()) {
            text.insert(0, '_');
        }
        if self.reserved.iter().any(|list| list.contains(&text.as_str())) {
            text.push('_');
        }
        text
    }

    /// Returns the identifiers of names in one scope, in the order of the names.
    pub(crate) fn identifiers<'n>(&self, names: impl Iterator<Item = &'n BStr>) -> Vec<String> {
        let names: Vec<_> = names.collect();
        let mut all: Vec<_> = names.iter().map(|name| self.identifier(name)).collect();
        let mut order: Vec<_> = (0..names.len()).collect();
        // A stable sort: equal names keep their order.
        order.sort_by_key(|&index| names[index]);
        let mut taken: FxHashSet<_> = all.iter().cloned().collect();
        // For each identifier with several names, the number of the last of them.
        let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
        for index in order {
            let plain = &mut all[index];
            let Some(number) = numbers.get_mut(plain) else {
                numbers.insert(plain.clone(), 1);
                continue;
            };
            // In C++, two consecutive underscores are reserved for the compiler.
            let stem = plain.trim_end_matches('_');
            let numbered = loop {
                *number += 1;
                let numbered = format!("{stem}_{number}");
                if taken.insert(numbered.clone()) {
                    break numbered;
                }
            };
            *plain = numbered;
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(convention: &Convention, names: &[&str]) -> String {
        let identifier = |name: &&str| convention.identifier((*name).into());
        names.iter().map(identifier).collect::<Vec<_>>().join(" ")
    }

    fn all(convention: &Convention, names: &[&str]) -> String {
        let names = names.iter().map(|&name| name.into());
        convention.identifiers(names).join(" ")
    }

    #[test]
    fn names_take_the_case_of_the_language() {
        let names = ["lightColor", "light_color", "m44", "UVScale", "array.x", "a$b"];
        assert_eq!(
            one(&RUST_CONSTANTS, &names),
            "LIGHT_COLOR LIGHT_COLOR M44 UV_SCALE ARRAY_X A_B"
        );
        assert_eq!(
            one(&RUST_MODULES, &names),
            "light_color light_color m44 uv_scale array_x a_b"
        );
        assert_eq!(one(&CPP, &names), "lightColor light_color m44 UVScale array_x a_b");
    }

    #[test]
    fn names_that_cannot_be_identifiers_become_valid() {
        let names = ["", "_", "$.", "4x", "_Upper", "a__b_", "größe", "日本", "a\nb\0"];
        assert_eq!(
            one(&RUST_CONSTANTS, &names),
            "UNNAMED UNNAMED UNNAMED _4X UPPER A_B GR_E UNNAMED A_B"
        );
        assert_eq!(
            one(&CPP, &names),
            "unnamed unnamed unnamed _4x Upper a_b_ gr_e unnamed a_b_"
        );
    }

    #[test]
    fn reserved_words_are_avoided() {
        let names = ["match", "Self", "u8", "class", "Input", "std", "shbin"];
        assert_eq!(one(&RUST_MODULES, &names), "match_ self_ u8_ class input std_ shbin");
        assert_eq!(one(&RUST_CONSTANTS, &names), "MATCH SELF U8 CLASS INPUT STD SHBIN");
        assert_eq!(one(&CPP, &names), "match Self u8 class_ Input_ std_ shbin_");
    }

    #[test]
    fn only_the_outer_namespace_cannot_be_named_main() {
        assert_eq!(one(&CPP_GLOBAL, &["main", "class", "toon"]), "main_ class_ toon");
        assert_eq!(one(&CPP, &["main"]), "main");
    }

    #[test]
    fn names_that_collide_are_numbered_by_their_bytes() {
        assert_eq!(
            all(&RUST_CONSTANTS, &["light_color", "LightColor", "lightColor"]),
            "LIGHT_COLOR_3 LIGHT_COLOR LIGHT_COLOR_2"
        );
        assert_eq!(all(&CPP, &["main", "f", "main", "main"]), "main f main_2 main_3");
        assert_eq!(all(&CPP, &["a.b", "a_b", "a$b"]), "a_b_2 a_b_3 a_b");
    }

    #[test]
    fn numbers_skip_other_names() {
        assert_eq!(all(&RUST_CONSTANTS, &["a", "A", "a_2", "A2"]), "A_3 A A_2 A2");
        assert_eq!(all(&CPP, &["x.", "x$", "x_2"]), "x_3 x_ x_2");
    }
}
