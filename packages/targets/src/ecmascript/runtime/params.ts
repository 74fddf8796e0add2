import type { PieceSource } from './piece.js';

/**
 * Functions that read the params of an action. Each returns the value in its form in the emitted code, or a `Refused`. They accept
 * only the JSON form of values, and their messages are those of the policies in the service.
 */
export const PARAMS = {
  ParamReader: {
    uses: ['Refused'],
    code: `
«/** Reads the value of a param, or refuses it. */
type ParamReader<T> = (value: unknown) => T | Refused;»`,
  },
  Refused: {
    code: `
/** A value outside its domain: the JSON Pointer from the value to the wrong part, and the fault. */
class Refused {
«  readonly pointer: string;
  readonly message: string;

»  constructor(pointer«: string», message«: string») {
    this.pointer = pointer;
    this.message = message;
  }
}`,
  },
  refusedFor: {
    uses: ['Refused', 'describeJson'],
    code: `
function refusedFor(expected«: string», value«: unknown»)«: Refused» {
  return new Refused('', \`expected \${expected}, found \${describeJson(value)}\`);
}`,
  },
  refusedBelow: {
    uses: ['Refused'],
    code: `
function refusedBelow(step«: string | number», { pointer, message }«: Refused»)«: Refused» {
  return new Refused('/' + step + pointer, message);
}`,
  },
  refusedLength: {
    uses: ['Refused'],
    code: `
function refusedLength(lo«: number», hi«: number», unit«: string», found«: number»)«: Refused» {
  return new Refused('', \`expected \${lo} to \${hi} \${unit}, found \${found}\`);
}`,
  },
  describeJson: {
    code: `
/** A value in a few words. */
function describeJson(value«: unknown»)«: string» {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? value.slice(0, 40) + '…' : value);
  if (Array.isArray(value)) return 'an array';
  if (Object.is(value, -0)) return '-0';
  if (value === Infinity) return 'a number of another form';
  if (value === null || ['number', 'boolean', 'bigint'].includes(typeof value)) return String(value);
  return value === undefined ? 'nothing' : 'an object';
}`,
  },
  MISSING_PARAM: {
    uses: ['Refused'],
    code: `
const MISSING_PARAM = new Refused('', 'the port is missing');`,
  },
  integerReader: {
    uses: ['ParamReader', 'refusedFor'],
    code: `
/** Reads an integer that is held as a number. */
function integerReader(lo«: number», hi«: number»)«: ParamReader<number>» {
  return (value) => {
    if («typeof value === 'number' && »Number.isSafeInteger(value) && lo <= value && value <= hi && !Object.is(value, -0)) return value;
    return refusedFor(\`an integer from \${lo} to \${hi} as a JSON number without fraction or exponent\`, value);
  };
}`,
  },
  wideIntegerReader: {
    uses: ['ParamReader', 'refusedFor'],
    code: `
/** Reads an integer that is held as a bigint; it may be a decimal string or a safe number. */
function wideIntegerReader(lo«: bigint», hi«: bigint»)«: ParamReader<bigint>» {
  return (value) => {
    const isDecimal = typeof value === 'string' && value.length <= 20 && /^(?:0|-?[1-9][0-9]*)$/.test(value);
    const isPlain = Number.isSafeInteger(value) && !Object.is(value, -0);
    const integer = isDecimal || isPlain ? BigInt(value« as string | number») : undefined;
    if (integer !== undefined && lo <= integer && integer <= hi) return integer;
    return refusedFor(\`an integer from \${lo} to \${hi} as a decimal string\`, value);
  };
}`,
  },
  innerIntegerReader: {
    uses: ['ParamReader', 'Refused', 'canonicalOf', 'wideIntegerReader'],
    code: `
/** Reads a wide integer inside another value. */
function innerIntegerReader(lo«: bigint», hi«: bigint»)«: ParamReader<¤>» {
  const read = wideIntegerReader(lo, hi);
  return (value) => {
    const integer = read(value);
    return integer instanceof Refused ? integer : canonicalOf(integer);
  };
}`,
  },
  readBoolean: {
    uses: ['refusedFor', 'Refused'],
    code: `
function readBoolean(value«: unknown»)«: boolean | Refused» {
  return typeof value === 'boolean' ? value : refusedFor('true or false', value);
}`,
  },
  tagReader: {
    uses: ['ParamReader', 'refusedFor'],
    code: `
function tagReader(tags«: ReadonlySet<unknown>», listed«: string»)«: ParamReader<string>» {
  return (value) => (tags.has(value) ? value« as string» : refusedFor('one of ' + listed, value));
}`,
  },
  refusedText: {
    uses: ['Refused', 'refusedFor'],
    code: `
/** The refusal of a value that is no text; \`undefined\` for a text. */
function refusedText(value«: unknown»)«: Refused | undefined» {
  if (typeof value !== 'string') return refusedFor('text', value);
  return /\\p{Surrogate}/u.test(value) ? new Refused('', 'expected text, found a lone surrogate') : undefined;
}`,
  },
  textReader: {
    uses: ['ParamReader', 'codePointLength', 'refusedLength', 'refusedText'],
    code: `
/** Reads a text of lo to hi code points. */
function textReader(lo«: number», hi«: number»)«: ParamReader<string>» {
  return (value) => {
    const refused = refusedText(value);
    if (refused !== undefined) return refused;
    const text = value« as string»;
    const length = codePointLength(text);
    return lo <= length && length <= hi ? text : refusedLength(lo, hi, 'code points', length);
  };
}`,
  },
  characterTextReader: {
    uses: ['ParamReader', 'codePointLength', 'refusedFor', 'refusedLength', 'refusedText'],
    code: `
/** Reads a text of lo to hi code points that all match the pattern, which excludes surrogates. */
function characterTextReader(lo«: number», hi«: number», pattern«: RegExp», characters«: string»)«: ParamReader<string>» {
  return (value) => {
    if (typeof value !== 'string' || !pattern.test(value)) {
      return refusedText(value) ?? refusedFor('text of ' + characters, [...value« as string»].find((each) => !pattern.test(each)));
    }
    const length = codePointLength(value);
    return lo <= length && length <= hi ? value : refusedLength(lo, hi, 'code points', length);
  };
}`,
  },
  formTextReader: {
    uses: ['ParamReader', 'refusedFor', 'refusedText'],
    code: `
/** Reads a text in its only valid spelling. */
function formTextReader(isOfForm«: (text: string) => boolean», form«: string»)«: ParamReader<string>» {
  return (value) => {
    if (typeof value === 'string' && isOfForm(value)) return value;
    return refusedText(value) ?? refusedFor(form, value);
  };
}`,
  },
  bytesReader: {
    uses: ['ParamReader', 'fromBase64', 'refusedFor', 'refusedLength'],
    code: `
/** Reads lo to hi bytes in base64. */
function bytesReader(lo«: number», hi«: number»)«: ParamReader<Uint8Array>» {
  return (value) => {
    const bytes = typeof value === 'string' ? fromBase64(value) : null;
    if (bytes === null) return refusedFor('bytes in padded, canonical base64', value);
    return lo <= bytes.length && bytes.length <= hi ? bytes : refusedLength(lo, hi, 'bytes', bytes.length);
  };
}`,
  },
  listReader: {
    uses: ['ParamReader', 'Refused', 'refusedBelow', 'refusedFor', 'refusedLength'],
    code: `
/** Reads a list of lo to hi elements. Reads the length once, as a number, and uses no iterator: an array may have its own. */
function listReader«<T>»(lo«: number», hi«: number», read«: ParamReader<T>»)«: ParamReader<readonly T[]>» {
  return (value) => {
    if (!Array.isArray(value)) return refusedFor('a list', value);
    const length = Number(value.length);
    if (!(lo <= length && length <= hi)) return refusedLength(lo, hi, 'elements', length);
    const list«: T[]» = [];
    for (let i = 0; i < length; i += 1) {
      const item = read(value[i]);
      if (item instanceof Refused) return refusedBelow(i, item);
      list.push(item);
    }
    return list;
  };
}`,
  },
  recordReader: {
    uses: ['ParamReader', 'Refused', 'describeJson', 'isObject', 'refusedBelow', 'refusedFor'],
    code: `
/** Reads the fields by name, in order; then it refuses further members. */
function recordReader«<T>»(fields«: ReadonlyMap<string, ParamReader<unknown>>»)«: ParamReader<T>» {
  return (value) => {
    if (!isObject(value)) return refusedFor('a record', value);
    const record«: Record<string, unknown>» = {};
    for (const [name, read] of fields) {
      if (!Object.hasOwn(value, name)) return new Refused('/' + name, 'the field is missing');
      const field = read(value[name]);
      if (field instanceof Refused) return refusedBelow(name, field);
      record[name] = field;
    }
    const other = Object.keys(value).find((name) => !fields.has(name));
    return other === undefined ? record« as T» : new Refused('', 'the record has no field ' + describeJson(other));
  };
}`,
  },
  optionReader: {
    uses: ['ParamReader'],
    code: `
/** Reads an option: null for none, else the content. */
function optionReader«<T>»(read«: ParamReader<T>»)«: ParamReader<T | null>» {
  return (value) => (value === null ? null : read(value));
}`,
  },
  nestedOptionReader: {
    uses: ['ParamReader', 'Refused', 'isObject', 'refusedBelow', 'refusedFor'],
    code: `
/** Reads an option of an option: null for none, else an object with the only member some. */
function nestedOptionReader«<T>»(read«: ParamReader<T>»)«: ParamReader<{ readonly some: T } | null>» {
  return (value) => {
    if (value === null) return null;
    const members = isObject(value) ? Object.keys(value) : [];
    if (members.length !== 1 || members[0] !== 'some') return refusedFor('null or {"some": …}', value);
    const some = read(«(»value« as { readonly some: unknown })».some);
    return some instanceof Refused ? refusedBelow('some', some) : { some };
  };
}`,
  },
} as const satisfies Record<string, PieceSource>;
