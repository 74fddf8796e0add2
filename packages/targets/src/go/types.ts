import { type Domain, type Type, TypeNumbers, typeOf } from '@kirchhoff/coherence';
import { Names } from '../plan/names.js';
import { typeInside, type Width, type Widths, widthOf } from '../plan/widths.js';
import type { Room } from '../writing/room.js';
import { and, binary, call, FALSE, type GoExpression, integer, integerType, name, selector, textOf } from './expression.js';
import { string } from './literal.js';
import { exportedName } from './names.js';
import type { RuntimePiece } from './runtime/pieces.js';

/** A record as a struct: its name, and the names of its fields in Go, in the order of the fields. */
export interface RecordStruct {
  readonly name: string;
  readonly fields: ReadonlyMap<string, string>;
}

/** An enumeration as a type of strings: its name, and the names of its constants by tag. */
export interface EnumerationType {
  readonly name: string;
  readonly constants: ReadonlyMap<string, string>;
}

/** Names of types and functions that callers see, beside those of authors. */
export const EXPORTED = 'DomainError Fault GuardError Host Inputs None Option Outputs Some SystemHost'.split(' ');

/** The Go types of values, and the declarations that belong to them, each of which is written once. */
export class GoTypes {
  private readonly declared: string[] = [];
  private readonly functions: string[] = [];
  private readonly records = new Map<number, RecordStruct>();
  private readonly enumerations = new Map<number, EnumerationType>();
  private readonly validated = new Set<number>();
  private readonly functionNames = new Map<string, string>();
  private readonly counts = new Map<string, number>();
  /** Equal types have the same number. */
  private readonly numbers = new TypeNumbers();
  private readonly texts = new Map<number, string>();
  private readonly sharing = new Map<number, boolean>();

  /** @param names the names of the package */
  constructor(
    private readonly room: Room,
    private readonly names: Names,
    private readonly use: (piece: RuntimePiece) => string,
    readonly widths: Widths,
  ) {}

  /** Names the records and enumerations of a port after it, before others name them. */
  nameAfter(port: string, type: Type): void {
    if (type.kind === 'list') this.nameAfter(port, type.element);
    else if (type.kind === 'option') this.nameAfter(port, type.value);
    else if (type.kind === 'record') this.recordOf(type, port);
    else if (type.kind === 'enumeration') this.enumerationOf(type, port);
  }

  /** Returns the struct of a record. A field that holds records names theirs. */
  recordOf(type: Type, wanted = 'record'): RecordStruct {
    if (type.kind !== 'record') throw new Error(`a ${type.kind} is no record`);
    const number = this.numbers.of(type);
    const known = this.records.get(number);
    if (known !== undefined) return known;
    const struct = this.names.fresh(exportedName(wanted));
    const fieldNames = new Names([]);
    const fields = new Map(type.fields.map((field) => [field.name, fieldNames.fresh(exportedName(field.name))]));
    const record = { name: struct, fields };
    this.records.set(number, record);
    for (const field of type.fields) this.nameAfter(field.name, field.type);
    const rows = type.fields.map((field) => [fields.get(field.name) ?? '', this.partText(type, field.name)] as const);
    this.declare(`// ${struct} is a record of the circuit.\ntype ${struct} struct {\n${columns(rows)}}`);
    return record;
  }

  enumerationOf(type: Type, wanted = 'tag'): EnumerationType {
    if (type.kind !== 'enumeration') throw new Error(`a ${type.kind} is no enumeration`);
    const number = this.numbers.of(type);
    const known = this.enumerations.get(number);
    if (known !== undefined) return known;
    const named = this.names.fresh(exportedName(wanted));
    const constants = new Map(type.tags.map((tag) => [tag, this.names.fresh(`${named}${exportedName(tag)}`)]));
    const enumeration = { name: named, constants };
    this.enumerations.set(number, enumeration);
    const rows = type.tags.map((tag) => [constants.get(tag) ?? '', `${named} = ${string(tag)}`] as const);
    const values = rows.length === 1 ? `const ${rows.map((row) => row.join(' ')).join('')}` : `const (\n${columns(rows)})`;
    this.declare(`// ${named} is one of the tags of an enumeration.\ntype ${named} string\n\n// The values of ${named}.\n${values}`);
    return enumeration;
  }

