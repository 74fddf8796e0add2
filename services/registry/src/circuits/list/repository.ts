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

  /** @param more a condition on circuits `c` that is no range of an index */
  async page(filter: CircuitFilter, order: Order, slice: Slice, more?: Prisma.Sql): Promise<CircuitPage> {
    const { circuits, facts, seen } = readPage<{ total: number }>(await this.#ask(listed(filter, order, slice, more)));
    return { circuits, ...totalOf(facts.total), asOf: filter.asOf ?? seen };
  }
}

/** The page of a list that is not searched. */
export function listed(filter: CircuitFilter, order: Order, slice: Slice, more?: Prisma.Sql): Prisma.Sql {
  const ranges = rangesOf(filter, more);
  return pageStatement({ facts: Prisma.sql`${countOf(ranges, MAX_COUNTED + 1)} AS total`, placed: placedIn(ranges, order, slice) });
}

/** The circuits of all ranges that an order has on a page. */
export function placedIn(ranges: readonly Prisma.Sql[], order: Order, { offset, limit }: Slice): Prisma.Sql {
  const { column, orderBy } = ORDER_TEXTS[order];
  const found = merged(Prisma.sql`c.id, ${column}`, ranges, order, offset + limit);
  return Prisma.sql`SELECT c.id, row_number() OVER (ORDER BY ${orderBy}) AS place FROM (
    SELECT c.* FROM ${found} c ORDER BY ${orderBy} OFFSET ${offset}) c`;
}
