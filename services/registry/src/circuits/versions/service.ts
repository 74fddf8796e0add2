import { type Problem, problem } from '@kirchhoff/platform';
import type { CircuitVersionState } from '../circuit.js';
import type { CircuitLookup } from '../lookup.js';
import { signatureView, versionView } from '../view.js';
import type { CircuitVersion, VersionRepository } from './repository.js';

/** A version in a path, by its number or by the hash that pins use. */
export type VersionReference =
  | { readonly kind: 'number'; readonly number: number }
  /** 64 lower-case hexadecimal digits, as in a pin. */
  | { readonly kind: 'hash'; readonly hash: string };

/** The largest version number of the column's type. */
const LARGEST = 2 ** 31 - 1;

/** The schema of the input of `parseVersion`. */
export const VERSION_PARAMETER = {
  type: 'string',
  pattern: '^([1-9][0-9]{0,9}|[0-9a-f]{64})$',
  description: 'Its number, or its hash: 64 lower-case hexadecimal digits, as in a pin.',
} as const;

/** The query of what is rendered of a version. */
export const VERSION_QUERY = {
  type: 'object',
  additionalProperties: false,
  properties: { version: { ...VERSION_PARAMETER, description: 'A version, by its number or its hash. Default: the current one.' } },
} as const;

/** Returns the reference; `undefined` if the text cannot name a version. */
export function parseVersion(text: string): VersionReference | undefined {
  if (/^[0-9a-f]{64}$/.test(text)) return { kind: 'hash', hash: text };
  if (!/^[1-9][0-9]{0,9}$/.test(text)) return undefined;
  const number = Number(text);
  return number <= LARGEST ? { kind: 'number', number } : undefined;
}

/** Returns a version with its source and its ports. */
export function circuitVersionView(version: CircuitVersion) {
  return { pid: version.pid, ...versionView(version), source: version.source, signature: signatureView(version.signature) };
}

export interface VersionsDeps {
  readonly lookup: CircuitLookup;
  readonly versions: VersionRepository;
  /** Returns the exact bytes of a version's certificate; `undefined` if it is not certified. */
  readonly certificateOf: (pid: string, version: number) => Promise<Uint8Array | undefined>;
}

/** The range of versions that is requested. */
export interface VersionWindow {
  readonly page: number;
  readonly limit: number;
  /** Newer versions are excluded, so that pages do not shift while a client follows them. */
  readonly asOf: number | undefined;
}

export interface VersionPage {
  readonly kind: 'page';
  readonly versions: readonly CircuitVersionState[];
  readonly total: number;
}

/** Reads the versions of circuits for callers who may see the circuit. */
export class Versions {
  readonly #deps: VersionsDeps;

  constructor(deps: VersionsDeps) {
    this.#deps = deps;
  }

  /** Returns a page, newest first. */
  async page(pid: string, accountId: string | undefined, { page, limit, asOf }: VersionWindow): Promise<VersionPage | Problem> {
    const found = await this.#deps.lookup.find(pid, accountId);
    if (found.kind === 'problem') return found;
    const { circuit } = found;
    const total = Math.min(circuit.version, asOf ?? circuit.version);
    const newest = total - (page - 1) * limit;
    return { kind: 'page', versions: newest < 1 ? [] : await this.#deps.versions.downFrom(circuit.pid, newest, limit), total };
  }

  /**
   * Returns one version. By its hash a version stays readable after its circuit is withdrawn, since others may pin it.
   *
   * @param version a number or a hash, as in the path
   */
  async find(
    pid: string,
    version: string,
    accountId: string | undefined,
  ): Promise<{ readonly kind: 'version'; readonly version: CircuitVersion } | Problem> {
    const reference = parseVersion(version);
    const { lookup, versions } = this.#deps;
    const found = await (reference?.kind === 'hash' ? lookup.findKept(pid, accountId) : lookup.find(pid, accountId));
    if (found.kind === 'problem') return found;
    const row = reference === undefined ? undefined : await versions.find(found.circuit.pid, reference, found.circuit.version);
    return row === undefined ? problem('not-found', 'This circuit has no such version.') : { kind: 'version', version: row };
  }

  /** Returns the certificate of one version, found as by `find`. */
  async certificate(pid: string, version: string, accountId: string | undefined): Promise<Uint8Array | Problem> {
    const found = await this.find(pid, version, accountId);
    if (found.kind === 'problem') return found;
    const certificate = await this.#deps.certificateOf(found.version.pid, found.version.version);
    return certificate ?? problem('not-found', 'This version has no certificate.');
  }
}
