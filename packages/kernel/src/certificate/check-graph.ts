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
import { follow, Unfounded } from './follow.js';
import type { CaseProof, CaseSplit, Evidence, GraphProof, PassProof } from './format.js';

/** Counts what has been confirmed so far, and gathers what only a solver can confirm. */
export interface Tally {
  verified: number;
  readonly queries: PendingQuery[];
}

/** A query that has to be unsatisfiable for the proof to hold. */
export interface PendingQuery {
  readonly text: string;
  readonly limit: number;
  readonly solver: string;
  readonly version: string;
}

/** What a proof claims of a node of a component. */
export type ClaimOf = (node: NodeId) => Abstract;

/**
 * Checks the proof of one graph: that its claims follow, and from these each closure domain. Throws
 * {@link Unfounded} at the first that does not; `tally` then has those before it. Gives what callers may rely on.
 */
export function checkGraph(
  core: Core,
  graph: Graph,
  part: GraphReference,
  proof: GraphProof,
  summaries: readonly Summary[],
  claimed: readonly ClaimOf[],
  tally: Tally,
): Summary {
  const domains = closureDomains(graph);
  if (domains.length !== proof.closure.length) throw new Unfounded('the closure domains are not those of the graph');
  if (domains.some((domain) => domain.kind === 'source')) throw new Unfounded('an entropy source is never closed');
  const place = { core, graph, part, reaching: reachingNodes(graph), parameters: parameterNodes(graph) };
  const inPass: Obligation[] = [];
  const inCases: ClosureDomain[] = [];
  const bySolver: SmtObligation[] = [];
  domains.forEach((domain, index) => {
    const evidence = proof.closure[index];
    if (evidence?.by === 'cases') inCases.push(domain);
    else if (evidence?.by === 'smt') bySolver.push({ domain, evidence });
    else if (evidence?.by === 'exhaustion' && (domain.kind === 'input' || isRequires(domain))) {
      throw new Unfounded('what the graph or an example decides, running every input does not');
    } else if (evidence !== undefined && evidence.by !== 'exhaustion') inPass.push({ domain, evidence });
  });
  const board = checkPass(place, parameterViews(graph), proof, inPass, summaries, tally);
  const exhausted = domains.length - inPass.length - inCases.length - bySolver.length;
  if (exhausted > 0 && !allInputsHold(core, part, graph)) throw new Unfounded('some input fails, or there are too many to run');
  if (inCases.length > 0) checkCases(place, parameterViews(graph), proof.cases, inCases, summaries);
  for (const { domain, evidence } of bySolver) tally.queries.push(queryOf(core, graph, proof, claimed, domain, evidence));
  tally.verified += exhausted + inCases.length + bySolver.length;
  return summarize({ ...place, board }, proof);
}

function isRequires(domain: ClosureDomain): boolean {
  return domain.kind === 'contract' && domain.of === 'requires';
}

interface SmtObligation {
  readonly domain: ClosureDomain;
  readonly evidence: Extract<Evidence, { by: 'smt' }>;
}

/** The query that the evidence speaks of, made anew from the graph and the claims, which have been checked. */
function queryOf(
  core: Core,
  graph: Graph,
  proof: GraphProof,
  claimed: readonly ClaimOf[],
  domain: ClosureDomain,
  evidence: SmtObligation['evidence'],
): PendingQuery {
  const request = {
    core,
    graph,
    domain,
    claim: claimsOf(graph, proof),
    claimIn: (component: number, node: NodeId) => claimed[component]?.(node) ?? NEVER,
  };
  const query =
    domain.kind === 'input' || isRequires(domain) ? undefined : smtQueries(request).find(({ encoding }) => encoding === evidence.encoding);
  if (query === undefined || sha256Hex(query.text) !== evidence.digest) throw new Unfounded('a query is not that of its closure domain');
  if (evidence.limit > MOST_QUERY_STEPS) throw new Unfounded('a query asks for more steps than any is given');
  return { text: query.text, limit: evidence.limit, solver: evidence.solver, version: evidence.version };
}

