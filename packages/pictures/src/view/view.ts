import type { DomainJson } from '@kirchhoff/coherence';
import type { OpenPlace, OpenPlaces } from './open-places.js';

/** The kinds of nodes in a drawn or exported graph. */
export const NODE_KINDS = [
  'input',
  'constant',
  'variable',
  'construction',
  'operation',
  'statement',
  'call',
  'require',
  'ensure',
  'output',
] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

/**
 * `value`: the operand of an operation. `result`: a value from a region to its owner. `binding`: a value from an operand of the
 * owner into a region.
 */
export const EDGE_KINDS = ['value', 'result', 'binding'] as const;
export type EdgeKind = (typeof EDGE_KINDS)[number];

/** The role of a region for its owner, or for the graph. */
export const REGION_ROLES = [
  'entry',
  'body',
  'require',
  'ensure',
  'then',
  'else',
  'right',
  'default',
  'arm',
  'each',
  'step',
  'condition',
] as const;
export type RegionRole = (typeof REGION_ROLES)[number];

export interface NodeView {
  readonly id: string;
  readonly kind: NodeKind;
  readonly region: string;
  /** The expression in the language; operands have the names of their ports. */
  readonly label: string;
  readonly monomer: { readonly mc_code: string; readonly name: string; readonly family: string } | null;
  readonly type: string;
  /** The smallest domain that contains every value of the node; `null` if it is unreachable, or beyond the size limit. */
  readonly domain: DomainJson | null;
  /** The domain in words, which can be more exact: `0..3 or 5`. */
  readonly values: string;
  /** The declared domain, for a node with a declaration. */
  readonly declared: DomainJson | null;
  /** Arguments that the catalog requires to be literals. */
  readonly literals: readonly { readonly port: string; readonly value: string }[];
  /** The id of the component that a call names. */
  readonly component: string | null;
  /** The closure domain that the certification left open at this node. */
  readonly open: OpenPlace | null;
  /** Its value in the run of the counterexample, in words; `null` if there is no counterexample, or if the node was not evaluated. */
  readonly value: string | null;
  /** The wire or contract of the source that contains it. */
  readonly wire: string;
  readonly line: number;
  readonly column: number;
}

export interface EdgeView {
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  /** The name of the argument, field, arm… */
  readonly port: string;
  /** Its position among the arguments, fields, arms… */
  readonly place: number;
}

export interface RegionView {
  readonly id: string;
  readonly parent: string | null;
  readonly owner: string | null;
  readonly role: RegionRole;
  readonly label: string;
}

/** A circuit, an action of a policy, or a component. */
export interface GraphView {
  readonly id: string;
  readonly name: string;
  /** The hash of a component that is a pinned circuit. */
  readonly pin: string | null;
  readonly nodes: readonly NodeView[];
  readonly edges: readonly EdgeView[];
  readonly regions: readonly RegionView[];
}

/** A circuit, or an action of a policy, and its components as nodes and edges. */
export interface ProgramView {
  readonly subject: 'circuit' | 'action';
  /** The graph of the circuit or action; its id is `circuit`. */
  readonly circuit: GraphView;
  /** Callees come before their callers. */
  readonly components: readonly GraphView[];
  readonly standing: CertificationState;
  /** False if domains were left out because of the size limit. */
  readonly domainsComplete: boolean;
}

/** The actions of a proven policy and its components as nodes and edges. */
export interface PolicyView {
  /** In the order of the source; `name` is the category. */
  readonly actions: readonly GraphView[];
  /** Callees come before their callers. */
  readonly components: readonly GraphView[];
  /** False if domains were left out because of the size limit. */
  readonly domainsComplete: boolean;
}

/** The state of a version's certification. */
export type CertificationState =
  | { readonly kind: 'certified' }
  /** The last certification left closure domains open. */
  | { readonly kind: 'open'; readonly places: OpenPlaces }
  | { readonly kind: 'not yet certified' };
