import { read } from '@kirchhoff/language';
import { compileBudgetedPolicy, type Decision } from '@kirchhoff/language/policy/policy';
import { ruleIndex } from '@kirchhoff/language/policy/rule-index';
import type { PolicyProgram } from '@kirchhoff/language/program/program';
import * as fc from 'fast-check';
import { plainActions, plainDecision, plainPolicy, plainSource } from '../../testing/plain-policy.js';

/** Policies of one run; each is asked about 200 actions. */
const POLICIES = Number(process.env['PLAIN_POLICIES'] ?? 500);
const ACTIONS_A_POLICY = 200;

function programOf(source: string): PolicyProgram {
  const reading = read(source);
  if (!reading.ok) throw new Error(`${JSON.stringify(reading.diagnostics[0])}\n${source}`);
  if (reading.program.type !== 'policy') throw new Error('no policy');
  return reading.program;
}

function shown(decide: ReturnType<typeof compileBudgetedPolicy>, category: string, params: unknown) {
  const attempt = decide(category, params, Number.POSITIVE_INFINITY);
  if (attempt.type !== 'decided') throw new Error('no decision');
  return attempt.decision;
}

function compared({ verdict, rule, determined_by: determinedBy }: Decision) {
  return { verdict, rule, determined_by: determinedBy };
}

test('100,000 actions are decided as an evaluator decides that can be checked by reading it', () => {
  let asked = 0;
  let indexed = 0;
  const verdicts = new Map<string, number>();
  fc.assert(
    fc.property(plainPolicy(), fc.integer(), (policy, seed) => {
      const program = programOf(plainSource(policy));
      const [open, closed] = [compileBudgetedPolicy(program), compileBudgetedPolicy(program, { closed: true })];
      indexed += program.core.graphs.filter((graph) => ruleIndex(graph).tables.length > 0).length;
      for (const { category, params } of plainActions(policy, ACTIONS_A_POLICY, seed)) {
        const decision = shown(open, category, params);
        expect(compared(decision)).toEqual(plainDecision(policy, { category, params }));
        expect(shown(closed, category, params)).toEqual(decision);
        asked += 1;
        verdicts.set(decision.verdict, (verdicts.get(decision.verdict) ?? 0) + 1);
      }
    }),
    { numRuns: POLICIES },
  );
  expect(asked).toBeGreaterThanOrEqual(ACTIONS_A_POLICY * POLICIES);
  expect(indexed).toBeGreaterThan(POLICIES / 4);
  for (const verdict of ['ALLOW', 'REVIEW', 'DENY']) expect(verdicts.get(verdict)).toBeGreaterThan(asked / 20);
});
