import type { PieceSource } from './piece.js';

/**
 * Returns the words of FIPS 180-4, sections 4.2 and 5.3: the first bits of the fractional parts of the square or cube roots of the
 * first primes, each little-endian.
 */
function rootWords(count: number, degree: 2n | 3n, size: 4 | 8): string {
  const words = Buffer.alloc(count * size);
  let prime = 1n;
  for (let at = 0; at < words.length; at += size) {
    do prime += 1n;
    while (!isPrime(prime));
    const root = BigInt.asUintN(64, rootOf(prime << (64n * degree), degree));
    if (size === 8) words.writeBigUInt64LE(root, at);
    else words.writeUInt32LE(Number(root >> 32n), at);
  }
  return words.toString('hex');
}

function isPrime(candidate: bigint): boolean {
  for (let factor = 2n; factor * factor <= candidate; factor += 1n) if (candidate % factor === 0n) return false;
  return true;
}

/** Returns the root, rounded down. It has less than 70 bits. */
function rootOf(radicand: bigint, degree: bigint): bigint {
  let root = 0n;
  for (let bit = 1n << 69n; bit > 0n; bit >>= 1n) if ((root + bit) ** degree <= radicand) root += bit;
  return root;
}

/** A hash function of blocks. Its state in memory has the chaining words, then the words of a block, then a block for the padding. */
interface Hash {
  readonly name: string;
  readonly word: 'i32' | 'i64';
  readonly size: 4 | 8;
  /** The number of words of the state, all of which are the digest. */
  readonly words: 5 | 8;
  readonly rounds: 64 | 80;
  /** The name of the piece that swaps the bytes of a word. */
  readonly swap: 'swap_word' | 'swap_long';
}

/** Returns the functions that hash a message with the function of a block. */
function digestCode({ name, word, size, words, rounds, swap }: Hash): string {
  const block = 16 * size;
  const digest = words * size;
  const padding = digest + rounds * size;
  return `
;; Starts with the constants of the standard.
(func $${name}_start (param $state i32)
  (memory.copy (local.get $state) (global.get $${name}_words) (i32.const ${digest})))
(func $${name}_new (result i32)
  (call $alloc (i32.const ${padding + block})))
;; Hashes the end of a message, of which ${block} * n bytes, $before, are already hashed, and writes the digest.
(func $${name}_finish (param $state i32) (param $at i32) (param $size i32) (param $before i32) (param $to i32)
  (local $padding i32) (local $bits i64) (local $index i32)
  (local.set $padding (i32.add (local.get $state) (i32.const ${padding})))
  (local.set $bits (i64.shl (i64.extend_i32_u (i32.add (local.get $before) (local.get $size))) (i64.const 3)))
  (loop $blocks
    (if (i32.ge_u (local.get $size) (i32.const ${block}))
      (then
        (call $${name}_block (local.get $state) (local.get $at))
        (local.set $at (i32.add (local.get $at) (i32.const ${block})))
        (local.set $size (i32.sub (local.get $size) (i32.const ${block})))
        (br $blocks))))
  (memory.fill (local.get $padding) (i32.const 0) (i32.const ${block}))
  (memory.copy (local.get $padding) (local.get $at) (local.get $size))
  (i32.store8 (i32.add (local.get $padding) (local.get $size)) (i32.const 0x80))
  (if (i32.ge_u (local.get $size) (i32.const ${block - 2 * size}))
    (then
      (call $${name}_block (local.get $state) (local.get $padding))
      (memory.fill (local.get $padding) (i32.const 0) (i32.const ${block}))))
  (i64.store offset=${block - 8} (local.get $padding) (call $swap_long (local.get $bits)))
  (call $${name}_block (local.get $state) (local.get $padding))
  (loop $words
    (if (i32.ne (local.get $index) (i32.const ${digest}))
      (then
        (${word}.store
          (i32.add (local.get $to) (local.get $index))
          (call $${swap} (${word}.load (i32.add (local.get $state) (local.get $index)))))
        (local.set $index (i32.add (local.get $index) (i32.const ${size})))
        (br $words)))))
(func $${name} (param $bytes i32) (result i32)
  (local $digest i32) (local $state i32)
  (local.set $digest (call $new_sequence (i32.const ${digest}) (i32.const 0) (i32.const ${digest})))
  (local.set $state (call $${name}_new))
  (call $${name}_start (local.get $state))
  (call $${name}_finish
    (local.get $state)
    (i32.add (local.get $bytes) (i32.const 8))
    (i32.load (local.get $bytes))
    (i32.const 0)
    (i32.add (local.get $digest) (i32.const 8)))
  (global.set $free (local.get $state))
  (local.get $digest))`;
}

