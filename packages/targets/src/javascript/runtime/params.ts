import type { PieceSource } from './piece.js';

/**
 * Functions that read the params of an action. Each returns the value in its form in the emitted code, or a `Refused`. They accept
 * only the JSON form of values, and their messages are those of the policies in the service.
 */
export const PARAMS = {
  Refused: {
    code: `
/** A value outside its domain: the JSON Pointer from the value to the wrong part, and the fault. */
class Refused {
  constructor(pointer, message) {
    this.pointer = pointer;
    this.message = message;
  }
}`,
  },
  refusedFor: {
    uses: ['Refused', 'describeJson'],
    code: `
function refusedFor(expected, value) {
  return new Refused('', \`expected \${expected}, found \${describeJson(value)}\`);
}`,
  },
  refusedBelow: {
    uses: ['Refused'],
    code: `
function refusedBelow(step, { pointer, message }) {
  return new Refused('/' + step + pointer, message);
}`,
  },
  refusedLength: {
    uses: ['Refused'],
    code: `
function refusedLength(lo, hi, unit, found) {
  return new Refused('', \`expected \${lo} to \${hi} \${unit}, found \${found}\`);
}`,
  },
  describeJson: {
    code: `
/** A value in a few words. */
function describeJson(value) {
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
    uses: ['refusedFor'],
    code: `
/** Reads an integer that is held as a number. */
function integerReader(lo, hi) {
  return (value) => {
    if (Number.isSafeInteger(value) && lo <= value && value <= hi && !Object.is(value, -0)) return value;
    return refusedFor(\`an integer from \${lo} to \${hi} as a JSON number without fraction or exponent\`, value);
  };
}`,
  },
  wideIntegerReader: {
    uses: ['refusedFor'],
    code: `
/** Reads an integer that is held as a bigint; it may be a decimal string or a safe number. */
function wideIntegerReader(lo, hi) {
  return (value) => {
    const isDecimal = typeof value === 'string' && value.length <= 20 && /^(?:0|-?[1-9][0-9]*)$/.test(value);
    const isPlain = Number.isSafeInteger(value) && !Object.is(value, -0);
    const integer = isDecimal || isPlain ? BigInt(value) : undefined;
    if (integer !== undefined && lo <= integer && integer <= hi) return integer;
    return refusedFor(\`an integer from \${lo} to \${hi} as a decimal string\`, value);
  };
}`,
  },
  innerIntegerReader: {
    uses: ['Refused', 'canonicalOf', 'wideIntegerReader'],
    code: `
/** Reads a wide integer inside another value. */
function innerIntegerReader(lo, hi) {
  const read = wideIntegerReader(lo, hi);
  return (value) => {
    const integer = read(value);
    return integer instanceof Refused ? integer : canonicalOf(integer);
  };
}`,
  },
  readBoolean: {
    uses: ['refusedFor'],
    code: `
function readBoolean(value) {
  return typeof value === 'boolean' ? value : refusedFor('true or false', value);
}`,
  },
  tagReader: {
    uses: ['refusedFor'],
    code: `
function tagReader(tags, listed) {
  return (value) => (tags.has(value) ? value : refusedFor('one of ' + listed, value));
}`,
  },
  refusedText: {
    uses: ['Refused', 'refusedFor'],
    code: `
/** The refusal of a value that is no text; \`undefined\` for a text. */
function refusedText(value) {
  if (typeof value !== 'string') return refusedFor('text', value);
  return /\\p{Surrogate}/u.test(value) ? new Refused('', 'expected text, found a lone surrogate') : undefined;
}`,
  },
  textReader: {
    uses: ['codePointLength', 'refusedLength', 'refusedText'],
    code: `
/** Reads a text of lo to hi code points. */
function textReader(lo, hi) {
  return (value) => {
    const refused = refusedText(value);
    if (refused !== undefined) return refused;
    const length = codePointLength(value);
    return lo <= length && length <= hi ? value : refusedLength(lo, hi, 'code points', length);
  };
}`,
  },
  characterTextReader: {
    uses: ['codePointLength', 'refusedFor', 'refusedLength', 'refusedText'],
    code: `
/** Reads a text of lo to hi code points that all match the pattern, which excludes surrogates. */
function characterTextReader(lo, hi, pattern, characters) {
  return (value) => {
    if (typeof value !== 'string' || !pattern.test(value)) {
      return refusedText(value) ?? refusedFor('text of ' + characters, [...value].find((each) => !pattern.test(each)));
    }
    const length = codePointLength(value);
    return lo <= length && length <= hi ? value : refusedLength(lo, hi, 'code points', length);
  };
}`,
  },
  formTextReader: {
    uses: ['refusedFor', 'refusedText'],
    code: `
/** Reads a text in its only valid spelling. */
function formTextReader(isOfForm, form) {
  return (value) => {
    if (typeof value === 'string' && isOfForm(value)) return value;
    return refusedText(value) ?? refusedFor(form, value);
  };
}`,
  },
  bytesReader: {
    uses: ['fromBase64', 'refusedFor', 'refusedLength'],
    code: `
/** Reads lo to hi bytes in base64. */
function bytesReader(lo, hi) {
  return (value) => {
    const bytes = typeof value === 'string' ? fromBase64(value) : null;
    if (bytes === null) return refusedFor('bytes in padded, canonical base64', value);
    return lo <= bytes.length && bytes.length <= hi ? bytes : refusedLength(lo, hi, 'bytes', bytes.length);
  };
}`,
  },
  listReader: {
    uses: ['Refused', 'refusedBelow', 'refusedFor', 'refusedLength'],
    code: `
/** Reads a list of lo to hi elements. Reads the length once and uses no iterator, since an array may have one of its own. */
function listReader(lo, hi, read) {
  return (value) => {
    if (!Array.isArray(value)) return refusedFor('a list', value);
    const { length } = value;
    if (!(lo <= length && length <= hi)) return refusedLength(lo, hi, 'elements', length);
    const list = [];
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
    uses: ['Refused', 'describeJson', 'isObject', 'refusedBelow', 'refusedFor'],
    code: `
/** Reads the fields by name, in order; then it refuses further members. */
function recordReader(fields) {
  return (value) => {
    if (!isObject(value)) return refusedFor('a record', value);
    const record = {};
    for (const [name, read] of fields) {
      if (!Object.hasOwn(value, name)) return new Refused('/' + name, 'the field is missing');
      const field = read(value[name]);
      if (field instanceof Refused) return refusedBelow(name, field);
      record[name] = field;
    }
    const other = Object.keys(value).find((name) => !fields.has(name));
    return other === undefined ? record : new Refused('', 'the record has no field ' + describeJson(other));
  };
}`,
  },
  optionReader: {
    code: `
/** Reads an option: null for none, else the content. */
function optionReader(read) {
  return (value) => (value === null ? null : read(value));
}`,
  },
  nestedOptionReader: {
    uses: ['Refused', 'isObject', 'refusedBelow', 'refusedFor'],
    code: `
/** Reads an option of an option: null for none, else an object with the only member some. */
function nestedOptionReader(read) {
  return (value) => {
    if (value === null) return null;
    const members = isObject(value) ? Object.keys(value) : [];
    if (members.length !== 1 || members[0] !== 'some') return refusedFor('null or {"some": …}', value);
    const some = read(value.some);
    return some instanceof Refused ? refusedBelow('some', some) : { some };
  };
}`,
  },
} as const satisfies Record<string, PieceSource>;
