import type { PieceSource } from './piece.js';

/** Functions that make the decisions of a policy. */
export const DECISIONS = {
  Verdict: {
    code: `
«export type Verdict = 'ALLOW' | 'REVIEW' | 'DENY';»`,
  },
  Decision: {
    uses: ['Verdict'],
    code: `
«export interface Decision {
  readonly verdict: Verdict;
  readonly rule: string | null;
  readonly determined_by: readonly string[];
  readonly reason: string;
  readonly errors?: ReadonlyArray<{ readonly pointer: string; readonly message: string }>;
  readonly errors_omitted?: number;
}»`,
  },
  decidedBy: {
    uses: ['Decision', 'Verdict'],
    code: `
/** The decision of the winning rules, in source order. */
function decidedBy(verdict«: Verdict», rules«: readonly string[]»)«: Decision» {
  return { verdict, rule: rules[0]« as string», determined_by: rules, reason: ruleReasons.get(rules[0]« as string»)« as string» };
}`,
  },
  decidedByDefault: {
    uses: ['Decision', 'Verdict'],
    code: `
function decidedByDefault(verdict«: Verdict», word«: string»)«: Decision» {
  return { verdict, rule: null, determined_by: [], reason: 'no rule applies; the default is ' + word };
}`,
  },
  decidedByPlaces: {
    uses: ['Decision', 'Verdict', 'decidedBy', 'decidedByDefault'],
    code: `
/** The decision if the rules at these positions apply; votes has verdict and name of each rule, in source order. */
function decidedByPlaces(places«: number[]», votes«: ReadonlyArray<readonly [Verdict, string]>», verdict«: Verdict», word«: string»)«: Decision» {
    places.sort((a, b) => a - b);
  for (const winning of ['DENY', 'REVIEW', 'ALLOW']« as const») {
    const rules«: string[]» = [];
    for (const place of places) if (votes[place][0] === winning) rules.push(votes[place][1]);
    if (rules.length > 0) return decidedBy(winning, rules);
  }
  return decidedByDefault(verdict, word);
}`,
  },
  deniedFor: {
    uses: ['Decision'],
    code: `
function deniedFor(reason«: string»)«: Decision» {
  return { verdict: 'DENY', rule: null, determined_by: [], reason };
}`,
  },
  deniedCategory: {
    uses: ['Decision', 'deniedFor', 'describeJson'],
    code: `
function deniedCategory(category«: unknown»)«: Decision» {
  const message = 'the policy declares no action ' + describeJson(category);
  return { ...deniedFor(message), errors: [{ pointer: '/category', message }] };
}`,
  },
  WRONG_PARAMS: {
    code: `
const WRONG_PARAMS = 'the params are not those that the policy declares for this action';`,
  },
  deniedNoObject: {
    uses: ['Decision', 'WRONG_PARAMS', 'deniedFor', 'describeJson'],
    code: `
function deniedNoObject(params«: unknown»)«: Decision» {
  const message = 'expected an object of inputs by port, found ' + describeJson(params);
  return { ...deniedFor(WRONG_PARAMS), errors: [{ pointer: '/params', message }] };
}`,
  },
  deniedParams: {
    uses: ['Decision', 'Refused', 'WRONG_PARAMS', 'compareText', 'deniedFor'],
    code: `
/** The decision on wrong params: the first ten faults, those of declared params first, and the number of all further ones. */
function deniedParams(params«: Record<string, unknown>», names«: ReadonlySet<string>», values«: readonly unknown[]»)«: Decision» {
  const errors«: Array<{ readonly pointer: string; readonly message: string }>» = [];
  let wrong = 0;
  for (const [index, name] of [...names].entries()) {
    const value = values[index];
    if (!(value instanceof Refused)) continue;
    wrong += 1;
    if (errors.length < 10) errors.push({ pointer: '/params/' + name + value.pointer, message: value.message });
  }
  const room = 10 - errors.length;
  const others«: string[]» = [];
  for (const name of Object.keys(params)) {
    if (names.has(name)) continue;
    wrong += 1;
    others.push(name);
    // Sorted in parts, so that the list does not grow with the params.
    if (others.length >= 1000) others.splice(0, others.length, ...others.sort(compareText).slice(0, room));
  }
  for (const name of others.sort(compareText).slice(0, room)) {
    const token = name.replaceAll('~', '~0').replaceAll('/', '~1');
    errors.push({ pointer: '/params/' + token, message: 'there is no such port' });
  }
  const decision = { ...deniedFor(WRONG_PARAMS), errors };
  return wrong === errors.length ? decision : { ...decision, errors_omitted: wrong - errors.length };
}`,
  },
} as const satisfies Record<string, PieceSource>;
