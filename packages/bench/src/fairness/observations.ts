/** The victim's operations. */
export const OPERATIONS = ['check', 'publish', 'certify', 'verify', 'analyze'] as const;
export type MeasuredOperation = (typeof OPERATIONS)[number];

/** The victim's observations of one operation. */
export interface Seen {
  /** One for each request, answered or not. */
  readonly milliseconds: readonly number[];
  /** Count by status; 0 stands for no answer. */
  readonly statuses: Readonly<Record<string, number>>;
}

export type Observations = Readonly<Record<MeasuredOperation, Seen>>;

/** The attacker's requests. */
export interface Sent {
  readonly seconds: number;
  readonly requests: number;
  readonly answers: Readonly<Record<string, number>>;
}
