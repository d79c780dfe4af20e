//! Mathematical functions.

use std::rc::Rc;

use ::naga::{Expression, Handle, MathFunction, ScalarKind};
use pica200_diagnostics::Code;

use crate::expand;
use crate::ir::{Binary, Builder, Comparison, Operand, Unary};

use super::super::shape::Shape;
use super::Lowering;

type Arguments<'a> = &'a [Rc<[Operand]>];

impl Lowering<'_> {
    pub(super) fn math(
        &mut self,
        function: MathFunction,
        arguments: &[Handle<Expression>],
        result: Handle<Expression>,
    ) -> Rc<[Operand]> {
        let shapes: Vec<_> = arguments.iter().map(|argument| self.shape(*argument)).collect();
        let components: Vec<_> = arguments.iter().map(|argument| self.components(*argument)).collect();
        let kind = shapes.first().map(|shape| super::operator::kind_of(*shape));
        let kind = kind.unwrap_or(ScalarKind::Float);
        if let Some(found) = self.by_components(function, kind, &components) {
            return found;
        }
        if let Some(found) = self.packed(function, &components) {
            return found;
        }
        if let Some(found) = self.of_vectors(function, &components) {
            return found;
        }
        if let Some(found) = self.of_matrices(function, &components, &shapes) {
            return found;
        }
        let name = camel_case(&format!("{function:?}"));
        let shape = self.shape(result);
        let (message, help) = super::integer::refused_bits(&name);
        self.poison_of(shape, Code::UnsupportedOperation, message, help).into()
    }

    /// Lowers a componentwise function.
    fn by_components(
        &mut self,
        function: MathFunction,
        kind: ScalarKind,
        arguments: Arguments<'_>,
    ) -> Option<Rc<[Operand]>> {
        let count = arguments.iter().map(|components| components.len()).max()?;
        let mut found = Vec::with_capacity(count);
        for index in 0..count {
            // A scalar goes with each component of a vector.
            let component = |components: &Rc<[Operand]>| components.get(index).or(components.first()).copied();
            let components: Vec<_> = arguments.iter().filter_map(component).collect();
            if matches!(kind, ScalarKind::Sint | ScalarKind::Uint)
                && let Some(result) = self.integer_function(function, kind, &components)
            {
                found.push(result);
                continue;
            }
            let result = match *components.as_slice() {
                [a] => self.of_one(function, a),
                [a, b] => self.of_two(function, a, b),
                [a, b, c] => self.of_three(function, a, b, c),
                _ => None,
            };
            found.push(result?);
        }
        Some(found.into())
    }

    fn of_one(&mut self, function: MathFunction, a: Operand) -> Option<Operand> {
        use MathFunction as F;
        let math_mode = self.math_mode;
        let builder = &mut self.builder;
        Some(match function {
            F::Abs => expand::absolute(builder, a),
            F::Saturate => expand::saturate(builder, math_mode, a),
            F::Cos => expand::sine_and_cosine(builder, a)[1],
            F::Sin => expand::sine_and_cosine(builder, a)[0],
            F::Tan => {
                let [sine, cosine] = expand::sine_and_cosine(builder, a);
                expand::divide(builder, sine, cosine)
            }
            F::Asin => expand::arcsine(builder, a),
            F::Acos => expand::arccosine(builder, a),
            F::Atan => expand::arctangent(builder, a),
            F::Asinh => expand::inverse_hyperbolic_sine(builder, a),
            F::Acosh => expand::inverse_hyperbolic_cosine(builder, a),
            F::Atanh => expand::inverse_hyperbolic_tangent(builder, a),
            F::Sinh | F::Cosh | F::Tanh => hyperbolic(builder, function, a),
            F::Radians => scaled(builder, a, std::f32::consts::PI / 180.0),
            F::Degrees => scaled(builder, a, 180.0 / std::f32::consts::PI),
            F::Ceil => expand::ceiling(builder, a),
            F::Floor => builder.unary(Unary::Floor, a),
            F::Round => expand::round(builder, math_mode, a),
            F::Fract => expand::fraction(builder, a),
            F::Trunc => expand::truncate(builder, a),
            F::Exp => exponential(builder, a),
            F::Exp2 => builder.unary(Unary::Exp2, a),
            F::Log => expand::logarithm(builder, a, 1.0),
            F::Log2 => builder.unary(Unary::Log2, a),
            F::Sign => {
                let zero = builder.literal(0.0);
                let above = builder.binary(Binary::Slt, zero, a);
                let below = builder.binary(Binary::Slt, a, zero);
                builder.subtract(above, below)
            }
            F::Sqrt => expand::square_root(builder, a),
            F::InverseSqrt => builder.unary(Unary::ReciprocalRoot, a),
            _ => return None,
        })
    }

    fn of_two(&mut self, function: MathFunction, a: Operand, b: Operand) -> Option<Operand> {
        use MathFunction as F;
        let math_mode = self.math_mode;
        let builder = &mut self.builder;
        Some(match function {
            F::Min => expand::minimum(builder, math_mode, a, b),
            F::Max => expand::maximum(builder, math_mode, a, b),
            F::Step => builder.binary(Binary::Sge, b, a),
            F::Pow => power(builder, a, b),
            F::Atan2 => expand::arctangent_of_two(builder, a, b),
            F::Ldexp => {
                let factor = builder.unary(Unary::Exp2, b);
                builder.multiply(a, factor)
            }
            _ => return None,
        })
    }

    fn of_three(&mut self, function: MathFunction, a: Operand, b: Operand, c: Operand) -> Option<Operand> {
        use MathFunction as F;
        let math_mode = self.math_mode;
        let builder = &mut self.builder;
        Some(match function {
            F::Clamp => {
                let low = expand::maximum(builder, math_mode, a, b);
                expand::minimum(builder, math_mode, low, c)
            }
            F::Fma => builder.multiply_add(a, b, c),
            F::Mix => {
                let difference = builder.subtract(b, a);
                builder.multiply_add(difference, c, a)
            }
            F::SmoothStep => {
                let range = builder.subtract(b, a);
                let offset = builder.subtract(c, a);
                let quotient = expand::divide(builder, offset, range);
                let t = expand::saturate(builder, math_mode, quotient);
                let square = builder.multiply(t, t);
                let [two, three] = [builder.literal(2.0), builder.literal(3.0)];
                let rest = builder.multiply_add(t.negate(), two, three);
                builder.multiply(square, rest)
            }
            _ => return None,
        })
    }

    /// Functions of whole vectors.
    fn of_vectors(&mut self, function: MathFunction, arguments: Arguments<'_>) -> Option<Rc<[Operand]>> {
        use MathFunction as F;
        let a = arguments.first()?;
        let b = arguments.get(1);
        Some(match function {
            F::Dot => Rc::from([self.dot(a, b?)]),
            F::Cross => self.cross(a, b?).into(),
            F::Length => Rc::from([self.length(a)]),
            F::Distance => {
                let difference: Vec<_> = a
                    .iter()
                    .zip(b?.iter())
                    .map(|(a, b)| self.builder.subtract(*a, *b))
                    .collect();
                Rc::from([self.length(&difference)])
            }
            F::Normalize => {
                let square = self.dot(a, a);
                let factor = self.builder.unary(Unary::ReciprocalRoot, square);
                let components = a.iter().map(|component| self.builder.multiply(*component, factor));
                components.collect()
            }
            F::Reflect => {
                let cosine = self.dot(b?, a);
                let double = self.builder.add(cosine, cosine);
                let components = a.iter().zip(b?.iter());
                components
                    .map(|(i, n)| self.builder.multiply_add(double.negate(), *n, *i))
                    .collect()
            }
            F::Refract => self.refract(a, b?, *arguments.get(2)?.first()?),
            F::FaceForward => {
                let cosine = self.dot(arguments.get(2)?, b?);
                let zero = self.builder.literal(0.0);
                let is_front = self.builder.compare(Comparison::Less, cosine, zero);
                let components = a.iter();
                components
                    .map(|component| self.builder.select(is_front, *component, component.negate()))
                    .collect()
            }
            F::Frexp => {
                let parts: Vec<_> = a
                    .iter()
                    .map(|component| expand::fraction_and_exponent(&mut self.builder, *component))
                    .collect();
                let fractions = parts.iter().map(|[fraction, _]| *fraction);
                let exponents = parts.iter().map(|[_, exponent]| *exponent);
                fractions.chain(exponents).collect()
            }
            F::Modf => {
                let whole: Vec<_> = a
                    .iter()
                    .map(|component| expand::truncate(&mut self.builder, *component))
                    .collect();
                let components = a.iter().zip(&whole);
                let fraction: Vec<_> = components
                    .map(|(component, whole)| self.builder.subtract(*component, *whole))
                    .collect();
                fraction.into_iter().chain(whole).collect()
            }
            _ => return None,
        })
    }

    fn of_matrices(
        &mut self,
        function: MathFunction,
        arguments: Arguments<'_>,
        shapes: &[Shape],
    ) -> Option<Rc<[Operand]>> {
        use MathFunction as F;
        let a = arguments.first()?;
        if function == F::Outer {
            let b = arguments.get(1)?;
            let product = |(column, row): (&Operand, &Operand)| self.builder.multiply(*row, *column);
            let pairs = b.iter().flat_map(|column| a.iter().map(move |row| (column, row)));
            return Some(pairs.map(product).collect());
        }
        let Some(Shape::Matrix { rows, .. }) = shapes.first().copied() else {
            return None;
        };
        Some(match function {
            F::Transpose => self.transposed(a, rows).into(),
            F::Determinant => Rc::from([self.determinant(a, rows)]),
            F::Inverse => self.inverse(a, rows),
            _ => return None,
        })
    }

    pub(super) fn cross(&mut self, a: &[Operand], b: &[Operand]) -> Vec<Operand> {
        let (&[ax, ay, az], &[bx, by, bz]) = (a, b) else {
            return Vec::new();
        };
        let components = [(ay, bz, az, by), (az, bx, ax, bz), (ax, by, ay, bx)];
        components
            .map(|(a, b, c, d)| {
                let product = self.builder.multiply(c, d);
                self.builder.multiply_add(a, b, product.negate())
            })
            .to_vec()
    }

    fn length(&mut self, a: &[Operand]) -> Operand {
        if let [only] = a {
            return expand::absolute(&mut self.builder, *only);
        }
        let square = self.dot(a, a);
        expand::square_root(&mut self.builder, square)
    }

    /// Returns the refraction of `i` at a surface with the normal `n`. It is 0 where the light does not leave.
    fn refract(&mut self, i: &[Operand], n: &[Operand], ratio: Operand) -> Rc<[Operand]> {
        let cosine = self.dot(n, i);
        let builder = &mut self.builder;
        let [zero, one] = [builder.literal(0.0), builder.literal(1.0)];
        let sine = builder.multiply_add(cosine.negate(), cosine, one);
        let square = builder.multiply(ratio, ratio);
        let k = builder.multiply_add(square.negate(), sine, one);
        let leaves = builder.binary(Binary::Sge, k, zero);
        let positive = builder.binary(Binary::Maximum, zero, k);
        let root = expand::square_root(builder, positive);
        let factor = builder.multiply_add(ratio, cosine, root);
        let component = |(i, n): (&Operand, &Operand)| {
            let along = builder.multiply(ratio, *i);
            let sum = builder.multiply_add(factor.negate(), *n, along);
            builder.multiply(sum, leaves)
        };
        i.iter().zip(n).map(component).collect()
    }
}

