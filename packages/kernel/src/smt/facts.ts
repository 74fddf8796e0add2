import type { Node, NodeId } from '../graph/graph.js';
import { monomerAt } from '../monomers/catalog.js';
import { type DifferenceOperand, nodeOfTerm } from '../monomers/relation.js';
import type { IntegerTerm } from '../smt-lib/dialect.js';
import type { Term, Terms } from '../smt-lib/terms.js';
import type { GraphEncoder } from './graph-encoder.js';

/**
 * Asserts the differences between operands and result that the catalog guarantees for an application. For an operation without an
 * exact form the query has no other facts. For products and quotients they help the solver.
 */
export function assertFacts(
  encoder: GraphEncoder,
  id: NodeId,
  node: Extract<Node, { op: 'apply' }>,
  args: readonly Term[],
  result: Term,
  isExact: boolean,
): void {
  const { analysis, smt } = monomerAt(node.monomer);
  if (node.literals.length > 0 || (isExact && smt?.nature === 'linear')) return;
  const { terms } = encoder.context;
  const more = smt?.holds?.(terms, args, result) ?? null;
  if (more !== null) terms.script.assert(encoder.reachOfNode(id), more);
  const claim = encoder.around.claim(id);
  if (!analysis?.facts || claim.kind === 'never') return;
  const views = node.operands.map((operand) => encoder.around.claim(operand));
  for (const { minuend, subtrahend, bound } of analysis.facts(views, claim)) {
    const from = measure(terms, args, result, minuend);
    const to = measure(terms, args, result, subtrahend);
    if (from === null || to === null) continue;
    const { dialect } = terms;
    const holds = dialect.compare('<=', dialect.subtract(from, to), dialect.literal(BigInt(bound)));
    terms.script.assert(encoder.reachOfNode(id), holds);
  }
}

/** Returns the integer that an operand of a fact denotes; `null` if its term is no integer or has no size. */
function measure(terms: Terms, args: readonly Term[], result: Term, operand: DifferenceOperand): IntegerTerm | null {
  if (operand === 'result') return result.kind === 'integer' ? result.integer : null;
  if (operand === 'length of result') return sizeOf(terms, result);
  const term = args[nodeOfTerm(operand)];
  if (term === undefined) return null;
  if (operand < 0) return sizeOf(terms, term);
  return term.kind === 'integer' ? term.integer : null;
}

function sizeOf(terms: Terms, term: Term): IntegerTerm | null {
  return term.kind === 'thing' ? terms.size(term) : null;
}

/** MAP gives as many elements as its source has. FILTER gives at most as many, and COUNT counts at most as many. */
export function assertLoopFacts(encoder: GraphEncoder, id: NodeId, node: Extract<Node, { op: 'loop' }>, result: Term): void {
  if (node.source.over === 'range' || node.loop === 'any' || node.loop === 'all') return;
  const { terms } = encoder.context;
  const source = sizeOf(terms, encoder.term(node.source.node));
  const given = result.kind === 'integer' ? result.integer : sizeOf(terms, result);
  if (source === null || given === null) return;
  const comparison = node.loop === 'map' ? '=' : '<=';
  terms.script.assert(encoder.reachOfNode(id), terms.dialect.compare(comparison, given, source));
}
