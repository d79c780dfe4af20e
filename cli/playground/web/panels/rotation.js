// Turns of matrices: the rows of a matrix are registers.

/** The matrix that turns about x, then y, then z; angles in degrees. */
function turn(angles) {
  const radians = angles.map((angle) => (angle * Math.PI) / 180);
  const [[sa, ca], [sb, cb], [sc, cc]] = radians.map((angle) => [Math.sin(angle), Math.cos(angle)]);
  return [
    [cb * cc, sa * sb * cc - ca * sc, ca * sb * cc + sa * sc],
    [cb * sc, sa * sb * sc + ca * cc, ca * sb * sc - sa * cc],
    [-sb, sa * cb, ca * cb],
  ];
}

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Whether three rows turn and move, and scale all directions alike. */
function isRotation([a, b, c]) {
  if (![a, b, c].every((row) => row?.length === 4 && row.every(Number.isFinite))) return false;
  const length = dot(a, a);
  const is = (value, expected) => Math.abs(value - expected) < 1e-3 * length;
  return length > 0 && is(dot(b, b), length) && is(dot(c, c), length) && is(dot(a, b), 0) && is(dot(b, c), 0) && is(dot(a, c), 0);
}

const isLast = (row) => row?.every((value, index) => value === (index === 3 ? 1 : 0));

/**
 * The rows of a uniform in parts: matrices that can be turned, of three or four rows, and single rows.
 * @param {number[][]} rows
 * @returns {{first: number, count: number}[]}
 */
export function partsOf(rows) {
  const parts = [];
  for (let first = 0; first < rows.length; ) {
    const three = isRotation(rows.slice(first, first + 3)) ? 3 : 1;
    const count = three === 3 && isLast(rows[first + 3]) ? 4 : three;
    parts.push({ first, count });
    first += count;
  }
  return parts;
}

/** A matrix that turns by angles first, and then does what `rows` do: the model turns about its own origin. */
export function turned(rows, angles) {
  const by = turn(angles);
  const column = (index) => by.map((row) => row[index]);
  return rows.map((row, index) => (index === 3 ? row : [dot(row, column(0)), dot(row, column(1)), dot(row, column(2)), row[3]]));
}
