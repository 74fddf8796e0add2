import type { Share } from '../fair-shares/share.js';

/** The settings for the bytes that the requests of a service may hold. */
export const BYTES_SETTINGS = {
  OCTETS_IN_FLIGHT_PER_ACCOUNT: {
    type: 'integer',
    minimum: 65_536,
    default: 33_554_432,
    description:
      'bytes that the bodies and answers of one account may hold in this process at once; for all Free accounts at one address together twice as many',
  },
  OCTETS_IN_FLIGHT: {
    type: 'integer',
    minimum: 65_536,
    default: 268_435_456,
    description:
      'bytes that all bodies may hold in this process at once; if answers hold more, accounts that do not read theirs are refused',
  },
} as const;

export interface ByteLimits {
  readonly ofAccount: number;
  readonly inAll: number;
}

/** A body of more bytes is a large one. */
export const LARGE_BODY = 4_096;

/** Maximal number of open requests with a large body, for an account. */
export const MAX_LARGE_BODIES = 16;

/** The exhausted limit: that of the account or its group, that of the process, or the count of large bodies. */
export type ExhaustedLimit = 'account' | 'process' | 'bodies';

/** The bytes that one request holds until it is released. */
export interface HeldBytes {
  /**
   * Counts a body before its first byte is read, so that a refusal costs no reading.
   *
   * @param announced bytes; `undefined` for a body of unknown length, which counts as a large one: its bytes are counted as they
   * arrive
   */
  body(announced: number | undefined): ExhaustedLimit | undefined;
  /** Counts more bytes. If the request has to be refused, returns the exhausted limit, and counts nothing. */
  take(bytes: number): ExhaustedLimit | undefined;
  /** Counts an answer, also beyond the limits: then the next request of its group is refused. */
  answer(bytes: number): void;
  /** Must be called when the exchange is over; further calls have no effect. */
  release(): void;
}

/** The limit of a group, as a multiple of that of an account. */
const GROUP = 2;

/**
 * Counts the bytes that requests hold in this process: bodies from their first byte on, and answers until the client has read them.
 * Unread answers affect only the groups of their own readers.
 */
export class BytesInFlight {
  readonly #limits: ByteLimits;
  readonly #of = new Map<string, number>();
  #bodies = 0;
  #answers = 0;

  constructor(limits: ByteLimits) {
    this.#limits = limits;
  }

  get inAll(): number {
    return this.#bodies + this.#answers;
  }

  open({ group, account }: Share): HeldBytes {
    const names = [`account ${account}`, `group ${group}`] as const;
    const answersOfGroup = `answers ${group}`;
    const large = [`bodies of ${account}`, `bodies of group ${group}`] as const;
    let isLarge = false;
    let bodies = 0;
    let answers = 0;
    let isOver = false;
    const take = (bytes: number): ExhaustedLimit | undefined => {
      const refused = this.#refusal(names, answersOfGroup, bytes);
      if (refused !== undefined || isOver) return refused;
      bodies += bytes;
      this.#bodies += bytes;
      this.#change(names, bytes);
      return undefined;
    };
    return {
      take,
      body: (announced) => {
        const isSmall = announced !== undefined && announced <= LARGE_BODY;
        if (!isSmall && this.#hasMostBodies(large)) return 'bodies';
        const refused = take(announced ?? 0);
        if (refused !== undefined || isSmall || isOver) return refused;
        isLarge = true;
        this.#change(large, 1);
        return undefined;
      },
      answer: (bytes) => {
        if (isOver) return;
        answers += bytes;
        this.#answers += bytes;
        this.#change([...names, answersOfGroup], bytes);
      },
      release: () => {
        if (isOver) return;
        isOver = true;
        this.#bodies -= bodies;
        this.#answers -= answers;
        this.#change(names, -bodies - answers);
        this.#change([answersOfGroup], -answers);
        if (isLarge) this.#change(large, -1);
      },
    };
  }

  #refusal([account, group]: readonly [string, string], answersOfGroup: string, bytes: number): ExhaustedLimit | undefined {
    const { ofAccount, inAll } = this.#limits;
    if (this.#held(account) + bytes > ofAccount || this.#held(group) + bytes > GROUP * ofAccount) return 'account';
    if (this.#answers > inAll && this.#held(answersOfGroup) > 0) return 'process';
    return this.#bodies + bytes > inAll ? 'process' : undefined;
  }

  #hasMostBodies([account, group]: readonly [string, string]): boolean {
    return this.#held(account) >= MAX_LARGE_BODIES || this.#held(group) >= GROUP * MAX_LARGE_BODIES;
  }

  #held(name: string): number {
    return this.#of.get(name) ?? 0;
  }

  #change(names: readonly string[], bytes: number): void {
    for (const name of names) {
      const left = this.#held(name) + bytes;
      if (left === 0) this.#of.delete(name);
      else this.#of.set(name, left);
    }
  }
}
