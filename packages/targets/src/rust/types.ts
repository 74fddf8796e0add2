import { type Domain, type Type, TypeNumbers, typeOf } from '@kirchhoff/coherence';
import { typeInside, type Width, type Widths, widthOf } from '../plan/widths.js';
import type { Room } from '../writing/room.js';
import { MAX_WIDTH } from './layout.js';
import { CamelNames, fieldNames } from './reserved.js';

/** A record as a struct: its name, and the names of its fields by the author's. */
export interface RecordType {
  readonly name: string;
  readonly fields: ReadonlyMap<string, string>;
}

/** An enumeration: its name, and the names of its variants by tag. */
export interface EnumType {
  readonly name: string;
  readonly variants: ReadonlyMap<string, string>;
}

/** Records with more scalars are moved, not copied. */
const MAX_COPIED = 8;

/** The Rust types of values, with the structs and enums, each of which is written once. */
export class RsTypes {
  readonly names = CamelNames.ofTypes();
  private readonly texts: string[] = [];
  private readonly records = new Map<number, RecordType>();
  private readonly enums = new Map<number, EnumType>();
  /** Equal types have the same number. */
  private readonly numbers = new TypeNumbers();
  private readonly owned = new Map<number, string>();
  private readonly dates = new Set<string>();
  private readonly scalars = new Map<number, number>();

  constructor(
    private readonly room: Room,
    readonly widths: Widths,
  ) {}

  /** Names the records and enumerations of a port after it, before others name them. */
  nameAfter(port: string, type: Type): void {
    if (type.kind === 'list') this.nameAfter(port, type.element);
    else if (type.kind === 'option') this.nameAfter(port, type.value);
    else if (type.kind === 'record') this.recordOf(type, port);
    else if (type.kind === 'enumeration') this.enumOf(type, port);
  }

  /** Returns the struct of a record. A field that holds records names theirs. */
  recordOf(type: Type, wanted = 'record'): RecordType {
    if (type.kind !== 'record') throw new Error(`a ${type.kind} is no record`);
    const number = this.numbers.of(type);
    const known = this.records.get(number);
    if (known !== undefined) return known;
    const name = this.names.fresh(wanted);
    const names = fieldNames(type.fields.map((field) => field.name));
    const fields = new Map(type.fields.map((field, index) => [field.name, names[index] ?? '']));
    const record = { name, fields };
    for (const field of type.fields) this.nameAfter(field.name, field.type);
    this.records.set(number, record);
    const members = type.fields.map((field) => [fields.get(field.name) ?? '', this.partOf(type, field.name), null] as const);
    this.add(name, members, null, this.isCopied(type));
    return record;
  }

  enumOf(type: Type, wanted = 'tag'): EnumType {
    if (type.kind !== 'enumeration') throw new Error(`a ${type.kind} is no enumeration`);
    const number = this.numbers.of(type);
    const known = this.enums.get(number);
    if (known !== undefined) return known;
    const name = this.names.fresh(wanted);
    const names = new CamelNames(['Self']);
    const found = { name, variants: new Map(type.tags.map((tag) => [tag, names.fresh(tag)])) };
    this.enums.set(number, found);
    const variants = [...found.variants.values()].map((variant) => `    ${variant},\n`);
    this.write(`${derived(true)}\npub enum ${name} {\n${variants.join('')}}`);
    return found;
  }

  /** Returns the name of the struct of a date, which is made of year, month and day. */
  dateOf(type: Type): string {
    const { name } = this.recordOf(type, 'civil_date');
    if (!this.dates.has(name)) {
      this.dates.add(name);
      const fields = ['day', 'month', 'year'].map((field) => {
        return this.widths.inside(type, field) === 32 ? `            ${field}: ${field} as i32,\n` : `            ${field},\n`;
      });
      const isWide = fields.every((field) => !field.includes(' as '));
      const made = isWide ? 'Self { day, month, year }' : `Self {\n${fields.join('')}        }`;
      this.write(`impl From<(i64, i64, i64)> for ${name} {
    fn from((year, month, day): (i64, i64, i64)) -> Self {
        ${made}
    }
}`);
    }
    return name;
  }

