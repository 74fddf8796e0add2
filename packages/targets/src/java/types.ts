import { type Domain, type Type, type TypeField, TypeNumbers } from '@kirchhoff/coherence';
import { Names } from '../plan/names.js';
import type { Room } from '../writing/room.js';
import type { Form } from './expression.js';
import { className, constantName, memberName, RESERVED_CLASSES } from './reserved.js';

/** A record as a class: its name, and the names of its components by field, in the order of the fields. */
export interface RecordClass {
  readonly name: string;
  readonly fields: ReadonlyMap<string, string>;
  /** True if the constructor takes all values in an array: Java allows 255 parameters. */
  readonly isWide: boolean;
}

/** Limit for the parameters of a method: Java allows 255, and a `long` counts twice. */
export const MAX_PARAMETERS = 120;

/** The initialiser of an enum with more constants would be too long; its tags are texts. */
const MAX_TAGS = 1_500;

/** The Java types of values, and the classes of records and enums, each of which is written once. */
export class JavaTypes {
  private readonly taken: Set<string>;
  /** True if bytes occur. */
  usesBytes = false;
  usesLists = false;
  usesOptions = false;
  private readonly texts: string[] = [];
  private readonly records = new Map<number, RecordClass>();
  private readonly enums = new Map<number, string>();
  /** Equal types have the same number. */
  private readonly numbers = new TypeNumbers();
  private readonly boxed = new Map<number, string>();

  constructor(
    private readonly room: Room,
    outer: string,
  ) {
    this.taken = new Set([...RESERVED_CLASSES, outer]);
  }

  /** Names the records and enums of a port after it, before others name them. */
  nameAfter(port: string, type: Type): void {
    if (type.kind === 'list') this.nameAfter(port, type.element);
    else if (type.kind === 'option') this.nameAfter(port, type.value);
    else if (type.kind === 'record') this.recordOf(type, port);
    else if (type.kind === 'enumeration' && isEnum(type)) this.enumOf(type, port);
  }

  /** Returns the class of a record. A field that holds records names theirs. */
  recordOf(type: Type, wanted = 'tuple'): RecordClass {
    if (type.kind !== 'record') throw new Error(`a ${type.kind} is no record`);
    const number = this.numbers.of(type);
    const known = this.records.get(number);
    if (known !== undefined) return known;
    const name = this.freshName(className(wanted));
    const fieldNames = new Names([]);
    const fields = new Map(type.fields.map((field) => [field.name, fieldNames.fresh(memberName(field.name))]));
    const record = { name, fields, isWide: type.fields.length > MAX_PARAMETERS };
    for (const field of type.fields) this.nameAfter(field.name, field.type);
    this.records.set(number, record);
    const components = type.fields.map((field) => `${this.textOf(field.type)} ${fields.get(field.name)}`);
    if (record.isWide) this.add(this.wideClass(name, type.fields, record));
    else this.add([`public record ${name}(${components.join(', ')}) {}`]);
    return record;
  }

  /** Returns the name of the class of an enumeration. */
  enumOf(type: Type, wanted = 'tag'): string {
    if (type.kind !== 'enumeration') throw new Error(`a ${type.kind} is no enumeration`);
    const number = this.numbers.of(type);
    const known = this.enums.get(number);
    if (known !== undefined) return known;
    const name = this.freshName(className(wanted));
    this.enums.set(number, name);
    const constants = type.tags.map((tag, index) => `  ${constantName(tag)}${index === type.tags.length - 1 ? '' : ','}`);
    this.add([`public enum ${name} {`, ...constants, '}']);
    return name;
  }

  /** Returns the declarations, each as lines. */
  declarations(): readonly string[] {
    return this.texts;
  }

  /** Adds a class of this text. */
  add(lines: readonly string[]): void {
    const text = lines.join('\n');
    this.room.take(text.length + 2 * lines.length + 2);
    this.texts.push(text);
  }

  /** Returns the type of a value as Java writes it; an integer is a `long`. */
  textOf(type: Type): string {
    switch (type.kind) {
      case 'integer':
        return 'long';
      case 'boolean':
        return 'boolean';
      default:
        return this.boxedTextOf(type);
    }
  }

  /** Returns the type of a value inside a list or an option. */
  boxedTextOf(type: Type): string {
    switch (type.kind) {
      case 'integer':
        return 'Long';
      case 'boolean':
        return 'Boolean';
      case 'text':
        return 'String';
      case 'enumeration':
        return isEnum(type) ? this.enumOf(type) : 'String';
      case 'bytes':
        this.usesBytes = true;
        return 'Bytes';
      case 'record':
        return this.recordOf(type).name;
      case 'list':
      case 'option': {
        const number = this.numbers.of(type);
        const known = this.boxed.get(number);
        if (known !== undefined) return known;
        if (type.kind === 'list') this.usesLists = true;
        else this.usesOptions = true;
        const text = type.kind === 'list' ? `List<${this.boxedTextOf(type.element)}>` : `Optional<${this.boxedTextOf(type.value)}>`;
        this.boxed.set(number, text);
        return text;
      }
    }
  }

  /** Returns the name itself if it is free, else the name with a number. */
  private freshName(wanted: string): string {
    let name = wanted;
    for (let number = 2; this.taken.has(name); number += 1) name = `${wanted}${number}`;
    this.taken.add(name);
    return name;
  }

  private wideClass(name: string, typed: readonly TypeField[], { fields }: RecordClass): readonly string[] {
    const members = typed.map((field) => ({
      text: this.textOf(field.type),
      boxed: this.boxedTextOf(field.type),
      name: fields.get(field.name) ?? '',
    }));
    return [
      `public static final class ${name} {`,
      '  private final Object[] values;',
      '',
      `  public ${name}(Object... values) {`,
      '    this.values = values.clone();',
      '  }',
      ...members.flatMap((member, index) => [
        '',
        ...(member.boxed.includes('<') ? ['  @SuppressWarnings("unchecked")'] : []),
        `  public ${member.text} ${member.name}() {`,
        `    return (${member.boxed}) values[${index}];`,
        '  }',
      ]),
      '',
      '  @Override',
      '  public boolean equals(Object other) {',
      `    return other instanceof ${name} && Arrays.equals(values, ((${name}) other).values);`,
      '  }',
      '',
      '  @Override',
      '  public int hashCode() {',
      '    return Arrays.hashCode(values);',
      '  }',
      '}',
    ];
  }
}

/** Returns true for an enumeration that is an enum; a larger one has texts for tags. */
export function isEnum({ tags }: { readonly tags: readonly string[] }): boolean {
  return tags.length <= MAX_TAGS;
}

/** Returns the form of a value inside a list, an option or a record; `isBoxed` unless it is in a record. */
export function formOfType(type: Type, isBoxed: boolean): Form {
  if (type.kind === 'integer') return isBoxed ? 'Long' : 'long';
  if (type.kind === 'boolean') return isBoxed ? 'Boolean' : 'boolean';
  return 'other';
}

/** Returns true for a domain whose values have parts, which a function of its own reads. */
export function isCompound(domain: Domain): boolean {
  return domain.kind === 'list' || domain.kind === 'record' || domain.kind === 'option';
}
