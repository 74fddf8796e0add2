import { type Domain, type Type, TypeNumbers, typeOf, type Value } from '@kirchhoff/coherence';
import type { Names } from '../plan/names.js';
import { Names as FreshNames } from '../plan/names.js';
import { typeInside, type Width, type Widths, widthOfPort } from '../plan/widths.js';
import type { Room } from '../writing/room.js';
import { type CExpression, narrow, stored } from './expression.js';
import { allowed, constantName } from './reserved.js';

/** A record as a struct: its name, and the names of its members by field, in the order of the fields. */
export interface RecordStruct {
  readonly name: string;
  readonly fields: ReadonlyMap<string, string>;
}

/**
 * The C types of values, each defined once. An integer that is a part of another value, or a port, has the width of its place; all others
 * have 64 bits.
 */
export class CTypes {
  private readonly definitions: string[] = [];
  private published = 0;
  private readonly names = new Map<number, string>();
  private readonly records = new Map<number, RecordStruct>();
  private readonly enums = new Map<number, ReadonlyMap<string, string>>();
  /** Equal types have the same number. */
  readonly numbers = new TypeNumbers();

  constructor(
    /** The name of the circuit's function. */
    readonly prefix: string,
    private readonly globals: Names,
    private readonly room: Room,
    private readonly widths: Widths,
  ) {}

  /** Names the records and enumerations of a port after it, before others name them. */
  nameAfter(port: string, type: Type): void {
    if (type.kind === 'list') this.nameAfter(port, type.element);
    else if (type.kind === 'option') this.nameAfter(port, type.value);
    else if (type.kind === 'record') this.recordOf(type, port);
    else if (type.kind === 'enumeration') this.enumOf(type, port);
  }

  nameOf(type: Type): string {
    switch (type.kind) {
      case 'integer':
        return 'int64_t';
      case 'boolean':
        return 'bool';
      case 'record':
        return this.recordOf(type).name;
      case 'enumeration':
        this.enumOf(type);
        return this.names.get(this.numbers.of(type)) ?? '';
      case 'text':
      case 'bytes':
      case 'list':
      case 'option': {
        const number = this.numbers.of(type);
        const known = this.names.get(number);
        if (known !== undefined) return known;
        // A part of it may have the name that it would have had.
        const members = this.membersOf(type);
        const name = this.globals.fresh(this.wantedName(type));
        this.names.set(number, name);
        this.define(name, members);
        return name;
      }
    }
  }

  /** Returns the name of a port's type. */
  nameOfPort(domain: Domain): string {
    return domain.kind === 'integer' ? `int${widthOfPort(domain)}_t` : this.nameOf(typeOf(domain));
  }

  /** Returns the name of a part's type in a list, in an option, or in a record, of which `field` is the name of the field. */
  nameOfPart(whole: Type, field: string | null = null): string {
    const type = typeInside(whole, field);
    return type.kind === 'integer' ? `int${this.widths.inside(whole, field)}_t` : this.nameOf(type);
  }

  /** Returns the expression of a part with what its C type says of it. */
  partOf(whole: Type, field: string | null, part: CExpression): CExpression {
    return this.widthOfPart(whole, field) === 32 ? narrow(part) : part;
  }

  /** Returns a value as it is stored in a part. */
  storedIn(whole: Type, field: string | null, value: CExpression): CExpression {
    return this.widthOfPart(whole, field) === 32 ? stored(value) : value;
  }

  /** Returns the width of a part that is an integer; 64 for another one. */
  widthOfPart(whole: Type, field: string | null = null): Width {
    return typeInside(whole, field).kind === 'integer' ? this.widths.inside(whole, field) : 64;
  }

  /** Returns true if a value of a port has a form in C. */
  hold(domain: Domain, value: Value): boolean {
    return this.widths.hold(domain, value);
  }

  /** Returns a name for a type in the names of functions. `integer`: that of integers. */
  stemOf(type: Type, integer = 'int64'): string {
    const name = type.kind === 'integer' ? integer : this.nameOf(type);
    return name.startsWith(`${this.prefix}_`) ? name.slice(this.prefix.length + 1) : name;
  }

  recordOf(type: Type, wanted = 'record'): RecordStruct {
    if (type.kind !== 'record') throw new Error(`a ${type.kind} is no record`);
    const number = this.numbers.of(type);
    const known = this.records.get(number);
    if (known !== undefined) return known;
    const name = this.globals.fresh(`${this.prefix}_${wanted}`);
    const memberNames = new FreshNames([]);
    const fields = new Map(type.fields.map((field) => [field.name, memberNames.fresh(allowed(field.name))]));
    const record = { name, fields };
    for (const field of type.fields) this.nameAfter(field.name, field.type);
    this.records.set(number, record);
    this.define(
      name,
      type.fields.map((field) => `${this.nameOfPart(type, field.name)} ${fields.get(field.name)}`),
    );
    return record;
  }

  /** Returns the constant of a tag. */
  tagOf(type: Type, tag: string): string {
    return this.enumOf(type).get(tag) ?? '0';
  }

  /** Adds a struct of the interface. */
  define(name: string, members: readonly string[]): void {
    this.add(`typedef struct ${name} {\n${members.map((member) => `  ${member.replace(/ \*(\w+)$/, ' *$1')};\n`).join('')}} ${name};`);
  }

  add(text: string): void {
    this.room.take(text.length + 2);
    this.definitions.push(text);
  }

  /** Ends the public types: those of the ports. Further ones belong to the source file. */
  publish(): void {
    this.published = this.definitions.length;
  }

  text(part: 'public' | 'private'): string {
    return (part === 'public' ? this.definitions.slice(0, this.published) : this.definitions.slice(this.published)).join('\n\n');
  }

  private wantedName(type: Extract<Type, { kind: 'text' | 'bytes' | 'list' | 'option' }>): string {
    const integer = type.kind === 'list' || type.kind === 'option' ? `int${this.widths.inside(type)}` : '';
    if (type.kind === 'list') return `${this.prefix}_${this.stemOf(type.element, integer)}_list`;
    if (type.kind === 'option') return `${this.prefix}_${this.stemOf(type.value, integer)}_option`;
    return `${this.prefix}_${type.kind}`;
  }

  private membersOf(type: Extract<Type, { kind: 'text' | 'bytes' | 'list' | 'option' }>): readonly string[] {
    switch (type.kind) {
      case 'text':
        return ['const char *data', 'size_t size'];
      case 'bytes':
        return ['const uint8_t *data', 'size_t size'];
      case 'list':
        return [`const ${this.nameOfPart(type)} *items`, 'size_t count'];
      case 'option':
        return ['bool is_some', `${this.nameOfPart(type)} value`];
    }
  }

  private enumOf(type: Type, wanted = 'enum'): ReadonlyMap<string, string> {
    if (type.kind !== 'enumeration') throw new Error(`a ${type.kind} has no tags`);
    const number = this.numbers.of(type);
    const known = this.enums.get(number);
    if (known !== undefined) return known;
    const name = this.globals.fresh(`${this.prefix}_${wanted}`);
    const constants = new Map(type.tags.map((tag) => [tag, this.globals.fresh(constantName(name, tag))]));
    this.names.set(number, name);
    this.enums.set(number, constants);
    const lines = [...constants.values()].map((constant) => `  ${constant},\n`).join('');
    this.add(`typedef enum ${name} {\n${lines}} ${name};`);
    return constants;
  }
}

/** Returns true for a type that C compares with `==`. */
export function isScalar({ kind }: Type): boolean {
  return kind === 'integer' || kind === 'boolean' || kind === 'enumeration';
}
