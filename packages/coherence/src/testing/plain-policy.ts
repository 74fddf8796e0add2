import * as fc from 'fast-check';

/**
 * Policies as data, with an evaluator that can be checked by reading it. It shares no code with the engine: it is there to judge it.
 * Every condition closes, since comparisons of params with literals cannot fail.
 */
export interface PlainPolicy {
  readonly actions: readonly PlainAction[];
  readonly rules: readonly PlainRule[];
  readonly byDefault: PlainVerdict;
}

export type PlainVerdict = 'allow' | 'review' | 'deny';

export interface PlainAction {
  readonly category: string;
  readonly params: readonly PlainParam[];
}

/** The names say the type: `n0` is an integer, `t0` a text, `k0` an enumeration, `b0` a boolean. */
export interface PlainParam {
  readonly name: string;
  /** The bounds of an integer; without meaning for others. */
  readonly lo: number;
  readonly hi: number;
}

export interface PlainRule {
  readonly name: string;
  readonly verdict: PlainVerdict;
  readonly categories: readonly string[];
  readonly when: PlainCondition;
}

export type PlainCondition =
  | { readonly is: 'always' }
  | { readonly is: 'compared'; readonly param: string; readonly by: '==' | '!=' | '<' | '<=' | '>' | '>='; readonly value: number }
  | { readonly is: 'named'; readonly param: string; readonly value: string }
  | { readonly is: 'listed'; readonly param: string; readonly values: readonly string[] }
  | { readonly is: 'tagged'; readonly param: string; readonly value: string }
  | { readonly is: 'true'; readonly param: string }
  | { readonly is: 'not'; readonly of: PlainCondition }
  | { readonly is: 'and' | 'or' | 'implies'; readonly left: PlainCondition; readonly right: PlainCondition };

export interface PlainAsked {
  readonly category: string;
  readonly params: unknown;
}

export interface PlainDecision {
  readonly verdict: string;
  readonly rule: string | null;
  readonly determined_by: readonly string[];
}

const TAGS = ['red', 'green', 'blue'] as const;
const TEXTS = ['ann', 'bob', 'eve', 'joe', 'ANN', 'ä', 'a b', ''] as const;
const MAX_TEXT = 3;

/** The decision that a policy has to give. */
export function plainDecision({ actions, rules, byDefault }: PlainPolicy, { category, params }: PlainAsked): PlainDecision {
  const action = actions.find((each) => each.category === category);
  if (action === undefined || !isAccepted(action, params)) return { verdict: 'DENY', rule: null, determined_by: [] };
  const applying = rules.filter((rule) => rule.categories.includes(category) && holds(rule.when, params));
  for (const verdict of ['deny', 'review', 'allow'] as const) {
    const names = applying.filter((rule) => rule.verdict === verdict).map(({ name }) => name);
    if (names.length > 0) return { verdict: verdict.toUpperCase(), rule: names[0] ?? null, determined_by: names };
  }
  return { verdict: byDefault.toUpperCase(), rule: null, determined_by: [] };
}

type Params = Readonly<Record<string, unknown>>;

function isAccepted({ params: declared }: PlainAction, params: unknown): params is Params {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return false;
  const given = new Map<string, unknown>(Object.entries(params));
  if (given.size !== declared.length) return false;
  return declared.every((param) => given.has(param.name) && isValue(param, given.get(param.name)));
}

function isValue({ name, lo, hi }: PlainParam, value: unknown): boolean {
  switch (name[0]) {
    case 'n':
      return typeof value === 'number' && Number.isInteger(value) && value >= lo && value <= hi;
    case 't':
      return typeof value === 'string' && value.length <= MAX_TEXT;
    case 'k':
      return TAGS.some((tag) => tag === value);
    default:
      return typeof value === 'boolean';
  }
}

function holds(when: PlainCondition, params: Params): boolean {
  switch (when.is) {
    case 'always':
      return true;
    case 'compared': {
      const value = Number(params[when.param]);
      if (when.by === '==') return value === when.value;
      if (when.by === '!=') return value !== when.value;
      if (when.by === '<') return value < when.value;
      if (when.by === '<=') return value <= when.value;
      if (when.by === '>') return value > when.value;
      return value >= when.value;
    }
    case 'named':
    case 'tagged':
      return params[when.param] === when.value;
    case 'listed':
      return when.values.some((value) => value === params[when.param]);
    case 'true':
      return params[when.param] === true;
    case 'not':
      return !holds(when.of, params);
    case 'and':
      return holds(when.left, params) && holds(when.right, params);
    case 'or':
      return holds(when.left, params) || holds(when.right, params);
    case 'implies':
      return !holds(when.left, params) || holds(when.right, params);
  }
}

/** The policy as a source. */
export function plainSource({ actions, rules, byDefault }: PlainPolicy): string {
  const lines = [
    ...actions.map(({ category, params }) => `  action "${category}" (${params.map(declaration).join(', ')})`),
    ...rules.map(({ name, verdict, categories, when }) => {
      const on = categories.map((category) => `"${category}"`).join(', ');
      return `  rule ${name} ${verdict} on ${on} when ${spelled(when)}`;
    }),
  ];
  return `policy plain {\n${lines.join('\n')}\n  default ${byDefault}\n}\n`;
}

function declaration({ name, lo, hi }: PlainParam): string {
  switch (name[0]) {
    case 'n':
      return `${name}: ${lo}..${hi}`;
    case 't':
      return `${name}: text[..${MAX_TEXT}]`;
    case 'k':
      return `${name}: enum { ${TAGS.join(', ')} }`;
    default:
      return `${name}: bool`;
  }
}

