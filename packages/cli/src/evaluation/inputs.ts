import { type Domain, type Graph, JsonNumber, parseJson } from '@kirchhoff/coherence';
import { usageFailure } from '../context.js';

/** Parses an object of inputs by port. Integers beyond ±(2^53 − 1) may be strings or numbers. */
export function parseInputs(text: string, origin: string): Readonly<Record<string, unknown>> {
  const parsed = parseJson(text);
  if (!parsed.ok) throw usageFailure(`${origin} is not JSON: ${parsed.message} at character ${parsed.offset + 1}.`);
  if (!isRecord(parsed.json)) throw usageFailure(`${origin} is not an object of inputs by port, such as {"a": 1}.`);
  return parsed.json;
}

/**
 * Reads inputs of the form `name=value`. Of a text or an enum the value is the text itself (`.red` or `red`), of every other domain
 * JSON: `limit=10`, `xs=[1,2]`, `wide=9223372036854775807`.
 *
 * @throws CommandFailure for an unknown port, a value that is no JSON, or a port that is given twice
 */
export function assignedInputs(graph: Graph, assignments: readonly string[]): Readonly<Record<string, unknown>> {
  const inputs: Record<string, unknown> = Object.create(null);
  for (const assignment of assignments) {
    const at = assignment.indexOf('=');
    const name = at === -1 ? assignment : assignment.slice(0, at);
    const port = graph.parameters.find((each) => each.name === name);
    if (at === -1 || port === undefined) {
      const ports = graph.parameters.map((each) => each.name).join(', ');
      throw usageFailure(`'${assignment}' sets no input.`, `Write name=value; the inputs are: ${ports === '' ? 'none' : ports}.`);
    }
    if (name in inputs) throw usageFailure(`The input '${name}' is set twice.`);
    inputs[name] = valueOf(port.domain, assignment.slice(at + 1), name);
  }
  return inputs;
}

function valueOf(domain: Domain, text: string, name: string): unknown {
  switch (domain.kind) {
    case 'text':
      return text;
    case 'enumeration':
      return text.replace(/^\./, '');
    case 'integer':
      return integer(text.replaceAll(/(?<=\d)_(?=\d)/g, ''), name);
    default:
      return json(text, name);
  }
}

/** Large integers are strings in the JSON form of values; digits may be grouped as in a source: `1_000`. */
function integer(digits: string, name: string): unknown {
  return /^-?\d{16,}$/.test(digits) ? digits : json(digits, name);
}

function json(text: string, name: string): unknown {
  const parsed = parseJson(text);
  if (!parsed.ok)
    throw usageFailure(`The value of '${name}' is not JSON: ${parsed.message}.`, `Write for example ${name}=10 or ${name}='[1, 2]'.`);
  return parsed.json;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);
}
