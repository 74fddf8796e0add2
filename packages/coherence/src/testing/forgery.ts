import { type AbstractValue, FALSE, isOfType, meet, NEVER, ofDomain, TRUE } from '@kirchhoff/kernel/abstract/abstract';
import { assuranceOf } from '@kirchhoff/kernel/certificate/assurance';
import { closedMetrics } from '@kirchhoff/kernel/certificate/check';
import { ListedRelations } from '@kirchhoff/kernel/certificate/differences';
import { encodeCertificate } from '@kirchhoff/kernel/certificate/encode';
import {
  type Evidence,
  type GraphProof,
  type JoinProof,
  type PassProof,
  type Step,
  trustedBaseOf,
} from '@kirchhoff/kernel/certificate/format';
import { withinBounds } from '@kirchhoff/kernel/certificate/linear';
import { type ClosureDomain, closureDomains } from '@kirchhoff/kernel/graph/closure-domains';
import type { Graph, Node, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { nodeAt, ownedRegions, schedule } from '@kirchhoff/kernel/graph/schedule';
import { ENGINE_VERSION, LANGUAGE_VERSION } from '@kirchhoff/kernel/limits';
import { monomerAt } from '@kirchhoff/kernel/monomers/catalog';
import { argumentNodes } from '@kirchhoff/kernel/rules/applications';
import { assumptionsOf } from '@kirchhoff/kernel/rules/assumption';
import { Environment } from '@kirchhoff/kernel/rules/environment';
import { forward } from '@kirchhoff/kernel/rules/forward';
import { boundNode, keptElement, keptTexts, keptTruth } from '@kirchhoff/kernel/rules/loops';
import { CheckMeter } from '@kirchhoff/kernel/rules/meter';
import { parameterViews } from '@kirchhoff/kernel/rules/parameters';
import type { Summary } from '@kirchhoff/kernel/rules/state';
import type { Program } from '@kirchhoff/language/program/program';
import type { Proof, SearchedGraph } from '@kirchhoff/prover/proof';
import { prove } from '@kirchhoff/prover/prove';
import { programOf } from './outcome.js';

export const BY_ANALYSIS: Evidence = { by: 'analysis', differences: [] };

/** Returns evidence of a kind that could close the closure domain. */
function pretended(domain: ClosureDomain): Evidence {
  if (domain.kind === 'input') return { by: 'structure' };
  return domain.kind === 'contract' && domain.of === 'requires' ? { by: 'witness', inputs: [] } : BY_ANALYSIS;
}

/** The proof of one graph, to be changed by a forger. */
export class ProofDraft {
  /** The nodes in the order of the claims. */
  readonly nodes: readonly NodeId[];
  /** The closure domains that the prover left open, by position. */
  readonly open: readonly number[];
  proof: GraphProof;
  /** Claims of the forger, which derivation keeps. */
  readonly forced = new Map<NodeId, AbstractValue>();

  constructor({ graph, proof, findings }: SearchedGraph) {
    this.graph = graph;
    this.nodes = schedule(graph, 'whole').flatMap((event) => (event.event === 'node' ? [event.node] : []));
    this.open = findings.flatMap(({ evidence }, index) => (evidence === null ? [index] : []));
    this.proof = { ...proof, closure: findings.map(({ domain, evidence }) => evidence ?? pretended(domain)) };
  }

  readonly graph: Graph;

  /** Returns the nodes of an operation or, by its name, of a monomer. */
  all(name: string): readonly NodeId[] {
    const isNamed = (node: Node): boolean => node.op === name || (node.op === 'apply' && monomerAt(node.monomer).name === name);
    return this.nodes.filter((id) => isNamed(nodeAt(this.graph, id)));
  }

  /** Returns the only one of these nodes, or the one at a position. */
  node(name: string, position = 0): NodeId {
    const found = this.all(name)[position];
    if (found === undefined) throw new Error(`no node of ${name} at ${position}`);
    return found;
  }

  parameter(index: number): NodeId {
    const id = this.graph.nodes.findIndex((node) => node.op === 'parameter' && node.index === index);
    if (id < 0) throw new Error(`no node reads parameter ${index}`);
    return id;
  }

  region(owner: NodeId, child = 0): RegionId {
    const region = ownedRegions(nodeAt(this.graph, owner))[child];
    if (region === undefined) throw new Error(`node ${owner} owns no region ${child}`);
    return region;
  }

  claim(node: NodeId, view: AbstractValue): void {
    this.forced.set(node, view);
  }

  /** Replaces parts of the proof. */
  set(parts: Partial<GraphProof>): void {
    this.proof = { ...this.proof, ...parts };
  }

  /** Gives the domains that the prover left open this evidence. */
  close(evidence: Evidence): void {
    this.set({ closure: this.proof.closure.map((before, index) => (this.open.includes(index) ? evidence : before)) });
  }

  /** Returns the pass over the graph, for use as a case. */
  pass(): PassProof {
    const { claims, steps, kept, drifts, unrolled, joins, differences, cuts } = this.proof;
    return { claims, steps, kept, drifts, unrolled, joins, differences, cuts };
  }
}

/** The start of a forgery: the unfinished proof of the prover, with plain evidence for open domains. */
export class Forgery {
  readonly components: readonly ProofDraft[];
  readonly graphs: readonly ProofDraft[];

  constructor(
    readonly program: Program,
    private readonly proof: Proof,
  ) {
    this.components = proof.components.map((proven) => new ProofDraft(proven));
    this.graphs = proof.graphs.map((proven) => new ProofDraft(proven));
  }

  static of(source: string): Forgery {
    const program = programOf(source);
    return new Forgery(program, prove(program.core));
  }

  /** Returns a forgery of the same program without changes. */
  again(): Forgery {
    return new Forgery(this.program, this.proof);
  }

  get drafts(): readonly ProofDraft[] {
    return [...this.components, ...this.graphs];
  }

  /** The graph of a circuit. */
  get circuit(): ProofDraft {
    const [first] = this.graphs;
    if (first === undefined) throw new Error('no graph');
    return first;
  }

  /** Derives again every claim that the forger did not set. It trusts the earlier claims and the lists. */
  derive(): void {
    const summaries: Summary[] = [];
    for (const draft of this.drafts) summaries.push(new Derivation(this.program, draft, summaries).run());
  }

  /** Like {@link derive}, and drops lists and statements about unreachable parts. */
  deriveAll(): void {
    const summaries: Summary[] = [];
    for (const draft of this.drafts) {
      const derivation = new Derivation(this.program, draft, summaries);
      summaries.push(derivation.run());
      derivation.leaveOutDead();
    }
  }

  /** Returns the certificate, with metrics, trusted base and digest computed again. */
  sealed(): Uint8Array {
    const { core, hash, proofKey, cost, structure } = this.program;
    const total = [...core.components, ...core.graphs].reduce((sum, graph) => sum + closureDomains(graph).length, 0);
    const bytes = encodeCertificate(
      {
        language: LANGUAGE_VERSION,
        engine: ENGINE_VERSION,
        hash,
        proofKey,
        assurance: assuranceOf(this.drafts.map(({ proof }) => proof)),
        metrics: closedMetrics(structure, total),
        worstCaseCost: cost,
        trustedBase: trustedBaseOf(this.drafts.map(({ proof }) => proof)),
        components: this.components.map(({ proof }) => proof),
        graphs: this.graphs.map(({ proof }) => proof),
      },
      Number.POSITIVE_INFINITY,
    );
    if (bytes === null) throw new Error('a certificate without an end');
    return bytes;
  }
}

/** One pass that derives all claims except the forger's own. */
class Derivation {
  private readonly environment: Environment;
  private readonly claims = new Map<NodeId, AbstractValue>();
  private readonly believed: ReadonlyMap<NodeId, AbstractValue>;
  /** Unreached nodes and, at their ends, regions. */
  private readonly deadNodes = new Set<NodeId>();
  private readonly deadRegions = new Set<RegionId>();
  /** The number of steps before a region became unreachable. */
  private readonly taken = new Map<RegionId, number>();

  constructor(
    { core }: Program,
    private readonly draft: ProofDraft,
    summaries: readonly Summary[],
  ) {
    this.environment = new Environment(
      core,
      draft.graph,
      parameterViews(draft.graph),
      summaries,
      [],
      new CheckMeter(Number.POSITIVE_INFINITY),
    );
    this.believed = new Map(draft.nodes.map((node, index) => [node, draft.proof.claims[index] ?? NEVER]));
  }

  run(): Summary {
    const { draft, environment } = this;
    const { graph, proof } = draft;
    for (const event of schedule(graph, 'whole')) {
      if (event.event === 'enter') this.enter(event.region, event.child);
      else if (event.event === 'exit') this.exit(event.region);
      else this.claim(event.node);
    }
    draft.set({ claims: draft.nodes.map((node) => this.claims.get(node) ?? NEVER) });
    const [output] = graph.outputs;
    const result = output === undefined || output.node === null ? NEVER : meet(environment.view(output.node), ofDomain(output.domain));
    return { result, facts: proof.exported.map(({ minuend, subtrahend, bound }) => ({ minuend, subtrahend, bound })) };
  }

  leaveOutDead(): void {
    const { draft, deadNodes, deadRegions } = this;
    const { proof, graph } = draft;
    const isBodyReached = (fold: NodeId): boolean => !ownedRegions(nodeAt(graph, fold)).some((region) => deadRegions.has(region));
    const domains = closureDomains(graph);
    draft.set({
      claims: proof.claims.map((claim, index) => (deadNodes.has(draft.nodes[index] ?? -1) ? NEVER : claim)),
      steps: new Map([...proof.steps].map(([region, steps]) => [region, steps.slice(0, this.taken.get(region) ?? 0)])),
      kept: new Map([...proof.kept].filter(([region]) => !deadRegions.has(region))),
      drifts: new Map([...proof.drifts].filter(([fold]) => isBodyReached(fold))),
      unrolled: proof.unrolled.filter(isBodyReached),
      joins: new Map(
        [...proof.joins].filter(([owner]) => !deadNodes.has(owner)).map(([owner, joins]) => [owner, this.inReachedArms(owner, joins)]),
      ),
      differences: new Map([...proof.differences].filter(([node]) => !deadNodes.has(node))),
      cuts: new Map([...proof.cuts].filter(([node]) => !deadNodes.has(node))),
      closure: proof.closure.map((evidence, index) => {
        const domain = domains[index];
        return domain !== undefined && 'node' in domain && deadNodes.has(domain.node) ? BY_ANALYSIS : evidence;
      }),
    });
  }

  private inReachedArms(owner: NodeId, joins: readonly JoinProof[]): readonly JoinProof[] {
    const regions = ownedRegions(nodeAt(this.draft.graph, owner));
    return joins.map((join) => ({
      ...join,
      paths: regions.map((region, child) => (this.deadRegions.has(region) ? [] : (join.paths[child] ?? []))),
    }));
  }

  private enter(region: RegionId, child: number): void {
    const { environment } = this;
    environment.enter(region, child);
    const owner = this.draft.graph.regions[region]?.owner ?? null;
    if (owner === null || environment.dead) return;
    for (const { node, view } of assumptionsOf(environment, owner, child)) if (!environment.dead) environment.narrow(node, view);
    this.taken.set(region, this.take(this.draft.proof.steps.get(region) ?? []));
  }

  private exit(region: RegionId): void {
    const { environment, draft } = this;
    const { graph, proof } = draft;
    const { owner = null, result = null } = graph.regions[region] ?? {};
    if (environment.dead) this.deadRegions.add(region);
    environment.conclude(region);
    if (owner !== null && !environment.dead) environment.setDrifts(owner, proof.drifts.get(owner) ?? []);
    const node = owner === null ? null : nodeAt(graph, owner);
    const truth = node?.op === 'loop' ? keptTruth(node) : null;
    if (truth !== null && result !== null) {
      if (!environment.dead) {
        environment.narrow(result, meet(environment.view(result), truth ? TRUE : FALSE));
        this.take(proof.kept.get(region) ?? []);
      }
      environment.setKept(
        region,
        environment.dead ? NEVER : keptElement(environment, region),
        environment.dead ? [] : keptTexts(environment, region),
      );
    }
    environment.leave(region);
    if (!graph.requires.includes(region) || environment.dead || result === null) return;
    environment.narrow(result, meet(environment.view(result), TRUE));
    this.taken.set(region, this.take(proof.steps.get(region) ?? []));
  }

  /** Applies steps; returns the number that were applied. */
  private take(steps: readonly Step[]): number {
    let taken = 0;
    for (const step of steps) {
      if (this.environment.dead) break;
      taken += 1;
      if (step.rule === 'reached') this.reach(step.owner, step.child);
      else this.narrow(step.rule === 'backward' ? step.to : step.node, step.claim);
    }
    return taken;
  }

  private reach(owner: NodeId, child: number): void {
    const node = nodeAt(this.draft.graph, owner);
    // The result of a loop's body is not the result of the loop.
    const region = ownedRegions(node)[child];
    if (node.op === 'loop' || node.op === 'fold' || region === undefined) return;
    const reached = this.environment.reachOwned(owner, region);
    if (reached !== null) this.environment.narrow(reached.node, reached.view);
  }

  private narrow(node: NodeId, view: AbstractValue): void {
    const type = this.draft.graph.types[node];
    if (type !== undefined && isOfType(view, type)) this.environment.narrow(node, meet(this.environment.view(node), view));
  }

  private claim(id: NodeId): void {
    const { environment, draft } = this;
    const node = nodeAt(draft.graph, id);
    const forced = draft.forced.get(id);
    const claimed = forced ?? this.believed.get(id) ?? NEVER;
    if (environment.dead) this.deadNodes.add(id);
    if (!environment.dead) this.openFold(node, claimed);
    if (!environment.dead && (node.op === 'select' || node.op === 'match')) environment.setJoined(id, draft.proof.joins.get(id) ?? []);
    const view = forced ?? (environment.dead ? NEVER : this.follow(id, node));
    this.claims.set(id, view);
    environment.define(id, view);
    const bounds = draft.proof.cuts.get(id) ?? [];
    const [cut = view] = withinBounds([view], bounds);
    if (!environment.dead && bounds.length > 0) environment.narrow(id, cut);
  }

  private openFold(node: Node, claimed: AbstractValue): void {
    if (node.op !== 'bound' || node.index !== 0) return;
    const owner = this.draft.graph.regions[node.region]?.owner ?? null;
    const fold = owner === null ? null : nodeAt(this.draft.graph, owner);
    if (owner !== null && fold?.op === 'fold') this.environment.setInvariant(owner, fold.domain === null ? claimed : ofDomain(fold.domain));
  }

  private follow(id: NodeId, node: Node): AbstractValue {
    const { environment, draft } = this;
    const nodes = node.op === 'apply' ? argumentNodes(node) : [];
    return forward(environment, id, new ListedRelations(environment, nodes, draft.proof.differences.get(id) ?? []));
  }
}

/** Returns the node that reads the accumulator of a fold; `undefined` if it is unused. */
export function accumulatorOf(draft: ProofDraft, fold: NodeId): NodeId | undefined {
  return boundNode(draft.graph, draft.region(fold), 0);
}
