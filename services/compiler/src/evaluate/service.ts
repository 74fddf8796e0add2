import { type Problem, parseIdentifier, problem } from '@kirchhoff/platform';
import type { Engine } from '../engine/engine.js';
import { evaluationRefused, invalidProgram } from '../engine/refusals.js';
import type { Answered } from '../engine/work.js';
import type { PublishedSourceRepository } from './repository.js';

/** What is run: a source, or a circuit of the registry. */
export type Subject = { readonly kind: 'source'; readonly source: string } | { readonly kind: 'circuit'; readonly pid: string };

export interface Evaluation {
  readonly subject: Subject;
  readonly inputs: unknown;
  readonly accountId: string;
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal;
}

export class Evaluations {
  readonly #engine: Engine;
  readonly #published: PublishedSourceRepository;

  constructor(engine: Engine, published: PublishedSourceRepository) {
    this.#engine = engine;
    this.#published = published;
  }

  /** Runs a circuit, closed or open, by the reference evaluator. */
  async evaluate({ subject, inputs, accountId, signal }: Evaluation): Promise<Answered | Problem> {
    const source = subject.kind === 'source' ? subject.source : await this.#sourceOf(subject.pid, accountId);
    if (typeof source !== 'string') return source;
    const evaluated = await this.#engine.evaluate({ source, inputs }, signal);
    switch (evaluated.kind) {
      case 'answer':
      case 'problem':
        return evaluated;
      case 'diagnostics':
        return subject.kind === 'source'
          ? invalidProgram(evaluated)
          : problem('internal', 'This engine does not read a source that was published before.');
      case 'domain-error':
      case 'fault':
      case 'entropy':
        return evaluationRefused(evaluated);
    }
  }

  async #sourceOf(text: string, accountId: string): Promise<string | Problem> {
    const pid = parseIdentifier('circuit', text);
    const found = pid === undefined ? undefined : await this.#published.find(pid, accountId);
    if (found === undefined) return problem('not-found', 'There is no such circuit that this caller may see.');
    return found.withdrawn ? problem('withdrawn', 'This circuit has been withdrawn.') : found.source;
  }
}
