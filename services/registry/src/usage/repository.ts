import {
  type Database,
  type QuotaKind,
  type QuotaRow,
  readQuota,
  type StorageRoom,
  type StoredCount,
  type StoredKind,
} from '@kirchhoff/platform';

export class UsageRepository {
  readonly #database: Database;
  readonly #room: StorageRoom;

  constructor(database: Database, room: StorageRoom) {
    this.#database = database;
    this.#room = room;
  }

  /** What an account has used today; counts nothing. */
  async today(accountId: string, kind: QuotaKind): Promise<QuotaRow> {
    return readQuota(this.#database, accountId, kind);
  }

  /** The stored amounts of an account, and its limits. */
  async stored(accountId: string): Promise<Readonly<Record<StoredKind, StoredCount>>> {
    return this.#room.of(this.#database, accountId);
  }
}
