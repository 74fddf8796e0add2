import type { Route } from '../http/route.js';
import { PROBLEMS, type ProblemCode, type ProblemStatus } from '../problems/codes.js';

/** What can become of any call: a body is never taken unread, an invalid key is told so everywhere, anything may be out. */
const ALWAYS: readonly ProblemCode[] = [
  'malformed-json',
  'invalid-request',
  'unauthenticated',
  'account-suspended',
  'payload-too-large',
  'unsupported-media-type',
  'rate-limited',
  'unavailable',
  'internal',
];

/** Every problem that a route can answer with, by status: those of the checks before the handler, and the handler's own. */
export function possibleProblems(route: Route): ReadonlyMap<ProblemStatus, readonly ProblemCode[]> {
  const codes = new Set<ProblemCode>([...ALWAYS, ...declared(route), ...route.problems]);
  const byStatus = new Map<ProblemStatus, ProblemCode[]>();
  // In the order of the table, so that the description does not depend on who declared what first.
  for (const [code, { status }] of tableInOrder()) {
    if (codes.has(code)) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

function declared({ path, scope, idempotency }: Route): readonly ProblemCode[] {
  return [
    ...(path.includes(':') ? (['malformed-url'] as const) : []),
    ...(scope === undefined ? [] : (['missing-scope'] as const)),
    ...(idempotency === undefined ? [] : (['idempotency-running', 'idempotency-mismatch'] as const)),
    ...(idempotency === 'secret' ? (['secret-already-issued'] as const) : []),
  ];
}

function tableInOrder(): readonly (readonly [ProblemCode, { readonly status: ProblemStatus }])[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table are its codes
  return Object.entries(PROBLEMS) as [ProblemCode, { readonly status: ProblemStatus }][];
}
