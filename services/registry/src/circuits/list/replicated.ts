import type { Replica, ReplicaState } from '@kirchhoff/platform';
import { type AsOf, endOf } from './as-of.js';
import type { CircuitPage } from './pages.js';
import { CircuitLists, type ListQuery, type ListReader, queryRunner } from './repository.js';

/**
 * Lists for callers without a key come from the replica while its lag permits. Callers with a key read their own writes, so their
 * lists come from the primary.
 */
export class ReplicatedLists implements ListReader {
  readonly #primary: CircuitLists;
  readonly #replica: Replica;

  constructor(primary: CircuitLists, replica: Replica) {
    this.#primary = primary;
    this.#replica = replica;
  }

  async page(query: ListQuery): Promise<CircuitPage> {
    const { accountId, asOf } = query.filter;
    if (accountId !== undefined) return this.#primary.page(query);
    return this.#replica.read(
      // A later page needs the circuits of the first one, which may come from the primary.
      asOf === undefined ? 0n : endOf(asOf),
      async (replica, state) => new CircuitLists(queryRunner(replica)).page(atLatest(query, asOf ?? horizonOf(state))),
      async () => this.#primary.page(query),
    );
  }

  async snapshotNow(): Promise<string> {
    const { state } = this.#replica;
    return state === undefined ? this.#primary.snapshotNow() : horizonOf(state).snapshot;
  }
}

/**
 * A replica's own snapshot counts running transactions as complete, so that later pages would show more circuits than the first. Before
 * its horizon all transactions are complete.
 */
function horizonOf({ horizon, time }: ReplicaState): AsOf & { readonly snapshot: string } {
  return { time, snapshot: `${horizon}:${horizon}:` };
}

function atLatest(query: ListQuery, asOf: AsOf): ListQuery {
  const filter = { ...query.filter, asOf };
  return query.search === undefined ? { ...query, filter } : { ...query, filter };
}
