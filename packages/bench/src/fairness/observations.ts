/** What the victim does. */
export const OPERATIONS = ['check', 'publish', 'certify', 'verify', 'analyze'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** What the victim saw of one operation. */
export interface Seen {
  /** Of each request, answered or not. */
  readonly milliseconds: readonly number[];
  /** How often each status came; 0 is none. */
  readonly statuses: Readonly<Record<string, number>>;
}

export type Observations = Readonly<Record<Operation, Seen>>;

/** What the attacker sent. */
export interface Sent {
  readonly seconds: number;
  readonly requests: number;
  readonly answers: Readonly<Record<string, number>>;
}
