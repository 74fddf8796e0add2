import type { Monomer } from '@kirchhoff/coherence';

/** Circuits of one application, as source text, for the examples of the catalog. */

type Overload = Monomer['overloads'][number];
type Scheme = Overload['result'];

export interface ApplicationCircuit {
  readonly source: string;
  /** The arguments of the example that are not literals, as a line of inputs. */
  readonly line: string;
}

/** Returns a circuit that applies a monomer to the arguments of an example; null if no overload accepts them. */
export function applicationCircuit(monomer: Monomer, args: readonly unknown[], width: 'wide' | 'narrow'): ApplicationCircuit | null {
  for (const overload of monomer.overloads) {
    const circuit = circuitOf(monomer, overload, args, width);
    if (circuit !== null) return circuit;
  }
  return null;
}

function circuitOf(monomer: Monomer, overload: Overload, args: readonly unknown[], width: 'wide' | 'narrow'): ApplicationCircuit | null {
  if (overload.parameters.length !== args.length) return null;
  const variables = new Map<string, string>();
  overload.parameters.forEach(({ type }, index) => bindVariables(type, [args[index]], variables, width));
  const inputs: string[] = [];
  const values: Record<string, unknown> = {};
  const operands: string[] = [];
  for (const [index, parameter] of overload.parameters.entries()) {
    const json = args[index];
    if (parameter.literal !== undefined) {
      operands.push(typeof json === 'string' ? JSON.stringify(json) : String(json));
      continue;
    }
    const domain = domainOf(parameter.type, [json], variables, width);
    if (domain === null) return null;
    inputs.push(`  input p${index}: ${domain}`);
    values[`p${index}`] = json;
    operands.push(`p${index}`);
  }
  const result = resultOf(overload.result, variables);
  const echoes = inputs.map((input) => input.replace('input p', 'output q'));
  const wires = Object.keys(values).map((name) => `  ${name.replace('p', 'q')} = ${name}`);
  const lines = [...inputs, ...echoes, `  output r: ${result}`, ...wires, `  r = ${monomer.name}(${operands.join(', ')})`];
  return { source: `circuit applied {\n${lines.join('\n')}\n}\n`, line: JSON.stringify(values) };
}

const MAX_LENGTH = 600;

/** Returns a domain of the type that holds these values and more; null if one of them is of another type. */
function domainOf(
  scheme: Scheme,
  values: readonly unknown[],
  variables: ReadonlyMap<string, string>,
  width: 'wide' | 'narrow',
): string | null {
  switch (scheme.kind) {
    case 'integer':
      return values.every(isInteger) ? integers(values, width) : null;
    case 'boolean':
      return values.every((value) => typeof value === 'boolean') ? 'bool' : null;
    case 'text':
      return values.every((value) => typeof value === 'string') ? `text[..${longest(values) + 4}]` : null;
    case 'bytes':
      return values.every(isBase64) ? `bytes[..${longest(values) + 4}]` : null;
    case 'list': {
      if (!values.every((value) => Array.isArray(value))) return null;
      const element = domainOf(scheme.element, values.flat(), variables, width);
      return element === null ? null : `[${element}; ..${longest(values) + 4}]`;
    }
    case 'option': {
      const contents = values.filter((value) => value !== null);
      const content = domainOf(scheme.value, contents, variables, width);
      return content === null ? null : `(${content})?`;
    }
    case 'variable':
      return variables.get(scheme.name) ?? 'i64';
    case 'record':
    case 'enumeration':
      return null;
  }
}

/** Binds the variables of a type scheme according to the example values. */
function bindVariables(scheme: Scheme, values: readonly unknown[], variables: Map<string, string>, width: 'wide' | 'narrow'): void {
  if (scheme.kind === 'list') bindVariables(scheme.element, values.filter(Array.isArray).flat(), variables, width);
  else if (scheme.kind === 'option') {
    bindVariables(
      scheme.value,
      values.filter((value) => value !== null),
      variables,
      width,
    );
  } else if (scheme.kind === 'variable' && values.length > 0) {
    const guessed = guess(values, width);
    const known = variables.get(scheme.name);
    if (guessed !== null && (known === undefined || guessed.length > known.length)) variables.set(scheme.name, guessed);
  }
}

function guess(values: readonly unknown[], width: 'wide' | 'narrow'): string | null {
  if (values.every(isInteger)) return integers(values, width);
  if (values.every((value) => typeof value === 'boolean')) return 'bool';
  if (values.every((value) => typeof value === 'string')) return `text[..${longest(values) + 4}]`;
  if (values.every((value) => Array.isArray(value))) return `[${guess(values.flat(), width) ?? 'i64'}; ..${longest(values) + 4}]`;
  if (values.every((value) => value === null)) return null;
  const [record] = values;
  if (typeof record !== 'object' || record === null) return null;
  return `(${Object.entries(record)
    .map(([name, value]) => `${name}: ${guess([value], width) ?? 'i64'}`)
    .join(', ')})`;
}

function isInteger(value: unknown): boolean {
  return Number.isSafeInteger(value) || (typeof value === 'string' && /^-?\d+$/.test(value));
}

/** Returns all integers of 64 bits, or a narrow safe range around the values. */
function integers(values: readonly unknown[], width: 'wide' | 'narrow'): string {
  const safe = values.filter((value): value is number => typeof value === 'number');
  if (width === 'wide' || safe.length < values.length) return 'i64';
  return `${Math.min(0, ...safe) - 2}..${Math.max(0, ...safe) + 2}`;
}

function isBase64(value: unknown): boolean {
  return typeof value === 'string' && value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value);
}

function longest(values: readonly unknown[]): number {
  return Math.max(0, ...values.map((value) => (typeof value === 'string' || Array.isArray(value) ? value.length : 0)));
}

function resultOf(scheme: Scheme, variables: ReadonlyMap<string, string>): string {
  switch (scheme.kind) {
    case 'integer':
      return 'i64';
    case 'boolean':
      return 'bool';
    case 'text':
    case 'bytes':
      return `${scheme.kind}[..${MAX_LENGTH}]`;
    case 'list':
      return `[${resultOf(scheme.element, variables)}; ..${MAX_LENGTH}]`;
    case 'option':
      return `(${resultOf(scheme.value, variables)})?`;
    case 'record':
      return `(${scheme.fields.map((field) => `${field.name}: ${resultOf(field.type, variables)}`).join(', ')})`;
    case 'variable':
      return variables.get(scheme.name) ?? 'i64';
    case 'enumeration':
      return `enum { ${scheme.tags.join(', ')} }`;
  }
}
