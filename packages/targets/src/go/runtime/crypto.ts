import type { PieceSource } from './piece.js';

/** Digests and checksums. */
export const CRYPTO_PIECES = {
  sha1Sum: {
    code: `
func sha1Sum(data []byte) []byte {
	sum := sha1.Sum(data)
	return sum[:]
}
`,
  },
  sha256Sum: {
    code: `
func sha256Sum(data []byte) []byte {
	sum := sha256.Sum256(data)
	return sum[:]
}
`,
  },
  sha512Sum: {
    code: `
func sha512Sum(data []byte) []byte {
	sum := sha512.Sum512(data)
	return sum[:]
}
`,
  },
  hmacSHA256: {
    code: `
func hmacSHA256(key, data []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write(data)
	return mac.Sum(nil)
}
`,
  },
  hmacSHA512: {
    code: `
func hmacSHA512(key, data []byte) []byte {
	mac := hmac.New(sha512.New, key)
	mac.Write(data)
	return mac.Sum(nil)
}
`,
  },
  hkdfSHA256: {
    uses: ['hmacSHA256'],
    code: `
// hkdfSHA256 derives a key (RFC 5869).
func hkdfSHA256(material, salt, info []byte, length int64) []byte {
	key := hmacSHA256(salt, material)
	var derived, last []byte
	for counter := byte(1); int64(len(derived)) < length; counter++ {
		last = hmacSHA256(key, append(append(last, info...), counter))
		derived = append(derived, last...)
	}
	return derived[:length:length]
}
`,
  },
  sha3Sum256: {
    uses: ['keccakF'],
    code: `
// sha3Sum256 returns the SHA3-256 of the data (FIPS 202).
func sha3Sum256(data []byte) []byte {
	const rate = 136
	padded := make([]byte, (len(data)/rate+1)*rate)
	copy(padded, data)
	padded[len(data)] = 0x06
	padded[len(padded)-1] |= 0x80
	var state [25]uint64
	for ; len(padded) > 0; padded = padded[rate:] {
		for lane := 0; lane < rate/8; lane++ {
			state[lane] ^= binary.LittleEndian.Uint64(padded[8*lane:])
		}
		keccakF(&state)
	}
	digest := make([]byte, 32)
	for lane := 0; lane < 4; lane++ {
		binary.LittleEndian.PutUint64(digest[8*lane:], state[lane])
	}
	return digest
}
`,
  },
  keccakF: {
    uses: ['keccakConstant'],
    code: `
// keccakF is the permutation Keccak-f[1600] (FIPS 202, section 3.3).
func keccakF(state *[25]uint64) {
	for round := 0; round < 24; round++ {
		var columns [5]uint64
		for x := range columns {
			columns[x] = state[x] ^ state[x+5] ^ state[x+10] ^ state[x+15] ^ state[x+20]
		}
		for i := range state {
			state[i] ^= columns[(i+4)%5] ^ bits.RotateLeft64(columns[(i+1)%5], 1)
		}
		// Rotation and transposition follow one path through all lanes but the first.
		x, y, lane := 1, 0, state[1]
		for t := 1; t <= 24; t++ {
			x, y = y, (2*x+3*y)%5
			lane, state[x+5*y] = state[x+5*y], bits.RotateLeft64(lane, t*(t+1)/2)
		}
		for start := 0; start < 25; start += 5 {
			var row [5]uint64
			copy(row[:], state[start:])
			for i := range row {
				state[start+i] = row[i] ^ ^row[(i+1)%5]&row[(i+2)%5]
			}
		}
		state[0] ^= keccakConstant[round]
	}
}
`,
  },
  keccakConstant: {
    code: `
var keccakConstant = [24]uint64{
	0x0000000000000001, 0x0000000000008082, 0x800000000000808a,
	0x8000000080008000, 0x000000000000808b, 0x0000000080000001,
	0x8000000080008081, 0x8000000000008009, 0x000000000000008a,
	0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
	0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
	0x8000000000008003, 0x8000000000008002, 0x8000000000000080,
	0x000000000000800a, 0x800000008000000a, 0x8000000080008081,
	0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
}
`,
  },
  crc16: {
    code: `
// crc16 returns the CRC-16/CCITT-FALSE of the data.
func crc16(data []byte) int64 {
	crc := uint16(0xffff)
	for _, each := range data {
		crc ^= uint16(each) << 8
		for bit := 0; bit < 8; bit++ {
			if crc&0x8000 != 0 {
				crc = crc<<1 ^ 0x1021
			} else {
				crc <<= 1
			}
		}
	}
	return int64(crc)
}
`,
  },
  fnv1a32: {
    code: `
// fnv1a32 returns the FNV-1a hash of 32 bits.
func fnv1a32(data []byte) int64 {
	hash := uint32(0x811c9dc5)
	for _, each := range data {
		hash = (hash ^ uint32(each)) * 0x01000193
	}
	return int64(hash)
}
`,
  },
  murmur3: {
    code: `
// murmur3 returns the MurmurHash3 x86 32 of the data.
func murmur3(data []byte, seed int64) int64 {
	hash := uint32(seed)
	scramble := func(block uint32) uint32 {
		return bits.RotateLeft32(block*0xcc9e2d51, 15) * 0x1b873593
	}
	rest := data
	for ; len(rest) >= 4; rest = rest[4:] {
		hash ^= scramble(binary.LittleEndian.Uint32(rest))
		hash = bits.RotateLeft32(hash, 13)*5 + 0xe6546b64
	}
	var tail uint32
	for i := len(rest) - 1; i >= 0; i-- {
		tail = tail<<8 | uint32(rest[i])
	}
	hash ^= scramble(tail)
	hash ^= uint32(len(data))
	hash = (hash ^ hash>>16) * 0x85ebca6b
	hash = (hash ^ hash>>13) * 0xc2b2ae35
	return int64(hash ^ hash>>16)
}
`,
  },
} as const satisfies Record<string, PieceSource>;
