import { type Files, NO_FILES } from '@kirchhoff/coherence';
import { invalidProgram, type ResolvePins, type SourceWork, withPins } from '@kirchhoff/engine-host';
import { type Problem, parseIdentifier, problem, type Share } from '@kirchhoff/platform';
import type { Asker, Engine } from '../engine/engine.js';
import { evaluationRefused } from '../engine/refusals.js';
import type { Answered } from '../engine/work.js';
import type { PublishedSourceRepository } from './repository.js';

/** The program to run: a source, or a circuit of the registry. */
export type EvaluatedCircuit =
  | { readonly kind: 'source'; readonly source: string; readonly files: Files }
  | { readonly kind: 'published'; readonly pid: string };

export interface Evaluation extends Asker {
  readonly circuit: EvaluatedCircuit;
  readonly inputs: unknown;
  readonly accountId: string;
}

export interface EvaluationsDeps {
  readonly engine: Engine;
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
  async evaluate({ circuit, inputs, accountId, ...asker }: Evaluation): Promise<Answered | Problem> {
    const found = await this.#find(circuit, accountId);
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

  /** A published circuit has its pins resolved. */
  async #find(circuit: EvaluatedCircuit, accountId: string): Promise<SourceWork | Problem> {
    if (circuit.kind === 'source') return { source: circuit.source, files: circuit.files, pins: undefined };
    const pid = parseIdentifier('circuit', circuit.pid);
    const found = pid === undefined ? undefined : await this.#deps.published.find(pid, accountId);
    if (found === undefined) return problem('not-found', 'No circuit with this id is visible to this caller.');
    if (found.withdrawn) return problem('withdrawn', 'This circuit has been withdrawn.');
    return { source: found.source, files: NO_FILES, pins: { pinned: found.pinned, refused: new Map() } };
  }
}
