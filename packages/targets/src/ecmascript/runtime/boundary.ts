import type { PieceSource } from './piece.js';

/** Functions that read inputs at the boundary. */
export const BOUNDARY = {
  Reader: {
    code: `
«/** Reads an external value, or refuses it with the port and the path to it. */
type Reader<T> = (value: unknown, port: string, path: string) => T;»`,
  },
  Steps: {
    code: `
«/** A call that runs when the caller has left the stack. */
type Steps = Generator<Steps, unknown, unknown>;»`,
  },
  isObject: {
    code: `
function isObject(value«: unknown»)«: value is Record<string, unknown>» {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}`,
  },
  requireObject: {
    uses: ['DomainError', 'isObject'],
    code: `
function requireObject(inputs«: unknown»)«: void» {
  if (!isObject(inputs)) throw new DomainError(null, '', 'expected an object of inputs by port');
}`,
  },
  requirePort: {
    uses: ['DomainError'],
    code: `
function requirePort(inputs«: object», port«: string»)«: void» {
  if (!Object.hasOwn(inputs, port)) throw new DomainError(port, '', 'the port is missing');
}`,
  },
  readPort: {
    uses: ['Reader', 'requirePort'],
    code: `
function readPort«<T>»(inputs«: object», port«: string», value«: unknown», read«: Reader<T>»)«: T» {
  requirePort(inputs, port);
  return read(value, port, '');
}`,
  },
  integerPort: {
    uses: ['DomainError', 'requirePort'],
    code: `
/** Reads an integer that is held as a number. */
function integerPort(inputs«: object», port«: string», value«: unknown», lo«: number», hi«: number»)«: number» {
  requirePort(inputs, port);
  if («typeof value === 'number' && »Number.isSafeInteger(value) && lo <= value && value <= hi && !Object.is(value, -0)) return value;
  throw new DomainError(port, '', \`expected an integer from \${lo} to \${hi}\`);
}`,
  },
  booleanPort: {
    uses: ['requirePort', 'trueOrFalse'],
    code: `
function booleanPort(inputs«: object», port«: string», value«: unknown»)«: boolean» {
  requirePort(inputs, port);
  return trueOrFalse(value, port, '');
}`,
  },
  tagPort: {
    uses: ['oneOf', 'requirePort'],
    code: `
/** The tags are a set. */
function tagPort(inputs«: object», port«: string», value«: unknown», tags«: ReadonlySet<unknown>»)«: string» {
  requirePort(inputs, port);
  if (tags.has(value)) return value« as string»;
  return oneOf(tags)(value, port, '');
}`,
  },
  refuseOtherPorts: {
    uses: ['DomainError', 'compareText'],
    code: `
/** The ports are a set. */
function refuseOtherPorts(inputs«: object», ports«: ReadonlySet<string>»)«: void» {
  const names = Object.keys(inputs);
  if (names.every((name) => ports.has(name))) return;
  const others = names.filter((name) => !ports.has(name));
  throw new DomainError(others.sort(compareText)[0]« as string», '', 'there is no such port');
}`,
  },
  plainInteger: {
    uses: ['Reader', 'DomainError'],
    code: `
/** Reads an integer that is held as a number. */
function plainInteger(lo«: number», hi«: number»)«: Reader<number>» {
  return (value, port, path) => {
    if («typeof value === 'number' && »Number.isSafeInteger(value) && !Object.is(value, -0) && lo <= value && value <= hi) return value;
    throw new DomainError(port, path, \`expected an integer from \${lo} to \${hi}\`);
  };
}`,
  },
  wideInteger: {
    uses: ['Reader', 'DomainError'],
    code: `
/** Reads an integer that is held as a bigint; it may be a bigint, a decimal string or a safe number. */
function wideInteger(lo«: bigint», hi«: bigint»)«: Reader<bigint>» {
  return (value, port, path) => {
    const isDecimal = typeof value === 'string' && value.length <= 20 && /^(?:0|-?[1-9][0-9]*)$/.test(value);
    const isPlain = Number.isSafeInteger(value) && !Object.is(value, -0);
    const integer = typeof value === 'bigint' ? value : isDecimal || isPlain ? BigInt(value« as string | number») : undefined;
    if (integer !== undefined && lo <= integer && integer <= hi) return integer;
    throw new DomainError(port, path, \`expected an integer from \${lo} to \${hi}, as a bigint or a decimal string\`);
  };
}`,
  },
  trueOrFalse: {
    uses: ['DomainError'],
    code: `
function trueOrFalse(value«: unknown», port«: string», path«: string»)«: boolean» {
  if (typeof value === 'boolean') return value;
  throw new DomainError(port, path, 'expected true or false');
}`,
  },
  oneOf: {
    uses: ['Reader', 'DomainError'],
    code: `
/** The tags are a set; a message names the first of them. */
function oneOf(tags«: ReadonlySet<unknown>»)«: Reader<string>» {
  return (value, port, path) => {
    if (tags.has(value)) return value« as string»;
    const named = [...tags].slice(0, 12).join(', ');
    throw new DomainError(port, path, \`expected one of \${named}\${tags.size > 12 ? ', …' : ''}\`);
  };
}`,
  },
  textOf: {
    uses: ['Reader', 'DomainError', 'codePointLength'],
    code: `
/** Reads a text of lo to hi code points, without lone surrogates. */
function textOf(lo«: number», hi«: number»)«: Reader<string>» {
  return (value, port, path) => {
    if (typeof value !== 'string' || /\\p{Surrogate}/u.test(value)) throw new DomainError(port, path, 'expected text');
    const length = codePointLength(value);
    if (lo <= length && length <= hi) return value;
    throw new DomainError(port, path, \`expected \${lo} to \${hi} code points, found \${length}\`);
  };
}`,
  },
  textOfCharacters: {
    uses: ['Reader', 'DomainError', 'codePointLength'],
    code: `
/** Reads a text of lo to hi code points that all match the pattern, which excludes surrogates. */
function textOfCharacters(lo«: number», hi«: number», pattern«: RegExp»)«: Reader<string>» {
  return (value, port, path) => {
    if (typeof value !== 'string' || !pattern.test(value)) throw new DomainError(port, path, \`expected text of \${pattern.source}\`);
    const length = codePointLength(value);
    if (lo <= length && length <= hi) return value;
    throw new DomainError(port, path, \`expected \${lo} to \${hi} code points, found \${length}\`);
  };
}`,
  },
  textOfForm: {
    uses: ['Reader', 'DomainError'],
    code: `
/** Reads a text in its only valid spelling. */
function textOfForm(isOfForm«: (text: string) => boolean», form«: string»)«: Reader<string>» {
  return (value, port, path) => {
    if (typeof value === 'string' && isOfForm(value)) return value;
    throw new DomainError(port, path, \`expected \${form} in its one spelling\`);
  };
}`,
  },
  innerInteger: {
    uses: ['Reader', 'canonicalOf', 'wideInteger'],
    code: `
/** Reads a wide integer inside another value. */
function innerInteger(lo«: bigint», hi«: bigint»)«: Reader<¤>» {
  const read = wideInteger(lo, hi);
  return (value, port, path) => canonicalOf(read(value, port, path));
}`,
  },
  bytesOf: {
    uses: ['Reader', 'DomainError', 'fromBase64'],
    code: `
/** Reads lo to hi bytes, in base64 or as a Uint8Array, which is copied. */
function bytesOf(lo«: number», hi«: number»)«: Reader<Uint8Array>» {
  return (value, port, path) => {
    const bytes = typeof value === 'string' ? fromBase64(value) : value instanceof Uint8Array ? new Uint8Array(value) : null;
    if (bytes === null) throw new DomainError(port, path, 'expected bytes in padded, canonical base64, or as a Uint8Array');
    if (lo <= bytes.length && bytes.length <= hi) return bytes;
    throw new DomainError(port, path, \`expected \${lo} to \${hi} bytes, found \${bytes.length}\`);
  };
}`,
  },
  listOf: {
    uses: ['Reader', 'DomainError'],
    code: `
/** Reads a list of lo to hi elements. Reads the length once, as a number, and uses no iterator: an array may have its own. */
function listOf«<T>»(lo«: number», hi«: number», read«: Reader<T>»)«: Reader<readonly T[]>» {
  return (value, port, path) => {
    if (!Array.isArray(value)) throw new DomainError(port, path, 'expected a list');
    const length = Number(value.length);
    if (!(lo <= length && length <= hi)) throw new DomainError(port, path, \`expected \${lo} to \${hi} elements, found \${length}\`);
    const list«: T[]» = [];
    for (let i = 0; i < length; i += 1) list.push(read(value[i], port, \`\${path}[\${i}]\`));
    return list;
  };
}`,
  },
  recordOf: {
    uses: ['Reader', 'DomainError', 'isObject'],
    code: `
/** Reads the fields by name, in order; then it refuses further members. */
function recordOf«<T>»(fields«: { readonly [K in keyof T]: Reader<T[K]> }»)«: Reader<T>» {
  return (value, port, path) => {
    if (!isObject(value)) throw new DomainError(port, path, 'expected a record');
    const record«: Record<string, unknown>» = {};
    for (const [name, read] of Object.entries«<Reader<unknown>>»(fields)) {
      if (!Object.hasOwn(value, name)) throw new DomainError(port, \`\${path}.\${name}\`, 'the field is missing');
      record[name] = read(value[name], port, \`\${path}.\${name}\`);
    }
    const other = Object.keys(value).find((name) => !Object.hasOwn(fields, name));
    if (other !== undefined) throw new DomainError(port, path, \`the record has no field \${JSON.stringify(other)}\`);
    return record« as T»;
  };
}`,
  },
  optionOf: {
    uses: ['Reader'],
    code: `
/** Reads an option: null for none, else the content. */
function optionOf«<T>»(read«: Reader<T>»)«: Reader<T | null>» {
  return (value, port, path) => (value === null ? null : read(value, port, path));
}`,
  },
  nestedOptionOf: {
    uses: ['Reader', 'DomainError', 'isObject'],
    code: `
/** Reads an option of an option: null for none, else an object with the only member some. */
function nestedOptionOf«<T>»(read«: Reader<T>»)«: Reader<{ readonly some: T } | null>» {
  return (value, port, path) => {
    if (value === null) return null;
    if (!isObject(value) || Object.keys(value).length !== 1 || !Object.hasOwn(value, 'some')) {
      throw new DomainError(port, path, 'expected null or {"some": …}');
    }
    return { some: read(value.some, port, \`\${path}.some\`) };
  };
}`,
  },
  runSteps: {
    uses: ['Steps'],
    code: `
/** Runs a generator that yields the generators for whose results it waits, without nested calls. */
function runSteps(first«: Steps»)«: unknown» {
  const waiting«: Steps[]» = [];
  let running = first;
  let given«: unknown»;
  for (;;) {
    const { done, value } = running.next(given);
    const waiter = done ? waiting.pop() : running;
    if (waiter === undefined) return value;
    if (done) [running, given] = [waiter, value];
    else {
      waiting.push(waiter);
      [running, given] = [value« as Steps», undefined];
    }
  }
}`,
  },
  withPartsFrozen: {
    code: `
/** Freezes the value and all its parts. A part that is already frozen is complete: it occurs in two places. */
function withPartsFrozen«<T>»(value«: T»)«: T» {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  if (Array.isArray(value)) for (let i = 0; i < value.length; i += 1) withPartsFrozen(value[i]);
  else for (const part of Object.values(value)) withPartsFrozen(part);
  return value;
}`,
  },
} as const satisfies Record<string, PieceSource>;
