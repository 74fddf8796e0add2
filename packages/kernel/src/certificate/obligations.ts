import { type AbstractValue, FALSE, isOfType, isWithin, meet, NEVER, ofDomain, TRUE } from '../abstract/abstract.js';
import { run } from '../evaluate/evaluate.js';
import type { GraphReference } from '../evaluate/evaluation.js';
import type { ClosureDomain } from '../graph/closure-domains.js';
import type { Core, Graph, Node, NodeId, Output } from '../graph/graph.js';
import { nodeAt } from '../graph/schedule.js';
import { LIST_LENGTH } from '../limits.js';
import { analysisOf, argumentNodes, argumentViews } from '../rules/applications.js';
import type { Environment } from '../rules/environment.js';
import { FoldStates } from '../rules/fold-states.js';
import { accumulatorHolds, timesOf } from '../rules/loops.js';
import type { WorkMeter } from '../rules/meter.js';
import { parameterFacts } from '../rules/parameters.js';
import type { Summary } from '../rules/state.js';
import { decodeValue } from '../values/json.js';
import type { Value } from '../values/value.js';
import { differencesHold, ListedRelations } from './differences.js';
import type { Difference, Evidence, PassProof } from './format.js';
import { refuseLinearAtEnd, refuseLinearNeed } from './linear-closing.js';
import { type Refusal, refuse } from './refusal.js';
import { Replay } from './replay.js';

type EndDomain = Exclude<ClosureDomain, { node: NodeId }>;

/** A closure domain with the evidence that closes it. */
export interface Obligation<By extends Evidence = Evidence, Domain extends ClosureDomain = ClosureDomain> {
  readonly domain: Domain;
  readonly evidence: By;
}

/** Closure domains and, at the same positions, their evidence. */
export interface Closed {
  readonly domains: readonly ClosureDomain[];
  readonly closure: readonly Evidence[];
}

/** Returns false for evidence that is checked after the pass over the claims. */
export function restsOnClaims({ by }: Evidence): boolean {
  switch (by) {
    case 'structure':
    case 'analysis':
    case 'linear':
    case 'states':
    case 'call':
    case 'witness':
      return true;
    case 'cases':
    case 'inlined':
    case 'induction':
    case 'exhaustion':
    case 'smt':
      return false;
  }
}

/** The scope of one pass. */
export interface PassedGraph {
  readonly core: Core;
  readonly graph: Graph;
  readonly part: GraphReference;
  /** The node of each parameter, and which nodes reach an output or a contract. */
  readonly inputs: readonly (NodeId | undefined)[];
  readonly reaching: Uint8Array;
  readonly parameters: readonly AbstractValue[];
  readonly summaries: readonly Summary[];
  readonly meter: WorkMeter;
}

/** One pass over a graph that confirms the closure domains which rest on its claims (`restsOnClaims`). */
export class ObligationPass {
  /** Closure domains that have been confirmed. */
  verified = 0;
  private readonly replay: Replay;
  /** The evidence for the closure domain of each node, until the pass reaches the node. */
  private readonly atNodes: (Evidence | undefined)[];
  /** The closure domains that belong to no node. */
  private readonly atEnd: Obligation<Evidence, EndDomain>[] = [];

  constructor(
    private readonly passed: PassedGraph,
    proof: PassProof,
    { domains, closure }: Closed,
  ) {
    const { core, graph, parameters, summaries, meter } = passed;
    this.atNodes = Array<undefined>(graph.nodes.length).fill(undefined);
    for (let i = 0; i < closure.length; i += 1) {
      const domain = domains[i];
      const evidence = closure[i];
      if (domain === undefined || evidence === undefined || !restsOnClaims(evidence)) continue;
      if ('node' in domain) this.atNodes[domain.node] = evidence;
      else this.atEnd.push({ domain, evidence });
    }
    this.replay = new Replay({ core, graph, part: 'whole', parameters, given: [], summaries, meter }, proof, (node) => this.confirm(node));
  }

