import { byQuery, DIVIDES, NEEDS_SOLVER, PART, refusals } from '../forged.js';

export const HEADER = refusals('header', {
  'other-language': [{ source: DIVIDES, text: [[['language'], '0.9']] }],
  'other-engine': [{ source: DIVIDES, text: [[['engine'], '1.0.0']] }],
  'other-graph': [
    { source: DIVIDES, text: [[['hash'], '0'.repeat(64)]] },
    { source: DIVIDES, text: [[['proof_key'], '0'.repeat(64)]] },
  ],
  'other-trusted-base': [{ source: DIVIDES, text: [[['trusted_base'], []]] }],
  'other-assurance': [
    { source: DIVIDES, text: [[['assurance'], 'solver']] },
    { source: DIVIDES, proof: (draft) => draft.close({ by: 'exhaustion' }), text: [[['assurance'], 'kernel']] },
    { source: NEEDS_SOLVER, proof: byQuery({}), text: [[['assurance'], 'kernel']] },
    { source: NEEDS_SOLVER, proof: byQuery({}), text: [[['assurance'], 'exhaustive']] },
  ],
  'other-cost': [{ source: DIVIDES, text: [[['worst_case_cost'], 0]] }],
  'other-metrics': [{ source: DIVIDES, text: [[['tce_metrics', 'closure_domains_total'], 1]] }],
  'other-number-of-graphs': [
    { source: DIVIDES, text: [[['graphs'], []]] },
    { source: PART, text: [[['components'], []]] },
  ],
});
