import { boolean, integers, NEVER, ofRanges, sequence } from '@kirchhoff/kernel/abstract/abstract';
import { check, checkWith } from '@kirchhoff/kernel/certificate/check';
import { claimsOf } from '@kirchhoff/kernel/certificate/claims';
import { sha256Hex } from '@kirchhoff/kernel/certificate/digest';
import type { Evidence, FactReference, LinearBound, Link, Refutation } from '@kirchhoff/kernel/certificate/format';
import { REFUSAL_CODES, type RefusalCode } from '@kirchhoff/kernel/certificate/refusal';
import { closureDomains } from '@kirchhoff/kernel/graph/closure-domains';
import { ENGINE_VERSION, MAX_CERTIFICATE_BYTES } from '@kirchhoff/kernel/limits';
import { monomerNamed } from '@kirchhoff/kernel/monomers/catalog';
import { smtQueries } from '@kirchhoff/kernel/smt/query';
import { MOST_QUERY_STEPS, type Solver, type SolverAnswer } from '@kirchhoff/kernel/smt/solver';
import { tryQuery } from '@kirchhoff/kernel/smt/trials';
import type { Int } from '@kirchhoff/kernel/types/integer';
import { decodeUtf8, encodeUtf8 } from '@kirchhoff/kernel/values/utf8';
import { certify } from '@kirchhoff/prover/certify';
import { accumulatorOf, BY_ANALYSIS, type Draft, Forgery } from '../../testing/forgery.js';

/**
 * Forged certificates of open programs, at least one for each refusal of the checker: the program, what the forger does
 * to the proof that the prover left unfinished, and the reason for which the checker has to refuse it. Whatever can be
 * derived is made anew, so that the one thing that is wrong is the only one.
 */
interface Forged {
  readonly source: string;
  /** Claims, evidence and lists; what the forger does not claim itself is derived behind it. */
  readonly proof?: (draft: Draft, forgery: Forgery) => void;
  /** Members of the JSON text by their path, or what becomes of them; the digest is made anew. */
  readonly text?: readonly (readonly [path: readonly (string | number)[], value: unknown])[];
  /** The octets themselves. */
  readonly octets?: (sealed: Uint8Array) => Uint8Array;
  readonly solver?: Solver;
  /** A monomer that the evaluator gets wrong by one: as good as an encoder that is wrong of it. */
  readonly wrong?: string;
}

/** Fails for a = 1. */
const DIVIDES = 'circuit c {\n  input a: 0..3\n  output o: i64\n  o = 6 / (a - 1)\n}\n';
const TWO_INPUTS = 'circuit c {\n  input a: 0..3\n  input b: 0..3\n  output o: 0..3\n  o = a\n}\n';
/** Fails where the count of ones comes to 1. */
const COUNTS =
  'circuit c {\n  input xs: [0..1; 200..200]\n  output o: i64\n  o = fold t = 0 for x in xs { t + x + 0 * (6 / (t - 1)) }\n}\n';
const DIFFERS = 'circuit c {\n  input a: 0..9\n  input b: 0..9\n  output o: i64\n  o = 6 / (b - a + 1)\n}\n';
const GUARDED = 'circuit c {\n  input a: 0..3\n  output o: i64\n  o = if a > 0 { 6 / (a - 1) } else { 0 }\n}\n';
/** The first arm is not reached, the second fails. */
const HALF_DEAD = 'circuit c {\n  input a: 0..3\n  output o: i64\n  o = if a > 5 { 6 / (a - 7) } else { 6 / (a - 1) }\n}\n';
const TWO_ARMS = 'circuit c {\n  input a: 0..3\n  output o: i64\n  o = if a > 0 { 6 / a } else { 7 / a }\n}\n';
const NESTED =
  'circuit c {\n  input a: 0..3\n  input b: 0..3\n  output o: i64\n  o = if a > 0 { if b > 1 and b < 3 { 1 } else { 2 } } else { 7 / a }\n}\n';
/** The first arm is not reached, which takes a step to see; the second fails. */
const ODD = 'circuit c {\n  input a: 0..1_000_000\n  output o: i64\n  o = if a * 2 == 5 { 1 } else { 6 / (a - 1) }\n}\n';
const LEAST = 'circuit c {\n  input a: 0..9\n  input b: 0..9\n  output o: i64\n  m = if a <= b { a } else { b }\n  o = 6 / (a - m)\n}\n';
const PART = `component part(p: 0..9, q: 0..9) -> 0..9 {
  if q > 20 { q } else { p }
}
circuit c {
  input a: 0..9
  input b: 0..9
  output o: i64
  o = 6 / (b - part(a, b))
}
`;
/** A call whose require does not hold for a < 2. */
const CALLS = `component below(p: 0..9, q: 0..9) -> 0..9 {
  require p <= q
  q - p
}
circuit c {
  input a: 0..9
  output o: i64
  o = below(2, a)
}
`;
const KEEPS =
  'circuit c {\n  input xs: [0..3; ..9]\n  output o: [i64; ..9]\n  ys = filter x in xs { x > 0 }\n  o = map y in ys { 6 / (y - 1) }\n}\n';
const NEEDS_SOLVER =
  'circuit c {\n  input a: 0..1_000_000\n  input b: 0..1_000_000\n  output o: i64\n  o = 6 / (a * 3 - b * 2 - 500_000)\n}\n';

