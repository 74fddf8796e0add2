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

/** Returns the path of rho and pi: the offset of each next lane, and the number of bits by which it is rotated. */
function turns(): string {
  const bytes: number[] = [];
  let [x, y] = [1, 0];
  for (let t = 0; t < ROUNDS; t += 1) {
    [x, y] = [y, (2 * x + 3 * y) % 5];
    bytes.push(8 * (x + 5 * y), (((t + 1) * (t + 2)) / 2) % 64);
  }
  return Buffer.from(bytes).toString('hex');
}

/** SHA3-256 (FIPS 202). */
export const KECCAK = {
  keccak: {
    data: { keccak_rounds: roundConstants(), keccak_turns: turns() },
    code: `
;; Keccak-f[1600] on 25 lanes of 8 bytes. Behind them is room for a row of 7 lanes, the last two of which are the first
;; ones again.
(func $keccak (param $state i32)
  (local $round i32) (local $at i32) (local $row i32) (local $lane i64) (local $other i64) (local $turn i32)
  (local.set $row (i32.add (local.get $state) (i32.const 200)))
  (loop $rounds
    (if (i32.ne (local.get $round) (i32.const 192))
      (then
        ;; Theta: the row has the parities of the columns 4, 0, 1, 2, 3, 4 and 0.
        (local.set $at (i32.const 0))
        (loop $parities
          (if (i32.ne (local.get $at) (i32.const 40))
            (then
              (i64.store offset=8
                (i32.add (local.get $row) (local.get $at))
                (call $keccak_parity (i32.add (local.get $state) (local.get $at))))
              (local.set $at (i32.add (local.get $at) (i32.const 8)))
              (br $parities))))
        (i64.store (local.get $row) (i64.load offset=40 (local.get $row)))
        (i64.store offset=48 (local.get $row) (i64.load offset=8 (local.get $row)))
        (local.set $at (i32.const 0))
        (loop $columns
          (if (i32.ne (local.get $at) (i32.const 40))
            (then
              (call $keccak_xor_column
                (i32.add (local.get $state) (local.get $at))
                (i64.xor
                  (i64.load (i32.add (local.get $row) (local.get $at)))
                  (i64.rotl (i64.load offset=16 (i32.add (local.get $row) (local.get $at))) (i64.const 1))))
              (local.set $at (i32.add (local.get $at) (i32.const 8)))
              (br $columns))))
        ;; Rho and pi.
        (local.set $lane (i64.load offset=8 (local.get $state)))
        (local.set $turn (i32.const 0))
        (loop $turns
          (if (i32.ne (local.get $turn) (i32.const 48))
            (then
              (local.set $at (i32.add (local.get $state) (i32.load8_u (i32.add (global.get $keccak_turns) (local.get $turn)))))
              (local.set $other (i64.load (local.get $at)))
              (i64.store
                (local.get $at)
                (i64.rotl
                  (local.get $lane)
                  (i64.load8_u offset=1 (i32.add (global.get $keccak_turns) (local.get $turn)))))
              (local.set $lane (local.get $other))
              (local.set $turn (i32.add (local.get $turn) (i32.const 2)))
              (br $turns))))
        ;; Chi.
        (local.set $at (local.get $state))
        (loop $rows
          (if (i32.ne (local.get $at) (local.get $row))
            (then
              (call $keccak_mix_row (local.get $at) (local.get $row))
              (local.set $at (i32.add (local.get $at) (i32.const 40)))
              (br $rows))))
        ;; Iota.
        (i64.store
          (local.get $state)
          (i64.xor
            (i64.load (local.get $state))
            (i64.load (i32.add (global.get $keccak_rounds) (local.get $round)))))
        (local.set $round (i32.add (local.get $round) (i32.const 8)))
        (br $rounds)))))
(func $keccak_parity (param $at i32) (result i64)
  (i64.xor
    (i64.xor
      (i64.xor (i64.load (local.get $at)) (i64.load offset=40 (local.get $at)))
      (i64.xor (i64.load offset=80 (local.get $at)) (i64.load offset=120 (local.get $at))))
    (i64.load offset=160 (local.get $at))))
(func $keccak_xor_column (param $at i32) (param $bits i64)
  (local $end i32)
  (local.set $end (i32.add (local.get $at) (i32.const 200)))
  (loop $next
    (if (i32.ne (local.get $at) (local.get $end))
      (then
        (i64.store (local.get $at) (i64.xor (i64.load (local.get $at)) (local.get $bits)))
        (local.set $at (i32.add (local.get $at) (i32.const 40)))
        (br $next)))))
(func $keccak_mix_row (param $at i32) (param $row i32)
  (local $end i32)
  (memory.copy (local.get $row) (local.get $at) (i32.const 40))
  (memory.copy (i32.add (local.get $row) (i32.const 40)) (local.get $at) (i32.const 16))
  (local.set $end (i32.add (local.get $at) (i32.const 40)))
  (loop $next
    (if (i32.ne (local.get $at) (local.get $end))
      (then
        (i64.store
          (local.get $at)
          (i64.xor
            (i64.load (local.get $row))
            (i64.and
              (i64.xor (i64.load offset=8 (local.get $row)) (i64.const -1))
              (i64.load offset=16 (local.get $row)))))
        (local.set $row (i32.add (local.get $row) (i32.const 8)))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br $next)))))`,
  },
  sha3_256: {
    code: `
(func $sha3_256 (param $bytes i32) (result i32)
  (local $digest i32) (local $state i32) (local $at i32) (local $left i32) (local $index i32)
  (local.set $digest (call $new_sequence (i32.const 32) (i32.const 0) (i32.const 32)))
  ;; The lanes and the row of keccak.
  (local.set $state (call $alloc (i32.const 256)))
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
