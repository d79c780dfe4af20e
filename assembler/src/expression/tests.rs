//! Tests of expressions in sources against a tree-walking evaluator, and hostile expressions.

use std::fmt::Write;

use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::float24::Float24;
use proptest::prelude::*;

use super::function::{FUNCTIONS, PI};
use crate::diagnostic::Code;
use crate::{AssemblyOptions, assemble};

/// Returns the value of an expression in `.constf` or `.consti`: the first component, or the error.
fn lane(directive: &str, expression: &str) -> Result<ConstantValue, Code> {
    let source = format!(".equ FOUR, 4\n.equ HALF, 1/2\n{directive} k({expression}, 0, 0, 0)\n");
    let assembly = assemble("test", source.as_bytes(), &AssemblyOptions::default());
    match assembly.object {
        Some(object) => Ok(object.values.first().expect("a constant has a value").value),
        None => Err(assembly.diagnostics.first().expect("an error").code),
    }
}

/// An expression as a tree.
#[derive(Clone, Debug)]
enum Tree {
    Integer(u16),
    /// A number in hundredths.
    Float(u16),
    Four,
    Half,
    Negative(Box<Tree>),
    Join(char, Box<Tree>, Box<Tree>),
    Least(Box<Tree>, Box<Tree>),
    Floor(Box<Tree>),
}

/// The value of a tree.
#[derive(Clone, Copy, Debug)]
enum Outcome {
    Integer(i128),
    Float(f64),
}

impl Outcome {
    #[expect(clippy::cast_precision_loss, reason = "as in expressions")]
    fn float(self) -> f64 {
        match self {
            Self::Integer(number) => number as f64,
            Self::Float(number) => number,
        }
    }
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        4 => (0u16..12).prop_map(Tree::Integer),
        1 => any::<u16>().prop_map(Tree::Integer),
        2 => any::<u16>().prop_map(Tree::Float),
        1 => Just(Tree::Four),
        1 => Just(Tree::Half),
    ];
    leaf.prop_recursive(8, 40, 2, |inner| {
        let pair = (inner.clone(), inner.clone());
        let operator = prop::sample::select(vec!['+', '-', '*', '/', '%']);
        prop_oneof![
            6 => (operator, pair.clone())
                .prop_map(|(operator, (a, b))| Tree::Join(operator, Box::new(a), Box::new(b))),
            1 => inner.clone().prop_map(|a| Tree::Negative(Box::new(a))),
            1 => pair.prop_map(|(a, b)| Tree::Least(Box::new(a), Box::new(b))),
            1 => inner.prop_map(|a| Tree::Floor(Box::new(a))),
        ]
    })
}

/// Returns the precedence of a tree's root operator.
fn rank(tree: &Tree) -> u8 {
    match tree {
        Tree::Join('+' | '-', ..) => 0,
        Tree::Join(..) => 1,
        Tree::Negative(_) => 2,
        _ => 3,
    }
}

/// Writes a tree with as few parentheses as possible.
fn write(text: &mut String, tree: &Tree, min: u8) {
    if rank(tree) < min {
        text.push('(');
        write(text, tree, 0);
        text.push(')');
        return;
    }
    match tree {
        Tree::Integer(number) => write!(text, "{number}").expect("strings take everything"),
        Tree::Float(hundredths) => {
            let (whole, rest) = (hundredths / 100, hundredths % 100);
            write!(text, "{whole}.{rest:02}").expect("strings take everything");
        }
        Tree::Four => text.push_str("FOUR"),
        Tree::Half => text.push_str("HALF"),
        Tree::Negative(inner) => {
            text.push('-');
            write(text, inner, 2);
        }
        Tree::Join(operator, left, right) => {
            write(text, left, rank(tree));
            text.push(*operator);
            write(text, right, rank(tree) + 1);
        }
        Tree::Least(left, right) => {
            text.push_str("min(");
            write(text, left, 0);
            text.push(',');
            write(text, right, 0);
            text.push(')');
        }
        Tree::Floor(inner) => {
            text.push_str("floor(");
            write(text, inner, 0);
            text.push(')');
        }
    }
}

/// Converts to an integer, if it fits into 64 bits.
fn integer(number: i128) -> Result<Outcome, Code> {
    match i64::try_from(number) {
        Ok(_) => Ok(Outcome::Integer(number)),
        Err(_) => Err(Code::NumberRange),
    }
}

