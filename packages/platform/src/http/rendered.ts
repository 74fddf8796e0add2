import { pathWithoutKeys, withoutKeys } from '../authentication/key-text.js';
import { problemBody } from '../problems/problem.js';
import { type Content, JSON_TYPE, type Outcome, PROBLEM_TYPE } from './answer.js';

/** An outcome as it leaves: status, header fields of its own, octets. */
export interface Rendered {
  readonly kind: 'rendered';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where there is no body. */
  readonly octets: Uint8Array | undefined;
}

/**
 * Writes an outcome as octets.
 * @param path of the request, without its query: the `instance` of a problem
 */
export function render(outcome: Outcome, path: string, requestId: string): Rendered {
  if (outcome.kind === 'problem') {
    const headers = { 'Cache-Control': 'no-store', ...outcome.headers, 'Content-Type': PROBLEM_TYPE };
    // A key in the wrong place, such as a query, must not go on from here into somebody's log of errors.
    const text = withoutKeys(JSON.stringify(problemBody(outcome, pathWithoutKeys(path), requestId)));
    return { kind: 'rendered', status: outcome.status, headers, octets: Buffer.from(text, 'utf8') };
  }
  const { status, headers, body } = outcome;
  const encoded = encode(body);
  if (encoded === undefined) return { kind: 'rendered', status, headers, octets: undefined };
  return { kind: 'rendered', status, headers: { ...headers, 'Content-Type': encoded.mediaType }, octets: encoded.octets };
}

function encode(body: Content): { readonly mediaType: string; readonly octets: Uint8Array } | undefined {
  switch (body.kind) {
    case 'none':
      return undefined;
    case 'json':
      return { mediaType: JSON_TYPE, octets: encodeJson(body.value) };
    case 'bytes':
      return { mediaType: body.mediaType, octets: body.bytes };
  }
}

function encodeJson(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value), 'utf8');
}
