//! Buffers and bindings of a DXBC container.

use pica200_dxbc::resources::{
    Binding, BindingDimension, BindingReturn, Buffer, Member, Resources, Type, TypeClass, VariableFlags,
};

use pica200::shader::direct3d::hex;
use pica200::text::page::{Column, Page, Style, column, counted, shown};
use pica200_report::view::yes;

const VARIABLES: [Column; 4] = [
    column("Offset", 6, Style::Faint),
    column("Size", 6, Style::Plain),
    column("Used", 4, Style::Plain),
    column("Variable", 0, Style::Plain),
];

const BINDINGS: [Column; 6] = [
    column("Slot", 6, Style::Plain),
    column("Count", 5, Style::Plain),
    column("Kind", 22, Style::Plain),
    column("Values", 7, Style::Plain),
    column("Dimension", 13, Style::Plain),
    column("Name", 0, Style::Name),
];

/// Writes the compiler and its flags, the buffers with their variables, and the bindings.
pub(super) fn resources(page: &mut Page, resources: &Resources<'_>) {
    page.heading("Resources (RDEF)");
    page.field("Compiler", shown(resources.creator));
    page.field("Model", format_args!("{}, {} shader", resources.model, resources.stage));
    let flags: Vec<_> = resources.flags.names().collect();
    let flags = match (flags.is_empty(), resources.flags.unknown()) {
        (true, 0) => "none".to_owned(),
        (_, 0) => flags.join(", "),
        _ => format!("{:#x}", resources.flags.0),
    };
    page.field("Compiler flags", flags);
    if resources.interface_slots != 0 {
        page.field("Interface slots", resources.interface_slots);
    }
    for buffer in &resources.buffers {
        self::buffer(page, buffer);
    }
    page.heading(&format!("Bindings ({})", resources.bindings.len()));
    if !resources.bindings.is_empty() {
        page.titles(&BINDINGS);
    }
    for binding in &resources.bindings {
        page.row(&BINDINGS, &row(binding));
    }
}

fn buffer(page: &mut Page, buffer: &Buffer<'_>) {
    let (kind, name) = (buffer.kind, shown(buffer.name));
    let size = counted(usize::try_from(buffer.size).unwrap_or(usize::MAX), "byte");
    page.heading(&format!("Buffer {name} ({kind}), {size}"));
    if !buffer.variables.is_empty() {
        page.titles(&VARIABLES);
    }
    for variable in &buffer.variables {
        let used = variable.flags.contains(VariableFlags::USED);
        page.row(
            &VARIABLES,
            &[
                format!("{:6}", variable.start),
                format!("{:6}", variable.size),
                yes(used).to_owned(),
                declaration(&variable.base, &shown(variable.name)),
            ],
        );
        members(page, &variable.base, variable.start, 1);
        if let Some(default) = variable.default {
            for (number, row) in default.chunks(16).enumerate() {
                let equals = if number == 0 { "=" } else { " " };
                let cells = ["", "", "", &format!("  {equals} {}", hex(row))];
                page.row(&VARIABLES, &cells);
            }
        }
    }
}

/// Writes the members of a struct, each with its offset from the start of the buffer.
fn members(page: &mut Page, base: &Type<'_>, start: u32, depth: usize) {
    // Deeper levels do not fit; types are nested at most 64 deep.
    let indent = "  ".repeat(depth);
    for Member {
        name, start: at, base, ..
    } in &base.members
    {
        let at = start.saturating_add(*at);
        let text = format!("{indent}{}", declaration(base, &shown(name)));
        page.row(&VARIABLES, &[format!("{at:6}"), String::new(), String::new(), text]);
        members(page, base, at, depth + 1);
    }
}

/// Returns the HLSL declaration of a variable.
fn declaration(base: &Type<'_>, name: &str) -> String {
    let scalar = base.base.to_string();
    let named = || base.detail.and_then(|detail| detail.name).map(|name| shown(name));
    let (rows, columns) = (base.rows, base.columns);
    let text = match base.class {
        TypeClass::SCALAR => scalar,
        TypeClass::VECTOR => format!("{scalar}{columns}"),
        TypeClass::MATRIX_COLUMNS => format!("{scalar}{rows}x{columns}"),
        TypeClass::MATRIX_ROWS => format!("row_major {scalar}{rows}x{columns}"),
        TypeClass::STRUCT => match named() {
            Some(name) => format!("struct {name}"),
            None => "struct".to_owned(),
        },
        TypeClass::INTERFACE_POINTER => match named() {
            Some(name) => format!("interface {name}"),
            None => "interface".to_owned(),
        },
        TypeClass::OBJECT => scalar,
        class => match named() {
            Some(name) => name,
            None => class.to_string(),
        },
    };
    match base.elements {
        0 => format!("{text} {name}"),
        count => format!("{text} {name}[{count}]"),
    }
}

fn row(binding: &Binding<'_>) -> [String; 6] {
    let or_dash = |text: String, absent: bool| if absent { "-".to_owned() } else { text };
    let slot = match binding.space {
        Some(space) if space.space != 0 => format!("{}:{}", space.space, binding.bind_point),
        _ => binding.bind_point.to_string(),
    };
    [
        format!("{slot:>6}"),
        format!("{:5}", binding.bind_count),
        binding.kind.to_string(),
        or_dash(
            binding.return_type.to_string(),
            binding.return_type == BindingReturn::NONE,
        ),
        or_dash(
            binding.dimension.to_string(),
            binding.dimension == BindingDimension::NONE,
        ),
        shown(binding.name),
    ]
}
