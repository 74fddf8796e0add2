import { INT64_MAX, INT64_MIN, parseInteger } from '../integer.js';
import { NONE, OptionValue, RecordValue, type Value } from '../values/value.js';
import { MONOMERS, mcCode, monomerAt, monomerNamed } from './catalog.js';
import { sameValue } from './logic/equality.js';
import { FAMILIES, type KindScheme, type Monomer, type Overload } from './monomer.js';

describe('the catalog', () => {
  it('has 128 monomers in the order of their indexes', () => {
    expect(MONOMERS.map((monomer) => monomer.index)).toEqual(Array.from({ length: 128 }, (_, i) => i));
  });

  it('has sixteen of each family, in the order of the families', () => {
    expect(MONOMERS.map((monomer) => monomer.family)).toEqual(FAMILIES.flatMap((family) => Array.from({ length: 16 }, () => family)));
  });

  it('names each once', () => {
    expect(new Set(MONOMERS.map((monomer) => monomer.name)).size).toBe(128);
    for (const { name } of MONOMERS) expect(name).toMatch(/^[A-Z][A-Z0-9_]*$/);
  });

  it('writes codes with at least two digits', () => {
    expect([0, 9, 10, 99, 100, 127].map(mcCode)).toEqual(['MC_00', 'MC_09', 'MC_10', 'MC_99', 'MC_100', 'MC_127']);
  });

  it('finds a monomer by name, by code and by index', () => {
    for (const monomer of MONOMERS) {
      expect(monomerNamed(monomer.name)).toBe(monomer);
      expect(monomerNamed(mcCode(monomer.index))).toBe(monomer);
      expect(monomerAt(monomer.index)).toBe(monomer);
    }
  });

  it('finds nothing by another name or index', () => {
    for (const name of ['', 'add', 'MC_0', 'MC_128', 'MC_000', 'toString', '__proto__']) expect(monomerNamed(name)).toBeUndefined();
    for (const index of [-1, 128, 0.5]) expect(() => monomerAt(index)).toThrow(RangeError);
  });

  it('can run every monomer but the sources and those that are syntax only', () => {
    const cannot = MONOMERS.filter((monomer) => monomer.reference === undefined);
    for (const monomer of cannot) expect(monomer.effect === 'source' || monomer.form !== undefined).toBe(true);
    for (const monomer of MONOMERS) expect(monomer.overloads.length > 0).toBe(monomer.form === undefined);
  });

  it('states a need wherever the analysis proves one', () => {
    for (const { name, needs, analysis } of MONOMERS) {
      if (analysis !== undefined) expect([name, analysis.need !== undefined]).toEqual([name, needs !== null]);
    }
  });
});

describe.each(MONOMERS.map((monomer) => [monomer.name, monomer] as const))('%s', (_name, monomer) => {
  it('has at least four examples', () => {
    expect(monomer.examples.length).toBeGreaterThanOrEqual(4);
  });

  it('has a signature, a description that is a sentence, and a range', () => {
    expect(monomer.signature).not.toBe('');
    expect(monomer.description).toMatch(/^[A-Z].*[.]$/su);
    expect(monomer.range).not.toBe('');
  });
});

const RUNNABLE = MONOMERS.filter((monomer) => monomer.reference !== undefined);
const EXAMPLES = RUNNABLE.flatMap((monomer) =>
  monomer.examples.map((example) => [monomer.name, JSON.stringify(example), monomer, example] as const),
);

describe.each(EXAMPLES)('%s: the example %s', (_name, _text, monomer, example) => {
  it('is what the reference implementation gives', () => {
    const { overload, args } = decodeArguments(monomer, example.arguments);
    const result = monomer.reference?.(args);
    if (result === undefined) throw new Error('the reference implementation has no result');
    const expected = decode(overload.result, example.result);
    expect(expected !== undefined && sameValue(result, expected)).toBe(true);
  });
});

/** The first overload whose kinds the JSON values have. */
function decodeArguments(monomer: Monomer, json: readonly unknown[]): { overload: Overload; args: readonly Value[] } {
  for (const overload of monomer.overloads) {
    const args = overload.parameters.map((parameter, i) => decode(parameter.kind, json[i]));
    if (args.length === json.length && args.every(isDecoded)) return { overload, args };
  }
  throw new Error(`no overload of ${monomer.name} takes ${JSON.stringify(json)}`);
}

function isDecoded(value: Value | undefined): value is Value {
  return value !== undefined;
}

/** A value of the kind from its JSON form; of a kind variable from what it looks like. Undefined where it has none. */
function decode(kind: KindScheme, json: unknown): Value | undefined {
  switch (kind.kind) {
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
      return Array.isArray(json) ? all(json.map((item: unknown) => decode(kind.element, item))) : undefined;
    case 'record':
      return decodeRecord(kind.fields, json);
    case 'option':
      return decodeOption(kind.value, json);
    case 'variable':
      return decodeAny(json);
  }
}

function decodeInteger(json: unknown): Value | undefined {
  if (typeof json === 'number') return Number.isSafeInteger(json) ? json : undefined;
  if (typeof json !== 'string' || !/^(0|-?[1-9][0-9]*)$/.test(json)) return undefined;
  const value = parseInteger(json);
  return value >= INT64_MIN && value <= INT64_MAX ? value : undefined;
}

function decodeBase64(text: string): Uint8Array | undefined {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return undefined;
  return Uint8Array.from(Buffer.from(text, 'base64'));
}

function decodeRecord(fields: Extract<KindScheme, { kind: 'record' }>['fields'], json: unknown): Value | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const given = new Map<string, unknown>(Object.entries(json));
  const values = all(fields.map((field) => decode(field.kind, given.get(field.name))));
  return values === undefined ? undefined : new RecordValue(new Map(fields.map((field, i) => [field.name, values[i] ?? 0])));
}

function decodeOption(kind: KindScheme, json: unknown): Value | undefined {
  if (json === null) return NONE;
  const content = decode(kind, json);
  return content === undefined ? undefined : new OptionValue(content);
}

function decodeAny(json: unknown): Value | undefined {
  if (typeof json === 'boolean') return json;
  if (Array.isArray(json)) return all(json.map(decodeAny));
  const integer = decodeInteger(json);
  if (integer !== undefined) return integer;
  return typeof json === 'string' ? json : undefined;
}

function all(values: readonly (Value | undefined)[]): readonly Value[] | undefined {
  return values.every(isDecoded) ? values : undefined;
}
