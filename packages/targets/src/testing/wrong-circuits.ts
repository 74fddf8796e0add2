import { type CircuitProgram, closureDomains, type ProgramEvidence } from '@kirchhoff/coherence';
import { COMPONENTS } from './forms.js';
import { circuitOf, type ExpectedAnswer } from './reference.js';

/** Circuits that a wrong solver would close, each for one kind of closure domain. */

export type By = ProgramEvidence['graphs'][number][number];

/** Returns the same evidence for every closure domain of a program, as from a prover whose solver is always wrong. */
export function claimed(program: CircuitProgram, by: By): ProgramEvidence {
  const { components, graphs } = program.core;
  const all = (graph: Parameters<typeof closureDomains>[0]) => closureDomains(graph).map(() => by);
  return { components: components.map(all), graphs: graphs.map(all) };
}

/** Returns a fault of the reference as the error of the guard at the same line. */
export function asGuard(answer: ExpectedAnswer): object {
  return 'fault' in answer ? { guard: { domain: expect.any(String), line: answer.fault.line } } : answer;
}

/** The bodies of circuits that may call `total` and `small`. */
const BODIES: readonly (readonly [name: string, body: string])[] = [
  ['divides by zero', 'input a: 0..9\n output y: 0..9\n y = 9 / a'],
  ['takes an element that is not there', 'input a: [0..9; ..3]\n output y: 0..9\n y = a[2]'],
  ['overflows', 'input a: i64\n output y: i64\n y = a * 3 - 1'],
  ['shifts too far', 'input a: 0..99\n output y: i64\n y = 1 << a'],
  ['narrows what does not fit', 'input a: 0..99\n output y: 0..9\n y = a as 0..9'],
  ['states what does not hold', 'input a: [0..99; ..3]\n output y: 0..3\n b: [0..9; ..2] = a\n y = LENGTH(b)'],
  ['states other characters', 'input a: text[..3] of "a-c"\n output y: text[..3] of "ab"\n y = a'],
  ['states what is no host name', 'input a: text[..3] of "a."\n output y: [hostname; 1]\n y = [a]'],
  ['leaves an arm out', 'input a: 0..3\n output y: 0..3\n y = match a { 0 => 1, 1 => 2, 3 => 0 }'],
  ['has an output outside its domain', 'input a: 0..99\n output y: 0..9\n y = a'],
  ['ensures what does not hold', 'input a: 0..99\n output y: 0..99\n y = a\n ensure y != 7 "no seven"'],
  ['calls with wrong arguments', 'input a: 0..99\n output y: 0..20\n y = total([a, a])'],
  ['calls against a require', 'input a: 0..9\n output y: 0..20\n y = total(filter x in [a] { x > 3 })'],
  ['calls what gives too much', 'input a: 0..99\n output y: 0..99\n y = small(a)'],
  ['accumulates beyond its domain', 'input a: [0..9; ..3]\n output y: 0..9\n y = fold s: 0..9 = 0 for x in a { s + x }'],
  ['is to keep what is false at first', 'input a: 0..9\n output y: 0..9\n y = fold s keeping s < 5 = a for x in 1..2 { s }'],
  [
    'is to keep what is false after a round',
    'input a: [0..9; ..3]\n output y: 0..27\n y = fold s keeping s >= 0 and s != 9 or LENGTH(a) > 2 = 0 for x in a { s + x }',
  ],
  ['makes a list that is too long', 'input n: 0..70_000\n output y: 0..70_000\n y = LENGTH(map i in 1..n { i })'],
];

export const WRONG_CIRCUITS = BODIES.map(([name, body]) => {
  return { name, program: circuitOf(`${COMPONENTS}component small(x: 0..99) -> 0..9 { x }\ncircuit wrong {\n ${body}\n}`) };
});
