import { invalidProgram, type ResolvePins, withPins } from '@kirchhoff/engine-host';
import { type Problem, problem, type Share } from '@kirchhoff/platform';
import { findCircuit, type GivenCircuit } from '../circuits/find.js';
import type { PublishedSourceRepository } from '../circuits/repository.js';
import type { Asker, CompilerEngine } from '../engine/engine.js';
import { evaluationRefused } from '../engine/refusals.js';
import type { Answered } from '../engine/work.js';

export interface CircuitEvaluation extends Asker {
  readonly circuit: GivenCircuit;
  readonly inputs: unknown;
  readonly accountId: string;
}

export interface EvaluationsDeps {
  readonly engine: CompilerEngine;
  readonly resolve: ResolvePins;
  readonly published: PublishedSourceRepository;
}

export class Evaluations {
  readonly #deps: EvaluationsDeps;

  constructor(deps: EvaluationsDeps) {
    this.#deps = deps;
  }

  /** Returns the problem of a run that would be refused now; `undefined` if it would run or wait. */
  refusal(share: Share): Problem | undefined {
    return this.#deps.engine.refusal(share);
  }

  /** Runs a circuit, closed or open, by the reference evaluator. */
  async evaluate({ circuit, inputs, accountId, ...asker }: CircuitEvaluation): Promise<Answered | Problem> {
    const found = await findCircuit(this.#deps.published, circuit, accountId);
    if ('kind' in found) return found;
    const { outcome: evaluated } = await withPins(
      async (pins) => this.#deps.engine.evaluate({ ...found, pins: found.pins ?? pins, inputs }, asker),
      async (pins) => this.#deps.resolve(pins, accountId),
    );
    switch (evaluated.kind) {
      case 'answer':
      case 'problem':
        return evaluated;
      case 'diagnostics':
        return circuit.kind === 'source'
          ? invalidProgram(evaluated)
          : problem('internal', 'This engine cannot read a source that an earlier engine accepted.');
      case 'domain-error':
      case 'fault':
      case 'entropy':
        return evaluationRefused(evaluated);
    }
  }
}