  /** Returns the condition that a value of an enumeration is one of its tags. */
  isValid(type: Type, value: GoExpression): GoExpression {
    const { name: named, constants } = this.enumerationOf(type);
    const number = this.numbers.of(type);
    if (!this.validated.has(number)) {
      this.validated.add(number);
      const cases = [...constants.values()].join(', ');
      this.add(
        `// isValid reports whether the value is one of the constants.\nfunc (value ${named}) isValid() bool {\n\tswitch value {\n\tcase ${cases}:\n\t\treturn true\n\t}\n\treturn false\n}`,
      );
    }
    const text = textOf(value);
    return call(`${text}.isValid`);
  }

  /** Returns the type of a port. */
  portText(domain: Domain): string {
    return domain.kind === 'integer' ? integerType(widthOf(domain)) : this.text(typeOf(domain));
  }

  /** Returns the width of the integers in a list or an option, and in a field of a record. */
  widthInside(type: Type, field: string | null = null): Width {
    return this.widths.inside(type, field);
  }

  /** Returns the type of the parts of a list or an option, and of a field of a record. */
  partText(type: Type, field: string | null = null): string {
    const part = typeInside(type, field);
    return part.kind === 'integer' ? integerType(this.widthInside(type, field)) : this.text(part);
  }

  /** Returns the type of a value as Go writes it. An integer outside of lists, options and records has 64 bits. */
  text(type: Type): string {
    switch (type.kind) {
      case 'integer':
        return 'int64';
      case 'boolean':
        return 'bool';
      case 'text':
        return 'string';
      case 'bytes':
        return '[]byte';
      case 'enumeration':
        return this.enumerationOf(type).name;
      case 'record':
        return this.recordOf(type).name;
      case 'list':
      case 'option': {
        const number = this.numbers.of(type);
        const known = this.texts.get(number);
        if (known !== undefined) return known;
        // A caller makes options with Some.
        if (type.kind === 'option') this.use('Some');
        const text = type.kind === 'list' ? `[]${this.partText(type)}` : `Option[${this.partText(type)}]`;
        this.texts.set(number, text);
        return text;
      }
    }
  }

  /** Returns the zero value of a type, which accompanies an error. */
  zero(type: Type): GoExpression {
    switch (type.kind) {
      case 'integer':
        return integer(0);
      case 'boolean':
        return FALSE;
      case 'text':
      case 'enumeration':
        return name('""');
      case 'bytes':
      case 'list':
        return name('nil');
      case 'record':
      case 'option':
        return { kind: 'composite', type: this.text(type), elements: [] };
    }
  }

  /** Returns the condition that two values are equal. They are short, since they may be repeated. */
  equal(type: Type, left: GoExpression, right: GoExpression): GoExpression {
    switch (type.kind) {
      case 'integer':
      case 'boolean':
      case 'text':
      case 'enumeration':
        return binary(left, '==', right);
      case 'bytes':
        return call('bytes.Equal', left, right);
      default:
        return call(this.equality(type), left, right);
    }
  }

  /** Returns true for types whose values `==` compares. */
  isComparable(type: Type): boolean {
    return type.kind === 'integer' || type.kind === 'boolean' || type.kind === 'text' || type.kind === 'enumeration';
  }

