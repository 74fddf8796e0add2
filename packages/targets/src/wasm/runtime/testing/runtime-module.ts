import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Int, NONE, normalize, OptionValue, RecordValue, type Value } from '@kirchhoff/coherence';
import { PIECES } from '../pieces.js';

/** The form of a value in memory. A `word` is an `i32`; `words` are a list of such. */
export type Form = 'integer' | 'word' | 'boolean' | 'text' | 'bytes' | 'integers' | 'words' | 'texts' | 'civil' | 'pairs' | Optional;
type Optional = `${'integer' | 'text' | 'bytes'}?`;

/** The functions of the core that pieces call, in their simplest form. */
const CORE = `
(memory (export "memory") 1)
(global $free (export "free") (mut i32) (i32.const 16384))
(func $alloc (export "alloc") (param $size i32) (result i32) (local $at i32) (local $missing i32)
  (local.set $at (global.get $free))
  (global.set $free (i32.add (local.get $at) (i32.and (i32.add (local.get $size) (i32.const 7)) (i32.const -8))))
  (local.set $missing (i32.sub (global.get $free) (i32.shl (memory.size) (i32.const 16))))
  (if (i32.gt_s (local.get $missing) (i32.const 0))
    (then
      (if (i32.eq (i32.const -1) (memory.grow (i32.add (i32.const 1) (i32.shr_u (local.get $missing) (i32.const 16)))))
        (then (unreachable)))))
  ;; New memory is not zero.
  (memory.fill (local.get $at) (i32.const 0xa5) (local.get $size))
  (local.get $at))
(func $new_sequence (export "new_sequence") (param $length i32) (param $second i32) (param $size i32) (result i32) (local $at i32)
  (local.set $at (call $alloc (i32.add (local.get $size) (i32.const 8))))
  (i32.store (local.get $at) (local.get $length))
  (i32.store offset=4 (local.get $at) (local.get $second))
  (local.get $at))
(func $some_integer (param $value i64) (result i32) (local $at i32)
  (local.set $at (call $alloc (i32.const 8)))
  (i64.store (local.get $at) (local.get $value))
  (local.get $at))`;

const DATA_START = 1024;

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly free: { value: number };
  readonly alloc: (size: number) => number;
  readonly new_sequence: (length: number, second: number, size: number) => number;
}

/** The part of the interface of JavaScript that the tests use. */
interface Engine {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

type Func = (...args: readonly (number | bigint)[]) => number | bigint;

/** All pieces in one module, each of which can be called with values. */
export class RuntimeModule {
  private readonly exports: Exports;
  private readonly start: number;

  constructor() {
    this.exports = instanceOf(moduleText());
    this.start = this.exports.free.value;
  }

  /** Calls a piece in fresh memory. Throws if it changes an argument, or if it traps. */
  call(piece: string, args: readonly (readonly [Form, Value])[], result: Form): Value {
    this.exports.free.value = this.start;
    const given = args.map(([form, value]) => this.put(form, value));
    const end = this.exports.free.value;
    const before = Buffer.from(new Uint8Array(this.exports.memory.buffer, this.start, end - this.start));
    const found: unknown = Reflect.get(this.exports, piece);
    if (typeof found !== 'function') throw new Error(`no piece ${piece}`);
    const returned = (found as Func)(...given);
    const after = Buffer.from(this.exports.memory.buffer, this.start, end - this.start);
    if (!before.equals(after)) throw new Error(`${piece} changes its arguments`);
    return this.get(result, returned);
  }

  private get view(): DataView {
    return new DataView(this.exports.memory.buffer);
  }

  private put(form: Form, value: Value): number | bigint {
    if (typeof value === 'number' || typeof value === 'bigint') return form === 'integer' ? BigInt(value) : Number(value);
    if (typeof value === 'boolean') return Number(value);
    if (typeof value === 'string') return this.putBytes(Buffer.from(value), [...value].length);
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
    if ([...text].length !== length) throw new Error(`a text of ${length} code points with others`);
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
function moduleText(): string {
  const parts = [CORE];
  let at = DATA_START;
  for (const [name, { code, data = {} }] of PIECES) {
    parts.push(code, `(export "${name}" (func $${name}))`);
    for (const [constant, digits] of Object.entries(data)) {
      const bytes = Buffer.from(digits.replaceAll(' ', ''), 'hex');
      parts.push(`(global $${constant} i32 (i32.const ${at}))`);
      parts.push(`(data (i32.const ${at}) "${[...bytes].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('')}")`);
      at += Math.ceil(bytes.length / 8) * 8;
    }
  }
  return `(module ${parts.join('\n')})`;
}

function instanceOf(text: string): Exports {
  const folder = mkdtempSync(join(tmpdir(), 'kirchhoff-wasm-'));
  try {
    writeFileSync(join(folder, 'm.wat'), text);
    execFileSync('wat2wasm', [join(folder, 'm.wat'), '-o', join(folder, 'm.wasm')]);
    const { Module, Instance } = Reflect.get(globalThis, 'WebAssembly') as Engine;
    return new Instance(new Module(readFileSync(join(folder, 'm.wasm')))).exports as Exports;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
