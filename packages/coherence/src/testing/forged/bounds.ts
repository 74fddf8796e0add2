import type { Evidence, FactReference, InvariantTerm, LinearBound, LoopInvariant, Refutation } from '@kirchhoff/kernel/certificate/format';
import { nodeAt, operandsOf } from '@kirchhoff/kernel/graph/schedule';
import type { StepOf } from '@kirchhoff/kernel/rules/element-steps';
import { CALLS, DIVIDES, type Forged, refusals } from '../forged.js';
import type { ProofDraft } from '../forgery.js';

/** The stated domain is false: a is up to 3. */
const TOO_WIDE = 'circuit c {\n  input a: 0..3\n  output o: 0..2\n  o = a\n}\n';
/** The stated domain is false for a < b. The arm that would show it is then not reached. */
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
const byBounds = (listed: (draft: ProofDraft) => readonly LinearBound[]) => (draft: ProofDraft) =>
  draft.close({ by: 'linear', bounds: listed(draft) });
const byRefuting = (refutation: (draft: ProofDraft) => Refutation) => (draft: ProofDraft) => draft.close(atMostTwo(refutation(draft)));

const ENSURES = 'circuit c {\n  input a: 0..3\n  output o: 0..3\n  o = a\n  ensure o < 3\n}\n';
const quotient = (dividend: string, divisor: string): string =>
  `circuit c {\n  input a: ${divisor}\n  input b: ${dividend}\n  output o: i64\n  o = b / a\n}\n`;
/** Fails for d = -1, with a negative divisor. */
const NEGATIVE = (value: string): string =>
  `circuit c {\n  input d: -3..-1\n  input e: 0..9\n  input n: 0..9\n  output o: -12..-2\n  output p: i64\n  o = ${value}\n  p = n / d + e\n}\n`;
const boundsOf = (node: number): readonly [lower: FactReference, upper: FactReference] => [
  { fact: 'lower', node },
  { fact: 'upper', node },
];
/** The remainder is not negative and is less than a positive divisor. */
const byPositiveDivisor = byBounds((draft) => {
  const [least, most] = [0, 1].map((index): FactReference => ({ fact: 'node', node: draft.node('DIV'), index }));
  const [, high] = boundsOf(draft.parameter(0));
  if (least === undefined || most === undefined) throw new Error('no facts');
  return [{ minuend: 0, subtrahend: null, bound: -2, refutation: summing([1, least], [1, most], [1, high]) }];
});

/** Claims that `o` is not negative by a fact of a node. Its premises do not hold in the runs in which `o` is negative. */
const byFact = (name: string, index: number, multiplier: number, ...more: readonly number[]) =>
  byBounds((draft) => {
    const said = [index, ...more].map((each): FactReference => ({ fact: 'node', node: draft.node(name), index: each }));
    return [
      { minuend: null, subtrahend: 0, bound: 0, refutation: summing([1, NEGATED], ...said.map((each) => [multiplier, each] as const)) },
    ];
  });
const NATURAL = (inputs: string, ...body: readonly string[]): string =>
  `circuit c {\n${inputs}  output o: 0..1_000\n${body.map((line) => `  ${line}\n`).join('')}}\n`;
/** Facts of bits that are in both operands, of quotients rounded otherwise, and of shares beyond their whole. */
const BEYOND: readonly Forged[] = [
  {
    source: NATURAL('  input a: 0..9\n  input b: 0..9\n', 'o = (4 * a | b) - 4 * a - b'),
    proof: byFact('BIT_OR', 1, -1),
  },
  {
    source: NATURAL('  input a: 0..9\n  input b: 0..9\n', 'o = (b ^ 4 * a) - 4 * a - b'),
    proof: byFact('BIT_XOR', 2, -1),
  },
  ...['input b: 0..9', 'input b: -9..3'].flatMap((b) =>
    ['a: 0..9', 'a: -9..9'].map(
      (a): Forged => ({
        source: NATURAL(`  input ${a}\n  ${b}\n  input c: 1..3\n`, 'o = a - a * b / c'),
        proof: byFact('DIV', 6, 1),
      }),
    ),
  ),
];

/** The first facts of the two loops of a program, added and subtracted in one order or the other. */
const countsOf = (draft: ProofDraft, sign: number): readonly (readonly [number, FactReference])[] =>
  draft.all('loop').map((node, index) => [index === 0 ? sign : -sign, { fact: 'node', node, index: 0 }] as const);
const natural = (refutation: Refutation): readonly LinearBound[] => [{ minuend: null, subtrahend: 0, bound: 0, refutation }];
/** Claims that two loops count the same, as if each counted the true elements of `xs`. */
const byCounts = (sign: number) => byBounds((draft) => natural(summing([1, NEGATED], ...countsOf(draft, sign))));
/** Claims that the element at `j` is the one that SET replaces. */
const byReplaced = (sign: number) =>
  byBounds((draft) => {
    const [set, get] = ['SET', 'GET'].map((name): FactReference => ({ fact: 'node', node: draft.node(name), index: 0 }));
    if (set === undefined || get === undefined) throw new Error('no facts');
    return natural(summing([1, NEGATED], ...countsOf(draft, sign), [1, set], [1, get]));
  });
const TRUTHS = (...body: readonly string[]): string =>
  NATURAL(
    '  input xs: [bool; 3..3]\n  input c: bool\n  input i: 0..2\n  input j: 0..2\n',
    'm = count x in xs { x }',
    ...body,
    'ensure i + j >= 0 or c',
  );
/** Counts whose conditions are no multiples of the element, and an element at another place than that of SET. */
const COUNTED: readonly Forged[] = [1, -1].flatMap((sign) => [
  ...['x and c', 'x and xs[i]', 'if c { x } else { false }'].map(
    (condition): Forged => ({ source: TRUTHS(`n = count x in xs { ${condition} }`, 'o = n - m'), proof: byCounts(sign) }),
  ),
  { source: TRUTHS('n = count k, x in xs { k > i and x }', 'o = n - m'), proof: byCounts(sign) },
  {
    source: TRUTHS('n = count y in SET(xs, i, c) { y }', 'o = n - m + (if xs[j] { 1 } else { 0 }) - if c { 1 } else { 0 }'),
    proof: byReplaced(sign),
  },
]);

