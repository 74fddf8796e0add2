import {
  type DailyQuotas,
  type Database,
  type QuotaKind,
  type QuotaRow,
  type StorageRoom,
  type StoredCount,
  type StoredKind,
} from '@kirchhoff/platform';

export class UsageRepository {
  readonly #database: Database;
  readonly #room: StorageRoom;
  readonly #quotas: DailyQuotas;

  constructor(database: Database, room: StorageRoom, quotas: DailyQuotas) {
    this.#database = database;
    this.#room = room;
    this.#quotas = quotas;
  }

  /** Returns an account's usage of today, without charging. */
  async today(accountId: string, kind: QuotaKind): Promise<QuotaRow> {
    return this.#quotas.read(this.#database, accountId, kind);
  }

  /** Returns the stored amounts of an account, and its limits. */
  async stored(accountId: string): Promise<Readonly<Record<StoredKind, StoredCount>>> {
    return this.#room.of(this.#database, accountId);
  }
}
