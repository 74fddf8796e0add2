import type { OpenApiDocument } from '../descriptions/document.js';

/**
 * The promise of the description for a part of a request: a `valid` one must not be refused for its form, an `invalid` one must.
 */
export type Validity = 'valid' | 'invalid' | 'open';

/** A key, and what has to become of it. `disposable` ones may be revoked under way. */
export interface WorldKey {
  readonly text: string;
  readonly keyId: string;
  readonly validity: 'strong' | 'disposable' | 'weak' | 'dead';
}

/**
 * A rule beyond the schemas, by which a request of the described form may still be refused with `invalid-request`, or, if another request
 * got in its way, with a 503 `unavailable`. Any other 5xx is a finding.
 */
export interface RequestRule {
  /** As `GET /v1/circuits`; `*` for all. */
  readonly operation: string;
  readonly pointer: RegExp;
  readonly message: RegExp;
  readonly reason: string;
}

/** A service that stands ready, and what there is in it. */
export interface World {
  readonly base: string;
  readonly keys: readonly WorldKey[];
  /** Identifiers that exist, whoever may see them. Those under `kept` are never changed or deleted on purpose. */
  readonly identifiers: readonly string[];
  readonly kept: readonly string[];
  /** Programs of every kind. */
  readonly sources: readonly string[];
  /** Values that mean something to the service, by the name of a member of a body or of the query, as their schemas take them. */
  readonly samples: Readonly<Record<string, readonly unknown[]>>;
  /** Whole bodies that an operation takes, by its name: where the parts have to fit each other. */
  readonly bodies: Readonly<Record<string, readonly object[]>>;
  /** Operations that end the key that calls. */
  readonly endsItsKey: readonly string[];
  readonly rules: readonly RequestRule[];
}

/** Reads the description as clients do. */
export async function readDescription(base: string): Promise<OpenApiDocument> {
  const answer = await fetch(`${base}/v1/openapi.json`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- held to the official schema by a test of its own
  return (await answer.json()) as OpenApiDocument;
}