  /** Declares a struct of named values. */
  add(
    name: string,
    fields: readonly (readonly [name: string, type: string, documentation: string | null])[],
    documentation: string | null,
    isCopied: boolean,
  ): void {
    const lines = fields.map(([field, type, text]) => `${text === null ? '' : `    /// ${text}\n`}${member(field, type)}\n`);
    const doc = documentation === null ? '' : `/// ${documentation}\n`;
    this.write(`${doc}${derived(isCopied)}\npub struct ${name} {${lines.length === 0 ? '' : '\n'}${lines.join('')}}`);
  }

  /** Returns the type of a port. */
  portOf(domain: Domain): string {
    return domain.kind === 'integer' && widthOf(domain) === 32 ? 'i32' : this.ownedOf(typeOf(domain));
  }

  /** Returns the width of the integers in a list or an option, and in a field of a record. */
  widthInside(type: Type, field: string | null = null): Width {
    return this.widths.inside(type, field);
  }

  /** Returns the type of the parts of a list or an option, and of a field of a record. */
  partOf(type: Type, field: string | null = null): string {
    const part = typeInside(type, field);
    return part.kind === 'integer' && this.widthInside(type, field) === 32 ? 'i32' : this.ownedOf(part);
  }

  /** Returns the type of an owned value. An integer outside of lists, options and records has 64 bits. */
  ownedOf(type: Type): string {
    switch (type.kind) {
      case 'integer':
        return 'i64';
      case 'boolean':
        return 'bool';
      case 'text':
        return 'String';
      case 'bytes':
        return 'Vec<u8>';
      case 'enumeration':
        return this.enumOf(type).name;
      case 'record':
        return this.recordOf(type).name;
      case 'list':
      case 'option': {
        const number = this.numbers.of(type);
        const known = this.owned.get(number);
        if (known !== undefined) return known;
        const written = `${type.kind === 'list' ? 'Vec' : 'Option'}<${this.partOf(type)}>`;
        this.owned.set(number, written);
        return written;
      }
    }
  }

  /** Returns the type of a borrowed value; that of a copied one is the type itself. */
  borrowedOf(type: Type): string {
    if (this.isCopied(type)) return this.ownedOf(type);
    switch (type.kind) {
      case 'text':
        return '&str';
      case 'bytes':
        return '&[u8]';
      case 'list':
        return `&[${this.partOf(type)}]`;
      default:
        return `&${this.ownedOf(type)}`;
    }
  }

  /** Returns true for a type whose values are copied: scalars, and small structs and options of them. */
  isCopied(type: Type): boolean {
    return this.scalarsOf(type) <= MAX_COPIED;
  }

  text(): string {
    return this.texts.join('\n\n');
  }

  private write(text: string): void {
    this.room.take(text.length);
    this.texts.push(text);
  }

  /** Returns the number of scalars in a value; infinity if it has texts or lists. */
  private scalarsOf(type: Type): number {
    switch (type.kind) {
      case 'integer':
      case 'boolean':
      case 'enumeration':
        return 1;
      case 'text':
      case 'bytes':
      case 'list':
        return Number.POSITIVE_INFINITY;
      case 'option':
        return this.countedOf(type, () => 1 + this.scalarsOf(type.value));
      case 'record':
        return this.countedOf(type, () => type.fields.reduce((total, field) => total + this.scalarsOf(field.type), 0));
    }
  }

  private countedOf(type: Type, count: () => number): number {
    const number = this.numbers.of(type);
    const known = this.scalars.get(number);
    if (known !== undefined) return known;
    const counted = count();
    this.scalars.set(number, counted);
    return counted;
  }
}

/** Returns the lines of a field; its type goes below if it would exceed the line only beside the name. */
function member(field: string, type: string): string {
  const line = `    pub ${field}: ${type},`;
  const below = `        ${type},`;
  return line.length <= MAX_WIDTH || below.length > MAX_WIDTH ? line : `    pub ${field}:\n${below}`;
}

function derived(isCopied: boolean): string {
  return `#[derive(Clone, ${isCopied ? 'Copy, ' : ''}Debug, PartialEq, Eq)]`;
}
