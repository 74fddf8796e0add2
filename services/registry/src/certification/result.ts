import type { Assurance, Certification } from '@kirchhoff/coherence';
import { type Change, type Database, originOf } from '@kirchhoff/platform';
import type { RegistryEvent } from '../events/outbox.js';
import type { BegunRun } from '../runs/repository.js';
import type { ToProve } from './table.js';

/** The facts of a certification that only the registry knows. */
export interface CertificationContext {
  readonly pid: string;
  readonly certificationId: string;
  readonly certifiedAt: Date;
}

/**
 * Encodes the answer of certify: result 2.4 of the specification for a closed circuit, 2.5 for an open one, with the additions of
 * the HTTP contract. The bytes are made once and stored.
 */
export function resultBytes(certification: Certification, context: CertificationContext): Uint8Array<ArrayBuffer> {
  const additions = {
    certification_id: context.certificationId,
    worst_case_cost: certification.worst_case_cost,
    closure_domains: certification.closure_domains,
    warnings: certification.warnings,
  };
  const result = certification.certified
    ? {
        pid: context.pid,
        certified: true,
        phi_c: certification.phi_c,
        assurance: certification.assurance,
        tce_metrics: certification.tce_metrics,
        hash: certification.hash,
        certified_at: context.certifiedAt,
        ...additions,
      }
    : { pid: context.pid, certified: false, phi_c: certification.phi_c, errors: certification.errors, ...additions };
  return new Uint8Array(Buffer.from(JSON.stringify(result), 'utf8'));
}

/** The verdict of a run on a version. */
export interface CertificationVerdict {
  readonly certified: boolean;
  readonly phiC: number;
  /** Null for an open circuit. */
  readonly assurance: Assurance | null;
  /** The time of the certification; null for an open circuit. */
  readonly certifiedAt: Date | null;
}

/** Returns the audit record and the webhook event of a run's decision. */
export function decision(
  certificationId: string,
  {
    pid,
    version,
    accountId,
    keyId,
    requestId,
    subject: { hash },
  }: Omit<BegunRun<ToProve>, 'job' | 'share' | 'traceparent' | 'waitedSeconds'>,
  { certified, phiC, assurance, certifiedAt }: CertificationVerdict,
): { readonly change: Change; readonly event: RegistryEvent } {
  const facts = { version, certification_id: certificationId, phi_c: phiC, ...(assurance === null ? {} : { assurance }), hash };
  return {
    change: {
      origin: originOf({ accountId, keyId }, requestId),
      action: certified ? 'circuit.certified' : 'circuit.left_open',
      subject: pid,
      detail: facts,
    },
    event: {
      accountId,
      type: certified ? 'circuit.certified' : 'circuit.decertified',
      data: { pid, ...facts, ...(certifiedAt === null ? {} : { certified_at: certifiedAt.toISOString() }) },
    },
  };
}

/** Reads the certificates that certifications have made. */
export class CertificateRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the certificate of a circuit's current version; `undefined` if it is not certified. */
  async current(pid: string, version: number): Promise<Uint8Array | undefined> {
    const row = await this.#database.circuitVersion.findUnique({
      where: { circuitId_version: { circuitId: pid, version } },
      select: { certified: true, decidedBy: { select: { certificate: true } } },
    });
    return row?.certified === true ? (row.decidedBy?.certificate ?? undefined) : undefined;
  }
}
