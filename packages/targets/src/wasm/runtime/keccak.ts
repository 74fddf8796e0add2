import type { PieceSource } from './piece.js';

const ROUNDS = 24;

/** Returns the constants of the rounds, from the shift register of FIPS 202, section 3.2.5. */
function roundConstants(): string {
  const words = Buffer.alloc(8 * ROUNDS);
  let register = 1;
  for (let round = 0; round < ROUNDS; round += 1) {
    let constant = 0n;
    for (let j = 0n; j < 7n; j += 1n) {
      if (register & 1) constant ^= 1n << ((1n << j) - 1n);
      register = (register << 1) ^ (register & 0x80 ? 0x171 : 0);
    }
    words.writeBigUInt64LE(constant, 8 * round);
  }
  return words.toString('hex');
}

const FIVE = [0, 1, 2, 3, 4];
const LANES = Array.from({ length: 25 }, (_, lane) => lane);

/** Returns the number of bits by which rho rotates each lane x + 5y (section 3.2.2). */
function rotations(): readonly number[] {
  const amounts = LANES.map(() => 0);
  let [x, y] = [1, 0];
  for (let t = 0; t < 24; t += 1) {
    amounts[x + 5 * y] = (((t + 1) * (t + 2)) / 2) % 64;
    [x, y] = [y, (2 * x + 3 * y) % 5];
  }
  return amounts;
}

function get(name: string, index: number): string {
  return `(local.get $${name}${index})`;
}

function xor(...terms: readonly string[]): string {
  return terms.reduceRight((rest, term) => `(i64.xor ${term} ${rest})`);
}

function turned(lane: string, amount: number): string {
  return `(i64.rotl ${lane} (i64.const ${amount}))`;
}

/**
 * Returns the statements of a round without iota. The lanes are the locals `$a0` to `$a24`, and `$b0` to `$b24` after pi. A column
 * has its parity in `$c`, and in `$d` what theta adds.
 */
function roundCode(): string {
  const amounts = rotations();
  const parities = FIVE.map((x) => `(local.set $c${x} ${xor(...FIVE.map((y) => get('a', x + 5 * y)))})`);
  const columns = FIVE.map((x) => `(local.set $d${x} ${xor(get('c', (x + 4) % 5), turned(get('c', (x + 1) % 5), 1))})`);
  const rhoAndPi = LANES.map((lane) => {
    const [x, y] = [lane % 5, Math.floor(lane / 5)];
    const next = y + 5 * ((2 * x + 3 * y) % 5);
    return `(local.set $b${next} ${turned(xor(get('a', lane), get('d', x)), amounts[lane] ?? 0)})`;
  });
  const chi = LANES.map((lane) => {
    const at = (x: number) => get('b', lane - (lane % 5) + ((lane + x) % 5));
    return `(local.set $a${lane} ${xor(at(0), `(i64.and ${xor(at(1), '(i64.const -1)')} ${at(2)})`)})`;
  });
  return [...parities, ...columns, ...rhoAndPi, ...chi].join('\n');
}

/** Returns Keccak-f[1600] on 25 lanes of 8 bytes in memory. */
function permutationCode(): string {
  const locals = [...LANES.flatMap((lane) => [`a${lane}`, `b${lane}`]), ...FIVE.flatMap((x) => [`c${x}`, `d${x}`])];
  const loads = LANES.map((lane) => `(local.set $a${lane} (i64.load offset=${8 * lane} (local.get $state)))`);
  const stores = LANES.map((lane) => `(i64.store offset=${8 * lane} (local.get $state) (local.get $a${lane}))`);
  return `
(func $keccak (param $state i32)
  (local $round i32) ${locals.map((name) => `(local $${name} i64)`).join(' ')}
  ${loads.join('\n')}
  (loop $rounds
    ${roundCode()}
    (local.set $a0
      (i64.xor (local.get $a0) (i64.load (i32.add (global.get $keccak_rounds) (local.get $round)))))
    (local.set $round (i32.add (local.get $round) (i32.const 8)))
    (br_if $rounds (i32.ne (local.get $round) (i32.const ${8 * ROUNDS}))))
  ${stores.join('\n')})`;
}

/** SHA3-256 (FIPS 202). */
export const KECCAK = {
  keccak: { data: { keccak_rounds: roundConstants() }, code: permutationCode() },
  sha3_256: {
    code: `
(func $sha3_256 (param $bytes i32) (result i32)
  (local $digest i32) (local $state i32) (local $at i32) (local $left i32) (local $index i32)
  (local.set $digest (call $new_sequence (i32.const 32) (i32.const 0) (i32.const 32)))
  (local.set $state (call $alloc (i32.const 200)))
  (memory.fill (local.get $state) (i32.const 0) (i32.const 200))
  (local.set $at (i32.add (local.get $bytes) (i32.const 8)))
  (local.set $left (i32.load (local.get $bytes)))
  (loop $blocks
    (if (i32.ge_u (local.get $left) (i32.const 136))
      (then
        (local.set $index (i32.const 0))
        (loop $lanes
          (if (i32.ne (local.get $index) (i32.const 136))
            (then
              (i64.store
                (i32.add (local.get $state) (local.get $index))
                (i64.xor
                  (i64.load (i32.add (local.get $state) (local.get $index)))
                  (i64.load (i32.add (local.get $at) (local.get $index)))))
              (local.set $index (i32.add (local.get $index) (i32.const 8)))
              (br $lanes))))
        (call $keccak (local.get $state))
        (local.set $at (i32.add (local.get $at) (i32.const 136)))
        (local.set $left (i32.sub (local.get $left) (i32.const 136)))
        (br $blocks))))
  (local.set $index (i32.const 0))
  (loop $rest
    (if (i32.ne (local.get $index) (local.get $left))
      (then
        (i32.store8
          (i32.add (local.get $state) (local.get $index))
          (i32.xor
            (i32.load8_u (i32.add (local.get $state) (local.get $index)))
            (i32.load8_u (i32.add (local.get $at) (local.get $index)))))
        (local.set $index (i32.add (local.get $index) (i32.const 1)))
        (br $rest))))
  (i32.store8
    (i32.add (local.get $state) (local.get $left))
    (i32.xor (i32.load8_u (i32.add (local.get $state) (local.get $left))) (i32.const 0x06)))
  (i32.store8 offset=135
    (local.get $state)
    (i32.xor (i32.load8_u offset=135 (local.get $state)) (i32.const 0x80)))
  (call $keccak (local.get $state))
  (memory.copy (i32.add (local.get $digest) (i32.const 8)) (local.get $state) (i32.const 32))
  (global.set $free (local.get $state))
  (local.get $digest))`,
  },
} as const satisfies Record<string, PieceSource>;
