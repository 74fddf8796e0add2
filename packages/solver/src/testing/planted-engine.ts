import { certifyWith } from '@kirchhoff/coherence';
import type { Engine } from '@kirchhoff/coherence/testing/planted/trial';
import { isProven, outputs, programOf } from '@kirchhoff/coherence/testing/planted-engine';
import { prove } from '@kirchhoff/prover/prove';
import { solve } from '@kirchhoff/prover/solve';
import type { ClosableSolver } from '../index.js';

/** The engine with a solver, which is asked about all that the other layers leave open, refuted or not. */
export function engineWith(solver: ClosableSolver): Engine {
  return {
    closedBy: async (source) => {
      const program = programOf(source);
      if (program === null) return 'refused';
      const { certified, closure_domains: domains } = await certifyWith(program, solver);
      return certified ? new Set(domains.map(({ by }) => by)) : null;
    },
    proves: async (source) => {
      const program = programOf(source);
      if (program === null) return false;
      const { proof } = await solve(program.core, prove(program.core), solver, program.proofKey, () => false);
      return isProven(proof);
    },
    outputs,
  };
}
