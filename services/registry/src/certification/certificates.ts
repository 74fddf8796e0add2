import type { Database } from '@kirchhoff/platform';

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
