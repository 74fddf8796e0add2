import { BOOLEAN, BYTES, INTEGER, TEXT, type Type } from '@kirchhoff/kernel/types/domain';
import * as fc from 'fast-check';
import { COLOUR, choice, type ExpressionChoice, expression, FreshNames, INTEGERS, PAIR, type WireScope } from './random-expression.js';

interface Drawn {
  readonly actions: readonly DrawnAction[];
  /** The type of the param that all actions have. */
  readonly shared: number;
  readonly rules: readonly DrawnRule[];
  readonly promise: ExpressionChoice | null;
  readonly byDefault: string;
}

interface DrawnAction {
  readonly category: string;
  readonly params: readonly number[];
  readonly wire: ExpressionChoice | null;
}

interface DrawnRule {
  readonly name: string;
  readonly verdict: string;
  /** The number of its action; null for a rule on all actions. */
  readonly on: number | null;
  readonly when: ExpressionChoice | null;
  readonly why: string | null;
}

/** Domains of params with their types: those of one type stand together, so that a shared param can have another in each action. */
const DOMAINS: readonly (readonly [kind: Type, domains: readonly [string, ...string[]]])[] = [
  [
    INTEGER,
    [
      '0..9',
      '-5..5',
      'i64',
      '-9_007_199_254_740_991..9_007_199_254_740_991',
      '1..4_294_967_296',
      '9_007_199_254_740_990..9_007_199_254_740_995',
    ],
  ],
  [BOOLEAN, ['bool']],
  [COLOUR, ['enum { red, green, blue }']],
  [TEXT, ['text[..3]', 'text[1..2] of "a-z-"', 'hostname', 'path', 'ipv4', 'ipv6', 'text[..4] of "é-ü🎉"']],
  [INTEGERS, ['[0..9; ..3]', '[i64; 1..2]']],
  [PAIR, ['(a: i64, b: bool)', '(a: 0..2, b: bool)']],
  [BYTES, ['bytes[..3]', 'bytes[1..2]']],
  [{ kind: 'option', value: INTEGER }, ['(0..9)?', '(i64)?']],
  [{ kind: 'option', value: { kind: 'option', value: INTEGER } }, ['((0..9)?)?', '((i64)?)?']],
];

const CATEGORIES = ['do', 'do.it', 'constructor', '__proto__', "it's", 'Straße', 'a"b', 'x.y.z', '1', 'decide', '🎉', 'null'] as const;
const RULES = [
  'r1',
  'null',
  'then',
  'default_1',
  'constructor',
  'decide',
  'params',
  'category',
  'applying',
  'action',
  'to_string',
] as const;
const REASONS = ['as agreed', 'it\'s "so"', 'a\\\\b', '</script>', 'Straße 🎉'] as const;
const VERDICTS = ['allow', 'review', 'deny'] as const;

/** Generates policies of one to three actions and up to six rules, with wires, reasons and a promise. Most of them are open. */
export function randomPolicy(): fc.Arbitrary<string> {
  const kind = fc.nat(DOMAINS.length - 1);
  const action = fc.record({ category: fc.constantFrom(...CATEGORIES), params: fc.array(kind, { maxLength: 3 }), wire: fc.option(choice) });
  const rule = fc.record({
    name: fc.constantFrom(...RULES),
    verdict: fc.constantFrom(...VERDICTS),
    on: fc.option(fc.nat(2)),
    when: fc.option(choice, { freq: 8 }),
    why: fc.option(fc.constantFrom(...REASONS)),
  });
  return fc
    .record({
      actions: fc.uniqueArray(action, { selector: ({ category }) => category, minLength: 1, maxLength: 3 }),
      shared: kind,
      rules: fc.uniqueArray(rule, { selector: ({ name }) => name, maxLength: 6 }),
      promise: fc.option(choice),
      byDefault: fc.constantFrom(...VERDICTS),
    })
    .map(render);
}

function render({ actions, shared, rules, promise, byDefault }: Drawn): string {
  const names = new FreshNames('w');
  const lines = ['policy drawn {'];
  const scopes = actions.map(({ category, params, wire }, index) => {
    const ports = [shared, ...params].map((kind, position) => ({ name: `x${position}`, ...portOf(kind, index + position) }));
    const scope: WireScope = { wires: ports, component: null };
    const declared = `  action ${JSON.stringify(category)} (${ports.map(({ name, domain }) => `${name}: ${domain}`).join(', ')})`;
    if (wire === null) lines.push(declared);
    else lines.push(`${declared} {`, `    total = ${expression(INTEGER, wire, scope, names)}`, '  }');
    return wire === null ? scope : { ...scope, wires: [...ports, { name: 'total', type: INTEGER }] };
  });
  const common: WireScope = { wires: [{ name: 'x0', type: typeOf(shared) }], component: null };
  const all = actions.map(({ category }) => JSON.stringify(category)).join(', ');
  for (const { name, verdict, on, when, why } of rules) {
    const action = on === null ? undefined : actions[on];
    const scope = on === null ? common : (scopes[on] ?? common);
    const condition = when === null ? '' : ` when ${expression(BOOLEAN, when, scope, names)}`;
    const categories = action === undefined ? all : JSON.stringify(action.category);
    lines.push(`  rule ${name} ${verdict} on ${categories}${condition}${why === null ? '' : ` ${JSON.stringify(why)}`}`);
  }
  if (promise !== null) lines.push(`  ensure deny or review on ${all} when ${expression(BOOLEAN, promise, common, names)}`);
  lines.push(`  default ${byDefault}`);
  return `${lines.join('\n')}\n}\n`;
}

function typeOf(index: number): Type {
  return DOMAINS[index]?.[0] ?? BOOLEAN;
}

function portOf(index: number, variant: number): { readonly type: Type; readonly domain: string } {
  const [type, domains] = DOMAINS[index] ?? [BOOLEAN, ['bool']];
  return { type, domain: domains[variant % domains.length] ?? domains[0] };
}
