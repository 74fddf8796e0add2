import { type AbstractValue, ALL_CHARACTERS, type Characters, type Domain, type Int, type TextForm } from '@kirchhoff/coherence';
import { all, binary, boolean, call, integer, isTrue, type JsExpression, member, primary, string } from './expression.js';
import { typed } from './marks.js';
import { boundsOf } from './representation.js';
import type { Runtime } from './runtime/runtime.js';

/**
 * Returns the condition that the value lies in the domain; `true` if every value of its type does. The value's expression must be
 * short, since it may be repeated. `range`: all that is known of the value.
 */
export function isInDomain(runtime: Runtime, domain: Domain, value: JsExpression, range: AbstractValue | null): JsExpression {
  switch (domain.kind) {
    case 'integer': {
      const known = range?.kind === 'integer' ? boundsOf(range) : null;
      const isAtLeast = known !== null && known.lo >= domain.lo;
      const isAtMost = known !== null && known.hi <= domain.hi;
      return isBetween(isAtLeast ? null : domain.lo, value, isAtMost ? null : domain.hi);
    }
    case 'boolean':
      return boolean(true);
    case 'enumeration':
      return call(`${tagsOf(domain, runtime)}.has`, [value], 'other');
    case 'text': {
      if (domain.form !== null) return call(testOf(domain.form, runtime), [value], 'other');
      const isSized = isBetween(domain.lo, call(runtime.use('codePointLength'), [value], 'number'), domain.hi);
      if (domain.characters === ALL_CHARACTERS) return isSized;
      return all([isSized, call(`${patternOf(domain.characters)}.test`, [value], 'other')]);
    }
    case 'bytes':
      return hasLength(domain, value);
    case 'list':
      return declared(runtime, domain, value, ['isList', 'list'], (list) => {
        const each = isInDomain(runtime, domain.element, primary('item', 'canonical'), null);
        return all([hasLength(domain, list), isTrue(each) ? each : primary(`list.every((item) => ${each.text})`, 'other')]);
      });
    case 'record':
      return declared(runtime, domain, value, ['isRecord', 'record'], (record) =>
        all(domain.fields.map((field) => isInDomain(runtime, field.domain, member(record, field.name, 'canonical'), null))),
      );
    case 'option':
      if (holdsItsType(domain)) return boolean(true);
      return declared(runtime, domain, value, ['isOption', 'option'], (option) => {
        const isNone = binary(option, '===', primary('null', 'other'), 'equality', 'other');
        const content = domain.value.kind === 'option' ? member(option, 'some', 'canonical') : option;
        return binary(isNone, '||', isInDomain(runtime, domain.value, content, null), 'or', 'other');
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
  runtime: Runtime,
  domain: Domain,
  value: JsExpression,
  [prefix, parameter]: readonly [string, string],
  condition: (value: JsExpression) => JsExpression,
): JsExpression {
  const name = runtime.declare(domain, prefix, (own) => {
    const head = `function ${own}(${parameter}${typed(`: ${runtime.types.innerOfDomain(domain)}`)})${typed(': boolean')} {`;
    return `${head}\n  return ${condition(primary(parameter, 'canonical')).text};\n}`;
  });
  return call(name, [value], 'other');
}

function hasLength({ lo, hi }: { readonly lo: number; readonly hi: number }, value: JsExpression): JsExpression {
  return isBetween(lo === 0 ? null : lo, member(value, 'length', 'number'), hi);
}

/** Returns the condition that a value lies between both ends, as far as they are given. */
export function isBetween(lo: Int | null, value: JsExpression, hi: Int | null): JsExpression {
  const sides: JsExpression[] = [];
  if (lo !== null && lo === hi) return binary(value, '===', boundFor(value, lo), 'equality', 'other');
  if (lo !== null) sides.push(binary(boundFor(value, lo), '<=', value, 'relational', 'other'));
  if (hi !== null) sides.push(binary(value, '<=', boundFor(value, hi), 'relational', 'other'));
  return all(sides);
}

/** Returns a bound in a representation that can be compared with the expression. */
export function boundFor({ representation }: JsExpression, bound: Int): JsExpression {
  const isWide = representation === 'bigint' || (representation === 'canonical' && typeof bound === 'bigint');
  return integer(bound, isWide ? 'bigint' : 'number');
}

/** Returns the name of the set of an enumeration's tags. */
export function tagsOf(domain: Extract<Domain, { kind: 'enumeration' }>, runtime: Runtime): string {
  const tags = () => domain.tags.map((tag) => string(tag).text).join(', ');
  return runtime.declare(domain, 'tagSet', (name) => `const ${name}${typed(': ReadonlySet<string>')} = new Set([${tags()}]);`);
}

/** Returns a JavaScript regular expression for the texts over these characters, which never include surrogates. */
export function patternOf(characters: Characters): string {
  const ranges: string[] = [];
  for (let i = 0; i < characters.length; i += 2) {
    const [lo, hi] = [Number(characters[i]), Number(characters[i + 1])];
    if (lo < 0xd800 && hi > 0xdfff) ranges.push(characterRange(lo, 0xd7ff), characterRange(0xe000, hi));
    else ranges.push(characterRange(lo, hi));
  }
  return `/^[${ranges.join('')}]*$/u`;
}

function characterRange(lo: number, hi: number): string {
  return `\\u{${lo.toString(16)}}-\\u{${hi.toString(16)}}`;
}

const TESTS = { hostname: 'isHostname', ipv4: 'isIpv4', ipv6: 'isIpv6', path: 'isPath' } as const satisfies Record<TextForm, string>;

/** Returns the name of the function that tests a text for a form. */
export function testOf(form: TextForm, runtime: Runtime): string {
  return runtime.use(TESTS[form]);
}