/** Fails where the first octets differ by 5. */
const EXCLUSIVE = 'circuit c {\n  input a: bytes[2]\n  input b: bytes[2]\n  output o: i64\n  o = 6 / (XOR_BYTES(a, b)[0] - 5)\n}\n';
const ROOT = 'circuit c {\n  input a: 0..9\n  output o: i64\n  o = 6 / (ISQRT(a) - 1)\n}\n';
const LENGTHS = 'circuit c {\n  input a: text[..9]\n  input b: [0..1; ..9]\n  output o: i64\n  o = 6 / (TEXT_LENGTH(a) - LENGTH(b))\n}\n';

const octetsAre =
  (...ranges: readonly (readonly [Int, Int])[]) =>
  (draft: Draft) =>
    ranges.forEach(([lo, hi], index) => draft.claim(draft.parameter(index), sequence('bytes', 2, 2, integers(lo, hi))));

const subtractionIs = (lo: number, hi: number) => (draft: Draft) => draft.claim(draft.node('SUB'), integers(lo, hi));

/** Claims of the accumulator, and that the division by it less 1 fails nowhere. */
const countsAre =
  (...ranges: readonly number[]) =>
  (draft: Draft) =>
    draft.claim(accumulatorOf(draft, draft.node('fold')) ?? -1, ofRanges(ranges));

const listing = (parts: (draft: Draft) => Parameters<Draft['set']>[0]) => (draft: Draft) => draft.set(parts(draft));

/** All that is open rests on cases, of which the forger gives one. */
const inOneCase =
  (lo: number, hi: number, closure: readonly Evidence[], parameter = 0) =>
  (draft: Draft, forgery: Forgery) => {
    draft.claim(draft.parameter(0), integers(lo, hi));
    forgery.derive();
    const proof = { ...draft.pass(), closure };
    draft.forced.clear();
    draft.close({ by: 'cases' });
    draft.set({ cases: { parameter, parts: [{ view: integers(lo, hi), proof }] } });
  };

const NO_PATH: readonly Link[] = [];

/** Evidence by the queries that the encoder really makes of the open closure domains. */
const byQuery = (changed: Partial<Extract<Evidence, { by: 'smt' }>>) => (draft: Draft, forgery: Forgery) => {
  forgery.derive();
  const { core } = forgery.program;
  const domains = closureDomains(draft.graph);
  const evidenceOf = (index: number): Evidence => {
    const domain = domains[index];
    if (domain === undefined) throw new Error('closed');
    const request = { core, graph: draft.graph, domain, claim: claimsOf(draft.graph, draft.proof) };
    const [query] = smtQueries(request);
    if (query === undefined) throw new Error('no query');
    const { encoding, text } = query;
    const { runs } = tryQuery(query, request, { graph: 0 }, forgery.program.proofKey);
    return { by: 'smt', encoding, digest: sha256Hex(text), solver: 'z3', version: '1', limit: 1_000, runs, ...changed };
  };
  draft.set({ closure: draft.proof.closure.map((before, index) => (draft.open.includes(index) ? evidenceOf(index) : before)) });
};

/** False: a is up to 3. */
const TOO_WIDE = 'circuit c {\n  input a: 0..3\n  output o: 0..2\n  o = a\n}\n';
/** False for a < b; the arm that knows better is not reached then. */
const SMALLER = 'circuit c {\n  input a: 0..3\n  input b: 0..3\n  output o: 0..2\n  o = if a > b { MIN(a, 2) } else { a }\n}\n';
/** The body runs for a list that is not empty. */
const MEANS =
  'circuit c {\n  input xs: [0..3; ..9]\n  output o: [i64; ..9]\n  o = map x in xs { x / LENGTH(xs) }\n  ensure LENGTH(xs) > 0\n}\n';
const CLAMPS = 'circuit c {\n  input a: 0..3\n  input b: 0..3\n  output o: i64\n  o = CLAMP(5, a, b)\n}\n';

const NEGATED: FactReference = { fact: 'assumption', index: 0 };

const summing = (...terms: readonly (readonly [multiplier: number, ...factors: readonly FactReference[]])[]): Refutation => ({
  rule: 'sum',
  terms: terms.map(([multiplier, ...factors]) => ({ multiplier, factors })),
});

/** The value is at most 2. */
const atMostTwo = (refutation: Refutation): Evidence => ({
  by: 'linear',
  bounds: [{ minuend: 0, subtrahend: null, bound: 2, refutation }],
});

/** Closes an open domain by a bound that a forged refutation shows. */
const byBounds = (boundsOf: (draft: Draft) => readonly LinearBound[]) => (draft: Draft) =>
  draft.close({ by: 'linear', bounds: boundsOf(draft) });
const byRefuting = (refutation: (draft: Draft) => Refutation) => (draft: Draft) => draft.close(atMostTwo(refutation(draft)));

const answering = (answer: SolverAnswer, version = '1'): Solver => ({ name: 'z3', version, solve: () => Promise.resolve(answer) });

const flipped = (sealed: Uint8Array): Uint8Array => sealed.with(sealed.length - 5, (sealed.at(-5) ?? 0) ^ 1);
const replaced = (from: string, to: string) => (sealed: Uint8Array) => encodeUtf8((decodeUtf8(sealed) ?? '').replace(from, to));

