import {
  type AbstractValue,
  ALL_CHARACTERS,
  type Characters,
  type Domain,
  INT64_MAX,
  INT64_MIN,
  type Int,
  maximum,
  minimum,
  type TextForm,
  typeOf,
} from '@kirchhoff/coherence';
import { INT32_MAX, INT32_MIN, type Width, widthOfPort } from '../plan/widths.js';
import type { Declarations } from '../writing/declarations.js';
import {
  all,
  and,
  between,
  call,
  FALSE,
  type GoExpression,
  integer,
  length,
  name,
  not,
  or,
  readFrom,
  selector,
  TRUE,
  textOf,
} from './expression.js';
import { string, type Vocabulary } from './literal.js';
import type { RuntimePiece } from './runtime/pieces.js';
import type { GoTypes } from './types.js';

/** The words of the package, and its functions that check domains. */
export interface Shared extends Vocabulary {
  readonly declarations: Declarations;
}

const TESTS = {
  hostname: 'isHostname',
  ipv4: 'isIPv4',
  ipv6: 'isIPv6',
  path: 'isPath',
} as const satisfies Record<TextForm, RuntimePiece>;

/** The origin of a value: Go's types allow texts that are not UTF-8, and strings that are no tag, only outside the circuit. */
export type Origin = 'caller' | 'circuit';

/**
 * Returns the condition that a value of the domain's type lies in the domain; `true` if every value does. The value's expression
 * is short, since it may be repeated. `range`: what is known of the value.
 */
export function isInDomain(shared: Shared, domain: Domain, value: GoExpression, range: AbstractValue | null, origin: Origin): GoExpression {
  if (!needsCheck(shared.types, domain, origin, 64)) return TRUE;
  if (isFlat(shared.types, domain, origin)) return flatCondition(shared, domain, { value, range, width: 64 }, origin);
  return { kind: 'binary', operator: '==', left: call(checkerOf(shared, domain), value), right: name('nil') };
}

/** Returns the statements that refuse a port outside its domain. */
export function readingOfPort(shared: Shared, domain: Domain, value: GoExpression, port: string, zero: string): readonly string[] {
  const width = widthOfPort(domain);
  if (!needsCheck(shared.types, domain, 'caller', width)) return [];
  shared.use('DomainError');
  if (!isFlat(shared.types, domain, 'caller')) {
    const ported = `err.${shared.use('ofPort')}(${string(port)})`;
    return [`if err := ${textOf(call(checkerOf(shared, domain), value))}; err != nil {`, `\treturn ${zero}, ${ported}`, '}'];
  }
  const isWrong = textOf(not(flatCondition(shared, domain, { value, range: null, width }, 'caller')));
  return [`if ${isWrong} {`, `\treturn ${zero}, &DomainError{Port: ${string(port)}, Message: ${string(expectedOf(domain))}}`, '}'];
}

/** Domains that need a check or not, of the package with these types. */
const checked = new WeakMap<GoTypes, Readonly<Record<Origin, WeakMap<Domain, boolean>>>>();

/** Returns true unless every value of the domain's type lies in the domain. `width`: that of an integer. */
function needsCheck(types: GoTypes, domain: Domain, origin: Origin, width: Width): boolean {
  if (domain.kind === 'integer') {
    return width === 64 ? domain.lo > INT64_MIN || domain.hi < INT64_MAX : domain.lo > INT32_MIN || domain.hi < INT32_MAX;
  }
  const known = checked.get(types) ?? { caller: new WeakMap(), circuit: new WeakMap() };
  checked.set(types, known);
  const needs = known[origin].get(domain) ?? partsNeedCheck(types, domain, origin);
  known[origin].set(domain, needs);
  return needs;
}

function partsNeedCheck(types: GoTypes, domain: Exclude<Domain, { kind: 'integer' }>, origin: Origin): boolean {
  switch (domain.kind) {
    case 'boolean':
      return false;
    case 'enumeration':
      return origin === 'caller';
    case 'text':
    case 'bytes':
    case 'list':
      return true;
    case 'record':
      return domain.fields.some((field) => needsCheck(types, field.domain, origin, types.widthInside(typeOf(domain), field.name)));
    case 'option':
      return needsCheck(types, domain.value, origin, types.widthInside(typeOf(domain)));
  }
}

