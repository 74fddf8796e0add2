import {
  type AbstractValue,
  ALL_CHARACTERS,
  type Characters,
  type Domain,
  INT64_MAX,
  INT64_MIN,
  type Int,
  LIST_LENGTH,
  maximum,
  minimum,
  type TextForm,
  typeOf,
} from '@kirchhoff/coherence';
import { INT32_MAX, INT32_MIN, type Width } from '../plan/widths.js';
import {
  all,
  atom,
  between,
  call,
  closure,
  dereference,
  field,
  isTrue,
  method,
  type RsExpression,
  reference,
  TRUE,
  widened,
} from './expression.js';
import { laidOut } from './layout.js';
import { character } from './literal.js';
import type { RuntimePiece } from './runtime/pieces.js';
import type { Runtime } from './runtime/runtime.js';
import type { RsTypes } from './types.js';

/** The helpers and the types of the module. */
export interface Shared {
  readonly runtime: Runtime;
  readonly types: RsTypes;
}

/** A value that is tested, in the form that the test needs. */
export interface Tested {
  /** The value itself, if it is copied. */
  readonly value: () => RsExpression;
  /** The receiver of a method. */
  readonly receiver: () => RsExpression;
  /** A reference for a parameter. */
  readonly borrowed: () => RsExpression;
  /** The range of the value; `null` if only its type is known. */
  readonly range: AbstractValue | null;
  /** The width of the value, if it is an integer. */
  readonly width: Width;
}

const TESTS = {
  hostname: 'is_hostname',
  ipv4: 'is_ipv4',
  ipv6: 'is_ipv6',
  path: 'is_path',
} as const satisfies Record<TextForm, RuntimePiece>;

/** Returns the value of a place, as it is tested. `isReference`: the place holds a reference. */
export function testedAt(place: RsExpression, isReference: boolean, width: Width): Tested {
  return {
    value: () => (isReference ? dereference(place) : place),
    receiver: () => place,
    borrowed: () => (isReference ? place : reference(place)),
    range: null,
    width,
  };
}

/** Returns the condition that a value of the domain's type lies in the domain; `true` if every value does. */
export function isInDomain(shared: Shared, domain: Domain, tested: Tested): RsExpression {
  if (holdsItsType(shared.types, domain, tested.width)) return TRUE;
  switch (domain.kind) {
    case 'integer': {
      const known = tested.range?.kind === 'integer' ? tested.range.ranges : null;
      const lo = known !== null && known.reduce(minimum) >= domain.lo ? null : domain.lo;
      const hi = known !== null && known.reduce(maximum) <= domain.hi ? null : domain.hi;
      return tested.width === 64 ? between(lo, tested.value(), hi) : betweenOf32(lo, tested.value(), hi);
    }
    case 'boolean':
    case 'enumeration':
      return TRUE;
    case 'text': {
      const { runtime } = shared;
      if (domain.form !== null) return call(runtime.use(TESTS[domain.form]), tested.borrowed());
      const isSized = between(domain.lo === 0 ? null : domain.lo, call(runtime.use('text_length'), tested.borrowed()), domain.hi);
      if (domain.characters === ALL_CHARACTERS) return isSized;
      return all([isSized, call(charactersOf(shared, domain, domain.characters), tested.borrowed())]);
    }
    case 'bytes':
      return hasLength(domain, tested);
    case 'list':
    case 'record':
    case 'option':
      return declared(shared, domain, tested);
  }
}

/** Returns the condition that an integer of 32 bits lies between both ends, of which those beyond 32 bits need no test. */
function betweenOf32(lo: Int | null, value: RsExpression, hi: Int | null): RsExpression {
  const least = lo !== null && lo > INT32_MIN ? lo : null;
  const greatest = hi !== null && hi < INT32_MAX ? hi : null;
  const isPossible = (least === null || least <= INT32_MAX) && (greatest === null || greatest >= INT32_MIN);
  return between(least, isPossible ? value : widened(value), greatest);
}