/** Compares elements of a list and of the same list after SET: at the replaced place, at other places, and of other lists. */
const REPLACED: readonly Forged[] = [
  ['ys = SET(xs, i, v)', 'o = ys[j] - xs[j]'],
  ['ys = SET(xs, i, v)', 'o = ys[j] - xs[i]'],
  ['ys = SET(zs, i, v)', 'o = ys[j] - xs[j]'],
  ['ys = SET(xs, i, v)', 'o = ys[j] - v + xs[j] - xs[j]'],
].flatMap((body): readonly Forged[] => {
  const source = NATURAL(
    '  input xs: [0..9; 3..3]\n  input zs: [0..9; 3..3]\n  input i: 0..2\n  input j: 0..2\n  input v: 0..9\n',
    ...body,
    'ensure SUM(zs) + v + i >= 0',
  );
  const unshown = summing([1, { fact: 'assumption', index: 1 }], [1, NEGATED]);
  const compared = [[], [unshown], [unshown, unshown]].flatMap((premises) =>
    [0, 1].map((way) =>
      byBounds((draft) => {
        const [low, high] = [draft.node('GET', 1), draft.node('GET', 0)];
        const rest = summing([1, NEGATED], [1, { fact: 'assumption', index: 1 }]);
        return natural({ rule: 'ordered', low, high, way, premises, rest });
      }),
    ),
  );
  const stated = [0, 1, 2, 3, 4, 5].map((index) =>
    byBounds((draft) => natural(summing([1, NEGATED], [1, { fact: 'node', node: draft.node('GET'), index }]))),
  );
  return [...compared, ...stated].map((proof) => ({ source, proof }));
});

/** Fails for b = c + 1, in an arm that must show b <= c. */
const EXCEEDS = (inputs: string, other: string, body: string): string =>
  `circuit c {\n  input b: 0..3\n  input c: 0..3\n${inputs}  output o: i64\n  ${other}\n  o = ${body}\n}\n`;
/** The divisor is positive, by a refutation of the opposite. */
const byPositive = (refutation: (draft: ProofDraft) => Refutation) =>
  byBounds((draft) => [{ minuend: null, subtrahend: 1, bound: -1, refutation: refutation(draft) }]);
/** The bounds of a clamp are in order; its facts hold if it was evaluated. */
const byClamp = byPositive((draft) => {
  const [low, high] = [0, 1].map((index): FactReference => ({ fact: 'node', node: draft.node('CLAMP'), index }));
  if (low === undefined || high === undefined) throw new Error('no facts');
  return summing([1, NEGATED], [1, low], [1, high]);
});

/** The sum of a list is distinguished from the result of a fold; `o` is above 0 for some input. */
const LOOPS = (inputs: string, ...body: readonly string[]): string =>
  `circuit c {\n  input xs: [0..3; ..3]\n${inputs}  output o: -99..0\n${body.map((line) => `  ${line}\n`).join('')}}\n`;
const SUM_OF_SOURCE: InvariantTerm = { multiplier: 1, factors: [], quantity: { loop: null, field: null, measure: 'sum' } };
const STEPS: InvariantTerm = { multiplier: 1, factors: [], quantity: { loop: null, field: null, measure: 'length' } };
const less = (loop: number): InvariantTerm => ({ multiplier: -1, factors: [], quantity: { loop, field: null, measure: 'value' } });
/** The negation after the step contradicts the state before it. */
const STEP = summing([1, NEGATED], [1, { fact: 'assumption', index: 1 }]);
/** Closes `o <= 0` by an invariant of loops. Default: the simplest base and step. */
const byKept = (made: (draft: ProofDraft) => Partial<LoopInvariant> & Pick<LoopInvariant, 'loops' | 'terms'>) =>
  byBounds((draft) => {
    const invariant: LoopInvariant = { base: summing([1, { fact: 'assumption', index: 1 }]), step: shifted(STEP), ...made(draft) };
    return [{ minuend: 0, subtrahend: null, bound: 0, refutation: summing([1, NEGATED], [1, { fact: 'kept', invariant }]) }];
  });
/** Renumbers the refutation to follow the one assumption of the bound. */
const shifted = (refutation: Refutation): Refutation =>
  refutation.rule !== 'sum'
    ? refutation
    : {
        rule: 'sum',
        terms: refutation.terms.map(({ multiplier, factors }) => ({
          multiplier,
          factors: factors.map((each) => (each.fact === 'assumption' ? { ...each, index: each.index + 1 } : each)),
        })),
      };
const sourceOf = ({ graph }: ProofDraft, loop: number): number | null => {
  const node = nodeAt(graph, loop);
  return (node.op === 'fold' || node.op === 'loop') && node.source.over === 'value' ? node.source.node : null;
};
/** A fold in an arm that may not be taken has no sum: its premise is not shown, nor is that of the choice's own facts. */
const IN_ARM: readonly Forged[] = [0, 1, 2, 3].flatMap((index) =>
  [1, -1].map((multiplier): Forged => {
    const source = LOOPS('  input c: bool\n', 'p = if c { fold s = 0 for x in xs { s + x } } else { 5 }', 'o = p - SUM(xs)');
    const proof = byBounds((draft) => {
      const loop = draft.node('fold');
      const invariant: LoopInvariant = {
        loops: [loop],
        terms: [SUM_OF_SOURCE, less(loop)],
        base: summing([1, { fact: 'assumption', index: 1 }]),
        step: shifted(STEP),
      };
      const chosen: FactReference = { fact: 'node', node: draft.node('select'), index };
      const refutation = summing([1, NEGATED], [1, { fact: 'kept', invariant }], [multiplier, chosen]);
      return [{ minuend: 0, subtrahend: null, bound: 0, refutation }];
    });
    return { source, proof };
  }),
);
const FOLD = (first: number, step: string): string => LOOPS('', `p = fold s = ${first} for x in xs { ${step} }`, 'o = p - SUM(xs)');
const bySumOfSource = byKept((draft) => ({ loops: [draft.node('fold')], terms: [SUM_OF_SOURCE, less(draft.node('fold'))] }));
/** Two folds with equal sums: in each step one adds the true elements so far, the other all without the false ones. */
const COUNTED_IN_STEPS = `circuit c {
  input xs: [bool; ..99]
  output o: -9_999..0
  p = fold s = 0 for i, x in xs { s + count y in TAKE(xs, i) { y } }
  q = fold s = 0 for i, x in xs { s + LENGTH(TAKE(xs, i)) - count y in TAKE(xs, i) { not y } }
  o = p - q
}
`;
/** Claims in a step of the folds that each count of a part is a sum of the elements so far, which is stated outside of steps alone. */
const byCountsInStep = (sign: 1 | -1) =>
  byKept((draft) => {
    const [one, other] = draft.all('fold').map((loop): InvariantTerm['quantity'] => ({ loop, field: null, measure: 'value' }));
    const terms: readonly InvariantTerm[] = [one, other].map((quantity, index) => ({
      multiplier: index === 0 ? sign : -sign,
      factors: [],
      quantity: quantity ?? null,
    }));
    const counts = draft.all('loop').map((node) => [-1, { fact: 'node', node, index: 0 }] as const);
    return {
      loops: draft.all('fold'),
      terms,
      step: summing([1, { fact: 'assumption', index: 1 }], [1, { fact: 'assumption', index: 2 }], ...counts),
    };
  });
const COUNTS = (condition: string, before: string, after: readonly string[] = []): string =>
  LOOPS('', before, `n = count x in xs { ${condition} }`, 'o = LENGTH(xs) - n', ...after);
