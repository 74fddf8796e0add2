import { read } from '@kirchhoff/coherence';
import { documentedPrograms } from '@kirchhoff/coherence/testing/documented-programs';
import { plainActions, plainDecision, plainPolicy, plainSource } from '@kirchhoff/coherence/testing/plain-policy';
import { randomPolicy } from '@kirchhoff/coherence/testing/random-policy';
import * as fc from 'fast-check';
import { compile } from '../../compile.js';
import { TARGETS } from '../../targets.js';
import { componentChain } from '../../testing/hard-sources.js';
import { importedPolicy } from '../../testing/loaded.js';
import { actionsOf, decisionsOf, expectDecisions, holdPolicyToReference, policyOf } from '../../testing/policies.js';

const RUNS = Number(process.env['POLICY_RUNS'] ?? 220);
const ACTIONS_A_POLICY = 50;

function isPolicy(source: string): boolean {
  const reading = read(source);
  return reading.ok && reading.program.type === 'policy';
}

/** Generated sources have correct types, but may exceed the cost limit. */
function isTooCostly(source: string): boolean {
  const reading = read(source);
  return !reading.ok && reading.diagnostics.every(({ code }) => code === 'too-costly');
}

test('random policies give the decisions of the reference in all fields, about more than 10,000 actions', () => {
  let compared = 0;
  fc.assert(
    fc.property(randomPolicy(), fc.integer(), (source, seed) => {
      fc.pre(!isTooCostly(source));
      const program = policyOf(source);
      const asked = fc.sample(actionsOf(program), { numRuns: ACTIONS_A_POLICY, seed });
      holdPolicyToReference(program, asked);
      compared += asked.length;
    }),
    { numRuns: RUNS },
  );
  expect(compared).toBeGreaterThan(10_000);
});

test('policies with many equality tests decide as an evaluator decides that can be checked by reading it', () => {
  let lookedUp = 0;
  fc.assert(
    fc.property(plainPolicy(), fc.integer(), (policy, seed) => {
      const text = decisionsOf(policyOf(plainSource(policy)), false);
      lookedUp += text.includes('decidedByPlaces(applying') ? 1 : 0;
      const asked = plainActions(policy, ACTIONS_A_POLICY, seed);
      const found = importedPolicy(text)(asked.map(({ category, params }) => `[${JSON.stringify(category)}, ${inSource(params)}]`));
      const told = found.map((decision, index) => ({ asked: asked[index], decision: shown(decision) }));
      expect(told).toEqual(asked.map((action) => ({ asked: action, decision: plainDecision(policy, action) })));
    }),
    { numRuns: RUNS },
  );
  expect(lookedUp).toBeGreaterThan(RUNS / 4);
});

/** A value as JavaScript: JSON has no NaN, and `__proto__` is a member there. */
function inSource(value: unknown): string {
  return Number.isNaN(value)
    ? 'NaN'
    : `JSON.parse(${JSON.stringify(JSON.stringify(value, (_, each: unknown) => (Number.isNaN(each) ? null : each)))})`;
}

function shown(decision: string): unknown {
  const { verdict, rule, determined_by } = JSON.parse(decision);
  return { verdict, rule, determined_by };
}

const documented = documentedPrograms().filter(
  ({ expect: expected, files, source }) => expected !== 'error' && files.size === 0 && isPolicy(source),
);

test.each(documented)('$title decides as the reference does', ({ source, checks }) => {
  const program = policyOf(source);
  const asked = (checks.decisions ?? []).map(({ category, params }) => JSON.stringify([category, params]));
  holdPolicyToReference(program, [...asked, ...fc.sample(actionsOf(program), { numRuns: 100, seed: 3 })]);
});

