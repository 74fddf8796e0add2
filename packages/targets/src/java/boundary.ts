import { ALL_CHARACTERS, type Domain, INT64_MAX, INT64_MIN, type Int, typeOf } from '@kirchhoff/coherence';
import { rangeOfDomain } from '../plan/domain-range.js';
import { hasLength, isOfText, isOneOf, type Shared } from './domains.js';
import {
  between,
  call,
  compared,
  connected,
  formOfRange,
  integer,
  isTrue,
  type JavaExpression,
  method,
  not,
  primary,
} from './expression.js';
import { string } from './literal.js';
import { formOfType, isCompound, isEnum } from './types.js';

/** The place of a value, each part as Java text. */
interface Place {
  readonly port: string;
  readonly path: string;
}

/** The conditions under which a value without parts is refused, and what was expected. */
export interface Refusal {
  readonly isWrong: JavaExpression;
  readonly expected: string;
}

/** Returns the statements that check the value of a variable; a list in it is replaced by one that never changes. */
export function readingOfPort(shared: Shared, domain: Domain, name: string, port: string): readonly string[] {
  const place = { port: string(port), path: '""' };
  if (isCompound(domain)) return [`${name} = ${readerOf(shared, domain)}(${name}, ${place.port}, ${place.path});`];
  const form = domain.kind === 'integer' ? formOfRange(rangeOfDomain(domain)) : formOfType(typeOf(domain), false);
  return checking(shared, domain, primary(name, form), place, true);
}

function checking(shared: Shared, domain: Domain, value: JavaExpression, place: Place, isPrimitive: boolean): readonly string[] {
  const { isWrong, expected } = refusalOf(shared, domain, value, isPrimitive);
  if (isWrong.text === 'false') return [];
  return [`if (${isWrong.text}) {`, `  ${refusal(shared, place, expected)}`, '}'];
}

function refusal({ runtime }: Shared, { port, path }: Place, expected: string): string {
  return `throw new ${runtime.use('DomainError')}(${port}, ${path}, ${string(expected)});`;
}

/** Returns the condition that a value lies outside a domain without parts. A primitive value is never `null`. */
export function refusalOf(shared: Shared, domain: Domain, value: JavaExpression, isPrimitive: boolean): Refusal {
  const isNull = compared(value, '==', primary('null'));
  const orNull = (isWrong: JavaExpression): JavaExpression => (isTrue(not(isWrong)) ? isNull : connected(isNull, '||', isWrong));
  switch (domain.kind) {
    case 'integer': {
      const isOut = not(between(domain.lo, value, domain.hi));
      return { isWrong: isPrimitive ? isOut : orNull(isOut), expected: `expected an integer ${boundsOf(domain)}` };
    }
    case 'boolean':
      return { isWrong: isPrimitive ? primary('false', 'boolean') : isNull, expected: 'expected true or false' };
    case 'enumeration': {
      const listed = domain.tags.slice(0, LISTED).join(', ');
      const expected = `expected one of ${listed}${domain.tags.length > LISTED ? ', ...' : ''}`;
      return { isWrong: isEnum(domain) ? isNull : orNull(not(isOneOf(shared, domain, value))), expected };
    }
    case 'text': {
      const { lo, hi, characters, form } = domain;
      if (form !== null) return { isWrong: orNull(not(isOfText(shared, domain, value))), expected: `expected ${form} in its one spelling` };
      const expected = `expected a text of ${lo} to ${hi} code points`;
      if (characters !== ALL_CHARACTERS) {
        return { isWrong: orNull(not(isOfText(shared, domain, value))), expected: `${expected} of its characters` };
      }
      const isText = call(shared.runtime.use('isText'), [value, integer(lo), integer(hi)], 'boolean');
      return { isWrong: orNull(not(isText)), expected };
    }
    case 'bytes':
      return {
        isWrong: orNull(not(hasLength(domain, method(value, 'length', [], 'int')))),
        expected: `expected ${domain.lo} to ${domain.hi} bytes`,
      };
    case 'list':
    case 'record':
    case 'option':
      throw new Error(`a ${domain.kind} has parts`);
  }
}

function boundsOf({ lo, hi }: { readonly lo: Int; readonly hi: Int }): string {
  return lo === INT64_MIN && hi === INT64_MAX ? 'of 64 bits' : `from ${lo} to ${hi}`;
}

/** Limit for the tags that a message lists. */
const LISTED = 12;

const READERS = { list: 'readList', record: 'readRecord', option: 'readOption' } as const;
const HERE = { port: 'port', path: 'path' };

/** Returns the name of the method that reads a value with parts. */
function readerOf(shared: Shared, domain: Domain): string {
  if (domain.kind !== 'list' && domain.kind !== 'record' && domain.kind !== 'option') throw new Error(`a ${domain.kind} has no parts`);
  const { runtime, types } = shared;
  return runtime.declare(domain, READERS[domain.kind], (name) => {
    const type = types.textOf(typeOf(domain));
    const body = bodyOf(shared, domain).map((line) => `  ${line}`);
    return [`private static ${type} ${name}(${type} value, String port, String path) {`, ...body, '}'].join('\n');
  });
}

