import type { PieceSource } from './piece.js';

/** IPv4 addresses and versions. */
export const NETWORK = {
  isHostname: {
    code: `
/** Labels of lower-case letters, digits and inner hyphens, without Punycode; the last one begins with a letter. */
function isHostname(text«: string»)«: boolean» {
  if (text.length > 253 || (text.includes('xn--') && /(?:^|[.])xn--/.test(text))) return false;
  return /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?[.])*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(text);
}`,
  },
  isIpv4: {
    uses: ['parseAddress'],
    code: `
function isIpv4(text«: string»)«: boolean» {
  return parseAddress(text) !== null;
}`,
  },
  isIpv6: {
    code: `
/** Eight groups in hexadecimal without leading zeros, the first of the longest runs of two zeros or more as \`::\` (RFC 5952). */
function isIpv6(text«: string»)«: boolean» {
  if (text.length > 39 || !/^[0-9a-f:]+$/.test(text)) return false;
  const halves = text.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - halves.flat().length;
  if (halves.length > 2 || (halves.length === 2 ? missing < 1 : missing !== 0)) return false;
  const groups = halves.length === 2 ? [...halves[0]« as string[]», ...new Array«<string>»(missing).fill('0'), ...halves[1]« as string[]»] : halves[0]« as string[]»;
  if (!groups.every((group) => /^(?:0|[1-9a-f][0-9a-f]{0,3})$/.test(group))) return false;
  const lengths = groups.map((_, start) => {
    const end = groups.findIndex((group, at) => at >= start && group !== '0');
    return (end < 0 ? 8 : end) - start;
  });
  const longest = Math.max(...lengths);
  if (longest < 2) return text === groups.join(':');
  const from = lengths.indexOf(longest);
  return text === groups.slice(0, from).join(':') + '::' + groups.slice(from + longest).join(':');
}`,
  },
  isPath: {
    code: `
/** An absolute path of unescaped characters; no segment is empty, \`.\` or \`..\`. */
function isPath(text«: string»)«: boolean» {
  if (text.length > 4095 || !/^[/][+-:=@-Z_a-z~]*$/.test(text)) return false;
  return text === '/' || !/[/][.]{0,2}(?:[/]|$)/.test(text);
}`,
  },
  parseAddress: {
    code: `
/** Reads a dotted quad of numbers 0 to 255 without leading zeros; null for any other text. */
function parseAddress(text«: string»)«: number | null» {
  if (text.length > 15 || !/^(?:0|[1-9][0-9]{0,2})(?:[.](?:0|[1-9][0-9]{0,2})){3}$/.test(text)) return null;
  const bytes = text.split('.').map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes.reduce((address, byte) => address * 256 + byte, 0) : null;
}`,
  },
  formatAddress: {
    code: `
function formatAddress(address«: number»)«: string» {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');
}`,
  },
  isInNetwork: {
    code: `
/** True if the first bits of two addresses are equal. */
function isInNetwork(network«: number», prefix«: number», address«: number»)«: boolean» {
  const hosts = 2 ** (32 - prefix);
  return Math.floor(network / hosts) === Math.floor(address / hosts);
}`,
  },
  parseVersion: {
    code: `
/** Reads a version (Semantic Versioning 2.0.0), without the build metadata; null for any other text. */
function parseVersion(text«: string»)«: { readonly core: readonly string[]; readonly identifiers: readonly string[] } | null» {
  const cut = (whole«: string», mark«: string»)«: readonly [string, string | null]» => {
    const at = whole.indexOf(mark);
    return at < 0 ? [whole, null] : [whole.slice(0, at), whole.slice(at + 1)];
  };
  const [unbuilt, build] = cut(text, '+');
  const [release, pre] = cut(unbuilt, '-');
  const isNumber = (part«: string») => part === '0' || /^[1-9][0-9]*$/.test(part);
  const isIdentifier = (part«: string») => /^[0-9A-Za-z-]+$/.test(part);
  const core = release.split('.');
  const identifiers = pre === null ? [] : pre.split('.');
  const isVersion =
    core.length === 3 &&
    core.every(isNumber) &&
    identifiers.every((part) => isIdentifier(part) && (isNumber(part) || /[^0-9]/.test(part))) &&
    (build === null || build.split('.').every(isIdentifier));
  return isVersion ? { core, identifiers } : null;
}`,
  },
  compareVersions: {
    uses: ['parseVersion'],
    code: `
/** Precedence: -1, 0 or 1; null if one text is no version. Numbers may have any length. */
function compareVersions(left«: string», right«: string»)«: number | null» {
  const [a, b] = [parseVersion(left), parseVersion(right)];
  if (a === null || b === null) return null;
  const order = «<T>»(x«: T», y«: T») => (x < y ? -1 : x > y ? 1 : 0);
  const compareParts = (x«: string», y«: string») => {
    const [isNumberX, isNumberY] = [!/[^0-9]/.test(x), !/[^0-9]/.test(y)];
    if (isNumberX !== isNumberY) return isNumberX ? -1 : 1;
    return isNumberX && x.length !== y.length ? order(x.length, y.length) : order(x, y);
  };
  const compareLists = (xs«: readonly string[]», ys«: readonly string[]») => {
    for (let i = 0; i < Math.min(xs.length, ys.length); i += 1) {
      const compared = compareParts(xs[i], ys[i]);
      if (compared !== 0) return compared;
    }
    return order(xs.length, ys.length);
  };
  const compared = compareLists(a.core, b.core);
  if (compared !== 0) return compared;
  // A release is higher than each of its pre-releases.
  if (a.identifiers.length === 0 || b.identifiers.length === 0) return order(b.identifiers.length, a.identifiers.length);
  return compareLists(a.identifiers, b.identifiers);
}`,
  },
} as const satisfies Record<string, PieceSource>;
