import type { Share } from '../fair-shares/share.js';

/** The settings for the bytes that the requests of a service may hold. */
export const OCTETS_SETTINGS = {
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

export interface OctetLimits {
  readonly ofAccount: number;
  readonly inAll: number;
}

/** A body of more octets is a large one. */
export const LARGE_BODY = 4_096;

/** Maximal number of open requests with a large body, for an account. */
export const MAX_LARGE_BODIES = 16;

/** The exhausted limit: that of the account or its group, that of the process, or the count of large bodies. */
export type Refused = 'account' | 'process' | 'bodies';

/** The bytes that one request holds until it is released. */
export interface HeldOctets {
  /**
   * Counts a body before its first octet is read, so that a refusal costs no reading.
   *
   * @param announced octets; `undefined` for a body of unknown length, which counts as a large one: its octets are counted as they
   * arrive
   */
  body(announced: number | undefined): Refused | undefined;
  /** Counts more bytes. If the request has to be refused, returns the exhausted limit, and counts nothing. */
  take(octets: number): Refused | undefined;
  /** Counts an answer, also beyond the limits: then the next request of its group is refused. */
  answer(octets: number): void;
  /** Must be called when the exchange is over; further calls have no effect. */
  release(): void;
}

/** The limit of a group, as a multiple of that of an account. */
const GROUP = 2;

/**
 * Counts the bytes that requests hold in this process: bodies from their first byte on, and answers until the client has read them.
 * Unread answers affect only the groups of their own readers.
 */
export class OctetsInFlight {
  readonly #limits: OctetLimits;
  readonly #of = new Map<string, number>();
  #bodies = 0;
  #answers = 0;

  constructor(limits: OctetLimits) {
    this.#limits = limits;
  }

  get inAll(): number {
    return this.#bodies + this.#answers;
  }

  open({ group, account }: Share): HeldOctets {
    const names = [`account ${account}`, `group ${group}`] as const;
    const answersOfGroup = `answers ${group}`;
    const large = [`bodies of ${account}`, `bodies of group ${group}`] as const;
    let isLarge = false;
    let bodies = 0;
    let answers = 0;
    let isOver = false;
    const take = (octets: number): Refused | undefined => {
      const refused = this.#refusal(names, answersOfGroup, octets);
      if (refused !== undefined || isOver) return refused;
      bodies += octets;
      this.#bodies += octets;
      this.#change(names, octets);
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
      answer: (octets) => {
        if (isOver) return;
        answers += octets;
        this.#answers += octets;
        this.#change([...names, answersOfGroup], octets);
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

  #refusal([account, group]: readonly [string, string], answersOfGroup: string, octets: number): Refused | undefined {
    const { ofAccount, inAll } = this.#limits;
    if (this.#held(account) + octets > ofAccount || this.#held(group) + octets > GROUP * ofAccount) return 'account';
    if (this.#answers > inAll && this.#held(answersOfGroup) > 0) return 'process';
    return this.#bodies + octets > inAll ? 'process' : undefined;
  }

  #hasMostBodies([account, group]: readonly [string, string]): boolean {
    return this.#held(account) >= MAX_LARGE_BODIES || this.#held(group) >= GROUP * MAX_LARGE_BODIES;
  }

  #held(name: string): number {
    return this.#of.get(name) ?? 0;
  }

  #change(names: readonly string[], octets: number): void {
    for (const name of names) {
      const left = this.#held(name) + octets;
      if (left === 0) this.#of.delete(name);
      else this.#of.set(name, left);
    }
  }
}
