import { type Problem, problem } from '@kirchhoff/platform';
import type { CircuitVersionState } from '../circuit.js';
import type { CircuitLookup } from '../lookup.js';
import { parseVersion } from './reference.js';
import type { CircuitVersion, VersionRepository } from './repository.js';

export interface VersionsParts {
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
  readonly #parts: VersionsParts;

  constructor(parts: VersionsParts) {
    this.#parts = parts;
  }

  /** Returns a page, newest first. */
  async page(pid: string, accountId: string | undefined, { page, limit, asOf }: VersionWindow): Promise<VersionPage | Problem> {
    const found = await this.#parts.lookup.find(pid, accountId);
    if (found.kind === 'problem') return found;
    const { circuit } = found;
    const total = Math.min(circuit.version, asOf ?? circuit.version);
    const newest = total - (page - 1) * limit;
    return { kind: 'page', versions: newest < 1 ? [] : await this.#parts.versions.downFrom(circuit.pid, newest, limit), total };
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
    const { lookup, versions } = this.#parts;
    const found = await (reference?.kind === 'hash' ? lookup.findKept(pid, accountId) : lookup.find(pid, accountId));
    if (found.kind === 'problem') return found;
    const row = reference === undefined ? undefined : await versions.find(found.circuit.pid, reference, found.circuit.version);
    return row === undefined ? problem('not-found', 'This circuit has no such version.') : { kind: 'version', version: row };
  }

  /** Returns the certificate of one version, found as by `find`. */
  async certificate(pid: string, version: string, accountId: string | undefined): Promise<Uint8Array | Problem> {
    const found = await this.find(pid, version, accountId);
    if (found.kind === 'problem') return found;
    const certificate = await this.#parts.certificateOf(found.version.pid, found.version.version);
    return certificate ?? problem('not-found', 'This version has no certificate.');
  }
}
