import { isIP } from 'node:net';
import { Ajv, type ErrorObject } from 'ajv';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { areRedisAddresses } from '../queue/addresses.js';
import { readPairs } from '../telemetry/tracing/pairs.js';
import { contradiction } from '../tls/address.js';
import { contentOf, hasCertificates, hasPrivateKey, keyFits } from '../tls/files.js';
import { readEncryptionKeys } from './encryption-keys.js';

/** The settings of a service: names of environment variables and the JSON Schema of each. */
export interface SettingsSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Setting>>;
  readonly required: readonly string[];
}

/** The JSON Schema of a variable. */
type Setting = Exclude<JSONSchema, boolean> & {
  /** Its name in an earlier build. */
  readonly formerly?: string;
  /** A variable that must not be set with it. */
  readonly excludes?: string;
  /** A variable that must be set with it. */
  readonly needs?: string;
  /** The address of the server that it makes TLS for. */
  readonly verifies?: string;
  /** The file of the certificate that its private key belongs to. */
  readonly fits?: string;
};

export type SettingsResult<Settings> =
  | { readonly kind: 'settings'; readonly settings: Settings; readonly misspelt: readonly Misspelt[] }
  | { readonly kind: 'wrong'; readonly mistakes: readonly string[] };

/** A variable that resembles a setting, or was one in the past: it would be ignored without notice. */
export interface Misspelt {
  readonly name: string;
  readonly meant: string;
}

/** The type of the settings that a schema describes. */
export type SettingsOf<Schema> = Schema extends JSONSchema ? FromSchema<Schema> : never;

/**
 * Reads settings from the environment only.
 *
 * Ajv checks them, since it checks requests too: there is one notation for constraints, and no further dependency. A variable with
 * an empty value counts as not set, which is usual in compose files.
 *
 * @param schema names, types, defaults; `description` gives the purpose of a variable and is shown with a mistake
 * @param environment usually `process.env`
 * @returns the settings, or all mistakes, one sentence each, without the values (they may be secret)
 */
export function readSettings<const Schema extends SettingsSchema>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): SettingsResult<SettingsOf<Schema>> {
  const ajv = new Ajv({ allErrors: true, coerceTypes: true, useDefaults: true, strict: true });
  ajv.addFormat('url', (text: string) => URL.canParse(text));
  ajv.addFormat('networks', areNetworks);
  ajv.addFormat('redis', areRedisAddresses);
  ajv.addFormat('pairs', (text: string) => readPairs(text) !== undefined);
  ajv.addFormat('certificates-file', hasCertificates);
  ajv.addFormat('private-key-file', hasPrivateKey);
  ajv.addFormat('encryption-keys', (text: string) => readEncryptionKeys(text) !== undefined);
  ajv.addFormat('encryption-keys-file', (path: string) => readEncryptionKeys(contentOf(path) ?? '') !== undefined);
  ajv.addKeyword('formerly');
  for (const [keyword, holds] of Object.entries(RELATIONS)) {
    ajv.addKeyword({
      keyword,
      compile: (other: string) => (value: string, context?: DataValidationCxt) => holds(value, siblingOf(context, other)),
    });
  }
  const values = namedValues(schema, environment);
  const validate = ajv.compile<SettingsOf<Schema>>(schema);
  if (validate(values)) return { kind: 'settings', settings: values, misspelt: misspelt(schema, environment) };
  return { kind: 'wrong', mistakes: (validate.errors ?? []).map((error) => mistake(schema, error)) };
}

/** The conditions of a value and another variable, which is `undefined` if it is not set. */
const RELATIONS: Readonly<Record<'excludes' | 'needs' | 'verifies' | 'fits', (value: string, other: string | undefined) => boolean>> = {
  excludes: (_value, other) => other === undefined,
  needs: (_value, other) => other !== undefined,
  verifies: (_value, other) => other === undefined || contradiction(other) === undefined,
  fits: (value, other) => other === undefined || keyFits(value, other),
};

function siblingOf(context: DataValidationCxt | undefined, name: string): string | undefined {
  const value: unknown = Reflect.get(context?.parentData ?? {}, name);
  return typeof value === 'string' ? value : undefined;
}