/** Members with values that no certificate has there. */
const MALFORMED: readonly (readonly [path: readonly (string | number)[], value: unknown])[] = [
  [['graphs', 0, 'claims', 0], 'anything'],
  [['graphs', 0, 'claims', 0], { tags: ['a'], texts: ['b'] }],
  [
    ['graphs', 0, 'claims', 0],
    [3, 1],
  ],
  [['graphs', 0, 'claims', 0], { list_items: ['bool', [0, 1]] }],
  [['graphs', 0, 'claims', 0], { list_items: [{ record: [['a', [0, 1]]] }, { record: [['b', [0, 1]]] }] }],
  [['graphs', 0, 'claims', 0], { list_items: [{ list_items: ['bool'] }, { list_items: [[0, 1]] }] }],
  [['graphs', 0, 'claims', 0], { list_items: Array.from({ length: 65 }, (_, index) => ({ tags: [`t${index}`] })) }],
  [['graphs', 0, 'claims', 0], { bytes_items: [{ option: [true, 'bool'] }, { option: [true, [0, 1]] }] }],
  [['graphs', 0, 'steps'], [[0, [['magic', 0]]]]],
  [['graphs', 0, 'closure', 0], { by: 'trust' }],
  [['graphs', 0, 'cases'], { parameter: -1, parts: [] }],
  [['worst_case_cost'], 0.5],
  [['assurance'], 'perfect'],
  [['assurance'], null],
];

/** A list nested as deep as lists nest, so often in another that to follow the program takes more work than a check may. */
const DEEP = `circuit c {
  input a: ${'['.repeat(60)}0..1${'; ..1]'.repeat(60)}
  output o: i64
  o = LENGTH([${Array.from({ length: 2_400 }, () => 'a').join(', ')}])
}
`;
const CALLS_NEXT = `component next(a: 0..9) -> 0..10 {
  a + 1
}
circuit c {
  input a: 0..9
  input b: 0..1
  output o: 0..5
  n = next(a)
  o = MAX(if b == 0 { n } else { n + 1 }, a)
}
`;
/** Differences of a call, and as many links that each look up the last of them. */
const manyDifferences = (draft: Draft, forgery: Forgery): void => {
  const length = 4_000;
  const exported = Array.from({ length }, (_, bound) => ({ minuend: 0, subtrahend: 0, bound, path: [] }));
  for (const component of forgery.components) component.set({ exported });
  const a = draft.parameter(0);
  const link = { via: draft.node('call'), minuend: a, subtrahend: a, bound: 0 };
  const path = Array.from({ length }, () => ({ ...link, bound: length - 1 }));
  draft.set({ differences: new Map([[draft.node('MAX'), [{ minuend: 1, subtrahend: 1, bound: length * length, path }]]]) });
};
const MATCHES = `circuit c {
  input a: 0..2_000
  input b: 0..1
  output o: 0..5
  require a == 0
  n = match a { ${Array.from({ length: 2_000 }, (_, index) => `${index} => ${index}`).join(', ')}, _ => 7 }
  o = if b == 0 { n } else { 9 }
}
`;
/** Steps that each look at every arm of a match. */
const manySteps = (draft: Draft): void => {
  const region = draft.region(draft.node('select'));
  const reached = Array.from({ length: 4_000 }, () => ({ rule: 'reached', owner: draft.node('match'), child: 0 }) as const);
  draft.set({ steps: new Map([...draft.proof.steps, [region, [...(draft.proof.steps.get(region) ?? []), ...reached]]]) });
};
const NEEDS_SOLVER_TWICE =
  'circuit c {\n  input a: 0..1_000_000\n  input b: 0..1_000_000\n  output o: i64\n  output p: i64\n  o = 6 / (a * 3 - b * 2 - 500_000)\n  p = 6 / (a * 3 - b * 2 - 600_000)\n}\n';

