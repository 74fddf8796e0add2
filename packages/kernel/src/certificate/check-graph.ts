import { type Abstract, isOfKind, isWithin, meet, NEVER, ofDomain, TRUE } from '../abstract/abstract.js';
import { run } from '../evaluate/evaluate.js';
import type { GraphReference } from '../evaluate/evaluation.js';
import { type ClosureDomain, closureDomains } from '../graph/closure-domains.js';
import { reachingNodes } from '../graph/consumption.js';
import type { Core, Graph, Node, NodeId, Output } from '../graph/graph.js';
import { nodeAt } from '../graph/schedule.js';
import { LIST_LENGTH } from '../limits.js';
import type { Board } from '../rules/board.js';
import { covers } from '../rules/cover.js';
import { allInputsHold } from '../rules/exhaustion.js';
import { analysisOf, argumentNodes, argumentViews } from '../rules/forward.js';
import { accumulatorHolds, timesOf } from '../rules/loops.js';
import { operandTerm, parameterFacts, parameterNodes, parameterViews } from '../rules/parameters.js';
import { armViews } from '../rules/patterns.js';
import type { Summary } from '../rules/state.js';
import { normalTerm } from '../rules/terms.js';
import { smtQueries } from '../smt/query.js';
import { MOST_QUERY_STEPS } from '../smt/solver.js';
import { kindOf } from '../types/domain.js';
import { decodeValue } from '../values/json.js';
import type { Value } from '../values/value.js';
import { claimsOf } from './claims.js';
import { differencesHold, ListedRelations, pathHolds } from './differences.js';
import { sha256Hex } from './digest.js';
import { Replay } from './follow.js';
import type { CaseProof, CaseSplit, Difference, Evidence, GraphProof, PassProof } from './format.js';
import { type Refusal, refuse } from './refusal.js';

/** What a proof claims of a node of a component. */
export type ClaimOf = (node: NodeId) => Abstract;

/** A query that has to be unsatisfiable for the proof to hold. */
export interface PendingQuery {
  readonly text: string;
  readonly limit: number;
  readonly solver: string;
  readonly version: string;
}

/** What has been confirmed of the graphs of a core so far. */
export interface Confirmed {
  /** Closure domains. */
  verified: number;
  /** What only a solver can confirm. */
  readonly queries: PendingQuery[];
  /** By component: what its callers may rely on, and what its proof claims. */
  readonly summaries: Summary[];
  readonly claims: ClaimOf[];
}

/** A graph with its proof. */
export interface ProvenGraph {
  readonly core: Core;
  readonly graph: Graph;
  readonly part: GraphReference;
  readonly proof: GraphProof;
}

/** A closure domain with what is said to close it. */
interface Obligation<By extends Evidence = Evidence> {
  readonly domain: ClosureDomain;
  readonly evidence: By;
}

type SmtEvidence = Extract<Evidence, { by: 'smt' }>;

/** Checks the proof of one graph: that its claims follow, and from these each closure domain. */
export class GraphCheck {
  private readonly core: Core;
  private readonly graph: Graph;
  private readonly proof: GraphProof;
  private readonly domains: readonly ClosureDomain[];
  private readonly inputs: readonly (NodeId | undefined)[];
  private readonly reaching: Uint8Array;

  constructor(
    private readonly proven: ProvenGraph,
    private readonly confirmed: Confirmed,
  ) {
    this.core = proven.core;
    this.graph = proven.graph;
    this.proof = proven.proof;
    this.domains = closureDomains(this.graph);
    this.inputs = parameterNodes(this.graph);
    this.reaching = reachingNodes(this.graph);
  }

  /** Null if it is a proof, of which `confirmed` then tells; else the first thing that does not follow. */
  run(): Refusal | null {
    const obligations = this.domains.flatMap((domain, index) =>
      this.proof.closure.slice(index, index + 1).map((evidence) => ({ domain, evidence })),
    );
    return (
      this.checkClosure() ??
      this.checkPass(obligations) ??
      this.checkExhaustion(obligations.filter(({ evidence }) => evidence.by === 'exhaustion')) ??
      this.checkCases(obligations.filter(({ evidence }) => evidence.by === 'cases')) ??
      this.checkQueries(obligations.filter((each): each is Obligation<SmtEvidence> => each.evidence.by === 'smt'))
    );
  }

