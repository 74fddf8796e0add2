/** The instructions without immediates, in the order of their opcodes from each start (WebAssembly 1.0, section 5.4). */
const RUNS: readonly (readonly [start: number, names: string])[] = [
  [0x45, 'i32.eqz i32.eq i32.ne i32.lt_s i32.lt_u i32.gt_s i32.gt_u i32.le_s i32.le_u i32.ge_s i32.ge_u'],
  [0x50, 'i64.eqz i64.eq i64.ne i64.lt_s i64.lt_u i64.gt_s i64.gt_u i64.le_s i64.le_u i64.ge_s i64.ge_u'],
  [0x67, 'i32.clz i32.ctz i32.popcnt i32.add i32.sub i32.mul i32.div_s i32.div_u i32.rem_s i32.rem_u'],
  [0x71, 'i32.and i32.or i32.xor i32.shl i32.shr_s i32.shr_u i32.rotl i32.rotr'],
  [0x79, 'i64.clz i64.ctz i64.popcnt i64.add i64.sub i64.mul i64.div_s i64.div_u i64.rem_s i64.rem_u'],
  [0x83, 'i64.and i64.or i64.xor i64.shl i64.shr_s i64.shr_u i64.rotl i64.rotr'],
  [0xa7, 'i32.wrap_i64'],
  [0xac, 'i64.extend_i32_s i64.extend_i32_u'],
  // The extension for signs.
  [0xc0, 'i32.extend8_s i32.extend16_s i64.extend8_s i64.extend16_s i64.extend32_s'],
  [0x00, 'unreachable nop'],
  [0x0f, 'return'],
  [0x1a, 'drop select'],
];

export const PLAIN: ReadonlyMap<string, number> = new Map(
  RUNS.flatMap(([start, names]) => names.split(' ').map((name, index) => [name, start + index] as const)),
);

/** The instructions of memory, each with its opcode and the exponent of its natural alignment. */
export const MEMORY: ReadonlyMap<string, readonly [opcode: number, align: number]> = new Map([
  ['i32.load', [0x28, 2]],
  ['i64.load', [0x29, 3]],
  ['i32.load8_s', [0x2c, 0]],
  ['i32.load8_u', [0x2d, 0]],
  ['i32.load16_s', [0x2e, 1]],
  ['i32.load16_u', [0x2f, 1]],
  ['i64.load8_s', [0x30, 0]],
  ['i64.load8_u', [0x31, 0]],
  ['i64.load16_s', [0x32, 1]],
  ['i64.load16_u', [0x33, 1]],
  ['i64.load32_s', [0x34, 2]],
  ['i64.load32_u', [0x35, 2]],
  ['i32.store', [0x36, 2]],
  ['i64.store', [0x37, 3]],
  ['i32.store8', [0x3a, 0]],
  ['i32.store16', [0x3b, 1]],
  ['i64.store8', [0x3c, 0]],
  ['i64.store16', [0x3d, 1]],
  ['i64.store32', [0x3e, 2]],
]);

/** The instructions with indices after the opcode, all of which are 0: there is one memory. */
export const ON_MEMORY: ReadonlyMap<string, readonly number[]> = new Map([
  ['memory.size', [0x3f, 0]],
  ['memory.grow', [0x40, 0]],
  // The extension for bulk memory.
  ['memory.copy', [0xfc, 10, 0, 0]],
  ['memory.fill', [0xfc, 11, 0]],
]);

/** The instructions with a name after the opcode. */
export const NAMED: ReadonlyMap<string, { readonly opcode: number; readonly of: 'label' | 'function' | 'local' | 'global' }> = new Map([
  ['br', { opcode: 0x0c, of: 'label' }],
  ['br_if', { opcode: 0x0d, of: 'label' }],
  ['call', { opcode: 0x10, of: 'function' }],
  ['local.get', { opcode: 0x20, of: 'local' }],
  ['local.set', { opcode: 0x21, of: 'local' }],
  ['local.tee', { opcode: 0x22, of: 'local' }],
  ['global.get', { opcode: 0x23, of: 'global' }],
  ['global.set', { opcode: 0x24, of: 'global' }],
]);

export const VALUE_TYPES: ReadonlyMap<string, number> = new Map([
  ['i32', 0x7f],
  ['i64', 0x7e],
]);
