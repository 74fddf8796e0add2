import DataLoader from 'dataloader';

/** As many keys as one statement is asked for. */
const MAX_KEYS = 256;
/** Statements under way at once; what comes meanwhile is gathered for the next. */
const MAX_UNDER_WAY = 2;

/**
 * Makes one statement answer many askers: what is asked in the same turn of the event loop, or while enough statements
 * are under way, goes into the next. Nothing is kept: every answer was read after its question.
 *
 * @param load reads what there is for the keys, each of which it is given once; what is missing is undefined
 * @returns reads one; rejects with what `load` threw
 */
export function gathered<Value>(
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