  /** There is evidence for each closure domain, of a kind that may close it. */
  private checkClosure(): Refusal | null {
    if (this.domains.length !== this.proof.closure.length) return refuse('other-closure-domains');
    if (this.domains.some(({ kind }) => kind === 'source')) return refuse('entropy-source');
    const refusal = this.domains.map((domain, index) => refuseKind(domain, this.proof.closure[index])).find((each) => each !== null);
    if (refusal !== undefined) return refusal;
    const { closure, cases } = this.proof;
    return cases !== null && !closure.some(({ by }) => by === 'cases') ? refuse('cases-unused') : null;
  }

  /** The claims follow, and from them each closure domain that rests on them. */
  private checkPass(obligations: readonly Obligation[]): Refusal | null {
    const resting = obligations.filter(({ evidence }) => !['cases', 'exhaustion', 'smt'].includes(evidence.by));
    const pass = this.passOver(this.proof, parameterViews(this.graph), resting);
    const refusal = pass.run();
    this.confirmed.verified += pass.verified;
    return refusal ?? this.summarize(pass.board);
  }

  private passOver(proof: PassProof, parameters: readonly Abstract[], obligations: readonly Obligation[]): ObligationPass {
    const { inputs, reaching } = this;
    return new ObligationPass({ ...this.proven, parameters, inputs, reaching, summaries: this.confirmed.summaries }, proof, obligations);
  }

  /** Every input was run: what all of them pass is closed. */
  private checkExhaustion(obligations: readonly Obligation[]): Refusal | null {
    if (obligations.length === 0) return null;
    if (!allInputsHold(this.core, this.proven.part, this.graph)) return refuse('input-fails');
    this.confirmed.verified += obligations.length;
    return null;
  }

  /** The parts of a split cover what is split, and in each of them every one of the closure domains follows. */
  private checkCases(obligations: readonly Obligation[]): Refusal | null {
    const { cases } = this.proof;
    if (obligations.length === 0) return null;
    if (cases === null) return refuse('cases-missing');
    const domains = obligations.map(({ domain }) => domain);
    const refusal = this.checkSplit(cases, parameterViews(this.graph), domains);
    if (refusal === null) this.confirmed.verified += obligations.length;
    return refusal;
  }

  private checkSplit(cases: CaseSplit | CaseProof, parameters: readonly Abstract[], domains: readonly ClosureDomain[]): Refusal | null {
    if (!('parameter' in cases)) return this.checkCase(cases, parameters, domains);
    const view = parameters[cases.parameter];
    const declared = this.graph.parameters[cases.parameter];
    if (view === undefined || declared === undefined) return refuse('case-of-other-type');
    const parts = cases.parts.map((part) => part.view);
    if (parts.some((part) => !isOfKind(part, kindOf(declared.domain)))) return refuse('case-of-other-type');
    if (!covers(parts, view)) return refuse('cases-not-covering');
    for (const part of cases.parts) {
      const refusal = this.checkSplit(part.proof, parameters.with(cases.parameter, meet(view, part.view)), domains);
      if (refusal !== null) return refusal;
    }
    return null;
  }

  private checkCase(proof: CaseProof, parameters: readonly Abstract[], domains: readonly ClosureDomain[]): Refusal | null {
    if (proof.closure.length !== domains.length) return refuse('case-incomplete');
    if (proof.closure.some(({ by }) => by !== 'analysis' && by !== 'call')) return refuse('case-on-others');
    const obligations = domains.flatMap((domain, index) => proof.closure.slice(index, index + 1).map((evidence) => ({ domain, evidence })));
    return this.passOver(proof, parameters, obligations).run();
  }

  /** The queries that the evidence speaks of are made anew from the graph and the claims, which have been checked. */
  private checkQueries(obligations: readonly Obligation<SmtEvidence>[]): Refusal | null {
    for (const { domain, evidence } of obligations) {
      const request = {
        core: this.core,
        graph: this.graph,
        domain,
        claim: claimsOf(this.graph, this.proof),
        claimIn: (component: number, node: NodeId) => this.confirmed.claims[component]?.(node) ?? NEVER,
      };
      const query = smtQueries(request).find(({ encoding }) => encoding === evidence.encoding);
      if (query === undefined || sha256Hex(query.text) !== evidence.digest) return refuse('other-query');
      if (evidence.limit > MOST_QUERY_STEPS) return refuse('query-limit');
      const { limit, solver, version } = evidence;
      this.confirmed.queries.push({ text: query.text, limit, solver, version });
      this.confirmed.verified += 1;
    }
    return null;
  }