function spelled(when: PlainCondition): string {
  switch (when.is) {
    case 'always':
      return 'true';
    case 'compared':
      return `${when.param} ${when.by} ${when.value}`;
    case 'named':
      return `${when.param} == "${when.value}"`;
    case 'listed':
      return `${when.param} in [${when.values.map((value) => `"${value}"`).join(', ')}]`;
    case 'tagged':
      return `.${when.value} == ${when.param}`.replace(/^(\S+) == (\S+)$/, '$2 == $1');
    case 'true':
      return when.param;
    case 'not':
      return `not (${spelled(when.of)})`;
    case 'and':
    case 'or':
    case 'implies':
      return `(${spelled(when.left)}) ${when.is} (${spelled(when.right)})`;
  }
}

const INTEGER = fc.integer({ min: -4, max: 9 });
const NAMES = ['n0', 'n1', 't0', 'k0', 'b0'] as const;

/** Policies of up to three actions with the same params, and up to 40 rules: many of them test the same params for equality. */
export function plainPolicy(): fc.Arbitrary<PlainPolicy> {
  return fc
    .record({
      categories: fc.uniqueArray(fc.constantFrom('a', 'a.b', 'a.c', 'pay'), { minLength: 1, maxLength: 3 }),
      ranges: fc.tuple(fc.tuple(INTEGER, INTEGER), fc.tuple(INTEGER, INTEGER)),
      verdicts: fc.oneof(fc.array(vote(), { maxLength: 6 }), fc.array(vote(), { minLength: 20, maxLength: 40 })),
      byDefault: fc.constantFrom('allow', 'review', 'deny'),
    })
    .map(({ categories, ranges, verdicts, byDefault }): PlainPolicy => {
      const params = NAMES.map((name): PlainParam => {
        const [first, second] = ranges[name === 'n1' ? 1 : 0];
        return { name, lo: Math.min(first, second), hi: Math.max(first, second) };
      });
      const rules = verdicts.map(({ verdict, when, on }, index): PlainRule => {
        const chosen = categories.filter((_, place) => ((on >> place) & 1) === 1);
        return { name: `r${index}`, verdict, when, categories: chosen.length === 0 ? categories : chosen };
      });
      return { actions: categories.map((category) => ({ category, params })), rules, byDefault };
    });
}

/** `on`: bits for the categories that the rule is on. */
function vote() {
  const verdict = fc.oneof(
    { weight: 4, arbitrary: fc.constant<PlainVerdict>('allow') },
    { weight: 2, arbitrary: fc.constant<PlainVerdict>('review') },
    { weight: 1, arbitrary: fc.constant<PlainVerdict>('deny') },
  );
  return fc.record({ verdict, when: condition(), on: fc.integer({ min: 1, max: 7 }) });
}

function condition(): fc.Arbitrary<PlainCondition> {
  const leaf: fc.Arbitrary<PlainCondition> = fc.oneof(
    { weight: 1, arbitrary: fc.constant<PlainCondition>({ is: 'always' }) },
    {
      weight: 4,
      arbitrary: fc.record({
        is: fc.constant('compared' as const),
        param: fc.constantFrom('n0', 'n1'),
        by: fc.constantFrom('==', '!=', '<', '<=', '>', '>='),
        value: INTEGER,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ is: fc.constant('named' as const), param: fc.constant('t0'), value: fc.constantFrom(...TEXTS) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        is: fc.constant('listed' as const),
        param: fc.constant('t0'),
        values: fc.uniqueArray(fc.constantFrom(...TEXTS), { minLength: 1, maxLength: 3 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ is: fc.constant('tagged' as const), param: fc.constant('k0'), value: fc.constantFrom(...TAGS) }),
    },
    { weight: 1, arbitrary: fc.constant<PlainCondition>({ is: 'true', param: 'b0' }) },
  );
  return fc.letrec<{ readonly node: PlainCondition }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'condition' },
      { weight: 3, arbitrary: leaf },
      { weight: 1, arbitrary: fc.record({ is: fc.constant('not' as const), of: tie('node') }) },
      {
        weight: 4,
        arbitrary: fc.record({
          is: fc.constantFrom('and' as const, 'or' as const, 'implies' as const),
          left: tie('node'),
          right: tie('node'),
        }),
      },
    ),
  })).node;
}

/** Values that a param hardly ever accepts. */
const STRANGE: readonly unknown[] = [null, 1.5, '1', -0.5, 1e30, [], {}, true, 'long text', 'red', Number.NaN];

/**
 * Returns actions on a policy: most of them are accepted, some are malformed. They are drawn without fast-check, which would take
 * longer than all decisions; the multiplier and increment of the sequence are those of Numerical Recipes, 2nd edition, 7.1.
 */
export function plainActions({ actions }: PlainPolicy, count: number, seed: number): readonly PlainAsked[] {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[below(items.length)];
  const valueOf = ({ name, lo, hi }: PlainParam): unknown => {
    if (below(60) === 0) return pick(STRANGE);
    if (name.startsWith('n')) return below(30) === 0 ? below(14) - 4 : lo + below(hi - lo + 1);
    if (name.startsWith('t')) return pick(TEXTS);
    return name.startsWith('k') ? pick(TAGS) : below(2) === 0;
  };
  const paramsOf = (): unknown => {
    const params = (actions[0]?.params ?? []).map((param) => [param.name, valueOf(param)]);
    switch (below(40)) {
      case 0:
        return pick(STRANGE);
      case 1:
        return Object.fromEntries(params.slice(1));
      case 2:
        return Object.fromEntries([...params, [pick(['n2', '__proto__', 'N0']), 1]]);
      default:
        return Object.fromEntries(params);
    }
  };
  return Array.from({ length: count }, () => {
    const category = below(10) === 0 ? pick(['b', 'a', 'pay']) : pick(actions)?.category;
    return { category: category ?? '', params: paramsOf() };
  });
}
