import { type Database, Prisma } from '@kirchhoff/platform';
import type { Circuit } from '../circuit.js';
import { CIRCUIT_COLUMNS, CIRCUIT_WITH_CURRENT_VERSION, type CircuitRow, circuitOfRow, STANDING, visibleTo } from '../rows.js';

/** What is looked for in the list. */
export interface CircuitFilter {
  /** Whose circuits can be seen besides the public ones. */
  readonly accountId: string | undefined;
  readonly ownOnly: boolean;
  /** Part of the name or the description, in any case. */
  readonly search: string | undefined;
  readonly certified: boolean | undefined;
  /** Circuits made later are left out, so that pages do not shift while they are followed. */
  readonly asOf: Date | undefined;
}

export interface CircuitPage {
  readonly circuits: readonly Circuit[];
  /** Exact to `MOST_COUNTED`. */
  readonly total: number;
  readonly totalCapped: boolean;
}

/** Counting further would cost more than the number is worth. */
const MOST_COUNTED = 10_000;

export class CircuitListRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** One page, newest first, then by id. */
  async page(filter: CircuitFilter, page: number, limit: number): Promise<CircuitPage> {
    const found = Prisma.sql`FROM ${CIRCUIT_WITH_CURRENT_VERSION} WHERE ${condition(filter)}`;
    const [rows, [{ total }]] = await Promise.all([
      this.#database.$queryRaw<CircuitRow[]>(
        Prisma.sql`SELECT ${CIRCUIT_COLUMNS} ${found} ORDER BY c.created_at DESC, c.id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
      ),
      this.#database.$queryRaw<[{ total: number }]>(
        Prisma.sql`SELECT count(*)::integer AS total FROM (SELECT 1 ${found} LIMIT ${MOST_COUNTED + 1}) counted`,
      ),
    ]);
    return { circuits: rows.map(circuitOfRow), total: Math.min(total, MOST_COUNTED), totalCapped: total > MOST_COUNTED };
  }
}

function condition({ accountId, ownOnly, search, certified, asOf }: CircuitFilter): Prisma.Sql {
  const conditions = [STANDING, visibleTo(accountId)];
  if (asOf !== undefined) conditions.push(Prisma.sql`c.created_at <= ${asOf}`);
  if (ownOnly) conditions.push(Prisma.sql`c.account_id = ${accountId}`);
  if (search !== undefined && search !== '') {
    const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
    conditions.push(Prisma.sql`(c.name ILIKE ${pattern} OR c.description ILIKE ${pattern})`);
  }
  if (certified !== undefined) conditions.push(Prisma.sql`v.certified = ${certified}`);
  return Prisma.join(conditions, ' AND ');
}
