// Messages that the processes of the bench send each other.

/** From the bench to its children. */
export type BenchOrder = 'go' | 'stop';

const orders = new Set<unknown>();
const waiting = new Map<BenchOrder, () => void>();

process.on('message', (order: unknown) => {
  orders.add(order);
  if (order === 'go' || order === 'stop') waiting.get(order)?.();
});

/** Resolves when the bench has given the order. */
export async function told(order: BenchOrder): Promise<void> {
  if (orders.has(order)) return;
  await new Promise<void>((resolve) => waiting.set(order, resolve));
}

export function isToStop(): boolean {
  return orders.has('stop');
}

/** Tells the bench. */
export function say(message: object): void {
  process.send?.(message);
}

/** The options with which the bench started this process. */
export function parameters(): unknown {
  return JSON.parse(process.argv[2] ?? '');
}
