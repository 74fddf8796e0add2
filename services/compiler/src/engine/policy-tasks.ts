import {
  asOfText,
  compilePolicy,
  type Decision,
  ENGINE_VERSION,
  encodeDomain,
  LANGUAGE_VERSION,
  nodeDomains,
  OptionValue,
  type PolicyProgram,
  RecordValue,
  type Value,
} from '@kirchhoff/coherence';
import type { NeedsPins, RefusedSource, Unreadable } from '@kirchhoff/engine-host';
import { readPolicy, readStored } from '@kirchhoff/engine-host/thread';
import { policyView } from '@kirchhoff/pictures';
import type { SolverOut } from '@kirchhoff/solver';
import { LRUCache } from 'lru-cache';
import { AnswerSize, answered, isLast, jsonBytes, openErrors } from './answers.js';
import { type Closed, closedBy, closedNow } from './closed.js';
import { prove } from './prove.js';
import type {
  Answered,
  CertifiedSource,
  CheckedSource,
  ClosedPolicy,
  Decided,
  DecideWork,
  DeclaredParams,
  ExpectedVerdict,
  FailedCase,
  Open,
  PolicyGraphWork,
  PolicyLoad,
  PolicyWork,
  TestedPolicy,
  TestPolicyWork,
  TooLong,
} from './work.js';

/** Maximal cost of an action (docs/language/cost-and-limits.md, "Static cost") that is tried on the event loop: about a millisecond. */
const MAX_COST = 5_000;
/** Maximal nodes of a policy for the event loop, which receives them and indexes the rules: about thirty milliseconds. */
const MAX_NODES = 10_000;

/** Reads a policy, and proves that every condition closes for every one of its actions. */
export async function closePolicy({ cases, ...work }: PolicyWork): Promise<ClosedPolicy | RefusedSource | NeedsPins | Open | SolverOut> {
  const reading = readPolicy(work);
  if (reading.kind !== 'program') return reading;
  const { program, source, parts } = reading;
  const proven = await prove(program);
  if (proven.kind === 'solver-out') return proven;
  const { certification } = proven;
  const { certificate, assurance } = certification;
  if (certificate === null || assurance === null) return openErrors(certification);
  const report = { actions: actionsOf(program), warnings: certification.warnings.map((warning) => asOfText(warning, parts)) };
  return {
    kind: 'policy',
    source,
    hash: program.hash,
    languageVersion: LANGUAGE_VERSION,
    engineVersion: ENGINE_VERSION,
    assurance,
    report: jsonBytes(report),
    certificate: new Uint8Array(certificate),
    failed: failedCases(program, closedNow(certification), cases),
  };
}

/** Limit for the nodes of an answer. */
const MAX_SHOWN_NODES = 50_000;

/** Returns the graphs of a stored policy, with the domains that its certificate claims. */
export function policyGraph({ certificate, policyId, version, ...stored }: PolicyGraphWork): Answered | TooLong | Unreadable {
  const program = readStored(stored);
  if (program?.type !== 'policy') return { kind: 'unreadable' };
  const nodes = nodesOf(program);
  if (nodes > MAX_SHOWN_NODES) {
    return { kind: 'too-long', message: `This policy has ${nodes} nodes; graphs are shown up to ${MAX_SHOWN_NODES}.` };
  }
  const { actions, components, domainsComplete } = policyView(program, nodeDomains(program, certificate));
  return answered({
    policy_id: policyId,
    version,
    hash: program.hash,
    name: program.name,
    language_version: LANGUAGE_VERSION,
    engine_version: ENGINE_VERSION,
    domains_complete: domainsComplete,
    actions: actions.map(({ id, name, nodes: shown, edges, regions }) => ({ id, category: name, nodes: shown, edges, regions })),
    components,
  });
}

/** Decides cases by a stored policy. */
export function testPolicy({ cases, certificate, ...stored }: TestPolicyWork): TestedPolicy {
  const program = readStored(stored);
  if (program?.type !== 'policy') return { kind: 'unreadable' };
  return { kind: 'tested', hash: program.hash, failed: failedCases(program, closedBy(program, certificate), cases) };
}

