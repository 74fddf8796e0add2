import type { IncomingHttpHeaders } from 'node:http';

export interface ProxyLog {
  warn(fields: object, message: string): void;
}

/** What is said where a proxy seems to be in front and TRUST_PROXY is not set. */
export const PROXY_NOTICE =
  'requests come through a proxy that is not trusted, so that all clients behind it count as one address: set TRUST_PROXY to its address';

/** Notices that requests come through a proxy while none is trusted, and says so once. */
export class ProxyNotice {
  readonly #trusts: boolean;
  readonly #log: ProxyLog;
  #seen = false;

  constructor(trustProxy: string | undefined, log: ProxyLog) {
    this.#trusts = trustProxy !== undefined && trustProxy !== '';
    this.#log = log;
  }

  /** Whether a request has come through a proxy that is not trusted. */
  get seen(): boolean {
    return this.#seen;
  }

  look(headers: IncomingHttpHeaders): void {
    if (this.#trusts || this.#seen || (headers['x-forwarded-for'] === undefined && headers['forwarded'] === undefined)) return;
    this.#seen = true;
    this.#log.warn({}, PROXY_NOTICE);
  }
}
