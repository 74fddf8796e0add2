import { type Database, type QuotaKind, type QuotaRow, readQuota, type StoredCount, type StoredKind, storedBy } from '@kirchhoff/platform';

export class UsageRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** What an account has used today; counts nothing. */
  async today(accountId: string, kind: QuotaKind): Promise<QuotaRow> {
    return readQuota(this.#database, accountId, kind);
  }

  /** What an account stores, and may. */
  async stored(accountId: string): Promise<Readonly<Record<StoredKind, StoredCount>>> {
    return storedBy(this.#database, accountId);
  }
}
