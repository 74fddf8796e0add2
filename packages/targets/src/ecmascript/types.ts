import { type Domain, type Type, typeOf } from '@kirchhoff/coherence';
import { Names } from '../plan/names.js';
import type { Room } from '../writing/room.js';
import { string } from './expression.js';
import { laidOut } from './layout.js';
import { isNestedOption, representationOfDomain } from './representation.js';

/**
 * The form of values for which a type is written: inputs and outputs are the JSON form, though inputs are wider; `inner` is the
 * form inside the module.
 */
type Side = 'input' | 'output' | 'inner';

/** More tags are written as `string`. */
const MAX_LISTED_TAGS = 24;

/** The content of deeper lists and options is `any`. */
const MAX_NESTING = 20;

/** Names of types that the emitted code uses, which no record of an author may hide. */
const RESERVED_TYPES: readonly string[] = [
  ...'Array BigInt BigUint64Array Boolean DataView Date Decision DomainError Error Fault Function Generator GuardError'.split(' '),
  ...'Infinity Int32Array Integer JSON Map Math NaN Number Object Params Promise Reader ReadonlyArray ReadonlyMap'.split(' '),
  ...'ReadonlySet Record Refused RegExp Set Steps String Symbol Uint32Array Uint8Array Verdict ParamReader'.split(' '),
];

/** The TypeScript types of values. Each interface of records is written once for each form of its fields. */
export class Types {
  private readonly names = new Names(RESERVED_TYPES);
  private readonly texts: string[] = [];
  /** The names of interfaces by their bodies. */
  private readonly byBody = new Map<string, string>();
  private readonly bySide = {
    input: new Map<Domain, string>(),
    output: new Map<Domain, string>(),
    inner: new Map<Type, string>(),
  } as const;
  /** The numbers of lists and options around the content of a type. */
  private readonly nesting = new Map<string, number>();

  /** `hasInner`: false for a module without types, whose declarations have the external ones only. */
  constructor(
    private readonly room: Pick<Room, 'take'>,
    private readonly hasInner: boolean,
    /** The type of an integer inside another value. */
    private readonly integer: 'number' | 'Integer' = 'number',
  ) {}

  /** Returns the type of an external value of a domain. */
  ofDomain(domain: Domain, side: 'input' | 'output', wanted: string): string {
    const known = this.bySide[side].get(domain);
    if (known !== undefined) return known;
    const text = this.external(domain, side, wanted);
    this.bySide[side].set(domain, text);
    return text;
  }

  /** Returns the type of a value inside the module. An integer stands alone in a list, a record or an option. */
  inner(type: Type, wanted = 'value'): string {
    if (!this.hasInner) return '';
    const known = this.bySide.inner.get(type);
    if (known !== undefined) return known;
    const text = this.internal(type, wanted);
    this.bySide.inner.set(type, text);
    return text;
  }

  /** Returns the type of a value of a domain inside the module. */
  innerOfDomain(domain: Domain): string {
    if (domain.kind === 'integer') return representationOfDomain(domain) === 'bigint' ? this.integer : 'number';
    return this.inner(typeOf(domain));
  }

  /** Declares an interface, and returns its name. */
  declare(wanted: string, fields: readonly (readonly [name: string, type: string])[], side: Side, documentation: string | null): string {
    const lines = fields.map(([name, type]) => `${laidOut(`readonly ${name}: ${type};`, 2).join('\n')}\n`);
    const body = lines.length === 0 ? '{}' : `{\n${lines.join('')}}`;
    const known = this.byBody.get(body);
    if (known !== undefined && documentation === null) return known;
    const name = this.names.fresh(wanted);
    if (documentation === null) this.byBody.set(body, name);
    const doc = documentation === null ? '' : `/** ${documentation} */\n`;
    const text = `${doc}${side === 'inner' ? '' : 'export '}interface ${name} ${body}`;
    this.room.take(text.length + 2);
    this.texts.push(text);
    return name;
  }

  /** Returns the interfaces, each after those that it names. */
  text(): string {
    return this.texts.join('\n\n');
  }

  private external(domain: Domain, side: 'input' | 'output', wanted: string): string {
    switch (domain.kind) {
      case 'integer':
        if (representationOfDomain(domain) === 'number') return 'number';
        return side === 'input' ? 'number | bigint | string' : 'string';
      case 'boolean':
        return 'boolean';
      case 'text':
        return 'string';
      case 'enumeration':
        return domain.tags.length > MAX_LISTED_TAGS ? 'string' : domain.tags.map((tag) => string(tag).text).join(' | ');
      case 'bytes':
        return side === 'input' ? 'Uint8Array | string' : 'string';
      case 'list':
        return this.around(this.ofDomain(domain.element, side, wanted), listOf);
      case 'option':
        return this.around(this.ofDomain(domain.value, side, wanted), domain.value.kind === 'option' ? nestedOptionOf : optionOf);
      case 'record': {
        const fields = domain.fields.map((field) => [field.name, this.ofDomain(field.domain, side, field.name)] as const);
        return this.declare(typeName(wanted), fields, side, null);
      }
    }
  }

  /** Returns the type of a list or an option. Deeply nested ones are not compared, since the compiler cannot. */
  private around(content: string, write: (content: string) => string): string {
    const nesting = (this.nesting.get(content) ?? 0) + 1;
    const text = nesting > MAX_NESTING ? 'any' : write(content);
    this.nesting.set(text, text === 'any' ? 0 : nesting);
    return text;
  }

  private internal(type: Type, wanted: string): string {
    switch (type.kind) {
      case 'integer':
        return this.integer;
      case 'boolean':
        return 'boolean';
      case 'text':
      case 'enumeration':
        return 'string';
      case 'bytes':
        return 'Uint8Array';
      case 'list':
        return this.around(this.inner(type.element, wanted), listOf);
      case 'option':
        return this.around(this.inner(type.value, wanted), isNestedOption(type) ? nestedOptionOf : optionOf);
      case 'record': {
        const fields = type.fields.map((field) => [field.name, this.inner(field.type, field.name)] as const);
        return this.declare(typeName(wanted), fields, 'inner', null);
      }
    }
  }
}

function listOf(element: string): string {
  return /^\w+$/.test(element) ? `readonly ${element}[]` : `ReadonlyArray<${element}>`;
}

function optionOf(content: string): string {
  return `${content} | null`;
}

function nestedOptionOf(content: string): string {
  return `{ readonly some: ${content} } | null`;
}

/** Returns the name of a type for a name of an author: `two_records` becomes `TwoRecords`. */
export function typeName(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z0-9]*)/g, (_, word: string) => word.charAt(0).toUpperCase() + word.slice(1)).replaceAll('_', '');
}

/** Returns true if the values of a domain hold tags, which are plain texts inside the module. */
export function holdsTags(domain: Domain): boolean {
  const known = knownToHoldTags.get(domain);
  if (known !== undefined) return known;
  const found = findsTags(domain);
  knownToHoldTags.set(domain, found);
  return found;
}

const knownToHoldTags = new WeakMap<Domain, boolean>();

function findsTags(domain: Domain): boolean {
  switch (domain.kind) {
    case 'enumeration':
      return domain.tags.length <= MAX_LISTED_TAGS;
    case 'list':
      return holdsTags(domain.element);
    case 'option':
      return holdsTags(domain.value);
    case 'record':
      return domain.fields.some((field) => holdsTags(field.domain));
    case 'integer':
    case 'boolean':
    case 'text':
    case 'bytes':
      return false;
  }
}
