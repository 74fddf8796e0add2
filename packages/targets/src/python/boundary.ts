import { ALL_CHARACTERS, type Domain, INT64_MAX, INT64_MIN, type Int, typeOf } from '@kirchhoff/coherence';
import { Names } from '../plan/names.js';
import { hasLength, isInDomain, isOneOf, matches, type Shared } from './domains.js';
import { BINDING, between, binary, compared, item, not, type PyExpression, primary, within } from './expression.js';
import { string } from './literal.js';
import { allowed } from './reserved.js';
import { isCompound } from './types.js';

/** The place of a value, each part as Python text. */
interface Place {
  readonly port: string;
  readonly path: string;
}

/** Returns the statements that check the value of a variable, and give it its form inside the circuit. */
export function readingOf(shared: Shared, domain: Domain, name: string, place: Place): readonly string[] {
  if (isCompound(domain)) {
    const read = readCompound(shared, domain, name, place);
    return [`${name} = ${read}`];
  }
  const { isWrong, expected } = refusalOf(shared, domain, primary(name));
  return [`if ${item(isWrong)}:`, `    ${refusal(shared, place, expected)}`];
}

/** Returns the reading of a port. */
export function readingOfPort(shared: Shared, domain: Domain, name: string, port: string): readonly string[] {
  return readingOf(shared, domain, name, { port: string(port).text, path: '""' });
}

function refusal({ runtime }: Shared, { port, path }: Place, expected: string): string {
  return `raise ${runtime.use('DomainError')}(${port}, ${path}, ${string(expected).text})`;
}

/** Returns the condition that a value lies outside a domain without parts, and what was expected. */
function refusalOf(shared: Shared, domain: Domain, value: PyExpression): { readonly isWrong: PyExpression; readonly expected: string } {
  switch (domain.kind) {
    case 'integer': {
      const isIn = between(domain.lo, value, domain.hi);
      return { isWrong: either(isNoInstance(value, 'int'), not(isIn)), expected: `expected an integer ${boundsOf(domain)}` };
    }
    case 'boolean':
      return { isWrong: isNoInstance(value, 'bool'), expected: 'expected True or False' };
    case 'enumeration': {
      const listed = domain.tags.slice(0, LISTED).join(', ');
      const expected = `expected one of ${listed}${domain.tags.length > LISTED ? ', ...' : ''}`;
      return { isWrong: either(isNoInstance(value, 'str'), not(isOneOf(shared, domain, value))), expected };
    }
    case 'text': {
      const { lo, hi, characters, form } = domain;
      if (form !== null) {
        const isOfForm = isInDomain(shared, domain, value, null);
        return { isWrong: either(isNoInstance(value, 'str'), not(isOfForm)), expected: `expected ${form} in its one spelling` };
      }
      const expected = `expected a text of ${lo} to ${hi} code points`;
      const isWrongLength = not(hasLength(domain, value));
      if (characters === ALL_CHARACTERS) {
        const isText = primary(`${shared.runtime.use('_is_text')}(${value.text})`);
        return { isWrong: either(not(isText), isWrongLength), expected };
      }
      const hasOthers = not(matches(shared, domain, characters, value));
      return { isWrong: either(either(isNoInstance(value, 'str'), isWrongLength), hasOthers), expected: `${expected} of its characters` };
    }
    case 'bytes':
      return {
        isWrong: either(isNoInstance(value, 'bytes'), not(hasLength(domain, value))),
        expected: `expected ${domain.lo} to ${domain.hi} bytes`,
      };
    case 'option': {
      const { isWrong, expected } = refusalOf(shared, domain.value, value);
      const isThere = compared(value, 'is not', primary('None'));
      const text = `${isThere.text} and ${within(isWrong, BINDING.not)}`;
      return { isWrong: { text, binding: BINDING.and }, expected: `${expected}, or None` };
    }
    case 'list':
    case 'record':
      throw new Error(`a ${domain.kind} has parts`);
  }
}

function boundsOf({ lo, hi }: { readonly lo: Int; readonly hi: Int }): string {
  return lo === INT64_MIN && hi === INT64_MAX ? 'of 64 bits' : `from ${lo} to ${hi}`;
}

/** Limit for the tags that a message lists. */
const LISTED = 12;

