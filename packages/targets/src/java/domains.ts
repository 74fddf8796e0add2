import { type AbstractValue, ALL_CHARACTERS, type Domain, maximum, minimum, type TextForm, typeOf } from '@kirchhoff/coherence';
import type { Constants } from './constants.js';
import { all, between, call, compared, connected, integer, type JavaExpression, method, not, primary, TRUE } from './expression.js';
import { longString } from './literal.js';
import type { RuntimePiece } from './runtime/pieces.js';
import type { Runtime } from './runtime/runtime.js';
import { formOfType, isEnum, type JavaTypes } from './types.js';

/** The helpers, the classes and the constants of the class of a circuit. */
export interface Shared {
  readonly runtime: Runtime;
  readonly types: JavaTypes;
  readonly constants: Constants;
}

const TESTS = {
  hostname: 'isHostname',
  ipv4: 'isIpv4',
  ipv6: 'isIpv6',
  path: 'isPath',
} as const satisfies Record<TextForm, RuntimePiece>;

/**
 * Returns the condition that a value of the domain's type lies in the domain; `true` if every value does. The value's expression is
 * short, since it may be repeated. `range`: what is known of the value.
 */
export function isInDomain(shared: Shared, domain: Domain, value: JavaExpression, range: AbstractValue | null): JavaExpression {
  switch (domain.kind) {
    case 'integer': {
      const known = range?.kind === 'integer' ? range.ranges : null;
      const lo = known !== null && known.reduce(minimum) >= domain.lo ? null : domain.lo;
      const hi = known !== null && known.reduce(maximum) <= domain.hi ? null : domain.hi;
      return between(lo, value, hi);
    }
    case 'boolean':
      return TRUE;
    case 'enumeration':
      return isOneOf(shared, domain, value);
    case 'text':
      return isOfText(shared, domain, value);
    case 'bytes':
      return hasLength(domain, method(value, 'length', [], 'int'));
    case 'list':
      return declared(shared, domain, value, 'isList', (list) => {
        const { element } = domain;
        const each = isInDomain(shared, element, primary('element', formOfType(typeOf(element), false)), null);
        const isSized = hasLength(domain, method(list, 'size', [], 'int'));
        if (each.text === 'true') return [`return ${isSized.text};`];
        const loop = [
          `for (${shared.types.textOf(typeOf(element))} element : ${list.text}) {`,
          `  if (${not(each).text}) {`,
          '    return false;',
          '  }',
          '}',
        ];
        return [...loop, `return ${isSized.text};`];
      });
    case 'record':
      return declared(shared, domain, value, 'isRecord', (record) => {
        const { fields } = shared.types.recordOf(typeOf(domain));
        const conditions = domain.fields.map(({ name, domain: field }) => {
          const part = method(record, fields.get(name) ?? '', [], formOfType(typeOf(field), false));
          return isInDomain(shared, field, part, null);
        });
        return [`return ${all(conditions).text};`];
      });
    case 'option':
      if (holdsItsType(domain)) return TRUE;
      return declared(shared, domain, value, 'isOption', (option) => {
        const content = method(option, 'get', [], formOfType(typeOf(domain.value), true));
        const isIn = isInDomain(shared, domain.value, content, null);
        return [`return ${connected(method(option, 'isEmpty', [], 'boolean'), '||', isIn).text};`];
      });
  }
}

/** Returns true if every value of the domain's type lies in the domain. */
function holdsItsType(domain: Domain): boolean {
  if (domain.kind === 'enumeration') return isEnum(domain);
  return domain.kind === 'boolean' || (domain.kind === 'option' && holdsItsType(domain.value));
}

/** Returns a call of the method that checks a compound value. The method's text is written once, not at each check. */
function declared(
  { runtime, types }: Shared,
  domain: Domain,
  value: JavaExpression,
  prefix: string,
  body: (value: JavaExpression) => readonly string[],
): JavaExpression {
  const name = runtime.declare(domain, prefix, (own) => {
    const lines = body(primary('value')).map((line) => `  ${line}`);
    return [`private static boolean ${own}(${types.textOf(typeOf(domain))} value) {`, ...lines, '}'].join('\n');
  });
  return call(name, [value], 'boolean');
}

export function hasLength({ lo, hi }: { readonly lo: number; readonly hi: number }, length: JavaExpression): JavaExpression {
  return lo === 0 ? compared(length, '<=', integer(hi)) : between(lo, length, hi);
}

/** Returns the condition that a text is one of the tags of a large enumeration. */
export function isOneOf(shared: Shared, domain: Extract<Domain, { kind: 'enumeration' }>, value: JavaExpression): JavaExpression {
  if (isEnum(domain)) return TRUE;
  const name = shared.runtime.declare(domain, 'isTag', (own) => {
    const set = shared.runtime.import('java.util.Set');
    const text = `${set}.of(${longString(domain.tags.join(' '))}.split(" "))`;
    const tags = shared.constants.constant(`${set}<String>`, text, 200, 'TAGS');
    return [`static boolean ${own}(String text) {`, `  return ${tags.text}.contains(text);`, '}'].join('\n');
  });
  return call(name, [value], 'boolean');
}

/** Returns the condition that a well-formed text has the length, the characters and the form of a domain. */
export function isOfText(shared: Shared, domain: Extract<Domain, { kind: 'text' }>, value: JavaExpression): JavaExpression {
  const { runtime } = shared;
  const { lo, hi, characters, form } = domain;
  if (form !== null) return call(runtime.use(TESTS[form]), [value], 'boolean');
  const length = call(runtime.use('lengthOf'), [value], 'int');
  if (characters === ALL_CHARACTERS) return hasLength(domain, length);
  const name = runtime.declare(domain, 'isText', (own) => {
    const ends = characters.map((end) => `0x${end.toString(16).toUpperCase()}`).join(', ');
    const isText = call(runtime.use('isText'), [primary('text'), integer(lo), integer(hi)], 'boolean');
    const hasOnly = call(runtime.use('hasOnly'), [primary('text'), primary(`new int[] {${ends}}`)], 'boolean');
    return [`static boolean ${own}(String text) {`, `  return ${all([isText, hasOnly]).text};`, '}'].join('\n');
  });
  return call(name, [value], 'boolean');
}
