import { CATEGORIES, MAX_CENTS, REGIONS, ROLES } from './rules.js';

/** An action to be decided. */
export interface BenchRequest {
  readonly category: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Numbers from 0 to 1, the same in each run: the multiplier and increment are those of Numerical Recipes, 2nd edition, 7.1. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Actions that every engine accepts, as a gateway parses them: each is an object of its own. */
export function requestsOf(count: number, seed: number): readonly BenchRequest[] {
  const random = randomNumbers(seed);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new RangeError('a pick out of nothing');
    return item;
  };
  const made = Array.from({ length: count }, () => ({
    category: pick(CATEGORIES),
    params: {
      // Most amounts are small, so that every verdict occurs often.
      cents: Math.floor(random() ** 3 * MAX_CENTS),
      region: pick(REGIONS),
      role: pick(ROLES),
      verified: random() < 0.7,
    },
  }));
  return parsed(made);
}

/** Actions for a policy of `manyCategories`. */
export function categoryRequests(count: number, categories: number, seed: number): readonly BenchRequest[] {
  const random = randomNumbers(seed);
  return parsed(
    Array.from({ length: count }, () => ({
      category: `c.${Math.floor(random() * categories)}`,
      params: { cents: Math.floor(random() * 1_000), role: 'staff' },
    })),
  );
}

/** Actions for a policy of `manyUsers`. */
export function userRequests(count: number, users: number, seed: number): readonly BenchRequest[] {
  const random = randomNumbers(seed);
  return parsed(
    Array.from({ length: count }, () => ({
      category: 'a',
      params: { user: `u${Math.floor(random() * users)}`, cents: Math.floor(random() * 2_000) },
    })),
  );
}

function parsed(requests: readonly BenchRequest[]): readonly BenchRequest[] {
  const copies: readonly BenchRequest[] = JSON.parse(JSON.stringify(requests));
  return copies;
}
