import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../../..');

/** A program of the conformance cases. */
export function conformanceCase(name: string): string {
  return readFileSync(join(ROOT, 'conformance', `${name}.kir`), 'utf8');
}

/** The circuit of the language's first page: closed. */
export const CARD_FEE = `// Fee for a card payment, in cents.
domain Cents = 0..10_000_000_000

component share(amount: Cents, basis_points: 0..10_000) -> Cents {
  MULDIV(amount, basis_points, 10_000)
  ensure result <= amount
}

circuit card_fee {
  input  amount: Cents
  input  region: enum { eu, us, other }
  output fee: Cents

  rate = match region { .eu => 150, .us => 250, .other => 325 }
  fee  = share(amount, rate)

  ensure fee <= amount "a fee never exceeds the payment"
}
`;

/** Closed, by a solver alone: the second exclusive or takes back the first. */
export const MASKED = `circuit masked {
  input a: 0..65_535
  input b: 0..65_535
  output c: 0..65_535
  c = (a ^ b) ^ b
  ensure c == a
}
`;

/** A policy that promises the same about its payments: closed, by a solver alone. */
export const MASKED_POLICY = `policy masked {
  action "pay" (a: 0..65_535, b: 0..65_535)
  rule back allow on "pay" when (a ^ b) ^ b == a
  rule other deny on "pay" when (a ^ b) ^ b != a
  ensure allow on "pay"
}
`;

/** Open: `parts` may be 0. */
export const OPEN_DIVIDE = `circuit open_divide {
  input total: 0..1_000
  input parts: 0..10
  output each: 0..1_000
  each = total / parts
}
`;

/** Open beyond repair: no wire makes `change`. */
export const MISSING_OUTPUT = `circuit open_missing_output {
  input paid: 0..1_000
  output receipt: 0..1_000
  output change: 0..1_000
  receipt = paid
}
`;

/** Open: the clock is no input. */
export const CLOCK = `circuit open_clock {
  output late: bool
  late = NOW() > 1_800_000_000_000
}
`;

/** The policy of the examples, as it ships. */
export const GATEWAY = readFileSync(join(ROOT, 'examples/gateway.kir'), 'utf8');

/** The table of decisions beside it. */
export const GATEWAY_DECISIONS: readonly {
  readonly category: string;
  readonly params: { readonly host?: string };
  readonly verdict: string;
  readonly rule: string | null;
}[] = JSON.parse(readFileSync(join(ROOT, 'examples/gateway.json'), 'utf8')).decisions;

/** Allows payments up to a limit: each limit makes another version. */
export function upTo(limit: number): string {
  return `policy upto {\n  action "pay" (cents: 0..1_000_000)\n  rule small allow on "pay" when cents <= ${limit}\n}\n`;
}

/** Open: the divisor may be 0. */
export const OPEN_POLICY = `policy ratio {
  action "pay" (cents: 0..1_000, parts: 0..10)
  rule fair allow on "pay" when cents / parts < 10
}
`;

/** A closed circuit with a number of operations, each on the previous one: legal up to 512 KiB, and slow to prove. */
export function longChain(operations: number): string {
  const lines = Array.from({ length: operations }, (_, index) => {
    const before = index === 0 ? 'a' : `w${index - 1}`;
    return `  w${index} = MIN(MAX(${before} - ${index}, b), 1_000)`;
  });
  return `circuit long {\n  input a: 0..1_000\n  input b: 0..1_000\n  output c: 0..1_000\n${lines.join('\n')}\n  c = w${operations - 1}\n}\n`;
}

/** Allows payments up to a limit, and promises to deny what is over 100: closed up to that limit, and a broken promise beyond. */
export function capped(limit: number): string {
  return `policy capped {
  action "pay" (action_cents: 0..1_000)
  rule small allow on "pay" when action_cents <= ${limit}
  ensure deny on "pay" when action_cents > 100 "never more than 100"
}
`;
}

/** The same, too expensive for the event loop. */
export function dearCapped(limit: number): string {
  const slow = '  component slow(n: 0..1_000) -> bool {\n    all i in 1..2_000 { n * i >= 0 }\n  }\n';
  return capped(limit)
    .replace('  rule', `${slow}  rule`)
    .replace(/(rule .*)/, '$1 and slow(action_cents)');
}

/** A policy with a number of rules: rule n denies exactly the amount n, all else is allowed. */
export function denying(rules: number): string {
  const lines = Array.from({ length: rules }, (_, n) => `  rule r${n} deny on "pay" when cents - 1 == ${n} - 1 and cents + 0 <= 1_000_000`);
  return `policy denying {\n  action "pay" (cents: 0..1_000_000)\n${lines.join('\n')}\n  default allow\n}\n`;
}

/** A policy that allows `pay` after some millions of elementary steps: each round compares records of 1,024 integers. */
export const EQUAL_RECORDS = `policy equal_records {
  action "pay" (n: 0..9)

  component slow(n: 0..9) -> bool {
    a0 = (l: n, r: n)
    b0 = (l: MIN(n, 9), r: n)
${Array.from({ length: 9 }, (_, i) => `    a${i + 1} = (l: a${i}, r: a${i})\n    b${i + 1} = (l: b${i}, r: b${i})\n`).join('')}    all i in 1..1_500 { a9 == b9 }
  }
  rule slowly allow on "pay" when slow(n)
}
`;

/** The same by stated domains: each round checks 40,000 integers. */
export const STATED_DOMAIN = `policy stated {
  action "pay" (n: 0..9)

  component slow(n: 0..9) -> bool {
    big = FILL(4, FILL(10_000, n))
    all i in 1..80 {
      z: [[0..9; 10_000]; 4] = big
      LENGTH(z) > 0 or i < 0
    }
  }
  rule slowly allow on "pay" when slow(n)
}
`;

/** Programs under this path use the following declarations. */
export const FEES_PATH = './lib/fees.kir';
/** A part that is closed, and one that is not. */
export const FEES = `domain Cents = 0..10_000

component fee(amount: Cents, parts: 1..10) -> Cents {
  amount / parts
}
`;
export const OPEN_FEES = FEES.replace('1..10)', '0..10)');
