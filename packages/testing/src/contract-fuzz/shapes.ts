import { type ValidateFunction, Ajv2020 as Validator } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Schema } from '../descriptions/document.js';

/** Checks values against the schemas of requests, independently of the service's own validation. */
export class Shapes {
  readonly #validator = new Validator({ strict: false });
  readonly #compiled = new WeakMap<Schema, ValidateFunction>();

  constructor() {
    addFormats.default(this.#validator);
    // Said in words only: a name, without NUL and without a key.
    this.#validator.addFormat('name', (text: string) => isOneLine(text) && text.trim() !== '' && !text.includes('svc_live_'));
    this.#validator.addFormat('idn-email', isMailbox);
    this.#validator.addFormat('label', (text: string) => !text.includes('\0') && !text.includes('svc_live_'));
  }

  holds(schema: Schema, value: unknown): boolean {
    const keywords: Readonly<Record<string, unknown>> = schema;
    const validate = this.#compiled.get(schema) ?? this.#validator.compile(keywords);
    this.#compiled.set(schema, validate);
    return validate(value);
  }
}

/** By code point: controls, halves of pairs, ends of lines, and the marks that turn the direction. */
const NOT_IN_A_LINE = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0x61c, 0x61c],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2066, 0x2069],
  [0xd800, 0xdfff],
] as const;

function isOneLine(text: string): boolean {
  return Array.from(text).every((character) => {
    const code = character.codePointAt(0) ?? 0;
    return !NOT_IN_A_LINE.some(([least, most]) => code >= least && code <= most);
  });
}

const WORD = /^[\p{L}\p{M}\p{N}]$/u;

/** Both sides of the last `@`: RFC 5321 with the letters of RFC 6531, character by character. */
function isMailbox(text: string): boolean {
  const at = text.lastIndexOf('@');
  const labels = text.slice(at + 1).split('.');
  return at > 0 && labels.length >= 2 && labels.every(isLabel) && isLocalPart(text.slice(0, at)) && !text.includes('svc_live_');
}

function isLabel(label: string): boolean {
  const characters = Array.from(label);
  const [first = '', last = ''] = [characters[0], characters.at(-1)];
  return /^[\p{L}\p{N}]$/u.test(first) && last !== '-' && characters.every((each) => each === '-' || WORD.test(each));
}

function isLocalPart(local: string): boolean {
  if (!local.startsWith('"')) {
    return local
      .split('.')
      .every((atom) => atom !== '' && Array.from(atom).every((each) => WORD.test(each) || "!#$%&'*+/=?^_`{|}~-".includes(each)));
  }
  const inside = Array.from(local.slice(1, -1));
  if (!local.endsWith('"') || inside.length === 0) return false;
  for (let index = 0; index < inside.length; index += 1) {
    const each = inside[index] ?? '';
    if (each === '"' || /[\p{C}\p{Zl}\p{Zp}]/u.test(each)) return false;
    if (each === '\\') {
      index += 1;
      if (!/^[ -~]$/.test(inside[index] ?? '')) return false;
    }
  }
  return true;
}
