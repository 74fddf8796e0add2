import type { NodeId } from '@kirchhoff/coherence';
import type { GraphPlan } from './plan.js';

/** The names taken in one scope of the emitted program. */
export class Names {
  private readonly taken: Set<string>;
  /** The next suffix to try for each requested name, so that many equal requests need no search. */
  private readonly suffixes = new Map<string, number>();

  constructor(
    reserved: Iterable<string>,
    private readonly outer: { readonly names: Names; readonly hidden: string } | null = null,
  ) {
    this.taken = new Set(reserved);
  }

  /** Returns the name itself if it is free, else the name with a suffix. */
  fresh(wanted: string): string {
    let name = wanted;
    let suffix = this.suffixes.get(wanted) ?? 2;
    for (; this.isTaken(name); suffix += 1) name = `${wanted}_${suffix}`;
    this.suffixes.set(wanted, suffix);
    this.taken.add(name);
    return name;
  }

  /** Returns a nested scope. It also sees names that are added here later, except for one name that it never needs. */
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
 * Returns the name of each node's value in the emitted program, after the author's wires. The node of a wire has the wire's name,
 * its intermediate values have the name with a number, and the value of a component is `result`. Only nodes that need a name have
 * one.
 */
export function namesOf(plan: GraphPlan, names: Names): ReadonlyMap<NodeId, string> {
  const needing = plan.forms.flatMap((form, id) => (form !== 'inline' && plan.live[id] ? [id] : []));
  const lastOfWire = new Map(needing.map((id) => [wireOf(plan, id), id]));
  const named = new Map<NodeId, string>();
  for (const [wire, id] of lastOfWire) named.set(id, names.fresh(wire));
  for (const id of needing) if (!named.has(id)) named.set(id, names.fresh(wireOf(plan, id)));
  return named;
}

/**
 * Returns the wire to which a node belongs, without the component's name. In a contract, which is identified by a text, it is a
 * general word.
 */
function wireOf(plan: GraphPlan, id: NodeId): string {
  const domain = plan.map.nodes[id]?.domain ?? '';
  const wire = domain.slice(domain.lastIndexOf('.') + 1);
  if (plan.graph.nodes[id]?.op === 'bound') return 'element';
  if (plan.graph.role === 'component' && domain === plan.map.name) return 'result';
  return WIRE.test(wire) ? wire : 'part';
}
