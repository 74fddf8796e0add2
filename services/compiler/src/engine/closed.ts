import { type Certification, CheckMeter, check, type PolicyProgram } from '@kirchhoff/coherence';

declare const byChecker: unique symbol;

/**
 * True if the checker of this engine has accepted the proof of a policy: then decisions may leave out promises, guards and rules that
 * the proof makes superfluous. Otherwise everything is evaluated, and a fault is a DENY. Only the functions here make one, so that no
 * policy is taken for proven just because it is stored.
 */
export type Closed = boolean & { readonly [byChecker]: true };

/**
 * Maximal steps of a check before a decision. Policies are loaded one after another, so no check may take long: that of a policy of 3,000
 * rules took 552,000 steps and 153 ms.
 */
const MAX_STEPS = 2_000_000;

/**
 * Checks the certificate of a stored policy, without a solver. False for a certificate of another engine or another policy, for one
 * that rests on a solver or takes too long to check, and without any.
 */
export function closedBy(program: PolicyProgram, certificate: Uint8Array | undefined): Closed {
  return closed(certificate !== undefined && check(program, certificate, new CheckMeter(MAX_STEPS)).valid);
}

/** The same for a policy that was certified just now: its certificate is there only if the checker has accepted it. */
export function closedNow({ certificate }: Certification): Closed {
  return closed(certificate !== null);
}

function closed(value: boolean): Closed {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an answer of the checker
  return value as Closed;
}