/** Returns true if a refusal names the value as a whole, not a part. */
function isFlat(types: GoTypes, domain: Domain, origin: Origin): boolean {
  switch (domain.kind) {
    case 'list':
      return !needsCheck(types, domain.element, origin, types.widthInside(typeOf(domain)));
    case 'record':
      return false;
    case 'option':
      return domain.value.kind !== 'option' && isFlat(types, domain.value, origin);
    default:
      return true;
  }
}

/** A value with what is known of it. */
interface Tested {
  readonly value: GoExpression;
  readonly range: AbstractValue | null;
  /** The width of an integer. */
  readonly width: Width;
}

/** Returns the condition that an integer of 32 bits lies between both ends, of which those beyond 32 bits need no test. */
function betweenOf32(lo: Int, value: GoExpression, hi: Int): GoExpression {
  const isPossible = lo <= INT32_MAX && hi >= INT32_MIN;
  return between(lo > INT32_MIN ? lo : null, isPossible ? value : readFrom(32, value), hi < INT32_MAX ? hi : null);
}

function flatCondition(shared: Shared, domain: Domain, { value, range, width }: Tested, origin: Origin): GoExpression {
  switch (domain.kind) {
    case 'integer': {
      if (width === 32) return betweenOf32(domain.lo, value, domain.hi);
      const known = range?.kind === 'integer' ? range.ranges : [INT64_MIN, INT64_MAX];
      const [least, most] = [known.reduce(minimum), known.reduce(maximum)];
      if (least > domain.hi || most < domain.lo) return FALSE;
      return between(least >= domain.lo ? null : domain.lo, value, most <= domain.hi ? null : domain.hi);
    }
    case 'boolean':
      return TRUE;
    case 'enumeration':
      return origin === 'circuit' ? TRUE : shared.types.isValid(typeOf(domain), value);
    case 'text':
      return isTextOf(shared, domain, value, origin);
    case 'bytes':
    case 'list':
      return hasLength(length(value), domain);
    case 'option': {
      const inside = { value: selector(value, 'Value'), range: null, width: shared.types.widthInside(typeOf(domain)) };
      const content = flatCondition(shared, domain.value, inside, origin);
      return or(not(selector(value, 'Valid')), content);
    }
    case 'record':
      throw new Error('a record has parts');
  }
}

function hasLength(value: GoExpression, { lo, hi }: { readonly lo: number; readonly hi: number }): GoExpression {
  return between(lo === 0 && hi > 0 ? null : lo, value, hi);
}

function isTextOf(shared: Shared, domain: Extract<Domain, { kind: 'text' }>, value: GoExpression, origin: Origin): GoExpression {
  const { form, characters } = domain;
  if (form !== null) return call(shared.use(TESTS[form]), value);
  if (characters === ALL_CHARACTERS && (origin === 'caller' || (domain.lo > 0 && domain.lo < domain.hi))) {
    return call(shared.use('isTextWithin'), value, integer(domain.lo), integer(domain.hi));
  }
  const isASCII = (characters.at(-1) ?? 0) < 0x80;
  const size = isASCII ? length(value) : call('utf8.RuneCountInString', value);
  const isSized = hasLength(size, domain);
  if (characters === ALL_CHARACTERS) return isSized;
  const own = shared.declarations.declare(domain, 'isText', (named) => charactersTest(named, characters));
  return and(isSized, call(own, value));
}

/** Returns a function that tests the characters of a text; bytes that are no UTF-8 read as U+FFFD. */
function charactersTest(own: string, characters: Characters): string {
  const code = name('code');
  const among: GoExpression[] = [];
  for (let i = 0; i < characters.length; i += 2) among.push(between(characters[i] ?? 0, code, characters[i + 1] ?? 0));
  const isOther = all(among.map(not));
  const canBeInvalid = characters.some((lo, i) => i % 2 === 0 && lo <= 0xfffd && (characters[i + 1] ?? 0) >= 0xfffd);
  const result = canBeInvalid ? 'utf8.ValidString(text)' : 'true';
  return `func ${own}(text string) bool {\n\tfor _, code := range text {\n\t\tif ${textOf(isOther)} {\n\t\t\treturn false\n\t\t}\n\t}\n\treturn ${result}\n}`;
}