  /** What callers may rely on: the claim of the result, and the exported differences, which have to hold. */
  private summarize(board: Board): Refusal | null {
    const { graph, proof } = this;
    if (graph.role !== 'component') return proof.exported.length === 0 ? null : refuse('export-not-implied');
    for (const { minuend, subtrahend, bound, path } of proof.exported) {
      const from = operandTerm(graph, this.inputs, minuend);
      const to = operandTerm(graph, this.inputs, subtrahend);
      if (from === undefined || to === undefined || !pathHolds(board, normalTerm(board, from), normalTerm(board, to), bound, path)) {
        return refuse('export-not-implied');
      }
    }
    const output = graph.outputs[0];
    const result = output === undefined || output.node === null ? NEVER : meet(board.view(output.node), ofDomain(output.domain));
    const facts = proof.exported.map(({ minuend, subtrahend, bound }) => ({ minuend, subtrahend, bound }));
    this.confirmed.summaries.push({ result, facts });
    this.confirmed.claims.push(claimsOf(graph, proof));
    return null;
  }
}

/** Ports are read off the graph, and witnesses are run. What a proof over values decides, a proof of any kind closes. */
function refuseKind(domain: ClosureDomain, evidence: Evidence | undefined): Refusal | null {
  const by = evidence?.by ?? '';
  const closes =
    domain.kind === 'input' ? by === 'structure' : isRequires(domain) ? by === 'witness' : by !== 'structure' && by !== 'witness';
  return closes ? null : refuse('evidence-of-other-kind', domain.kind);
}

function isRequires(domain: ClosureDomain): boolean {
  return domain.kind === 'contract' && domain.of === 'requires';
}

interface PassedGraph extends ProvenGraph {
  /** The node of each parameter, and which nodes reach an output or a contract. */
  readonly inputs: readonly (NodeId | undefined)[];
  readonly reaching: Uint8Array;
  readonly parameters: readonly Abstract[];
  readonly summaries: readonly Summary[];
}

/** One pass over a graph that confirms the closure domains which rest on its claims. */
class ObligationPass {
  /** How many closure domains have been confirmed. */
  verified = 0;
  private readonly replay: Replay;
  /** Those of nodes that the pass has not come to. */
  private readonly atNodes: Map<NodeId, Evidence>;

  constructor(
    private readonly passed: PassedGraph,
    proof: PassProof,
    private readonly obligations: readonly Obligation[],
  ) {
    const { core, graph, parameters, summaries } = passed;
    this.atNodes = new Map(obligations.flatMap(({ domain, evidence }) => ('node' in domain ? [[domain.node, evidence] as const] : [])));
    this.replay = new Replay({ core, graph, part: 'whole', parameters, given: [], summaries }, proof, (_, node) => this.confirm(node));
  }

  get board(): Board {
    return this.replay.board;
  }

  run(): Refusal | null {
    return this.replay.run() ?? this.confirmUnreached() ?? this.confirmAtEnd();
  }

  private confirm(id: NodeId): Refusal | null {
    const evidence = this.atNodes.get(id);
    if (evidence === undefined) return null;
    const node = nodeAt(this.passed.graph, id);
    const refusal =
      refuseUnread(node, evidence) ?? (node.op === 'call' ? this.refuseCall(id, node, evidence) : this.refuseNeed(id, node, evidence));
    if (refusal !== null) return refusal;
    this.verified += 1;
    this.atNodes.delete(id);
    return null;
  }

  private refuseNeed(id: NodeId, node: Node, evidence: Evidence): Refusal | null {
    if (evidence.by !== 'analysis') return refuse('need-not-implied', id);
    const { differences } = evidence;
    if (node.op === 'apply' && !differencesHold(this.board, argumentNodes(node), differences)) return refuse('difference-not-implied', id);
    return this.needHolds(id, node, differences) ? null : refuse('need-not-implied', id);
  }

  /** What is left stands where nothing is reached, and needs nothing. */
  private confirmUnreached(): Refusal | null {
    for (const [node, evidence] of this.atNodes) {
      if (evidence.by !== 'analysis' || evidence.differences.length > 0) return refuse('evidence-where-dead', node);
      this.verified += 1;
    }
    return null;
  }

