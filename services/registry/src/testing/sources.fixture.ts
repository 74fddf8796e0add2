import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns a program of the conformance cases. */
export function conformanceCase(name: string): string {
  return readFileSync(join(__dirname, '../../../../conformance', `${name}.kir`), 'utf8');
}

/** Returns a circuit that closes and pins `closedCircuit`; another one for each number. */
export function pinning(pin: string, number = 0): string {
  return `use "${pin}" as half\ncircuit quarter {\n  input a: 0..${900 - number}\n  output b: 0..1_000\n  b = half(half(a))\n}\n`;
}

/** Returns a circuit that closes; another one for each number. */
export function closedCircuit(number = 0): string {
  return `circuit half {\n  input a: 0..${1_000 + number}\n  output b: 0..${1_000 + number}\n  b = a / 2\n}\n`;
}

/**
 * Programs that close, one for each grade of evidence: by the checker's rules, by running 64 inputs, and by a solver (two
 * exclusive ors).
 */
export const BY_ASSURANCE = {
  kernel: conformanceCase('card_fee'),
  exhaustive: 'circuit residue {\n  input a: 0..63\n  output b: 0..1\n  b = a * a % 4\n}\n',
  solver: 'circuit masked {\n  input a: 0..65_535\n  input b: 0..65_535\n  output c: 0..65_535\n  c = (a ^ b) ^ b\n  ensure c == a\n}\n',
} as const;

/** A circuit that is open: `parts` may be 0. */
export const OPEN_CIRCUIT = `circuit open_divide {
  input total: 0..1_000
  input parts: 0..10
  output each: 0..1_000
  each = total / parts
}
`;

/** A policy, to be rejected as a circuit. */
export const POLICY = `policy gate {
  action "pay" (amount: 0..100)
  rule small allow on "pay" when amount < 10
}
`;

/** Returns a circuit of this many operations; long runs can be interrupted. */
export function longCircuit(operations: number): string {
  const lines = Array.from({ length: operations }, (_, index) => {
    const before = index === 0 ? 'a' : `w${index - 1}`;
    return `  w${index} = MIN(MAX(${before} - ${index}, b), 1_000)`;
  });
  return `circuit long {\n  input a: 0..1_000\n  input b: 0..1_000\n  output c: 0..1_000\n${lines.join('\n')}\n  c = w${operations - 1}\n}\n`;
}

/** Returns a circuit that closes, with lists of 64 elements: its certificate has a claim for every element. */
export function listCircuit(wires: number): string {
  const elements = Array.from({ length: 64 }, (_, index) => `a[${index}] * ${index}`).join(', ');
  const lines = Array.from({ length: wires }, (_, index) => `  w${index + 1} = REVERSE(w${index})`);
  return `circuit lists {\n  input a: [0..9; 64..64]\n  output c: [i64; 0..64]\n  w0 = [${elements}]\n${lines.join('\n')}\n  c = w${wires}\n}\n`;
}

/** Returns a circuit that closes and uses a file, and the same circuit in one text; another one for each number. */
export function usingFile(number = 0) {
  const file = `domain Amount = 0..${2_000 + number}\n\ncomponent halved(amount: Amount) -> Amount {\n  amount / 2\n}\n`;
  const circuit = 'circuit by_file {\n  input a: Amount\n  output b: Amount\n  b = halved(a)\n}\n';
  return { source: `use "./lib/half.kir" Amount, halved\n\n${circuit}`, files: { './lib/half.kir': file }, inOne: `${file}\n${circuit}` };
}