const SHA1_BLOCK = `
;; The 80 words of the schedule, then four times 20 rounds with a function and a constant of their own.
(func $sha1_block (param $state i32) (param $at i32)
  (local $word i32) (local $index i32) (local $a i32) (local $b i32) (local $c i32) (local $d i32)
  (local $e i32) (local $mixed i32) (local $constant i32)
  (local.set $word (i32.add (local.get $state) (i32.const 20)))
  (loop $load
    (if (i32.ne (local.get $index) (i32.const 64))
      (then
        (i32.store
          (i32.add (local.get $word) (local.get $index))
          (call $swap_word (i32.load (i32.add (local.get $at) (local.get $index)))))
        (local.set $index (i32.add (local.get $index) (i32.const 4)))
        (br $load))))
  (loop $extend
    (if (i32.ne (local.get $index) (i32.const 320))
      (then
        (local.set $word (i32.add (i32.sub (local.get $state) (i32.const 44)) (local.get $index)))
        (i32.store offset=64
          (local.get $word)
          (i32.rotl
            (i32.xor
              (i32.xor (i32.load (local.get $word)) (i32.load offset=8 (local.get $word)))
              (i32.xor (i32.load offset=32 (local.get $word)) (i32.load offset=52 (local.get $word))))
            (i32.const 1)))
        (local.set $index (i32.add (local.get $index) (i32.const 4)))
        (br $extend))))
  (local.set $a (i32.load (local.get $state)))
  (local.set $b (i32.load offset=4 (local.get $state)))
  (local.set $c (i32.load offset=8 (local.get $state)))
  (local.set $d (i32.load offset=12 (local.get $state)))
  (local.set $e (i32.load offset=16 (local.get $state)))
  (local.set $index (i32.const 0))
  (loop $round
    (if (i32.ne (local.get $index) (i32.const 320))
      (then
        (if (i32.lt_u (local.get $index) (i32.const 80))
          (then
            (local.set $mixed (i32.xor (local.get $d) (i32.and (local.get $b) (i32.xor (local.get $c) (local.get $d)))))
            (local.set $constant (i32.const 0x5a827999)))
          (else
            (if (i32.lt_u (i32.sub (local.get $index) (i32.const 160)) (i32.const 80))
              (then
                (local.set $mixed (i32.or
                  (i32.and (local.get $b) (local.get $c))
                  (i32.and (local.get $d) (i32.or (local.get $b) (local.get $c)))))
                (local.set $constant (i32.const 0x8f1bbcdc)))
              (else
                (local.set $mixed (i32.xor (local.get $b) (i32.xor (local.get $c) (local.get $d))))
                (local.set $constant (select
                  (i32.const 0x6ed9eba1)
                  (i32.const 0xca62c1d6)
                  (i32.lt_u (local.get $index) (i32.const 160))))))))
        (local.set $mixed (i32.add
          (i32.add (i32.add (local.get $mixed) (local.get $e)) (i32.rotl (local.get $a) (i32.const 5)))
          (i32.add (local.get $constant) (i32.load offset=20 (i32.add (local.get $state) (local.get $index))))))
        (local.set $e (local.get $d))
        (local.set $d (local.get $c))
        (local.set $c (i32.rotl (local.get $b) (i32.const 30)))
        (local.set $b (local.get $a))
        (local.set $a (local.get $mixed))
        (local.set $index (i32.add (local.get $index) (i32.const 4)))
        (br $round))))
  (i32.store (local.get $state) (i32.add (i32.load (local.get $state)) (local.get $a)))
  (i32.store offset=4 (local.get $state) (i32.add (i32.load offset=4 (local.get $state)) (local.get $b)))
  (i32.store offset=8 (local.get $state) (i32.add (i32.load offset=8 (local.get $state)) (local.get $c)))
  (i32.store offset=12 (local.get $state) (i32.add (i32.load offset=12 (local.get $state)) (local.get $d)))
  (i32.store offset=16 (local.get $state) (i32.add (i32.load offset=16 (local.get $state)) (local.get $e))))`;

