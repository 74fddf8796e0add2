import type { Domain, Int } from '@kirchhoff/coherence';
import { BINDING, binary, boolean, call, type Expression, integer, member, primary, string, unary } from './expression.js';
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

/** A condition that holds where the value, which is short, lies in the domain; `true` where every value of its kind does. */
export function isInDomain(scope: Pick<Scope, 'runtime'>, domain: Domain, value: Expression): Expression {
  switch (domain.kind) {
    case 'integer':
      return isBetween(boundFor(value, domain.lo), value, boundFor(value, domain.hi));
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
      return hasLength(domain, value);
    case 'list': {
      const each = isInDomain(scope, domain.element, primary('item', 'canonical'));
      return both(hasLength(domain, value), each.text === 'true' ? each : primary(`${value.text}.every((item) => ${each.text})`, 'other'));
    }
    case 'record': {
      // Domains share parts: each is written out once.
      const name = scope.runtime.declare(domain, 'isRecord', (own) => {
        const fields = domain.fields.map((field) => isInDomain(scope, field.domain, primary(`record.${field.name}`, 'canonical')));
        return `function ${own}(record) {\n  return ${fields.reduce(both, boolean(true)).text};\n}`;
      });
      return call(name, [value], 'other');
    }
    case 'option': {
      const isNone = binary(value, '===', primary('null', 'other'), 'equality', 'other');
      const isNested = domain.value.kind === 'option';
      const content = isInDomain(
        scope,
        domain.value,
        isNested ? member(value, 'some', 'canonical') : { ...value, representation: 'canonical' },
      );
      return content.text === 'true' ? content : binary(isNone, '||', content, 'or', 'other');
    }
  }
}

function hasLength({ lo, hi }: { readonly lo: number; readonly hi: number }, value: Expression): Expression {
  return isBetween(integer(lo, 'number'), member(value, 'length', 'number'), integer(hi, 'number'));
}

function both(a: Expression, b: Expression): Expression {
  if (a.text === 'true') return b;
  return b.text === 'true' ? a : binary(a, '&&', b, 'and', 'other');
}

/** A bound to compare with; beside a canonical integer it is one as well. */
function boundFor({ representation }: Expression, bound: Int): Expression {
  const isWide = representation === 'bigint' || (representation === 'canonical' && typeof bound === 'bigint');
  return integer(bound, isWide ? 'bigint' : 'number');
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