/** Returns the name of the function that checks a value with parts, and names the wrong part. */
function checkerOf(shared: Shared, domain: Domain): string {
  shared.use('DomainError');
  const prefix = domain.kind === 'list' ? 'checkList' : domain.kind === 'record' ? 'checkRecord' : 'checkOption';
  return shared.declarations.declare(domain, prefix, (own) => {
    const body = checksOfParts(shared, domain);
    const lines = body.map((line) => `\t${line}\n`).join('');
    return `func ${own}(value ${shared.types.text(typeOf(domain))}) *DomainError {\n${lines}}`;
  });
}

function checksOfParts(shared: Shared, domain: Domain): readonly string[] {
  const type = typeOf(domain);
  switch (domain.kind) {
    case 'list': {
      const isWrong = textOf(not(hasLength(length(name('value')), domain)));
      return [
        `if ${isWrong} {`,
        `\treturn &DomainError{Message: ${string(expectedOf(domain))}}`,
        '}',
        'for i, each := range value {',
        ...checksOfPart(shared, domain.element, name('each'), shared.types.widthInside(type), '"[" + strconv.Itoa(i) + "]"').map(
          (line) => `\t${line}`,
        ),
        '}',
        'return nil',
      ];
    }
    case 'record': {
      const { fields } = shared.types.recordOf(type);
      const checks = domain.fields.flatMap((field) => {
        const width = shared.types.widthInside(type, field.name);
        return checksOfPart(shared, field.domain, name(`value.${fields.get(field.name)}`), width, string(`.${field.name}`));
      });
      return [...checks, 'return nil'];
    }
    case 'option': {
      const none = ['if !value.Valid {', '\treturn nil', '}'];
      if (domain.value.kind !== 'option') return [...none, `return ${checkerOf(shared, domain.value)}(value.Value)`];
      return [...none, ...checksOfPart(shared, domain.value, name('value.Value'), shared.types.widthInside(type), '".some"'), 'return nil'];
    }
    default:
      throw new Error(`a ${domain.kind} has no parts`);
  }
}

function checksOfPart(shared: Shared, domain: Domain, value: GoExpression, width: Width, step: string): readonly string[] {
  if (!needsCheck(shared.types, domain, 'caller', width)) return [];
  if (!isFlat(shared.types, domain, 'caller')) {
    const error = `err.${shared.use('below')}(${step})`;
    return [`if err := ${textOf(call(checkerOf(shared, domain), value))}; err != nil {`, `\treturn ${error}`, '}'];
  }
  const isWrong = textOf(not(flatCondition(shared, domain, { value, range: null, width }, 'caller')));
  return [`if ${isWrong} {`, `\treturn &DomainError{Path: ${step}, Message: ${string(expectedOf(domain))}}`, '}'];
}

/** Limit for the tags that a message lists. */
const LISTED = 12;

/** Returns what a refusal says about a value that it names as a whole. */
function expectedOf(domain: Domain): string {
  switch (domain.kind) {
    case 'integer':
      return `expected an integer from ${domain.lo} to ${domain.hi}`;
    case 'boolean':
      return 'expected true or false';
    case 'enumeration': {
      const listed = domain.tags.slice(0, LISTED).join(', ');
      return `expected one of ${listed}${domain.tags.length > LISTED ? ', ...' : ''}`;
    }
    case 'text': {
      const { lo, hi, form, characters } = domain;
      if (form !== null) return `expected ${form} in its one spelling`;
      return `expected a text of ${lo} to ${hi} code points${characters === ALL_CHARACTERS ? '' : ' of its characters'}`;
    }
    case 'bytes':
      return `expected ${domain.lo} to ${domain.hi} bytes`;
    case 'list':
      return `expected ${domain.lo} to ${domain.hi} elements`;
    case 'option':
      return `${expectedOf(domain.value)}, or an absent value`;
    case 'record':
      return 'expected a record';
  }
}
