import { type Clock, type FairTurns, type Problem, type Share, TurnedAway } from '@kirchhoff/platform';
import type { LogPosition } from './cursor.js';
import type { DecisionFilter, DecisionRepository, DecisionRow } from './decision-repository.js';
import type { ReadLimiter } from './read-limiter.js';
import { loggedView } from './view.js';

export interface ExportsDeps {
  readonly decisions: DecisionRepository;
  readonly reads: ReadLimiter;
  readonly turns: FairTurns;
  readonly clock: Clock;
}

/** The decisions to export. */
export interface ExportRequest extends DecisionFilter {
  readonly after: LogPosition | undefined;
  readonly most: number;
  readonly share: Share;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal;
}

export interface Export {
  readonly kind: 'export';
  /** The lines. */
  readonly parts: AsyncIterable<Uint8Array>;
  /** The last decision, if more follow; else `undefined`. */
  readonly next: LogPosition | undefined;
}

/** Maximal number of decisions in a statement and in a part of the answer: about 150 KB, and some milliseconds of the event loop. */
const PART = 500;

/** Exports logs as JSON lines, oldest first. */
export class Exports {
  readonly #deps: ExportsDeps;

  constructor(deps: ExportsDeps) {
    this.#deps = deps;
  }

  /** Finds the end of an export before its first line, so that decisions logged meanwhile do not extend it. */
  async open(policyId: string, { to = this.#deps.clock.now(), ...request }: ExportRequest): Promise<Export | Problem> {
    const { decisions, reads } = this.#deps;
    const stretch = { ...request, to, order: 'oldest' } as const;
    const found = await reads.run(request.share, request.signal, async () => ({ next: await decisions.lastOf(policyId, stretch) }));
    if ('code' in found) return found;
    return { kind: 'export', parts: this.#parts(policyId, { ...stretch, until: found.next }), next: found.next };
  }

  async *#parts(
    policyId: string,
    stretch: ExportRequest & { readonly until: LogPosition | undefined; readonly order: 'oldest' },
  ): AsyncGenerator<Uint8Array> {
    const { decisions, reads } = this.#deps;
    let { after } = stretch;
    for (;;) {
      const position = after;
      // oxlint-disable-next-line no-await-in-loop -- each part begins after the one before
      const rows = await reads.run(stretch.share, stretch.signal, async () =>
        decisions.read(policyId, { ...stretch, after: position, most: PART }),
      );
      if ('code' in rows) throw new TurnedAway(rows.detail);
      // oxlint-disable-next-line no-await-in-loop -- see above
      if (rows.length > 0) yield await this.#lines(rows, stretch);
      if (rows.length < PART) return;
      after = rows.at(-1);
    }
  }

  /** Writes lines in turn with other work. */
  async #lines(rows: readonly DecisionRow[], { share, signal }: ExportRequest): Promise<Uint8Array> {
    const { turns, clock } = this.#deps;
    const lines: string[] = [];
    const write = (ends: number): boolean => {
      for (const row of rows.slice(lines.length)) {
        lines.push(`${JSON.stringify(loggedView(row))}\n`);
        if (clock.monotonic() >= ends) break;
      }
      return lines.length === rows.length;
    };
    await turns.run(share, 'batch', write, signal);
    if (signal.aborted) throw new TurnedAway('the client has left');
    return Buffer.from(lines.join(''), 'utf8');
  }
}
