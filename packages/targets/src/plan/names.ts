import type { NodeId } from '@kirchhoff/coherence';
import type { GraphPlan } from './plan.js';

/** Names that are taken in one scope of the emitted program. */
export class Names {
  private readonly taken: Set<string>;
  /** By wanted name the next suffix to try, so that many names alike cost no search each. */
  private readonly suffixes = new Map<string, number>();

  constructor(
    reserved: Iterable<string>,
    private readonly outer: { readonly names: Names; readonly hidden: string } | null = null,
  ) {
    this.taken = new Set(reserved);
  }

  /** Returns the name itself if it is free, else a similar one. */
  fresh(wanted: string): string {
    let name = wanted;
    let suffix = this.suffixes.get(wanted) ?? 2;
    for (; this.isTaken(name); suffix += 1) name = `${wanted}_${suffix}`;
    this.suffixes.set(wanted, suffix);
    this.taken.add(name);
    return name;
  }

  /** Returns a scope within this one that also sees later names of it, except for one name that it never needs. */
  inner(hidden: string): Names {
    return new Names([], { names: this, hidden });
  }

  private isTaken(name: string): boolean {
    if (this.taken.has(name)) return true;
    return this.outer !== null && name !== this.outer.hidden && this.outer.names.isTaken(name);
  }
}

const WIRE = /^[a-z][a-z0-9_]*$/;

/**
 * By node the name that its value has in the emitted program, after the author's wires: the node that a wire
 * stands for has the wire's name, what it is computed from the same with a number, and the value of a component
 * `result`. Only nodes that need a name have one.
 */
export function namesOf(plan: GraphPlan, names: Names): ReadonlyMap<NodeId, string> {
  const needing = plan.forms.flatMap((form, id) => (form !== 'inline' && plan.live[id] ? [id] : []));
  const lastOfWire = new Map(needing.map((id) => [wireOf(plan, id), id]));
  const named = new Map<NodeId, string>();
  for (const [wire, id] of lastOfWire) named.set(id, names.fresh(wire));
  for (const id of needing) if (!named.has(id)) named.set(id, names.fresh(wireOf(plan, id)));
  return named;
}

/** The wire that a node stands in, without the component's name; of what stands in a contract, which has a text for a name, a word. */
function wireOf(plan: GraphPlan, id: NodeId): string {
  const domain = plan.map.nodes[id]?.domain ?? '';
  const wire = domain.slice(domain.lastIndexOf('.') + 1);
  if (plan.graph.nodes[id]?.op === 'bound') return 'element';
  if (plan.graph.role === 'component' && domain === plan.map.name) return 'result';
  return WIRE.test(wire) ? wire : 'part';
}
