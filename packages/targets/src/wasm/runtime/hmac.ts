import type { PieceSource } from './piece.js';

/** Returns the function of HMAC with addresses and sizes of key and message, and that of bytes. Both sizes of the hash are in bytes. */
function hmacCode(name: 'sha256' | 'sha512', block: 64 | 128, digest: 32 | 64): string {
  return `
(func $hmac_${name}_to (param $key i32) (param $key_size i32) (param $at i32) (param $size i32) (param $to i32)
  (local $state i32) (local $pad i32)
  (local.set $state (call $${name}_new))
  (local.set $pad (call $alloc (i32.const ${block})))
  (memory.fill (local.get $pad) (i32.const 0) (i32.const ${block}))
  (if (i32.gt_u (local.get $key_size) (i32.const ${block}))
    (then
      (call $${name}_start (local.get $state))
      (call $${name}_finish
        (local.get $state)
        (local.get $key)
        (local.get $key_size)
        (i32.const 0)
        (local.get $pad)))
    (else (memory.copy (local.get $pad) (local.get $key) (local.get $key_size))))
  (call $hmac_${name}_flip (local.get $pad) (i64.const 0x3636363636363636))
  (call $${name}_start (local.get $state))
  (call $${name}_block (local.get $state) (local.get $pad))
  (call $${name}_finish
    (local.get $state)
    (local.get $at)
    (local.get $size)
    (i32.const ${block})
    (local.get $to))
  ;; From the inner to the outer padding.
  (call $hmac_${name}_flip (local.get $pad) (i64.const 0x6a6a6a6a6a6a6a6a))
  (call $${name}_start (local.get $state))
  (call $${name}_block (local.get $state) (local.get $pad))
  (call $${name}_finish
    (local.get $state)
    (local.get $to)
    (i32.const ${digest})
    (i32.const ${block})
    (local.get $to))
  (global.set $free (local.get $state)))
(func $hmac_${name}_flip (param $pad i32) (param $bits i64)
  (local $end i32)
  (local.set $end (i32.add (local.get $pad) (i32.const ${block})))
  (loop $next
    (if (i32.ne (local.get $pad) (local.get $end))
      (then
        (i64.store (local.get $pad) (i64.xor (i64.load (local.get $pad)) (local.get $bits)))
        (local.set $pad (i32.add (local.get $pad) (i32.const 8)))
        (br $next)))))
(func $hmac_${name} (param $key i32) (param $bytes i32) (result i32)
  (local $digest i32)
  (local.set $digest (call $new_sequence (i32.const ${digest}) (i32.const 0) (i32.const ${digest})))
  (call $hmac_${name}_to
    (i32.add (local.get $key) (i32.const 8))
    (i32.load (local.get $key))
    (i32.add (local.get $bytes) (i32.const 8))
    (i32.load (local.get $bytes))
    (i32.add (local.get $digest) (i32.const 8)))
  (local.get $digest))`;
}

/** HMAC (RFC 2104) and HKDF (RFC 5869). */
export const HMAC = {
  hmac_sha256: { code: hmacCode('sha256', 64, 32) },
  hmac_sha512: { code: hmacCode('sha512', 128, 64) },
  hkdf_sha256: {
    code: `
;; Each block is the HMAC of the block before it, the info and a counter from 1.
(func $hkdf_sha256 (param $material i32) (param $salt i32) (param $info i32) (param $length i64) (result i32)
  (local $derived i32) (local $key i32) (local $message i32) (local $tail i32) (local $to i32) (local $left i32)
  (local $size i32) (local $counter i32)
  (local.set $left (i32.wrap_i64 (local.get $length)))
  (local.set $derived (call $new_sequence (local.get $left) (i32.const 0) (local.get $left)))
  (local.set $to (i32.add (local.get $derived) (i32.const 8)))
  (local.set $key (call $alloc (i32.const 32)))
  (call $hmac_sha256_to
    (i32.add (local.get $salt) (i32.const 8))
    (i32.load (local.get $salt))
    (i32.add (local.get $material) (i32.const 8))
    (i32.load (local.get $material))
    (local.get $key))
  ;; The message has room for the last block before the info, which the first message has not.
  (local.set $message (call $alloc (i32.add (i32.const 33) (i32.load (local.get $info)))))
  (local.set $tail (i32.add (local.get $message) (i32.const 32)))
  (memory.copy (local.get $tail) (i32.add (local.get $info) (i32.const 8)) (i32.load (local.get $info)))
  (local.set $size (i32.add (i32.const 1) (i32.load (local.get $info))))
  (loop $next
    (if (local.get $left)
      (then
        (local.set $counter (i32.add (local.get $counter) (i32.const 1)))
        (i32.store8 (i32.add (local.get $tail) (i32.load (local.get $info))) (local.get $counter))
        (if (i32.eq (local.get $counter) (i32.const 1))
          (then
            (call $hmac_sha256_to
              (local.get $key)
              (i32.const 32)
              (local.get $tail)
              (local.get $size)
              (local.get $message)))
          (else
            (call $hmac_sha256_to
              (local.get $key)
              (i32.const 32)
              (local.get $message)
              (i32.add (i32.const 32) (local.get $size))
              (local.get $message))))
        (local.set $size (select (i32.const 32) (local.get $left) (i32.gt_u (local.get $left) (i32.const 32))))
        (memory.copy (local.get $to) (local.get $message) (local.get $size))
        (local.set $to (i32.add (local.get $to) (local.get $size)))
        (local.set $left (i32.sub (local.get $left) (local.get $size)))
        (local.set $size (i32.add (i32.const 1) (i32.load (local.get $info))))
        (br $next))))
  (global.set $free (local.get $key))
  (local.get $derived))`,
  },
} as const satisfies Record<string, PieceSource>;
