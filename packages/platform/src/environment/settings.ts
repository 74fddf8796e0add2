import { isIP } from 'node:net';
import { Ajv, type ErrorObject } from 'ajv';
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';

/** What a service takes from its environment: variable names and the JSON Schema of each. */
export interface SettingsSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Exclude<JSONSchema, boolean>>>;
  readonly required: readonly string[];
}

export type SettingsResult<Settings> =
  | { readonly kind: 'settings'; readonly settings: Settings }
  | { readonly kind: 'wrong'; readonly mistakes: readonly string[] };

/** The type of the settings that a schema describes. */
export type SettingsOf<Schema> = Schema extends JSONSchema ? FromSchema<Schema> : never;

/**
 * Reads settings from the environment and from nothing else.
 *
 * Ajv does the checking because requests are checked with it too: one way to describe what is allowed, one more
 * dependency saved. A variable that is set to nothing counts as not set, as in every compose file.
 *
 * @param schema names, types, defaults; `description` says what a variable is for and is shown with a mistake
 * @param environment usually `process.env`
 * @returns the settings, or every mistake at once, one sentence each, without the values (they may be secret)
 */
export function readSettings<const Schema extends SettingsSchema>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): SettingsResult<SettingsOf<Schema>> {
  const ajv = new Ajv({ allErrors: true, coerceTypes: true, useDefaults: true, strict: true });
  ajv.addFormat('url', (text: string) => URL.canParse(text));
  ajv.addFormat('networks', areNetworks);
  const values = namedValues(schema, environment);
  const validate = ajv.compile<SettingsOf<Schema>>(schema);
  if (validate(values)) return { kind: 'settings', settings: values };
  return { kind: 'wrong', mistakes: (validate.errors ?? []).map((error) => mistake(schema, error)) };
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

/** The variables that the schema names and that are set to something. */
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
  const wrong = missing === undefined ? (error.message ?? 'is wrong') : 'must be set';
  return `${name} ${wrong}${description === undefined ? '' : ` (${description})`}`;
}