  get environment(): Environment {
    return this.replay.environment;
  }

  run(): Refusal | null {
    return this.replay.run() ?? this.confirmUnreached() ?? this.confirmAtEnd();
  }

  private confirm(id: NodeId): Refusal | null {
    const evidence = this.atNodes[id];
    if (evidence === undefined) return null;
    const node = nodeAt(this.passed.graph, id);
    const refusal = evidence.by === 'linear' ? refuseLinearNeed(this.environment, id, evidence.bounds) : this.refuseAt(id, node, evidence);
    if (refusal !== null) return refusal;
    this.verified += 1;
    this.atNodes[id] = undefined;
    return null;
  }

  private refuseAt(id: NodeId, node: Node, evidence: Evidence): Refusal | null {
    return refuseUnread(node, evidence) ?? (node.op === 'call' ? this.refuseCall(id, node, evidence) : this.refuseNeed(id, node, evidence));
  }

  private refuseNeed(id: NodeId, node: Node, evidence: Evidence): Refusal | null {
    if (evidence.by !== 'analysis') return refuse('need-not-implied', id);
    const { differences } = evidence;
    if (node.op === 'apply' && !differencesHold(this.environment, argumentNodes(node), differences))
      return refuse('difference-not-implied', id);
    return this.needHolds(id, node, differences) ? null : refuse('need-not-implied', id);
  }

  /** Remaining evidence belongs to nodes that no run reaches; such nodes need no proof. */
  private confirmUnreached(): Refusal | null {
    for (let node = 0; node < this.atNodes.length; node += 1) {
      const evidence = this.atNodes[node];
      if (evidence === undefined) continue;
      if (evidence.by !== 'analysis' || evidence.differences.length > 0) return refuse('evidence-where-dead', node);
      this.verified += 1;
    }
    return null;
  }

  private confirmAtEnd(): Refusal | null {
    for (const { domain, evidence } of this.atEnd) {
      if (evidence.by === 'analysis' && evidence.differences.length > 0) return refuse('evidence-unused', `the ${domain.kind}`);
      const refusal = this.refuseAtEnd(domain, evidence);
      if (refusal !== null) return refusal;
      this.verified += 1;
    }
    return null;
  }

  /** @param differences The differences that hold between the arguments of an application. */
  private needHolds(id: NodeId, node: Node, differences: readonly Difference[]): boolean {
    const { environment } = this;
    switch (node.op) {
      case 'apply': {
        const { need } = analysisOf(node);
        return (
          need === null || need(argumentViews(environment, id, node), new ListedRelations(environment, argumentNodes(node), differences))
        );
      }
      case 'narrow':
      case 'state':
        return isWithin(environment.view(node.operand), ofDomain(node.domain));
      case 'hold':
        return isWithin(environment.resultView(node.condition), TRUE);
      case 'match':
        return environment.arms(id).covered;
      case 'fold':
        return node.domain === null || accumulatorHolds(environment, node, node.domain);
      case 'loop':
        return timesOf(environment, node.source).most <= LIST_LENGTH;
      default:
        return false;
    }
  }

  /**
   * Checks that the arguments lie in the domains of the parameters, and that the requires hold for them, in a pass of their own.
   */
  private refuseCall(id: NodeId, node: Extract<Node, { op: 'call' }>, evidence: Evidence): Refusal | null {
    const { core, summaries, meter } = this.passed;
    const component = core.components[node.component];
    if (component === undefined) return refuse('need-not-implied', id);
    const parameters = node.arguments.map((argument) => this.environment.view(argument));
    const fit =
      parameters.length === component.parameters.length &&
      component.parameters.every(({ domain }, index) => isWithin(parameters[index] ?? NEVER, ofDomain(domain)));
    const isOfKind = evidence.by === (component.requires.length === 0 ? 'analysis' : 'call');
    if (!fit || !isOfKind) return refuse('need-not-implied', id);
    if (evidence.by !== 'call') return null;
    if (!differencesHold(this.environment, node.arguments, evidence.given)) return refuse('difference-not-implied', id);
    const given = parameterFacts(component, evidence.given);
    const inner = new Replay({ core, graph: component, part: 'requires', parameters, given, summaries, meter }, evidence.requires);
    const refusal = inner.run();
    if (refusal !== null) return refusal;
    const hold = component.requires.every((region) => isWithin(inner.environment.resultView(region), TRUE));
    return hold ? null : refuse('need-not-implied', id);
  }