/** `bool` is a subclass of `int`, and a subclass may compare as it likes. */
function isNoInstance(value: PyExpression, type: string): PyExpression {
  return compared(primary(`type(${value.text})`), 'is not', primary(type));
}

function either(left: PyExpression, right: PyExpression): PyExpression {
  return binary(left, 'or', right, 'or');
}

/** Returns the expression that reads a value with parts. */
function readCompound(shared: Shared, domain: Domain, value: string, { port, path }: Place): string {
  if (domain.kind === 'option' && domain.value.kind !== 'option') {
    return `None if ${value} is None else ${readCompound(shared, domain.value, value, { port, path })}`;
  }
  return `${readerOf(shared, domain)}(${value}, ${port}, ${path})`;
}

const READERS = { list: '_read_list_', record: '_read_record_', option: '_read_option_' } as const;

/** Returns the name of the function that reads a value with parts. */
function readerOf(shared: Shared, domain: Domain): string {
  if (domain.kind !== 'list' && domain.kind !== 'record' && domain.kind !== 'option') throw new Error(`a ${domain.kind} has no parts`);
  const { runtime, types } = shared;
  return runtime.declare(domain, READERS[domain.kind], (name) => {
    const head = `def ${name}(value: ${runtime.type('Any')}, port: str, path: str) -> ${types.annotationOf(typeOf(domain))}:`;
    return [head, ...bodyOf(shared, domain).map((line) => `    ${line}`)].join('\n');
  });
}

const HERE: Place = { port: 'port', path: 'path' };

function bodyOf(shared: Shared, domain: Extract<Domain, { kind: 'list' | 'record' | 'option' }>): readonly string[] {
  switch (domain.kind) {
    case 'list':
      return listReader(shared, domain);
    case 'record':
      return recordReader(shared, domain);
    case 'option':
      return [
        'if value is None:',
        '    return None',
        'if type(value) is not tuple or len(value) != 1:',
        `    ${refusal(shared, HERE, 'expected None or a tuple of one value')}`,
        'content = value[0]',
        ...readingOf(shared, domain.value, 'content', { port: 'port', path: 'f"{path}.some"' }),
        'return (content,)',
      ];
  }
}

function listReader(shared: Shared, domain: Extract<Domain, { kind: 'list' }>): readonly string[] {
  const { element, lo, hi } = domain;
  const place = { port: 'port', path: 'f"{path}[{index}]"' };
  const head = [
    'if type(value) is not list and type(value) is not tuple:',
    `    ${refusal(shared, HERE, 'expected a list')}`,
    // A key of a dict inside it may run code that changes the list.
    'elements = list(value)',
    `if ${not(hasLength(domain, primary('elements'))).text}:`,
    `    ${refusal(shared, HERE, `expected ${lo} to ${hi} elements`)}`,
  ];
  if (isCompound(element)) {
    const read = readCompound(shared, element, 'element', place);
    return [...head, `return [${read} for index, element in enumerate(elements)]`];
  }
  const reading = readingOf(shared, element, 'element', place).map((line) => `    ${line}`);
  return [...head, 'for index, element in enumerate(elements):', ...reading, 'return elements'];
}

/** Reads the fields by name, in order; then it refuses further members. */
function recordReader(shared: Shared, domain: Extract<Domain, { kind: 'record' }>): readonly string[] {
  const { runtime, types } = shared;
  const { name } = types.recordOf(typeOf(domain));
  const locals = new Names(['value', 'port', 'path', 'fields']);
  const names = domain.fields.map((field) => string(field.name).text);
  const read = domain.fields.flatMap((field, index) => {
    const local = locals.fresh(allowed(field.name));
    const place = { port: 'port', path: `f"{path}.${field.name}"` };
    const given = `${local} = ${runtime.use('_field')}(fields, ${names[index]}, port, path)`;
    return { local, lines: [given, ...readingOf(shared, field.domain, local, place)] };
  });
  const tuple = names.length === 1 ? `(${names[0]},)` : `(${names.join(', ')})`;
  return [
    `fields = ${runtime.use('_fields_of')}(value, ${name}, ${tuple}, port, path)`,
    ...read.flatMap(({ lines }) => lines),
    `if len(fields) > ${domain.fields.length}:`,
    `    ${refusal(shared, HERE, 'the record has no other fields')}`,
    `return ${name}(${read.map(({ local }) => local).join(', ')})`,
  ];
}
