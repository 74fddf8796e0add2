import { Piscina } from 'piscina';

/**
 * Wraps a task's result so that the named buffers are moved out of the thread instead of copied. Only for bytes that
 * own their whole buffer.
 */
export function transferring<Value>(value: Value, buffers: readonly ArrayBuffer[]): Value {
  const moved = { [Piscina.transferableSymbol]: buffers, [Piscina.valueSymbol]: value };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the receiver gets the value
  return Piscina.move(moved as never) as Value;
}
