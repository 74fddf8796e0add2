import type { Graph, PortDomain } from '../core/graph.js';
import { decodeValue, describe, encodeValue, isObject } from './json.js';
import { compareText } from './text.js';
import type { Value } from './value.js';

/** Why inputs are refused at the boundary: the first wrong port in order of declaration, or none for a require. */
export interface DomainError {
  readonly port: string | null;
  /** Where inside the port's value: `''`, `.field`, `[3]`. */
  readonly path: string;
  readonly message: string;
}

export type DecodedInputs = { readonly ok: true; readonly inputs: readonly Value[] } | { readonly ok: false; readonly error: DomainError };

/**
 * The boundary check of a circuit or an action but for its requires, which the evaluator judges: values by
 * parameter from a JSON object by port. Ports are looked at in order of declaration, a missing one in its place;
 * of unknown ports the first by code point is named.
 */
export function decodeInputs(graph: Graph, json: unknown): DecodedInputs {
  const { inputs, errors } = decodeAllInputs(graph, json);
  const [error] = errors;
  return error === undefined ? { ok: true, inputs } : { ok: false, error };
}

/** Like {@link decodeInputs}, with an error for every wrong port; `inputs` is whole only where there is none. */
export function decodeAllInputs(
  graph: Graph,
  json: unknown,
): { readonly inputs: readonly Value[]; readonly errors: readonly DomainError[] } {
  if (!isObject(json)) {
    return { inputs: [], errors: [{ port: null, path: '', message: `expected an object of inputs by port, found ${describe(json)}` }] };
  }
  const inputs: Value[] = [];
  const errors: DomainError[] = [];
  for (const port of graph.parameters) {
    if (!Object.hasOwn(json, port.name)) {
      errors.push({ port: port.name, path: '', message: 'the port is missing' });
      continue;
    }
    const decoded = decodeValue(port.domain, json[port.name]);
    if (decoded.ok) inputs.push(decoded.value);
    else errors.push({ port: port.name, path: decoded.path, message: decoded.message });
  }
  return { inputs, errors: [...errors, ...unknownPorts(graph.parameters, json)] };
}

function unknownPorts(ports: readonly PortDomain[], json: Record<string, unknown>): DomainError[] {
  const known = new Set(ports.map((port) => port.name));
  const unknown = Object.keys(json).filter((name) => !known.has(name));
  return unknown.toSorted(compareText).map((name) => ({ port: name, path: '', message: 'there is no such port' }));
}

/** Outputs by port in the JSON form of values, in order of declaration; the object has no prototype. */
export function encodeOutputs(graph: Graph, outputs: ReadonlyMap<string, Value>): Record<string, unknown> {
  const json: Record<string, unknown> = Object.create(null);
  for (const { name, domain } of graph.outputs) {
    const value = outputs.get(name);
    if (value === undefined) throw new TypeError(`no value for the output ${name}`);
    json[name] = encodeValue(domain, value);
  }
  return json;
}

/** Inputs by port in the JSON form of values, such as a counterexample; the object has no prototype. */
export function encodeInputs(parameters: readonly PortDomain[], inputs: readonly Value[]): Record<string, unknown> {
  const json: Record<string, unknown> = Object.create(null);
  for (const [index, { name, domain }] of parameters.entries()) {
    const value = inputs[index];
    if (value === undefined) throw new TypeError(`no value for the input ${name}`);
    json[name] = encodeValue(domain, value);
  }
  return json;
}
