import {
  type AbstractValue,
  boolean,
  exactTexts,
  FALSE,
  integers,
  ofRanges,
  ofValue,
  option,
  record,
  sequence,
  TRUE,
  tags,
  texts,
} from '@kirchhoff/kernel/abstract/abstract';
import type { Evidence } from '@kirchhoff/kernel/certificate/format';
import { closureDomains } from '@kirchhoff/kernel/graph/closure-domains';
import type { InductionOf } from '@kirchhoff/kernel/graph/induction';
import type { Loops } from '@kirchhoff/kernel/graph/inline';
import { nodeAt, schedule } from '@kirchhoff/kernel/graph/schedule';
import { INTEGER } from '@kirchhoff/kernel/types/domain';
import { ALL_CHARACTERS } from '@kirchhoff/kernel/types/text-forms';
import { CALLS, DIVIDES, type Forged, listing, PART, refusals, TWO_INPUTS } from '../forged.js';
import { passWithInduction } from '../forged-induction.js';
import { passWithoutCalls } from '../forged-inlined.js';
import { BY_ANALYSIS, type Forgery, type ProofDraft } from '../forgery.js';

/** Gives all open domains evidence by cases, one of which the forger changes. */
const inCaseOf =
  (view: AbstractValue, closure: readonly Evidence[], parameter = 0) =>
  (draft: ProofDraft, forgery: Forgery) => {
    draft.claim(draft.parameter(0), view);
    forgery.derive();
    const proof = { ...draft.pass(), closure };
    draft.forced.clear();
    draft.close({ by: 'cases' });
    draft.set({ cases: { parameter, parts: [{ view, proof }] } });
  };
const inOneCase = (lo: number, hi: number, closure: readonly Evidence[], parameter = 0) => inCaseOf(integers(lo, hi), closure, parameter);

/** Fails for the one input value that the cases omit. */
const failing = (domain: string, divisor: string): string =>
  `circuit c {\n  input a: ${domain}\n  output o: i64\n  o = 6 / (${divisor})\n}\n`;
const LEFT_OUT: readonly (readonly [domain: string, divisor: string, part: AbstractValue])[] = [
  ['text[1..2] of "ab"', 'if a == "b" { 0 } else { 1 }', texts(1, 2, [0x61, 0x61])],
  ['text[1..2] of "ab"', 'if a == "b" { 0 } else { 1 }', texts(2, 2, [0x61, 0x62])],
  ['hostname', 'if a == "a" { 0 } else { 1 }', texts(2, 253, ALL_CHARACTERS, 'hostname')],
  ['hostname', 'if a == "a" { 0 } else { 1 }', texts(1, 253, [0x2d, 0x2e, 0x30, 0x39, 0x62, 0x7a], 'hostname')],
  ['text[1..2] of "ab"', 'if a == "b" { 0 } else { 1 }', texts(1, 2, [0x61, 0x61], 'hostname')],
  ['0..3', 'a - 3', integers(0, 2)],
  ['0..3', 'a - 1', ofRanges([0, 0, 2, 3])],
  ['bool', 'if a { 0 } else { 1 }', boolean(true, false)],
  ['bool', 'if a { 1 } else { 0 }', boolean(false, true)],
  ['enum { red, green, blue }', 'match a { .red => 1, .green => 1, .blue => 0 }', tags(['red', 'green'])],
  ['text[..3]', 'TEXT_LENGTH(a)', texts(1, 3)],
  ['text[..3]', 'TEXT_LENGTH(a) - 3', texts(0, 2)],
  ['text[1..1]', 'if a == "a" { 1 } else { 0 }', exactTexts(['a'])],
  ['text[1] of "ab"', 'if a == "b" { 0 } else { 1 }', texts(1, 1, [0x61, 0x61])],
  ['text[1] of "a-"', 'if a == "-" { 0 } else { 1 }', texts(1, 1, [0x2d, 0x2d, 0x61, 0x61], 'hostname')],
  ['(1..3)?', 'a ?? 0', option(false, integers(1, 3))],
  ['(0..3)?', 'a ?? 1', option(true, integers(1, 3))],
  ['[0..3; 1..1]', 'a[0]', sequence('list', 1, 1, integers(1, 3))],
  ['bytes[1..1]', 'a[0]', sequence('bytes', 1, 1, integers(1, 255))],
  [
    '(p: 0..1, q: 0..1)',
    'a.p',
    record([
      { name: 'p', view: integers(1, 1) },
      { name: 'q', view: integers(0, 1) },
    ]),
  ],
];

