import type { DomainJson } from '@kirchhoff/coherence';
import type { OpenPlace } from './open-places.js';

/** What a node is, for whoever draws or reads the graph. */
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

/** `value`: the operand of an operation. `result`: what a region gives to its owner. `binding`: what a region takes from its owner's operand. */
export const EDGE_KINDS = ['value', 'result', 'binding'] as const;
export type EdgeKind = (typeof EDGE_KINDS)[number];

/** Where a region stands: what it is to its owner, or to the graph. */
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
  /** In the words of the language; operands go by the names of their ports. */
  readonly label: string;
  readonly monomer: { readonly mc_code: string; readonly name: string; readonly family: string } | null;
  readonly type: string;
  /** The least domain that holds every value that the node can have; null where it is never reached, or where there is no more room. */
  readonly domain: DomainJson | null;
  /** The same in words, and more exactly: `0..3 or 5`. */
  readonly values: string;
  /** What the author declared, where that is a part of the node. */
  readonly declared: DomainJson | null;
  /** Arguments that the catalog wants literal. */
  readonly literals: readonly { readonly port: string; readonly value: string }[];
  /** Of a call: the id of the component. */
  readonly component: string | null;
  /** What the certification left open here. */
  readonly open: OpenPlace | null;
  /** Its value in the run of the counterexample, in words; null where there is none, or where it was not evaluated. */
  readonly value: string | null;
  /** The wire or contract of the source that it stands in. */
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

/** A circuit, or a component that it calls. */
export interface GraphView {
  readonly id: string;
  readonly name: string;
  /** Of a component that is a pinned circuit: its hash. */
  readonly pin: string | null;
  readonly nodes: readonly NodeView[];
  readonly edges: readonly EdgeView[];
  readonly regions: readonly RegionView[];
}
