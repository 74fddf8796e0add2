import type { ClosureDomain } from '@kirchhoff/kernel/graph/closure-domains';
import type { Core, Graph, Node, NodeId } from '@kirchhoff/kernel/graph/graph';
import type { Loops } from '@kirchhoff/kernel/graph/inline';
import { nodeAt, ownedRegions } from '@kirchhoff/kernel/graph/schedule';
import { MONOMERS } from '@kirchhoff/kernel/monomers/catalog';
import type { Domain, Type } from '@kirchhoff/kernel/types/domain';
import { add, INT64_MAX, INT64_MIN, type Int, maximum, minimum, subtract } from '@kirchhoff/kernel/types/integer';

/** Limit for the nodes that the search visits. */
const MAX_NODES = 512;

/** The bounds that would close an open domain if they were proven for an integer node. */
export interface Wanted {
  readonly lo: Int;
  readonly hi: Int;
}

/** Limit for the differences that are to be proven non-negative. */
const MAX_DIFFERENCES = 64;
const NATURAL: Wanted = { lo: 0, hi: INT64_MAX };
const POSITIVE: Wanted = { lo: 1, hi: INT64_MAX };
const DIVIDING: ReadonlySet<string> = new Set(['DIV', 'MOD', 'FLOOR_DIV', 'FLOOR_MOD', 'MULDIV', 'MULDIV_EVEN']);
const SUB = MONOMERS.findIndex(({ name }) => name === 'SUB');
const PAD_START = MONOMERS.findIndex(({ name }) => name === 'PAD_START');
const FORMAT_INT = MONOMERS.findIndex(({ name }) => name === 'FORMAT_INT');
/** Limit for the width of a padded number: a number of so many digits is a safe integer. */
const MAX_DIGITS = 15;

/** The bounds of the left and of the right operand of a true comparison with an integer. */
const COMPARISONS: ReadonlyMap<string, readonly [left: (than: Int) => Wanted, right: (than: Int) => Wanted]> = new Map([
  ['LT', [below, above]],
  ['LE', [atMost, atLeast]],
  ['GT', [above, below]],
  ['GE', [atLeast, atMost]],
]);

/**
 * Returns the integers on which open closure domains depend, by the nodes that compute them. The search goes through arms,
 * options, records, lists, the bodies of `map` and the steps of folds with a stated domain. An integer that a promise bounds by a
 * literal is to be proven within this bound, on which other promises may rest. In an unrolled loop, the remainder of each value is
 * also to be proven non-negative: otherwise the value loses its bounds in the next round. A number that is padded in a text is to
 * be proven no longer than the width, on which the other places in the text depend.
 *
 * @param asked the closure domains for which sums of inequalities were searched.
 */
export function wantedOf(
  core: Core,
  graph: Graph,
  open: readonly ClosureDomain[],
  loops: Loops,
  asked: readonly ClosureDomain[],
): ReadonlyMap<NodeId, Wanted> {
  const search = new WantedSearch(graph);
  for (const domain of open) {
    if ('node' in domain) search.ofNode(core, nodeAt(graph, domain.node));
    else if (domain.kind === 'output') search.ofOutput(domain.output);
    else if (domain.kind === 'contract' && domain.of === 'result') search.ofOutput(0);
  }
  for (const domain of open.length > 0 ? asked : []) if ('node' in domain) search.ofDivisor(nodeAt(graph, domain.node));
  for (const ensure of open.length > 0 ? graph.ensures : []) search.ofPromise(graph.regions[ensure]?.result ?? null);
  if (open.length > 0) search.ofPadded();
  if (loops === 'written_out' && open.length > 0) search.ofDifferences();
  return search.found;
}

function atLeast(than: Int): Wanted {
  return { lo: than, hi: INT64_MAX };
}

function atMost(than: Int): Wanted {
  return { lo: INT64_MIN, hi: than };
}

function above(than: Int): Wanted {
  return atLeast(add(than, 1));
}

function below(than: Int): Wanted {
  return atMost(subtract(than, 1));
}

class WantedSearch {
  readonly found = new Map<NodeId, Wanted>();
  private readonly seen = new Set<NodeId>();

  constructor(private readonly graph: Graph) {}

  ofNode(core: Core, node: Node): void {
    switch (node.op) {
      case 'narrow':
      case 'state':
        return this.want(node.operand, node.domain);
      case 'fold':
        if (node.domain !== null) {
          this.want(node.initial, node.domain);
          this.wantResult(node.body, node.domain);
        }
        return;
      case 'call':
        for (const [position, { domain }] of (core.components[node.component]?.parameters ?? []).entries()) {
          const argument = node.arguments[position];
          if (argument !== undefined) this.want(argument, domain);
        }
        return;
      default:
        return;
    }
  }

  /** A divisor is to be proven positive where it is computed, once for all that depends on it. */
  ofDivisor(node: Node): void {
    const divisor = node.op === 'apply' && DIVIDING.has(MONOMERS[node.monomer]?.name ?? '') ? node.operands.at(-1) : undefined;
    if (divisor === undefined || this.found.has(divisor) || this.graph.nodes[divisor]?.op === 'literal') return;
    this.found.set(divisor, POSITIVE);
  }

