/** The circuits of the benchmark as a programmer writes them in JavaScript, with the same checks of the inputs. */

export class DomainError extends Error {
  constructor(
    readonly port: string | null,
    readonly path: string,
    message: string,
  ) {
    super(message);
  }
}

export type Inputs = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Inputs {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectOf(inputs: unknown): Inputs {
  if (isObject(inputs)) return inputs;
  throw new DomainError(null, '', 'expected an object of inputs by port');
}

export function integer(inputs: Inputs, port: string, lo: number, hi: number): number {
  if (!Object.hasOwn(inputs, port)) throw new DomainError(port, '', 'the port is missing');
  const value = inputs[port];
  if (typeof value === 'number' && Number.isInteger(value) && value >= lo && value <= hi && !Object.is(value, -0)) return value;
  throw new DomainError(port, '', `expected an integer from ${lo} to ${hi}`);
}

export function refuseOthers(inputs: Inputs, ports: ReadonlySet<string>): void {
  for (const port of Object.keys(inputs)) if (!ports.has(port)) throw new DomainError(port, '', 'there is no such port');
}

const RATES = new Map<unknown, number>([
  ['eu', 150],
  ['us', 250],
  ['other', 325],
]);
export const CARD_FEE_PORTS = new Set(['amount', 'region']);

export function card_fee(given: unknown): object {
  const inputs = objectOf(given);
  const amount = integer(inputs, 'amount', 0, 10_000_000_000);
  if (!Object.hasOwn(inputs, 'region')) throw new DomainError('region', '', 'the port is missing');
  const rate = RATES.get(inputs['region']);
  if (rate === undefined) throw new DomainError('region', '', 'expected eu, us or other');
  refuseOthers(inputs, CARD_FEE_PORTS);
  return { fee: Math.floor((amount * rate) / 10_000) };
}

export const CELSIUS_PORTS = new Set(['fahrenheit']);

export function celsius(given: unknown): object {
  const inputs = objectOf(given);
  const fahrenheit = integer(inputs, 'fahrenheit', -459, 10_000);
  refuseOthers(inputs, CELSIUS_PORTS);
  return { degrees: Math.trunc(((fahrenheit - 32) * 5) / 9) + 0 };
}

export const INCOME_TAX_PORTS = new Set(['income']);

export function income_tax(given: unknown): object {
  const inputs = objectOf(given);
  const income = integer(inputs, 'income', 0, 100_000_000_000);
  refuseOthers(inputs, INCOME_TAX_PORTS);
  const first = Math.min(income, 1_000_000);
  const second = Math.min(Math.max(income - 1_000_000, 0), 3_000_000);
  const third = Math.max(income - 4_000_000, 0);
  return { tax: Math.floor(first / 10) + Math.floor(second / 5) + Math.floor((third * 2) / 5) };
}

export const PID_STEP_PORTS = new Set(['target', 'measured', 'last_error', 'total']);

export function pid_step(given: unknown): object {
  const inputs = objectOf(given);
  const target = integer(inputs, 'target', -10_000, 10_000);
  const measured = integer(inputs, 'measured', -10_000, 10_000);
  const lastError = integer(inputs, 'last_error', -20_000, 20_000);
  const total = integer(inputs, 'total', -1_000_000, 1_000_000);
  refuseOthers(inputs, PID_STEP_PORTS);
  const error = target - measured;
  const grown = Math.min(Math.max(total + error, -1_000_000), 1_000_000);
  const raw = Math.trunc((error * 120 + grown * 3 + (error - lastError) * 40) / 1_000) + 0;
  const saturated = (raw > 1_000 && error > 0) || (raw < 0 && error < 0);
  return { drive: Math.min(Math.max(raw, 0), 1_000), next_total: saturated ? total : grown, deviation: error };
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});
export const FRAME_CHECK_PORTS = new Set(['frame']);

export function frame_check(given: unknown): object {
  const inputs = objectOf(given);
  if (!Object.hasOwn(inputs, 'frame')) throw new DomainError('frame', '', 'the port is missing');
  const frame = inputs['frame'];
  if (!(frame instanceof Uint8Array) || frame.length > 256) throw new DomainError('frame', '', 'expected at most 256 bytes');
  refuseOthers(inputs, FRAME_CHECK_PORTS);
  let crc = 0xffffffff;
  for (let i = 0; i < frame.length; i += 1) crc = (CRC_TABLE[(crc ^ (frame[i] ?? 0)) & 0xff] ?? 0) ^ (crc >>> 8);
  return { check: (crc ^ 0xffffffff) >>> 0 };
}
