import type { Graph, Node, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { type Renaming, renamed } from '@kirchhoff/kernel/graph/rename';
import { ownedRegions } from '@kirchhoff/kernel/graph/schedule';
import { MONOMERS } from '@kirchhoff/kernel/monomers/catalog';
import type { Type } from '@kirchhoff/kernel/types/domain';
import type { Place } from '../diagnostics/diagnostic.js';
import { placeOf } from '../diagnostics/place.js';
import type { DraftArm, DraftContract, DraftPort, SettledDraft } from '../elaborate/draft.js';
import type { GraphMap, GuardedArm, NamedPlace, PortPlace } from '../program/source-map.js';
import { CanonicalDomains } from './canonical-domains.js';
import { type Callees, type Ranking, rankNodes } from './rank.js';
import { RegionNodes } from './region-nodes.js';
import { numberSources } from './source-order.js';

export interface CanonicalGraph {
  /** `call.component` is still an index into the components of the source. */
  readonly graph: Graph;
  readonly map: GraphMap;
  /** True if the outputs are not a function of the inputs. */
  readonly hasSource: boolean;
}

/** Shares equal nodes within a region, then orders and renumbers the nodes (docs/language/canonical-form.md). */
export function canonicalGraph(settled: SettledDraft, callees: Callees): CanonicalGraph {
  const { draft } = settled;
  const domains = new CanonicalDomains({ ...settled, nodes: draft.nodes });
  const sources: NodeId[] = [];
  for (let id = 0; id < draft.nodes.length; id += 1) {
    const node = draft.nodes[id];
    if (node !== undefined && isSource(node, callees)) sources.push(id);
  }
  const alike = new Map(sources.map((source) => [source, 0]));
  let ranking = rankNodes(settled, domains, callees, alike);
  if (sources.length > 1) ranking = rankNodes(settled, domains, callees, numberSources(settled, sources, ranking.rankOf));
  return { ...new Renumbering(settled, ranking).result(), hasSource: sources.length > 0 };
}

const SOURCES: ReadonlySet<number> = new Set(MONOMERS.filter(({ effect }) => effect === 'source').map(({ index }) => index));

function isSource(node: Node, callees: Callees): boolean {
  if (node.op === 'apply') return SOURCES.has(node.monomer);
  return node.op === 'call' && callees.hasSource(node.component);
}

/**
 * A draft region in progress: its nodes from the position `next` up to `end` are still to be done, and the regions from `child` on
 * that the next node owns.
 */
interface Frame {
  readonly region: RegionId;
  next: number;
  readonly end: number;
  owned: readonly RegionId[] | null;
  child: number;
}

/** The statements of one condition. */
interface SameContracts {
  readonly first: DraftContract;
  readonly further: readonly DraftContract[];
}

const NO_NODES: readonly NodeId[] = [];

/** Stands for no new id, so that ids fit into typed arrays. */
const UNNUMBERED = -1;

/** Walks the regions of a draft in canonical order, with an explicit stack. */
class Renumbering {
  private readonly nodes: Node[] = [];
  private readonly types: Type[] = [];
  private readonly places: NamedPlace[] = [];
  private readonly regions: { parent: RegionId | null; owner: NodeId | null; nodes: readonly NodeId[]; result: NodeId | null }[] = [];
  /** By draft region: its nodes by rank. */
  private readonly inRegion: RegionNodes;
  /** By draft node: its representative, the first node of its rank in its region. */
  private readonly standsFor: Int32Array;
  /** By draft node and draft region: the new id, or {@link UNNUMBERED}. */
  private readonly newNode: Int32Array;
  private readonly newRegion: Int32Array;
  private readonly renaming: Renaming = { node: (operand) => this.known(operand), region: (owned) => this.newRegion[owned] ?? 0 };

  constructor(
    private readonly settled: SettledDraft,
    private readonly ranking: Ranking,
  ) {
    this.inRegion = new RegionNodes(settled.draft, ranking.order);
    this.standsFor = representatives(settled, ranking);
    this.newNode = new Int32Array(settled.draft.nodes.length).fill(UNNUMBERED);
    this.newRegion = new Int32Array(settled.draft.regions.length).fill(UNNUMBERED);
  }

  result(): { readonly graph: Graph; readonly map: GraphMap } {
    const { settled } = this;
    const ensures = this.sortedEnsures();
    const entry = this.walk(0);
    const requires = settled.requires.map((contract) => this.walk(contract.region));
    const body = this.walk(settled.body);
    const ensureRegions = ensures.map(({ first }) => this.walk(first.region));
    const graph: Graph = {
      role: settled.draft.role,
      parameters: settled.parameters.map(({ name, domain }) => ({ name, domain })),
      nodes: this.nodes,
      types: this.types,
      regions: this.regions,
      requires,
      entry,
      body,
      outputs: settled.outputs.map(({ name, domain, node }) => ({ name, domain, node: this.translate(node) })),
      ensures: ensureRegions,
    };
    return { graph, map: this.map(ensures) };
  }

  private map(ensures: readonly SameContracts[]): GraphMap {
    const { settled } = this;
    return {
      name: settled.name,
      ...placeOf(settled.span),
      parameters: settled.parameters.map(portPlace),
      nodes: this.places,
      arms: this.armPlaces(),
      guarded: settled.draft.guarded.map((arms) => arms.map((arm) => this.guardedArm(arm))),
      written: this.writtenNodes(),
      outputs: settled.outputs.map(portPlace),
      requires: settled.requires.map(namedPlace),
      ensures: ensures.map(({ first }) => namedPlace(first)),
      sameEnsures: ensures.map(({ further }) => further.map(namedPlace)),
    };
  }

  private writtenNodes(): GraphMap['written'] {
    const written: NodeId[] = [];
    const isWritten = new Uint8Array(this.nodes.length);
    for (const node of this.settled.draft.written) {
      const number = this.numberOf(node);
      if (number === UNNUMBERED || isWritten[number] === 1) continue;
      isWritten[number] = 1;
      written.push(number);
    }
    return written;
  }

  /** Returns the places of arms; of shared arms, the place of the first. */
  private armPlaces(): GraphMap['arms'] {
    const { regions } = this.settled.draft;
    if (!regions.some(({ arm }) => arm !== null)) return [];
    const places: (Place | undefined)[] = this.regions.map(() => undefined);
    for (let region = 0; region < regions.length; region += 1) {
      const arm = regions[region]?.arm ?? null;
      const number = this.newRegion[region] ?? UNNUMBERED;
      if (arm !== null && number !== UNNUMBERED) places[number] = placeOf(arm);
    }
    return places;
  }

  private guardedArm({ patterns, span, regions }: DraftArm): GuardedArm {
    const numbers = regions.map((region) => this.newRegion[region] ?? UNNUMBERED);
    return { patterns, ...placeOf(span), regions: numbers.includes(UNNUMBERED) ? null : numbers };
  }

  /** A set: repeated members count once, and the order depends on the meaning alone. */
  private sortedEnsures(): readonly SameContracts[] {
    const { draft, ensures } = this.settled;
    if (ensures.length <= 1) return ensures.map((first) => ({ first, further: [] }));
    const byKey = new Map<string, { readonly first: DraftContract; readonly further: DraftContract[] }>();
    for (const contract of ensures) {
      const result = draft.regions[contract.region]?.result ?? -1;
      const key = `${String(this.ranking.rankOf[result] ?? 0).padStart(8, '0')}${this.ranking.regionKey(contract.region)}`;
      const known = byKey.get(key);
      if (known === undefined) byKey.set(key, { first: contract, further: [] });
      else known.further.push(contract);
    }
    return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, contracts]) => contracts);
  }

  /** Numbers a draft region and everything in it. Returns its new id. */
  private walk(start: RegionId): RegionId {
    const stack = [this.enter(start)];
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      if (frame.next === frame.end) {
        this.leave(frame.region);
        stack.pop();
        continue;
      }
      const id = this.inRegion.at(frame.next);
      if (this.standsFor[id] !== id) {
        frame.next += 1;
        continue;
      }
      const node = this.settled.draft.nodes[id];
      if (node === undefined) throw new Error(`no node ${id}`);
      frame.owned ??= ownedRegions(node);
      const owned = frame.owned[frame.child];
      if (owned === undefined) {
        this.number(id, node, frame.owned);
        frame.next += 1;
        frame.owned = null;
        frame.child = 0;
      } else {
        frame.child += 1;
        stack.push(this.enter(owned));
      }
    }
    return this.newRegion[start] ?? 0;
  }

  private enter(region: RegionId): Frame {
    const parent = this.settled.draft.regions[region]?.parent ?? null;
    this.newRegion[region] = this.regions.length;
    this.regions.push({ parent: parent === null ? null : (this.newRegion[parent] ?? 0), owner: null, nodes: NO_NODES, result: null });
    return { region, next: this.inRegion.start(region), end: this.inRegion.end(region), owned: null, child: 0 };
  }

  private leave(region: RegionId): void {
    const written = this.regions[this.newRegion[region] ?? 0];
    if (written === undefined) return;
    written.nodes = this.ownNodes(region);
    written.result = this.translate(this.settled.draft.regions[region]?.result ?? null);
  }

  /** The nodes of a draft region by their new ids. */
  private ownNodes(region: RegionId): readonly NodeId[] {
    const start = this.inRegion.start(region);
    const end = this.inRegion.end(region);
    if (end === start + 1) return [this.known(this.inRegion.at(start))];
    const nodes: NodeId[] = [];
    for (let position = start; position < end; position += 1) {
      const id = this.inRegion.at(position);
      if (this.standsFor[id] === id) nodes.push(this.known(id));
    }
    // A copy has no room for further nodes, while a list that has grown has room for 17 at least.
    return nodes.slice();
  }

  private number(id: NodeId, node: Node, owned: readonly RegionId[]): void {
    const { draft, types } = this.settled;
    const type = types[id];
    const span = draft.spans[id];
    if (type === undefined || span === undefined) throw new Error(`no type of node ${id}`);
    const number = this.nodes.length;
    this.newNode[id] = number;
    for (const each of owned) {
      const child = this.regions[this.newRegion[each] ?? UNNUMBERED];
      if (child !== undefined) child.owner = number;
    }
    this.nodes.push(renamed(node, this.renaming));
    this.types.push(type);
    this.places.push(placeNamed(draft.domains[id] ?? '', span));
  }

  private translate(node: NodeId | null): NodeId | null {
    return node === null ? null : this.known(node);
  }

  private known(node: NodeId): NodeId {
    const number = this.numberOf(node);
    if (number === UNNUMBERED) throw new Error(`node ${node} is used before it has a number`);
    return number;
  }

  private numberOf(node: NodeId): NodeId {
    return this.newNode[this.standsFor[node] ?? node] ?? UNNUMBERED;
  }
}

/** By draft node: the first node of its rank in its region. */
function representatives({ draft }: SettledDraft, { order, rankOf }: Ranking): Int32Array {
  const standsFor = new Int32Array(draft.nodes.length);
  const latest = new Int32Array(draft.regions.length).fill(-1);
  for (const id of order) {
    const region = draft.regionOf[id] ?? 0;
    const last = latest[region] ?? -1;
    const isFirst = last === -1 || rankOf[last] !== rankOf[id];
    if (isFirst) latest[region] = id;
    standsFor[id] = isFirst ? id : last;
  }
  return standsFor;
}

function namedPlace(part: DraftContract | DraftPort): NamedPlace {
  return placeNamed(part.shown, part.span);
}

function placeNamed(domain: string, { file, line, column }: Place): NamedPlace {
  return file === undefined ? { domain, line, column } : { domain, file, line, column };
}

function portPlace(port: DraftPort): PortPlace {
  return { ...namedPlace(port), order: port.order };
}
