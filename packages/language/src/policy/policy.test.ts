import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Graph, NodeId, PortDomain } from '@kirchhoff/kernel/graph/graph';
import { monomerNamed } from '@kirchhoff/kernel/monomers/catalog';
import { BOOLEAN, typeOf } from '@kirchhoff/kernel/types/domain';
import * as fc from 'fast-check';
import type { PolicyProgram, PolicyRule, Verdict } from '../program/program.js';
import { read } from '../program/read.js';
import { compilePolicy, type Decision } from './policy.js';

const PLACE = { line: 1, column: 1 };

function ruleOf(name: string, verdict: Verdict, why: string | null = null): PolicyRule {
  return { name, verdict, why, ...PLACE };
}

/** An action whose rules apply as the parameters of the same positions say, `outputs` given by node. */
function actionOf(parameters: readonly PortDomain[], rules: readonly PolicyRule[], outputs: readonly (NodeId | null)[]): Graph {
  const nodes = parameters.map((_, index) => ({ op: 'parameter', index }) as const);
  return {
    role: 'action',
    parameters,
    nodes,
    types: parameters.map(({ domain }) => typeOf(domain)),
    regions: [
      { parent: null, owner: null, nodes: nodes.map((_, id) => id), result: null },
      { parent: 0, owner: null, nodes: [], result: null },
    ],
    requires: [],
    entry: 0,
    body: 1,
    outputs: rules.map(({ name }, index) => ({ name, domain: { kind: 'boolean' }, node: outputs[index] ?? null })),
    ensures: [],
  };
}

function policyOf(graphs: readonly Graph[], rules: readonly PolicyRule[], byDefault: Verdict): PolicyProgram {
  return {
    type: 'policy',
    name: 'gateway',
    core: { graphs, components: [], calledComponents: 0 },
    sourceMap: { graphs: [], components: [] },
    hash: '',
    proofKey: '',
    cost: 0,
    structure: { monomers_used: 0, composition_depth: 0, eva_operators: { sequential: 0, parallel: 0, conditional: 0 } },
    warnings: [],
    policy: { categories: graphs.map((_, index) => `pay.${index}`), rules, default: byDefault },
  };
}

function flags(count: number): PortDomain[] {
  return Array.from({ length: count }, (_, index) => ({ name: `p${index}`, domain: { kind: 'boolean' } }));
}

const verdicts = fc.constantFrom<Verdict>('allow', 'review', 'deny');

/** The semantics of votes in other words: the severest vote wins. */
function expected(
  votes: readonly { verdict: Verdict; applies: boolean }[],
  byDefault: Verdict,
): Pick<Decision, 'verdict' | 'rule' | 'determined_by'> {
  const severity = { allow: 1, review: 2, deny: 3 };
  const severest = votes.reduce((most, vote) => Math.max(most, vote.applies ? severity[vote.verdict] : 0), 0);
  const winners = votes.flatMap((vote, index) => (vote.applies && severity[vote.verdict] === severest ? [`r${index}`] : []));
  const verdict = (['ALLOW', 'REVIEW', 'DENY'] as const)[(severest === 0 ? severity[byDefault] : severest) - 1] ?? 'DENY';
  return { verdict, rule: winners[0] ?? null, determined_by: winners };
}

test('deny beats review beats allow, whatever the order of the rules', () => {
  const votes = fc.array(fc.record({ verdict: verdicts, applies: fc.boolean() }), { maxLength: 8 });
  fc.assert(
    fc.property(votes, verdicts, (ballot, byDefault) => {
      const rules = ballot.map(({ verdict }, index) => ruleOf(`r${index}`, verdict));
      const graph = actionOf(flags(ballot.length), rules, [...rules.keys()]);
      const check = compilePolicy(policyOf([graph], rules, byDefault));
      const params = Object.fromEntries(ballot.map(({ applies }, index) => [`p${index}`, applies]));
      expect(check('pay.0', params)).toMatchObject(expected(ballot, byDefault));
    }),
  );
});

