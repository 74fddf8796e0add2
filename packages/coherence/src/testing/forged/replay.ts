import { boolean, integers, NEVER, ofRanges, record, sequence, texts } from '@kirchhoff/kernel/abstract/abstract';
import type { DriftProof, FactReference, LinearBound, Link } from '@kirchhoff/kernel/certificate/format';
import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import { nodeAt, operandsOf } from '@kirchhoff/kernel/graph/schedule';
import { LIST_LENGTH, TEXT_LENGTH } from '@kirchhoff/kernel/limits';
import type { Int } from '@kirchhoff/kernel/types/integer';
import { ALL_CHARACTERS } from '@kirchhoff/kernel/types/text-forms';
import { CALLS, DIVIDES, type Forged, listing, PART, refusals, TWO_INPUTS } from '../forged.js';
import { passWithoutCalls } from '../forged-inlined.js';
import { accumulatorOf, BY_ANALYSIS, type Forgery, type ProofDraft } from '../forgery.js';

const circuitOf = (...lines: readonly string[]): string => `circuit c {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
/** Fails if the count of ones is 1. */
const COUNTS =
  'circuit c {\n  input xs: [0..1; 200..200]\n  output o: i64\n  o = fold t = 0 for x in xs { t + x + 0 * (6 / (t - 1)) }\n}\n';
/** The stated domain is false: a is up to 3. */
const TOO_WIDE = 'circuit c {\n  input a: 0..3\n  output o: 0..2\n  o = a\n}\n';
const DIFFERS = 'circuit c {\n  input a: 0..9\n  input b: 0..9\n  output o: i64\n  o = 6 / (b - a + 1)\n}\n';
const GUARDED = 'circuit c {\n  input a: 0..3\n  output o: i64\n  o = if a > 0 { 6 / (a - 1) } else { 0 }\n}\n';
/** The first arm is not reached, the second fails. */
const HALF_DEAD = 'circuit c {\n  input a: 0..3\n  output o: i64\n  o = if a > 5 { 6 / (a - 7) } else { 6 / (a - 1) }\n}\n';
const TWO_ARMS = 'circuit c {\n  input a: 0..3\n  output o: i64\n  o = if a > 0 { 6 / a } else { 7 / a }\n}\n';
const NESTED =
  'circuit c {\n  input a: 0..3\n  input b: 0..3\n  output o: i64\n  o = if a > 0 { if b > 1 and b < 3 { 1 } else { 2 } } else { 7 / a }\n}\n';
/** The first arm is not reached, which needs a step to show; the second fails. */
const ODD = 'circuit c {\n  input a: 0..1_000_000\n  output o: i64\n  o = if a * 2 == 5 { 1 } else { 6 / (a - 1) }\n}\n';
const LEAST = 'circuit c {\n  input a: 0..9\n  input b: 0..9\n  output o: i64\n  m = if a <= b { a } else { b }\n  o = 6 / (a - m)\n}\n';
const KEEPS =
  'circuit c {\n  input xs: [0..3; ..9]\n  output o: [i64; ..9]\n  ys = filter x in xs { x > 0 }\n  o = map y in ys { 6 / (y - 1) }\n}\n';
/** Fails if more bytes are kept than a list may have elements. */
const KEEPS_BYTES =
  'circuit c {\n  input a: bytes[..70_000]\n  output o: i64\n  b = filter x in a { x >= 0 }\n  o = 6 / (LENGTH(b) - 66_000)\n}\n';
/** Fails if the first bytes differ by 5. */
const EXCLUSIVE = 'circuit c {\n  input a: bytes[2]\n  input b: bytes[2]\n  output o: i64\n  o = 6 / (XOR_BYTES(a, b)[0] - 5)\n}\n';
const ROOT = 'circuit c {\n  input a: 0..9\n  output o: i64\n  o = 6 / (ISQRT(a) - 1)\n}\n';
const LENGTHS = 'circuit c {\n  input a: text[..9]\n  input b: [0..1; ..9]\n  output o: i64\n  o = 6 / (TEXT_LENGTH(a) - LENGTH(b))\n}\n';
/** Always fails, since the text ends in a hyphen. */
const SPELLS = circuitOf('input a: text[..2] of "ab"', 'output o: i64', 't = a ++ "-"', 'o = 6 / (if ENDS_WITH(t, "-") { 0 } else { 1 })');
/** Fails for the text b. */
const OF_LETTERS = circuitOf('input a: text[..2] of "ab"', 'output o: i64', 'o = 6 / (if a == "b" { 0 } else { 1 })');
/** The result belongs to no closed domain if the text ends in a hyphen. */
const COMPUTED = circuitOf('input a: text[1..9] of "a-z-"', 'output o: hostname', 'o = "a" ++ a');
const NAMED = circuitOf('input a: hostname', 'output o: i64', 'o = 6 / (if a == "a" { 0 } else { 1 })');
/** Fails if the letter becomes a capital, which it always does. */
const CAPITALS = circuitOf(
  'input n: 1..3',
  'output o: i64',
  't = fold t = "a" for i in 1..n { UPPER(t) }',
  'o = 6 / (if INCLUDES(t, "A") { 0 } else { 1 })',
);
/** Claims that the accumulator has these characters. */
const onlyOf = (character: number) => (draft: ProofDraft) => {
  draft.claim(accumulatorOf(draft, draft.node('fold')) ?? -1, texts(0, TEXT_LENGTH, [character, character]));
  draft.set({ drifts: new Map(), unrolled: [] });
};
const bytesAre =
  (...ranges: readonly (readonly [Int, Int])[]) =>
  (draft: ProofDraft) =>
    ranges.forEach(([lo, hi], index) => draft.claim(draft.parameter(index), sequence('bytes', 2, 2, integers(lo, hi))));
const subtractionIs = (lo: number, hi: number) => (draft: ProofDraft) => draft.claim(draft.node('SUB'), integers(lo, hi));
/** Forges claims for the accumulator, and claims that the division by it less 1 never fails. */
const countsAre =
  (...ranges: readonly number[]) =>
  (draft: ProofDraft) =>
    draft.claim(accumulatorOf(draft, draft.node('fold')) ?? -1, ofRanges(ranges));
const NO_PATH: readonly Link[] = [];
/** Two fields of an accumulator. The second is falsely claimed to stay small. */
const twoFields = (step: string, other = 'p.a + x'): string =>
  `circuit c {\n  input xs: [0..1; ..1000]\n  input r: (b: 0..5000)\n  output o: i64\n  p = fold p = (a: 0, b: 0) for x in xs { (a: ${other}, b: ${step} + 0 * (6 / (p.b - 1001))) }\n  o = p.a + r.b\n}\n`;
/** Drift claims for the second field; the first keeps the prover's claim. */
const secondField =
  (most: number, drift: (draft: ProofDraft, result: NodeId) => Partial<DriftProof> | null, mostOfFirst = 1_000) =>
  (draft: ProofDraft): void => {
    const fold = draft.node('fold');
    const fields = [mostOfFirst, most].map((hi, index) => ({ name: index === 0 ? 'a' : 'b', view: integers(0, hi) }));
    draft.claim(accumulatorOf(draft, fold) ?? -1, record(fields));
    const first = (draft.proof.drifts.get(fold) ?? []).filter(({ field }) => field === 'a');
    const made = nodeAt(draft.graph, draft.node('record', 1));
    const built = made.op === 'record' ? made.fields.find(({ name }) => name === 'b')?.node : undefined;
    if (first.length !== 1 || built === undefined) throw new Error('the first field does not drift');
    const changed = drift(draft, built);
    const nothing = { field: 'b', before: built, after: built, upper: null, lower: null, upperPath: NO_PATH, lowerPath: NO_PATH };
    draft.set({ drifts: new Map([[fold, changed === null ? first : [...first, { ...nothing, ...changed }]]]) });
  };
/** A drift of at most one, from a field to which the step adds an element. */
const fromField =
  (name: string, of: (draft: ProofDraft, record: NodeId) => boolean) =>
  (draft: ProofDraft, result: NodeId): Partial<DriftProof> => {
    const [sum = -1] = operandsOf(nodeAt(draft.graph, result));
    const before = fieldNamed(draft, name, (read) => of(draft, read));
    const upperPath = [
      { via: result, minuend: result, subtrahend: sum, bound: 0 },
      { via: sum, minuend: sum, subtrahend: before, bound: 1 },
    ];
    return { before, upper: 1, upperPath };
  };
const isAccumulator = (draft: ProofDraft, node: NodeId): boolean => node === accumulatorOf(draft, draft.node('fold'));
/** Returns the node that reads a field. */
const fieldNamed = (draft: ProofDraft, name: string, of: (record: NodeId) => boolean): NodeId => {
  const found = draft.all('field').find((id) => {
    const node = nodeAt(draft.graph, id);
    return node.op === 'field' && node.name === name && of(node.record);
  });
  if (found === undefined) throw new Error(`no field ${name}`);
  return found;
};
/** A circuit of three inputs with a quotient in the arm for a <= b. The condition implies that difference. */
const inArm = (divisor: string): string =>
  `circuit c {\n  input a: 0..9\n  input b: 0..9\n  input c: 0..9\n  output o: i64\n  o = if a <= b { 6 / (${divisor}) } else { c }\n}\n`;
/** Gives the arguments of the subtraction differences by a path of one link, justified by the condition. */
const linkedBy =
  (minuend: number, subtrahend: number, linked: number, bound: number, from = 1, to = 0) =>
  (draft: ProofDraft) => {
    const link = { via: draft.node('LE'), minuend: draft.parameter(minuend), subtrahend: draft.parameter(subtrahend), bound: linked };
    draft.set({ differences: new Map([[draft.node('SUB'), [{ minuend: from, subtrahend: to, bound, path: [link] }]]]) });
  };
/** Fails if the count of ones is 1. */
const COUNTS_DOWN =
  'circuit c {\n  input xs: [0..1; 200..200]\n  output o: i64\n  o = fold t = 0 for x in xs { t - x + 0 * (6 / (t + 1)) }\n}\n';
/** Claims that the accumulator stays 0, by a drift of other nodes. */
const driftingAs =
  (changed: (draft: ProofDraft, accumulator: number, result: number) => Partial<DriftProof>) =>
  (draft: ProofDraft): void => {
    countsAre(0, 0)(draft);
    const fold = draft.node('fold');
    const [accumulator = -1, result] = [accumulatorOf(draft, fold), draft.graph.regions[draft.region(fold)]?.result];
    const drift = {
      field: null,
      before: accumulator,
      after: result ?? -1,
      upper: null,
      lower: null,
      upperPath: NO_PATH,
      lowerPath: NO_PATH,
    };
    draft.set({ drifts: new Map([[fold, [{ ...drift, ...changed(draft, accumulator, result ?? -1) }]]]) });
  };
/** A list with the maximal nesting, contained so often in another that following the program exceeds the work of a check. */
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
/** Adds differences to a call, with as many links that each look up the last difference. */
const manyDifferences = (draft: ProofDraft, forgery: Forgery): void => {
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
/** Adds steps that each examine every arm of a match. */
const manySteps = (draft: ProofDraft): void => {
  const region = draft.region(draft.node('select'));
  const reached = Array.from({ length: 4_000 }, () => ({ rule: 'reached', owner: draft.node('match'), child: 0 }) as const);
  draft.set({ steps: new Map([...draft.proof.steps, [region, [...(draft.proof.steps.get(region) ?? []), ...reached]]]) });
};

function nestedItems(depth: number): unknown {
  let claim: unknown = [0, 1];
  for (let i = 0; i < depth; i += 1) claim = { list_items: [claim, claim] };
  return claim;
}

function manyTags(count: number): unknown {
  return { tags: Array.from({ length: count }, (_, i) => `a${String(i).padStart(6, '0')}`) };
}

/** Forges bounds for the value of the first parameter. */
const cutting = (bounds: (draft: ProofDraft) => readonly LinearBound[]) => (draft: ProofDraft) =>
  draft.set({ cuts: new Map([[draft.parameter(0), bounds(draft)]]) });
const NEGATED: FactReference = { fact: 'assumption', index: 0 };
const upper = (node: NodeId): FactReference => ({ fact: 'upper', node });
/** An upper bound by the sum of these products. */
const bounding = (bound: number, ...products: readonly (readonly FactReference[])[]): LinearBound => ({
  minuend: 0,
  subtrahend: null,
  bound,
  refutation: { rule: 'sum', terms: products.map((factors) => ({ multiplier: 1, factors })) },
});

const STATED =
  'circuit c {\n  input xs: [0..1; 200..200]\n  output o: i64\n  o = fold t: 0..9 = 0 for x in xs { MIN(t + x + 0 * (6 / (t - 1)), 9) }\n}\n';

/** Fails if one field has moved to 8, or if both have moved to that sum. */
const MOVES =
  'circuit c {\n  input xs: [0..1; ..4]\n  output o: i64\n  p = fold p = (a: 0, b: 0) for x in xs { if x > 0 { (a: p.a + 2, b: p.b) } else { (a: p.a, b: p.b + 3) } }\n  o = 6 / (p.a + p.b - 8)\n}\n';
/** Understates the change of a field in the arms. */
const movingBy =
  (seen: number, said: number) =>
  (draft: ProofDraft): void => {
    const owner = draft.node('select');
    const joins = draft.proof.joins.get(owner) ?? [];
    if (!joins.some(({ bound }) => bound === seen)) throw new Error('no field moves');
    draft.set({ joins: new Map([[owner, joins.map((join) => (join.bound === seen ? { ...join, bound: said } : join))]]) });
  };

const EVERY_BYTE = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0')).join('');

export const REPLAY = refusals('replay', {
  'too-much-work': [
    { source: DEEP },
    { source: CALLS_NEXT, proof: manyDifferences },
    { source: MATCHES, proof: manySteps },
    // Items that are joined anew at every level, and many tags that are joined with one more each time.
    { source: DIVIDES, text: [[['graphs', 0, 'claims', 0], nestedItems(16)]] },
    {
      source: DIVIDES,
      text: [
        [['graphs', 0, 'claims', 0], { list_items: [manyTags(200_000), ...Array.from({ length: 40 }, (_, i) => ({ tags: [`b${i}`] }))] }],
      ],
    },
  ],
  'claims-missing': [{ source: DIVIDES, text: [[['graphs', 0, 'claims'], [[0, 3]]]] }],
  'claims-left': [{ source: TWO_INPUTS, text: [[['graphs', 0, 'claims'], (claims: readonly unknown[]) => [...claims, null]]] }],
  'claim-of-other-type': [
    // Characters that do not exist, and sets of texts for other types.
    { source: SPELLS, proof: (draft) => draft.claim(draft.node('CONCAT'), texts(1, 3, [0x2d, 0x2d, 0x61, 0x11_0000])) },
    ...[{ class: [1, 3, [0x61, 0x61]] }, { form: ['hostname', 1, 253, [0x2d, 0x2e, 0x30, 0x39, 0x61, 0x7a]] }].map(
      (claim): Forged => ({ source: DIVIDES, text: [[['graphs', 0, 'claims'], (claims: readonly unknown[]) => claims.with(0, claim)]] }),
    ),
    // In a step.
    {
      source: GUARDED,
      proof: (draft) => {
        const step = { rule: 'backward', from: draft.node('GT'), to: draft.parameter(0), claim: boolean(false, true) } as const;
        draft.set({ steps: new Map([[draft.region(draft.node('select')), [step]]]) });
      },
    },
    { source: DIVIDES, text: [[['graphs', 0, 'claims'], (claims: readonly unknown[]) => [...claims.slice(0, -1), 'bool']]] },
    { source: DIVIDES, text: [[['graphs', 0, 'claims'], (claims: readonly unknown[]) => claims.with(0, { bytes: [0, 3, [0, 255]] })]] },
    // Values outside of the type, for which a transfer function would be wrong or would not terminate.
    { source: EXCLUSIVE, proof: bytesAre([-2, 255], [-1_536, 1_255]) },
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
    // A node instead of a call.
    {
      source: 'component same(p: 0..9) -> 0..9 {\n  p\n}\ncircuit c {\n  input a: 0..3\n  output o: i64\n  o = 6 / (same(a) - 1)\n}\n',
      proof: (draft, { program }) => {
        const pass = passWithoutCalls(program.core, draft.graph, [BY_ANALYSIS], (graph, node, view) =>
          nodeAt(graph, node).op === 'state' ? integers(2, 3) : view,
        );
        draft.close({ by: 'inlined' });
        draft.set({ inlined: pass });
      },
    },
    // Texts of fewer characters, and texts of a closed domain without a reason.
    { source: SPELLS, proof: (draft) => draft.claim(draft.node('CONCAT'), texts(1, 3, [0x61, 0x62])) },
    { source: SPELLS, proof: (draft) => draft.claim(draft.node('CONCAT'), texts(1, 3, ALL_CHARACTERS, 'hostname')) },
    { source: OF_LETTERS, proof: (draft) => draft.claim(draft.parameter(0), texts(0, 2, [0x61, 0x61])) },
    { source: COMPUTED, proof: (draft) => draft.claim(draft.node('CONCAT'), texts(2, 10, ALL_CHARACTERS, 'hostname')) },
    { source: NAMED, proof: (draft) => draft.claim(draft.parameter(0), texts(1, 253, ALL_CHARACTERS, 'ipv6')) },
    { source: NAMED, proof: (draft) => draft.claim(draft.parameter(0), texts(2, 253, ALL_CHARACTERS, 'hostname')) },
    { source: NAMED, proof: (draft) => draft.claim(draft.parameter(0), texts(1, 253, [0x2d, 0x2e, 0x30, 0x39, 0x62, 0x7a], 'hostname')) },
    // Bytes may be longer than lists.
    { source: KEEPS_BYTES, proof: (draft) => draft.claim(draft.node('loop'), sequence('bytes', 0, LIST_LENGTH, integers(0, 255))) },
    // Understates the elements that a filter keeps.
    { source: KEEPS, proof: (draft) => draft.claim(draft.node('loop'), sequence('list', 0, 9, integers(2, 3))) },
    // Understates the result of a call.
    { source: PART, proof: (draft) => draft.claim(draft.node('call'), NEVER) },
    { source: PART, proof: (draft) => draft.claim(draft.node('call'), integers(20, 30)) },
    { source: DIVIDES, proof: subtractionIs(1, 2) },
    { source: DIVIDES, proof: (draft) => draft.claim(draft.node('SUB'), NEVER) },
    { source: DIVIDES, proof: (draft) => draft.claim(draft.parameter(0), integers(2, 3)) },
    // A true difference of one argument and itself, used as a difference of two arguments.
    ...[0, 1].map(
      (position): Forged => ({
        source: DIFFERS,
        proof: (draft) => {
          subtractionIs(0, 9)(draft);
          const itself = { minuend: position, subtrahend: position, bound: 0, path: [] };
          draft.set({ differences: new Map([[draft.node('SUB'), [itself]]]) });
        },
      }),
    ),
  ],
  'claim-where-dead': [{ source: HALF_DEAD, proof: (draft) => draft.claim(draft.node('DIV'), integers(1, 1)) }],
  'difference-not-implied': [
    // A difference by an operation of an arm that was not taken, whose precondition may be false.
    {
      source:
        'circuit c {\n  input a: 0..9\n  input b: 0..9\n  input n: 0..9\n  output o: i64\n  p = if a <= b { CLAMP(n, a, b) } else { 0 }\n  o = if p >= 0 { 6 / (b - a + 1) } else { 0 }\n}\n',
      proof: (draft) => {
        const [via, a, b] = [draft.node('CLAMP'), draft.parameter(0), draft.parameter(1)];
        const path = [
          { via, minuend: a, subtrahend: via, bound: 0 },
          { via, minuend: via, subtrahend: b, bound: 0 },
        ];
        draft.set({ differences: new Map([[draft.node('SUB'), [{ minuend: 1, subtrahend: 0, bound: 0, path }]]]) });
      },
    },
    // The condition states a - b <= 0: a link with another minuend, subtrahend and bound.
    { source: inArm('b - c + 1'), proof: linkedBy(2, 1, 0, 0) },
    { source: inArm('c - a + 1'), proof: linkedBy(0, 2, 0, 0) },
    { source: inArm('b - a'), proof: linkedBy(0, 1, -1, -1) },
    // A path with a wrong beginning, a path with a wrong end, and one with a greater sum.
    { source: inArm('b - c + 1'), proof: linkedBy(0, 1, 0, 0) },
    { source: inArm('c - a + 1'), proof: linkedBy(0, 1, 0, 0) },
    { source: inArm('b - a'), proof: linkedBy(0, 1, 0, -1) },
    // A difference of arguments that do not exist.
    {
      source: DIFFERS,
      proof: (draft) => draft.set({ differences: new Map([[draft.node('SUB'), [{ minuend: 99, subtrahend: 99, bound: 0, path: [] }]]]) }),
    },
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
        if (call < 0) throw new Error('the call is closed');
        const nothing = {
          claims: [],
          steps: new Map(),
          kept: new Map(),
          drifts: new Map(),
          unrolled: [],
          joins: new Map(),
          differences: new Map(),
          cuts: new Map(),
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
    // The first arm of a match although another may be taken: a pattern of long bytes is known by their values alone.
    {
      source: `circuit c {\n  input a: bytes[256..256]\n  input b: 0..9\n  output o: i64\n  q = match a { x"${EVERY_BYTE}" => b, _ => 0 }\n  o = if q < 1 { 6 / (b - 5) } else { 1 }\n}\n`,
      proof: (draft) => {
        const match = draft.node('match');
        const steps = [
          { rule: 'backward', from: draft.node('LT'), to: match, claim: integers(0, 0) },
          { rule: 'reached', owner: match, child: 0 },
        ] as const;
        draft.set({ steps: new Map([[draft.region(draft.node('select')), steps]]) });
      },
    },
    // The rest of a match: the bytes of the arm before it are not removed from its subject.
    {
      source:
        'circuit c {\n  input a: bytes[1..1]\n  input b: 0..9\n  output o: i64\n  q = match a { x"00" => 5, _ => b }\n  o = if q > 4 { 6 / b } else { 1 }\n}\n',
      proof: (draft) => {
        const match = draft.node('match');
        const steps = [
          { rule: 'backward', from: draft.node('GT'), to: match, claim: integers(5, 9) },
          { rule: 'reached', owner: match, child: 1 },
        ] as const;
        draft.set({ steps: new Map([[draft.region(draft.node('select')), steps]]) });
      },
    },
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
    { source: CAPITALS, proof: onlyOf(0x41) },
    {
      source: 'circuit c {\n  input n: 0..10\n  output y: 0..10\n  y = fold acc = 0 for i in 0..n { acc + 1_000 }\n}\n',
      proof: (draft) => {
        draft.claim(accumulatorOf(draft, draft.node('fold')) ?? -1, NEVER);
        draft.set({ drifts: new Map(), unrolled: [] });
      },
    },
    { source: COUNTS, proof: countsAre(2, 300) },
    { source: STATED, proof: countsAre(2, 9) },
  ],
  'accumulator-not-inductive': [
    { source: CAPITALS, proof: onlyOf(0x61) },
    // A list with a drifting length, and elements that no step keeps.
    {
      source:
        'circuit c {\n  input xs: [0..3; ..3]\n  output o: i64\n  ys = fold ys = [] for x in xs { APPEND(ys, x + 0 * (6 / (2 - GET_OR(ys, LENGTH(ys) - 1, 0)))) }\n  o = LENGTH(ys)\n}\n',
      proof: (draft) => draft.claim(accumulatorOf(draft, draft.node('fold')) ?? -1, sequence('list', 0, 2, integers(0, 1))),
    },
    // A claim below the stated domain.
    { source: STATED, proof: countsAre(0, 0) },
    // Without a bound on the drifting side, and with a drift of the other field only.
    { source: COUNTS, proof: driftingAs(() => ({})) },
    { source: COUNTS_DOWN, proof: driftingAs(() => ({})) },
    { source: twoFields('p.b + 1000 * x'), proof: secondField(0, () => null) },
    // Drifts of two other fields.
    {
      source:
        'circuit c {\n  input xs: [0..1; ..1000]\n  output o: i64\n  p = fold p = (a: 0, b: 0, c: 0) for x in xs { (a: p.a + 1000 * x + 0 * (6 / (p.a - 5000)), b: p.b + x, c: p.c + x) }\n  o = p.a + p.b + p.c\n}\n',
      proof: (draft) => {
        const fold = draft.node('fold');
        const fields = ['a', 'b', 'c'].map((name) => ({ name, view: integers(0, name === 'a' ? 0 : 1_000) }));
        draft.claim(accumulatorOf(draft, fold) ?? -1, record(fields));
        const others = (draft.proof.drifts.get(fold) ?? []).filter(({ field }) => field !== 'a');
        if (others.length !== 2) throw new Error('the other fields do not drift');
        draft.set({ drifts: new Map([[fold, others]]) });
      },
    },
    // The unrolled fold exceeds the claim.
    {
      source: 'circuit c {\n  input xs: [0..1; 3..3]\n  output o: i64\n  o = fold t = 0 for x in xs { t + x + 0 * (6 / (t - 1)) }\n}\n',
      proof: (draft) => {
        countsAre(0, 0)(draft);
        draft.set({ drifts: new Map(), unrolled: [draft.node('fold')] });
      },
    },
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
    // The second field, with wrong ends of its drift: the first field, another record, a step's result twice, and an earlier
    // value twice.
    { source: twoFields('p.a + x', 'p.a + 5 * x'), proof: secondField(1_000, fromField('a', isAccumulator), 5_000) },
    {
      source: twoFields('r.b + x'),
      proof: secondField(
        1_000,
        fromField('b', (draft, node) => !isAccumulator(draft, node)),
      ),
    },
    { source: twoFields('p.b + 1000 * x'), proof: secondField(0, () => ({ upper: 0, lower: 0 })) },
    {
      source: twoFields('p.b + 1000 * x'),
      proof: secondField(0, (draft) => {
        const before = fieldNamed(draft, 'b', (made) => made === accumulatorOf(draft, draft.node('fold')));
        return { before, after: before, upper: 0, lower: 0 };
      }),
    },
    // Only the first of two fields drifts as claimed.
    {
      source:
        'circuit c {\n  input xs: [0..1; ..1000]\n  output o: i64\n  p = fold p = (a: 0, b: 0) for x in xs { (a: p.a + x, b: p.b + 1000 * x + 0 * (6 / (p.b - 5000))) }\n  o = p.a\n}\n',
      proof: (draft) => {
        const fold = draft.node('fold');
        draft.claim(
          accumulatorOf(draft, fold) ?? -1,
          record([
            { name: 'a', view: integers(0, 1_000) },
            { name: 'b', view: integers(0, 0) },
          ]),
        );
        const still = { upper: 0, upperPath: NO_PATH, lower: 0, lowerPath: NO_PATH };
        const drifts = draft.proof.drifts.get(fold) ?? [];
        if (drifts.length !== 2 || drifts[0]?.field !== 'a') throw new Error('the fields do not drift');
        draft.set({ drifts: new Map([[fold, drifts.map((drift) => (drift.field === 'b' ? { ...drift, ...still } : drift))]]) });
      },
    },
    // Drifts from the accumulator to itself and from the result to itself, and downwards without a path.
    { source: COUNTS, proof: driftingAs((_, accumulator) => ({ after: accumulator, upper: 0 })) },
    { source: COUNTS, proof: driftingAs((_, __, result) => ({ before: result, upper: 0 })) },
    { source: COUNTS_DOWN, proof: driftingAs(() => ({ lower: 0 })) },
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
    // Claims that a field of the arms' result changes by less than in one of them.
    { source: MOVES, proof: movingBy(2, 1) },
    { source: MOVES, proof: movingBy(3, 2) },
    // Only the first of two holds.
    {
      source: LEAST,
      proof: (draft) => {
        const [m, a] = [draft.node('select'), draft.parameter(0)];
        const [holds, fails] = [0, -1].map((bound) => ({ minuend: m, subtrahend: m, bound, paths: [NO_PATH, NO_PATH] }));
        if (holds === undefined || fails === undefined) throw new Error('no joins');
        draft.set({ joins: new Map([[m, [holds, { ...fails, subtrahend: a }]]]) });
      },
    },
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
    // Only one of the two arms keeps the difference.
    ...(
      [
        [0, 'm - a'],
        [1, 'm - b'],
      ] as const
    ).map(
      ([index, divisor]): Forged => ({
        source: LEAST.replace('a - m', `${divisor} + 1`),
        proof: (draft) => {
          const [m, other] = [draft.node('select'), draft.parameter(index)];
          const join = { minuend: other, subtrahend: m, bound: 0, paths: [NO_PATH, NO_PATH] };
          draft.set({
            joins: new Map([[m, [join]]]),
            differences: new Map([[draft.node('SUB'), [{ minuend: 1, subtrahend: 0, bound: 0, path: [{ ...join, via: m }] }]]]),
          });
        },
      }),
    ),
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
  'cut-not-implied': [
    // The value reaches 3.
    { source: TOO_WIDE, proof: cutting((draft) => [bounding(2, [NEGATED], [upper(draft.parameter(0))])]) },
    // A bound by a node that is evaluated later.
    {
      source: 'circuit c {\n  input a: 0..3\n  input b: 0..2\n  output o: 0..2\n  m = MIN(a, b)\n  o = a + 0 * m\n}\n',
      proof: cutting((draft) => [bounding(2, [NEGATED], [upper(draft.node('MIN'))])]),
    },
    // Only one of the bounds holds.
    {
      source: TOO_WIDE,
      proof: cutting((draft) => [
        { ...bounding(-1, [NEGATED], [upper(draft.parameter(0))]), minuend: null, subtrahend: 0 },
        bounding(2, [NEGATED], [upper(draft.parameter(0))]),
      ]),
    },
    // The length of an integer, which does not exist.
    { source: TOO_WIDE, proof: cutting((draft) => [{ ...bounding(2, [NEGATED], [upper(draft.parameter(0))]), minuend: -1 }]) },
  ],
  'cut-too-loose': [
    { source: TOO_WIDE, proof: cutting((draft) => [bounding(3, [NEGATED], [upper(draft.parameter(0))])]) },
    { source: TOO_WIDE, proof: cutting(() => [{ ...bounding(0, [NEGATED]), subtrahend: 0 }]) },
  ],
  'unused-cuts': [
    {
      source: 'circuit c {\n  input a: 0..3\n  output o: 0..2\n  m = if a > 5 { a - 7 } else { 1 }\n  o = a + 0 * m\n}\n',
      proof: (draft) => draft.set({ cuts: new Map([[draft.node('SUB'), [bounding(0, [NEGATED])]]]) }),
    },
    { source: TOO_WIDE, proof: listing(() => ({ cuts: new Map([[99, [bounding(0, [NEGATED])]]]) })) },
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
});
