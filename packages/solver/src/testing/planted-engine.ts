import { certifyWith, type Program } from '@kirchhoff/coherence';
import { PLANTED_NAME } from '@kirchhoff/coherence/testing/planted/plant';
import type { EngineUnderTest } from '@kirchhoff/coherence/testing/planted/trial';
import { outputs, programOf } from '@kirchhoff/coherence/testing/planted-engine';
import type { DomainFinding } from '@kirchhoff/prover/pass';
import { type Proof, partsOf } from '@kirchhoff/prover/proof';
import { prove } from '@kirchhoff/prover/prove';
import { solve } from '@kirchhoff/prover/solve';
import type { ClosableSolver } from '../index.js';

/** The engine with a solver, which is asked about what the other layers leave open, refuted or not. */
export function engineWith(solver: ClosableSolver): EngineUnderTest {
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
      const { core, proofKey } = program;
      const proof = prove(core);
      // Each with the whole budget; the first that stays open settles it.
      for (const finding of askedOf(program, proof)) {
        const solved = await solve(core, proof, solver, proofKey, (_, other) => other !== finding);
        if (openOf(solved.proof).length === openOf(proof).length) return false;
      }
      return true;
    },
    outputs,
  };
}

function openOf(proof: Proof): readonly DomainFinding[] {
  return partsOf(proof).flatMap(({ findings }) => findings.filter(({ evidence }) => evidence === null));
}

/** Returns the open domains to test: planted ones first, those of the program itself last. */
function askedOf({ sourceMap }: Program, proof: Proof): readonly DomainFinding[] {
  const maps = [...sourceMap.components, ...sourceMap.graphs];
  const turns = new Map(
    [...proof.components, ...proof.graphs].flatMap(({ findings }, part) =>
      findings.map(({ domain }) => {
        const name = 'node' in domain ? maps[part]?.nodes[domain.node]?.domain : undefined;
        return [domain, name === undefined ? 1 : PLANTED_NAME.test(name) ? 0 : 2] as const;
      }),
    ),
  );
  return openOf(proof).toSorted((a, b) => (turns.get(a.domain) ?? 0) - (turns.get(b.domain) ?? 0));
}
