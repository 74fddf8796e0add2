import { codePointLength, type Int, NONE, normalize, OptionValue, RecordValue, type Value } from '@kirchhoff/coherence';
import { Room } from '../../../writing/room.js';
import { assemble } from '../../assembler/assemble.js';
import { StaticData } from '../../static-data.js';
import { linked } from '../link.js';
import { PIECES } from '../pieces.js';

/** The form of a value in memory. A `word` is an `i32`; `words` are a list of such. */
export type Form = 'integer' | 'word' | 'boolean' | 'text' | 'bytes' | 'integers' | 'words' | 'texts' | 'civil' | 'pairs' | Optional;
type Optional = `${'integer' | 'text' | 'bytes'}?`;

/** The exports of the module that are not pieces. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly mark: () => number;
  readonly release: (mark: number) => void;
  readonly new_sequence: (length: number, second: number, size: number) => number;
}

const CORE: readonly string[] = ['mark', 'release', 'new_sequence'];

/** All pieces in one module, each of which can be called with values. */
export class RuntimeModule {
  private readonly exports: Exports;
  private readonly start: number;
  private readonly texts = new Map<string, number>();

  constructor() {
    const exports = instanceOf(moduleOfAll());
    if (!isExports(exports)) throw new Error('the module does not export the core');
    this.exports = exports;
    this.start = exports.mark();
  }

  /** Calls a piece in memory that is not zero. Throws if it changes an argument, or if it traps. */
  call(piece: string, args: readonly (readonly [Form, Value])[], result: Form): Value {
    const { exports, start } = this;
    exports.release(start);
    this.texts.clear();
    new Uint8Array(exports.memory.buffer, start).fill(0xa5);
    const given = args.map(([form, value]) => this.put(form, value));
    const end = exports.mark();
    const before = exports.memory.buffer.slice(start, end);
    const found: unknown = Reflect.get(exports, piece);
    if (typeof found !== 'function') throw new Error(`no piece ${piece}`);
    const returned: unknown = Reflect.apply(found, null, given);
    const after = exports.memory.buffer.slice(start, end);
    if (!Buffer.from(before).equals(Buffer.from(after))) throw new Error(`${piece} changes its arguments`);
    if (typeof returned !== 'number' && typeof returned !== 'bigint') throw new Error(`${piece} returns nothing`);
    return this.get(result, returned);
  }

  private get view(): DataView {
    return new DataView(this.exports.memory.buffer);
  }

  private put(form: Form, value: Value): number | bigint {
    if (typeof value === 'number' || typeof value === 'bigint') return form === 'integer' ? BigInt(value) : Number(value);
    if (typeof value === 'boolean') return Number(value);
    if (typeof value === 'string') return this.putText(value);
    if (value instanceof Uint8Array) return this.putBytes(value, 0);
    if (!Array.isArray(value)) throw new Error(`no argument of the form ${form}`);
    const element = form === 'integers' ? 'integer' : form === 'texts' ? 'text' : 'word';
    const parts = value.map((each) => this.put(element, each));
    const width = form === 'integers' ? 8 : 4;
    const at = this.exports.new_sequence(parts.length, 0, parts.length * width);
    for (const [index, part] of parts.entries()) {
      if (typeof part === 'bigint') this.view.setBigInt64(at + 8 + 8 * index, part, true);
      else this.view.setInt32(at + 8 + 4 * index, part, true);
    }
    return at;
  }

  /** Equal texts share their memory. */
  private putText(text: string): number {
    const known = this.texts.get(text);
    if (known !== undefined) return known;
    const at = this.putBytes(Buffer.from(text), codePointLength(text));
    this.texts.set(text, at);
    return at;
  }

  private putBytes(bytes: Uint8Array, second: number): number {
    const at = this.exports.new_sequence(bytes.length, second, bytes.length);
    new Uint8Array(this.exports.memory.buffer, at + 8, bytes.length).set(bytes);
    return at;
  }

  private get(form: Form, returned: number | bigint): Value {
    if (typeof returned === 'bigint') return normalize(returned);
    const { view } = this;
    switch (form) {
      case 'word':
        return returned;
      case 'boolean':
        if (returned !== 0 && returned !== 1) throw new Error(`${returned} is no boolean`);
        return returned === 1;
      case 'integer':
        return integerAt(view, returned);
      case 'text':
        return this.textAt(returned);
      case 'bytes':
        return this.bytesAt(returned, 0);
      case 'integers':
        return this.elementsAt(returned, 8, (at) => integerAt(view, at));
      case 'words':
        return this.elementsAt(returned, 4, (at) => view.getInt32(at, true));
      case 'texts':
        return this.elementsAt(returned, 4, (at) => this.textAt(view.getInt32(at, true)));
      case 'pairs':
        return this.elementsAt(returned, 4, (at) => recordAt(view, view.getInt32(at, true), ['a', 'b']));
      case 'civil':
        return recordAt(view, returned, ['day', 'month', 'year']);
      case 'integer?':
        return returned === 0 ? NONE : new OptionValue(integerAt(view, returned));
      case 'text?':
        return returned === 0 ? NONE : new OptionValue(this.textAt(returned));
      case 'bytes?':
        return returned === 0 ? NONE : new OptionValue(this.bytesAt(returned, 0));
    }
  }

  private textAt(at: number): string {
    const length = this.view.getUint32(at + 4, true);
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(this.bytesAt(at, length));
    if (codePointLength(text) !== length) throw new Error(`a text of ${length} code points with others`);
    return text;
  }

  private bytesAt(at: number, second: number): Uint8Array {
    if (at % 8 !== 0) throw new Error(`${at} is no multiple of 8`);
    if (this.view.getUint32(at + 4, true) !== second) throw new Error('a second word that is not 0');
    return new Uint8Array(this.exports.memory.buffer.slice(at + 8, at + 8 + this.view.getUint32(at, true)));
  }

  private elementsAt(at: number, width: number, read: (at: number) => Value): readonly Value[] {
    if (this.view.getUint32(at + 4, true) !== 0) throw new Error('a second word that is not 0');
    return Array.from({ length: this.view.getUint32(at, true) }, (_, index) => read(at + 8 + width * index));
  }
}

function integerAt(view: DataView, at: number): Int {
  return normalize(view.getBigInt64(at, true));
}

function recordAt(view: DataView, at: number, names: readonly string[]): Value {
  return new RecordValue(new Map(names.map((name, index) => [name, integerAt(view, at + 8 * index)])));
}

/** Returns the module with the core and all pieces, each of which it exports. */
function moduleOfAll(): Uint8Array {
  const exports = new Map([...CORE, ...PIECES.keys()].map((name) => [name, `$${name}`]));
  const data = new StaticData(new Room());
  const { functions, globals } = linked([], [...exports.values()], data);
  const free = { name: '$free', isMutable: true, initial: data.end };
  const failed = { name: '$failed', isMutable: true, initial: 0 };
  return assemble({ imports: [], functions, pages: 1, globals: [free, failed, ...globals], exports, data: data.segments() });
}

/** The part of the interface of JavaScript that the tests use. */
interface Engine {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

function instanceOf(bytes: Uint8Array): unknown {
  const engine: unknown = Reflect.get(globalThis, 'WebAssembly');
  if (!isEngine(engine)) throw new Error('no WebAssembly');
  return new engine.Instance(new engine.Module(bytes)).exports;
}

function isEngine(value: unknown): value is Engine {
  return typeof value === 'object' && value !== null && 'Module' in value && 'Instance' in value;
}

function isExports(value: unknown): value is Exports {
  return typeof value === 'object' && value !== null && CORE.every((name) => name in value);
}