function failedCases(program: PolicyProgram, closed: Closed, cases: readonly ExpectedVerdict[]): readonly FailedCase[] {
  const decider = compilePolicy(program, { closed });
  return cases.flatMap(({ category, params, verdict: expected }, index) => {
    const { verdict, rule } = decider(category, params);
    return verdict === expected ? [] : [{ index, verdict, rule }];
  });
}

function actionsOf(program: PolicyProgram) {
  return program.policy.categories.map((category, index) => {
    const parameters = program.core.graphs[index]?.parameters ?? [];
    const places = program.sourceMap.graphs[index]?.parameters ?? [];
    return { category, params: parameters.map(({ name, domain }, i) => ({ name, domain: encodeDomain(domain, places[i]?.order) })) };
  });
}

/** Reads a stored policy for decisions, and checks its certificate. */
export function loadPolicy({ certificate, ...stored }: CertifiedSource): PolicyLoad {
  const program = readStored(stored);
  if (program?.type !== 'policy') return { kind: 'unreadable' };
  const nodes = nodesOf(program);
  const { hash } = program;
  const params = paramsOf(program);
  const closed = closedBy(program, certificate);
  const isSmall = program.cost <= MAX_COST && nodes <= MAX_NODES;
  if (!isSmall || !survivesCloning(program)) return { kind: 'in-thread', hash, params, closed };
  // Decisions need no places in the source; without them the event loop receives less data.
  return { kind: 'here', hash, params, closed, nodes, program: { ...program, sourceMap: { graphs: [], components: [] }, warnings: [] } };
}

function paramsOf({ policy, core }: PolicyProgram): DeclaredParams {
  return new Map(
    policy.categories.map((category, index) => {
      const parameters = core.graphs[index]?.parameters ?? [];
      return [
        category,
        parameters.map(({ name, domain }) => ({ name, optional: domain.kind === 'option' && domain.value.kind !== 'option' })),
      ];
    }),
  );
}

function nodesOf({ core }: PolicyProgram): number {
  return [...core.graphs, ...core.components].reduce((sum, { nodes }) => sum + nodes.length, 0);
}

/** Records and options are instances of classes, which cloning would turn into plain objects. */
function survivesCloning({ core }: PolicyProgram): boolean {
  return [...core.graphs, ...core.components].every(({ nodes }) =>
    nodes.every((node) => {
      if (node.op === 'literal') return isPlain(node.value);
      return node.op !== 'apply' || node.literals.every((literal) => literal === null || isPlain(literal));
    }),
  );
}

function isPlain(value: Value): boolean {
  return !(value instanceof OptionValue || value instanceof RecordValue || Array.isArray(value));
}

type Decide = (category: string, params: unknown) => Decision;

/**
 * The policies that this thread used last: the next batch is probably for the same one. A source names its pins by hash. The same
 * source may be stored with different certificates, so the key also says whether it is closed.
 */
const recent = new LRUCache<string, Decide>({ max: 4 });

/** Decides actions that are too expensive for the event loop, without a budget: the thread's guard ends a decision that takes too long. */
export function decide({ actions, ending, ...stored }: DecideWork): Decided {
  const decider = recent.get(keyOf(stored)) ?? remember(stored);
  if (decider === undefined) return { kind: 'unreadable' };
  const size = new AnswerSize();
  const decisions: Decision[] = [];
  for (const { category, params } of actions) {
    const decision = decider(category, params);
    if (!size.add(decision)) return { kind: 'too-large' };
    decisions.push(decision);
    if (isLast(decision, ending)) break;
  }
  return { kind: 'decisions', decisions };
}

function remember(stored: CheckedSource): Decide | undefined {
  const program = readStored(stored);
  if (program?.type !== 'policy') return undefined;
  const decider = compilePolicy(program, { closed: stored.closed });
  recent.set(keyOf(stored), decider);
  return decider;
}

function keyOf({ closed, source }: CheckedSource): string {
  return `${closed} ${source}`;
}
