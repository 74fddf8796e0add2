import type { AbstractValue } from '../abstract/abstract.js';
import type { ClosureDomain } from '../graph/closure-domains.js';
import type { Core, Graph, NodeId } from '../graph/graph.js';
import type { WorkMeter } from '../rules/meter.js';
import type { SmtForm } from '../smt-lib/forms.js';
import type { Term, Terms } from '../smt-lib/terms.js';
import type { Origins } from './origins.js';

/** One closure domain of one graph, with the claims of the certificate there. */
export interface SmtRequest {
  readonly core: Core;
  readonly graph: Graph;
  readonly domain: ClosureDomain;
  /** Returns the claim of a node of the graph. It holds at each evaluation, and must not rest on later evaluations. */
  claim(node: NodeId): AbstractValue;
  /** The same for the nodes of a component. Default: all values of their types. */
  claimIn?(component: number, node: NodeId): AbstractValue;
  /** True if the elements of a list parameter of one length are constants of their own. Default: false. */
  readonly hasItems?: boolean;
  /** Counts the work of encoding. Default: not counted. */
  readonly meter?: WorkMeter;
}

/** State that the parts of one query share. */
export interface QueryContext {
  readonly request: SmtRequest;
  readonly terms: Terms;
  readonly origins: Origins;
  /** The number of component nodes that the query may still take in. */
  left: number;
  /** True if an operation combines bits, for which vectors are the better encoding. */
  combinesBits: boolean;
  /** True if the query has arithmetic. */
  hasArithmetic: boolean;
}

/** Records the nature of an applied operation, which determines the order of the encodings. */
export function noteApplication(context: QueryContext, smt: SmtForm | null, args: readonly Term[]): void {
  if (args.some((arg) => arg.kind === 'integer')) context.hasArithmetic = true;
  const count = args[1];
  const isVariable = count?.kind === 'integer' && count.integer.bounds.lo !== count.integer.bounds.hi;
  if (smt?.nature === 'bits' || (smt?.nature === 'shift' && isVariable)) context.combinesBits = true;
}