const DIVIDES_TWICE = 'circuit c {\n  input a: 0..3\n  output o: i64\n  output p: i64\n  o = 6 / (a - 1)\n  p = 6 / (a - 2)\n}\n';
const MISSING = 'circuit c {\n  input a: 0..3\n  output o: 0..3\n  output p: 0..3\n  o = a\n}\n';
const REQUIRES_NONE = 'circuit c {\n  input a: 0..3\n  output o: 0..3\n  require a > 7\n  o = a\n}\n';
/** The argument may lie outside of the parameter's domain. */
const CALLS_OUTSIDE = 'component half(p: 0..3) -> 0..1 {\n  p / 2\n}\ncircuit c {\n  input a: 0..9\n  output o: i64\n  o = half(a)\n}\n';
/** The same with an ensure, which is stated after the require that the call violates. */
const CALLS_ENSURED = CALLS.replace('  q - p\n', '  q - p\n  ensure p <= q\n');
const CALLS_OUTSIDE_REQUIRES =
  'component half(p: 0..3) -> 0..1 {\n  require p < 3\n  p / 2\n}\ncircuit c {\n  input a: 0..9\n  output o: i64\n  o = half(a)\n}\n';
/** Follows the requires of a component of integers without changes, for all arguments. */
const followingRequires = (draft: ProofDraft, { program }: Forgery, ...truths: readonly AbstractValue[]): void => {
  const [component] = program.core.components;
  if (component === undefined) throw new Error('no component');
  let compared = 0;
  const claims = schedule(component, 'requires').flatMap((event): readonly AbstractValue[] => {
    if (event.event !== 'node') return [];
    const node = nodeAt(component, event.node);
    if (node.op === 'literal') return [ofValue(node.value, component.types[event.node] ?? INTEGER)];
    if (node.op !== 'parameter') {
      compared += 1;
      return [truths[compared - 1] ?? boolean(true, true)];
    }
    const argument = nodeAt(draft.graph, draft.node('call'));
    if (argument.op !== 'call') throw new Error('no call');
    const passed = nodeAt(draft.graph, argument.arguments[node.index] ?? -1);
    return [passed.op === 'parameter' ? integers(0, 9) : integers(2, 2)];
  });
  const requires = {
    ...draft.pass(),
    claims,
    steps: new Map(),
    kept: new Map(),
    drifts: new Map(),
    cuts: new Map(),
    unrolled: [],
    joins: new Map(),
    differences: new Map(),
  };
  draft.close({ by: 'call', given: [], requires });
};

const inStates = (states: readonly AbstractValue[]) => (draft: ProofDraft) =>
  draft.close({ by: 'states', steps: [], fold: draft.node('fold'), states });

const OPEN_OUTPUT = 'circuit c {\n  input a: 0..3\n  output o: 0..2\n  o = a\n}\n';
/** A contract about the result of a fold, which fails for [.on], and one that fails for every input. */
const LIGHTS =
  'circuit c {\n  input events: [enum { on, off }; ..4]\n  output lit: bool\n  lit = fold s = false for e in events { s or e == .on }\n  ensure not lit\n}\n';
const STAYS_DARK =
  'circuit c {\n  input events: [enum { on, off }; ..4]\n  output lit: bool\n  lit = fold s = false for e in events { s and e == .on }\n  ensure lit\n}\n';

