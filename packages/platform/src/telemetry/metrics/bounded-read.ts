/**
 * Bounds the time in which a value is read. Concurrent calls share a reading. While a late one still runs, further calls wait for
 * it instead of adding another, so that an outage never has more than one.
 * @param failed receives the exception of a reading
 * @returns a function that resolves to the value; `undefined` if it was not read in time, or not at all
 */
export function boundedRead<Value>(
  read: () => Promise<Value>,
  milliseconds: number,
  failed: (error: unknown) => void = () => undefined,
): () => Promise<Value | undefined> {
  let reading: Promise<Value | undefined> | undefined;
  return async () => {
    reading ??= read()
      .catch((error: unknown) => {
        failed(error);
        return undefined;
      })
      .finally(() => {
        reading = undefined;
      });
    let late: NodeJS.Timeout | undefined;
    const patience = new Promise<undefined>((resolve) => {
      late = setTimeout(resolve, milliseconds, undefined);
    });
    try {
      return await Promise.race([reading, patience]);
    } finally {
      clearTimeout(late);
    }
  };
}
