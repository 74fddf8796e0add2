const MAX_DEPTH = 8;

/** An exception with all that it wraps: the driver adapter's reason lies in `cause`, or in an AggregateError of one attempt per address. */
export function causesOf(error: unknown): readonly object[] {
  const found: object[] = [];
  let level: readonly unknown[] = [error];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const objects = level.filter(isObject);
    found.push(...objects);
    level = objects.flatMap((each) => [
      Reflect.get(each, 'cause'),
      member(Reflect.get(each, 'meta'), 'driverAdapterError'),
      ...many(Reflect.get(each, 'errors')),
    ]);
  }
  return found;
}

/** A member that is text, or undefined. */
export function textOf(value: object, name: string): string | undefined {
  const found: unknown = Reflect.get(value, name);
  return typeof found === 'string' ? found : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function member(value: unknown, name: string): unknown {
  return isObject(value) ? Reflect.get(value, name) : undefined;
}

function many(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