interface Obligation {
  readonly domain: ClosureDomain;
  readonly evidence: Evidence;
}

type Place = Omit<End, 'board'>;

/** Follows one pass and confirms the closure domains that rest on it. */
function checkPass(
  place: Place,
  parameters: readonly Abstract[],
  proof: PassProof,
  obligations: readonly Obligation[],
  summaries: readonly Summary[],
  tally: Tally,
): Board {
  const atNodes = new Map(obligations.flatMap(({ domain, evidence }) => ('node' in domain ? [[domain.node, evidence] as const] : [])));
  const board = follow(place.core, place.graph, 'whole', { parameters, facts: [] }, summaries, proof, (at, node) => {
    const evidence = atNodes.get(node);
    if (evidence === undefined) return;
    if (!obligationHolds(at, summaries, node, evidence)) throw new Unfounded(`what node ${node} needs does not follow`);
    tally.verified += 1;
    atNodes.delete(node);
  });
  // What is left stands where nothing is reached.
  tally.verified += atNodes.size;
  obligations.forEach(({ domain, evidence }) => {
    if ('node' in domain) return;
    if (!holdsAtEnd({ ...place, board }, domain, evidence)) throw new Unfounded(`a ${domain.kind} does not follow`);
    tally.verified += 1;
  });
  return board;
}

/** The parts of a split have to cover what is split, and in each of them every one of the closure domains has to follow. */
function checkCases(
  place: Place,
  parameters: readonly Abstract[],
  cases: CaseSplit | CaseProof | null,
  domains: readonly ClosureDomain[],
  summaries: readonly Summary[],
): void {
  if (cases === null) throw new Unfounded('the cases are missing');
  if (!('parameter' in cases)) {
    if (cases.closure.length !== domains.length) throw new Unfounded('a case leaves closure domains out');
    const obligations = domains.flatMap((domain, index) => cases.closure.slice(index, index + 1).map((evidence) => ({ domain, evidence })));
    if (obligations.some(({ evidence }) => evidence.by !== 'analysis' && evidence.by !== 'call'))
      throw new Unfounded('a case rests on another');
    checkPass(place, parameters, cases, obligations, summaries, { verified: 0, queries: [] });
    return;
  }
  const view = parameters[cases.parameter];
  const kind = place.graph.parameters[cases.parameter];
  if (view === undefined || kind === undefined || cases.parts.some((part) => !isOfKind(part.view, kindOf(kind.domain))))
    throw new Unfounded('a case splits nothing');
  if (
    !covers(
      cases.parts.map((part) => part.view),
      view,
    )
  )
    throw new Unfounded('the cases do not cover every value');
  for (const part of cases.parts)
    checkCases(place, parameters.with(cases.parameter, meet(view, part.view)), part.proof, domains, summaries);
}

interface End {
  readonly core: Core;
  readonly graph: Graph;
  readonly part: GraphReference;
  readonly board: Board;
  readonly reaching: Uint8Array;
  readonly parameters: readonly (NodeId | undefined)[];
}

function obligationHolds(board: Board, summaries: readonly Summary[], id: NodeId, evidence: Evidence): boolean {
  const node = nodeAt(board.graph, id);
  switch (node.op) {
    case 'apply': {
      const { need } = analysisOf(node);
      const nodes = argumentNodes(node);
      if (evidence.by !== 'analysis' || !differencesHold(board, nodes, evidence.differences)) return false;
      return need === undefined || need(argumentViews(board, id, node), new ListedRelations(board, nodes, evidence.differences));
    }
    case 'narrow':
    case 'state':
      return evidence.by === 'analysis' && isWithin(board.view(node.operand), ofDomain(node.domain));
    case 'match':
      return evidence.by === 'analysis' && armViews(board.view(node.subject), node.arms).covered;
    case 'fold':
      return evidence.by === 'analysis' && (node.domain === null || accumulatorHolds(board, node, node.domain));
    case 'loop':
      return evidence.by === 'analysis' && timesOf(board, node.source).most <= LIST_LENGTH;
    case 'call':
      return callHolds(board, summaries, node, evidence);
    default:
      return false;
  }
}