/** Fails for a = 1, as the body of the component shows. */
const GIVES_BACK = 'component same(p: 0..9) -> 0..9 {\n  p\n}\ncircuit c {\n  input a: 0..3\n  output o: i64\n  o = 6 / (same(a) - 1)\n}\n';
/** Fails in the last of three steps. */
const ROUNDS = 'circuit c {\n  input a: 0..3\n  output o: i64\n  o = SUM(map i in 1..3 { 6 / (a + 5 - 2 * i) })\n}\n';
const SOME_ROUNDS =
  'circuit c {\n  input a: 0..3\n  input n: 0..3\n  output o: i64\n  o = fold s = 0 for i in 1..n { s + 6 / (a + 5 - 2 * i) }\n}\n';
const BY_SOLVER: Evidence = { by: 'smt', encoding: 'integers', digest: '0'.repeat(64), solver: 'z3', version: '1', limit: 5_000, runs: 0 };
/** Gives the open domain evidence by a pass over the graph without calls. */
const withoutCalls =
  (closure: readonly Evidence[], claim?: Parameters<typeof passWithoutCalls>[3], loops?: Loops) =>
  (draft: ProofDraft, { program }: Forgery): void => {
    const pass = passWithoutCalls(program.core, draft.graph, closure, claim, loops);
    if (pass === null) throw new Error('no calls');
    draft.close({ by: 'inlined' });
    draft.set({ inlined: pass });
  };

/** Gives the open domains evidence by an induction over these loops. */
const byInduction =
  (
    loops: (draft: ProofDraft) => readonly number[],
    ensures: readonly number[],
    closure?: Parameters<typeof passWithInduction>[3],
    claim?: Parameters<typeof passWithInduction>[4],
  ) =>
  (draft: ProofDraft, { program }: Forgery): void => {
    const induction = passWithInduction(program.core, draft, { loops: loops(draft), ensures }, closure, claim);
    if (induction === null) throw new Error('no induction');
    draft.close({ by: 'induction' });
    draft.set({ induction });
  };
const ALL_FOLDS = (draft: ProofDraft): readonly number[] => draft.all('fold');
/** Gives the open domains evidence by an induction that no graph has. */
const withInduction = (of: InductionOf | ((draft: ProofDraft) => InductionOf)) => (draft: ProofDraft) => {
  const { loops, ensures } = typeof of === 'function' ? of(draft) : of;
  draft.close({ by: 'induction' });
  draft.set({ induction: { loops, ensures, proof: { ...draft.pass(), closure: [] } } });
};

/** Fails for [1]. */
const ADDS_UP = `circuit c {
  input xs: [0..3; ..4]
  output s: 0..12
  output n: 0..4
  s = fold t = 0 for x in xs { t + x }
  n = fold t = 0 for x in xs { if x > 2 { t + 1 } else { t } }
  ensure s <= 3 * n
}
`;
/** The output may be 12. */
const GROWS_LARGE =
  'circuit c {\n  input xs: [0..3; ..4]\n  output s: 0..11\n  s = fold t = 0 for x in xs { t + x }\n  ensure s <= 12\n}\n';