type Amounts = readonly [number, number, number];

/** The rotations and shifts of section 4.1.2 and 4.1.3 of FIPS 180-4. */
interface Sha2 extends Hash {
  /** Three rotations for the words a and e. */
  readonly ofA: Amounts;
  readonly ofE: Amounts;
  /** Two rotations and a shift for the words that are 15 and 2 before in the schedule. */
  readonly of15: Amounts;
  readonly of2: Amounts;
}

/** Returns the function of a block of SHA-256 and SHA-512, which differ in the size of their words and in constants. */
function sha2Block({ name, word, size, words, rounds, swap, ofA, ofE, of15, of2 }: Sha2): string {
  const schedule = words * size;
  const turned = (x: string, count: number) => `(${word}.rotr (local.get ${x}) (${word}.const ${count}))`;
  const xor = (a: string, b: string, c: string) => `(${word}.xor ${a} (${word}.xor ${b} ${c}))`;
  const sumOf = (x: string, [r0, r1, r2]: Amounts) => xor(turned(x, r0), turned(x, r1), turned(x, r2));
  const sigmaOf = (x: string, [r0, r1, shift]: Amounts) =>
    xor(turned(x, r0), turned(x, r1), `(${word}.shr_u (local.get ${x}) (${word}.const ${shift}))`);
  const [sumA, sumE, sigma15, sigma2] = [sumOf('$a', ofA), sumOf('$e', ofE), sigmaOf('$w15', of15), sigmaOf('$w2', of2)];
  return `
(func $${name}_block (param $state i32) (param $at i32)
  (local $word i32) (local $index i32) (local $w15 ${word}) (local $w2 ${word}) (local $next ${word})
  (local $a ${word}) (local $b ${word}) (local $c ${word}) (local $d ${word}) (local $e ${word})
  (local $f ${word}) (local $g ${word}) (local $h ${word})
  (local.set $word (i32.add (local.get $state) (i32.const ${schedule})))
  (loop $load
    (if (i32.ne (local.get $index) (i32.const ${16 * size}))
      (then
        (${word}.store
          (i32.add (local.get $word) (local.get $index))
          (call $${swap} (${word}.load (i32.add (local.get $at) (local.get $index)))))
        (local.set $index (i32.add (local.get $index) (i32.const ${size})))
        (br $load))))
  (loop $extend
    (if (i32.ne (local.get $index) (i32.const ${rounds * size}))
      (then
        (local.set $word (i32.add (i32.add (local.get $state) (i32.const ${schedule - 16 * size})) (local.get $index)))
        (local.set $w15 (${word}.load offset=${size} (local.get $word)))
        (local.set $w2 (${word}.load offset=${14 * size} (local.get $word)))
        (${word}.store offset=${16 * size}
          (local.get $word)
          (${word}.add
            (${word}.add (${word}.load (local.get $word)) ${sigma15})
            (${word}.add (${word}.load offset=${9 * size} (local.get $word)) ${sigma2})))
        (local.set $index (i32.add (local.get $index) (i32.const ${size})))
        (br $extend))))
  (local.set $a (${word}.load (local.get $state)))
  (local.set $b (${word}.load offset=${size} (local.get $state)))
  (local.set $c (${word}.load offset=${2 * size} (local.get $state)))
  (local.set $d (${word}.load offset=${3 * size} (local.get $state)))
  (local.set $e (${word}.load offset=${4 * size} (local.get $state)))
  (local.set $f (${word}.load offset=${5 * size} (local.get $state)))
  (local.set $g (${word}.load offset=${6 * size} (local.get $state)))
  (local.set $h (${word}.load offset=${7 * size} (local.get $state)))
  (local.set $index (i32.const 0))
  (loop $round
    (if (i32.ne (local.get $index) (i32.const ${rounds * size}))
      (then
        (local.set $next (${word}.add
          (${word}.add
            (${word}.add (local.get $h) ${sumE})
            ;; The choice of f or g by e.
            (${word}.xor
              (local.get $g)
              (${word}.and (local.get $e) (${word}.xor (local.get $f) (local.get $g)))))
          (${word}.add
            (${word}.load (i32.add (global.get $${name}_rounds) (local.get $index)))
            (${word}.load offset=${schedule} (i32.add (local.get $state) (local.get $index))))))
        (local.set $h (local.get $g))
        (local.set $g (local.get $f))
        (local.set $f (local.get $e))
        (local.set $e (${word}.add (local.get $d) (local.get $next)))
        (local.set $next (${word}.add
          (${word}.add (local.get $next) ${sumA})
          ;; The majority of a, b and c.
          (${word}.or
            (${word}.and (local.get $a) (local.get $b))
            (${word}.and (local.get $c) (${word}.or (local.get $a) (local.get $b))))))
        (local.set $d (local.get $c))
        (local.set $c (local.get $b))
        (local.set $b (local.get $a))
        (local.set $a (local.get $next))
        (local.set $index (i32.add (local.get $index) (i32.const ${size})))
        (br $round))))
  (${word}.store (local.get $state) (${word}.add (${word}.load (local.get $state)) (local.get $a)))
  (${word}.store offset=${size}
    (local.get $state)
    (${word}.add (${word}.load offset=${size} (local.get $state)) (local.get $b)))
  (${word}.store offset=${2 * size}
    (local.get $state)
    (${word}.add (${word}.load offset=${2 * size} (local.get $state)) (local.get $c)))
  (${word}.store offset=${3 * size}
    (local.get $state)
    (${word}.add (${word}.load offset=${3 * size} (local.get $state)) (local.get $d)))
  (${word}.store offset=${4 * size}
    (local.get $state)
    (${word}.add (${word}.load offset=${4 * size} (local.get $state)) (local.get $e)))
  (${word}.store offset=${5 * size}
    (local.get $state)
    (${word}.add (${word}.load offset=${5 * size} (local.get $state)) (local.get $f)))
  (${word}.store offset=${6 * size}
    (local.get $state)
    (${word}.add (${word}.load offset=${6 * size} (local.get $state)) (local.get $g)))
  (${word}.store offset=${7 * size}
    (local.get $state)
    (${word}.add (${word}.load offset=${7 * size} (local.get $state)) (local.get $h))))`;
}