  ofOutput(index: number): void {
    const output = this.graph.outputs[index];
    if (output !== undefined && output.node !== null) this.want(output.node, output.domain);
  }

  /** Takes the bounds by literals of a condition that is to be true. */
  ofPromise(id: NodeId | null): void {
    const node = id === null ? undefined : this.graph.nodes[id];
    if (node?.op === 'shortCircuit' && node.connective === 'and') {
      this.ofPromise(node.left);
      return this.ofPromise(this.graph.regions[node.right]?.result ?? null);
    }
    const bounds = node?.op === 'apply' ? COMPARISONS.get(MONOMERS[node.monomer]?.name ?? '') : undefined;
    if (node?.op !== 'apply' || bounds === undefined) return;
    const [left = -1, right = -1] = node.operands;
    this.bound(left, right, bounds[0]);
    this.bound(right, left, bounds[1]);
  }

  private bound(id: NodeId, than: NodeId, by: (than: Int) => Wanted): void {
    const [kind, literal] = [this.graph.types[id]?.kind, this.graph.nodes[than]];
    if (kind !== 'integer' || literal?.op !== 'literal' || this.graph.nodes[id]?.op === 'literal') return;
    if (typeof literal.value !== 'number' && typeof literal.value !== 'bigint') return;
    const [known, bounds] = [this.found.get(id), by(literal.value)];
    this.found.set(id, known === undefined ? bounds : { lo: maximum(known.lo, bounds.lo), hi: minimum(known.hi, bounds.hi) });
  }

  /** A number that is padded to a width in a text is to be proven natural and no longer, so that the text has one length. */
  ofPadded(): void {
    for (const node of this.graph.nodes) {
      const [of = -1, width = -1] = node.op === 'apply' && node.monomer === PAD_START ? node.operands : [];
      const [number, most] = [this.graph.nodes[of], this.graph.nodes[width]];
      if (number?.op !== 'apply' || number.monomer !== FORMAT_INT || most?.op !== 'literal' || typeof most.value !== 'number') continue;
      const [value = -1] = number.operands;
      if (most.value < 1 || most.value > MAX_DIGITS || this.found.has(value)) continue;
      this.found.set(value, { lo: 0, hi: 10 ** most.value - 1 });
    }
  }

  ofDifferences(): void {
    let left = MAX_DIFFERENCES;
    for (const [id, node] of this.graph.nodes.entries()) {
      if (left === 0) return;
      if (node.op !== 'apply' || node.monomer !== SUB || this.found.has(id)) continue;
      left -= 1;
      this.found.set(id, NATURAL);
    }
  }

  private wantResult(region: number, domain: Domain): void {
    const result = this.graph.regions[region]?.result ?? null;
    if (result !== null) this.want(result, domain);
  }

  private want(id: NodeId, domain: Domain): void {
    if (this.seen.has(id) || this.seen.size >= MAX_NODES) return;
    this.seen.add(id);
    const node = nodeAt(this.graph, id);
    if (domain.kind === 'integer') this.found.set(id, { lo: domain.lo, hi: domain.hi });
    switch (node.op) {
      case 'state':
      case 'narrow':
      case 'hold':
        return this.want(node.operand, domain);
      case 'select':
      case 'match':
        for (const region of ownedRegions(node)) this.wantResult(region, domain);
        return;
      case 'unwrapOr':
        this.want(node.option, { kind: 'option', value: domain });
        return this.wantResult(node.otherwise, domain);
      case 'some':
        if (domain.kind === 'option') this.want(node.value, domain.value);
        return;
      case 'record':
        for (const { name, node: field } of node.fields) this.wantField(field, name, domain);
        return;
      case 'list':
        if (domain.kind === 'list') for (const item of node.items) this.want(item, domain.element);
        return;
      case 'loop':
        if (node.loop === 'map' && domain.kind === 'list') this.wantResult(node.body, domain.element);
        if (node.loop === 'filter' && node.source.over === 'value') this.want(node.source.node, domain);
        return;
      case 'fold':
        this.want(node.initial, domain);
        return this.wantResult(node.body, domain);
      case 'apply':
        for (const operand of node.operands) this.wantOperand(operand, domain);
        return;
      default:
        return;
    }
  }

  private wantField(field: NodeId, name: string, domain: Domain): void {
    const stated = domain.kind === 'record' ? domain.fields.find((each) => each.name === name) : undefined;
    if (stated !== undefined) this.want(field, stated.domain);
  }

  /** For an operation on lists: bounds its list operands and its new elements. */
  private wantOperand(operand: NodeId, domain: Domain): void {
    const type = this.graph.types[operand];
    if (domain.kind !== 'list' || type === undefined) return;
    if (isOfType(type, domain)) this.want(operand, domain);
    else if (isOfType(type, domain.element)) this.want(operand, domain.element);
  }
}

/** Returns true if values of the type may lie in the domain, judged by the element type of lists. */
function isOfType(type: Type, domain: Domain): boolean {
  if (type.kind === 'list' && domain.kind === 'list') return isOfType(type.element, domain.element);
  return type.kind === domain.kind;
}
