import { type IncomingHttpHeaders, request } from 'node:http';
import type { OpenApiDocument, Operation, Schema } from './document.js';

/** An operation with an address at which it can be called. */
export interface Callable {
  /** As `GET /v1/circuits/{pid}`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** All operations of a description, with values of the described form in their paths. */
export function callables({ paths }: OpenApiDocument): readonly Callable[] {
  return Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${template}`,
      method: method.toUpperCase(),
      path: filled(template, operation),
      operation,
    })),
  );
}

function filled(template: string, { parameters = [] }: Operation): string {
  return parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((path, { name, schema }) => path.replace(`{${name}}`, example(schema)), template);
}

/** Returns a value that the schema of a path parameter accepts: it reaches the route, and names no resource. */
function example({ enum: values, pattern, type }: Schema): string {
  const first: unknown = Array.isArray(values) ? values[0] : undefined;
  if (typeof first === 'string') return first;
  const [, prefix] = /^\^(\w+_)\[0-9A-Za-z\]\{22\}\$$/.exec(pattern ?? '') ?? [];
  if (prefix !== undefined) return `${prefix}${'0'.repeat(22)}`;
  return type === 'integer' ? '1' : 'x';
}

/** A request. `announced` is a length that is declared but never sent. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly announced?: number;
}

export interface CallAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a call as it stands, and gives the answer as soon as it is there. */
export async function send(base: string, { method, path, key, headers = {}, body, announced }: Call): Promise<CallAnswer> {
  return new Promise((resolve, reject) => {
    const authorization = key === undefined ? {} : { Authorization: `Bearer ${key}` };
    const length = announced === undefined && body === undefined ? {} : { 'Content-Length': announced ?? Buffer.byteLength(body ?? '') };
    const sent = request(`${base}${path}`, { method, agent: false, headers: { ...authorization, ...length, ...headers } });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts).toString('utf8') });
        sent.destroy();
      });
    });
    if (announced === undefined) sent.end(body);
    else sent.flushHeaders();
  });
}