  /** Returns the name of the function that compares two values of a type that `==` does not compare. */
  equality(type: Type): string {
    if (type.kind === 'bytes') return 'bytes.Equal';
    return this.function('equal', type, (own) => {
      const head = `func ${own}(a, b ${this.text(type)}) bool {`;
      const [a, b] = [name('a'), name('b')];
      switch (type.kind) {
        case 'list': {
          const isEqual = this.equal(type.element, name('a[i]'), name('b[i]'));
          const differs = textOf(
            isEqual.kind === 'binary' ? { ...isEqual, operator: '!=' } : { kind: 'unary', operator: '!', operand: isEqual },
          );
          return `${head}\n\tif len(a) != len(b) {\n\t\treturn false\n\t}\n\tfor i := range a {\n\t\tif ${differs} {\n\t\t\treturn false\n\t\t}\n\t}\n\treturn true\n}`;
        }
        case 'option': {
          const isEqual = this.equal(type.value, selector(a, 'Value'), selector(b, 'Value'));
          return `${head}\n\tif !a.Valid || !b.Valid {\n\t\treturn a.Valid == b.Valid\n\t}\n\treturn ${textOf(isEqual)}\n}`;
        }
        case 'record': {
          const { fields } = this.recordOf(type);
          const parts = type.fields.map((field) => {
            const attribute = fields.get(field.name) ?? '';
            return this.equal(field.type, selector(a, attribute), selector(b, attribute));
          });
          return `${head}\n\treturn ${textOf(parts.reduce(and))}\n}`;
        }
        default:
          throw new Error(`== compares a ${type.kind}`);
      }
    });
  }

  /** Returns true if values of the type can share memory. */
  shares(type: Type): boolean {
    switch (type.kind) {
      case 'integer':
      case 'boolean':
      case 'text':
      case 'enumeration':
        return false;
      case 'bytes':
      case 'list':
        return true;
      case 'option':
        return this.shares(type.value);
      case 'record': {
        const number = this.numbers.of(type);
        const known = this.sharing.get(number) ?? type.fields.some((field) => this.shares(field.type));
        this.sharing.set(number, known);
        return known;
      }
    }
  }

  /** Returns a copy of a value that shares no memory with others. */
  cloned(type: Type, value: GoExpression): GoExpression {
    if (!this.shares(type)) return value;
    if (type.kind === 'bytes' || (type.kind === 'list' && !this.shares(type.element))) return call(this.use('clonedList'), value);
    const own = this.function('clone', type, (named) => {
      const text = this.text(type);
      const head = `func ${named}(value ${text}) ${text} {`;
      switch (type.kind) {
        case 'list': {
          const each = textOf(this.cloned(type.element, name('each')));
          return `${head}\n\tclone := make(${text}, len(value))\n\tfor i, each := range value {\n\t\tclone[i] = ${each}\n\t}\n\treturn clone\n}`;
        }
        case 'option':
          return `${head}\n\tvalue.Value = ${textOf(this.cloned(type.value, name('value.Value')))}\n\treturn value\n}`;
        case 'record': {
          const { fields } = this.recordOf(type);
          const lines = type.fields
            .filter((field) => this.shares(field.type))
            .map((field) => {
              const place = `value.${fields.get(field.name)}`;
              return `\t${place} = ${textOf(this.cloned(field.type, name(place)))}\n`;
            });
          return `${head}\n${lines.join('')}\treturn value\n}`;
        }
        default:
          throw new Error(`a ${type.kind} has no clone`);
      }
    });
    return call(own, value);
  }

  /** Returns the name of a function that belongs to a type. `write` returns its text at the first request. */
  function(prefix: string, type: Type, write: (name: string) => string): string {
    const full = `${prefix}${type.kind.charAt(0).toUpperCase()}${type.kind.slice(1)}`;
    const key = `${full} ${this.numbers.of(type)}`;
    const known = this.functionNames.get(key);
    if (known !== undefined) return known;
    const count = (this.counts.get(full) ?? 0) + 1;
    const own = `${full}${count}`;
    this.counts.set(full, count);
    this.functionNames.set(key, own);
    this.add(write(own));
    return own;
  }

  /** Returns the declarations of the types. */
  declarations(): readonly string[] {
    return this.declared;
  }

  /** Returns the functions that belong to types. */
  helpers(): readonly string[] {
    return this.functions;
  }

  private declare(text: string): void {
    this.room.take(text.length + 2);
    this.declared.push(text);
  }

  private add(text: string): void {
    this.room.take(text.length + 2);
    this.functions.push(text);
  }
}

/** Returns lines of two columns, aligned as gofmt does. */
export function columns(rows: readonly (readonly [left: string, right: string])[]): string {
  const width = rows.reduce((most, [left]) => Math.max(most, left.length), 0);
  return rows.map(([left, right]) => `\t${left.padEnd(width)} ${right}\n`).join('');
}
