/** A program that closes, for each size. Their sources differ, and so do their hashes. */
type Template = (size: number) => string;

const TEMPLATES: readonly Template[] = [
  (size) => `circuit half {\n  input a: 0..${size}\n  output b: 0..${size}\n  b = a / 2\n}\n`,
  (size) => `circuit share {\n  input total: 0..${size}\n  input parts: 1..100\n  output each: 0..${size}\n  each = total / parts\n}\n`,
  (size) => `circuit larger {\n  input a: 0..${size}\n  input b: 0..${size}\n  output c: 0..${size}\n  c = MAX(a, b)\n}\n`,
  (size) => `circuit bounded {\n  input a: -${size}..${size}\n  output b: 0..100\n  b = CLAMP(a, 0, 100)\n}\n`,
  (size) => `circuit sum {\n  input a: 0..${size}\n  input b: 0..${size}\n  output c: 0..${2 * size}\n  c = a + b\n}\n`,
  (size) =>
    `circuit percent {\n  input amount: 0..${size}\n  input rate: 0..100\n  output part: 0..${size}\n  part = MULDIV(amount, rate, 100)\n}\n`,
  (size) => `circuit apart {\n  input a: 0..${size}\n  input b: 0..${size}\n  output c: 0..${size}\n  c = ABS(a - b)\n}\n`,
  (size) =>
    `circuit discount {\n  input price: 0..${size}\n  input member: bool\n  output due: 0..${size}\n  due = if member { price - price / 10 } else { price }\n}\n`,
  (size) =>
    `circuit fee {\n  input amount: 0..${size}\n  input region: enum { eu, us, other }\n  output fee: 0..${size}\n  rate = match region { .eu => 150, .us => 250, .other => 325 }\n  fee = MULDIV(amount, rate, 10_000)\n}\n`,
  (size) =>
    `circuit tax {\n  input income: 0..${size}\n  output tax: 0..${size}\n  first = MIN(income, 1_000)\n  second = MAX(income - 1_000, 0)\n  tax = first / 10 + second / 5\n}\n`,
  (size) => `circuit remainder {\n  input a: 0..${size}\n  input b: 1..60\n  output c: 0..59\n  c = a % b\n}\n`,
  (size) => `circuit over {\n  input a: 0..${size}\n  input limit: 0..${size}\n  output exceeded: bool\n  exceeded = a > limit\n}\n`,
];

const SIZES = [10_000, 250_000, 10_000_000];

/** The sources of seeded circuits: some dozens; each of them closes. */
export const SOURCES: readonly string[] = TEMPLATES.flatMap((template) => SIZES.map(template));
