import type { Domain } from '@kirchhoff/coherence';
import { BINDING, binary, boolean, call, type Expression, integer, primary, string, unary } from './expression.js';
import type { Scope } from './scope.js';

/** Writes a check of an open program: a fault at the line where the condition does not hold; nothing where it plainly does. */
export function writeCheck(scope: Scope, condition: Expression, line: number | string, message: string): void {
  if (condition.text === 'true') return;
  scope.writer.line(`${scope.runtime.use('checkThat')}(${condition.text}, ${line}, ${string(message).text});`);
}

/** The bigint, checked to lie within 64 bits. */
export function checkedFit(scope: Scope, value: Expression, line: number, message: string): Expression {
  return call(scope.runtime.use('checkedFit'), [value, integer(line, 'number'), string(message)], 'bigint');
}

/** A condition that holds where the value lies in the domain. */
export function isInDomain(scope: Scope, domain: Domain, value: Expression): Expression {
  switch (domain.kind) {
    case 'integer':
      return isBetween(integer(domain.lo, held(value)), value, integer(domain.hi, held(value)));
    case 'boolean':
      return boolean(true);
    case 'enumeration': {
      const tags = primary(`[${domain.tags.map((tag) => string(tag).text).join(', ')}]`, 'other');
      return primary(`${tags.text}.includes(${value.text})`, 'other');
    }
    case 'text': {
      const length = call(scope.runtime.use('codePointLength'), [value], 'number');
      return isBetween(integer(domain.lo, 'number'), length, integer(domain.hi, 'number'));
    }
    case 'bytes':
    case 'list':
    case 'record':
    case 'option':
      throw new Error(`domains of the kind ${domain.kind} are not compiled to JavaScript`);
  }
}

function held(value: Expression): 'number' | 'bigint' {
  return value.representation === 'bigint' ? 'bigint' : 'number';
}

function isBetween(lo: Expression, value: Expression, hi: Expression): Expression {
  const least = binary(lo, '<=', value, 'relational', 'other');
  return binary(least, '&&', binary(value, '<=', hi, 'relational', 'other'), 'and', 'other');
}

/** The opposite of a condition. */
export function not(condition: Expression): Expression {
  const isNegation = condition.binding === BINDING.unary && condition.text.startsWith('!');
  // What stands behind a `!` is a primary or in parentheses.
  return isNegation ? primary(condition.text.slice(1), 'other') : unary('!', condition);
}