const SHA1: Hash = { name: 'sha1', word: 'i32', size: 4, words: 5, rounds: 80, swap: 'swap_word' };

const SHA256: Sha2 = {
  name: 'sha256',
  word: 'i32',
  size: 4,
  words: 8,
  rounds: 64,
  swap: 'swap_word',
  ofA: [2, 13, 22],
  ofE: [6, 11, 25],
  of15: [7, 18, 3],
  of2: [17, 19, 10],
};

const SHA512: Sha2 = {
  name: 'sha512',
  word: 'i64',
  size: 8,
  words: 8,
  rounds: 80,
  swap: 'swap_long',
  ofA: [28, 34, 39],
  ofE: [14, 18, 41],
  of15: [1, 8, 7],
  of2: [19, 61, 6],
};

/** SHA-1 and SHA-2 (FIPS 180-4). */
export const DIGESTS = {
  swap_word: {
    code: `
;; The bytes of a word in the opposite order.
(func $swap_word (param $word i32) (result i32)
  (i32.or
    (i32.and (i32.rotl (local.get $word) (i32.const 8)) (i32.const 0x00ff00ff))
    (i32.and (i32.rotr (local.get $word) (i32.const 8)) (i32.const 0xff00ff00))))`,
  },
  swap_long: {
    code: `
(func $swap_long (param $word i64) (result i64)
  (i64.or
    (i64.shl (i64.extend_i32_u (call $swap_word (i32.wrap_i64 (local.get $word)))) (i64.const 32))
    (i64.extend_i32_u (call $swap_word (i32.wrap_i64 (i64.shr_u (local.get $word) (i64.const 32)))))))`,
  },
  sha1: {
    data: { sha1_words: '01234567 89abcdef fedcba98 76543210 f0e1d2c3' },
    code: `${digestCode(SHA1)}
${SHA1_BLOCK}`,
  },
  sha256: {
    data: { sha256_words: rootWords(8, 2n, 4), sha256_rounds: rootWords(64, 3n, 4) },
    code: digestCode(SHA256) + sha2Block(SHA256),
  },
  sha512: {
    data: { sha512_words: rootWords(8, 2n, 8), sha512_rounds: rootWords(80, 3n, 8) },
    code: digestCode(SHA512) + sha2Block(SHA512),
  },
} as const satisfies Record<string, PieceSource>;