test('a policy reads like its source', () => {
  const source = `policy refunds {
  action "pay.refund" (cents: 0..1_000, to_card: bool) {
    euros = cents / 100
  }
  rule small allow on "pay.*" when cents <= 500
  rule card allow on "pay.*" when to_card and euros < 9
  rule never deny on "pay.refund" when cents == 666 "an unlucky number"
}`;
  const text = decisionsOf(policyOf(source), false);
  expect(text.slice(text.indexOf("// 'pay.refund'")).split('\n}\n')[0]).toBe(`// 'pay.refund'
//   cents: 0..1000
//   to_card: bool
function pay_refund(params) {
  const cents = Object.hasOwn(params, 'cents') ? readInteger1(params.cents) : MISSING_PARAM;
  const to_card = Object.hasOwn(params, 'to_card') ? readBoolean(params.to_card) : MISSING_PARAM;
  if (cents instanceof Refused || to_card instanceof Refused || hasOthers1(params)) {
    return deniedParams(params, paramNames1, [cents, to_card]);
  }
  const never = cents === 666;
  const small = cents <= 500;
  const euros = Math.trunc(cents / 100);
  const card = to_card && euros < 9;
  if (never) return decidedBy('DENY', ['never']);
  if (small || card) {
    const applying = [];
    if (small) applying.push('small');
    if (card) applying.push('card');
    return decidedBy('ALLOW', applying);
  }
  return decidedByDefault('DENY', 'deny');`);
});

const ONE_RULE = 'policy p {\n action "a" (n: 0..9)\n rule r allow on "a" when n > 3\n}';

test('a decision belongs to the caller, who may change it', () => {
  const asked = ['["a", { n: 4 }]', '["a", { n: 1 }]', '["a", {}]', '["b", {}]'];
  const program = policyOf(ONE_RULE);
  const text = `${decisionsOf(program, false).replace('export function decide', 'function decideFirst')}
export function decide(...action) {
  const first = decideFirst(...action);
  first.verdict = 'ALLOW';
  first.determined_by.push('other');
  first.errors?.splice(0);
  return decideFirst(...action);
}`;
  expectDecisions(importedPolicy(text)(asked), program, asked);
});

test('an open policy is refused, even where open circuits are allowed', () => {
  const [target] = TARGETS;
  if (target === undefined) throw new Error('no target');
  const refusal = compile(policyOf(ONE_RULE), target, { certified: false, allowOpen: true });
  expect(refusal).toEqual({ ok: false, refusal: 'open', message: 'the policy is open: not everything in it is proven' });
});

test('chains of components, many params and many rules decide', () => {
  const letters = 'bcdfghjklmnpqrstvwxz'.split('');
  const params = letters.flatMap((a) => letters.map((b) => `${a}${b}`));
  const sum = params.slice(0, 300).join(' ^ ');
  const source = `${componentChain(3_000).replace(/circuit[^]*/, '')}
policy wide {
  action "deep" (x: 0..1)
  action "wide" (${params.map((name) => `${name}: 0..1`).join(', ')})
  ${params.map((name) => `rule r${name} ${name < 'd' ? 'deny' : 'allow'} on "wide" when ${name} == 1`).join('\n  ')}
  rule odd review on "wide" when ${sum} == 1
  rule deep allow on "deep" when c2999(x) == 1
}`;
  const all = (value: number) => JSON.stringify(['wide', Object.fromEntries(params.map((name) => [name, value]))]);
  const some = JSON.stringify(['wide', Object.fromEntries(params.map((name, i) => [name, name > 'd' && i % 3 === 0 ? 1 : 0]))]);
  const program = policyOf(source);
  const asked = [all(0), all(1), all(2), some, '["deep", { x: 0 }]', '["deep", { x: 1 }]', '["deep", { x: 2 }]', '["wide", {}]'];
  expectDecisions(importedPolicy(decisionsOf(program, false))(asked), program, asked);
});

test('texts of an author stay texts: in comments, patterns, literals and reasons', () => {
  const source = `policy hostile {
  action "a./'\\\\\`$" (t: text[..4] of "\\n\\u{d}\\u{2028}a*/", u: text[..40])
  action "b" (t: text[..4] of "\\u{0}-\\u{2029}", u: text[..40])
  rule r allow on "b" when u == "\\n\\u{2028}'\\u{d}\\"\${1}*/</script>" "*/ ' \\" \\\\ \${process.exit(1)}"
  rule s review on "b" when t == "\\u{2029}"
  default allow
}`;
  const program = policyOf(source);
  const [category] = program.policy.categories;
  const values = ['"\\n"', '"\\u2028"', '"\\u2029"', '"*/"', '"z"', `"\\n\\u2028'\\r\\"\${1}*/</script>"`];
  const asked = [JSON.stringify(category), '"b"'].flatMap((of) =>
    values.flatMap((t) => values.map((u) => `[${of}, { t: ${t}, u: ${u} }]`)),
  );
  expectDecisions(importedPolicy(decisionsOf(program, false))(asked), program, asked);
});
