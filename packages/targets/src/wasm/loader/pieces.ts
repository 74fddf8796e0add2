/** A piece of the loader's JavaScript, which a loader has only if it uses it. */
interface LoaderPiece {
  readonly uses?: readonly LoaderPieceName[];
  readonly code: string;
}

/** The names of the pieces, in the order of a loader. */
export const LOADER_PIECE_NAMES = [
  'DomainError',
  'Fault',
  'GuardError',
  'codePoints',
  'isObject',
  'inside',
  'integer',
  'wideInteger',
  'boolean',
  'enumeration',
  'writeText',
  'readText',
  'text',
  'bytes',
  'list',
  'record',
  'option',
  'nestedOption',
  'compareText',
] as const;

export type LoaderPieceName = (typeof LOADER_PIECE_NAMES)[number];

/**
 * A codec has the size of a value in memory, `write`, which refuses what is outside the domain, and `read`, which returns the JSON form.
 * Errors get their port and their path on the way out, so that no path is made for values that are right.
 */
export const LOADER_PIECES: Readonly<Record<LoaderPieceName, LoaderPiece>> = {
  DomainError: {
    code: `
/** Inputs outside their domains: the first wrong port (null if a requirement does not hold) and the path inside it. */
export class DomainError extends Error {
  constructor(port, path, message) {
    super(message);
    this.name = 'DomainError';
    this.port = port;
    this.path = path;
  }
}`,
  },
  Fault: {
    code: `
/** An unproven condition of this circuit does not hold for these inputs; the line is that of the source. */
export class Fault extends Error {
  constructor(line, message) {
    super(message);
    this.name = 'Fault';
    this.line = line;
  }
}`,
  },
  GuardError: {
    code: `
/** A proven condition of this circuit does not hold: a bug of the prover. The name and the line are those of the source. */
export class GuardError extends Error {
  constructor(domain, line, message) {
    super(message);
    this.name = 'GuardError';
    this.domain = domain;
    this.line = line;
  }
}`,
  },
  isObject: {
    code: `
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}`,
  },
  codePoints: {
    code: `
/** The number of code points of a string; -1 if it has a lone surrogate. */
function codePoints(string) {
  let count = string.length;
  for (let i = 0; i < string.length; i += 1) {
    const kind = string.charCodeAt(i) & 0xfc00;
    if (kind === 0xd800 && (string.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      count -= 1;
      i += 1;
    } else if (kind === 0xd800 || kind === 0xdc00) return -1;
  }
  return count;
}`,
  },
  inside: {
    uses: ['DomainError'],
    code: `
/** Returns an error with a longer path. */
function inside(step, error) {
  if (error instanceof DomainError) error.path = step + error.path;
  return error;
}`,
  },
  integer: {
    uses: ['DomainError'],
    code: `
/** Integers that are safe as numbers. */
function integer(lo, hi) {
  return {
    size: 8,
    write(value, address) {
      if (!Number.isSafeInteger(value) || Object.is(value, -0) || value < lo || value > hi) {
        throw new DomainError(null, '', \`expected an integer from \${lo} to \${hi}\`);
      }
      view.setInt32(address, value, true);
      view.setInt32(address + 4, Math.floor(value / 0x1_0000_0000), true);
    },
    read: (address) => view.getInt32(address + 4, true) * 0x1_0000_0000 + view.getUint32(address, true),
  };
}`,
  },
  wideInteger: {
    uses: ['DomainError'],
    code: `
/** Integers of 64 bits: a bigint, a decimal string or a safe number. */
function wideInteger(lo, hi) {
  return {
    size: 8,
    write(value, address) {
      const isDecimal = typeof value === 'string' && value.length <= 20 && /^(?:0|-?[1-9][0-9]*)$/.test(value);
      const isPlain = Number.isSafeInteger(value) && !Object.is(value, -0);
      const wide = typeof value === 'bigint' ? value : isDecimal || isPlain ? BigInt(value) : null;
      if (wide === null || wide < lo || wide > hi) {
        throw new DomainError(null, '', \`expected an integer from \${lo} to \${hi}, as a bigint or a decimal string\`);
      }
      view.setBigInt64(address, wide, true);
    },
    read: (address) => String(view.getBigInt64(address, true)),
  };
}`,
  },
  boolean: {
    uses: ['DomainError'],
    code: `
const boolean = {
  size: 4,
  write(value, address) {
    if (typeof value !== 'boolean') throw new DomainError(null, '', 'expected true or false');
    view.setInt32(address, Number(value), true);
  },
  read: (address) => view.getInt32(address, true) !== 0,
};`,
  },
  enumeration: {
    uses: ['DomainError'],
    code: `
/** Tags; a message names the first of them. */
function enumeration(tags) {
  const indices = new Map(tags.map((tag, index) => [tag, index]));
  const named = tags.slice(0, 12).join(', ') + (tags.length > 12 ? ', ...' : '');
  return {
    size: 4,
    write(value, address) {
      const index = indices.get(value);
      if (index === undefined) throw new DomainError(null, '', \`expected one of \${named}\`);
      view.setInt32(address, index, true);
    },
    read: (address) => tags[view.getInt32(address, true)],
  };
}`,
  },
  writeText: {
    code: `
const encoder = new TextEncoder();

/** Writes a string without lone surrogates; returns its address. */
function writeText(string, count) {
  const start = room(8 + 3 * string.length);
  const { written } = encoder.encodeInto(string, new Uint8Array(buffer, start + 8, 3 * string.length));
  view.setInt32(start, written, true);
  view.setInt32(start + 4, count, true);
  // The rest of the room stays free.
  release(Math.ceil((start + 8 + written) / 8) * 8);
  return start;
}`,
  },
  readText: {
    code: `
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Reads the text at an address. */
function readText(start) {
  return decoder.decode(new Uint8Array(buffer, start + 8, view.getUint32(start, true)));
}`,
  },
  text: {
    uses: ['DomainError', 'codePoints', 'writeText', 'readText'],
    code: `
/** Texts of lo to hi code points, without lone surrogates. Some domains have a test of their own, in the module. */
function text(lo, hi, test = () => 1, expected = 'text') {
  return {
    size: 4,
    write(value, address) {
      const count = typeof value === 'string' ? codePoints(value) : -1;
      if (count < lo || count > hi) throw new DomainError(null, '', \`expected \${expected} of \${lo} to \${hi} code points\`);
      const start = writeText(value, count);
      if (test(start) === 0) throw new DomainError(null, '', \`expected \${expected}\`);
      view.setInt32(address, start, true);
    },
    read: (address) => readText(view.getUint32(address, true)),
  };
}`,
  },
  bytes: {
    uses: ['DomainError'],
    code: `
/** Bytes, in padded base64 whose unused bits are zero, or as a Uint8Array. */
function bytes(lo, hi) {
  return {
    size: 4,
    write(value, address) {
      const content = typeof value === 'string' ? fromBase64(value) : value instanceof Uint8Array ? new Uint8Array(value) : null;
      if (content === null) throw new DomainError(null, '', 'expected bytes in padded, canonical base64, or as a Uint8Array');
      if (content.length < lo || content.length > hi) {
        throw new DomainError(null, '', \`expected \${lo} to \${hi} bytes, found \${content.length}\`);
      }
      const start = room(8 + content.length);
      view.setInt32(start, content.length, true);
      view.setInt32(start + 4, 0, true);
      new Uint8Array(buffer).set(content, start + 8);
      view.setInt32(address, start, true);
    },
    read(address) {
      const start = view.getUint32(address, true);
      return toBase64(new Uint8Array(buffer, start + 8, view.getUint32(start, true)));
    },
  };
}

/** Returns null for a string that is no canonical base64. */
function fromBase64(string) {
  try {
    const characters = atob(string);
    if (btoa(characters) !== string) return null;
    const content = new Uint8Array(characters.length);
    for (let i = 0; i < content.length; i += 1) content[i] = characters.charCodeAt(i);
    return content;
  } catch {
    return null;
  }
}

function toBase64(content) {
  const parts = [];
  for (let i = 0; i < content.length; i += 4096) parts.push(String.fromCharCode(...content.subarray(i, i + 4096)));
  return btoa(parts.join(''));
}`,
  },
  list: {
    uses: ['DomainError', 'inside'],
    code: `
/** Lists of lo to hi elements. Reads the length once and uses no iterator, since an array may have one of its own. */
function list(lo, hi, element) {
  return {
    size: 4,
    write(value, address) {
      if (!Array.isArray(value)) throw new DomainError(null, '', 'expected a list');
      const { length } = value;
      if (!(lo <= length && length <= hi)) throw new DomainError(null, '', \`expected \${lo} to \${hi} elements, found \${length}\`);
      const start = room(8 + length * element.size);
      view.setInt32(start, length, true);
      view.setInt32(start + 4, 0, true);
      let i = 0;
      try {
        for (; i < length; i += 1) element.write(value[i], start + 8 + i * element.size);
      } catch (error) {
        throw inside(\`[\${i}]\`, error);
      }
      view.setInt32(address, start, true);
    },
    read(address) {
      const start = view.getUint32(address, true);
      const length = view.getUint32(start, true);
      const elements = [];
      for (let i = 0; i < length; i += 1) elements.push(element.read(start + 8 + i * element.size));
      return elements;
    },
  };
}`,
  },
  record: {
    uses: ['DomainError', 'isObject', 'inside'],
    code: `
/** Records, by the codecs of their fields in the order of the names. */
function record(fields) {
  const codecs = Object.entries(fields);
  return {
    size: 4,
    write(value, address) {
      if (!isObject(value)) throw new DomainError(null, '', 'expected a record');
      const start = room(8 * codecs.length);
      let slot = start;
      for (const [name, codec] of codecs) {
        if (!Object.hasOwn(value, name)) throw new DomainError(null, \`.\${name}\`, 'the field is missing');
        try {
          codec.write(value[name], slot);
        } catch (error) {
          throw inside(\`.\${name}\`, error);
        }
        slot += 8;
      }
      const other = Object.keys(value).find((name) => !Object.hasOwn(fields, name));
      if (other !== undefined) throw new DomainError(null, '', \`the record has no field \${JSON.stringify(other)}\`);
      view.setInt32(address, start, true);
    },
    read(address) {
      let slot = view.getUint32(address, true);
      const value = {};
      for (const [name, codec] of codecs) {
        value[name] = codec.read(slot);
        slot += 8;
      }
      return value;
    },
  };
}`,
  },
  option: {
    code: `
/** Options: null for none, else the content, which is in a cell if it is no address itself. */
function option(content, hasCell) {
  return {
    size: 4,
    write(value, address) {
      if (value === null) return view.setInt32(address, 0, true);
      if (!hasCell) return content.write(value, address);
      const cell = room(8);
      content.write(value, cell);
      view.setInt32(address, cell, true);
    },
    read(address) {
      const cell = view.getUint32(address, true);
      if (cell === 0) return null;
      return content.read(hasCell ? cell : address);
    },
  };
}`,
  },
  nestedOption: {
    uses: ['DomainError', 'isObject', 'inside'],
    code: `
/** Options of options: null for none, else an object with the only member some. */
function nestedOption(content) {
  return {
    size: 4,
    write(value, address) {
      if (value === null) return view.setInt32(address, 0, true);
      if (!isObject(value) || Object.keys(value).length !== 1 || !Object.hasOwn(value, 'some')) {
        throw new DomainError(null, '', 'expected null or {"some": ...}');
      }
      const cell = room(8);
      try {
        content.write(value.some, cell);
      } catch (error) {
        throw inside('.some', error);
      }
      view.setInt32(address, cell, true);
    },
    read(address) {
      const cell = view.getUint32(address, true);
      return cell === 0 ? null : { some: content.read(cell) };
    },
  };
}`,
  },
  compareText: {
    code: `
/** The order by code points. */
function compareText(a, b) {
  const [left, right] = [a, b].map((text) => Array.from(text, (character) => character.codePointAt(0)));
  const i = left.findIndex((codePoint, place) => codePoint !== right[place]);
  if (i < 0) return left.length - right.length;
  return i < right.length ? left[i] - right[i] : 1;
}`,
  },
};
