import { ALL_CHARACTERS, type Domain, type Int, type NodeId, type Place } from '@kirchhoff/coherence';
import { tagsOf } from './boundary.js';
import { BINDING, binary, boolean, call, integer, type JsExpression, member, primary, string, unary } from './expression.js';
import type { EmissionScope } from './scope.js';
import { patternOf, testOf } from './texts.js';

/** The place that a check reports: the author's name and its line, each as JavaScript text. */
export interface Blamed {
  readonly domain: string;
  readonly line: string;
  /** The file of the line; `undefined` for the source itself. */
  readonly file?: string | undefined;
}

export function blamed({ domain, line, file }: Pick<Place, 'line' | 'file'> & { readonly domain: string }): Blamed {
  return { domain: string(domain).text, line: String(line), file };
}

/** Returns the place that a check of a node reports. */
export function blamedAt(scope: EmissionScope, id: NodeId): Blamed {
  return blamed(scope.plan.map.nodes[id] ?? { domain: '', line: 0 });
}

/** Returns the arguments of the thrown error: a fault names a line, a guard also the closure domain. */
export function placeArguments({ error }: Pick<EmissionScope, 'error'>, { domain, line }: Blamed): readonly string[] {
  return error === 'Fault' ? [line] : [domain, line];
}

/** Returns the message of the thrown error as JavaScript text. */
function messageOf({ file }: Blamed, message: string): string {
  return string(file === undefined ? message : `${message} (${file})`).text;
}

/** Writes a check that throws if the condition is false; writes no check if the condition is known to be true. */
export function writeCheck(scope: EmissionScope, condition: JsExpression, place: Blamed, message: string): void {
  if (condition.text === 'true') return;
  const check = scope.runtime.use(scope.error === 'Fault' ? 'checkThat' : 'guardThat');
  scope.writer.line(`${check}(${[condition.text, ...placeArguments(scope, place), messageOf(place, message)].join(', ')});`);
}

/** Writes a throw statement for an unreachable place of the program. */
export function writeThrow(scope: EmissionScope, place: Blamed, message: string): void {
  scope.writer.line(
    `throw new ${scope.runtime.use(scope.error)}(${[...placeArguments(scope, place), messageOf(place, message)].join(', ')});`,
  );
}

/** Returns the bigint with a check that it fits 64 bits. */
export function checkedFit(scope: EmissionScope, value: JsExpression, place: Blamed, message: string): JsExpression {
  const check = scope.runtime.use(scope.error === 'Fault' ? 'checkedFit' : 'guardedFit');
  return primary(`${check}(${[value.text, ...placeArguments(scope, place), messageOf(place, message)].join(', ')})`, 'bigint');
}

/**
 * Returns the condition that the value lies in the domain; `true` if every value of its type does. The value's expression must be
 * short, since it may be repeated.
 */
export function isInDomain(scope: Pick<EmissionScope, 'runtime'>, domain: Domain, value: JsExpression): JsExpression {
  switch (domain.kind) {
    case 'integer':
      return isBetween(boundFor(value, domain.lo), value, boundFor(value, domain.hi));
    case 'boolean':
      return boolean(true);
    case 'enumeration':
      return call(`${tagsOf(domain, scope.runtime)}.has`, [value], 'other');
    case 'text': {
      if (domain.form !== null) return call(testOf(domain.form, scope.runtime), [value], 'other');
      const length = call(scope.runtime.use('codePointLength'), [value], 'number');
      const isSized = isBetween(integer(domain.lo, 'number'), length, integer(domain.hi, 'number'));
      if (domain.characters === ALL_CHARACTERS) return isSized;
      return both(isSized, call(`${patternOf(domain.characters)}.test`, [value], 'other'));
    }
    case 'bytes':
      return hasLength(domain, value);
    case 'list':
      return declared(scope, domain, value, ['isList', 'list'], (list) => {
        const each = isInDomain(scope, domain.element, primary('item', 'canonical'));
        return both(hasLength(domain, list), each.text === 'true' ? each : primary(`list.every((item) => ${each.text})`, 'other'));
      });
    case 'record':
      return declared(scope, domain, value, ['isRecord', 'record'], (record) =>
        domain.fields.map((field) => isInDomain(scope, field.domain, member(record, field.name, 'canonical'))).reduce(both, boolean(true)),
      );
    case 'option':
      if (holdsItsType(domain)) return boolean(true);
      return declared(scope, domain, value, ['isOption', 'option'], (option) => {
        const isNone = binary(option, '===', primary('null', 'other'), 'equality', 'other');
        const content = isInDomain(scope, domain.value, domain.value.kind === 'option' ? member(option, 'some', 'canonical') : option);
        return binary(isNone, '||', content, 'or', 'other');
      });
  }
}

/** Returns true if every value of the domain's type lies in the domain. */
function holdsItsType(domain: Domain): boolean {
  return domain.kind === 'boolean' || (domain.kind === 'option' && holdsItsType(domain.value));
}

/**
 * Returns a call of the function that checks a compound value against its domain. The function's text is written once, not at
 * each check.
 */
function declared(
  { runtime }: Pick<EmissionScope, 'runtime'>,
  domain: Domain,
  value: JsExpression,
  [prefix, parameter]: readonly [string, string],
  condition: (value: JsExpression) => JsExpression,
): JsExpression {
  const name = runtime.declare(domain, prefix, (own) => {
    return `function ${own}(${parameter}) {\n  return ${condition(primary(parameter, 'canonical')).text};\n}`;
  });
  return call(name, [value], 'other');
}

function hasLength({ lo, hi }: { readonly lo: number; readonly hi: number }, value: JsExpression): JsExpression {
  return isBetween(integer(lo, 'number'), member(value, 'length', 'number'), integer(hi, 'number'));
}

function both(a: JsExpression, b: JsExpression): JsExpression {
  if (a.text === 'true') return b;
  return b.text === 'true' ? a : binary(a, '&&', b, 'and', 'other');
}

/** Returns a bound in a representation that can be compared with the expression. */
function boundFor({ representation }: JsExpression, bound: Int): JsExpression {
  const isWide = representation === 'bigint' || (representation === 'canonical' && typeof bound === 'bigint');
  return integer(bound, isWide ? 'bigint' : 'number');
}

function isBetween(lo: JsExpression, value: JsExpression, hi: JsExpression): JsExpression {
  const least = binary(lo, '<=', value, 'relational', 'other');
  return binary(least, '&&', binary(value, '<=', hi, 'relational', 'other'), 'and', 'other');
}

/** Returns the negation of a condition. */
export function not(condition: JsExpression): JsExpression {
  const isNegation = condition.binding === BINDING.unary && condition.text.startsWith('!');
  // The operand of a `!` is a primary or in parentheses.
  return isNegation ? primary(condition.text.slice(1), 'other') : unary('!', condition);
}
