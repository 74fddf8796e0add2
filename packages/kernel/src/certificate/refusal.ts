/**
 * Every reason for refusing a certificate, by check step, in order; `bounds` are those of obligations that rest on sums of
 * inequalities. `at` is the node, or another subject of the reason.
 */
const REASONS = {
  decode: {
    'too-long': (at) => `it is longer than ${at} bytes`,
    malformed: (at) => `${at}`,
    'not-canonical': (at) => `${at}`,
  },
  header: {
    'other-language': (at) => `it is for language ${at}`,
    'other-engine': (at) => `it was made by engine ${at}`,
    'other-graph': () => 'it belongs to another graph',
    'other-trusted-base': () => 'it names another trusted base',
    'other-assurance': (at) => `its evidence has the grade ${at}, but it states another grade`,
    'other-cost': () => 'its cost differs from that of the graph',
    'other-metrics': () => 'its metrics differ from those of the graph',
    'other-number-of-graphs': () => 'it has another number of graphs',
  },
  replay: {
    'too-much-work': (at) => `checking it takes more than ${at} steps of work`,
    'claims-missing': () => 'there are fewer claims than nodes',
    'claims-left': () => 'there are more claims than nodes',
    'claim-of-other-type': (at) => `the claim of node ${at} is of another type`,
    'claim-not-implied': (at) => `the claim of node ${at} does not follow from those of its operands`,
    'claim-where-dead': (at) => `node ${at} is not reached, but its claim is not empty`,
    'difference-not-implied': (at) => `a difference that node ${at} rests on does not hold`,
    'step-not-reached': (at) => `a step refers to node ${at}, which has not been reached`,
    'step-without-rule': (at) => `a step restricts node ${at} by a node that does not restrict it`,
    'step-claims-too-little': (at) => `a step claims more about node ${at} than its premises imply`,
    'region-not-entered': (at) => `a region of node ${at} may not have been reached`,
    'accumulator-base-case': (at) => `the first value of the accumulator of node ${at} may lie outside of its claim`,
    'accumulator-not-inductive': (at) => `the claim of the accumulator of node ${at} is not inductive`,
    'drift-not-implied': (at) => `the accumulator of node ${at} may change by more than its drifts`,
    'not-unrolled': (at) => `node ${at} cannot be followed step by step`,
    'cut-not-implied': (at) => `a bound of node ${at} is not shown by its sums of inequalities`,
    'cut-too-loose': (at) => `a bound of node ${at} does not narrow its value`,
    'join-of-too-many-arms': (at) => `node ${at} has too many arms`,
    'join-not-implied': (at) => `a joined difference does not hold in an arm of node ${at}`,
    'unused-steps': (at) => `steps of region ${at} are not used`,
    'unused-kept': (at) => `steps for the kept elements of region ${at} are not used`,
    'unused-drifts': (at) => `the drifts of node ${at} are not used`,
    'unused-unrolled': (at) => `node ${at} is listed for step-by-step evaluation, but is not a reached fold`,
    'unused-joins': (at) => `the joins of node ${at} are not used`,
    'unused-differences': (at) => `node ${at} lists differences that it does not rest on`,
    'unused-cuts': (at) => `bounds are listed for node ${at}, which is not reached`,
  },
  obligations: {
    'other-closure-domains': () => 'the closure domains differ from those of the graph',
    'entropy-source': () => 'an entropy source is never closed',
    'evidence-of-other-kind': (at) => `evidence of this kind cannot close a closure domain (${at})`,
    'evidence-where-dead': (at) => `node ${at} is not reached, but has evidence of its own`,
    'evidence-unused': (at) => `the evidence of ${at} lists differences that it does not rest on`,
    'input-fails': () => 'some input fails, or there are too many to run',
    'need-not-implied': (at) => `the precondition of node ${at} does not follow`,
    'domain-not-implied': (at) => `a closure domain (${at}) does not follow`,
    'states-not-implied': (at) =>
      `the states of node ${at} do not contain its first value and the result of each step, or are not all necessary`,
    'states-too-loose': (at) => `an ensure may fail in one of the states of node ${at}`,
    'cases-missing': () => 'the cases are missing',
    'cases-unused': () => 'there are cases that no closure domain rests on',
    'inlined-missing': () => 'the proof over the graph without calls is missing',
    'inlined-unused': () => 'there is a proof over the graph without calls that no closure domain rests on',
    'not-inlined': () => 'the graph has no call or loop to replace, or is too large without them',
    'induction-missing': () => 'the induction over the rounds of loops is missing',
    'induction-unused': () => 'there is an induction over the rounds of loops that no closure domain rests on',
    'induction-of-others': () => 'an induction closes ensures that it lists, and no other closure domain',
    'no-induction': () => 'the loops have no common source, an ensure has no copy for their rounds, or the graph is too large with it',
    'case-incomplete': () => 'a case has another number of closure domains',
    'case-on-others': () => 'a case has evidence that must not occur in a case',
    'case-of-other-type': () => 'a case splits no parameter, or one of its parts has another type',
    'cases-not-covering': () => 'the cases do not cover every value',
    'export-not-implied': () => 'an exported difference does not hold',
  },
  bounds: {
    'bound-not-implied': (at) => `a bound for ${at} is not shown by its sums of inequalities`,
    'bounds-too-loose': (at) => `the bounds do not close ${at}`,
    'bound-unused': (at) => `a bound for ${at} is not needed`,
  },
  queries: {
    'other-query': () => 'a query differs from that of its closure domain',
    'query-contradicted': (at) => `a run of the evaluator contradicts a query, which is a fault of the encoder: ${at}`,
    'other-runs': (at) => `${at} runs were compared with a query, but it states another number`,
    'query-limit': () => 'the limit of a query exceeds the maximal number of steps',
    'queries-limit': (at) => `the limits of its queries exceed ${at} steps in total`,
    'solver-missing': (at) => `it rests on ${at} queries that only a solver can answer`,
    'solver-doubts': (at) => `the solver answers ${at} to a query`,
    'other-solver': (at) => `it rests on ${at}`,
  },
} as const satisfies Record<string, Record<string, (at: number | string) => string>>;

export type CheckStep = keyof typeof REASONS;

/** The codes of one step. Default: those of all steps. */
export type RefusalCode<S extends CheckStep = CheckStep> = { [T in S]: keyof (typeof REASONS)[T] }[S];

const BY_CODE: Readonly<Record<RefusalCode, (at: number | string) => string>> = {
  ...REASONS.decode,
  ...REASONS.header,
  ...REASONS.replay,
  ...REASONS.obligations,
  ...REASONS.bounds,
  ...REASONS.queries,
};

/** The first thing in a certificate that does not hold. */
export interface Refusal {
  readonly refused: RefusalCode;
  /** A sentence for people. */
  readonly reason: string;
}

export function refuse(refused: RefusalCode, at: number | string = ''): Refusal {
  return { refused, reason: BY_CODE[refused](at) };
}

export function isRefusal(outcome: object): outcome is Refusal {
  return 'refused' in outcome;
}
