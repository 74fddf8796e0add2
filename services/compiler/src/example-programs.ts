/** Programs for the examples of the API description: short, and closed. */
export const EXAMPLE_CIRCUIT =
  'circuit fee {\n  input amount: 0..1_000_000\n  output fee: 0..1_000_000\n\n  fee = MULDIV(amount, 25, 1_000)\n\n  ensure fee <= amount "a fee never exceeds the amount"\n}\n';

/** A circuit, and a file that it uses. */
export const EXAMPLE_WITH_FILE = {
  source: 'use "./money.kir" Cents, share\n\ncircuit fee {\n  input amount: Cents\n  output fee: Cents\n\n  fee = share(amount, 25)\n}\n',
  files: {
    './money.kir':
      'domain Cents = 0..1_000_000\n\ncomponent share(amount: Cents, thousandths: 0..1_000) -> Cents {\n  MULDIV(amount, thousandths, 1_000)\n}\n',
  },
} as const;

export const EXAMPLE_POLICY =
  'policy refunds {\n  action "pay.refund" (cents: 0..100_000_000)\n\n  rule small allow on "pay.refund" when cents <= 5_000\n  rule large review on "pay.refund" when cents > 5_000 "a person looks at large amounts"\n  default deny\n}\n';

/** Stands for an id of the caller. */
export const EXAMPLE_POLICY_ID = 'pol_0000000000000000000000';