/** Claims that all elements are counted, as in an earlier loop. */
const byCondition = byKept((draft) => {
  const [, count] = draft.all('loop');
  if (count === undefined) throw new Error('one loop');
  const counted: InvariantTerm = { multiplier: 1, factors: [], quantity: { loop: count, field: null, measure: 'value' } };
  return {
    loops: draft.all('loop'),
    terms: [counted, { ...STEPS, multiplier: -1 }],
    step: shifted(summing([1, NEGATED], [1, { fact: 'assumption', index: 1 }], [1, { fact: 'assumption', index: 2 }])),
  };
});

type Either = Extract<Refutation, { rule: 'either' }>;
const assuming = (index: number): Refutation => summing([1, { fact: 'assumption', index }]);
const NEVER_TRUE: InvariantTerm = { multiplier: -1, factors: [], quantity: null };
const ALWAYS_TRUE: InvariantTerm = { multiplier: 1, factors: [], quantity: null };
/** Closes `o <= 0`, for the value of a fold, by two sums, one of which the fold keeps. */
const byEither = (made: (fold: number) => Omit<Either, 'rule' | 'loops'> & { readonly loops?: Either['loops'] }) =>
  byBounds((draft) => {
    const fold = draft.node('fold');
    return [{ minuend: 0, subtrahend: null, bound: 0, refutation: { rule: 'either', loops: [fold], ...made(fold) } }];
  });
/** The sum contradicts the negated bound. */
const REST = summing([1, NEGATED], [1, { fact: 'assumption', index: 1 }]);
/** Two alternatives, neither of which a fold of these first value and body keeps. */
const ALTERNATIVES: readonly Forged[] = [
  // Neither sum is true before the first step; both are unchanged.
  {
    source: LOOPS('', 'p = fold s = 1 for x in xs { s + 0 * x }', 'o = p'),
    proof: byEither((fold) => ({
      sums: [[less(fold)], [less(fold)]],
      base: assuming(1),
      steps: [summing([1, { fact: 'assumption', index: 1 }], [1, { fact: 'assumption', index: 3 }]), assuming(3)],
      rests: [REST, REST],
    })),
  },
  // The same, where each step keeps its own sum: only the base fails.
  {
    source: LOOPS('', 'p = fold s = 1 for x in xs { s + 0 * x }', 'o = p'),
    proof: byEither((fold) => ({
      sums: [[less(fold)], [less(fold)]],
      base: assuming(1),
      steps: [
        summing([1, { fact: 'assumption', index: 1 }], [1, { fact: 'assumption', index: 3 }]),
        summing([1, { fact: 'assumption', index: 2 }], [1, { fact: 'assumption', index: 3 }]),
      ],
      rests: [REST, REST],
    })),
  },
  // The first, or the second, is not kept in a step; the other one is never true.
  ...[true, false].map(
    (isFirst): Forged => ({
      source: LOOPS('', 'p = fold s = 0 for x in xs { s + x }', 'o = p'),
      proof: byEither((fold) => {
        const sums: Either['sums'] = isFirst ? [[less(fold)], [NEVER_TRUE]] : [[NEVER_TRUE], [less(fold)]];
        const [broken, never] = [
          summing([1, { fact: 'assumption', index: isFirst ? 1 : 2 }], [1, { fact: 'assumption', index: 3 }]),
          assuming(3),
        ];
        return {
          sums,
          base: assuming(isFirst ? 1 : 2),
          steps: isFirst ? [broken, never] : [never, broken],
          rests: isFirst ? [REST, assuming(1)] : [assuming(1), REST],
        };
      }),
    }),
  ),
  // What always holds does not refute the bound.
  {
    source: LOOPS('', 'p = fold s = 0 for x in xs { s + x }', 'o = p'),
    proof: byEither((fold) => ({
      sums: [[less(fold)], [ALWAYS_TRUE]],
      base: assuming(2),
      steps: [assuming(2), assuming(2)],
      rests: [REST, REST],
    })),
  },
  {
    source: LOOPS('', 'p = fold s = 0 for x in xs { s + x }', 'o = p'),
    proof: byEither((fold) => ({
      sums: [[ALWAYS_TRUE], [less(fold)]],
      base: assuming(1),
      steps: [assuming(1), assuming(1)],
      rests: [REST, REST],
    })),
  },
  // No loops, and a loop in an arm that was not taken.
  {
    source: LOOPS('', 'p = fold s = 0 for x in xs { s + x }', 'o = p'),
    proof: byEither((fold) => ({
      loops: [],
      sums: [[less(fold)], [NEVER_TRUE]],
      base: assuming(1),
      steps: [assuming(3), assuming(3)],
      rests: [REST, assuming(1)],
    })),
  },
  {
    source: LOOPS('  input c: bool\n', 'p = if c { fold s = 0 for x in xs { s * x } } else { 99 }', 'o = p'),
    proof: byEither((fold) => ({
      sums: [[less(fold)], [NEVER_TRUE]],
      base: assuming(1),
      steps: [assuming(3), assuming(3)],
      rests: [REST, assuming(1)],
    })),
  },
];
/** `o` is above 0 where the fold gives less than the first element. */
const SINCE = (step: string, more = ''): string =>
  `circuit c {\n  input xs: [0..3; 1..3]\n  output o: -99..0\n  first = xs[0]\n  p = fold s = 0 for x in xs { ${step} }\n${more}  o = first - p\n}\n`;
type Since = Extract<Refutation, { rule: 'since' }>;
/** Claims that the fold gives at least the first element, from the step with that element on. Default: the simplest proof. */
const bySince = (
  made: (draft: ProofDraft) => Partial<Since>,
  within: (draft: ProofDraft) => readonly number[] = (draft) => draft.all('fold'),
) =>
  byBounds((draft) => {
    const [fold, get] = [draft.node('fold'), draft.node('GET')];
    const refutation: Since = {
      rule: 'since',
      since: 0,
      loops: [fold],
      terms: [
        { ...less(fold), multiplier: 1, given: null },
        { multiplier: -1, factors: [get], quantity: null, given: null },
      ],
      base: assuming(1),
      step: summing([1, { fact: 'assumption', index: 1 }], [1, { fact: 'assumption', index: 2 }]),
      rest: summing([1, NEGATED], [1, { fact: 'assumption', index: 1 }]),
      ...made(draft),
    };
    const step: StepOf = { loops: within(draft), within: null, of: { by: 'value', node: get, step: null } };
    return [{ minuend: 0, subtrahend: null, bound: 0, refutation: { rule: 'element', step, premises: [], rest: refutation } }];
  });
