import type { Type } from '@kirchhoff/coherence';
import type { Room } from '../writing/room.js';
import { type JavaExpression, primary } from './expression.js';
import type { JavaTypes } from './types.js';

/** Limit for the parts of the constants of one class, whose initialiser has to be shorter than 64 KB. */
const MAX_PARTS = 2_500;

const PREFIXES = {
  integer: 'INTEGER',
  boolean: 'BOOLEAN',
  enumeration: 'TAG',
  text: 'TEXT',
  bytes: 'BYTES',
  list: 'LIST',
  record: 'RECORD',
  option: 'OPTION',
} as const satisfies Record<Type['kind'], string>;

/** Longer lists are joined of shorter ones. */
const MAX_LIST = 1_000;

/**
 * The constants of a program, each written once. They stand in the class of the circuit, and in further classes if they are many:
 * Java limits the length of a method, and so of the initialiser of a class.
 */
export class Constants {
  private readonly known = new Map<string, JavaExpression>();
  /** The lines of each class, the first one being that of the circuit. */
  private readonly classes: { readonly lines: string[]; parts: number }[] = [{ lines: [], parts: 0 }];
  private readonly counts = new Map<string, number>();

  constructor(
    private readonly room: Room,
    private readonly types: Pick<JavaTypes, 'boxedTextOf'>,
    private readonly join: () => string,
  ) {}

  /** Returns the constant of a value with parts. */
  value(type: Type, parts: readonly JavaExpression[], write: (parts: readonly string[]) => string): JavaExpression {
    const text = write(parts.map((part) => part.text));
    return this.constant(this.types.boxedTextOf(type), text, 1 + parts.length, PREFIXES[type.kind]);
  }

  /** Returns the constant of a list. */
  list(type: Type, items: readonly JavaExpression[]): JavaExpression {
    if (items.length <= MAX_LIST) return this.value(type, items, (texts) => `List.of(${texts.join(', ')})`);
    const pieces: JavaExpression[] = [];
    for (let i = 0; i < items.length; i += MAX_LIST) pieces.push(this.list(type, items.slice(i, i + MAX_LIST)));
    return this.value(type, pieces, (texts) => `${this.join()}(List.of(${texts.join(', ')}))`);
  }

  /** Returns the constant of a long text, which is given as an expression. */
  text(literal: string): JavaExpression {
    return this.constant('String', literal, 1 + literal.split('", "').length, 'TEXT');
  }

  /** Returns the constant of an expression. */
  constant(type: string, text: string, parts: number, prefix: string): JavaExpression {
    const key = `${type} ${text}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const [first] = this.classes;
    let here = this.classes.at(-1);
    if (here === undefined || first === undefined) throw new Error('no class for constants');
    if (here.parts + parts > MAX_PARTS && here.parts > 0) {
      here = { lines: [], parts: 0 };
      this.classes.push(here);
    }
    const number = (this.counts.get(prefix) ?? 0) + 1;
    this.counts.set(prefix, number);
    const name = `${prefix}_${number}`;
    const constant = primary(here === first ? name : `Constants${this.classes.length}.${name}`);
    this.known.set(key, constant);
    here.parts += parts;
    const line = `static final ${type} ${name} = ${text};`;
    this.room.take(line.length + 12);
    here.lines.push(here === first ? `private ${line}` : line);
    return constant;
  }

  /** Returns the declarations of the class of the circuit. */
  own(): readonly string[] {
    return this.classes[0]?.lines ?? [];
  }

  /** Returns the declarations of each further class, by its name. */
  further(): readonly { readonly name: string; readonly lines: readonly string[] }[] {
    return this.classes.slice(1).map(({ lines }, index) => ({ name: `Constants${index + 2}`, lines }));
  }
}