  private refuseAtEnd(domain: EndDomain, evidence: Evidence): Refusal | null {
    if (evidence.by === 'linear') return refuseLinearAtEnd(this.environment, domain, evidence.bounds);
    if (evidence.by === 'states') return this.refuseStates(domain, evidence);
    return this.holdsAtEnd(domain, evidence) ? null : refuse('domain-not-implied', domain.kind);
  }

  /** Returns `null` if no run denies an ensure, for every state of the fold. */
  private refuseStates(domain: EndDomain, { steps, fold, states }: Extract<Evidence, { by: 'states' }>): Refusal | null {
    const { environment } = this;
    const { graph } = this.passed;
    if (domain.kind !== 'contract' || domain.of !== 'ensure') return refuse('evidence-of-other-kind', domain.kind);
    const goal = graph.regions[graph.ensures[domain.ensure] ?? -1]?.result ?? null;
    const type = graph.types[fold];
    const notImplied = refuse('states-not-implied', fold);
    if (goal === null || type === undefined || !states.every((state) => isOfType(state, type))) return notImplied;
    return environment.within(() => {
      if (environment.dead) return notImplied;
      environment.narrow(goal, meet(environment.view(goal), FALSE));
      const refusal = this.replay.follow(steps, () => notImplied);
      if (refusal !== null || environment.dead) return refusal ?? notImplied;
      const found = FoldStates.of(environment, fold);
      const last = found?.last(states) ?? null;
      if (found === null || last === null) return notImplied;
      return found.refutes(last, goal) ? null : refuse('states-too-loose', fold);
    });
  }

  private holdsAtEnd(domain: EndDomain, evidence: Evidence): boolean {
    const { environment } = this;
    const { graph } = this.passed;
    switch (domain.kind) {
      case 'input': {
        const node = this.passed.inputs[domain.parameter];
        return evidence.by === 'structure' && node !== undefined && this.passed.reaching[node] === 1;
      }
      case 'output':
        return evidence.by === 'analysis' && outputHolds(environment, graph.outputs[domain.output]);
      case 'contract':
        break;
    }
    switch (domain.of) {
      case 'ensure':
        return (
          evidence.by === 'analysis' && (environment.dead || isWithin(environment.resultView(graph.ensures[domain.ensure] ?? -1), TRUE))
        );
      case 'result':
        return evidence.by === 'analysis' && outputHolds(environment, graph.outputs[0]);
      case 'requires':
        return evidence.by === 'witness' && isWitness(this.passed, evidence.inputs);
    }
  }
}

/** Only the precondition of an application and the requires of a call can rest on differences. */
function refuseUnread(node: Node, evidence: Evidence): Refusal | null {
  const isUnread = node.op !== 'apply' && evidence.by === 'analysis' && evidence.differences.length > 0;
  return isUnread ? refuse('evidence-unused', node.op) : null;
}

function outputHolds(environment: Environment, output: Output | undefined): boolean {
  if (output === undefined || output.node === null) return false;
  return environment.dead || isWithin(environment.view(output.node), ofDomain(output.domain));
}

/** Runs the evaluator. A witness is the only evidence that rests on an example, since it claims that one exists. */
function isWitness({ core, graph, part }: PassedGraph, inputs: readonly unknown[]): boolean {
  const values: Value[] = [];
  for (const [index, { domain }] of graph.parameters.entries()) {
    const decoded = decodeValue(domain, inputs[index]);
    if (!decoded.ok) return false;
    values.push(decoded.value);
  }
  return inputs.length === values.length && run(core, part, values).type === 'outputs';
}
