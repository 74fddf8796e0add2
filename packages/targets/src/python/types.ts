import type { Domain, Type, TypeField } from '@kirchhoff/coherence';
import { Names } from '../plan/names.js';
import type { Room } from '../writing/room.js';
import { allowed, className, RESERVED_CLASSES } from './reserved.js';

/** A record as a class: its name, and the names of its attributes by field, in the order of the fields. */
export interface RecordClass {
  readonly name: string;
  readonly fields: ReadonlyMap<string, string>;
}

/** Deeper annotations are cut: the tokenizer of CPython allows 200 nested brackets. */
const MAX_NESTING = 40;

/** The Python types of values, and the classes of records, each of which is written once. */
export class PyTypes {
  readonly names = new Names(RESERVED_CLASSES);
  private readonly texts: string[] = [];
  private readonly records = new Map<number, RecordClass>();
  /** Equal types have the same number. */
  private readonly numbers = new Map<Type, number>();
  private readonly byStructure = new Map<string, number>();
  private readonly annotations = new Map<number, { readonly text: string; readonly nesting: number }>();

  constructor(
    private readonly room: Room,
    private readonly use: (name: 'Optional' | 'NamedTuple' | 'Any') => string,
  ) {}

  /** Names the records of a port after it, before others name them. */
  nameAfter(port: string, type: Type): void {
    if (type.kind === 'list') this.nameAfter(port, type.element);
    else if (type.kind === 'option') this.nameAfter(port, type.value);
    else if (type.kind === 'record') this.recordOf(type, port);
  }

  /** Returns the class of a record. A field that holds records names theirs. */
  recordOf(type: Type, wanted = 'record'): RecordClass {
    if (type.kind !== 'record') throw new Error(`a ${type.kind} is no record`);
    const number = this.numberOf(type);
    const known = this.records.get(number);
    if (known !== undefined) return known;
    const name = this.names.fresh(className(wanted));
    const fieldNames = new Names([]);
    const fields = new Map(type.fields.map((field) => [field.name, fieldNames.fresh(allowed(field.name))]));
    const record = { name, fields };
    for (const field of type.fields) this.nameAfter(field.name, field.type);
    this.records.set(number, record);
    this.add(
      name,
      type.fields.map((field) => [fields.get(field.name) ?? '', this.annotationOf(field.type)]),
    );
    return record;
  }

  /** Declares a class of named values. */
  add(name: string, fields: readonly (readonly [name: string, annotation: string])[], documentation: string | null = null): void {
    const lines = fields.map(([field, annotation]) => `    ${field}: ${annotation}\n`);
    const doc = documentation === null ? '' : `    """${documentation}"""\n\n`;
    const text = `class ${name}(${this.use('NamedTuple')}):\n${doc}${lines.join('')}`;
    this.room.take(text.length);
    this.texts.push(text.trimEnd());
  }

  /** Returns the type of a value as Python writes it. */
  annotationOf(type: Type): string {
    return this.annotated(type).text;
  }

  text(): string {
    return this.texts.join('\n\n\n');
  }

  private annotated(type: Type): { readonly text: string; readonly nesting: number } {
    switch (type.kind) {
      case 'integer':
        return { text: 'int', nesting: 0 };
      case 'boolean':
        return { text: 'bool', nesting: 0 };
      case 'text':
      case 'enumeration':
        return { text: 'str', nesting: 0 };
      case 'bytes':
        return { text: 'bytes', nesting: 0 };
      case 'record':
        return { text: this.recordOf(type).name, nesting: 0 };
      case 'list':
      case 'option': {
        const number = this.numberOf(type);
        const known = this.annotations.get(number);
        if (known !== undefined) return known;
        const annotation = this.annotatedAround(type);
        this.annotations.set(number, annotation);
        return annotation;
      }
    }
  }

  private annotatedAround(type: Extract<Type, { kind: 'list' | 'option' }>): { readonly text: string; readonly nesting: number } {
    const content = this.annotated(type.kind === 'list' ? type.element : type.value);
    const nesting = content.nesting + 1;
    if (nesting > MAX_NESTING) return { text: this.use('Any'), nesting };
    if (type.kind === 'list') return { text: `list[${content.text}]`, nesting };
    const isNested = type.value.kind === 'option';
    return { text: `${this.use('Optional')}[${isNested ? `tuple[${content.text}]` : content.text}]`, nesting: nesting + Number(isNested) };
  }

  private numberOf(type: Type): number {
    const known = this.numbers.get(type);
    if (known !== undefined) return known;
    const structure = this.structureOf(type);
    const number = this.byStructure.get(structure) ?? this.byStructure.size;
    this.byStructure.set(structure, number);
    this.numbers.set(type, number);
    return number;
  }

  /** Returns a text that is equal only for types that are one type in Python. Parts are represented by their numbers. */
  private structureOf(type: Type): string {
    switch (type.kind) {
      case 'integer':
      case 'boolean':
      case 'bytes':
        return type.kind;
      case 'text':
      case 'enumeration':
        return 'text';
      case 'list':
        return `list ${this.numberOf(type.element)}`;
      case 'option':
        return `option ${this.numberOf(type.value)}`;
      case 'record':
        return `record ${type.fields.map((field: TypeField) => `${field.name} ${this.numberOf(field.type)}`).join(' ')}`;
    }
  }
}

/** Returns true for a domain whose values have parts, which a function of its own reads. */
export function isCompound(domain: Domain): boolean {
  switch (domain.kind) {
    case 'list':
    case 'record':
      return true;
    case 'option':
      return domain.value.kind === 'option' || isCompound(domain.value);
    default:
      return false;
  }
}
