/** IPv4 addresses as unsigned 32-bit integers. */

export const ADDRESS_MAX = 0xffff_ffff;

/** The address that a dotted quad spells: four decimal numbers 0 to 255 without leading zeros; undefined for anything else. */
export function addressOf(quad: string): number | undefined {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(quad)?.slice(1);
  if (parts === undefined || !parts.every(isOctet)) return undefined;
  return parts.reduce((address, part) => address * 256 + Number(part), 0);
}

function isOctet(digits: string): boolean {
  return Number(digits) <= 255 && (digits === '0' || !digits.startsWith('0'));
}

export function quadOf(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');
}
