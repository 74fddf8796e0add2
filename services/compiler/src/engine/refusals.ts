import { lineOf, placeOf } from '@kirchhoff/coherence';
import { type Problem, problem } from '@kirchhoff/platform';
import type { EvaluationRefused, NotClosed, Open } from './work.js';

/** The 422 of a circuit that does not close, with the errors of its certification. */
export function circuitOpen(open: Open): Problem {
  const detail = open.missingOutput
    ? 'An output is never produced: such a circuit cannot be compiled, open or not.'
    : 'Not everything in this circuit is proven; `allow_open` compiles it with run-time checks.';
  return problem('circuit-open', detail, { members: openMembers(open) });
}

/** The 422 of a policy that does not close. */
export function policyOpen(open: Open): Problem {
  return problem('policy-open', 'Not every condition of this policy is proven.', { members: openMembers(open) });
}

/** The 422 of an open program in a request that requires a closed one. */
export function notClosed({ type, open }: NotClosed): Problem {
  return problem(`${type}-open`, `Not everything in this ${type} is proven.`, { members: openMembers(open) });
}

function openMembers({ errors, total }: Open) {
  return errors.length === total ? { errors } : { errors, errors_total: total };
}

/** The 422 of refused inputs, or of an open circuit that failed. */
export function evaluationRefused(refused: EvaluationRefused): Problem {
  switch (refused.kind) {
    case 'domain-error': {
      const { port, path, message } = refused;
      return problem('domain-error', port === null ? message : `${port}${path}: ${message}`, { members: { port, path } });
    }
    case 'fault':
    case 'entropy': {
      const { message, domain } = refused;
      const code = refused.kind === 'fault' ? 'open-operation' : 'entropy-source';
      const line = lineOf(refused).replace(/^l/, 'L');
      return problem(code, `${line}, ${domain}: ${message}.`, { members: { ...placeOf(refused), domain } });
    }
  }
}
