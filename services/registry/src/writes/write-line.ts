import { FairLine, type Problem, problem, type Share, type WaitingLine } from '@kirchhoff/platform';

/** So many wait, of one account, of one group and in all, and for so long. */
const LINE = { length: 4_096, lengthOfAccount: 512, lengthOfGroup: 1_024, deadlineMilliseconds: 5_000 };

/**
 * Lets writes have half of the connections to Postgres, in turn by group and account. Those of one account wait for one
 * another there, by the lock of what they count: without a line in front, requests that wait for a lock would hold all
 * connections, and everybody's statements would wait behind them.
 */
export class WriteLine implements WaitingLine {
  readonly #line: FairLine;

  constructor(connections: number) {
    this.#line = new FairLine({ ...LINE, places: Math.max(1, Math.floor(connections / 2)) });
  }

  /** Writes when it is the share's turn; the 503 where too many wait. */
  async write<Value>(share: Share, write: () => Promise<Value>): Promise<Value | Problem> {
    const place = await this.#line.enter({ share, estimate: 1 });
    if (place.kind !== 'place') return problem('busy', 'As many writes wait for Postgres as may: nothing was begun or counted.');
    try {
      return await write();
    } finally {
      place.release();
    }
  }

  stopWaiting(): void {
    this.#line.close();
  }
}