const FORGED: Readonly<Record<RefusalCode, readonly [Forged, ...Forged[]]>> = {
  'too-long': [{ source: DIVIDES, octets: () => new Uint8Array(MAX_CERTIFICATE_BYTES + 1).fill(0x20) }],
  'too-much-work': [{ source: DEEP }, { source: CALLS_NEXT, proof: manyDifferences }, { source: MATCHES, proof: manySteps }],
  malformed: [
    { source: DIVIDES, octets: () => encodeUtf8('') },
    { source: DIVIDES, octets: () => Uint8Array.of(0xff, 0xfe) },
    { source: DIVIDES, octets: () => encodeUtf8('{"certificate":{}}') },
    ...MALFORMED.map(([path, value]): Forged => ({ source: DIVIDES, text: [[path, value]] })),
  ],
  'not-canonical': [
    { source: DIVIDES, octets: flipped },
    { source: DIVIDES, octets: replaced('{"certificate"', '{ "certificate"') },
    { source: DIVIDES, text: [[['phi_c'], 2]] },
    { source: DIVIDES, text: [[['graphs', 0, 'steps'], [[7, []]]]] },
    {
      source: DIVIDES,
      text: [
        [
          ['graphs', 0, 'unrolled'],
          [3, 2],
        ],
      ],
    },
  ],
  'other-language': [{ source: DIVIDES, text: [[['language'], '0.9']] }],
  'other-engine': [{ source: DIVIDES, text: [[['engine'], '1.0.0']] }],
  'other-graph': [
    { source: DIVIDES, text: [[['hash'], '0'.repeat(64)]] },
    { source: DIVIDES, text: [[['proof_key'], '0'.repeat(64)]] },
  ],
  'other-trusted-base': [{ source: DIVIDES, text: [[['trusted_base'], []]] }],
  'other-assurance': [
    { source: DIVIDES, text: [[['assurance'], 'solver']] },
    { source: DIVIDES, proof: (draft) => draft.close({ by: 'exhaustion' }), text: [[['assurance'], 'kernel']] },
    { source: NEEDS_SOLVER, proof: byQuery({}), text: [[['assurance'], 'kernel']] },
    { source: NEEDS_SOLVER, proof: byQuery({}), text: [[['assurance'], 'exhaustive']] },
  ],
  'other-cost': [{ source: DIVIDES, text: [[['worst_case_cost'], 0]] }],
  'other-metrics': [{ source: DIVIDES, text: [[['tce_metrics', 'closure_domains_total'], 1]] }],
  'other-number-of-graphs': [
    { source: DIVIDES, text: [[['graphs'], []]] },
    { source: PART, text: [[['components'], []]] },
  ],
  'claims-missing': [{ source: DIVIDES, text: [[['graphs', 0, 'claims'], [[0, 3]]]] }],
  'claims-left': [{ source: TWO_INPUTS, text: [[['graphs', 0, 'claims'], (claims: readonly unknown[]) => [...claims, null]]] }],
  'claim-of-other-type': [
    { source: DIVIDES, text: [[['graphs', 0, 'claims'], (claims: readonly unknown[]) => [...claims.slice(0, -1), 'bool']]] },
    { source: DIVIDES, text: [[['graphs', 0, 'claims'], (claims: readonly unknown[]) => claims.with(0, { bytes: [0, 3, [0, 255]] })]] },
    // Values that the type does not have, where a transfer function would be wrong of it, or not end.
    { source: EXCLUSIVE, proof: octetsAre([-2, 255], [-1_536, 1_255]) },
    { source: ROOT, text: [[['graphs', 0, 'claims'], (claims: readonly unknown[]) => claims.with(0, [0, `1${'0'.repeat(60)}`])]] },
    { source: DIVIDES, text: [[['graphs', 0, 'claims'], (claims: readonly unknown[]) => claims.with(0, [0, '9223372036854775808'])]] },
    { source: LENGTHS, text: [[['graphs', 0, 'claims'], (claims: readonly unknown[]) => claims.with(0, { length: [0, 1_048_577] })]] },
    { source: LENGTHS, text: [[['graphs', 0, 'claims'], (claims: readonly unknown[]) => claims.with(1, { list: [0, 65_537, [0, 1]] })]] },
    {
      source: EXCLUSIVE,
      text: [[['graphs', 0, 'claims'], (claims: readonly unknown[]) => claims.with(0, { bytes: [0, 1_048_577, [0, 1]] })]],
    },
  ],
  'claim-not-implied': [
    { source: DIVIDES, proof: subtractionIs(1, 2) },
    { source: DIVIDES, proof: (draft) => draft.claim(draft.node('SUB'), NEVER) },
    { source: DIVIDES, proof: (draft) => draft.claim(draft.parameter(0), integers(2, 3)) },
  ],
  'claim-where-dead': [{ source: HALF_DEAD, proof: (draft) => draft.claim(draft.node('DIV'), integers(1, 1)) }],
  'difference-not-implied': [
    {
      source: DIFFERS,
      proof: (draft) => draft.set({ differences: new Map([[draft.node('SUB'), [{ minuend: 1, subtrahend: 0, bound: 0, path: [] }]]]) }),
    },
    {
      source: 'circuit c {\n  input xs: [0..3; ..5]\n  input i: 0..9\n  output o: 0..3\n  o = xs[i]\n}\n',
      proof: (draft) => {
        const [xs, i] = [draft.parameter(0), draft.parameter(1)];
        const path = [{ via: null, minuend: i, subtrahend: -1 - xs, bound: -1 }];
        draft.close({ by: 'analysis', differences: [{ minuend: 1, subtrahend: -1, bound: -1, path }] });
      },
    },
    {
      source: CALLS,
      proof: (draft) => {
        const call = draft.proof.closure.findIndex((_, index) => draft.open.includes(index));
        expect(call).toBeGreaterThanOrEqual(0);
        const nothing = {
          claims: [],
          steps: new Map(),
          kept: new Map(),
          drifts: new Map(),
          unrolled: [],
          joins: new Map(),
          differences: new Map(),
        };
        draft.close({ by: 'call', given: [{ minuend: 0, subtrahend: 1, bound: 0, path: NO_PATH }], requires: nothing });
      },
    },
  ],
  'step-not-reached': [
    {
      source:
        'circuit c {\n  input a: 0..9\n  input b: 0..9\n  output o: i64\n  q = if b > 0 { 6 / b } else { 0 }\n  o = if a > 0 { q + 12 / b } else { 0 }\n}\n',
      proof: (draft) => {
        const region = draft.region(draft.node('select', 1));
        const from = draft.node('DIV');
        draft.set({
          steps: new Map([...draft.proof.steps, [region, [{ rule: 'backward', from, to: draft.parameter(1), claim: integers(1, 9) }]]]),
        });
      },
    },
    {
      source: TWO_ARMS,
      proof: (draft) => {
        const region = draft.region(draft.node('select'), 1);
        const step = { rule: 'forward', node: draft.node('DIV'), claim: integers(6, 6), differences: [] } as const;
        draft.set({ steps: new Map([...draft.proof.steps, [region, [step]]]) });
      },
    },
    {
      source: NESTED,
      proof: (draft) => {
        const region = draft.region(draft.node('select', 1), 1);
        const step = { rule: 'reached', owner: draft.node('shortCircuit'), child: 0 } as const;
        draft.set({ steps: new Map([...draft.proof.steps, [region, [step]]]) });
      },
    },
  ],
  'step-without-rule': [
    {
      source: GUARDED,
      proof: (draft) => {
        const region = draft.region(draft.node('select'));
        const step = { rule: 'backward', from: draft.node('GT'), to: draft.node('GT'), claim: boolean(false, true) } as const;
        draft.set({ steps: new Map([[region, [step]]]) });
      },
    },
  ],
  'step-claims-too-little': [
    {
      source: GUARDED,
      proof: (draft) => {
        const region = draft.region(draft.node('select'));
        const step = { rule: 'backward', from: draft.node('GT'), to: draft.parameter(0), claim: integers(2, 3) } as const;
        draft.set({ steps: new Map([[region, [step]]]) });
      },
    },
    {
      source: KEEPS,
      proof: (draft) => {
        const region = draft.region(draft.node('loop'));
        const step = { rule: 'backward', from: draft.node('GT'), to: draft.node('bound'), claim: integers(2, 3) } as const;
        draft.set({ kept: new Map([[region, [step]]]) });
      },
    },
  ],
  'region-not-entered': [
    {
      source: 'circuit c {\n  input a: 0..9\n  input b: 0..9\n  output o: i64\n  o = if a == 0 or b > 0 { 6 / b } else { 0 }\n}\n',
      proof: (draft) => {
        const either = draft.node('shortCircuit');
        const right = draft.graph.regions[draft.region(either)]?.result ?? -1;
        const steps = [
          { rule: 'reached', owner: either, child: 0 },
          { rule: 'backward', from: right, to: draft.parameter(1), claim: integers(1, 9) },
        ] as const;
        draft.set({ steps: new Map([...draft.proof.steps, [draft.region(draft.node('select')), steps]]) });
      },
    },
  ],
  'accumulator-base-case': [
    {
      source: 'circuit c {\n  input n: 0..10\n  output y: 0..10\n  y = fold acc = 0 for i in 0..n { acc + 1_000 }\n}\n',
      proof: (draft) => {
        draft.claim(accumulatorOf(draft, draft.node('fold')) ?? -1, NEVER);
        draft.set({ drifts: new Map(), unrolled: [] });
      },
    },
    { source: COUNTS, proof: countsAre(2, 300) },
  ],
  'accumulator-not-inductive': [
    {
      source: COUNTS,
      proof: (draft) => {
        countsAre(0, 0)(draft);
        draft.set({ drifts: new Map() });
      },
    },
    { source: COUNTS, proof: countsAre(0, 0) },
    { source: COUNTS, proof: countsAre(0, 0, 3, 199) },
  ],
  'drift-not-implied': [
    {
      source: COUNTS,
      proof: (draft) => {
        countsAre(0, 0)(draft);
        const drifts = [...draft.proof.drifts].map(
          ([fold, each]) =>
            [fold, each.map((drift) => ({ ...drift, upper: 0, upperPath: NO_PATH, lower: null, lowerPath: NO_PATH }))] as const,
        );
        draft.set({ drifts: new Map(drifts) });
      },
    },
  ],
  'not-unrolled': [
    {
      source: COUNTS,
      proof: (draft) => {
        countsAre(0, 0, 2, 2)(draft);
        draft.set({ drifts: new Map(), unrolled: [draft.node('fold')] });
      },
    },
  ],
  'join-of-too-many-arms': [
    {
      source: `circuit c {\n  input a: 0..99\n  output o: i64\n  m = match a {\n${Array.from({ length: 17 }, (_, i) => `    ${i} => ${i}\n`).join('')}    _ => a\n  }\n  o = 6 / (a - m)\n}\n`,
      proof: (draft) => {
        const [match, a] = [draft.node('match'), draft.parameter(0)];
        draft.set({ joins: new Map([[match, [{ minuend: match, subtrahend: a, bound: -1, paths: [] }]]]) });
      },
    },
  ],
  'join-not-implied': [
    {
      source: LEAST,
      proof: (draft) => {
        const [m, a] = [draft.node('select'), draft.parameter(0)];
        const link = { via: m, minuend: m, subtrahend: a, bound: -1 };
        draft.set({
          joins: new Map([[m, [{ minuend: m, subtrahend: a, bound: -1, paths: [[], []] }]]]),
          differences: new Map([[draft.node('SUB'), [{ minuend: 1, subtrahend: 0, bound: -1, path: [link] }]]]),
        });
      },
    },
  ],
  'unused-steps': [
    { source: TWO_INPUTS, proof: listing(() => ({ steps: new Map([[99, [{ rule: 'reached', owner: 0, child: 0 }]]]) })) },
    {
      source: `circuit c {\n  input a: 0..3\n  input b: 0..3\n  output o: i64\n  o = if a > 5 { a } else { 7 }\n}\n`,
      proof: (draft) => {
        const region = draft.region(draft.node('select'));
        draft.set({ steps: new Map([[region, [{ rule: 'forward', node: draft.parameter(0), claim: NEVER, differences: [] }]]]) });
      },
    },
    {
      source: ODD,
      proof: (draft) => {
        const region = draft.region(draft.node('select'));
        const before = draft.proof.steps.get(region) ?? [];
        const more = { rule: 'forward', node: draft.parameter(0), claim: NEVER, differences: [] } as const;
        draft.set({ steps: new Map([...draft.proof.steps, [region, [...before, more]]]) });
      },
    },
  ],
  'unused-kept': [{ source: TWO_INPUTS, proof: listing(() => ({ kept: new Map([[0, [{ rule: 'reached', owner: 0, child: 0 }]]]) })) }],
  'unused-drifts': [
    {
      source: TWO_INPUTS,
      proof: listing(() => ({
        drifts: new Map([[5, [{ field: null, before: 0, after: 0, upper: 0, lower: null, upperPath: [], lowerPath: [] }]]]),
      })),
    },
  ],
  'unused-unrolled': [{ source: TWO_INPUTS, proof: listing(() => ({ unrolled: [0] })) }],
  'unused-joins': [
    { source: TWO_INPUTS, proof: listing(() => ({ joins: new Map([[0, [{ minuend: 0, subtrahend: 0, bound: 0, paths: [] }]]]) })) },
    {
      source: LEAST,
      proof: (draft) => {
        const [m, a] = [draft.node('select'), draft.parameter(0)];
        draft.set({ joins: new Map([[m, [{ minuend: m, subtrahend: a, bound: 99, paths: [[]] }]]]) });
      },
    },
  ],
  'unused-differences': [
    {
      source: TWO_INPUTS,
      proof: listing((draft) => ({ differences: new Map([[draft.parameter(0), [{ minuend: 99, subtrahend: -99, bound: 0, path: [] }]]]) })),
    },
    {
      source: TWO_INPUTS,
      proof: listing(() => ({ differences: new Map([[99, [{ minuend: 0, subtrahend: 0, bound: 0, path: [] }]]]) })),
    },
  ],
  'other-closure-domains': [{ source: TWO_INPUTS, proof: listing(() => ({ closure: [] })) }],
  'entropy-source': [{ source: 'circuit c {\n  input a: 0..3\n  output o: i64\n  output t: i64\n  o = a\n  t = NOW()\n}\n' }],
  'evidence-of-other-kind': [
    { source: TWO_INPUTS, proof: (draft) => draft.close({ by: 'exhaustion' }) },
    { source: TWO_INPUTS, proof: (draft) => draft.close(BY_ANALYSIS) },
    { source: DIVIDES, proof: (draft) => draft.close({ by: 'structure' }) },
    { source: DIVIDES, proof: (draft) => draft.close({ by: 'witness', inputs: [0] }) },
    {
      source: 'circuit c {\n  input a: 0..3\n  output o: 0..3\n  require a > 7\n  o = a\n}\n',
      proof: (draft) => draft.close({ by: 'exhaustion' }),
    },
  ],
  'evidence-where-dead': [
    {
      source: 'circuit c {\n  input a: 0..3\n  input b: 0..3\n  output o: i64\n  o = if a > 5 { 6 / (a - 7) } else { 7 }\n}\n',
      proof: (draft) => {
        const [index = -1] = closureDomains(draft.graph).flatMap(({ kind }, at) => (kind === 'operation' ? [at] : []));
        draft.set({
          closure: draft.proof.closure.with(index, { by: 'analysis', differences: [{ minuend: 0, subtrahend: 1, bound: 0, path: [] }] }),
        });
      },
    },
  ],
  'evidence-unused': [
    {
      source: 'circuit c {\n  input a: 0..3\n  output o: 0..2\n  o = a\n}\n',
      proof: (draft) => draft.close({ by: 'analysis', differences: [{ minuend: 99, subtrahend: -99, bound: 0, path: [] }] }),
    },
    {
      source: 'circuit c {\n  input a: 0..3\n  output o: i64\n  s: 0..2 = a\n  o = s\n}\n',
      proof: (draft) => draft.close({ by: 'analysis', differences: [{ minuend: 0, subtrahend: 0, bound: 0, path: [] }] }),
    },
  ],
  'bound-not-implied': [
    // A sum that is no constant, and one that is not negative.
    { source: TOO_WIDE, proof: byRefuting(() => summing([1, NEGATED])) },
    { source: TOO_WIDE, proof: byRefuting((draft) => summing([1, NEGATED], [1, { fact: 'upper', node: draft.parameter(0) }])) },
    { source: TOO_WIDE, proof: byRefuting(() => summing()) },
    // Right but for the multiplier; a negative multiple of what is not zero; a multiple that adds nothing.
    { source: TOO_WIDE, proof: byRefuting((draft) => summing([2, NEGATED], [1, { fact: 'upper', node: draft.parameter(0) }])) },
    { source: TOO_WIDE, proof: byRefuting((draft) => summing([1, NEGATED], [-1, { fact: 'lower', node: draft.parameter(0) }])) },
    { source: TOO_WIDE, proof: byRefuting((draft) => summing([0, { fact: 'lower', node: draft.parameter(0) }])) },
    // The product of three, and of none.
    { source: TOO_WIDE, proof: byRefuting(() => summing([1, NEGATED, NEGATED, NEGATED])) },
    { source: TOO_WIDE, proof: byRefuting(() => summing([1])) },
    // An assumption, a node and a fact that there are not.
    { source: TOO_WIDE, proof: byRefuting(() => summing([1, { fact: 'assumption', index: 1 }])) },
    { source: TOO_WIDE, proof: byRefuting(() => summing([1, { fact: 'upper', node: 99 }])) },
    { source: SMALLER, proof: byRefuting((draft) => summing([1, { fact: 'node', node: draft.node('MIN'), index: 4 }])) },
    // A difference that its node does not vouch for.
    {
      source: TOO_WIDE,
      proof: byRefuting((draft) => {
        const node = draft.parameter(0);
        return summing([1, { fact: 'difference', link: { via: node, minuend: node, subtrahend: node, bound: -1 } }]);
      }),
    },
    // A fact of an arm, used where the other one may have been taken.
    {
      source: SMALLER,
      proof: byRefuting((draft) => {
        const [select, min] = [draft.node('select'), draft.node('MIN')];
        return summing([1, NEGATED], [-1, { fact: 'node', node: select, index: 0 }], [1, { fact: 'node', node: min, index: 1 }]);
      }),
    },
    // A split of which one side is not refuted, and one on a premise that there is not.
    {
      source: SMALLER,
      proof: byRefuting((draft) => {
        const [select, min] = [draft.node('select'), draft.node('MIN')];
        const inArm = summing([1, NEGATED], [-1, { fact: 'node', node: select, index: 0 }], [1, { fact: 'node', node: min, index: 1 }]);
        return { rule: 'split', node: select, fact: 0, premise: 0, holds: inArm, fails: inArm };
      }),
    },
    {
      source: SMALLER,
      proof: byRefuting((draft) => {
        const wrong = summing([1, NEGATED]);
        return { rule: 'split', node: draft.node('select'), fact: 0, premise: 7, holds: wrong, fails: wrong };
      }),
    },
    // A fact that the body of a loop knows of its source, used where the loop may not have run: of both nodes, one is in the body.
    ...[0, 1].map(
      (position): Forged => ({
        source: MEANS,
        proof: byBounds((draft) => {
          const empty: FactReference = { fact: 'node', node: draft.node('GT'), index: 1 };
          const refutation = summing([1, empty], [1, { fact: 'lower', node: draft.node('LENGTH', position) }]);
          return [{ minuend: null, subtrahend: 0, bound: -1, refutation }];
        }),
      }),
    ),
    // A fact of an operation that is known to succeed, used for what it needs itself.
    {
      source: CLAMPS,
      proof: byBounds((draft) => {
        const [low, high] = [0, 1].map((index): FactReference => ({ fact: 'node', node: draft.node('CLAMP'), index }));
        if (low === undefined || high === undefined) throw new Error('no facts');
        return [{ minuend: 1, subtrahend: 2, bound: 0, refutation: summing([1, NEGATED], [1, low], [1, high]) }];
      }),
    },
    // A bound of an argument that there is not.
    { source: DIVIDES, proof: byBounds(() => [{ minuend: 7, subtrahend: null, bound: 0, refutation: summing([1, NEGATED]) }]) },
  ],
  'bounds-too-loose': [
    { source: TOO_WIDE, proof: byBounds(() => []) },
    { source: 'circuit c {\n  input a: 0..3\n  output o: 0..3\n  o = a\n  ensure o < 3\n}\n', proof: byBounds(() => []) },
    { source: CALLS, proof: byBounds(() => []) },
    {
      source: 'circuit c {\n  input a: 0..9\n  output o: i64\n  o = fold t: 0..4 = 0 for i in 0..a { t + 1 }\n}\n',
      proof: byBounds(() => []),
    },
    {
      source: TOO_WIDE,
      proof: byBounds((draft) => [
        {
          minuend: 0,
          subtrahend: null,
          bound: 3,
          refutation: summing([1, NEGATED], [1, { fact: 'upper', node: draft.parameter(0) }]),
        },
      ]),
    },
  ],
  'bound-unused': [
    {
      source: 'circuit c {\n  input a: 0..3\n  output o: 0..3\n  output p: 0..2\n  o = a\n  p = a\n}\n',
      proof: (draft) => {
        const refutation = summing([1, NEGATED], [1, { fact: 'upper', node: draft.parameter(0) }]);
        const listed: Evidence = { by: 'linear', bounds: [{ minuend: 0, subtrahend: null, bound: 3, refutation }] };
        draft.set({ closure: draft.proof.closure.map((evidence, index) => (index === 1 ? listed : evidence)) });
      },
    },
  ],
  'input-fails': [
    { source: DIVIDES, proof: (draft) => draft.close({ by: 'exhaustion' }) },
    {
      source: 'circuit c {\n  input xs: [0..0; 5_000]\n  output o: i64\n  o = 1 / (LENGTH(xs) % 5_000)\n}\n',
      proof: (draft) => draft.close({ by: 'exhaustion' }),
    },
  ],
  'need-not-implied': [
    { source: DIVIDES },
    { source: DIVIDES, proof: (draft) => draft.close({ by: 'call', given: [], requires: draft.pass() }) },
    { source: CALLS, proof: (draft) => draft.close(BY_ANALYSIS) },
    { source: 'circuit c {\n  input a: 0..3\n  output o: i64\n  s: 0..2 = a\n  o = s\n}\n' },
    { source: 'circuit c {\n  input a: 0..3\n  output o: i64\n  o = match a { 0 => 1, 1 => 2, 3 => 4 }\n}\n' },
    { source: 'circuit c {\n  input a: 0..9\n  output o: i64\n  o = fold t: 0..4 = 0 for i in 0..a { t + 1 }\n}\n' },
    { source: 'circuit c {\n  input a: 0..99_999\n  output o: i64\n  o = LENGTH(map i in 0..a { i })\n}\n' },
  ],
  'domain-not-implied': [
    { source: 'circuit c {\n  input a: 0..3\n  output o: 0..2\n  o = a\n}\n' },
    { source: 'circuit c {\n  input a: 0..3\n  output o: 0..3\n  o = a\n  ensure o < 3\n}\n' },
    { source: 'component half(a: 0..9) -> 0..3 {\n  a / 2\n}\ncircuit c {\n  input a: 0..3\n  output o: i64\n  o = half(a)\n}\n' },
    { source: TWO_INPUTS },
    {
      source: 'circuit c {\n  input a: 0..3\n  output o: 0..3\n  require a > 7\n  o = a\n}\n',
      proof: (draft) => draft.close({ by: 'witness', inputs: [3] }),
    },
  ],
  'cases-missing': [{ source: DIVIDES, proof: (draft) => draft.close({ by: 'cases' }) }],
  'cases-unused': [
    {
      source: DIVIDES,
      proof: (draft, forgery) => {
        inOneCase(2, 3, [BY_ANALYSIS])(draft, forgery);
        draft.close(BY_ANALYSIS);
      },
    },
  ],
  'case-incomplete': [{ source: DIVIDES, proof: inOneCase(0, 3, []) }],
  'case-on-others': [
    { source: DIVIDES, proof: inOneCase(0, 3, [{ by: 'exhaustion' }]) },
    { source: DIVIDES, proof: inOneCase(0, 3, [{ by: 'cases' }]) },
  ],
  'case-of-other-type': [
    { source: DIVIDES, proof: inOneCase(0, 3, [BY_ANALYSIS], 1) },
    {
      source: DIVIDES,
      proof: (draft) => {
        draft.close({ by: 'cases' });
        draft.set({ cases: { parameter: 0, parts: [{ view: boolean(true, true), proof: { ...draft.pass(), closure: [BY_ANALYSIS] } }] } });
      },
    },
  ],
  'cases-not-covering': [
    { source: DIVIDES, proof: inOneCase(2, 3, [BY_ANALYSIS]) },
    {
      source: DIVIDES,
      proof: (draft) => {
        draft.close({ by: 'cases' });
        draft.set({ cases: { parameter: 0, parts: [] } });
      },
    },
  ],
  'export-not-implied': [
    {
      source: PART,
      proof: (draft, { components: [part] }) => {
        part?.set({ exported: [{ minuend: 'result', subtrahend: 1, bound: -1, path: [] }] });
        const [call, b] = [draft.node('call'), draft.parameter(1)];
        const path = [{ via: call, minuend: call, subtrahend: b, bound: -1 }];
        draft.set({ differences: new Map([[draft.node('SUB'), [{ minuend: 1, subtrahend: 0, bound: -1, path }]]]) });
      },
    },
    {
      source: DIVIDES,
      proof: (draft) => {
        draft.close({ by: 'exhaustion' });
        draft.set({ exported: [{ minuend: 0, subtrahend: 0, bound: 0, path: [] }] });
      },
    },
  ],
  'other-query': [
    { source: NEEDS_SOLVER, proof: byQuery({ digest: '0'.repeat(64) }) },
    { source: NEEDS_SOLVER, proof: byQuery({ encoding: 'vectors' }) },
  ],
  'query-contradicted': [{ source: NEEDS_SOLVER, proof: byQuery({}), wrong: 'SUB' }],
  'other-runs': [
    { source: NEEDS_SOLVER, proof: byQuery({ runs: 0 }) },
    { source: NEEDS_SOLVER, proof: byQuery({ runs: 1_000_000 }) },
  ],
  'query-limit': [{ source: NEEDS_SOLVER, proof: byQuery({ limit: 1_000_000_000 }) }],
  'queries-limit': [{ source: NEEDS_SOLVER_TWICE, proof: byQuery({ limit: MOST_QUERY_STEPS.integers }) }],
  'solver-missing': [{ source: NEEDS_SOLVER, proof: byQuery({}) }],
  'solver-doubts': [
    { source: NEEDS_SOLVER, proof: byQuery({}), solver: answering({ verdict: 'sat', steps: 1, values: new Map() }) },
    { source: NEEDS_SOLVER, proof: byQuery({}), solver: answering({ verdict: 'unknown', steps: 1 }) },
  ],
  'other-solver': [{ source: NEEDS_SOLVER, proof: byQuery({}), solver: answering({ verdict: 'unsat', steps: 1 }, '2') }],
};