/** Fails for xs = [3] and ys = [0]. */
const TWO_LISTS = `circuit c {
  input xs: [0..3; 4]
  input ys: [0..3; 4]
  output s: 0..12
  output t: 0..12
  s = fold n = 0 for x in xs { n + x }
  t = fold n = 0 for y in ys { n + y }
  ensure s <= t
}
`;
/** Fails for [1, 1]. */
const IN_ANOTHER = `circuit c {
  input xs: [0..3; ..4]
  output o: 0..4
  o = LENGTH(xs)
  ensure all y in xs { (count x in xs { x == y }) < 2 }
}
`;
/** Holds for an empty list alone. */
const OF_COMPONENT = `component sum(xs: [0..3; ..4]) -> 0..12 {
  fold t = 0 for x in xs { t + x }
  ensure result <= 0
}
circuit c {
  input xs: [0..3; ..4]
  output s: 0..12
  s = sum(xs)
}
`;
/** Holds after each round, and fails for the empty list. */
const STARTS_HIGH = `circuit c {
  input xs: [0..3; ..4]
  output s: 0..9
  s = fold t = 9 for x in xs { MIN(t, x) }
  ensure s <= 3
}
`;
/** Fails for [3, 3], whose last round is the first that breaks it. */
const GROWS = `circuit c {
  input xs: [0..3; ..4]
  output s: 0..12
  s = fold t = 0 for x in xs { t + x }
  ensure s <= 5
}
`;
export const OBLIGATIONS = refusals('obligations', {
  'other-closure-domains': [{ source: TWO_INPUTS, proof: listing(() => ({ closure: [] })) }],
  'entropy-source': [{ source: 'circuit c {\n  input a: 0..3\n  output o: i64\n  output t: i64\n  o = a\n  t = NOW()\n}\n' }],
  'evidence-of-other-kind': [
    // The graph without calls has no call node.
    { source: CALLS, proof: withoutCalls([BY_ANALYSIS]) },
    { source: TWO_INPUTS, proof: (draft) => draft.close({ by: 'exhaustion' }) },
    { source: OPEN_OUTPUT, proof: (draft) => draft.close({ by: 'states', steps: [], fold: 0, states: [] }) },
    { source: TWO_INPUTS, proof: (draft) => draft.close(BY_ANALYSIS) },
    { source: DIVIDES, proof: (draft) => draft.close({ by: 'structure' }) },
    { source: DIVIDES, proof: (draft) => draft.close({ by: 'witness', inputs: [0] }) },
    {
      source: REQUIRES_NONE,
      proof: (draft) => draft.close({ by: 'exhaustion' }),
    },
  ],
  'evidence-where-dead': [
    {
      source: 'circuit c {\n  input a: 0..3\n  input b: 0..3\n  output o: i64\n  o = if a > 5 { 6 / (a - 7) } else { 7 }\n}\n',
      proof: (draft) => {
        const [index = -1] = closureDomains(draft.graph).flatMap(({ kind }, at) => (kind === 'operation' ? [at] : []));
        draft.set({ closure: draft.proof.closure.with(index, { by: 'linear', bounds: [] }) });
      },
    },
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
  'input-fails': [
    { source: DIVIDES, proof: (draft) => draft.close({ by: 'exhaustion' }) },
    {
      source: 'circuit c {\n  input xs: [0..0; 5_000]\n  output o: i64\n  o = 1 / (LENGTH(xs) % 5_000)\n}\n',
      proof: (draft) => draft.close({ by: 'exhaustion' }),
    },
  ],
  'need-not-implied': [
    // The conditions of an induction, after a round and before the first one.
    { source: GROWS, proof: byInduction(ALL_FOLDS, [0]) },
    { source: STARTS_HIGH, proof: byInduction(ALL_FOLDS, [0]) },
    // The condition is about a fold that is not among the loops: its last value is no quantity of the rounds.
    { source: ADDS_UP, proof: byInduction((draft) => draft.all('fold').slice(0, 1), [0]) },
    { source: ADDS_UP, proof: byInduction((draft) => draft.all('fold').slice(1), [0]) },
    { source: ADDS_UP, proof: byInduction(ALL_FOLDS, [0]) },
    { source: GIVES_BACK, proof: withoutCalls([BY_ANALYSIS]) },
    { source: ROUNDS, proof: withoutCalls([BY_ANALYSIS, BY_ANALYSIS, BY_ANALYSIS], undefined, 'written_out') },
    { source: ROUNDS, proof: withoutCalls([BY_ANALYSIS, BY_ANALYSIS, BY_ANALYSIS], undefined, 'guarded') },
    // Only the last of the rounds that may occur fails.
    { source: SOME_ROUNDS, proof: withoutCalls([BY_ANALYSIS, BY_ANALYSIS, BY_ANALYSIS], undefined, 'guarded') },
    // The conditions of a call are stated in the graph without calls: a require, and the domain of an argument.
    { source: CALLS, proof: withoutCalls([BY_ANALYSIS, BY_ANALYSIS, BY_ANALYSIS], undefined, 'kept_with_requires') },
    { source: CALLS_OUTSIDE, proof: withoutCalls([BY_ANALYSIS], undefined, 'kept_with_requires') },
    { source: CALLS, proof: withoutCalls([BY_ANALYSIS, BY_ANALYSIS, BY_ANALYSIS], undefined, 'kept_with_contracts') },
    { source: CALLS_OUTSIDE, proof: withoutCalls([BY_ANALYSIS], undefined, 'kept_with_contracts') },
    // An ensure is no condition of the call, and says nothing of it.
    { source: CALLS_ENSURED, proof: withoutCalls([BY_ANALYSIS, BY_ANALYSIS, BY_ANALYSIS], undefined, 'kept_with_contracts') },
    { source: DIVIDES },
    { source: DIVIDES, proof: (draft) => draft.close({ by: 'call', given: [], requires: draft.pass() }) },
    { source: CALLS, proof: (draft) => draft.close(BY_ANALYSIS) },
    // The requires are followed and are false.
    { source: CALLS, proof: (draft, forgery) => followingRequires(draft, forgery) },
    // Only the first of two requires holds.
    {
      source: CALLS.replace('require p <= q', 'require p < 9\n  require p <= q'),
      proof: (draft, forgery) => followingRequires(draft, forgery, TRUE, boolean(true, true)),
    },
    { source: CALLS_OUTSIDE },
    { source: CALLS_OUTSIDE_REQUIRES, proof: (draft, forgery) => followingRequires(draft, forgery) },
    // One of two values lies outside of the stated domain: the initial accumulator and the result of a step.
    { source: 'circuit c {\n  input a: 0..9\n  output o: i64\n  o = fold t: 1..4 = 0 for i in 0..a { MIN(t, 4) }\n}\n' },
    { source: 'circuit c {\n  input a: 0..9\n  output o: i64\n  o = fold t: 0..4 = 0 for i in 0..3 { i + a }\n}\n' },
    { source: 'circuit c {\n  input a: 0..3\n  output o: i64\n  s: 0..2 = a\n  o = s\n}\n' },
    { source: 'circuit c {\n  input a: 0..3\n  output o: i64\n  o = a as 0..2\n}\n' },
    { source: 'circuit c {\n  input a: 0..3\n  output o: i64\n  o = match a { 0 => 1, 1 => 2, 3 => 4 }\n}\n' },
    { source: 'circuit c {\n  input a: 0..9\n  output o: i64\n  o = fold t: 0..4 = 0 for i in 0..a { t + 1 }\n}\n' },
    { source: 'circuit c {\n  input a: 0..99_999\n  output o: i64\n  o = LENGTH(map i in 0..a { i })\n}\n' },
  ],
  'domain-not-implied': [
    // The computed text has the characters of a host name, and the stated domain is another closed one.
    { source: 'circuit c {\n  input a: text[1..9] of "a-z-"\n  output o: hostname\n  o = "a" ++ a\n}\n' },
    { source: 'circuit c {\n  input a: ipv4\n  output o: hostname\n  o = a\n}\n' },
    { source: 'circuit c {\n  input a: text[..9] of "a-z"\n  output o: text[..9] of "a-y"\n  o = a\n}\n' },
    { source: MISSING },
    { source: 'circuit c {\n  input a: 0..3\n  output o: 0..2\n  o = a\n}\n' },
    { source: 'circuit c {\n  input a: 0..3\n  output o: 0..3\n  o = a\n  ensure o < 3\n}\n' },
    { source: 'component half(a: 0..9) -> 0..3 {\n  a / 2\n}\ncircuit c {\n  input a: 0..3\n  output o: i64\n  o = half(a)\n}\n' },
    { source: TWO_INPUTS },
    // Witnesses that violate the requires, that are too few or too many, and of another type.
    ...[[3], [], [8], ['x'], [8, 8]].map(
      (inputs): Forged => ({ source: REQUIRES_NONE, proof: (draft) => draft.close({ by: 'witness', inputs }) }),
    ),
  ],
  'states-not-implied': [
    { source: LIGHTS, proof: inStates([]) },
    { source: LIGHTS, proof: inStates([FALSE]) },
    { source: LIGHTS, proof: inStates([TRUE]) },
    { source: LIGHTS, proof: inStates([FALSE, integers(0, 1)]) },
    { source: LIGHTS, proof: inStates([FALSE, TRUE, boolean(true, true)]) },
    { source: STAYS_DARK, proof: inStates([FALSE, TRUE]) },
    { source: LIGHTS, proof: (draft) => draft.close({ by: 'states', steps: [], fold: draft.parameter(0), states: [] }) },
    { source: LIGHTS, proof: (draft) => draft.close({ by: 'states', steps: [], fold: 9_999, states: [] }) },
  ],
  'states-too-loose': [
    { source: LIGHTS, proof: inStates([FALSE, TRUE]) },
    { source: STAYS_DARK, proof: inStates([FALSE]) },
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
  'inlined-missing': [{ source: GIVES_BACK, proof: (draft) => draft.close({ by: 'inlined' }) }],
  'inlined-unused': [
    {
      source: GIVES_BACK,
      proof: (draft, forgery) => {
        withoutCalls([BY_ANALYSIS])(draft, forgery);
        draft.close(BY_ANALYSIS);
      },
    },
  ],
  'not-inlined': [
    {
      source: DIVIDES,
      proof: (draft) => {
        draft.close({ by: 'inlined' });
        draft.set({ inlined: { loops: 'kept', proof: { ...draft.pass(), closure: [BY_ANALYSIS] } } });
      },
    },
    // The program has calls, and no loops.
    {
      source: GIVES_BACK,
      proof: (draft) => {
        draft.close({ by: 'inlined' });
        draft.set({ inlined: { loops: 'written_out', proof: { ...draft.pass(), closure: [BY_ANALYSIS] } } });
      },
    },
  ],
  'induction-missing': [{ source: ADDS_UP, proof: (draft) => draft.close({ by: 'induction' }) }],
  'induction-unused': [
    {
      source: ADDS_UP,
      proof: (draft, forgery) => {
        byInduction(ALL_FOLDS, [0])(draft, forgery);
        draft.close(BY_ANALYSIS);
      },
    },
  ],
  'induction-of-others': [
    // An ensure that is not listed, and an output.
    { source: ADDS_UP, proof: withInduction((draft) => ({ loops: draft.all('fold'), ensures: [] })) },
    { source: GROWS_LARGE, proof: byInduction(ALL_FOLDS, [0]) },
  ],
  'no-induction': [
    { source: ADDS_UP, proof: withInduction({ loops: [], ensures: [0] }) },
    { source: ADDS_UP, proof: withInduction((draft) => ({ loops: [draft.parameter(0)], ensures: [0] })) },
    // Loops twice, or in another order; ensures twice, or that do not exist.
    { source: ADDS_UP, proof: withInduction((draft) => ({ loops: [draft.node('fold'), draft.node('fold')], ensures: [0] })) },
    { source: ADDS_UP, proof: withInduction((draft) => ({ loops: draft.all('fold').toReversed(), ensures: [0] })) },
    { source: ADDS_UP, proof: withInduction((draft) => ({ loops: draft.all('fold'), ensures: [0, 0] })) },
    { source: ADDS_UP, proof: withInduction((draft) => ({ loops: draft.all('fold'), ensures: [0, 7] })) },
    // Loops over two sources, with as many rounds.
    { source: TWO_LISTS, proof: withInduction((draft) => ({ loops: draft.all('fold'), ensures: [0] })) },
    // A loop in the body of another one.
    { source: IN_ANOTHER, proof: withInduction((draft) => ({ loops: draft.all('loop').slice(0, 1), ensures: [0] })) },
  ],
  'case-incomplete': [
    { source: ADDS_UP, proof: byInduction(ALL_FOLDS, [0], () => []) },
    { source: ADDS_UP, proof: byInduction(ALL_FOLDS, [0], ({ domains }) => domains.slice(1).map(() => BY_ANALYSIS)) },
    { source: DIVIDES, proof: inOneCase(0, 3, []) },
    { source: GIVES_BACK, proof: withoutCalls([]) },
    // The require of the call is omitted.
    { source: CALLS, proof: withoutCalls([BY_ANALYSIS, BY_ANALYSIS], undefined, 'kept_with_requires') },
    // The last step, in which it fails, is omitted.
    { source: ROUNDS, proof: withoutCalls([BY_ANALYSIS, BY_ANALYSIS], undefined, 'written_out') },
    { source: SOME_ROUNDS, proof: withoutCalls([BY_ANALYSIS, BY_ANALYSIS], undefined, 'guarded') },
    { source: SOME_ROUNDS, proof: withoutCalls([BY_ANALYSIS, BY_SOLVER], undefined, 'guarded') },
  ],
  'case-on-others': [
    { source: ADDS_UP, proof: byInduction(ALL_FOLDS, [0], ({ domains }) => domains.map(() => ({ by: 'induction' }))) },
    { source: ADDS_UP, proof: byInduction(ALL_FOLDS, [0], ({ domains }) => domains.map(() => ({ by: 'exhaustion' }))) },
    // A component has no queries about rounds, nor an induction.
    {
      source: OF_COMPONENT,
      proof: (_, { components: [component], program }) => {
        if (component === undefined) throw new Error('no component');
        const induction = passWithInduction(program.core, component, { loops: component.all('fold'), ensures: [0] });
        component.close({ by: 'induction' });
        component.set({ induction });
      },
    },
    { source: DIVIDES, proof: inOneCase(0, 3, [{ by: 'exhaustion' }]) },
    { source: DIVIDES, proof: inOneCase(0, 3, [{ by: 'cases' }]) },
    { source: DIVIDES, proof: inOneCase(0, 3, [{ by: 'inlined' }]) },
    { source: GIVES_BACK, proof: withoutCalls([{ by: 'exhaustion' }]) },
    { source: GIVES_BACK, proof: withoutCalls([{ by: 'inlined' }]) },
    { source: SOME_ROUNDS, proof: withoutCalls([BY_SOLVER, BY_SOLVER, { by: 'exhaustion' }], undefined, 'guarded') },
    { source: DIVIDES_TWICE, proof: inOneCase(0, 3, [BY_ANALYSIS, { by: 'exhaustion' }]) },
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
    ...LEFT_OUT.map(([domain, divisor, part]): Forged => ({ source: failing(domain, divisor), proof: inCaseOf(part, [BY_ANALYSIS]) })),
    {
      source: DIVIDES,
      proof: (draft) => {
        draft.close({ by: 'cases' });
        draft.set({ cases: { parameter: 0, parts: [] } });
      },
    },
  ],
  'export-not-implied': [
    // A parameter that does not exist.
    { source: PART, proof: (_, { components: [part] }) => part?.set({ exported: [{ minuend: 99, subtrahend: 99, bound: 0, path: [] }] }) },
    { source: PART, proof: (_, { components: [part] }) => part?.set({ exported: [{ minuend: 99, subtrahend: 0, bound: 0, path: [] }] }) },
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
});