/** A sum that loops do not keep from a step on. */
const LOST: readonly Forged[] = [
  // A later step loses it, or the step itself does not have it.
  { source: SINCE('x'), proof: bySince(() => ({})) },
  { source: SINCE('MIN(s, x)'), proof: bySince(() => ({})) },
  // The same of a fold whose body reads the accumulator: only the step fails, or only the base.
  { source: SINCE('x + 0 * s'), proof: bySince(() => ({})) },
  { source: SINCE('s + 0 * x'), proof: bySince(() => ({})) },
  // A step that is not enclosing, and the step of another loop.
  { source: SINCE('x'), proof: bySince(() => ({ since: 1 })) },
  {
    source: SINCE('x', '  n = map x in xs { x }\n'),
    proof: bySince(
      () => ({}),
      (draft) => draft.all('loop'),
    ),
  },
  // The value of a node in the body of another loop, and one that is not bound to the step.
  {
    source: SINCE('x', '  n = map x in xs { x * 2 }\n'),
    proof: bySince((draft) => ({
      terms: [
        { ...less(draft.node('fold')), multiplier: 1, given: null },
        { multiplier: -1, factors: [], quantity: null, given: draft.node('MUL') },
      ],
    })),
  },
  {
    source: SINCE('x'),
    proof: bySince((draft) => ({
      terms: [
        { ...less(draft.node('fold')), multiplier: 1, given: null },
        { multiplier: -1, factors: [], quantity: null, given: draft.node('GET') },
      ],
    })),
  },
  // A quantity that is no accumulator, loops that were not evaluated, and none.
  { source: SINCE('x'), proof: bySince(() => ({ terms: [{ ...STEPS, given: null }] })) },
  { source: SINCE('x'), proof: bySince(() => ({ loops: [999] })) },
  { source: SINCE('x'), proof: bySince(() => ({ loops: [] })) },
  // The sum of the rest is not what was kept.
  { source: SINCE('x'), proof: bySince(() => ({ terms: [] })) },
];
/** Claims that an ALL of the elements is true, which is followed from step to step. */
const ALL = (condition: string): string =>
  `circuit c {\n  input xs: [0..3; ..3]\n  output o: 0..3\n  o = LENGTH(xs)\n  ensure all x in xs { ${condition} }\n}\n`;
const byTruth = (step: (draft: ProofDraft) => Refutation) => (draft: ProofDraft) => {
  const all = draft.node('loop');
  const truth: InvariantTerm = { multiplier: 1, factors: [], quantity: { loop: all, field: null, measure: 'value' } };
  const invariant: LoopInvariant = { loops: [all], terms: [truth, NEVER_TRUE], base: assuming(1), step: step(draft) };
  const refutation = summing([1, NEGATED], [1, { fact: 'kept', invariant }]);
  draft.close({ by: 'linear', bounds: [{ minuend: null, subtrahend: 0, bound: -1, refutation }] });
};
const FOLLOWED: readonly Forged[] = [
  // The state before the step alone; the condition of the step, which only a loop to the end has; a fact of the body's result.
  ...([[], [3], [3, 4], [4]] as const).map(
    (more): Forged => ({
      source: ALL('x < 3'),
      proof: byTruth(() =>
        summing(
          [1, { fact: 'assumption', index: 1 }],
          [1, { fact: 'assumption', index: 2 }],
          ...more.map((index) => [1, { fact: 'assumption', index }] as const),
        ),
      ),
    }),
  ),
  {
    source: ALL('x < 3'),
    proof: byTruth((draft) =>
      summing([1, { fact: 'assumption', index: 1 }], [1, { fact: 'assumption', index: 2 }, { fact: 'lower', node: draft.node('LT') }]),
    ),
  },
];

/** Claims that a value of `ys` or of an arm is at most the sum of `xs`, as if it were an element of it. */
const byRead = byKept((draft) => {
  const read = draft.node('GET');
  return {
    loops: [draft.node('loop')],
    terms: [{ multiplier: -1, factors: [read], quantity: { loop: read, field: null, measure: 'value' } }, SUM_OF_SOURCE],
  };
});
const FOREIGN: readonly Forged[] = [
  // An element of another list, of what a filter left, and one that was not read.
  { source: LOOPS('  input ys: [0..3; 1..3]\n', 'q = SUM(map x in xs { x })', 'o = ys[0] - SUM(xs) + q - q'), proof: byRead },
  {
    source: LOOPS('', 'f = filter x in xs { x > 1 }', 'o = (if LENGTH(f) > 0 { 4 * f[0] } else { 0 }) - SUM(xs)'),
    proof: byRead,
  },
  {
    source: LOOPS(
      '  input c: bool\n',
      'q = SUM(map x in xs { x })',
      'o = (if c and LENGTH(xs) > 0 { xs[0] } else { 99 }) - SUM(xs) + q - q',
    ),
    proof: byRead,
  },
];

