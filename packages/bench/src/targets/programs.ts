/** The circuits of the benchmark, with inputs that their domains admit. */
export interface BenchCircuit {
  readonly name: string;
  readonly source: string;
  /** Inputs in the JSON form, but bytes as octets; from a generator of integers below a limit. */
  readonly draw: (below: (limit: number) => number) => Readonly<Record<string, number | string | Uint8Array>>;
}

export const CARD_FEE: BenchCircuit = {
  name: 'card_fee',
  source: `domain Cents = 0..10_000_000_000
component share(amount: Cents, basis_points: 0..10_000) -> Cents {
  MULDIV(amount, basis_points, 10_000)
  ensure result <= amount
}
circuit card_fee {
  input  amount: Cents
  input  region: enum { eu, us, other }
  output fee: Cents
  rate = match region { .eu => 150, .us => 250, .other => 325 }
  fee  = share(amount, rate)
  ensure fee <= amount "a fee never exceeds the payment"
}`,
  draw: (below) => ({ amount: below(10_000_000_001), region: ['eu', 'us', 'other'][below(3)] ?? 'eu' }),
};

export const CELSIUS: BenchCircuit = {
  name: 'celsius',
  source: `circuit celsius {
  input fahrenheit: -459..10_000
  output degrees: -300..6_000
  degrees = (fahrenheit - 32) * 5 / 9
}`,
  draw: (below) => ({ fahrenheit: below(10_460) - 459 }),
};

export const INCOME_TAX: BenchCircuit = {
  name: 'income_tax',
  source: `circuit income_tax {
  input income: 0..100_000_000_000
  output tax: 0..100_000_000_000
  first  = MIN(income, 1_000_000)
  second = CLAMP(income - 1_000_000, 0, 3_000_000)
  third  = MAX(income - 4_000_000, 0)
  tax = first / 10 + second / 5 + third * 2 / 5
  ensure tax <= income "tax never exceeds income"
}`,
  draw: (below) => ({ income: below(10_000_000) }),
};

export const PID_STEP: BenchCircuit = {
  name: 'pid_step',
  source: `domain Signal = -10_000..10_000
domain Total = -1_000_000..1_000_000
circuit pid_step {
  input target: Signal
  input measured: Signal
  input last_error: -20_000..20_000
  input total: Total
  output drive: 0..1_000
  output next_total: Total
  output deviation: -20_000..20_000
  deviation = target - measured
  grown = CLAMP(total + deviation, -1_000_000, 1_000_000)
  raw = (deviation * 120 + grown * 3 + (deviation - last_error) * 40) / 1_000
  drive = CLAMP(raw, 0, 1_000)
  saturated = raw > 1_000 and deviation > 0 or raw < 0 and deviation < 0
  next_total = if saturated { total } else { grown }
  ensure saturated implies next_total == total "no windup"
}`,
  draw: (below) => ({
    target: below(20_001) - 10_000,
    measured: below(20_001) - 10_000,
    last_error: below(40_001) - 20_000,
    total: below(2_000_001) - 1_000_000,
  }),
};

export const CRC: BenchCircuit = {
  name: 'frame_check',
  source: `circuit frame_check {
  input frame: bytes[..256]
  output check: u32
  check = CRC32(frame)
}`,
  draw: (below) => ({ frame: Uint8Array.from({ length: 256 }, () => below(256)) }),
};

export const CIRCUITS = [CARD_FEE, CELSIUS, INCOME_TAX, PID_STEP, CRC] as const;

/** Returns a generator of integers below a limit: xorshift32 (Marsaglia 2003), scaled. */
export function generator(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.floor(((state >>> 0) / 2 ** 32) * limit);
  };
}
