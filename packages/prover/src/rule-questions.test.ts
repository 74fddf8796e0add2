import { compilePolicy } from '@kirchhoff/language/policy/policy';
import type { PolicyProgram } from '@kirchhoff/language/program/program';
import { read } from '@kirchhoff/language/program/read';
import { certify } from './certify.js';
import { prove } from './prove.js';
import { pseudoRandom } from './random-values.js';
import { standingsOf, statementsToProve } from './rule-questions.js';
import { write } from './written.js';

function policyOf(rules: string): PolicyProgram {
  const reading = read(`policy p {\n  action "pay" (cents: 0..63, card: bool)\n${rules}\n}`);
  if (!reading.ok || reading.program.type !== 'policy') throw new Error('no policy');
  return reading.program;
}

/** The names of the rules with these warnings, in order. */
function warnedOf(program: PolicyProgram, ...codes: readonly string[]): readonly string[] {
  const { certified, warnings } = certify(program);
  expect(certified).toBe(true);
  return warnings.filter(({ code }) => codes.includes(code)).map(({ text }) => text);
}

/** The rules that decide none of all the actions of the policy. */
function idleOf(program: PolicyProgram): readonly string[] {
  const decide = compilePolicy(program, { closed: true });
  const deciding = new Set<string>();
  for (const card of [false, true]) {
    for (let cents = 0; cents < 64; cents += 1) for (const name of decide('pay', { cents, card }).determined_by) deciding.add(name);
  }
  return program.policy.rules.map(({ name }) => name).filter((name) => !deciding.has(name));
}

test('a rule never decides where several stronger rules together apply whenever it does', () => {
  const program = policyOf(`  rule few allow on "pay" when cents < 20
  rule low deny on "pay" when cents <= 9
  rule middle review on "pay" when cents in 10..30
  rule cash deny on "pay" when not card`);
  expect(warnedOf(program, 'rule-never-decides')).toEqual(['few']);
});

test('a rule decides where the stronger rules leave a single action to it', () => {
  const program = policyOf(`  rule few allow on "pay" when cents < 20
  rule low deny on "pay" when cents <= 9
  rule middle review on "pay" when cents in 11..30`);
  expect(warnedOf(program, 'rule-never-decides', 'rule-never-applies')).toEqual([]);
});

test('rules of the same verdict do not keep each other from deciding', () => {
  const program = policyOf(`  rule few deny on "pay" when cents < 20
  rule low deny on "pay" when cents < 10
  rule high deny on "pay" when cents >= 10`);
  expect(warnedOf(program, 'rule-never-decides')).toEqual([]);
});

test('a condition that contradicts itself never applies, although neither part does so alone', () => {
  const program = policyOf('  rule nil deny on "pay" when cents + 3 < 10 and cents * 2 > 20\n  rule rest allow on "pay" when card');
  expect(warnedOf(program, 'rule-never-applies')).toEqual(['nil']);
});

test('rules of random policies are warned of exactly if no action shows that they decide', () => {
  const next = pseudoRandom();
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[next() % items.length] ?? items[0];
  let idle = 0;
  for (let round = 0; round < 60; round += 1) {
    const part = (): string => {
      const cents = `cents ${pick(['<', '<=', '>', '>=', '!='])} ${next() % 64}`;
      return pick([cents, cents, `cents in ${next() % 32}..${32 + (next() % 32)}`, 'card', 'not card']);
    };
    const condition = () => pick([part(), `${part()} ${pick(['and', 'or'])} ${part()}`]);
    const rules = [1, 2, 3, 4, 5].map((number) => `  rule r${number} ${pick(['allow', 'review', 'deny'])} on "pay" when ${condition()}`);
    const program = policyOf(rules.join('\n'));
    const expected = idleOf(program);
    idle += expected.length;
    expect({ rules, warned: warnedOf(program, 'rule-never-decides', 'rule-never-applies').toSorted() }).toEqual({
      rules,
      warned: expected,
    });
  }
  expect(idle).toBeGreaterThan(40);
});

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

test('many rules that many stronger ones beat are asked about within bounds', () => {
  const actions = ['a', 'b'].map((category) => `  action "${category}" (cents: 0..399)`);
  const on = 'on "a", "b"';
  const allow = numbers(80).map(
    (number) => `  rule allow${number} allow ${on} when cents != ${400 + number} and cents * ${number + 1} >= 0`,
  );
  const deny = numbers(400).map((number) => `  rule deny${number} deny ${on} when cents == ${number}`);
  const reading = read(['policy p {', ...actions, ...allow, ...deny, '}'].join('\n'));
  if (!reading.ok || reading.program.type !== 'policy') throw new Error('no policy');
  const { program } = reading;
  const written = write(program, prove(program.core));
  if (!('certificate' in written)) throw new Error('the policy closes');
  const statements = statementsToProve(program, standingsOf(program, written.certificate.graphs));
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.length).toBeLessThanOrEqual(64);
  expect(statements.reduce((sum, { by }) => sum + by.length, 0)).toBeLessThanOrEqual(20_000);
});