/** False invariants of loops, or of nodes that are not evaluated loops over one source. */
const BROKEN: readonly Forged[] = [
  ...ALTERNATIVES,
  ...FOLLOWED,
  ...FOREIGN,
  // Before the first step, and after a step.
  { source: FOLD(1, 's + x'), proof: bySumOfSource },
  { source: FOLD(0, 's + x + 1'), proof: bySumOfSource },
  { source: FOLD(0, 'MAX(s, 1) + x'), proof: bySumOfSource },
  // The element of another list; loops over two lists, in both orders.
  {
    source: LOOPS('  input ys: [0..3; ..3]\n', 'p = fold s = 0 for y in ys { s + y }', 'o = p - SUM(xs)'),
    proof: bySumOfSource,
  },
  ...['xs', 'ys'].map(
    (first): Forged => ({
      source: LOOPS(
        '  input ys: [0..3; ..3]\n',
        `p = fold s = 0 for y in ${first} { s + y }`,
        `q = fold s = 0 for y in ${first === 'xs' ? 'ys' : 'xs'} { s + y }`,
        'o = p - q',
      ),
      proof: byKept((draft) => {
        const [p, q] = [draft.node('fold', 0), draft.node('fold', 1)];
        return { loops: draft.all('fold'), terms: [less(p), { ...less(q), multiplier: 1 }] };
      }),
    }),
  ),
  // An invariant of loops over an empty list, used as if it held before the step of another loop: it would say that no step was
  // made.
  {
    source: LOOPS(
      '  input ys: [0..3; 0..0]\n',
      'p = fold s = 0 for x in xs { s + x }',
      'q = fold s = 1 for y in ys { s * y }',
      'o = LENGTH(xs) - 1',
      'ensure p + 1 >= q',
    ),
    proof: byKept((draft) => {
      const overEmpty = draft.all('fold').find((id) => sourceOf(draft, id) === draft.parameter(1)) ?? -1;
      const [overSome = -1] = draft.all('fold').filter((id) => id !== overEmpty);
      const none: LoopInvariant = {
        loops: [overEmpty],
        terms: [{ ...STEPS, multiplier: -1 }],
        base: summing([1, { fact: 'assumption', index: 1 }]),
        step: summing(
          [1, { fact: 'assumption', index: 1 }],
          [1, { fact: 'step', which: 'upper' }],
          [1, { fact: 'upper', node: draft.parameter(1) }],
        ),
      };
      return {
        loops: [overSome],
        terms: [
          { multiplier: 1, factors: [], quantity: null },
          { ...STEPS, multiplier: -1 },
        ],
        step: summing([1, { fact: 'assumption', index: 1 }], [1, { fact: 'kept', invariant: none }]),
      };
    }),
  },
  // A range whose end may be more than one before its beginning.
  {
    source: LOOPS('  input n: -3..3\n', 'p = fold s = 0 for i in 1..n { s + 1 }', 'o = p - n + SUM(xs) - SUM(xs)'),
    proof: byKept((draft) => ({ loops: [draft.node('fold')], terms: [STEPS, less(draft.node('fold'))] })),
  },
  // An ALL that may be false, and an ANY that is true: both end before the last element.
  { source: COUNTS('x > 1', 'q = all x in xs { x > 1 }', ['ensure q or not q']), proof: byCondition },
  { source: COUNTS('not (x > 1)', 'require any x in xs { x > 1 }'), proof: byCondition },
  // A fact of a step, used outside of any step, and an element of a list by its index.
  {
    source: FOLD(1, 's + x'),
    proof: byBounds(() => [
      { minuend: 0, subtrahend: null, bound: 0, refutation: summing([1, NEGATED], [1, { fact: 'step', which: 'lower' }]) },
    ]),
  },
  {
    source: FOLD(0, 's + x + 1'),
    proof: byKept((draft) => ({
      loops: [draft.node('fold')],
      terms: [SUM_OF_SOURCE, less(draft.node('fold'))],
      step: shifted(summing([1, NEGATED], [1, { fact: 'assumption', index: 1 }], [-1, { fact: 'step', which: 'element' }])),
    })),
  },
  // An empty list of loops, the same loop twice, a node that is not a loop, a loop in an arm that was not taken, and one that
  // does not exist.
  ...[
    (): readonly number[] => [],
    (draft: ProofDraft) => [draft.node('fold'), draft.node('fold')],
    (draft: ProofDraft) => [draft.parameter(0)],
    () => [9_999],
  ].map(
    (loops): Forged => ({
      source: FOLD(1, 's + x'),
      proof: byKept((draft) => ({ loops: loops(draft), terms: [SUM_OF_SOURCE, less(draft.node('fold'))] })),
    }),
  ),
  {
    source: LOOPS('  input c: bool\n', 'p = if c { fold s = 0 for x in xs { s + x } } else { 99 }', 'o = p - SUM(xs)'),
    proof: bySumOfSource,
  },
  {
    source: LOOPS('', 'p = fold s = 1 for x in xs { s + x }', 'q = count x in xs { x > 1 }', 'o = p + q - q - SUM(xs)'),
    proof: byKept((draft) => ({ loops: [draft.node('loop')], terms: [SUM_OF_SOURCE, less(draft.node('fold'))] })),
  },
  // A factor that changes from step to step, used as if it were constant: then n * SUM(x * x) would be SUM(x) * SUM(x).
  {
    source: LOOPS('', 'q = SUM(map x in xs { x * x })', 's = SUM(xs)', 'n = LENGTH(xs)', 'o = n * q - s * s'),
    proof: byBounds((draft) => {
      const [map, element] = [draft.node('loop'), draft.node('bound')];
      const kept = (...terms: readonly InvariantTerm[]): FactReference => ({
        fact: 'kept',
        invariant: { loops: [map], terms, base: summing([1, { fact: 'assumption', index: 1 }]), step: shifted(STEP) },
      });
      const squares: InvariantTerm = { multiplier: -1, factors: [], quantity: { loop: map, field: null, measure: 'sum' } };
      const [ofSquares, ofSteps] = [
        kept({ ...SUM_OF_SOURCE, factors: [element] }, squares),
        kept(SUM_OF_SOURCE, { ...STEPS, multiplier: -1, factors: [element] }),
      ];
      const sums = draft.all('SUM');
      const [sum] = sums.filter(
        (id) => draft.graph.nodes[id]?.op === 'apply' && operandsOf(nodeAt(draft.graph, id)).includes(draft.parameter(0)),
      );
      const refutation = summing(
        [1, NEGATED],
        [1, ofSquares, { fact: 'lower', node: draft.node('LENGTH') }],
        [1, ofSteps, { fact: 'lower', node: sum ?? -1 }],
      );
      return [{ minuend: 0, subtrahend: null, bound: 0, refutation }];
    }),
  },
  // An element of the whole list, taken for one that a filter kept since a loop over the filter binds it first.
  {
    source: LOOPS(
      '  input keeps: bool\n',
      'f = filter x in xs { keeps }',
      'a = count y in f { y > 1 }',
      'n = count x in xs { CONTAINS(f, x) }',
      'o = LENGTH(xs) - n - 0 * a',
    ),
    proof: byKept((draft) => {
      const loops = draft.all('loop').toSorted((a, b) => a - b);
      const counted: InvariantTerm = { multiplier: 1, factors: [], quantity: { loop: loops[2] ?? -1, field: null, measure: 'value' } };
      const isIn: FactReference = { fact: 'node', node: draft.node('CONTAINS'), index: 0 };
      const step = shifted(summing([1, NEGATED], [1, { fact: 'assumption', index: 1 }], [1, isIn]));
      return { loops, terms: [counted, { ...STEPS, multiplier: -1 }], step };
    }),
  },
  // Two lists over different bases, whose pairs form a base: their elements are not equal.
  {
    source:
      'circuit c {\n  input xs: [0..3; 3]\n  input ys: [0..3; 3]\n  output o: -99..0\n  o = fold s = 0 for p in ZIP(xs, ys) { s + p.a - p.b }\n}\n',
    proof: byKept((draft) => ({ loops: [draft.node('fold')], terms: [less(draft.node('fold'))] })),
  },
  // A list behind more filters than are traced back is a base: the places that it has kept are not those of its elements.
  {
    source: LOOPS(
      '',
      'a = filter i in 0..LENGTH(xs) - 1 { i > 0 }',
      'b = filter i in a { i < 9 }',
      'd = filter i in b { i != 1 }',
      'o = fold s = 0 for k, i in d { s + i - k }',
    ),
    proof: byKept((draft) => ({ loops: [draft.node('fold')], terms: [less(draft.node('fold'))] })),
  },
  // A loop around this body, whose element is taken for that of the inner loop.
  {
    source: 'circuit c {\n  input xs: [0..3; ..3]\n  output o: [i64; ..3]\n  o = map x in xs { 6 / (1 - SUM(map y in xs { x - y })) }\n}\n',
    proof: byBounds((draft) => {
      const loops = draft.all('loop').toSorted((a, b) => a - b);
      const [inner = -1] = loops;
      const sum: InvariantTerm = { multiplier: -1, factors: [], quantity: { loop: inner, field: null, measure: 'sum' } };
      const invariant: LoopInvariant = {
        loops,
        terms: [sum],
        base: summing([1, { fact: 'assumption', index: 1 }]),
        step: shifted(STEP),
      };
      return [{ minuend: null, subtrahend: 1, bound: -1, refutation: summing([1, NEGATED], [1, { fact: 'kept', invariant }]) }];
    }),
  },
  // A factor that is not a number, and a measure that a loop does not have.
  {
    source: FOLD(1, 's + x'),
    proof: byKept((draft) => ({
      loops: [draft.node('fold')],
      terms: [{ ...SUM_OF_SOURCE, factors: [draft.parameter(0)] }, less(draft.node('fold'))],
    })),
  },
  {
    source: FOLD(1, 's + x'),
    proof: byKept((draft) => ({
      loops: [draft.node('fold')],
      terms: [{ ...less(draft.node('fold')), quantity: { loop: draft.node('fold'), field: 'x', measure: 'sum' } }],
    })),
  },
];

