//! Numbers and bit sets with named values. Unnamed values are preserved.

/// Declares a number type, with a constant and a name for each known value.
///
/// ```
/// use pica200_objfmt::formats::numbers::numbers;
///
/// numbers! {
///     /// The kind of a shape.
///     Shape {
///         POINT 0 "point",
///         LINE 1 "line",
///     }
/// }
///
/// assert_eq!(Shape::LINE.to_string(), "line");
/// assert_eq!(Shape(7).name(), None);
/// ```
#[macro_export]
macro_rules! numbers {
    ($(#[$doc:meta])* $type:ident { $($constant:ident $number:literal $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $type(pub u32);

        impl $type {
            $(#[doc = concat!("`", $name, "`, ", $number, ".")] pub const $constant: Self = Self($number);)*

            /// The known values.
            pub const KNOWN: &[Self] = &[$(Self($number)),*];

            /// Returns the name of the number; `None` for an unnamed value.
            pub const fn name(self) -> Option<&'static str> {
                match self.0 {
                    $($number => Some($name),)*
                    _ => None,
                }
            }
        }

        /// Writes the name, or `unknown300` for an unnamed value.
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self.name() {
                    Some(name) => f.write_str(name),
                    None => write!(f, "unknown{}", self.0),
                }
            }
        }

        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    };
}
#[doc(inline)]
pub use numbers;

/// Declares a bit set type, with a constant and a name for each known bit.
///
/// ```
/// use pica200_objfmt::formats::numbers::flags;
///
/// flags! {
///     /// The sides of a face that are drawn.
///     Sides: u32 {
///         FRONT 1 "front",
///         BACK 2 "back",
///     }
/// }
///
/// let sides = Sides(6);
/// assert!(sides.contains(Sides::BACK) && !sides.contains(Sides::FRONT));
/// assert_eq!((sides.names().collect::<Vec<_>>(), sides.unknown()), (vec!["back"], 4));
/// ```
#[macro_export]
macro_rules! flags {
    ($(#[$doc:meta])* $type:ident: $bits:ty { $($constant:ident $bit:literal $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
        pub struct $type(pub $bits);

        impl $type {
            $(#[doc = concat!("`", $name, "`, ", $bit, ".")] pub const $constant: Self = Self($bit);)*

            /// The known bits with their names, lowest first.
            pub const KNOWN: &[(Self, &'static str)] = &[$((Self($bit), $name)),*];

            /// Returns true if all of these bits are set.
            pub const fn contains(self, bits: Self) -> bool {
                self.0 & bits.0 == bits.0
            }

            /// Returns the names of the known bits that are set, lowest first.
            pub fn names(self) -> impl Iterator<Item = &'static str> {
                let known = Self::KNOWN.iter();
                known.filter(move |(bit, _)| self.contains(*bit)).map(|(_, name)| *name)
            }

            /// Returns the set bits that have no name.
            pub fn unknown(self) -> $bits {
                Self::KNOWN.iter().fold(self.0, |bits, (bit, _)| bits & !bit.0)
            }
        }
    };
}
#[doc(inline)]
pub use flags;