/// Returns a number times a constant.
fn scaled(builder: &mut Builder, a: Operand, factor: f32) -> Operand {
    let factor = builder.literal(factor);
    builder.multiply(a, factor)
}

fn exponential(builder: &mut Builder, a: Operand) -> Operand {
    let exponent = scaled(builder, a, std::f32::consts::LOG2_E);
    builder.unary(Unary::Exp2, exponent)
}

/// `a` to the power of `b`. Small whole exponents are products.
fn power(builder: &mut Builder, a: Operand, b: Operand) -> Operand {
    let exponent = builder.program().literal(b);
    let is = |number: f32| exponent.is_some_and(|exponent| exponent - number == 0.0);
    if is(1.0) {
        return a;
    }
    if is(2.0) || is(3.0) || is(4.0) {
        let square = builder.multiply(a, a);
        return match () {
            () if is(2.0) => square,
            () if is(3.0) => builder.multiply(square, a),
            () => builder.multiply(square, square),
        };
    }
    let logarithm = builder.unary(Unary::Log2, a);
    let product = builder.multiply(logarithm, b);
    builder.unary(Unary::Exp2, product)
}

fn hyperbolic(builder: &mut Builder, function: MathFunction, a: Operand) -> Operand {
    let [grows, falls] = [a, a.negate()].map(|side| exponential(builder, side));
    match function {
        MathFunction::Sinh => {
            let difference = builder.subtract(grows, falls);
            scaled(builder, difference, 0.5)
        }
        MathFunction::Cosh => {
            let sum = builder.add(grows, falls);
            scaled(builder, sum, 0.5)
        }
        _ => {
            // 1 - 2 / (e^2a + 1), which does not overflow to NaN.
            let square = builder.multiply(grows, grows);
            let [one, two] = [builder.literal(1.0), builder.literal(2.0)];
            let sum = builder.add(square, one);
            let quotient = expand::divide(builder, two, sum);
            builder.subtract(one, quotient)
        }
    }
}

/// Returns the name of a function in WGSL: with a small first letter.
fn camel_case(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}
