import DataLoader from 'dataloader';

/** Maximal number of keys in one statement. */
const MAX_KEYS = 256;
/** Maximal number of concurrent statements; requests that arrive meanwhile are batched for the next one. */
const MAX_UNDER_WAY = 2;

/**
 * Combines many reads into one statement: keys go into the same statement if they are requested in the same turn of the event loop,
 * or while the maximum of statements runs. It caches no value: every answer was read after its request.
 *
 * @param load reads the values of the keys, each key once; a missing one is `undefined`
 * @returns a function that reads one key; it rejects with the exception of `load`
 */
export function batchLoader<Value>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  const dispatchNext = () => {
    if (underWay < MAX_UNDER_WAY) waiting.shift()?.();
  };
  const loader = new DataLoader<string, Value | undefined>(
    async (keys) => {
      underWay += 1;
      try {
        const found = await load([...new Set(keys)]);
        return keys.map((key) => found.get(key));
      } finally {
        underWay -= 1;
        setImmediate(dispatchNext);
      }
    },
    {
      cache: false,
      maxBatchSize: MAX_KEYS,
      batchScheduleFn: (dispatch) => {
        waiting.push(dispatch);
        setImmediate(dispatchNext);
      },
    },
  );
  return async (key) => loader.load(key);
}