function callHolds(board: Board, summaries: readonly Summary[], node: Extract<Node, { op: 'call' }>, evidence: Evidence): boolean {
  const component = board.core.components[node.component];
  if (component === undefined) return false;
  const views = component.parameters.map(({ domain }, index) => {
    const view = board.view(node.arguments[index] ?? -1);
    return isWithin(view, ofDomain(domain)) ? view : null;
  });
  if (views.includes(null)) return false;
  if (component.requires.length === 0) return evidence.by === 'analysis';
  if (evidence.by !== 'call' || !differencesHold(board, node.arguments, evidence.given)) return false;
  const given = { parameters: views.filter((view) => view !== null), facts: parameterFacts(component, evidence.given) };
  const inner = follow(board.core, component, 'requires', given, summaries, evidence.requires, () => undefined);
  return component.requires.every((region) => isWithin(inner.resultView(region), TRUE));
}

function holdsAtEnd(end: End, domain: Exclude<ClosureDomain, { node: NodeId }>, evidence: Evidence | undefined): boolean {
  switch (domain.kind) {
    case 'input': {
      const node = end.parameters[domain.parameter];
      return evidence?.by === 'structure' && node !== undefined && end.reaching[node] === 1;
    }
    case 'output':
      return evidence?.by === 'analysis' && outputHolds(end.board, end.graph.outputs[domain.output]);
    case 'contract':
      return contractHolds(end, domain, evidence);
  }
}

function outputHolds(board: Board, output: Output | undefined): boolean {
  if (output === undefined || output.node === null) return false;
  return board.dead || isWithin(board.view(output.node), ofDomain(output.domain));
}

function contractHolds(end: End, domain: Extract<ClosureDomain, { kind: 'contract' }>, evidence: Evidence | undefined): boolean {
  switch (domain.of) {
    case 'ensure':
      return (
        evidence?.by === 'analysis' && (end.board.dead || isWithin(end.board.resultView(end.graph.ensures[domain.ensure] ?? -1), TRUE))
      );
    case 'result':
      return evidence?.by === 'analysis' && outputHolds(end.board, end.graph.outputs[0]);
    case 'requires':
      return evidence?.by === 'witness' && isWitness(end, evidence.inputs);
    case 'state':
    case 'call':
    case 'match':
    case 'accumulator':
      return false;
  }
}

/** Runs the evaluator: the one place where a proof rests on an example, since that is what it claims. */
function isWitness({ core, graph, part }: End, inputs: readonly unknown[]): boolean {
  const values: Value[] = [];
  for (const [index, { domain }] of graph.parameters.entries()) {
    const decoded = decodeValue(domain, inputs[index]);
    if (!decoded.ok) return false;
    values.push(decoded.value);
  }
  return inputs.length === values.length && run(core, part, values).type === 'outputs';
}

function summarize({ graph, board, parameters }: End, proof: GraphProof): Summary {
  const output = graph.outputs[0];
  const facts = proof.exported.map((fact) => {
    const from = operandTerm(graph, parameters, fact.minuend);
    const to = operandTerm(graph, parameters, fact.subtrahend);
    if (
      graph.role !== 'component' ||
      from === undefined ||
      to === undefined ||
      !pathHolds(board, normalTerm(board, from), normalTerm(board, to), fact.bound, fact.path)
    ) {
      throw new Unfounded('an exported difference does not hold');
    }
    return { minuend: fact.minuend, subtrahend: fact.subtrahend, bound: fact.bound };
  });
  const result = output === undefined || output.node === null ? NEVER : meet(board.view(output.node), ofDomain(output.domain));
  return { result, facts };
}
