import type { IncomingHttpHeaders } from 'node:http';

export interface ProxyLog {
  warn(fields: object, message: string): void;
}

/** The notice for a process that seems to be behind a proxy, although TRUST_PROXY is not set. */
export const PROXY_NOTICE =
  'requests come through an untrusted proxy, so that all clients behind it count as one address: set TRUST_PROXY to its address';

/** Detects requests that come through an untrusted proxy, and logs a notice once. */
export class ProxyNotice {
  readonly #trusts: boolean;
  readonly #log: ProxyLog;
  #seen = false;

  constructor(trustProxy: string | undefined, log: ProxyLog) {
    this.#trusts = trustProxy !== undefined && trustProxy !== '';
    this.#log = log;
  }

  /** True once a request has come through an untrusted proxy. */
  get seen(): boolean {
    return this.#seen;
  }

  look(headers: IncomingHttpHeaders): void {
    if (this.#trusts || this.#seen || (headers['x-forwarded-for'] === undefined && headers['forwarded'] === undefined)) return;
    this.#seen = true;
    this.#log.warn({}, PROXY_NOTICE);
  }
}
