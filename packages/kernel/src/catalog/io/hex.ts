/** RFC 4648 section 8, lower case. */
export function encodeHex(octets: Uint8Array): string {
  const pairs: string[] = [];
  for (const octet of octets) pairs.push((octet < 16 ? '0' : '') + octet.toString(16));
  return pairs.join('');
}

/** The octets of an even number of hexadecimal digits of either case; undefined for any other text. */
export function decodeHex(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0) return undefined;
  const octets = new Uint8Array(text.length / 2);
  for (let i = 0; i < octets.length; i += 1) {
    const high = digitOf(text.charCodeAt(2 * i));
    const low = digitOf(text.charCodeAt(2 * i + 1));
    if (high === undefined || low === undefined) return undefined;
    octets[i] = high * 16 + low;
  }
  return octets;
}

function digitOf(unit: number): number | undefined {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : undefined;
}
