import { MAX_COUNTED, Prisma } from '@kirchhoff/platform';
import type { Ask } from './ask.js';
import type { CircuitFilter } from './filter.js';
import { type CircuitPage, type Slice, totalOf } from './page.js';
import { pageStatement, readPage } from './page-statement.js';
import { countOf, merged, rangesOf } from './ranges.js';
import { ORDER_TEXTS, type Order } from './sort.js';

/** Lists circuits in an order that an index has. */
export class CircuitListRepository {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** @param more a further condition on circuits `c`, outside the index ranges */
  async page(filter: CircuitFilter, order: Order, slice: Slice, more?: Prisma.Sql): Promise<CircuitPage> {
    const { circuits, facts, seen } = readPage<{ total: number }>(await this.#ask(listed(filter, order, slice, more)));
    return { circuits, ...totalOf(facts.total), asOf: filter.asOf ?? seen };
  }
}

/** Returns a page of the list without a search. */
export function listed(filter: CircuitFilter, order: Order, slice: Slice, more?: Prisma.Sql): Prisma.Sql {
  const ranges = rangesOf(filter, more);
  return pageStatement({ facts: Prisma.sql`${countOf(ranges, MAX_COUNTED + 1)} AS total`, placed: placedIn(ranges, order, slice) });
}

/** Selects the circuits of a page from all ranges, in an order. */
export function placedIn(ranges: readonly Prisma.Sql[], order: Order, { offset, limit }: Slice): Prisma.Sql {
  const { column, orderBy } = ORDER_TEXTS[order];
  const found = merged(Prisma.sql`c.id, ${column}`, ranges, order, offset + limit);
  return Prisma.sql`SELECT c.id, row_number() OVER (ORDER BY ${orderBy}) AS place FROM (
    SELECT c.* FROM ${found} c ORDER BY ${orderBy} OFFSET ${offset}) c`;
}
