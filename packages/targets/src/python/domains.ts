import { type AbstractValue, ALL_CHARACTERS, type Characters, type Domain, maximum, minimum, type TextForm } from '@kirchhoff/coherence';
import { all, attribute, between, binary, call, compared, element, integer, type PyExpression, primary, TRUE } from './expression.js';
import { string } from './literal.js';
import type { RuntimePiece } from './runtime/pieces.js';
import type { Runtime } from './runtime/runtime.js';
import type { PyTypes } from './types.js';

/** The helpers and the classes of the module. */
export interface Shared {
  readonly runtime: Runtime;
  readonly types: PyTypes;
}

/** Up to this number, tags are listed where they are compared. */
const LISTED = 8;

const TESTS = {
  hostname: '_is_hostname',
  ipv4: '_is_ipv4',
  ipv6: '_is_ipv6',
  path: '_is_path',
} as const satisfies Record<TextForm, RuntimePiece>;

/**
 * Returns the condition that a value of the domain's type lies in the domain; `True` if every value does. The value's expression is
 * short, since it may be repeated. `range`: what is known of the value.
 */
export function isInDomain(shared: Shared, domain: Domain, value: PyExpression, range: AbstractValue | null): PyExpression {
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
    case 'text': {
      if (domain.form !== null) return call(shared.runtime.use(TESTS[domain.form]), value);
      const isSized = hasLength(domain, value);
      return domain.characters === ALL_CHARACTERS ? isSized : all([isSized, matches(shared, domain, domain.characters, value)]);
    }
    case 'bytes':
      return hasLength(domain, value);
    case 'list':
      return declared(shared, domain, value, '_is_list_', (list) => {
        const each = isInDomain(shared, domain.element, primary('element'), null);
        const areIn = each.text === 'True' ? TRUE : primary(`all(${each.text} for element in ${list.text})`);
        return all([hasLength(domain, list), areIn]);
      });
    case 'record':
      return declared(shared, domain, value, '_is_record_', (record) => {
        // An equal domain has the same class.
        return all(domain.fields.map((field, index) => isInDomain(shared, field.domain, element(record, integer(index)), null)));
      });
    case 'option':
      if (holdsItsType(domain)) return TRUE;
      return declared(shared, domain, value, '_is_option_', (option) => {
        const content = domain.value.kind === 'option' ? element(option, integer(0)) : option;
        return binary(compared(option, 'is', primary('None')), 'or', isInDomain(shared, domain.value, content, null), 'or');
      });
  }
}

/** Returns true if every value of the domain's type lies in the domain. */
function holdsItsType(domain: Domain): boolean {
  return domain.kind === 'boolean' || (domain.kind === 'option' && holdsItsType(domain.value));
}

/** Returns a call of the function that checks a compound value. The function's text is written once, not at each check. */
function declared(
  { runtime }: Shared,
  domain: Domain,
  value: PyExpression,
  prefix: string,
  condition: (value: PyExpression) => PyExpression,
): PyExpression {
  const name = runtime.declare(domain, prefix, (own) => {
    const typed = runtime.type('Any');
    return `def ${own}(value: ${typed}) -> bool:\n    return ${condition(primary('value')).text}`;
  });
  return call(name, value);
}

export function hasLength({ lo, hi }: { readonly lo: number; readonly hi: number }, value: PyExpression): PyExpression {
  return lo === 0 ? compared(call('len', value), '<=', integer(hi)) : between(lo, call('len', value), hi);
}

/** Returns the condition that a text is one of the tags. */
export function isOneOf({ runtime }: Shared, domain: Extract<Domain, { kind: 'enumeration' }>, value: PyExpression): PyExpression {
  const tags = () => domain.tags.map((tag) => string(tag).text).join(', ');
  if (domain.tags.length <= LISTED) return compared(value, 'in', primary(domain.tags.length === 1 ? `(${tags()},)` : `(${tags()})`));
  return compared(value, 'in', primary(runtime.declare(domain, '_TAGS_', (name) => `${name} = frozenset([${tags()}])`)));
}

/** Returns the condition that a text has only these characters, which never include surrogates. */
export function matches({ runtime }: Shared, domain: Domain, characters: Characters, value: PyExpression): PyExpression {
  const name = runtime.declare(domain, '_CHARACTERS_', (own) => {
    return `${own} = ${runtime.module('re')}.compile(r"${patternOf(characters)}")`;
  });
  return compared(call(`${name}.fullmatch`, value), 'is not', primary('None'));
}

function patternOf(characters: Characters): string {
  const ranges: string[] = [];
  for (let i = 0; i < characters.length; i += 2) {
    const [lo, hi] = [Number(characters[i]), Number(characters[i + 1])];
    if (lo < 0xd800 && hi > 0xdfff) ranges.push(characterRange(lo, 0xd7ff), characterRange(0xe000, hi));
    else ranges.push(characterRange(lo, hi));
  }
  return `[${ranges.join('')}]*`;
}

function characterRange(lo: number, hi: number): string {
  const [a, b] = [lo, hi].map(spelled);
  return lo === hi ? `${a}` : `${a}-${b}`;
}

/** Returns a character of a pattern: an ASCII letter or digit itself, any other as an escape. */
function spelled(codePoint: number): string {
  const character = String.fromCodePoint(codePoint);
  if (/^[0-9A-Za-z]$/.test(character)) return character;
  const hex = codePoint.toString(16);
  return codePoint <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

/** Returns the access to a field of a record. */
export function fieldOf(shared: Shared, record: PyExpression, type: Parameters<PyTypes['recordOf']>[0], name: string): PyExpression {
  return attribute(record, shared.types.recordOf(type).fields.get(name) ?? name);
}