/** Makes the reference of a monomer of integers wrong by one; gives what mends it. */
function makeWrong(name: string): () => void {
  const monomer = monomerNamed(name);
  const right = monomer === undefined ? undefined : Reflect.get(monomer, 'reference');
  if (monomer === undefined || typeof right !== 'function') throw new Error(`no reference of ${name}`);
  Reflect.set(monomer, 'reference', (args: unknown) => Number(Reflect.apply(right, undefined, [args])) + 1);
  return () => void Reflect.set(monomer, 'reference', right);
}

function setAt(json: unknown, path: readonly (string | number)[], value: unknown): void {
  const [key, ...rest] = path;
  if (typeof json !== 'object' || json === null || key === undefined) throw new Error(`no ${path.join('/')}`);
  if (rest.length === 0) Reflect.set(json, key, typeof value === 'function' ? value(Reflect.get(json, key)) : value);
  else setAt(Reflect.get(json, key), rest, value);
}

function certificateOf({ proof, text, octets }: Forged, forgery: Forgery): Uint8Array {
  if (proof !== undefined) proof(forgery.circuit, forgery);
  forgery.derive();
  const sealed = forgery.sealed();
  if (octets !== undefined) return octets(sealed);
  if (text === undefined) return sealed;
  const { certificate }: { certificate: unknown } = JSON.parse(decodeUtf8(sealed) ?? '');
  for (const [path, value] of text) setAt(certificate, path, value);
  const body = JSON.stringify(certificate);
  return encodeUtf8(`{"certificate":${body},"digest":"${sha256Hex(body)}"}`);
}

const rows = Object.entries(FORGED).flatMap(([code, forged]) => forged.map((each, index) => [code, index, each] as const));

test('each refusal of the checker has a forged certificate', () => {
  expect(Object.keys(FORGED).toSorted()).toEqual([...REFUSAL_CODES].toSorted());
});

test.each(rows)('%s, %i: the forged certificate of an open program is refused for just that', async (code, _, forged) => {
  const forgery = Forgery.of(forged.source);
  expect(certify(forgery.program).certified).toBe(false);
  const certificate = certificateOf(forged, forgery);
  const restore = forged.wrong === undefined ? () => undefined : makeWrong(forged.wrong);
  const checked =
    forged.solver === undefined ? check(forgery.program, certificate) : await checkWith(forgery.program, certificate, forged.solver);
  restore();
  expect(checked).toMatchObject({ valid: false, refused: code });
});

test('the engine that certificates are made by is not one whose kernel was wrong', () => {
  expect(ENGINE_VERSION).not.toBe('1.0.0');
});