/** Addresses, networks (address/bits) or the names that express knows, separated by commas. */
function areNetworks(text: string): boolean {
  return text.split(',').every((entry) => isNetwork(entry.trim()));
}

function isNetwork(entry: string): boolean {
  if (entry === 'loopback' || entry === 'linklocal' || entry === 'uniquelocal') return true;
  const [address = '', bits, ...more] = entry.split('/');
  const size = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) !== 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= size))
  );
}

/** The variables of the schema that have a value. */
function namedValues(schema: SettingsSchema, environment: Readonly<Record<string, string | undefined>>): unknown {
  const values: Record<string, string> = {};
  for (const name of Object.keys(schema.properties)) {
    const value = environment[name];
    if (value !== undefined && value !== '') values[name] = value;
  }
  return values;
}

function mistake(schema: SettingsSchema, error: ErrorObject): string {
  const missing: unknown = error.keyword === 'required' ? error.params['missingProperty'] : undefined;
  const name = typeof missing === 'string' ? missing : error.instancePath.slice(1);
  const description = schema.properties[name]?.description;
  return `${name} ${complaint(error, schema.properties[name])}${description === undefined ? '' : ` (${description})`}`;
}

const NOT_THE_FORM = 'does not match the required form';
const FORMAT_COMPLAINTS: Readonly<Record<string, string>> = {
  'certificates-file': 'must be the path of a file that this process may read, with certificates in PEM',
  'private-key-file': 'must be the path of a file that this process may read, with a private key in PEM without a passphrase',
  'encryption-keys-file': 'must be the path of a file that this process may read, with keys of the required form',
};

/** Describes the fault of a value, without the value. */
function complaint({ keyword, params, message }: ErrorObject, setting: Setting | undefined): string {
  switch (keyword) {
    case 'required':
      return 'must be set';
    case 'type':
      return params['type'] === 'integer' ? 'must be a whole number' : `must be a ${String(params['type'])}`;
    case 'minimum':
    case 'maximum':
      return `must be ${keyword === 'minimum' ? 'at least' : 'at most'} ${String(params['limit'])}`;
    case 'enum':
      return `must be one of ${many(params['allowedValues']).join(', ')}`;
    case 'excludes':
      return `must not be set together with ${setting?.excludes}`;
    case 'needs':
      return `needs ${setting?.needs} too`;
    case 'fits':
      return `must be the key of the certificate in ${setting?.fits}`;
    case 'verifies':
      return `contradicts ${setting?.verifies}, whose beginning or parameters switch TLS off or configure it; remove these parameters, or use rediss://`;
    case 'format':
      return FORMAT_COMPLAINTS[String(params['format'])] ?? NOT_THE_FORM;
    case 'pattern':
      return NOT_THE_FORM;
    default:
      return message ?? 'is wrong';
  }
}

function many(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Shorter names are close to too many others. */
const MIN_CHECKED_LENGTH = 8;
const MAX_MISTYPED = 2;
/** Every variable with the name of the project is meant for us. */
const OURS = /^KIRCHHOFF_/;

/** The variables that are at most two letters away from a setting of this process, or from its former name. */
function misspelt({ properties }: SettingsSchema, environment: Readonly<Record<string, string | undefined>>): readonly Misspelt[] {
  const names = Object.keys(properties);
  return Object.keys(environment).flatMap((name) => {
    const bare = name.replace(OURS, '');
    if (names.includes(name) || bare.length < MIN_CHECKED_LENGTH) return [];
    const isClose = (each: string | undefined) => each !== undefined && distance(each, bare) <= MAX_MISTYPED;
    const meant = names.find(isClose) ?? names.find((each) => isClose(properties[each]?.formerly));
    return meant === undefined ? [] : [{ name, meant }];
  });
}

/** The number of letters to add, drop or replace between two words (Levenshtein). */
function distance(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > MAX_MISTYPED) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (const [line, letter] of Array.from(left).entries()) {
    const next = [line + 1];
    for (const [column, other] of Array.from(right).entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
