import {
  type Domain,
  decodeValue,
  INT64_MAX,
  INT64_MIN,
  MONOMERS,
  type Monomer,
  OptionValue,
  parseJson,
  RecordValue,
  textDomain,
  type Value,
} from '@kirchhoff/coherence';

type Overload = Monomer['overloads'][number];
type Parameter = Overload['parameters'][number];
type TypeScheme = Overload['result'];

/** The result of an application, in the JSON form of values. */
export type Application =
  | { readonly kind: 'result'; readonly json: string }
  /** The arguments are of no type that the monomer accepts, or its precondition does not hold. */
  | { readonly kind: 'refused'; readonly message: string };

/** Returns the names of the arguments of a monomer; empty if it cannot be applied by itself. */
export function parametersOf({ overloads, reference }: Pick<Monomer, 'overloads' | 'reference'>): readonly string[] {
  return reference === null ? [] : (overloads[0]?.parameters.map(({ name }) => name) ?? []);
}

/**
 * Applies a monomer by its reference implementation, which is that of the kernel's evaluator.
 *
 * @param texts the arguments, each in the JSON form of values
 */
export function applyMonomer(name: string, texts: readonly string[]): Application {
  const monomer = MONOMERS.find((each) => each.name === name);
  if (monomer === undefined || monomer.reference === null) return refused(`${name} cannot be applied by itself.`);
  const values: unknown[] = [];
  for (const [index, text] of texts.entries()) {
    const parsed = parseJson(text);
    if (!parsed.ok) return refused(`${nameOf(monomer, index)} is not JSON: ${parsed.message}. A text needs quotes: "abc".`);
    values.push(parsed.json);
  }
  const attempts = monomer.overloads.map((overload) => decodeArguments(overload, values));
  const decoded = attempts.find((attempt) => attempt.kind === 'arguments') ?? attempts[0];
  if (decoded === undefined) return refused(`${name} cannot be applied by itself.`);
  if (decoded.kind === 'refused') return decoded;
  const result = monomer.reference(decoded.values);
  if (result === undefined) return refused(`The precondition does not hold: ${monomer.needs ?? 'see the signature'}.`);
  return { kind: 'result', json: JSON.stringify(encode(result)) };
}

function refused(message: string): Application & { readonly kind: 'refused' } {
  return { kind: 'refused', message };
}

function nameOf({ overloads }: Pick<Monomer, 'overloads'>, index: number): string {
  return overloads[0]?.parameters[index]?.name ?? `argument ${index + 1}`;
}

type Arguments = { readonly kind: 'arguments'; readonly values: readonly Value[] } | (Application & { readonly kind: 'refused' });

function decodeArguments({ parameters }: Overload, json: readonly unknown[]): Arguments {
  if (parameters.length !== json.length) return refused(`It takes ${parameters.length} arguments, not ${json.length}.`);
  const values: Value[] = [];
  for (const [index, parameter] of parameters.entries()) {
    const decoded = decodeValue(domainOf(parameter, json[index]), json[index]);
    if (!decoded.ok) return refused(`${parameter.name}${decoded.path}: ${decoded.message}.`);
    const malformed = parameter.literal === undefined ? undefined : parameter.malformed?.(decoded.value);
    if (malformed !== undefined) return refused(`${parameter.name}: the literal ${malformed}.`);
    values.push(decoded.value);
  }
  return { kind: 'arguments', values };
}

/** Limits of the language for texts and bytes, and for lists. */
const MAX_LENGTH = 65_536;
const MAX_ELEMENTS = 4_096;

function domainOf({ type, literal }: Parameter, json: unknown): Domain {
  return literal ?? widest(type, json);
}

/** Returns the widest domain of a type; for a variable, that of the type which the value suggests. */
function widest(type: TypeScheme, json: unknown): Domain {
  switch (type.kind) {
    case 'integer':
      return { kind: 'integer', lo: INT64_MIN, hi: INT64_MAX };
    case 'boolean':
      return { kind: 'boolean' };
    case 'text':
      return textDomain(0, MAX_LENGTH);
    case 'bytes':
      return { kind: 'bytes', lo: 0, hi: MAX_LENGTH };
    case 'enumeration':
      return type;
    case 'list':
      return { kind: 'list', element: widest(type.element, Array.isArray(json) ? json[0] : undefined), lo: 0, hi: MAX_ELEMENTS };
    case 'record': {
      const members = membersOf(json);
      return {
        kind: 'record',
        fields: type.fields.map((field) => ({ name: field.name, domain: widest(field.type, members.get(field.name)) })),
      };
    }
    case 'option':
      return { kind: 'option', value: widest(type.value, json) };
    case 'variable':
      return suggested(json);
  }
}

/** An integer that JSON cannot carry as a number is a text of digits. */
const LARGE_INTEGER = /^-?[1-9]\d{15,18}$/;

function suggested(json: unknown): Domain {
  if (typeof json === 'boolean') return widest({ kind: 'boolean' }, json);
  if (typeof json === 'string') return widest(LARGE_INTEGER.test(json) ? { kind: 'integer' } : { kind: 'text' }, json);
  if (Array.isArray(json)) return widest({ kind: 'list', element: { kind: 'variable', name: 'T' } }, json);
  if (typeof json !== 'object' || json === null) return widest({ kind: 'integer' }, json);
  const fields = [...membersOf(json)]
    .map(([name, value]) => ({ name, domain: suggested(value) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return fields.length === 0 ? widest({ kind: 'integer' }, json) : { kind: 'record', fields };
}

function membersOf(json: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof json === 'object' && json !== null ? Object.entries(json) : []);
}

/** Encodes a value; an integer goes as a text if JSON cannot carry it as a number. */
function encode(value: Value): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Uint8Array) return btoa(Array.from(value, (byte) => String.fromCharCode(byte)).join(''));
  if (value instanceof OptionValue) return value.content === undefined ? null : encode(value.content);
  if (value instanceof RecordValue) return Object.fromEntries([...value.fields].map(([name, field]) => [name, encode(field)]));
  return Array.isArray(value) ? value.map((item: Value) => encode(item)) : value;
}