/** Fails for an empty list and for a list without a 3: `o` is above 0. */
const AT = (inputs: string, ...body: readonly string[]): string => LOOPS(inputs, ...body);
const byElement = (step: (draft: ProofDraft) => StepOf, rest?: (draft: ProofDraft) => Refutation, premises: readonly Refutation[] = []) =>
  byBounds((draft) => [
    {
      minuend: 0,
      subtrahend: null,
      bound: 0,
      refutation: {
        rule: 'element',
        step: step(draft),
        premises,
        rest: rest?.(draft) ?? summing([1, NEGATED], [1, { fact: 'assumption', index: 1 }]),
      },
    },
  ]);
/** The first fact of a step, used as if it contradicted the goal. */
const outside = (loops: readonly number[], of: StepOf['of']): StepOf => ({ loops, within: null, of });

/** Steps that may not exist, or that belong to other loops. */
const UNSTEPPED: readonly Forged[] = [
  // An element of a list that may be empty, and an element with a false condition although the condition may always be true.
  ...[true, false].map(
    (truth): Forged => ({
      source: AT('', 'n = count x in xs { x > 1 }', 'o = 1 + n - n'),
      proof: byElement((draft) => outside([draft.node('loop')], { by: 'witness', loop: draft.node('loop'), truth })),
    }),
  ),
  // A fold that keeps an element in the step of that element, and not in all steps.
  {
    source:
      'circuit c {\n  input xs: [0..3; 1..3]\n  output o: -99..0\n  zs = TAKE(xs, 1)\n  n = fold m = zs[0] for x in xs { if x > 1 { x } else { m } }\n  o = if n in zs { 0 } else { 1 }\n}\n',
    proof: byElement(
      (draft) => outside([draft.node('fold')], { by: 'value', node: draft.node('GET'), step: null }),
      (draft) => summing([1, NEGATED], [1, { fact: 'node', node: draft.node('CONTAINS'), index: 0, step: 0 }]),
    ),
  },
  // The same element with a premise that is not refuted.
  {
    source: AT('', 'n = count x in xs { x > 1 }', 'o = 1 + n - n'),
    proof: byElement((draft) => outside([draft.node('loop')], { by: 'witness', loop: draft.node('loop'), truth: true }), undefined, [
      summing([1, { fact: 'assumption', index: 1 }]),
    ]),
  },
  // An element of another list, an integer that may lie beyond a range, and a node that is not an element.
  {
    source: AT('  input ys: [0..3; 1..3]\n', 'n = count x in xs { x > 1 }', 'o = 1 + n - n + ys[0] - ys[0]'),
    proof: byElement((draft) => outside([draft.node('loop')], { by: 'value', node: draft.node('GET'), step: null })),
  },
  {
    source: AT('  input k: 0..9\n', 'n = count i in 1..3 { i > 1 }', 'o = 1 + n - n + k - k + SUM(xs) - SUM(xs)'),
    proof: byElement((draft) => outside([draft.node('loop')], { by: 'value', node: draft.parameter(1), step: null })),
  },
  {
    source: AT('', 'n = count x in xs { x > 1 }', 'o = 1 + n - n'),
    proof: byElement((draft) => outside([draft.node('loop')], { by: 'value', node: 999, step: null })),
  },
  // An ALL that may be false, and an ANY that may be true: neither visits every element.
  ...[
    ['all y in ys { y > 1 }', 0],
    ['any y in ys { y <= 1 }', 1],
  ].map(
    ([loop, index]): Forged => ({
      source: AT('  input ys: [0..3; 1..3]\n', `q = ${loop}`, 'o = 2 - ys[0] + SUM(xs) - SUM(xs)', 'ensure q or not q'),
      proof: byElement(
        (draft) => outside([draft.node('loop')], { by: 'value', node: draft.node('GET'), step: null }),
        (draft) => summing([1, NEGATED], [1, { fact: 'node', node: draft.node(index === 0 ? 'GT' : 'LE'), index: Number(index), step: 0 }]),
      ),
    }),
  ),
  // A step that does not exist: as the step around loops, as the step of a value, as the step of a fact.
  {
    source: AT('  input k: 1..3\n', 'n = count i in 1..3 { i > 1 }', 'o = 1 + n - n + k - k + SUM(xs) - SUM(xs)'),
    proof: byElement((draft) => ({ loops: [draft.node('loop')], within: 0, of: { by: 'value', node: draft.parameter(1), step: null } })),
  },
  {
    source: AT('  input k: 1..3\n', 'n = count i in 1..3 { i > 1 }', 'o = 1 + n - n + k - k + SUM(xs) - SUM(xs)'),
    proof: byElement((draft) => outside([draft.node('loop')], { by: 'value', node: draft.parameter(1), step: 0 })),
  },
  {
    source: AT('  input k: 1..3\n', 'n = count i in 1..3 { i > 1 }', 'o = 1 + n - n + k - k + SUM(xs) - SUM(xs)'),
    proof: byElement(
      (draft) => outside([draft.node('loop')], { by: 'value', node: draft.parameter(1), step: null }),
      (draft) => summing([1, NEGATED], [1, { fact: 'upper', node: draft.node('GT'), step: 1 }]),
    ),
  },
  // The step of an integer that may come before the end of a range, used as if it were the last one.
  ...[1, 2, 3, 4, 5, 6].map(
    (index): Forged => ({
      source: AT('  input k: 1..3\n', 'n = fold s = 0 for i in 1..3 { i }', 'o = n - k + SUM(xs) - SUM(xs)'),
      proof: byElement(
        (draft) => outside([draft.node('fold')], { by: 'value', node: draft.parameter(1), step: null }),
        () => summing([1, NEGATED], [1, { fact: 'assumption', index }]),
      ),
    }),
  ),
  // A loop in the body of another, used as if it stood outside; a node that is not a loop; the same loop twice.
  {
    source: AT('  input k: 1..3\n', 'n = count x in xs { any i in 1..3 { i > x } }', 'o = 1 + n - n + k - k'),
    proof: byElement((draft) => {
      const [inner = -1] = draft.all('loop').toSorted((a, b) => a - b);
      return outside([inner], { by: 'value', node: draft.parameter(1), step: null });
    }),
  },
  ...[[], [0, 0]].map(
    (times): Forged => ({
      source: AT('  input k: 1..3\n', 'n = count i in 1..3 { i > 1 }', 'o = 1 + n - n + k - k + SUM(xs) - SUM(xs)'),
      proof: byElement((draft) =>
        outside(
          times.map(() => draft.node('loop')),
          { by: 'value', node: draft.parameter(1), step: null },
        ),
      ),
    }),
  ),
];

