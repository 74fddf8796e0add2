import type { Abstract, CorePattern } from '@kirchhoff/coherence';
import { not } from './checks.js';
import { binary, boolean, type Expression, integer, string } from './expression.js';
import { boundsOf } from './representation.js';

/** The condition under which a pattern fits its subject. */
export function fits(pattern: CorePattern, subject: Expression, range: Abstract): Expression {
  switch (pattern.pattern) {
    case 'any':
      return boolean(true);
    case 'tag':
      return binary(subject, '===', string(pattern.tag), 'equality', 'other');
    case 'range':
      return fitsRange(pattern, subject, range);
    case 'value':
      if (typeof pattern.value === 'boolean') return pattern.value ? subject : not(subject);
      if (typeof pattern.value === 'string') return binary(subject, '===', string(pattern.value), 'equality', 'other');
      break;
    case 'none':
    case 'some':
      break;
  }
  throw new Error(`patterns of the form ${pattern.pattern} are not compiled to JavaScript`);
}

/** Sides that the subject's range settles are left out. */
function fitsRange(pattern: Extract<CorePattern, { pattern: 'range' }>, subject: Expression, range: Abstract): Expression {
  const held = subject.representation === 'bigint' ? 'bigint' : 'number';
  if (pattern.lo === pattern.hi) return binary(subject, '===', integer(pattern.lo, held), 'equality', 'other');
  const { lo, hi } = boundsOf(range);
  const sides: Expression[] = [];
  if (lo < pattern.lo) sides.push(binary(subject, '>=', integer(pattern.lo, held), 'relational', 'other'));
  if (hi > pattern.hi) sides.push(binary(subject, '<=', integer(pattern.hi, held), 'relational', 'other'));
  const [first, second] = sides;
  if (first === undefined) return boolean(true);
  return second === undefined ? first : binary(first, '&&', second, 'and', 'other');
}
