import type { PieceSource } from './piece.js';

/** SHA-1 and SHA-2 (FIPS 180-4), HMAC (RFC 2104) and HKDF (RFC 5869). */
export const DIGESTS = {
  paddedBlocks: {
    code: `
/** The message as 32-bit words in whole blocks: padded by a one bit, zeros, and its length in bits. */
function paddedBlocks(bytes«: Uint8Array», blockSize«: number»)«: Uint32Array» {
  const length = Math.ceil((bytes.length + 1 + blockSize / 8) / blockSize) * blockSize;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(length - 4, bytes.length * 8);
  return Uint32Array.from({ length: length / 4 }, (_, i) => view.getUint32(4 * i));
}`,
  },
  bytesOfWords: {
    code: `
function bytesOfWords(words«: Uint32Array»)«: Uint8Array» {
  return Uint8Array.from({ length: 4 * words.length }, (_, i) => words[i >> 2] >>> (24 - 8 * (i & 3)));
}`,
  },
  rotateRight: {
    code: `
function rotateRight(word«: number», count«: number»)«: number» {
  return (word >>> count) | (word << (32 - count));
}`,
  },
  rootWords: {
    code: `
/** 64 bits of the fractional parts of the roots of the first primes, each as an upper and a lower word. */
function rootWords(count«: number», degree«: number»)«: Uint32Array» {
  const words«: number[]» = [];
  for (let prime = 2; words.length < 2 * count; prime += 1) {
    let isPrime = true;
    for (let factor = 2; factor * factor <= prime; factor += 1) isPrime &&= prime % factor !== 0;
    if (!isPrime) continue;
    const radicand = BigInt(prime) << (64n * BigInt(degree));
    let root = 0n;
    for (let bit = 1n << 68n; bit > 0n; bit >>= 1n) if ((root + bit) ** BigInt(degree) <= radicand) root += bit;
    words.push(Number((root >> 32n) & 0xffffffffn), Number(root & 0xffffffffn));
  }
  return Uint32Array.from(words);
}`,
  },
  roundWords: {
    uses: ['rootWords'],
    code: `
const roundWords = rootWords(80, 3);
const startWords = rootWords(8, 2);`,
  },
  sha1Of: {
    uses: ['paddedBlocks', 'bytesOfWords', 'rotateRight'],
    code: `
function sha1Of(bytes«: Uint8Array»)«: Uint8Array» {
  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  const message = paddedBlocks(bytes, 64);
  const words = new Uint32Array(80);
  for (let block = 0; block < message.length; block += 16) {
    for (let i = 0; i < 80; i += 1) {
      words[i] = i < 16 ? message[block + i] : rotateRight(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 31);
    }
    let [a, b, c, d, e] = state« as unknown as [number, number, number, number, number]»;
    for (let i = 0; i < 80; i += 1) {
      const chosen = i < 20 ? (b & c) | (~b & d) : 40 <= i && i < 60 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
      const constant = i < 20 ? 0x5a827999 : i < 40 ? 0x6ed9eba1 : i < 60 ? 0x8f1bbcdc : 0xca62c1d6;
      const next = (rotateRight(a, 27) + chosen + e + constant + words[i]) | 0;
      e = d;
      d = c;
      c = rotateRight(b, 2);
      b = a;
      a = next;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
  }
  return bytesOfWords(state);
}`,
  },
  sha256Of: {
    uses: ['paddedBlocks', 'bytesOfWords', 'rotateRight', 'roundWords'],
    code: `
function sha256Of(bytes«: Uint8Array»)«: Uint8Array» {
  const state = Uint32Array.from({ length: 8 }, (_, i) => startWords[2 * i]);
  const message = paddedBlocks(bytes, 64);
  const words = new Uint32Array(64);
  for (let block = 0; block < message.length; block += 16) {
    for (let i = 0; i < 64; i += 1) {
      if (i < 16) {
        words[i] = message[block + i];
        continue;
      }
      const [early, late] = [words[i - 15], words[i - 2]];
      const s0 = rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3);
      const s1 = rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10);
      words[i] = words[i - 16] + s0 + words[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = state« as unknown as [number, number, number, number, number, number, number, number]»;
    for (let i = 0; i < 64; i += 1) {
      const s1 = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + roundWords[2 * i] + words[i]) | 0;
      const s0 = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
  }
  return bytesOfWords(state);
}`,
  },
  sha512Of: {
    uses: ['paddedBlocks', 'bytesOfWords', 'roundWords'],
    code: `
/** 64-bit words as pairs of 32-bit ones, the upper first. */
function sha512Of(bytes«: Uint8Array»)«: Uint8Array» {
  const state = startWords.slice();
  const message = paddedBlocks(bytes, 128);
  const words = new Uint32Array(160);
  const upper = (hi«: number», lo«: number», count«: number») => {
    return count < 32 ? (hi >>> count) | (lo << (32 - count)) : (lo >>> (count - 32)) | (hi << (64 - count));
  };
  const turned = (hi«: number», lo«: number», x«: number», y«: number», z«: number») => {
    return upper(hi, lo, x) ^ upper(hi, lo, y) ^ upper(hi, lo, z);
  };
  for (let block = 0; block < message.length; block += 32) {
    for (let i = 0; i < 32; i += 1) words[i] = message[block + i];
    for (let i = 32; i < 160; i += 2) {
      const [h0, l0, h1, l1] = [words[i - 30], words[i - 29], words[i - 4], words[i - 3]];
      const s0h = upper(h0, l0, 1) ^ upper(h0, l0, 8) ^ (h0 >>> 7);
      const s0l = upper(l0, h0, 1) ^ upper(l0, h0, 8) ^ ((l0 >>> 7) | (h0 << 25));
      const s1h = upper(h1, l1, 19) ^ upper(h1, l1, 61) ^ (h1 >>> 6);
      const s1l = upper(l1, h1, 19) ^ upper(l1, h1, 61) ^ ((l1 >>> 6) | (h1 << 26));
      const low = (s0l >>> 0) + (s1l >>> 0) + words[i - 13] + words[i - 31];
      words[i + 1] = low;
      words[i] = s0h + s1h + words[i - 14] + words[i - 32] + Math.floor(low / 2 ** 32);
    }
    let [ah, al, bh, bl, ch, cl, dh, dl, eh, el, fh, fl, gh, gl, hh, hl] = state;
    for (let i = 0; i < 160; i += 2) {
      const s1l = turned(el, eh, 14, 18, 41) >>> 0;
      const low1 = (hl >>> 0) + s1l + (((el & fl) ^ (~el & gl)) >>> 0) + roundWords[i + 1] + words[i + 1];
      const t1h = (hh + turned(eh, el, 14, 18, 41) + ((eh & fh) ^ (~eh & gh)) + roundWords[i] + words[i] + Math.floor(low1 / 2 ** 32)) | 0;
      const t1l = low1 | 0;
      const low2 = (turned(al, ah, 28, 34, 39) >>> 0) + (((al & bl) ^ (al & cl) ^ (bl & cl)) >>> 0);
      const t2h = (turned(ah, al, 28, 34, 39) + ((ah & bh) ^ (ah & ch) ^ (bh & ch)) + Math.floor(low2 / 2 ** 32)) | 0;
      const t2l = low2 | 0;
      [hh, hl, gh, gl, fh, fl] = [gh, gl, fh, fl, eh, el];
      const lowE = (dl >>> 0) + (t1l >>> 0);
      [eh, el] = [(dh + t1h + Math.floor(lowE / 2 ** 32)) | 0, lowE | 0];
      [dh, dl, ch, cl, bh, bl] = [ch, cl, bh, bl, ah, al];
      const lowA = (t1l >>> 0) + (t2l >>> 0);
      [ah, al] = [(t1h + t2h + Math.floor(lowA / 2 ** 32)) | 0, lowA | 0];
    }
    const pairs = [ah, al, bh, bl, ch, cl, dh, dl, eh, el, fh, fl, gh, gl, hh, hl];
    for (let i = 0; i < 16; i += 2) {
      const low = state[i + 1] + (pairs[i + 1] >>> 0);
      state[i] += pairs[i] + Math.floor(low / 2 ** 32);
      state[i + 1] = low;
    }
  }
  return bytesOfWords(state);
}`,
  },
  hmacOf: {
    uses: ['joinBytes'],
    code: `
function hmacOf(hash«: (bytes: Uint8Array) => Uint8Array», blockSize«: number», key«: Uint8Array», bytes«: Uint8Array»)«: Uint8Array» {
  const block = new Uint8Array(blockSize);
  block.set(key.length > blockSize ? hash(key) : key);
  const [innerPad, outerPad] = [block.map((byte) => byte ^ 0x36), block.map((byte) => byte ^ 0x5c)];
  return hash(joinBytes(outerPad, hash(joinBytes(innerPad, bytes))));
}`,
  },
  hkdfSha256: {
    uses: ['hmacOf', 'sha256Of', 'joinBytes'],
    code: `
function hkdfSha256(material«: Uint8Array», salt«: Uint8Array», info«: Uint8Array», length«: number»)«: Uint8Array» {
  const key = hmacOf(sha256Of, 64, salt, material);
  let derived«: Uint8Array» = new Uint8Array(0);
  let last«: Uint8Array» = derived;
  for (let i = 1; derived.length < length; i += 1) {
    last = hmacOf(sha256Of, 64, key, joinBytes(joinBytes(last, info), Uint8Array.of(i)));
    derived = joinBytes(derived, last);
  }
  return derived.slice(0, length);
}`,
  },
} as const satisfies Record<string, PieceSource>;
