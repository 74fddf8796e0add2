import { type AbstractValue, FALSE, integers, NEVER, TRUE, texts } from '@kirchhoff/kernel/abstract/abstract';
import { sha256Hex } from '@kirchhoff/kernel/certificate/digest';
import type { LinearTerm } from '@kirchhoff/kernel/certificate/format';
import type { RefusalCode } from '@kirchhoff/kernel/certificate/refusal';
import { ALL_CHARACTERS } from '@kirchhoff/kernel/types/text-forms';
import { decodeUtf8 } from '@kirchhoff/kernel/values/utf8';
import { certify } from '@kirchhoff/prover/certify';
import { accumulatorOf, Forgery, type ProofDraft } from './forgery.js';
import { programOf } from './outcome.js';

/** A certificate for a source, and the answer that a checker must give (docs/certificate.md). */
export interface CertificateVector {
  readonly name: string;
  readonly source: string;
  /** The exact text. */
  readonly certificate: string;
  /** The refusal code; null if the certificate is accepted. */
  readonly refused: RefusalCode | null;
  /** Name and version of the solver that the check must ask; null if it must not ask one. */
  readonly solver: string | null;
}

export const circuit = (...lines: readonly string[]): string => `circuit c {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;

const CLOSED: Readonly<Record<string, string>> = {
  sum: circuit('input a: 0..9', 'input b: 0..9', 'output o: 0..18', 'o = a + b'),
  guard: circuit('input a: 0..9', 'output o: 0..6', 'o = if a > 0 { 6 / a } else { 0 }'),
  difference: circuit('input xs: [0..3; 1..5]', 'input i: 0..4', 'output o: 0..3', 'o = if i < LENGTH(xs) { xs[i] } else { 0 }'),
  drift: circuit('input xs: [0..9; ..8]', 'output o: 0..72', 'o = fold t = 0 for x in xs { t + x }'),
  require: `component below(p: 0..9, q: 0..9) -> 0..9 {\n  require p <= q\n  q - p\n}\n${circuit('input a: 2..9', 'output o: 0..9', 'o = below(2, a)')}`,
  match: circuit('input a: enum { low, high }', 'input n: 1..5', 'output o: 0..10', 'o = match a { .low => 10 / n, .high => n }'),
  // Three times the first condition and twice the second give 6x - 6z > 6.
  linear: circuit(
    'input x: -1_000..1_000',
    'input y: -1_000..1_000',
    'input z: -1_000..1_000',
    'output o: i64',
    'o = if 2 * x > 2 * y + 2 and 3 * y > 3 * z { 6 / (x - z) } else { 0 }',
  ),
  percent: circuit('input part: 0..1_000', 'input whole: 1..1_000', 'output o: 0..100', 'require part <= whole', 'o = part * 100 / whole'),
  // A shift is monotonic in its first operand.
  ordered: circuit(
    'input a: 0..99',
    'input b: 0..99',
    'input n: 0..9',
    'output o: i64',
    'require a <= b',
    'o = 6 / ((b << n) - (a << n) + 1)',
  ),
  // Each step of both loops adds twice as much to one total as to the other.
  kept: circuit('input xs: [0..9; ..20]', 'output o: i64', 'o = SUM(map x in xs { x * 2 })', 'ensure o == 2 * SUM(xs)'),
  // A condition that a fold keeps is known in its body and after it.
  holds: circuit(
    'input cap: 1..1_000',
    'input first: 0..1_000',
    'input xs: [0..50; ..100]',
    'output o: 0..1_000',
    'require first <= cap',
    'o = fold t keeping t <= cap and t >= 0 = first for x in xs { t + MIN(x, (cap - t) as 0..1_000) }',
    'ensure o <= cap',
  ),
  // An element that is not counted leaves the count below the length; a kept list consists of elements of its source.
  element: circuit(
    'input xs: [0..9; 1..20]',
    'input n: 0..19',
    'output o: 0..19',
    'require n < LENGTH(xs)',
    'o = count x in xs { x > xs[n] and any y in xs { y < x } }',
    'kept = filter x in xs { x > n }',
    'ensure all k in kept { k > n }',
  ),
  // `lit` implies `ever`: only the two parts of the accumulator together show this.
  states: circuit(
    'input events: [enum { on, off }; ..20]',
    'output lit: bool',
    's = fold s = (lit: false, ever: false) for e in events { (lit: e == .on, ever: s.ever or e == .on) }',
    'lit = s.lit',
    'ensure lit implies s.ever',
  ),
  cases: circuit('input a: 0..9', 'input b: 0..999', 'output o: i64', 'o = b / (a * a * a * a - 3 * a + 4)'),
  class: circuit('input t: text[1..9] of "A-Za-z -"', 'output o: text[1..9] of "a-z-"', 'o = REPLACE(LOWER(t), " ", "-")'),
  'class of digits': circuit('input t: text[1..9] of "0-9"', 'output o: 0..999_999_999', 'o = match PARSE_INT(t) { some n => n }'),
  'class in a loop': circuit(
    'input t: text[1..9] of "a-f"',
    'output o: (97..102)?',
    'output n: 0..9',
    "o = first i, c in t { i > 0 and c != 'b' }",
    "n = count c in t { c == 'a' }",
  ),
  form: circuit('input h: hostname', 'input known: bool', 'output o: hostname', 'o = if known { h } else { "localhost" }'),
  'form of addresses': circuit(
    'input a: ipv4',
    'input b: ipv6',
    'output o: 0..4_294_967_295',
    'output c: ipv6',
    'o = match PARSE_IPV4(a) { some n => n }',
    'c = b',
  ),
  exhaustion: circuit('input a: 0..15', 'input b: 0..15', 'output o: i64', 'o = 9 / (a * a - 2 * b * b + 3)'),
};

const DIVIDES = circuit('input a: 0..3', 'output o: i64', 'o = 6 / (a - 1)');
const GROWS = circuit('input n: 0..10', 'output y: 0..10', 'y = fold acc = 0 for i in 0..n { acc + 1_000 }');
const TOO_LARGE = circuit('input a: 0..3', 'output o: 0..2', 'o = a');

/** The text ends in a hyphen, so that a claim of letters would miss a character. */
const SPELLS = circuit('input a: text[..2] of "ab"', 'output o: text[..3] of "ab"', 'o = a ++ "-"');
const COMPUTES_HOST = circuit('input a: text[1..9] of "a-z-"', 'output o: hostname', 'o = "a" ++ a');
const SWITCHES = circuit(
  'input events: [enum { on, off }; ..20]',
  'output lit: bool',
  'lit = fold s = false for e in events { s or e == .on }',
  'ensure not lit',
);
const ECHOES = circuit('input a: hostname', 'output o: hostname', 'o = a');

type Forge = (draft: ProofDraft) => void;

const accumulatorIs =
  (view: Parameters<ProofDraft['claim']>[1]): Forge =>
  (draft) => {
    draft.claim(accumulatorOf(draft, draft.node('fold')) ?? -1, view);
    draft.set({ drifts: new Map(), unrolled: [] });
  };

/** Claims that a value of at most 3 is at most 2, by a sum with an invalid multiplier. */
const atMostTwo =
  (multiplier: number): Forge =>
  (draft) => {
    const terms: readonly LinearTerm[] = [
      { multiplier: 1, factors: [{ fact: 'assumption', index: 0 }] },
      { multiplier, factors: [{ fact: 'lower', node: draft.parameter(0) }] },
    ];
    draft.close({ by: 'linear', bounds: [{ minuend: 0, subtrahend: null, bound: 2, refutation: { rule: 'sum', terms } }] });
  };

const inStates =
  (states: readonly AbstractValue[]): Forge =>
  (draft) =>
    draft.close({ by: 'states', steps: [], fold: draft.node('fold'), states });

/** Proofs of open programs, each with one fault. */
const FORGED: readonly (readonly [RefusalCode, source: string, forge: Forge])[] = [
  ['need-not-implied', DIVIDES, () => undefined],
  ['claim-not-implied', DIVIDES, (draft) => draft.claim(draft.node('SUB'), integers(1, 2))],
  ['claim-of-other-type', DIVIDES, (draft) => draft.claim(draft.parameter(0), integers(0, 2n ** 63n))],
  ['domain-not-implied', TOO_LARGE, () => undefined],
  ['domain-not-implied', COMPUTES_HOST, () => undefined],
  ['claim-not-implied', SPELLS, (draft) => draft.claim(draft.node('CONCAT'), texts(1, 3, [0x61, 0x62]))],
  ['claim-not-implied', COMPUTES_HOST, (draft) => draft.claim(draft.node('CONCAT'), texts(2, 10, ALL_CHARACTERS, 'hostname'))],
  ['input-fails', DIVIDES, (draft) => draft.close({ by: 'exhaustion' })],
  ['accumulator-base-case', GROWS, accumulatorIs(NEVER)],
  ['accumulator-not-inductive', GROWS, accumulatorIs(integers(0, 0))],
  ['bound-not-implied', TOO_LARGE, atMostTwo(-1)],
  ['states-not-implied', SWITCHES, inStates([FALSE])],
  ['states-too-loose', SWITCHES, inStates([FALSE, TRUE])],
  ['bounds-too-loose', TOO_LARGE, (draft) => draft.close({ by: 'linear', bounds: [] })],
];

/** Honest certificates with one member replaced and a new digest. */
const CHANGED: readonly (readonly [RefusalCode, member: string, value: unknown])[] = [
  ['other-engine', 'engine', '1.0.0'],
  ['other-graph', 'hash', '0'.repeat(64)],
  ['other-cost', 'worst_case_cost', 0],
  ['other-assurance', 'assurance', 'solver'],
  ['other-trusted-base', 'trusted_base', []],
];

/** Honest certificates whose first claim is replaced by an invalid set of texts, or by a set with a non-canonical encoding. */
const CLAIMED: readonly (readonly [RefusalCode, claim: unknown])[] = [
  ['malformed', { class: [0, 2, [0x62, 0x61]] }],
  ['malformed', { class: [0, 2, [0x61, 0x62, 0x63, 0x64]] }],
  ['malformed', { form: ['url', 1, 253, [0x2d, 0x2e, 0x30, 0x39, 0x61, 0x7a]] }],
  ['not-canonical', { form: ['hostname', 1, 300, [0x2d, 0x2e, 0x30, 0x39, 0x61, 0x7a]] }],
  ['not-canonical', { class: [1, 253, [0, 0x10_ffff]] }],
  ['claim-not-implied', { form: ['ipv4', 7, 15, [0x2e, 0x2e, 0x30, 0x39]] }],
  ['claim-not-implied', { form: ['hostname', 1, 252, [0x2d, 0x2e, 0x30, 0x39, 0x61, 0x7a]] }],
];

function honest(source: string): string {
  const { certificate } = certify(programOf(source));
  const text = certificate === null || certificate === undefined ? undefined : decodeUtf8(certificate);
  if (text === undefined) throw new Error('an accepted vector is not closed');
  return text;
}

function changed(text: string, member: string, value: unknown): string {
  const { certificate }: { readonly certificate: Record<string, unknown> } = JSON.parse(text);
  const body = JSON.stringify({ ...certificate, [member]: value });
  return `{"certificate":${body},"digest":"${sha256Hex(body)}"}`;
}

function withClaim(text: string, claim: unknown): string {
  const { certificate }: { readonly certificate: { readonly graphs: readonly { readonly claims: readonly unknown[] }[] } } =
    JSON.parse(text);
  const graphs = certificate.graphs.map((graph, index) => (index === 0 ? { ...graph, claims: graph.claims.with(0, claim) } : graph));
  return changed(text, 'graphs', graphs);
}

function forged(source: string, forge: Forge): string {
  const forgery = Forgery.of(source);
  forge(forgery.circuit);
  forgery.derive();
  return decodeUtf8(forgery.sealed()) ?? '';
}

/** Makes the vectors of `conformance/certificates/vectors.json` for which no solver is asked. */
export function certificateVectors(): readonly CertificateVector[] {
  const source = CLOSED['sum'] ?? '';
  const sum = honest(source);
  const vectors: readonly Omit<CertificateVector, 'solver'>[] = [
    ...Object.entries(CLOSED).map(([name, each]) => ({ name, source: each, certificate: honest(each), refused: null })),
    { name: 'not JSON', source, certificate: 'a proof', refused: 'malformed' },
    { name: 'another spelling', source, certificate: sum.replace('{"certificate"', '{ "certificate"'), refused: 'not-canonical' },
    ...CHANGED.map(([refused, member, value]) => ({ name: refused, source, certificate: changed(sum, member, value), refused })),
    ...CLAIMED.map(([refused, claim]) => ({ name: refused, source: ECHOES, certificate: withClaim(honest(ECHOES), claim), refused })),
    ...FORGED.map(([refused, each, forge]) => ({ name: refused, source: each, certificate: forged(each, forge), refused })),
  ];
  return vectors.map((vector) => ({ ...vector, solver: null }));
}