/** Returns true if every value of the domain's type lies in the domain. `width`: that of an integer. */
export function holdsItsType(types: RsTypes, domain: Domain, width: Width): boolean {
  switch (domain.kind) {
    case 'integer':
      return width === 64 ? domain.lo === INT64_MIN && domain.hi === INT64_MAX : domain.lo <= INT32_MIN && domain.hi >= INT32_MAX;
    case 'boolean':
    case 'enumeration':
      return true;
    case 'option':
      return holdsItsType(types, domain.value, types.widthInside(typeOf(domain)));
    case 'record':
      return domain.fields.every((each) => holdsItsType(types, each.domain, types.widthInside(typeOf(domain), each.name)));
    default:
      return false;
  }
}

/** Returns the condition on the length of a list or bytes. */
export function hasLength({ lo, hi }: { readonly lo: number; readonly hi: number }, tested: Tested): RsExpression {
  const length = method(tested.receiver(), 'len');
  if (lo === 1 && hi >= LIST_LENGTH) return between(lo, length, hi);
  return between(lo === 0 ? null : lo, length, hi);
}

/** Returns a call of the function that tests a value with parts. The function's text is written once, not at each check. */
function declared(shared: Shared, domain: Extract<Domain, { kind: 'list' | 'record' | 'option' }>, tested: Tested): RsExpression {
  const { runtime, types } = shared;
  const type = typeOf(domain);
  const isCopied = types.isCopied(type);
  const name = runtime.declare(domain, `is_${domain.kind}_`, (own) => {
    const condition = conditionOf(shared, domain, isCopied);
    return [`fn ${own}(value: ${types.borrowedOf(type)}) -> bool {`, ...laidOut('', condition, '', 1), '}'].join('\n');
  });
  return call(name, isCopied ? tested.value() : tested.borrowed());
}

function conditionOf(shared: Shared, domain: Extract<Domain, { kind: 'list' | 'record' | 'option' }>, isCopied: boolean): RsExpression {
  const { types } = shared;
  const type = typeOf(domain);
  const value = atom('value');
  switch (domain.kind) {
    case 'list': {
      const each = isInDomain(shared, domain.element, testedAt(atom('element'), true, types.widthInside(type)));
      const areIn = isTrue(each) ? TRUE : method(method(value, 'iter'), 'all', closure('element', each));
      return all([hasLength(domain, testedAt(value, true, 64)), areIn]);
    }
    case 'record': {
      const { fields } = types.recordOf(type);
      return all(
        domain.fields.map((each) => {
          const place = field(value, fields.get(each.name) ?? each.name);
          return isInDomain(shared, each.domain, testedAt(place, false, types.widthInside(type, each.name)));
        }),
      );
    }
    case 'option': {
      const each = isInDomain(shared, domain.value, testedAt(atom('content'), true, types.widthInside(type)));
      const content = isCopied ? method(value, 'as_ref') : method(value, 'as_ref');
      return method(content, 'map_or', atom('true'), closure('content', each));
    }
  }
}

/** Returns the name of the function that tests the characters of a text. */
export function charactersOf({ runtime }: Shared, domain: Domain, characters: Characters): string {
  return runtime.declare(domain, 'is_text_', (own) => {
    const isOne: RsExpression = { kind: 'call', callee: 'matches!', brackets: '()', args: [atom('c'), atom(patternOf(characters))] };
    const condition = method(method(atom('text'), 'chars'), 'all', closure('c', isOne));
    return [`fn ${own}(text: &str) -> bool {`, ...laidOut('', condition, '', 1), '}'].join('\n');
  });
}

/** A character is never a surrogate. */
function patternOf(characters: Characters): string {
  const ranges: string[] = [];
  for (let i = 0; i < characters.length; i += 2) {
    let [lo, hi] = [Number(characters[i]), Number(characters[i + 1])];
    if (lo >= 0xd800 && lo <= 0xdfff) lo = 0xe000;
    if (hi >= 0xd800 && hi <= 0xdfff) hi = 0xd7ff;
    if (lo <= hi) ranges.push(lo === hi ? character(lo) : `${character(lo)}..=${character(hi)}`);
  }
  return ranges.length === 0 ? "'\\0' if false" : ranges.join(' | ');
}
