/**
 * Every reason for refusing a certificate, by check step, in order; `bounds` are those of obligations that rest on sums of
 * inequalities. `at` is the node, or another subject of the reason.
 */
const REASONS = {
  decode: {
    'too-long': (at) => `it is longer than ${at} bytes`,
    malformed: (at) => `${at}`,
    'not-canonical': () => 'its digest is wrong, or it holds something that a certificate does not',
  },
  header: {
    'other-language': (at) => `it is for language ${at}`,
    'other-engine': (at) => `it was made by engine ${at}`,
    'other-graph': () => 'it belongs to another graph',
    'other-trusted-base': () => 'it names another trusted base',
    'other-assurance': (at) => `its evidence is of the grade ${at}, and it states another`,
    'other-cost': () => 'its cost is not that of the graph',
    'other-metrics': () => 'its metrics are not those of the graph',
    'other-number-of-graphs': () => 'it has another number of graphs',
  },
  replay: {
    'too-much-work': (at) => `to follow it takes more than ${at} steps of work`,
    'claims-missing': () => 'there are fewer claims than nodes',
    'claims-left': () => 'there are more claims than nodes',
    'claim-of-other-type': (at) => `the claim of node ${at} is of another type`,
    'claim-not-implied': (at) => `the claim of node ${at} does not follow from those of its operands`,
    'claim-where-dead': (at) => `node ${at} is not reached, and its claim is not empty`,
    'difference-not-implied': (at) => `a difference that node ${at} rests on does not hold`,
    'step-not-reached': (at) => `a step speaks of node ${at}, which has not been reached`,
    'step-without-rule': (at) => `a step concludes something of node ${at} from a node that says nothing of it`,
    'step-claims-too-little': (at) => `a step claims too little for node ${at}`,
    'region-not-entered': (at) => `node ${at} may have passed a region by`,
    'accumulator-base-case': (at) => `the first value of the accumulator of node ${at} may lie outside of its claim`,
    'accumulator-not-inductive': (at) => `the claim of the accumulator of node ${at} is not inductive`,
    'drift-not-implied': (at) => `the accumulator of node ${at} may drift further`,
    'not-unrolled': (at) => `node ${at} cannot be followed step by step`,
    'cut-not-implied': (at) => `a bound of node ${at} is not shown by its sums of inequalities`,
    'cut-too-loose': (at) => `the bounds of node ${at} leave its claim as it is`,
    'join-of-too-many-arms': (at) => `node ${at} has too many arms`,
    'join-not-implied': (at) => `an arm of node ${at} does not keep a difference`,
    'unused-steps': (at) => `region ${at} has steps that are not taken`,
    'unused-kept': (at) => `region ${at} has steps that no filter takes`,
    'unused-drifts': (at) => `the drifts of node ${at} are not used`,
    'unused-unrolled': (at) => `node ${at} is followed step by step, and is no fold that is reached`,
    'unused-joins': (at) => `the joins of node ${at} are not used`,
    'unused-differences': (at) => `differences are listed for node ${at} that it does not rest on`,
    'unused-cuts': (at) => `bounds are listed for node ${at}, which is not reached`,
  },
  obligations: {
    'other-closure-domains': () => 'the closure domains are not those of the graph',
    'entropy-source': () => 'an entropy source is never closed',
    'evidence-of-other-kind': (at) => `${at} is never closed so`,
    'evidence-where-dead': (at) => `node ${at} is not reached, and its evidence says more than that`,
    'evidence-unused': (at) => `the evidence of ${at} lists differences that it does not rest on`,
    'input-fails': () => 'some input fails, or there are too many to run',
    'need-not-implied': (at) => `what node ${at} needs does not follow`,
    'domain-not-implied': (at) => `a ${at} does not follow`,
    'states-not-implied': (at) => `the states of node ${at} do not hold its first value and what each step gives, or say more than that`,
    'states-too-loose': (at) => `a promise may fail in one of the states of node ${at}`,
    'cases-missing': () => 'the cases are missing',
    'cases-unused': () => 'there are cases that no closure domain rests on',
    'inlined-missing': () => 'the proof over the graph without calls is missing',
    'inlined-unused': () => 'there is a proof over the graph without calls that no closure domain rests on',
    'not-inlined': () => 'the graph has no calls, or no loop to write out, or is too large without them',
    'case-incomplete': () => 'a case leaves closure domains out',
    'case-on-others': () => 'a case rests on another',
    'case-of-other-type': () => 'a case splits nothing',
    'cases-not-covering': () => 'the cases do not cover every value',
    'export-not-implied': () => 'an exported difference does not hold',
  },
  bounds: {
    'bound-not-implied': (at) => `a bound for ${at} is not shown by its sums of inequalities`,
    'bounds-too-loose': (at) => `the bounds do not close ${at}`,
    'bound-unused': (at) => `the bounds for ${at} are more than it rests on`,
  },
  queries: {
    'other-query': () => 'a query is not that of its closure domain',
    'query-contradicted': (at) => `a run of the evaluator contradicts a query, which is a fault of the encoder: ${at}`,
    'other-runs': (at) => `${at} runs were laid beside a query, not as many as it says`,
    'query-limit': () => 'a query asks for more steps than any is given',
    'queries-limit': (at) => `its queries ask for more than ${at} steps together`,
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
