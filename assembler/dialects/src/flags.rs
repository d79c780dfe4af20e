//! Conditions on the flags that `cmp` writes.

use crate::swizzle::letter;

/// Returns the flag of a component.
pub(crate) fn flag(component: u8) -> String {
    format!("cmp.{}", letter(component))
}

/// Formats a condition on flags, each with its component and true if it must be off. With two of them, `is_and` is true
/// if both must hold.
///
/// # Errors
///
/// Returns an error message if both are the same flag.
pub(crate) fn flags_text(flags: &mut [(u8, bool)], is_and: bool) -> Result<String, String> {
    if let [(first, _), (second, _)] = &*flags
        && first == second
    {
        return Err(format!("both sides are `{}`", flag(*first)));
    }
    flags.sort_unstable();
    let signed = flags.iter().map(|(of, inverse)| {
        let sign = if *inverse { "!" } else { "" };
        format!("{sign}{}", flag(*of))
    });
    let signed: Vec<String> = signed.collect();
    Ok(signed.join(if is_and { " && " } else { " || " }))
}
