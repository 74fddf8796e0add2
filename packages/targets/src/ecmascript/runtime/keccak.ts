import type { PieceSource } from './piece.js';

/** SHA3-256 (FIPS 202). */
export const KECCAK = {
  keccakRounds: {
    code: `
/** The constants of the 24 rounds, each as a lower and an upper word, from the shift register of section 3.2.5. */
const keccakRounds = (() => {
  const words = new Int32Array(48);
  let register = 1;
  for (let round = 0; round < 24; round += 1) {
    for (let j = 0; j < 7; j += 1) {
      const bit = 2 ** j - 1;
      if (register & 1) words[2 * round + (bit >> 5)] ^= 1 << (bit & 31);
      register = (register << 1) ^ (register & 0x80 ? 0x171 : 0);
    }
  }
  return words;
})();`,
  },
  keccakTurns: {
    code: `
/** The path of rho and pi: the next lane, and the number of bits by which it is rotated. */
const keccakTurns = (() => {
  const turns«: Array<readonly [number, number]>» = [];
  let [x, y] = [1, 0];
  for (let t = 0; t < 24; t += 1) {
    [x, y] = [y, (2 * x + 3 * y) % 5];
    turns.push([x + 5 * y, (((t + 1) * (t + 2)) / 2) % 64]);
  }
  return turns;
})();`,
  },
  permuteKeccak: {
    uses: ['keccakRounds', 'keccakTurns'],
    code: `
/** Keccak-f[1600] on 25 lanes of 64 bits, each as a lower and an upper word. */
function permuteKeccak(state«: Int32Array»)«: void» {
  const columns = new Int32Array(10);
  const row = new Int32Array(10);
  for (let round = 0; round < 24; round += 1) {
    for (let i = 0; i < 10; i += 1) columns[i] = state[i] ^ state[i + 10] ^ state[i + 20] ^ state[i + 30] ^ state[i + 40];
    for (let x = 0; x < 10; x += 2) {
      const [left, right] = [(x + 8) % 10, (x + 2) % 10];
      const low = columns[left] ^ ((columns[right] << 1) | (columns[right + 1] >>> 31));
      const high = columns[left + 1] ^ ((columns[right + 1] << 1) | (columns[right] >>> 31));
      for (let i = x; i < 50; i += 10) {
        state[i] ^= low;
        state[i + 1] ^= high;
      }
    }
    let [low, high] = [state[2], state[3]];
    for (const [lane, count] of keccakTurns) {
      if (count >= 32) [low, high] = [high, low];
      const bits = count & 31;
      if (bits > 0) [low, high] = [(low << bits) | (high >>> (32 - bits)), (high << bits) | (low >>> (32 - bits))];
      const [nextLow, nextHigh] = [state[2 * lane], state[2 * lane + 1]];
      state[2 * lane] = low;
      state[2 * lane + 1] = high;
      [low, high] = [nextLow, nextHigh];
    }
    for (let y = 0; y < 50; y += 10) {
      for (let i = 0; i < 10; i += 1) row[i] = state[y + i];
      for (let i = 0; i < 10; i += 1) state[y + i] ^= ~row[(i + 2) % 10] & row[(i + 4) % 10];
    }
    state[0] ^= keccakRounds[2 * round];
    state[1] ^= keccakRounds[2 * round + 1];
  }
}`,
  },
  sha3Of256: {
    uses: ['permuteKeccak'],
    code: `
function sha3Of256(bytes«: Uint8Array»)«: Uint8Array» {
  const rate = 136;
  const padded = new Uint8Array((Math.floor(bytes.length / rate) + 1) * rate);
  padded.set(bytes);
  padded[bytes.length] ^= 0x06;
  padded[padded.length - 1] ^= 0x80;
  const view = new DataView(padded.buffer);
  const state = new Int32Array(50);
  for (let block = 0; block < padded.length; block += rate) {
    for (let i = 0; i < rate / 4; i += 1) state[i] ^= view.getInt32(block + 4 * i, true);
    permuteKeccak(state);
  }
  return Uint8Array.from({ length: 32 }, (_, i) => state[i >> 2] >>> (8 * (i & 3)));
}`,
  },
} as const satisfies Record<string, PieceSource>;
