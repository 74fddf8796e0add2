import type { TypeScheme } from '@kirchhoff/kernel/monomers/overloads';
import { type Int, parseInteger } from '@kirchhoff/kernel/types/integer';
import { decodeBase64, encodeBase64 } from '@kirchhoff/kernel/values/base64';
import { NONE, OptionValue, RecordValue, type Value } from '@kirchhoff/kernel/values/value';
import type { CatalogEntry } from '../catalog.js';
import type { Example } from '../documentation.js';

/** Reads the examples of the catalog and compares them with the reference implementations. */

/** The examples of a row with what the reference gives in place of what the row says. */
export function examplesAsGiven(monomer: CatalogEntry): Example[] {
  return monomer.examples.map((example) => ({ arguments: example.arguments, result: resultOf(monomer, example) }));
}

/** Returns the reference's result for an example, in JSON form; a sentence if no overload accepts its arguments or result. */
function resultOf(monomer: CatalogEntry, example: Example): unknown {
  for (const overload of monomer.overloads) {
    const args = example.arguments.map((json, i) => decode(overload.parameters[i]?.type, json));
    if (args.length !== overload.parameters.length || !args.every((value) => value !== undefined)) continue;
    if (decode(overload.result, example.result) === undefined) return 'the result is of another type';
    const result = monomer.reference?.(args);
    return result === undefined ? 'undefined' : encode(result);
  }
  return 'no overload takes these arguments';
}

/** Decodes a value from its JSON form; `undefined` if it is not of the type. */
function decode(type: TypeScheme | undefined, json: unknown): Value | undefined {
  switch (type?.kind) {
    case 'integer':
      return decodeInteger(json);
    case 'boolean':
      return typeof json === 'boolean' ? json : undefined;
    case 'text':
    case 'enumeration':
      return typeof json === 'string' ? json : undefined;
    case 'bytes':
      return typeof json === 'string' ? decodeBase64(json) : undefined;
    case 'list':
      return Array.isArray(json) ? decodeAll(json.map((item) => decode(type.element, item))) : undefined;
    case 'record':
      return decodeRecord(type.fields, json);
    case 'option':
      return json === null ? NONE : decodeSome(type.value, json);
    case 'variable':
      return guess(json);
    case undefined:
      return undefined;
  }
}

function decodeInteger(json: unknown): Int | undefined {
  if (typeof json === 'number') return Number.isSafeInteger(json) ? json : undefined;
  return typeof json === 'string' && /^-?\d+$/.test(json) ? parseInteger(json) : undefined;
}

function decodeSome(type: TypeScheme, json: unknown): Value | undefined {
  const content = decode(type, json);
  return content === undefined ? undefined : new OptionValue(content);
}

function decodeAll(items: readonly (Value | undefined)[]): Value[] | undefined {
  const present = items.filter((item) => item !== undefined);
  return present.length === items.length ? present : undefined;
}

function decodeRecord(fields: readonly { readonly name: string; readonly type: TypeScheme }[], json: unknown): Value | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const members = new Map<string, unknown>(Object.entries(json));
  const values = decodeAll(fields.map((field) => decode(field.type, members.get(field.name))));
  if (values === undefined || members.size !== fields.length) return undefined;
  return new RecordValue(new Map(fields.flatMap((field, i) => entry(field.name, values[i]))));
}

/** Decodes a value of the type that the JSON form suggests, if the row leaves the type open. */
function guess(json: unknown): Value | undefined {
  if (typeof json === 'boolean') return json;
  if (typeof json === 'string') return decodeInteger(json) ?? json;
  if (Array.isArray(json)) return decodeAll(json.map(guess));
  if (json === null) return NONE;
  if (typeof json !== 'object') return decodeInteger(json);
  return new RecordValue(new Map(Object.entries(json).flatMap(([name, value]) => entry(name, guess(value)))));
}

function entry(name: string, value: Value | undefined): [string, Value][] {
  return value === undefined ? [] : [[name, value]];
}

/** The JSON form of a value whose integers go by their own size. */
function encode(value: Value): unknown {
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Uint8Array) return encodeBase64(value);
  if (value instanceof OptionValue) return value.content === undefined ? null : encode(value.content);
  if (value instanceof RecordValue) return Object.fromEntries([...value.fields].map(([name, field]) => [name, encode(field)]));
  return Array.isArray(value) ? value.map((item: Value) => encode(item)) : value;
}