function bodyOf(shared: Shared, domain: Extract<Domain, { kind: 'list' | 'record' | 'option' }>): readonly string[] {
  switch (domain.kind) {
    case 'list':
      return listReader(shared, domain);
    case 'record':
      return recordReader(shared, domain);
    case 'option':
      return optionReader(shared, domain);
  }
}

function unlessNull(shared: Shared, expected: string): readonly string[] {
  return ['if (value == null) {', `  ${refusal(shared, HERE, expected)}`, '}'];
}

function listReader(shared: Shared, domain: Extract<Domain, { kind: 'list' }>): readonly string[] {
  const { element, lo, hi } = domain;
  const { runtime, types } = shared;
  const list = runtime.import('java.util.List');
  const type = types.boxedTextOf(typeOf(element));
  const isOut = not(hasLength(domain, method(primary('copy'), 'size', [], 'int')));
  // A list of the caller may change between two calls, so that it is asked once.
  const head = [
    `${list}<${type}> copy = value == null ? null : new ${runtime.import('java.util.ArrayList')}<>(value);`,
    `if (${connected(primary('copy == null', 'boolean'), '||', isOut).text}) {`,
    `  ${refusal(shared, HERE, `expected ${lo} to ${hi} elements`)}`,
    '}',
  ];
  const place = { port: 'port', path: 'path + "[" + i + "]"' };
  const each = isCompound(element)
    ? [`copy.set(i, ${readerOf(shared, element)}(copy.get(i), ${place.port}, ${place.path}));`]
    : [`${type} element = copy.get(i);`, ...checking(shared, element, primary('element', formOfType(typeOf(element), true)), place, false)];
  return [...head, 'for (int i = 0; i < copy.size(); i++) {', ...each.map((line) => `  ${line}`), '}', `return ${list}.copyOf(copy);`];
}

function recordReader(shared: Shared, domain: Extract<Domain, { kind: 'record' }>): readonly string[] {
  const type = typeOf(domain);
  const { name, fields } = shared.types.recordOf(type);
  const lines = [...unlessNull(shared, `expected a ${name}`)];
  const parts: string[] = [];
  const hasCopies = domain.fields.some(({ domain: field }) => holdsLists(field));
  for (const [index, { name: field, domain: inner }] of domain.fields.entries()) {
    const accessor = `value.${fields.get(field)}()`;
    const place = { port: 'port', path: `path + ${string(`.${field}`)}` };
    if (!isCompound(inner)) {
      const isPrimitive = inner.kind === 'integer' || inner.kind === 'boolean';
      lines.push(...checking(shared, inner, primary(accessor, formOfType(typeOf(inner), false)), place, isPrimitive));
      parts.push(accessor);
      continue;
    }
    const read = `${readerOf(shared, inner)}(${accessor}, ${place.port}, ${place.path})`;
    if (!holdsLists(inner)) {
      lines.push(`${read};`);
      parts.push(accessor);
      continue;
    }
    const local = `part${index + 1}`;
    lines.push(`${shared.types.textOf(typeOf(inner))} ${local} = ${read};`);
    parts.push(local);
  }
  if (!hasCopies) return [...lines, 'return value;'];
  return [...lines, `return new ${name}(${parts.join(', ')});`];
}

function optionReader(shared: Shared, { value }: Extract<Domain, { kind: 'option' }>): readonly string[] {
  const lines = unlessNull(shared, 'expected an Optional');
  const optional = shared.runtime.import('java.util.Optional');
  // An option of an option has one more step in its path.
  const place = { port: 'port', path: value.kind === 'option' ? 'path + ".some"' : 'path' };
  const body = isCompound(value)
    ? [
        `${holdsLists(value) ? `return ${optional}.of(` : ''}${readerOf(shared, value)}(value.get(), ${place.port}, ${place.path})${holdsLists(value) ? ')' : ''};`,
      ]
    : checking(shared, value, primary('content', formOfType(typeOf(value), true)), place, true);
  if (body.length === 0) return [...lines, 'return value;'];
  const type = shared.types.textOf(typeOf(value));
  const content = isCompound(value) ? [] : [`  ${type} content = value.get();`];
  return [...lines, 'if (value.isPresent()) {', ...content, ...body.map((line) => `  ${line}`), '}', 'return value;'];
}

const known = new WeakMap<Domain, boolean>();

/** Returns true if a value of the domain may hold lists, which its caller could change. */
function holdsLists(domain: Domain): boolean {
  const found = known.get(domain);
  if (found !== undefined) return found;
  const holds =
    domain.kind === 'list' ||
    (domain.kind === 'option' && holdsLists(domain.value)) ||
    (domain.kind === 'record' && domain.fields.some((field) => holdsLists(field.domain)));
  known.set(domain, holds);
  return holds;
}