fn evaluate(tree: &Tree) -> Result<Outcome, Code> {
    Ok(match tree {
        Tree::Integer(number) => Outcome::Integer((*number).into()),
        Tree::Float(hundredths) => {
            let (whole, rest) = (hundredths / 100, hundredths % 100);
            Outcome::Float(format!("{whole}.{rest:02}").parse().expect("a number"))
        }
        Tree::Four => Outcome::Integer(4),
        Tree::Half => Outcome::Float(0.5),
        Tree::Negative(inner) => match evaluate(inner)? {
            Outcome::Integer(number) => integer(-number)?,
            Outcome::Float(number) => Outcome::Float(-number),
        },
        Tree::Join(operator, left, right) => {
            let (left, right) = (evaluate(left)?, evaluate(right)?);
            if matches!(operator, '/' | '%') && right.float() == 0.0 {
                return Err(Code::DivisionByZero);
            }
            match (operator, left, right) {
                ('+', Outcome::Integer(a), Outcome::Integer(b)) => integer(a + b)?,
                ('-', Outcome::Integer(a), Outcome::Integer(b)) => integer(a - b)?,
                ('*', Outcome::Integer(a), Outcome::Integer(b)) => integer(a * b)?,
                ('%', Outcome::Integer(a), Outcome::Integer(b)) => integer(a % b)?,
                ('/', Outcome::Integer(a), Outcome::Integer(b)) if a % b == 0 => integer(a / b)?,
                ('+', a, b) => Outcome::Float(a.float() + b.float()),
                ('-', a, b) => Outcome::Float(a.float() - b.float()),
                ('*', a, b) => Outcome::Float(a.float() * b.float()),
                ('/', a, b) => Outcome::Float(a.float() / b.float()),
                (_, a, b) => Outcome::Float(a.float() % b.float()),
            }
        }
        Tree::Least(left, right) => match (evaluate(left)?, evaluate(right)?) {
            (Outcome::Integer(a), Outcome::Integer(b)) => Outcome::Integer(a.min(b)),
            (a, b) => Outcome::Float(a.float().min(b.float())),
        },
        Tree::Floor(inner) => match evaluate(inner)? {
            #[expect(clippy::cast_possible_truncation, reason = "`integer` checks the range")]
            Outcome::Float(number) => integer(number.floor() as i128)?,
            number => number,
        },
    })
}

/// Returns true if a source consists of a plain number, which has other rules for zero and range.
fn is_plain(tree: &Tree) -> bool {
    match tree {
        Tree::Negative(inner) => is_plain(inner),
        Tree::Join(..) | Tree::Least(..) | Tree::Floor(_) => false,
        _ => true,
    }
}

fn config() -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(512)
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn expressions_have_the_values_of_their_trees(tree in tree()) {
        prop_assume!(!is_plain(&tree));
        let mut text = String::new();
        write(&mut text, &tree, 0);
        let expected = evaluate(&tree);

        #[expect(clippy::cast_possible_truncation, reason = "numbers go that way")]
        let float = expected.map(|result| {
            let mut lanes = [Float24::default(); 4];
            lanes[0] = Float24::from_f32(result.float() as f32);
            ConstantValue::Float(lanes)
        });
        prop_assert_eq!(lane(".constf", &text), float, "{}", text);

        let byte = match expected {
            Ok(Outcome::Integer(number @ -128..=255)) => {
                let lane = u8::try_from(number & 0xFF).expect("a byte");
                Ok(ConstantValue::Integer([lane, 0, 0, 0]))
            }
            Ok(Outcome::Integer(_)) => Err(Code::NumberRange),
            Ok(Outcome::Float(_)) => Err(Code::InvalidNumber),
            Err(kind) => Err(kind),
        };
        prop_assert_eq!(lane(".consti", &text), byte, "{}", text);
    }
}

#[test]
fn deep_and_long_expressions_take_no_stack() {
    const DEPTH: usize = 100_000;
    let nested = |open: &str, inner: &str, close: &str| {
        lane(".consti", &[&open.repeat(DEPTH), inner, &close.repeat(DEPTH)].concat())
    };
    let seven = Ok(ConstantValue::Integer([7, 0, 0, 0]));
    assert_eq!(nested("(", "7", ")"), seven);
    assert_eq!(nested("-(", "7", ")"), seven);
    assert_eq!(nested("-", "7", ""), seven);
    assert_eq!(nested("abs(", "7", ")"), seven);
    assert_eq!(nested("(1+", "7", ")"), Err(Code::NumberRange));
    assert_eq!(nested("", "7", "+0"), seven);
    assert_eq!(nested("0+", "7", ""), seven);
    assert_eq!(nested("max(1,", "7", ")"), seven);
    assert_eq!(nested("(", "7", ""), Err(Code::Syntax));
    assert_eq!(nested("", "7", ")"), Err(Code::Syntax));
    assert_eq!(nested("1/(", "0", ")"), Err(Code::DivisionByZero));
}

#[test]
fn the_manual_names_all_functions() {
    let page = include_str!("../../LANGUAGE.md");
    for name in FUNCTIONS.iter().map(|function| function.name) {
        assert!(page.contains(&format!("| `{name}(")), "LANGUAGE.md lacks {name}");
    }
    assert!(page.contains(&format!("`{PI}`")));
}
