import { type AuditAction, type Database, MAX_COUNTED, type Page, type PageRequest, type Prisma } from '@kirchhoff/platform';

/** A record of a change as the account may read it. */
export interface AuditRecord {
  readonly id: bigint;
  readonly action: string;
  readonly actor: string;
  readonly apiKeyId: string | null;
  readonly requestId: string | null;
  readonly subject: string;
  readonly detail: Prisma.JsonValue;
  readonly createdAt: Date;
}

export interface AuditFilter {
  readonly action: AuditAction | undefined;
  readonly subject: string | undefined;
  /** Records with a higher number are left out, so that pages do not shift while they are followed. */
  readonly asOf: bigint | undefined;
}

/** Reads an account's records. Each is written in the transaction of its change, and by no other code. */
export class AuditRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Returns a page, newest first. A number is given when a change is made and visible when it is committed: a slow commit can
   * come in below `asOf` and move the following rows by one. Rows are never out of order.
   */
  async page(accountId: string, { action, subject, asOf }: AuditFilter, { page, limit }: PageRequest): Promise<Page<AuditRecord>> {
    const where = {
      accountId,
      ...(action === undefined ? {} : { action }),
      ...(subject === undefined ? {} : { subject }),
      ...(asOf === undefined ? {} : { id: { lte: asOf } }),
    };
    const [items, counted] = await Promise.all([
      this.#database.auditRecord.findMany({ where, orderBy: { id: 'desc' }, skip: (page - 1) * limit, take: limit }),
      this.#database.auditRecord.count({ where, take: MAX_COUNTED + 1 }),
    ]);
    return { items, counted };
  }
}
