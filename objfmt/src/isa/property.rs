//! Output properties: how the rasteriser uses an output.

/// The property `dummy`: an unused output.
pub const DUMMY: u8 = 9;

/// An output property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Property {
    /// The number in output tables.
    pub number: u8,
    /// The mnemonic, in lower case.
    pub name: &'static str,
    /// The short name; equal to `name` if there is none.
    pub short: &'static str,
}

/// All named properties, by number. Number 7 has no name.
pub const PROPERTIES: &[Property] = &[
    Property {
        number: 0,
        name: "position",
        short: "pos",
    },
    Property {
        number: 1,
        name: "normalquat",
        short: "nquat",
    },
    Property {
        number: 2,
        name: "color",
        short: "clr",
    },
    Property {
        number: 3,
        name: "texcoord0",
        short: "tcoord0",
    },
    Property {
        number: 4,
        name: "texcoord0w",
        short: "tcoord0w",
    },
    Property {
        number: 5,
        name: "texcoord1",
        short: "tcoord1",
    },
    Property {
        number: 6,
        name: "texcoord2",
        short: "tcoord2",
    },
    Property {
        number: 8,
        name: "view",
        short: "view",
    },
    Property {
        number: DUMMY,
        name: "dummy",
        short: "dummy",
    },
];

impl From<&Property> for String {
    fn from(property: &Property) -> Self {
        property.name.to_owned()
    }
}

/// Returns the property with a name or short name, in lower case.
pub fn by_name(name: &str) -> Option<&'static Property> {
    PROPERTIES.iter().find(|p| p.name == name || p.short == name)
}

/// Returns the property with a number.
pub fn by_number(number: u8) -> Option<&'static Property> {
    PROPERTIES.iter().find(|p| p.number == number)
}
