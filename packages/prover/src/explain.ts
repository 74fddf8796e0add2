import { type AbstractValue, isWithin, TRUE } from '@kirchhoff/kernel/abstract/abstract';
import { claimsOf } from '@kirchhoff/kernel/certificate/claims';
import type { Graph, Node, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { nodeAt, operandsOf, ownedRegions } from '@kirchhoff/kernel/graph/schedule';
import { catalogEntry } from '@kirchhoff/language/catalog/catalog';
import { describe } from '@kirchhoff/language/diagnostics/describe';
import type { Place } from '@kirchhoff/language/diagnostics/diagnostic';
import { lineOf } from '@kirchhoff/language/diagnostics/place';
import { shorten } from '@kirchhoff/language/diagnostics/sink';
import { showUnseen } from '@kirchhoff/language/diagnostics/unseen';
import type { GraphMap, SourceMap } from '@kirchhoff/language/program/source-map';
import type { DomainFinding, SolverFailure } from './pass.js';
import type { SearchedGraph } from './proof.js';

/** Limits: named values, nodes visited in the search for an origin, and nesting of an unproven condition. */
const MAX_NAMED = 4;
const MAX_VISITED = 400;
const MAX_DESCENT = 64;

const COMPARISONS: ReadonlySet<string> = new Set(['EQ', 'NE', 'LT', 'LE', 'GT', 'GE']);
/** Operations on a list or text whose result is known only by its range. */
const SUMMARIES: ReadonlySet<string> = new Set(['SUM', 'SORT', 'FIND', 'INDEX_OF', 'SPLIT']);

const ASKED: Readonly<Record<SolverFailure, string>> = {
  'gave up': 'the solver gave up within its steps',
  'no question': 'the solver does not support its form',
  unconfirmed: 'the query contains too little about it, and the example of the solver does not fail in a run',
  contradicted: 'the answer of the solver is ignored, since a run contradicts the query',
  'no steps': 'no steps are left for the solver',
};

/**
 * Explains the closure domains of a graph that have neither a proof nor a counterexample. The clauses give the known facts about
 * both sides, the layer that gave up with its reason, and possible remedies. Their number and length are limited.
 */
export class Explanation {
  private readonly graph: Graph;
  private readonly claim: (node: NodeId) => AbstractValue;
  private readonly regionOf: ReadonlyMap<NodeId, RegionId>;
  /** The line of the closure domain that is being explained. */
  private line = '';

  constructor(
    proven: SearchedGraph,
    private readonly map: GraphMap,
    private readonly sourceMap: SourceMap,
    /** The place in the graph at which some input failed; null if no input did. */
    private readonly failing: Place | null,
  ) {
    this.graph = proven.graph;
    this.claim = claimsOf(proven.graph, proven.proof);
    this.regionOf = new Map(proven.graph.regions.flatMap(({ nodes }, region) => nodes.map((node) => [node, region] as const)));
  }

  of(finding: DomainFinding, place: Place): readonly string[] {
    this.line = lineOf(place);
    const known = this.known(finding);
    if (this.failing !== null) {
      const failing = lineOf(this.failing);
      const shown = failing === this.line ? 'something else on this line' : failing;
      return [...known, `the search went no further, since ${shown} fails for some input: mend that first`];
    }
    const origin = this.originOf(this.startOf(finding));
    const asked = finding.asked === undefined ? [] : [ASKED[finding.asked]];
    return [...known, origin?.why ?? NO_RELATION, ...asked, settling(finding) ?? origin?.settle ?? PLAINLY];
  }

  /** Returns the known facts about both sides of a contract; for other domains the message contains them. */
  private known(finding: DomainFinding): readonly string[] {
    if (finding.domain.kind !== 'contract' || finding.domain.of !== 'ensure') return [];
    const known = this.sides(this.startOf(finding));
    return known.length === 0 ? [] : [`known: ${known.join(', ')}`];
  }

  /** Returns the nodes that the closure domain is about. */
  private startOf({ domain }: DomainFinding): readonly NodeId[] {
    if ('node' in domain) {
      const node = nodeAt(this.graph, domain.node);
      return node.op === 'fold' ? [domain.node] : operandsOf(node);
    }
    if (domain.kind === 'output') return [this.graph.outputs[domain.output]?.node ?? []].flat();
    if (domain.kind === 'contract' && domain.of === 'ensure') return this.compared(this.graph.ensures[domain.ensure] ?? -1);
    return [this.graph.outputs[0]?.node ?? []].flat();
  }

  /** Returns the operands of the comparison in an unproven condition; otherwise the condition itself. */
  private compared(region: RegionId): readonly NodeId[] {
    let at = this.graph.regions[region]?.result ?? null;
    for (let step = 0; at !== null && step < MAX_DESCENT; step += 1) {
      const node: Node = nodeAt(this.graph, at);
      if (node.op === 'shortCircuit') {
        const leftHolds = node.connective !== 'and' || isWithin(this.claim(node.left), TRUE);
        at = leftHolds ? this.resultOf(node.right) : node.left;
      } else if (node.op === 'loop' && (node.loop === 'all' || node.loop === 'any')) at = this.resultOf(node.body);
      else if (node.op === 'apply' && catalogEntry(node.monomer).name === 'NOT') at = node.operands[0] ?? null;
      else if (node.op === 'apply' && COMPARISONS.has(catalogEntry(node.monomer).name)) return node.operands;
      else break;
    }
    return at === null ? [] : operandsOf(nodeAt(this.graph, at));
  }

  private resultOf(region: RegionId): NodeId | null {
    return this.graph.regions[region]?.result ?? null;
  }

  /** Returns the known facts about the values, with the author's names. Literals need no fact. */
  private sides(nodes: readonly NodeId[]): readonly string[] {
    const said = nodes.flatMap((node) => {
      if (nodeAt(this.graph, node).op === 'literal') return [];
      const name = this.nameOf(node);
      return name === null ? [] : [`${name} in ${shorten(showUnseen(describe(this.claim(node))))}`];
    });
    return [...new Set(said)].slice(0, MAX_NAMED);
  }

  /** Returns the text as in the source; null if it is too long. */
  private nameOf(node: NodeId, depth = 0): string | null {
    const at = nodeAt(this.graph, node);
    if (at.op === 'parameter') return this.map.parameters[at.index]?.domain ?? null;
    if (this.graph.role === 'component' && this.graph.outputs[0]?.node === node) return 'result';
    if (this.isNamed(node)) return this.shown(this.map.nodes[node]?.domain ?? '');
    if (depth > 2) return null;
    switch (at.op) {
      case 'literal':
        return typeof at.value === 'number' || typeof at.value === 'bigint' || typeof at.value === 'boolean' ? String(at.value) : null;
      case 'field': {
        const record = this.nameOf(at.record, depth + 1);
        return record === null ? null : `${record}.${at.name}`;
      }
      case 'apply': {
        const { name, operator } = catalogEntry(at.monomer);
        const operands = at.operands.map((operand) => this.nameOf(operand, depth + 1));
        if (name === 'GET') return operands.includes(null) ? null : `${operands[0]}[${operands[1]}]`;
        if (at.literals.length > 0 || operands.some((operand) => operand === null)) return null;
        const [a = '', b = ''] = operands.map(String);
        return operator !== null && /^a \S+ b$/.test(operator) ? `${a} ${operator.slice(2, -2)} ${b}` : `${name}(${operands.join(', ')})`;
      }
      default:
        return null;
    }
  }

  /**
   * Returns true for a node of the body. A contract names only ports and wires, so that its operands from the body have names.
   */
  private isNamed(node: NodeId): boolean {
    return this.regionOf.get(node) === this.graph.body;
  }

  private shown(domain: string): string {
    return domain.startsWith(`${this.map.name}.`) ? domain.slice(this.map.name.length + 1) : domain;
  }

  /** Returns the nearest operation among the origins of the values that loses precision; null if there is no such operation. */
  private originOf(start: readonly NodeId[]): { readonly why: string; readonly settle: string } | null {
    const waiting = [...start];
    const seen = new Set<NodeId>();
    for (let at = 0; at < waiting.length && seen.size < MAX_VISITED; at += 1) {
      const node = waiting[at] ?? -1;
      if (seen.has(node)) continue;
      seen.add(node);
      const origin = this.blurring(node);
      if (origin !== null) return origin;
      const read = nodeAt(this.graph, node);
      const owner = read.op === 'bound' ? (this.graph.regions[read.region]?.owner ?? null) : null;
      waiting.push(
        ...operandsOf(read),
        ...ownedRegions(read).flatMap((region) => this.resultOf(region) ?? []),
        ...(owner === null ? [] : [owner]),
      );
    }
    return null;
  }

  private blurring(id: NodeId): { readonly why: string; readonly settle: string } | null {
    const node = nodeAt(this.graph, id);
    const place = this.at(this.map.nodes[id]);
    switch (node.op) {
      case 'fold':
        return {
          why: `the analysis found no stronger invariant of the fold ${place}`,
          settle:
            node.domain === null
              ? `state the domain of its accumulator, or its invariant with 'keeping', ${place}`
              : `state its invariant with 'keeping' ${place}, or bound it in the step`,
        };
      case 'loop':
        return {
          why: `the analysis does not relate the elements of the '${node.loop}' ${place} to other values`,
          settle: `bound the result of its body ${place}`,
        };
      case 'call': {
        const callee = this.sourceMap.components[node.component];
        if (callee === undefined) return null;
        return {
          why: `the body of '${callee.name}', called ${place}, does not show it`,
          settle: `state the needed property in an ensure of '${callee.name}' ${this.at(callee)}`,
        };
      }
      case 'apply': {
        const { name } = catalogEntry(node.monomer);
        if (!SUMMARIES.has(name)) return null;
        return {
          why: `the analysis knows only the range of ${name} ${place}, not its relation to other lists`,
          settle: `bound its result ${place}`,
        };
      }
      default:
        return null;
    }
  }

  private at(place: Place | undefined): string {
    const line = place === undefined ? this.line : lineOf(place);
    return line === this.line ? 'here' : `at ${line}`;
  }
}

function settling({ domain }: DomainFinding): string | null {
  return domain.kind === 'contract' && domain.of === 'match' ? 'an arm `_ => …` would settle it' : null;
}

const PLAINLY = 'an `if` around it, a require, or a narrower domain of a wire would settle it';
const NO_RELATION = 'the ranges allow it to fail, and the analysis finds no relation that rules this out';
