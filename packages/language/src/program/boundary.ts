import type { Graph, PortDomain } from '@kirchhoff/kernel/graph/graph';
import { type Decoded, decodeValue, describe, encodeValue, isObject } from '@kirchhoff/kernel/values/json';
import { compareText } from '@kirchhoff/kernel/values/text';
import type { Value } from '@kirchhoff/kernel/values/value';
import { type FieldOrder, inDeclaredOrder } from './field-order.js';

/**
 * The reason why inputs are refused at the boundary, with the first wrong port in order of declaration; a failed require has no
 * port.
 */
export interface DomainError {
  readonly port: string | null;
  /** The place inside the port's value: `''`, `.field`, `[3]`. */
  readonly path: string;
  readonly message: string;
}

export type DecodedInputs = { readonly ok: true; readonly inputs: readonly Value[] } | { readonly ok: false; readonly error: DomainError };

/**
 * The boundary check of a circuit or an action, without its requires, which the evaluator checks. It decodes a JSON object by port
 * into values by parameter. Ports are checked in order of declaration, including missing ones. Of unknown ports, the first by code
 * point is reported.
 */
export function decodeInputs(graph: Graph, json: unknown): DecodedInputs {
  const { inputs, errors } = decodeAllInputs(graph, json);
  const [error] = errors;
  return error === undefined ? { ok: true, inputs } : { ok: false, error };
}

/** Maximal number of wrong ports in a list; the others are counted. */
export const MAX_LISTED_PORTS = 10;

export interface AllDecodedInputs {
  /** Has all ports only if no port is wrong. */
  readonly inputs: readonly Value[];
  /** At most the first {@link MAX_LISTED_PORTS}. */
  readonly errors: readonly DomainError[];
  /** The number of further wrong ports. */
  readonly omitted: number;
}

/**
 * Like {@link decodeInputs}, with an error for each wrong port up to a limit. Time grows linearly with `json` and the graph; the
 * list of errors does not grow with either.
 */
export function decodeAllInputs(graph: Graph, json: unknown): AllDecodedInputs {
  if (!isObject(json)) {
    const message = `expected an object of inputs by port, found ${describe(json)}`;
    return { inputs: [], errors: [{ port: null, path: '', message }], omitted: 0 };
  }
  const inputs: Value[] = [];
  const errors: DomainError[] = [];
  let wrong = 0;
  for (const { name, domain } of graph.parameters) {
    const decoded = Object.hasOwn(json, name) ? decodeValue(domain, json[name]) : MISSING;
    if (decoded.ok) {
      inputs.push(decoded.value);
      continue;
    }
    wrong += 1;
    if (errors.length < MAX_LISTED_PORTS) errors.push({ port: name, path: decoded.path, message: decoded.message });
  }
  const unknown = unknownPorts(graph.parameters, json, MAX_LISTED_PORTS - errors.length);
  for (const name of unknown.first) errors.push({ port: name, path: '', message: 'there is no such port' });
  return { inputs, errors, omitted: wrong + unknown.count - errors.length };
}

const MISSING: Decoded = { ok: false, path: '', message: 'the port is missing' };

/**
 * Returns the number of members that name no port, and the first `most` of their names by code point, found without sorting all.
 */
function unknownPorts(
  ports: readonly PortDomain[],
  json: Record<string, unknown>,
  most: number,
): { readonly count: number; readonly first: readonly string[] } {
  const known = new Set(ports.map((port) => port.name));
  const first: string[] = [];
  let count = 0;
  for (const name of Object.keys(json)) {
    if (known.has(name)) continue;
    count += 1;
    const last = first.at(-1);
    if (first.length === most && (last === undefined || compareText(name, last) > 0)) continue;
    const place = first.findIndex((other) => compareText(name, other) < 0);
    if (place !== -1) first.splice(place, 0, name);
    else if (first.length < most) first.push(name);
    if (first.length > most) first.pop();
  }
  return { count, first };
}

/** The ports of a graph in its source map: records are written in the order in which the source declares them. */
export type PortOrders = readonly { readonly order: FieldOrder }[];

/**
 * Outputs by port in the JSON form of values, in order of declaration; the object has no prototype.
 *
 * @param orders by output; without them the fields of records are sorted
 */
export function encodeOutputs(graph: Graph, outputs: ReadonlyMap<string, Value>, orders: PortOrders = []): Record<string, unknown> {
  const json: Record<string, unknown> = Object.create(null);
  for (const [index, { name, domain }] of graph.outputs.entries()) {
    const value = outputs.get(name);
    if (value === undefined) throw new TypeError(`no value for the output ${name}`);
    json[name] = inDeclaredOrder(domain, encodeValue(domain, value), orders[index]?.order ?? null);
  }
  return json;
}

/** Inputs by port in the JSON form of values, such as a counterexample; the object has no prototype. `orders` as for outputs. */
export function encodeInputs(
  parameters: readonly PortDomain[],
  inputs: readonly Value[],
  orders: PortOrders = [],
): Record<string, unknown> {
  const json: Record<string, unknown> = Object.create(null);
  for (const [index, { name, domain }] of parameters.entries()) {
    const value = inputs[index];
    if (value === undefined) throw new TypeError(`no value for the input ${name}`);
    json[name] = inDeclaredOrder(domain, encodeValue(domain, value), orders[index]?.order ?? null);
  }
  return json;
}
