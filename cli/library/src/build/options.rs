//! Methods of [`Build`] for the options of the option table.

use std::path::PathBuf;

use pica200_link::Compat;

use super::Build;
use crate::job::options::{Value, assembling_methods, compiling_methods, linking_methods};

/// Defines a method of [`Build`] that passes a value to an option.
macro_rules! method {
    ([$($doc:tt)*] $method:ident Switch $option:literal) => {
        $($doc)*
        #[must_use]
        pub fn $method(self, $method: bool) -> Self {
            self.option($option, Value::Switch($method))
        }
    };
    ([$($doc:tt)*] $method:ident Text $option:literal) => {
        $($doc)*
        #[must_use]
        pub fn $method(self, name: impl Into<String>) -> Self {
            self.option($option, Value::Text(&name.into()))
        }
    };
    ([$($doc:tt)*] $method:ident Path $option:literal) => {
        $($doc)*
        #[must_use]
        pub fn $method(self, path: impl Into<PathBuf>) -> Self {
            self.option($option, Value::Path(&path.into()))
        }
    };
    ([$($doc:tt)*] $method:ident Pair $option:literal) => {
        $($doc)*
        #[must_use]
        pub fn $method(self, name: impl Into<String>, value: impl Into<String>) -> Self {
            let pair = format!("{}={}", name.into(), value.into());
            self.option($option, Value::Text(&pair))
        }
    };
    ([$($doc:tt)*] $method:ident Length $option:literal) => {
        $($doc)*
        #[must_use]
        pub fn $method(self, name: impl Into<String>, length: u32) -> Self {
            let length = format!("{}={}", name.into(), length.max(1));
            self.option($option, Value::Text(&length))
        }
    };
    ([$($doc:tt)*] $method:ident Compat $option:literal) => {
        $($doc)*
        #[must_use]
        pub fn $method(self, compat: Compat) -> Self {
            self.option($option, Value::Text(compat.name()))
        }
    };
}

/// Defines methods of [`Build`], and a list of each method with its option.
macro_rules! methods {
    ($list:ident $($(#[$doc:meta])* $method:ident: $kind:ident = $option:literal;)*) => {
        impl Build {
            $(method! { [$(#[$doc])*] $method $kind $option })*
        }

        #[cfg(test)]
        pub(super) const $list: &[(&str, &str)] = &[$((stringify!($method), $option)),*];
    };
}

assembling_methods!(methods ASSEMBLING);
compiling_methods!(methods COMPILING);
linking_methods!(methods LINKING);
