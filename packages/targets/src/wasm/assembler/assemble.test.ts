import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { lower } from '../../lowered/lower.js';
import { CIRCUITS } from '../../testing/corpus.js';
import { isInstalled } from '../../testing/toolchain.js';
import { Room } from '../../writing/room.js';
import { moduleOf } from '../module.js';
import { CORE } from '../runtime/core.js';
import { linked } from '../runtime/link.js';
import { PIECES } from '../runtime/pieces.js';
import { Shared } from '../shared.js';
import { StaticData } from '../static-data.js';
import { assemble, type ModuleParts, textOf } from './assemble.js';
import { Bytes } from './bytes.js';
import { parseWat } from './wat.js';

const here = isInstalled({ target: 'wasm', commands: ['wat2wasm'] });
const compared = here ? test : test.skip;

/** Returns what WABT assembles from the text of a module. */
function wabt(module: ModuleParts): Uint8Array {
  const folder = mkdtempSync(path.join(tmpdir(), 'kirchhoff-wat-'));
  try {
    writeFileSync(path.join(folder, 'a.wat'), textOf(module));
    execFileSync('wat2wasm', ['a.wat', '-o', 'a.wasm'], { cwd: folder });
    return readFileSync(path.join(folder, 'a.wasm'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function moduleWith(functions: string): ModuleParts {
  return { imports: [], functions: parseWat(functions), pages: 1, globals: [], exports: new Map(), data: [] };
}

compared('every function of the runtime has the bytes that WABT gives it', () => {
  const names = [...Object.keys(CORE), ...PIECES.keys()].map((name) => `$${name}`);
  const data = new StaticData(new Room());
  const { functions, globals } = linked([], names, data);
  const globalsOfCore = ['$free', '$failed'].map((name) => ({ name, isMutable: true, initial: 0 }));
  const module: ModuleParts = {
    imports: [],
    functions,
    pages: 2,
    globals: [...globalsOfCore, ...globals],
    exports: new Map(names.map((name) => [name.slice(1), name])),
    data: data.segments(),
  };
  expect(functions.length).toBeGreaterThan(150);
  expect(Buffer.from(assemble(module))).toEqual(Buffer.from(wabt(module)));
});

compared('circuits of the corpus have the bytes that WABT gives them', () => {
  for (const { program } of CIRCUITS.filter((_, index) => index % 15 === 0)) {
    const module = moduleOf(lower(program, { certified: false }), new Shared(new Room()));
    if (module === null) throw new Error('too long');
    expect(Buffer.from(assemble(module.parts))).toEqual(Buffer.from(wabt(module.parts)));
  }
});

compared('constants at the edges of each length have the bytes that WABT gives them', () => {
  const edges = Array.from({ length: 65 }, (_, bits) =>
    [-1n, 0n, 1n].flatMap((by) => [2n ** BigInt(bits) + by, -(2n ** BigInt(bits)) + by]),
  ).flat();
  const wide = edges.filter((value) => value >= -(2n ** 63n) && value < 2n ** 64n).map((value) => `(drop (i64.const ${value}))`);
  const narrow = edges.filter((value) => value >= -(2n ** 31n) && value < 2n ** 32n).map((value) => `(drop (i32.const ${value}))`);
  const others = ['(drop (i64.const 0xffff_ffff_ffff_ffff))', '(drop (i32.const -0x8000_0000))', '(drop (i64.const -0x1))'];
  const module = moduleWith(`(func $constants ${[...wide, ...narrow, ...others].join(' ')})`);
  expect(Buffer.from(assemble(module))).toEqual(Buffer.from(wabt(module)));
});

compared('blocks, labels, tables and empty clauses have the bytes that WABT gives them', () => {
  const module = moduleWith(`
    ;; A comment with (brackets.
    (func $callee (param $x i64) (result i64) (local.get $x))
    (func $all (param $x i32) (result i64) (local $y i64) (local $z i64) (local $w i32) (local $v i64)
      (block $a (block $b (loop $c
        (br_table $a $b $c (local.get $x))
        (br_if $c (i32.eqz (local.get $x))))))
      (if (local.get $x) (then) (else (nop)))
      (if $named (local.get $x) (then (br $named)))
      (block $a (block $a (br $a)))
      (i64.store32 offset=300 (local.get $x) (i64.load16_s offset=4 (local.get $x)))
      (memory.fill (i32.const 0) (i32.const 1) (i32.const 2))
      (memory.copy (i32.const 0) (i32.const 1) (memory.size))
      (local.set $w (local.tee $x (memory.grow (i32.const 1))))
      (if (result i64) (local.get $x) (then (call $callee (local.get $y))) (else (return (i64.extend8_s (local.get $z))))))`);
  expect(Buffer.from(assemble(module))).toEqual(Buffer.from(wabt(module)));
});

test('integers of variable length hold their value', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (safe, wide) => {
      const unsigned = new Bytes();
      unsigned.unsigned(Math.abs(safe) % 2 ** 32);
      expect(unsigned.taken().reduceRight((sum, byte) => sum * 128 + (byte % 128), 0)).toBe(Math.abs(safe) % 2 ** 32);
      const signed = new Bytes();
      signed.signed64(wide);
      const bits = signed.taken().reduceRight((sum, byte) => sum * 128n + BigInt(byte % 128), 0n);
      expect(BigInt.asIntN(Math.min(64, 7 * signed.length), bits)).toBe(wide);
    }),
  );
});

test.each([
  ['an unknown operator', '(func $f (i32.plus (i32.const 1) (i32.const 2)))'],
  ['an unknown local', '(func $f (drop (local.get $x)))'],
  ['an unknown function', '(func $f (call $g))'],
  ['a label outside its block', '(func $f (block $a) (br $a))'],
  ['two locals of one name', '(func $f (param $x i32) (local $x i64))'],
  ['two functions of one name', '(func $f) (func $f)'],
  ['a missing bracket', '(func $f'],
  ['an extra bracket', '(func $f))'],
])('%s is an error', (_, text) => {
  expect(() => assemble(moduleWith(text))).toThrow(SyntaxError);
});
