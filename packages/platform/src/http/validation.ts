import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { holdsKey } from '../authentication/key-text.js';
import type { FieldError } from '../problems/problem.js';
import type { ObjectSchema } from './route.js';

/** What a check came to; `value` has the schema's defaults filled in. */
export type Validated =
  | { readonly kind: 'valid'; readonly value: unknown }
  | { readonly kind: 'invalid'; readonly errors: readonly FieldError[] };

const MOST_ERRORS = 100;
/** Of a body with more members and elements the first error is found and no other: it may have one for each. */
const MAX_PARTS_FOR_ALL_ERRORS = 1_000;

const [listing, first] = [checker(true), checker(false)];

function checker(allErrors: boolean): Ajv {
  const ajv = new Ajv({ allErrors, useDefaults: true, strict: true });
  addFormats.default(ajv, ['date-time', 'email', 'uri']);
  ajv.addFormat('label', (text: string) => !text.includes('\u0000') && !holdsKey(text));
  return ajv;
}

/**
 * Compiles a schema to a check of a value of so many members and elements.
 * @param place what stands before a member's name in a pointer: '' for the body (JSON Pointer), 'query' for the query
 */
export function validator(schema: ObjectSchema, place: '' | 'query'): (value: unknown, parts: number) => Validated {
  const [listAll, findFirst] = [listing.compile(schema), first.compile(schema)];
  return (value, parts) => {
    const validate = parts > MAX_PARTS_FOR_ALL_ERRORS ? findFirst : listAll;
    return validate(value) ? { kind: 'valid', value } : { kind: 'invalid', errors: fieldErrors(validate, place) };
  };
}

function fieldErrors(validate: ValidateFunction, place: string): readonly FieldError[] {
  return (validate.errors ?? []).slice(0, MOST_ERRORS).map((error) => ({ pointer: place + pointer(error), message: message(error) }));
}

function pointer(error: ErrorObject): string {
  const member: unknown = error.params['missingProperty'] ?? error.params['additionalProperty'];
  if (typeof member !== 'string') return error.instancePath;
  return `${error.instancePath}/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function message(error: ErrorObject): string {
  switch (error.keyword) {
    case 'required':
      return 'must be present';
    case 'additionalProperties':
      return 'is not known here';
    case 'enum':
      return `must be one of ${JSON.stringify(error.params['allowedValues'])}`;
    // `SOURCE` is the one schema with it.
    case 'not':
      return 'must not contain an API key';
    case 'format':
      return error.params['format'] === 'label' ? 'must not contain NUL, or an API key' : (error.message ?? 'is wrong');
    default:
      return error.message ?? 'is wrong';
  }
}
