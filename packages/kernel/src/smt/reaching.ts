import type { Arm, CorePattern, LoopSource, NodeId, RegionId } from '../graph/graph.js';
import { nodeAt, ownedRegions } from '../graph/schedule.js';
import { and, type Formula, not, TRUE_FORMULA } from '../smt-lib/formulas.js';
import type { Term, Terms } from '../smt-lib/terms.js';
import { BYTES, TEXT } from '../types/domain.js';
import type { GraphEncoder } from './graph-encoder.js';

/** The conditions under which each arm of a match is taken, and under which no arm is. */
export interface ArmConditions {
  readonly taken: readonly Formula[];
  readonly covered: Formula;
}

/** Returns the conditions of the arms; the first arm that fits is taken. */
export function armConditions(terms: Terms, subject: Term, arms: readonly Arm[]): ArmConditions {
  let rest: Formula = TRUE_FORMULA;
  const taken = arms.map(({ pattern }) => {
    const isFit = terms.formula(fits(terms, subject, pattern));
    const here = terms.formula(and(rest, isFit));
    rest = terms.formula(and(rest, not(isFit)));
    return here;
  });
  return { taken, covered: not(rest) };
}

/** Holds if the pattern fits the value. */
function fits(terms: Terms, subject: Term, pattern: CorePattern): Formula {
  let inner = pattern;
  let value = subject;
  const conditions: Formula[] = [];
  while (inner.pattern === 'some') {
    if (value.kind !== 'option') throw new Error(`some of ${value.kind}`);
    conditions.push(value.isSome);
    value = value.content;
    inner = inner.inner;
  }
  return and(...conditions, fitsPlain(terms, value, inner));
}

function fitsPlain(terms: Terms, value: Term, pattern: Exclude<CorePattern, { pattern: 'some' }>): Formula {
  switch (pattern.pattern) {
    case 'any':
      return TRUE_FORMULA;
    case 'none':
      if (value.kind !== 'option') break;
      return not(value.isSome);
    case 'tag':
      if (value.kind !== 'enumeration') break;
      return terms.equal(value, terms.tag(value.tags, pattern.tag));
    case 'range':
      if (value.kind !== 'integer') break;
      return terms.between(value.integer, BigInt(pattern.lo), BigInt(pattern.hi));
    case 'value':
      if (typeof pattern.value === 'boolean') {
        if (value.kind !== 'boolean') break;
        return pattern.value ? value.formula : not(value.formula);
      }
      return terms.equal(value, terms.literal(pattern.value, typeof pattern.value === 'string' ? TEXT : BYTES));
  }
  throw new Error(`the pattern ${pattern.pattern} of a subject of ${value.kind}`);
}

/** The part of a subject that a pattern binds: the content below its last `some`. */
export function boundBy(pattern: CorePattern, subject: Term): Term {
  let inner = pattern;
  let value = subject;
  while (inner.pattern === 'some' && value.kind === 'option') {
    value = value.content;
    inner = inner.inner;
  }
  return value;
}

/**
 * Returns the condition under which a region is reached, given that its owner is. For a loop: that its body runs, in any one
 * iteration.
 */
export function reachedFrom(encoder: GraphEncoder, owner: NodeId, region: RegionId): Formula {
  const { term } = encoder;
  const { terms, origins } = encoder.context;
  const node = nodeAt(encoder.graph, owner);
  switch (node.op) {
    case 'select': {
      const condition = formulaOf(term(node.condition));
      return region === node.whenTrue ? condition : not(condition);
    }
    case 'shortCircuit': {
      const left = formulaOf(term(node.left));
      return node.connective === 'or' ? not(left) : left;
    }
    case 'unwrapOr': {
      const option = term(node.option);
      return option.kind === 'option' ? not(option.isSome) : TRUE_FORMULA;
    }
    case 'hold':
      return TRUE_FORMULA;
    case 'match':
      return encoder.armsOf(owner).taken[ownedRegions(node).indexOf(region)] ?? TRUE_FORMULA;
    case 'loop':
    case 'fold': {
      // Even if the source is not empty, the body may be unreached: a fold may have failed at its first value.
      const isInside = terms.script.declare(terms.script.fresh(), 'Bool');
      origins.bodies.set(isInside, { instance: encoder.number, region });
      return and(isInside, isNotEmpty(terms, node.source, term));
    }
    default:
      throw new Error(`${node.op} owns no regions`);
  }
}

function isNotEmpty(terms: Terms, source: LoopSource, term: (node: NodeId) => Term): Formula {
  if (source.over === 'range') {
    const [lo, hi] = [term(source.lo), term(source.hi)];
    return lo.kind === 'integer' && hi.kind === 'integer' ? terms.dialect.compare('<=', lo.integer, hi.integer) : TRUE_FORMULA;
  }
  const value = term(source.node);
  return value.kind === 'thing' ? terms.dialect.compare('<', terms.dialect.literal(0n), terms.size(value)) : TRUE_FORMULA;
}

export function formulaOf(term: Term): Formula {
  if (term.kind !== 'boolean') throw new Error(`a condition of ${term.kind}`);
  return term.formula;
}