export const BOUNDS = refusals('bounds', {
  'bound-not-implied': [
    // Claims that two lists have one length.
    {
      source: 'circuit c {\n  input a: [0..1; ..2]\n  input b: [0..1; ..2]\n  output o: i64\n  o = 6 / (LENGTH(a) - LENGTH(b) + 1)\n}\n',
      proof: byPositive(() => summing([1, NEGATED])),
    },
    // Claims that a sum has the divisors of its first part, and that a quotient is a product.
    ...['a * b / (b + c) - a + 1', '4 * a * b / (2 * b) - 8 * a + 6 + 0 * c'].map(
      (divisor): Forged => ({
        source: `circuit c {\n  input a: 0..9\n  input b: 1..9\n  input c: 0..9\n  output o: i64\n  o = 6 / (${divisor})\n}\n`,
        proof: byPositive(() => summing([1, NEGATED])),
      }),
    ),
    // A fact of the other arm; a fact of a right side that is not evaluated, because the left side decides; and the claim that
    // its value is that of the whole.
    { source: EXCEEDS('', 'm = b > c\n  q = if m { 0 } else { CLAMP(2, b, c) }', 'if m { 6 / (c - b + 1) } else { q }'), proof: byClamp },
    {
      source: EXCEEDS('', 'm = b > c\n  w = m or CLAMP(2, b, c) >= 0', 'if m { 6 / (c - b + 1) } else { if w { 1 } else { 2 } }'),
      proof: byClamp,
    },
    {
      source: EXCEEDS(
        '  input a: 0..5\n',
        'k = b <= c\n  m = a > 3\n  w = m or k',
        'if m { if w { 6 / (c - b + 1) } else { 1 } } else { if k { 2 } else { 3 } }',
      ),
      proof: byPositive((draft) => {
        const [k, w] = [draft.node('LE'), draft.node('shortCircuit')];
        return {
          rule: 'split',
          node: k,
          fact: 0,
          premise: 0,
          holds: summing([1, NEGATED], [1, { fact: 'node', node: k, index: 0 }]),
          fails: summing([1, { fact: 'assumption', index: 1 }], [-1, { fact: 'node', node: w, index: 1 }], [1, { fact: 'lower', node: w }]),
        };
      }),
    },
    // A sum that is not constant, and one that is not negative.
    { source: TOO_WIDE, proof: byRefuting(() => summing([1, NEGATED])) },
    { source: TOO_WIDE, proof: byRefuting((draft) => summing([1, NEGATED], [1, { fact: 'upper', node: draft.parameter(0) }])) },
    { source: TOO_WIDE, proof: byRefuting(() => summing()) },
    // Correct except for the multiplier: a negative multiple of a nonzero value, and a multiple of zero.
    { source: TOO_WIDE, proof: byRefuting((draft) => summing([2, NEGATED], [1, { fact: 'upper', node: draft.parameter(0) }])) },
    { source: TOO_WIDE, proof: byRefuting((draft) => summing([1, NEGATED], [-1, { fact: 'lower', node: draft.parameter(0) }])) },
    { source: TOO_WIDE, proof: byRefuting((draft) => summing([0, { fact: 'lower', node: draft.parameter(0) }])) },
    // A product of three facts, and an empty one.
    { source: TOO_WIDE, proof: byRefuting(() => summing([1, NEGATED, NEGATED, NEGATED])) },
    { source: TOO_WIDE, proof: byRefuting(() => summing([1])) },
    // Negative multiples of products, of the assumption and of a difference, all of them nonzero.
    {
      source: TOO_WIDE,
      proof: byRefuting((draft) => {
        const [low, high] = boundsOf(draft.parameter(0));
        return summing([-1, low, low], [-2, low, high], [-1, high, high]);
      }),
    },
    {
      source: TOO_WIDE,
      proof: byBounds((draft) => {
        const [low] = boundsOf(draft.parameter(0));
        return [{ minuend: 0, subtrahend: null, bound: -2, refutation: summing([-1, NEGATED], [1, low]) }];
      }),
    },
    {
      source: 'circuit c {\n  input a: 0..9\n  input b: 0..9\n  output o: i64\n  o = if a <= b { 6 / (b - a - 1) } else { 0 }\n}\n',
      proof: byBounds((draft) => {
        const link = { via: draft.node('LE'), minuend: draft.parameter(0), subtrahend: draft.parameter(1), bound: 0 };
        return [{ minuend: 1, subtrahend: null, bound: -1, refutation: summing([1, NEGATED], [-1, { fact: 'difference', link }]) }];
      }),
    },
    // A premise that an assumption almost implies, and one in an unrelated assumption: facts of positive divisors.
    { source: NEGATIVE('d'), proof: byPositiveDivisor },
    { source: NEGATIVE('d - e'), proof: byPositiveDivisor },
    // A second factor that does not exist.
    { source: TOO_WIDE, proof: byRefuting(() => summing([1, NEGATED, { fact: 'upper', node: 99 }])) },
    // An assumption, a node and a fact that do not exist.
    { source: TOO_WIDE, proof: byRefuting(() => summing([1, { fact: 'assumption', index: 1 }])) },
    { source: TOO_WIDE, proof: byRefuting(() => summing([1, { fact: 'upper', node: 99 }])) },
    { source: SMALLER, proof: byRefuting((draft) => summing([1, { fact: 'node', node: draft.node('MIN'), index: 4 }])) },
    // A difference that its node does not imply.
    {
      source: TOO_WIDE,
      proof: byRefuting((draft) => {
        const node = draft.parameter(0);
        return summing([1, { fact: 'difference', link: { via: node, minuend: node, subtrahend: node, bound: -1 } }]);
      }),
    },
    // A fact of an arm, used although the other arm may have been taken.
    {
      source: SMALLER,
      proof: byRefuting((draft) => {
        const [select, min] = [draft.node('select'), draft.node('MIN')];
        return summing([1, NEGATED], [-1, { fact: 'node', node: select, index: 0 }], [1, { fact: 'node', node: min, index: 1 }]);
      }),
    },
    // A split with one side unrefuted, and one on a premise that does not exist.
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
        return { rule: 'split', node: draft.node('select'), fact: 99, premise: 0, holds: wrong, fails: wrong };
      }),
    },
    {
      source: SMALLER,
      proof: byRefuting((draft) => {
        const wrong = summing([1, NEGATED]);
        return { rule: 'split', node: draft.node('select'), fact: 0, premise: 7, holds: wrong, fails: wrong };
      }),
    },
    // Rounded sums: of a sum that rounding does not improve, of an unknown fact, and of an invalid sum.
    ...(['nothing to round', 'a fact of an arm', 'no sum'] as const).map(
      (fault): Forged => ({
        source: SMALLER,
        proof: byRefuting((draft) => {
          const [low] = boundsOf(draft.parameter(0));
          const [select, min] = [draft.node('select'), draft.node('MIN')];
          const rest = summing([1, NEGATED], [1, { fact: 'assumption', index: 1 }]);
          const inArm = summing([2, NEGATED], [-2, { fact: 'node', node: select, index: 0 }], [1, { fact: 'node', node: min, index: 1 }]);
          const terms = { 'nothing to round': summing([2, low]), 'a fact of an arm': inArm, 'no sum': summing() }[fault];
          return terms.rule === 'sum' ? { rule: 'rounded', terms: terms.terms, rest } : terms;
        }),
      }),
    ),
    // Rounded by more than the divisor: a - 3, of which this is twice plus one, is not negative; a - 4 may be.
    {
      source: 'circuit c {\n  input a: 0..3\n  input b: bool\n  output o: 0..2\n  output p: bool\n  o = a\n  p = b\n}\n',
      proof: byRefuting((draft) => {
        const [low, high] = boundsOf(draft.parameter(1));
        const [, most] = boundsOf(draft.parameter(0));
        const twice = summing([2, NEGATED], [1, low], [1, high]);
        const rest = summing([1, { fact: 'assumption', index: 1 }], [1, most]);
        return twice.rule === 'sum' ? { rule: 'rounded', terms: twice.terms, rest } : twice;
      }),
    },
    // Comparisons: with a false premise, with a missing premise, with a number that does not exist, and between different
    // monomers.
    ...(['fails', 'left out', 'no way', 'other monomers'] as const).map(
      (fault): Forged => ({
        source:
          'circuit c {\n  input a: 0..9\n  input b: 0..9\n  output o: i64\n  p = MIN(a, 5)\n  q = MIN(b, 5)\n  o = 6 / (q - p + 1) + MAX(a, b)\n}\n',
        proof: byPositive((draft) => {
          const [low, high] = [draft.node('MIN', 0), fault === 'other monomers' ? draft.node('MAX') : draft.node('MIN', 1)];
          const rest = summing([1, NEGATED], [1, { fact: 'assumption', index: 1 }]);
          const premises = fault === 'left out' ? [] : [summing([1, { fact: 'assumption', index: 1 }], [1, NEGATED])];
          return { rule: 'ordered', low, high, way: fault === 'no way' ? 1 : 0, premises, rest };
        }),
      }),
    ),
    // A fact about the source that is known in the body of a loop, used although the loop may not have run. One of the two nodes
    // is in the body.
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
    // A fact that holds after an operation succeeded, used to prove its own precondition.
    {
      source: CLAMPS,
      proof: byBounds((draft) => {
        const [low, high] = [0, 1].map((index): FactReference => ({ fact: 'node', node: draft.node('CLAMP'), index }));
        if (low === undefined || high === undefined) throw new Error('no facts');
        return [{ minuend: 1, subtrahend: 2, bound: 0, refutation: summing([1, NEGATED], [1, low], [1, high]) }];
      }),
    },
    // A bound of an argument that does not exist.
    { source: DIVIDES, proof: byBounds(() => [{ minuend: 7, subtrahend: null, bound: 0, refutation: summing([1, NEGATED]) }]) },
    { source: DIVIDES, proof: byBounds(() => [{ minuend: null, subtrahend: 7, bound: 0, refutation: summing([1, NEGATED]) }]) },
    ...BEYOND,
    ...COUNTED,
    ...REPLACED,
    ...IN_ARM,
    { source: COUNTED_IN_STEPS, proof: byCountsInStep(1) },
    { source: COUNTED_IN_STEPS, proof: byCountsInStep(-1) },
    ...BROKEN,
    ...LOST,
    ...UNSTEPPED,
  ],
  'bounds-too-loose': [
    // Bounds of the dividend, and of the difference of dividend and divisor, which do not bound the divisor.
    {
      source: quotient('6..9', '0..3'),
      proof: byBounds((draft) => {
        const [low] = boundsOf(draft.parameter(1));
        return [{ minuend: null, subtrahend: 0, bound: -6, refutation: summing([1, NEGATED], [1, low]) }];
      }),
    },
    {
      source: quotient('-9..-6', '-3..0'),
      proof: byBounds((draft) => {
        const [, high] = boundsOf(draft.parameter(1));
        return [{ minuend: 0, subtrahend: null, bound: -6, refutation: summing([1, NEGATED], [1, high]) }];
      }),
    },
    {
      source: quotient('6..9', '-3..0'),
      proof: byBounds((draft) => {
        const [[, high], [low]] = [boundsOf(draft.parameter(0)), boundsOf(draft.parameter(1))];
        return [{ minuend: 1, subtrahend: 0, bound: -6, refutation: summing([1, NEGATED], [1, high], [1, low]) }];
      }),
    },
    {
      source: quotient('-9..-6', '0..3'),
      proof: byBounds((draft) => {
        const [[low], [, high]] = [boundsOf(draft.parameter(0)), boundsOf(draft.parameter(1))];
        return [{ minuend: 0, subtrahend: 1, bound: -6, refutation: summing([1, NEGATED], [1, high], [1, low]) }];
      }),
    },
    // A stated domain, a narrowing and the result of a component, closed without bounds.
    { source: 'circuit c {\n  input a: 0..3\n  output o: i64\n  s: 0..2 = a\n  o = s\n}\n', proof: byBounds(() => []) },
    { source: 'circuit c {\n  input a: 0..3\n  output o: i64\n  o = a as 0..2\n}\n', proof: byBounds(() => []) },
    {
      source: 'component half(a: 0..9) -> 0..3 {\n  a / 2\n}\ncircuit c {\n  input a: 0..3\n  output o: i64\n  o = half(a)\n}\n',
      proof: (_, { components }) => components.forEach((component) => component.close({ by: 'linear', bounds: [] })),
    },
    // An output that is never produced.
    { source: 'circuit c {\n  input a: 0..3\n  output o: 0..3\n  output p: 0..3\n  o = a\n}\n', proof: byBounds(() => []) },
    // Only one of two arguments lies in its domain.
    {
      source:
        'component both(p: 0..9, q: 0..3) -> 0..12 {\n  p + q\n}\ncircuit c {\n  input a: 0..9\n  input b: 0..9\n  output o: i64\n  o = both(a, b)\n}\n',
      proof: byBounds(() => []),
    },
    // Claims that an ensure is at most true and at least false.
    {
      source: ENSURES,
      proof: byBounds((draft) => {
        const [, high] = boundsOf(draft.node('LT'));
        return [{ minuend: 0, subtrahend: null, bound: 1, refutation: summing([1, NEGATED], [1, high]) }];
      }),
    },
    {
      source: ENSURES,
      proof: byBounds((draft) => {
        const [low] = boundsOf(draft.node('LT'));
        return [{ minuend: null, subtrahend: 0, bound: 0, refutation: summing([1, NEGATED], [1, low]) }];
      }),
    },
    { source: TOO_WIDE, proof: byBounds(() => []) },
    { source: ENSURES, proof: byBounds(() => []) },
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
});
