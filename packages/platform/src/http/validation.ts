import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { holdsKey } from '../authentication/api-key.js';
import { type FieldError, invalidRequest, type Problem } from '../problems/problem.js';
import type { ObjectSchema } from './route.js';

/**
 * Text for names and descriptions: without NUL, which Postgres cannot store, and without an API key, which may have been pasted
 * into the wrong field.
 */
export const LABEL = { type: 'string', format: 'label' } as const;

/**
 * A name in one line, which is shown as typed. It is not blank, and has no control characters, no characters that change the
 * direction of text, and no invisible ones, by which two names could look the same.
 */
export const NAME = { type: 'string', format: 'name', minLength: 1, maxLength: 100 } as const;

/** The source of a stored program: others may read it, so an API key in it is refused. */
export const SOURCE = { type: 'string', not: { type: 'string', pattern: 'svc_live_[0-9A-Za-z]{40}' } } as const;

/** The files that a source may use: the engine checks their count, length and paths, with diagnostics. */
export const FILES = {
  description: 'The texts of the files beside the source, by their paths relative to it: `./money.kir`.',
  type: 'object',
  // A path is stored too, in the warning about an unused file.
  propertyNames: SOURCE,
  additionalProperties: SOURCE,
} as const;

/** Returns the files of a body by their paths; an empty map if it has none. A map, because a path may be any name. */
export function filesOf(files: Readonly<Record<string, string>> | undefined): ReadonlyMap<string, string> {
  return new Map(Object.entries(files ?? {}));
}

/** Returns the 400 for files without a source; otherwise `undefined`. */
export function filesAlone({ source, files }: { readonly source?: string | undefined; readonly files?: unknown }): Problem | undefined {
  if (files === undefined || source !== undefined) return undefined;
  return invalidRequest([{ pointer: '/files', message: 'requires a source' }]);
}

/** The query of a list. */
export const PAGING = {
  page: { type: 'integer', minimum: 1, maximum: 100_000, default: 1 },
  limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
} as const;

/** The result of a check; `value` contains the schema's defaults. */
export type Validated =
  | { readonly kind: 'valid'; readonly value: unknown }
  | { readonly kind: 'invalid'; readonly errors: readonly FieldError[] };

const MAX_ERRORS = 100;
/** In a body with more members and elements, only the first error is reported: otherwise each member could have one. */
const MAX_PARTS_FOR_ALL_ERRORS = 1_000;

/**
 * Control characters, line ends, halves of surrogate pairs, and characters that change the direction of text. Also those without a
 * meaning in exchanged text: private use and noncharacters (Unicode 23.5, 23.7).
 */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** A name of only these invisible characters counts as empty: spaces, marks, zero widths, fillers, the empty braille pattern. */
const SEEN = /[^\s\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Mailbox of RFC 5321, 4.1.2 with the letters of RFC 6531, 3.3: a local part of atoms or in quotes, and a domain of two labels or
 * more. Adjacent quantifiers match different characters, so that no text takes long.
 */
const EMAIL =
  /^(?:[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*|"(?:[^"\\\p{C}\p{Zl}\p{Zp}]|\\[ -~])+")@[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?)+$/u;

const [listing, first] = [checker(true), checker(false)];

function checker(allErrors: boolean): Ajv {
  const ajv = new Ajv({ allErrors, useDefaults: true, strict: true, verbose: true });
  addFormats.default(ajv, ['date-time', 'uri']);
  ajv.addFormat('label', (text: string) => !text.includes('\u0000') && !holdsKey(text));
  // The keyword minLength reports an empty name.
  ajv.addFormat('name', (text: string) => text === '' || (SEEN.test(text) && !UNSEEN.test(text) && !holdsKey(text)));
  ajv.addFormat('idn-email', (text: string) => EMAIL.test(text) && !holdsKey(text));
  return ajv;
}

/**
 * Compiles a schema to a check of a value with a known number of members and elements.
 * @param place the prefix of a member's name in a pointer: '' for the body (JSON Pointer), 'query' for the query
 */
export function validator(schema: ObjectSchema, place: '' | 'query'): (value: unknown, parts: number) => Validated {
  const listAll = listing.compile(schema);
  return (value, parts) => {
    // Compiled at its first use, and cached by Ajv: few values are as large.
    const validate = parts > MAX_PARTS_FOR_ALL_ERRORS ? first.compile(schema) : listAll;
    return validate(value) ? { kind: 'valid', value } : { kind: 'invalid', errors: fieldErrors(validate, place) };
  };
}

function fieldErrors(validate: ValidateFunction, place: string): readonly FieldError[] {
  // A fault in the name of a member is reported as an error of its own.
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'propertyNames').slice(0, MAX_ERRORS);
  return errors.map((error) => ({ pointer: place + pointer(error), message: message(error) }));
}

function pointer(error: ErrorObject): string {
  const member: unknown = error.params['missingProperty'] ?? error.params['additionalProperty'];
  if (typeof member !== 'string') return error.instancePath;
  return `${error.instancePath}/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Suggests the members that the author may have meant. */
function knownMembers({ parentSchema }: ErrorObject): string {
  const properties: unknown = parentSchema?.['properties'];
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  return names.length === 0 ? 'no member is known' : `known: ${names.join(', ')}`;
}

/** Descriptions of our own formats. */
const FORMATS: Readonly<Record<string, string>> = {
  label: 'must not contain NUL, or an API key',
  name: 'must not be blank, and must not contain control or private-use characters, noncharacters, characters that turn the direction of text, or an API key',
  'idn-email': 'must be an e-mail address',
};

function message(error: ErrorObject): string {
  switch (error.keyword) {
    case 'required':
      return 'must be present';
    case 'additionalProperties':
      return `is unknown; ${knownMembers(error)}`;
    case 'enum':
      return `must be one of ${JSON.stringify(error.params['allowedValues'])}`;
    // Only the schema `SOURCE` has it.
    case 'not':
      return 'must not contain an API key';
    case 'format':
      return FORMATS[String(error.params['format'])] ?? error.message ?? 'is wrong';
    default:
      return error.message ?? 'is wrong';
  }
}