  private confirmAtEnd(): Refusal | null {
    for (const { domain, evidence } of this.obligations) {
      if ('node' in domain) continue;
      if (evidence.by === 'analysis' && evidence.differences.length > 0) return refuse('evidence-unused', `the ${domain.kind}`);
      if (!this.holdsAtEnd(domain, evidence)) return refuse('domain-not-implied', domain.kind);
      this.verified += 1;
    }
    return null;
  }

  /** @param differences hold between the arguments of an application */
  private needHolds(id: NodeId, node: Node, differences: readonly Difference[]): boolean {
    const { board } = this;
    switch (node.op) {
      case 'apply': {
        const { need } = analysisOf(node);
        return need === undefined || need(argumentViews(board, id, node), new ListedRelations(board, argumentNodes(node), differences));
      }
      case 'narrow':
      case 'state':
        return isWithin(board.view(node.operand), ofDomain(node.domain));
      case 'match':
        return armViews(board.view(node.subject), node.arms).covered;
      case 'fold':
        return node.domain === null || accumulatorHolds(board, node, node.domain);
      case 'loop':
        return timesOf(board, node.source).most <= LIST_LENGTH;
      default:
        return false;
    }
  }

  /** The arguments lie in the domains of the parameters, and the requires hold of them: followed in a pass of their own. */
  private refuseCall(id: NodeId, node: Extract<Node, { op: 'call' }>, evidence: Evidence): Refusal | null {
    const { core, summaries } = this.passed;
    const refusal = refuse('need-not-implied', id);
    const component = core.components[node.component];
    if (component === undefined) return refusal;
    const parameters = node.arguments.map((argument) => this.board.view(argument));
    const fit = component.parameters.map(({ domain }, index) => isWithin(parameters[index] ?? NEVER, ofDomain(domain)));
    if (parameters.length !== fit.length || fit.includes(false)) return refusal;
    if (component.requires.length === 0) return evidence.by === 'analysis' ? null : refusal;
    if (evidence.by !== 'call') return refusal;
    if (!differencesHold(this.board, node.arguments, evidence.given)) return refuse('difference-not-implied', id);
    const given = parameterFacts(component, evidence.given);
    const inner = new Replay({ core, graph: component, part: 'requires', parameters, given, summaries }, evidence.requires);
    const hold = (): boolean => component.requires.every((region) => isWithin(inner.board.resultView(region), TRUE));
    return inner.run() ?? (hold() ? null : refusal);
  }

  private holdsAtEnd(domain: Exclude<ClosureDomain, { node: NodeId }>, evidence: Evidence): boolean {
    const { board } = this;
    const { graph } = this.passed;
    switch (domain.kind) {
      case 'input': {
        const node = this.passed.inputs[domain.parameter];
        return evidence.by === 'structure' && node !== undefined && this.passed.reaching[node] === 1;
      }
      case 'output':
        return evidence.by === 'analysis' && outputHolds(board, graph.outputs[domain.output]);
      case 'contract':
        break;
    }
    switch (domain.of) {
      case 'ensure':
        return evidence.by === 'analysis' && (board.dead || isWithin(board.resultView(graph.ensures[domain.ensure] ?? -1), TRUE));
      case 'result':
        return evidence.by === 'analysis' && outputHolds(board, graph.outputs[0]);
      case 'requires':
        return evidence.by === 'witness' && isWitness(this.passed, evidence.inputs);
    }
  }
}

/** Only what an application needs, and what a call requires, can rest on differences. */
function refuseUnread(node: Node, evidence: Evidence): Refusal | null {
  const isUnread = node.op !== 'apply' && evidence.by === 'analysis' && evidence.differences.length > 0;
  return isUnread ? refuse('evidence-unused', node.op) : null;
}

function outputHolds(board: Board, output: Output | undefined): boolean {
  if (output === undefined || output.node === null) return false;
  return board.dead || isWithin(board.view(output.node), ofDomain(output.domain));
}

/** Runs the evaluator: the one place where a proof rests on an example, since that is what it claims. */
function isWitness({ core, graph, part }: PassedGraph, inputs: readonly unknown[]): boolean {
  const values: Value[] = [];
  for (const [index, { domain }] of graph.parameters.entries()) {
    const decoded = decodeValue(domain, inputs[index]);
    if (!decoded.ok) return false;
    values.push(decoded.value);
  }
  return inputs.length === values.length && run(core, part, values).type === 'outputs';
}
