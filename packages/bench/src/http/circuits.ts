/** A small circuit of a dozen operations that closes; a different one, with a proof of its own, for each number. */
export function sourceNumber(number: number): string {
  const limit = 1_000_000_000 + number;
  return `circuit fee {
  input amount: 0..${limit}
  input region: enum { eu, us, other }
  output fee: 0..${limit}
  rate = match region { .eu => 150, .us => 250, .other => 325 }
  raw = MULDIV(amount, rate, 10_000)
  capped = if raw < 50 { 50 } else { raw }
  fee = MIN(capped, amount)
  ensure fee <= amount
}`;
}
