import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preparsePolicySet, statefulIsAuthorized } from '@cedar-policy/cedar-wasm/nodejs';
import { certify, compilePolicy, type Decision, type PolicyProgram, read } from '@kirchhoff/coherence';
import { compile, targetNamed } from '@kirchhoff/targets';
import { newEnforcer, newModelFromString } from 'casbin';
import { decideByHand } from './by-hand.js';
import type { BenchRequest } from './requests.js';
import { policySource, RULES } from './rules.js';

/** Decides an action; true if it is allowed. */
export type Ask = (request: BenchRequest) => string;

export interface PolicyEngine {
  readonly name: string;
  /** Returns the verdict, to compare all engines. */
  readonly ask: Ask;
}

type Decide = (category: string, params: unknown) => Decision;

export function programOf(source: string): PolicyProgram {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics[0]));
  if (reading.program.type !== 'policy') throw new Error('no policy');
  return reading.program;
}

/** The policy compiled to JavaScript, as a gateway imports it. */
export async function compiled(source: string): Promise<Decide> {
  const program = programOf(source);
  const target = targetNamed('javascript');
  if (target === undefined) throw new Error('no JavaScript');
  const { certified } = certify(program);
  const compilation = compile(program, target, { certified, allowOpen: false });
  if (!compilation.ok) throw new Error(compilation.message);
  const folder = mkdtempSync(join(tmpdir(), 'kirchhoff-bench-'));
  try {
    const file = join(folder, 'policy.mjs');
    writeFileSync(file, compilation.program.compiled);
    const module: { readonly decide: Decide } = await import(file);
    return module.decide;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The evaluator of the service. */
export function inService(source: string): Decide {
  return compilePolicy(programOf(source), { closed: true });
}

/** All engines with the same rules. */
export async function policyEngines(): Promise<readonly PolicyEngine[]> {
  const source = policySource();
  const [module, service] = [await compiled(source), inService(source)];
  return [
    { name: 'by hand', ask: ({ category, params }) => decideByHand(category, params).verdict },
    { name: 'compiled to JavaScript', ask: ({ category, params }) => module(category, params).verdict },
    { name: 'evaluator of the service', ask: ({ category, params }) => service(category, params).verdict },
    { name: 'cedar-wasm 4.13.0', ask: cedar() },
    { name: 'casbin 5.51.1', ask: await casbin() },
  ];
}

function cedar(): Ask {
  const staticPolicies = RULES.map(({ verdict, category, cedar: when }) => {
    const effect = verdict === 'allow' ? 'permit' : 'forbid';
    return `${effect}(principal, action == Action::"${category}", resource) when { ${when} };`;
  }).join('\n');
  const parsed = preparsePolicySet('bench', { staticPolicies });
  if (parsed.type !== 'success') throw new Error(JSON.stringify(parsed));
  return ({ category, params }) => {
    const answer = statefulIsAuthorized({
      principal: { type: 'User', id: 'one' },
      action: { type: 'Action', id: category },
      resource: { type: 'Resource', id: 'one' },
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the requests have only values that Cedar has too
      context: params as Parameters<typeof statefulIsAuthorized>[0]['context'],
      preparsedPolicySetId: 'bench',
      entities: [],
    });
    if (answer.type !== 'success') throw new Error(JSON.stringify(answer));
    return answer.response.decision === 'allow' ? 'ALLOW' : 'DENY';
  };
}

const MODEL = `
[request_definition]
r = category, p

[policy_definition]
p = category, rule, eft

[policy_effect]
e = some(where (p.eft == allow)) && !some(where (p.eft == deny))

[matchers]
m = r.category == p.category && eval(p.rule)
`;

async function casbin(): Promise<Ask> {
  const enforcer = await newEnforcer(newModelFromString(MODEL));
  for (const { category, casbin: rule, verdict } of RULES) await enforcer.addPolicy(category, rule, verdict);
  return ({ category, params }) => (enforcer.enforceSync(category, params) ? 'ALLOW' : 'DENY');
}
