import type { CorePattern, Node, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { type Domain, INTEGER, type Type } from '@kirchhoff/kernel/types/domain';
import type { Int } from '@kirchhoff/kernel/types/integer';
import type { Span } from '../diagnostics/diagnostic.js';
import type { FieldOrder } from '../program/field-order.js';
import { type TypeTerm, Variable } from './type-term.js';

/**
 * A graph in source order, before types are settled and before canonical ordering. As in a `Graph`, operands and the nodes of owned
 * regions have smaller ids than their users and owners. Of equal nodes only the integers are shared yet, and `call.component` is an
 * index into the components of the source.
 */
export class Draft {
  readonly nodes: Node[] = [];
  readonly terms: TypeTerm[] = [];
  /** By node: its region, its domain for messages, and its place. */
  readonly regionOf: RegionId[] = [];
  readonly domains: string[] = [];
  readonly spans: Span[] = [];
  readonly regions: DraftRegion[] = [];
  /** The matches with conditions, each with its arms and the regions of their values. */
  readonly guarded: (readonly DraftArm[])[] = [];
  /** The `if`s, and the calls of MIN, MAX and CLAMP. */
  readonly written: NodeId[] = [];
  /** The latest literal of each integer, in any region. */
  private readonly integers = new Map<Int, NodeId>();
  /** The number of literals that are the nodes of earlier ones. */
  shared = 0;
  private current: RegionId = 0;
  /** The innermost named wire, or its substitute. */
  domain = '';
  /** If set, the place of every added node, instead of its own place. */
  place: Span | null = null;

  constructor(readonly role: 'circuit' | 'component' | 'action') {
    this.regions.push({ parent: null, depth: 0, result: null, arm: null });
  }

  get region(): RegionId {
    return this.current;
  }

  add(node: Node, term: TypeTerm, span: Span): NodeId {
    this.nodes.push(node);
    this.terms.push(term);
    this.regionOf.push(this.current);
    this.domains.push(this.domain);
    this.spans.push(this.place ?? span);
    return this.nodes.length - 1;
  }

  /** Returns the literal of an integer in the current region. It has the place of its first use there. */
  integer(value: Int, span: Span): NodeId {
    const latest = this.integers.get(value);
    if (latest !== undefined && this.regionOf[latest] === this.current) {
      this.shared += 1;
      return latest;
    }
    const node = this.add({ op: 'literal', value }, INTEGER, span);
    this.integers.set(value, node);
    return node;
  }

  /** The number of nodes, with those that are shared counted at each use. */
  get added(): number {
    return this.nodes.length + this.shared;
  }

  /** The value that the current region binds at `index`. */
  bound(index: number, term: TypeTerm, span: Span): () => NodeId {
    const { region } = this;
    return this.later(() => ({ op: 'bound', region, index }), term, span);
  }

  /** Returns a function that adds a node to the current region at its first use, so that an unused one adds no node. */
  later(make: () => Node, term: TypeTerm, span: Span): () => NodeId {
    const { region, domain } = this;
    let node: NodeId | null = null;
    return () => {
      if (node !== null) return node;
      node = this.add(make(), term, span);
      this.regionOf[node] = region;
      this.domains[node] = domain;
      return node;
    };
  }

  /** Records an `if` or a bound of the source itself, not of a called library component. */
  note(node: NodeId): void {
    if (this.place === null) this.written.push(node);
  }

  /** Adds a placeholder for a part with a reported error. The graph is not used then. */
  poison(span: Span): NodeId {
    return this.add({ op: 'literal', value: false }, new Variable(true), span);
  }

  term(node: NodeId): TypeTerm {
    const term = this.terms[node];
    if (term === undefined) throw new Error(`no term of node ${node}`);
    return term;
  }

  /** Opens a region within the current one and enters it. */
  open(): RegionId {
    const depth = (this.regions[this.current]?.depth ?? 0) + 1;
    this.regions.push({ parent: this.current, depth, result: null, arm: null });
    this.current = this.regions.length - 1;
    return this.current;
  }

  /** Notes the place of the pattern of an arm, whose region is the current one. */
  noteArm(span: Span): void {
    const region = this.regions[this.current];
    if (region !== undefined) region.arm = span;
  }

  /** Leaves the current region; the nodes are its results. */
  close(result: NodeId | null): void {
    const region = this.regions[this.current];
    if (region === undefined || region.parent === null) throw new Error('no region to close');
    region.result = result;
    this.current = region.parent;
  }
}

/** An arm of a match with conditions; its value may occur in several regions, or in no region if it is never reached. */
export interface DraftArm {
  readonly patterns: readonly CorePattern[];
  readonly span: Span;
  readonly regions: readonly RegionId[];
}

export interface DraftRegion {
  readonly parent: RegionId | null;
  readonly depth: number;
  result: NodeId | null;
  /** The place of the pattern, if it is the region of an arm. */
  arm: Span | null;
}

export interface DraftPort {
  readonly name: string;
  readonly domain: Domain;
  /** As in a `PortPlace`. */
  readonly order: FieldOrder;
  /** Its name in messages, and its place. */
  readonly shown: string;
  readonly span: Span;
}

export interface DraftOutput extends DraftPort {
  readonly node: NodeId | null;
}

export interface DraftContract {
  readonly region: RegionId;
  readonly shown: string;
  readonly span: Span;
}

/** A draft whose types are settled. */
export interface SettledDraft {
  readonly draft: Draft;
  readonly name: string;
  readonly span: Span;
  readonly types: readonly Type[];
  readonly parameters: readonly DraftPort[];
  readonly requires: readonly DraftContract[];
  readonly body: RegionId;
  readonly outputs: readonly DraftOutput[];
  readonly ensures: readonly DraftContract[];
}
