import { OptionValue, RecordValue, type Type, type Value } from '@kirchhoff/coherence';
import type { Room } from '../writing/room.js';
import { Bytes } from './assembler/bytes.js';
import { elementOf, HEAD, isAddress, SLOT, shiftOf, stackType } from './layout.js';

/** Addresses below are free, so that no value has the address 0. */
const START = 16;

/** Constants in memory, each once. They are complete when the module starts. */
export class StaticData {
  private readonly content = new Bytes();
  private readonly addresses = new Map<string, number>();

  constructor(private readonly room: Room) {}

  /** The first address after the constants, a multiple of 8. */
  get end(): number {
    return START + this.content.length;
  }

  segments(): readonly { readonly address: number; readonly bytes: Uint8Array }[] {
    return this.content.length === 0 ? [] : [{ address: START, bytes: this.content.taken() }];
  }

  /** Returns the address of bytes. */
  place(bytes: Uint8Array): number {
    const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    const known = this.addresses.get(key);
    if (known !== undefined) return known;
    this.room.take(bytes.length);
    const address = this.end;
    this.content.all(bytes);
    this.content.all(new Uint8Array(-bytes.length & 7));
    this.addresses.set(key, address);
    return address;
  }

  /** Returns the address of 8 bytes of their own, which are 0 at first. */
  reserve(): number {
    const address = this.end;
    this.room.take(8);
    this.content.all(new Uint8Array(8));
    return address;
  }

  /** Returns a value as it is on the stack: an integer, or an address. */
  wordOf(value: Value, type: Type): bigint | number {
    switch (type.kind) {
      case 'integer':
        return typeof value === 'number' || typeof value === 'bigint' ? BigInt(value) : wrong(type);
      case 'boolean':
        return Number(value);
      case 'enumeration':
        return typeof value === 'string' ? type.tags.indexOf(value) : wrong(type);
      case 'text':
        return typeof value === 'string' ? this.text(value) : wrong(type);
      case 'bytes':
        return value instanceof Uint8Array ? this.sequence(value.length, 0, value) : wrong(type);
      case 'list':
        return Array.isArray(value) ? this.list(value, type) : wrong(type);
      case 'record': {
        if (!(value instanceof RecordValue)) return wrong(type);
        const { fields } = value;
        return this.slots(type.fields.map((field) => this.cell(fields.get(field.name) ?? wrong(type), field.type)));
      }
      case 'option': {
        if (!(value instanceof OptionValue)) return wrong(type);
        if (value.content === undefined) return 0;
        return isAddress(type.value) ? this.wordOf(value.content, type.value) : this.slots([this.cell(value.content, type.value)]);
      }
    }
  }

  private text(value: string): number {
    const bytes = new TextEncoder().encode(value);
    return this.sequence(bytes.length, Array.from(value).length, bytes);
  }

  private list(values: readonly Value[], type: Type): number {
    const element = elementOf(type);
    return this.elements(
      values.map((value) => this.cell(value, element)),
      type,
    );
  }

  /** Returns the address of a list with these elements. */
  elements(words: readonly bigint[], type: Type): number {
    const bytes = new Uint8Array(words.length << shiftOf(type));
    const view = new DataView(bytes.buffer);
    for (const [index, word] of words.entries()) {
      if (stackType(elementOf(type)) === 'i64') view.setBigInt64(8 * index, word, true);
      else view.setInt32(4 * index, Number(word), true);
    }
    return this.sequence(words.length, 0, bytes);
  }

  private cell(value: Value, type: Type): bigint {
    return BigInt(this.wordOf(value, type));
  }

  /** Returns the address of a record with these fields, or of a cell. */
  slots(words: readonly bigint[]): number {
    const view = new DataView(new ArrayBuffer(Math.max(SLOT * words.length, SLOT)));
    for (const [index, word] of words.entries()) view.setBigInt64(SLOT * index, word, true);
    return this.place(new Uint8Array(view.buffer));
  }

  private sequence(length: number, second: number, content: Uint8Array): number {
    const bytes = new Uint8Array(HEAD + content.length);
    new DataView(bytes.buffer).setUint32(0, length, true);
    new DataView(bytes.buffer).setUint32(4, second, true);
    bytes.set(content, HEAD);
    return this.place(bytes);
  }
}

function wrong({ kind }: Type): never {
  throw new TypeError(`the literal is no ${kind}`);
}