describe('each combination of four rules that allow, review, deny or do not apply, and of defaults', () => {
  const KINDS = ['allow', 'review', 'deny', 'none'] as const;
  const ballots = KINDS.flatMap((a) => KINDS.flatMap((b) => KINDS.flatMap((c) => KINDS.map((d) => [a, b, c, d]))));

  test.each(['allow', 'review', 'deny'] as const)('by default %s: 256 ballots, which are all orders of each', (byDefault) => {
    const seen = new Map<string, string>();
    for (const ballot of ballots) {
      const votes = ballot.map((kind) => ({ verdict: kind === 'none' ? 'deny' : kind, applies: kind !== 'none' }));
      const rules = votes.map(({ verdict }, index) => ruleOf(`r${index}`, verdict));
      const program = policyOf([actionOf(flags(4), rules, [...rules.keys()])], rules, byDefault);
      const params = Object.fromEntries(votes.map(({ applies }, index) => [`p${index}`, applies]));
      for (const closed of [false, true]) {
        const decision = compilePolicy(program, { closed })('pay.0', params);
        expect(decision).toMatchObject(expected(votes, byDefault));
        const kinds = [...new Set(ballot)].toSorted().join();
        expect(seen.get(kinds) ?? decision.verdict).toBe(decision.verdict);
        seen.set(kinds, decision.verdict);
      }
    }
    expect(seen.size).toBe(15);
  });
});

test('the reason is the author’s where there is one', () => {
  const rules = [ruleOf('large', 'review', 'a person looks at large amounts'), ruleOf('other', 'review')];
  const check = compilePolicy(policyOf([actionOf(flags(2), rules, [0, 1])], rules, 'deny'));
  expect(check('pay.0', { p0: true, p1: true }).reason).toBe('a person looks at large amounts');
  expect(check('pay.0', { p0: false, p1: true }).reason).toBe('rule other applies: review');
  expect(check('pay.0', { p0: false, p1: false }).reason).toBe('no rule applies; the default is deny');
});

