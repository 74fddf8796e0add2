import {
  CARD_FEE_PORTS,
  CELSIUS_PORTS,
  DomainError,
  FRAME_CHECK_PORTS,
  INCOME_TAX_PORTS,
  type Inputs,
  objectOf,
  PID_STEP_PORTS,
  integer as plainInteger,
  refuseOthers,
} from './javascript-by-hand.js';

/** The circuits as an emitter writes them that does not know their ranges: all integers are bigints, and each operation is checked. */

const LEAST = -(2n ** 63n);
const GREATEST = 2n ** 63n - 1n;

function fit(value: bigint): bigint {
  if (value < LEAST || value > GREATEST) throw new RangeError('an integer needs more than 64 bits');
  return value;
}

function integer(inputs: Inputs, port: string, lo: number, hi: number): bigint {
  return BigInt(plainInteger(inputs, port, lo, hi));
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function greatest(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

export function card_fee(given: unknown): object {
  const inputs = objectOf(given);
  const amount = integer(inputs, 'amount', 0, 10_000_000_000);
  if (!Object.hasOwn(inputs, 'region')) throw new DomainError('region', '', 'the port is missing');
  const region = inputs['region'];
  if (region !== 'eu' && region !== 'us' && region !== 'other') throw new DomainError('region', '', 'expected a region');
  refuseOthers(inputs, CARD_FEE_PORTS);
  const rate = region === 'eu' ? 150n : region === 'us' ? 250n : 325n;
  return { fee: Number(fit((amount * rate) / 10_000n)) };
}

export function celsius(given: unknown): object {
  const inputs = objectOf(given);
  const fahrenheit = integer(inputs, 'fahrenheit', -459, 10_000);
  refuseOthers(inputs, CELSIUS_PORTS);
  return { degrees: Number(fit(fit(fit(fahrenheit - 32n) * 5n) / 9n)) };
}

export function income_tax(given: unknown): object {
  const inputs = objectOf(given);
  const income = integer(inputs, 'income', 0, 100_000_000_000);
  refuseOthers(inputs, INCOME_TAX_PORTS);
  const first = least(income, 1_000_000n);
  const second = least(greatest(fit(income - 1_000_000n), 0n), 3_000_000n);
  const third = greatest(fit(income - 4_000_000n), 0n);
  return { tax: Number(fit(fit(first / 10n + second / 5n) + fit(third * 2n) / 5n)) };
}

export function pid_step(given: unknown): object {
  const inputs = objectOf(given);
  const target = integer(inputs, 'target', -10_000, 10_000);
  const measured = integer(inputs, 'measured', -10_000, 10_000);
  const lastError = integer(inputs, 'last_error', -20_000, 20_000);
  const total = integer(inputs, 'total', -1_000_000, 1_000_000);
  refuseOthers(inputs, PID_STEP_PORTS);
  const error = fit(target - measured);
  const grown = least(greatest(fit(total + error), -1_000_000n), 1_000_000n);
  const raw = fit(fit(fit(fit(error * 120n) + fit(grown * 3n)) + fit(fit(error - lastError) * 40n)) / 1_000n);
  const saturated = (raw > 1_000n && error > 0n) || (raw < 0n && error < 0n);
  return {
    drive: Number(least(greatest(raw, 0n), 1_000n)),
    next_total: Number(saturated ? total : grown),
    deviation: Number(error),
  };
}

const CRC_TABLE = Array.from({ length: 256 }, (_, index) => {
  let value = BigInt(index);
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1n) === 1n ? (value >> 1n) ^ 0xedb88320n : value >> 1n;
  return value;
});

export function frame_check(given: unknown): object {
  const inputs = objectOf(given);
  if (!Object.hasOwn(inputs, 'frame')) throw new DomainError('frame', '', 'the port is missing');
  const frame = inputs['frame'];
  if (!(frame instanceof Uint8Array) || frame.length > 256) throw new DomainError('frame', '', 'expected at most 256 bytes');
  refuseOthers(inputs, FRAME_CHECK_PORTS);
  let crc = 0xffffffffn;
  for (const octet of frame) crc = (CRC_TABLE[Number((crc ^ BigInt(octet)) & 0xffn)] ?? 0n) ^ (crc >> 8n);
  return { check: Number(crc ^ 0xffffffffn) };
}