describe('a policy that would allow everything still denies', () => {
  const rules = [ruleOf('everything', 'allow')];
  const parameters: PortDomain[] = [
    { name: 'ok', domain: { kind: 'boolean' } },
    { name: 'cents', domain: { kind: 'list', element: { kind: 'integer', lo: 0, hi: 9 }, lo: 0, hi: 9 } },
  ];
  const check = compilePolicy(policyOf([actionOf(parameters, rules, [0])], rules, 'allow'));
  const good = { ok: true, cents: [1] };

  test('nothing where the action is as declared', () => {
    expect(check('pay.0', good).verdict).toBe('ALLOW');
  });

  test.each<[string, string, unknown, string]>([
    ['an unknown category', 'pay.1', good, '/category'],
    ['a category that every object inherits', 'constructor', good, '/category'],
    ['no params', 'pay.0', undefined, '/params'],
    ['params that are no object', 'pay.0', [true], '/params'],
    ['a missing param', 'pay.0', { ok: true }, '/params/cents'],
    ['a mistyped param', 'pay.0', { ...good, ok: 'true' }, '/params/ok'],
    ['a param out of its domain', 'pay.0', { ...good, cents: [1, 10] }, '/params/cents/1'],
    ['an unknown param', 'pay.0', { ...good, 'a/b~c': 1 }, '/params/a~1b~0c'],
  ])('%s', (_, category, params, pointer) => {
    expect(check(category, params)).toMatchObject({ verdict: 'DENY', rule: null, determined_by: [], errors: [{ pointer }] });
  });

  test('every wrong param, with all of them named', () => {
    expect(check('pay.0', { cents: 1 }).errors?.map((error) => error.pointer)).toEqual(['/params/ok', '/params/cents']);
  });

  test('700,000 unknown params, of which 10 are named and the rest is counted', () => {
    const unknown = Object.fromEntries(Array.from({ length: 700_000 }, (_, index) => [`x${index}`, 0]));
    const { verdict, errors, errors_omitted: omitted } = check('pay.0', unknown);
    expect([verdict, errors?.length, omitted]).toEqual(['DENY', 10, 700_002 - 10]);
    expect(errors?.slice(0, 3).map((error) => error.pointer)).toEqual(['/params/ok', '/params/cents', '/params/x0']);
  });

  test('a few wrong params, and no count of more', () => {
    expect(check('pay.0', { ok: 1, cents: [] })).not.toHaveProperty('errors_omitted');
  });

  test('params that throw when they are looked at', () => {
    const hostile = new Proxy(good, {
      getOwnPropertyDescriptor: () => {
        throw new Error('hostile');
      },
    });
    expect(check('pay.0', hostile)).toMatchObject({ verdict: 'DENY', rule: null });
  });

  test('a rule that nothing produces', () => {
    const broken = compilePolicy(policyOf([actionOf(parameters, rules, [null])], rules, 'allow'));
    expect(broken('pay.0', good)).toMatchObject({ verdict: 'DENY', rule: null });
  });

  test('a rule that gives no boolean', () => {
    const broken = compilePolicy(
      policyOf(
        [
          {
            ...actionOf(parameters, rules, [1]),
            outputs: [{ name: 'everything', domain: parameters[1]?.domain ?? { kind: 'boolean' }, node: 1 }],
          },
        ],
        rules,
        'allow',
      ),
    );
    expect(broken('pay.0', good)).toMatchObject({ verdict: 'DENY', rule: null });
  });

  test('a rule with an operation that fails, or an entropy source', () => {
    for (const name of ['DIV', 'NOW']) {
      const monomer = monomerNamed(name)?.index ?? Number.NaN;
      const graph = actionOf([{ name: 'zero', domain: { kind: 'integer', lo: 0, hi: 0 } }], rules, [0]);
      const operands = name === 'DIV' ? [0, 0] : [];
      const failing: Graph = {
        ...graph,
        nodes: [...graph.nodes, { op: 'apply', monomer, operands, literals: [] }],
        types: [...graph.types, BOOLEAN],
        regions: [
          graph.regions[0] ?? { parent: null, owner: null, nodes: [], result: null },
          { parent: 0, owner: null, nodes: [1], result: null },
        ],
      };
      expect(compilePolicy(policyOf([failing], rules, 'allow'))('pay.0', { zero: 0 })).toMatchObject({ verdict: 'DENY', rule: null });
    }
  });
});

describe('the gateway of the examples', () => {
  const reading = read(readFileSync(join(__dirname, '../../../../examples/gateway.kir'), 'utf8'));
  if (!reading.ok || reading.program.type !== 'policy') throw new Error(JSON.stringify(reading));
  const check = compilePolicy(reading.program);

  test.each<[string, unknown, Decision['verdict'], string | null]>([
    ['net.connect', { host: 'api.example.com', port: 443 }, 'ALLOW', 'web'],
    ['net.connect', { host: 'api.example.com', port: 80 }, 'DENY', null],
    ['net.connect', { host: 'api.example.com.evil.org', port: 443 }, 'DENY', null],
    ['net.connect', { host: '169.254.169.254/.example.com', port: 443 }, 'DENY', null],
    ['net.connect', { host: 'db.internal.example.com', port: 443 }, 'DENY', 'internal'],
    ['pay.refund', { cents: 5_000, to_original_card: true }, 'ALLOW', 'small'],
    ['pay.refund', { cents: 5_000, to_original_card: false }, 'DENY', null],
    ['pay.refund', { cents: 5_001, to_original_card: true }, 'REVIEW', 'large'],
    ['pay.payout', { cents: 5_001 }, 'REVIEW', 'large'],
    ['pay.payout', { cents: 5_001, to_original_card: true }, 'DENY', null],
    ['pay.payout', { cents: 100_000_001 }, 'DENY', null],
    ['pay', { cents: 1 }, 'DENY', null],
  ])('%s %j: %s by %s', (category, params, verdict, rule) => {
    expect(check(category, params)).toMatchObject({ verdict, rule });
  });
});
